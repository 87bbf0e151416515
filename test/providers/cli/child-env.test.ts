import {describe, expect, it} from 'vitest'
import {childEnv, outerAgent} from '../../../source/providers/cli/child-env.ts'

const person = {
  PATH: '/bin',
  HOME: '/home/ada',
  LC_ALL: 'zh_CN.UTF-8',
  https_proxy: 'http://proxy:8080',
  NO_PROXY: 'localhost',
  NODE_EXTRA_CA_CERTS: '/ca.pem',
  CLAUDECODE: '1',
  CLAUDE_CODE_ENTRYPOINT: 'cli',
  CLAUDE_CODE_OAUTH_TOKEN: 'mine',
  ANTHROPIC_API_KEY: 'mine',
  OPENAI_API_KEY: 'of another',
  FOO: 'bar',
  NODE_OPTIONS: '--require ./evil.js',
  LD_PRELOAD: '/evil.so',
  AWS_SECRET_ACCESS_KEY: 'cloud',
  TMPDIR: '/tmp',
}
const of = (more: Partial<Parameters<typeof childEnv>[0]> = {}) =>
  childEnv({env: person, platform: 'linux', names: [], folder: '/room', tmp: '/private', ...more})

describe("a child's environment is an allow-list", () => {
  it('holds who and where one is, the way to the network, and a private folder for temporary files', () => {
    expect(of()).toEqual({
      PATH: '/bin',
      HOME: '/home/ada',
      LC_ALL: 'zh_CN.UTF-8',
      https_proxy: 'http://proxy:8080',
      NO_PROXY: 'localhost',
      NODE_EXTRA_CA_CERTS: '/ca.pem',
      TMPDIR: '/private',
      PWD: '/room',
      TERM: 'dumb',
      NO_COLOR: '1',
      ROUNDTABLE_CHILD: '1',
    })
  })

  it("an agent's own variables pass, and those of the session around us do not, however wide its pattern", () => {
    const env = of({names: ['ANTHROPIC_*', 'CLAUDE*', 'CLAUDE_CODE_OAUTH_TOKEN']})
    expect(env).toMatchObject({ANTHROPIC_API_KEY: 'mine', CLAUDE_CODE_OAUTH_TOKEN: 'mine'})
    expect(Object.keys(env)).not.toEqual(expect.arrayContaining(['CLAUDECODE']))
    expect(env).not.toHaveProperty('CLAUDE_CODE_ENTRYPOINT')
    expect(env).not.toHaveProperty('OPENAI_API_KEY')
  })

  it('keys of a cloud pass only while the agent is told to use it', () => {
    const when = {USE_CLOUD: ['AWS_*']}
    expect(of({when})).not.toHaveProperty('AWS_SECRET_ACCESS_KEY')
    expect(of({when, env: {...person, USE_CLOUD: '1'}})).toHaveProperty('AWS_SECRET_ACCESS_KEY')
  })

  it('nothing that is set on top takes the mark away', () => {
    expect(of({extra: {ROUNDTABLE_CHILD: ''}}).ROUNDTABLE_CHILD).toBe('1')
  })

  it('on Windows names count without their case', () => {
    const env = childEnv({env: {Path: 'C:\\', systemroot: 'C:\\Windows'}, platform: 'win32', names: [], folder: 'r', tmp: 't'})
    expect(env).toMatchObject({Path: 'C:\\', systemroot: 'C:\\Windows', TEMP: 't', TMP: 't'})
  })

  it('tells which agent we run inside of', () => {
    expect(outerAgent({})).toBeUndefined()
    expect(outerAgent({CLAUDECODE: '1'})).toBe('claude')
    expect(outerAgent(of())).toBe('roundtable')
  })
})
