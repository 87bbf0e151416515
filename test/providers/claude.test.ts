import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {claude, makeClaude} from '../../source/providers/claude.ts'
import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import {contractOf} from './cli/contract-of.ts'
import {asked, hearAll, makeTestWorld} from './cli/world.ts'

const session = '11111111-2222-4333-8444-555555555555'

contractOf('claude, a call a turn', {
  id: 'claude',
  dialect: 'claude',
  session,
  make: world => makeCliProvider(claude, world),
})
contractOf('claude, kept alive', {id: 'claude', dialect: 'claude', session, live: true, make: makeClaude})

describe('claude as it is called', () => {
  it('with the environment of its allow-list and no other, in an empty folder, its prompt ended', async () => {
    const person = {
      CLAUDECODE: '1',
      CLAUDE_CODE_ENTRYPOINT: 'cli',
      OPENAI_API_KEY: 'of another',
      FOO: 'bar',
      NODE_OPTIONS: '--no-warnings',
      ANTHROPIC_API_KEY: 'mine',
      HTTPS_PROXY: 'http://127.0.0.1:1',
    }
    const world = makeTestWorld({env: {PATH: process.env.PATH, HOME: '/home/ada', ...person}})
    const provider = makeCliProvider(claude, world.plays('claude', {steps: [{begin: ''}, {final: 'Yes.'}]}))
    await hearAll(provider, asked({prompt: '/cost', model: 'sonnet'}))
    const [call] = world.calls()
    const {_: _shell, __CF_USER_TEXT_ENCODING: _mac, ...env} = call?.env ?? {}
    const folder = call?.cwd ?? ''
    expect(env).toEqual({
      PATH: process.env.PATH,
      HOME: '/home/ada',
      ANTHROPIC_API_KEY: 'mine',
      HTTPS_PROXY: 'http://127.0.0.1:1',
      TMPDIR: join(folder, '..', 'tmp'),
      PWD: folder,
      TERM: 'dumb',
      NO_COLOR: '1',
      ROUNDTABLE_CHILD: '1',
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    })
    expect(call?.stdin).toBe('—\n/cost')
    await provider.close?.()
    world.remove()
  })

  it('locked down; the person who trusts it with their settings gives up that, and the tools stay off', () => {
    const call = {system: 's', prompt: 'p', session: {how: 'open', id: session}, folder: '/room', trustUserConfig: false} as const
    const {args} = claude.invoke(call)
    expect(args).toEqual(
      expect.arrayContaining(['--safe-mode', '--restricted', '--strict-mcp-config', '--disable-slash-commands']),
    )
    expect(args[args.indexOf('--tools') + 1]).toBe('')
    const trusting = claude.invoke({...call, trustUserConfig: true, session: {how: 'resume', id: session}}).args
    expect(args.filter(argument => !trusting.includes(argument))).toEqual(['--safe-mode', '--restricted', '--session-id'])
    expect(trusting).toEqual(expect.arrayContaining(['--strict-mcp-config', '--tools', '', '--resume', session]))
  })

  it.each([
    ['{\n  "loggedIn": true\n}', 0, 'in'],
    ['{"loggedIn": false}', 1, 'out'],
    ['', 1, 'out'],
    ['what?', 2, 'unknown'],
  ])('its answer %s about the login means: %s %s', (stdout, code, meaning) => {
    expect(claude.doctor.login?.read({stdout, code, signal: null, stderr: ''})).toBe(meaning)
  })
})
