import {existsSync, mkdirSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {voiceProblems} from '../../source/commands/check-voices.ts'
import {meet} from '../../source/commands/meet.ts'
import {planMeeting} from '../../source/commands/plan.ts'
import {lookForLogin} from '../../source/providers/cli/look-for-login.ts'
import {agentLike, answering, hanging, type Machine, makeMachine} from '../providers/cli/fake-agents.ts'
import {type Around, fakeHost} from '../support/host.ts'

let machine: Machine
beforeEach(() => {
  machine = makeMachine()
})
afterEach(() => machine.remove())

const at = (settings: Around['settings'] = {}, env: NodeJS.ProcessEnv = {}) => ({
  ...fakeHost({cwd: machine.home, userHome: machine.home, lang: 'en', settings}),
  env: {...machine.env, ...env},
})
const flags = {topic: 'Whom should a city be built for', with: 'Marx,Smith', provider: 'claude'}
const problems = async (host = at(), more: {dryRun?: boolean; trustUserConfig?: boolean; provider?: string} = {}) => {
  const planned = planMeeting({...flags, ...more}, undefined, host)
  if (!('plan' in planned)) throw new Error(planned.usage.join('\n'))
  const {trustUserConfig = false} = more
  return voiceProblems({...planned.plan, trustUserConfig}, host, {dryRun: more.dryRun})
}

describe('before a meeting is opened', () => {
  test('an agent that is logged out is refused, with whom it silences and what to do, and nothing is written', async () => {
    machine.install('claude', answering({login: 1}))
    const host = at()
    expect(await meet({...flags, auto: true}, undefined, host)).toBe(2)
    expect(host.err()).toMatch(
      /^Claude Code is not logged in, or its login is no longer valid; its seats cannot speak: Karl Marx, Adam Smith\n/,
    )
    expect(host.err()).toContain('log in: claude auth login; or set ANTHROPIC_API_KEY')
    expect(existsSync(join(machine.home, 'transcripts'))).toBe(false)
  })

  test('is asked once, however many seats it has, and only the agents of this table are', async () => {
    machine.install('claude', `echo "$1" >> ${join(machine.home, 'asked')}; ${answering()}`)
    machine.install('codex', `echo codex >> ${join(machine.home, 'asked')}`)
    expect(await problems()).toEqual([])
    expect(machine.read('home/asked').trim().split('\n').toSorted()).toEqual(['auth'])
  })

  test('a dry run only looks whether it is there', async () => {
    machine.install('claude', answering({login: 1}))
    expect(await problems(at(), {dryRun: true})).toEqual([])
    expect(await problems()).toHaveLength(1)
  })

  test('a key in the environment is a login', async () => {
    machine.install('claude', answering({login: 1}))
    expect(await problems(at({}, {ANTHROPIC_API_KEY: 'sk-test-key'}))).toEqual([])
  })

  test('one that cannot tell goes on silently', async () => {
    machine.install('gemini', 'echo 0.9.0')
    expect(await problems(at(), {provider: 'gemini'})).toEqual([])
  })

  test('with settings or a program of the person’s own, its word about the login counts for nothing', async () => {
    machine.install('claude', `${answering({login: 1})}; echo >> ${join(machine.home, 'asked')}`)
    expect(await problems(at({providers: {claude: {command: [join(machine.path, 'claude')]}}}))).toEqual([])
    expect(existsSync(join(machine.home, 'asked'))).toBe(false)
    expect(await problems(at(), {trustUserConfig: true})).toEqual([])
    expect(await problems(at({providers: {claude: {trustUserConfig: true}}}))).toEqual([])
    expect(await problems(at({providers: {claude: {command: ['gone']}}}))).toHaveLength(1)
  })
})

test('an agent that takes too long to tell is heard all the same', async () => {
  const claude = agentLike('claude')
  machine.install('claude', hanging(join(machine.home, 'left')))
  const {env, home: userHome, keeper} = machine
  const world = {env, userHome, keeper, platform: process.platform, settings: {}, lang: 'en', capMs: 200} as const
  expect(await lookForLogin(claude, world, new AbortController().signal)).toMatchObject({ok: true})
})

test('one that keeps its logins in a file is not asked when there is one', async () => {
  machine.install('opencode', `echo >> ${join(machine.home, 'asked')}; echo "0 credentials"`)
  const folder = join(machine.home, '.local/share/opencode')
  mkdirSync(folder, {recursive: true})
  writeFileSync(join(folder, 'auth.json'), '{\n  "anthropic": {"type": "api"}\n}')
  expect(await problems(at(), {provider: 'opencode'})).toEqual([])
  expect(existsSync(join(machine.home, 'asked'))).toBe(false)
  writeFileSync(join(folder, 'auth.json'), '{}')
  expect(await problems(at(), {provider: 'opencode'})).toHaveLength(1)
})

test('a model that needs no login is asked without one', async () => {
  machine.install('opencode', 'echo "0 credentials"')
  expect(await problems(at(), {provider: 'opencode/opencode/free'})).toEqual([])
  expect(await problems(at(), {provider: 'opencode/anthropic/claude'})).toHaveLength(1)
})
