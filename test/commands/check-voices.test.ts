import {existsSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {isCertain, voiceProblems} from '../../source/commands/check-voices.ts'
import {meet} from '../../source/commands/meet.ts'
import {planMeeting} from '../../source/commands/plan.ts'
import type {Diagnosis} from '../../source/providers/provider.ts'
import {answering, type Machine, makeMachine} from '../providers/cli/fake-agents.ts'
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
    expect(host.err()).toMatch(/^Claude Code 2\.1\.332 is not logged in, so Karl Marx, Adam Smith cannot speak\n/)
    expect(host.err()).toContain('log in: claude auth login; or set ANTHROPIC_API_KEY')
    expect(existsSync(join(machine.home, 'transcripts'))).toBe(false)
  })

  test('is asked once, however many seats it has, and only the agents of this table are', async () => {
    machine.install('claude', `echo "$1" >> ${join(machine.home, 'asked')}; ${answering()}`)
    machine.install('codex', `echo codex >> ${join(machine.home, 'asked')}`)
    expect(await problems()).toEqual([])
    expect(machine.read('home/asked').trim().split('\n').toSorted()).toEqual(['--version', 'auth'])
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

const found = (code: string, aspect: 'found' | 'login' = 'login'): Diagnosis => ({
  ok: false,
  detail: '',
  findings: [{aspect, claim: 'failed', code}],
})

test.each([
  ['logged out', found('logged-out'), true],
  ['not there', found('not-found', 'found'), true],
  ['there, and does not start', found('does-not-run', 'found'), true],
  ['slow to tell its version', found('hangs', 'found'), false],
  ['slow to tell its login', found('login-hangs'), false],
  ['without a key', found('http-no-key'), true],
  ['a script that cannot be read', {ok: false, detail: ''}, true],
])('an agent that is %s: sure to be silent is %s', (_, diagnosis, certain) => {
  expect(isCertain(diagnosis, {provider: 'claude', trusting: false})).toBe(certain)
})

test('a model that needs no login is asked without one', () => {
  const out = found('logged-out')
  expect(isCertain(out, {provider: 'opencode', model: 'opencode/gpt-5-nano', trusting: false})).toBe(false)
  expect(isCertain(out, {provider: 'opencode', model: 'anthropic/claude', trusting: false})).toBe(true)
})
