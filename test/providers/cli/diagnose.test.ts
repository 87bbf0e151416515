import {readdirSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {type DoctorWorld, diagnoseCli} from '../../../source/providers/cli/diagnose.ts'
import type {CliAgent} from '../../../source/providers/cli/reading.ts'
import type {Diagnosis} from '../../../source/providers/provider.ts'
import {agentLike, answering, gone, hanging, type Machine, makeMachine} from './fake-agents.ts'

let machine: Machine
beforeEach(() => {
  machine = makeMachine()
})
afterEach(() => machine.remove())

const never = new AbortController().signal
const look = (agent: CliAgent = agentLike('claude'), more: Partial<DoctorWorld> = {}, signal = never) => {
  const {env, home: userHome, keeper} = machine
  const world = {env, userHome, keeper, platform: process.platform, settings: {}, lang: 'en', verified: {}, watched: {}} as const
  return diagnoseCli(agent, {...world, ...more}, signal)
}
const cells = ({findings = []}: Diagnosis) =>
  Object.fromEntries(findings.map(({aspect, claim, code}) => [aspect, `${claim} ${code}`]))
const all = (claim: string) => ({
  stdin: `${claim} measured`,
  sessions: `${claim} measured`,
  tools: `${claim} measured`,
  isolation: `${claim} measured`,
})

describe('every cell', () => {
  test('on a bare machine: not found, and nothing to say of the rest', async () => {
    const found = await look()
    expect(cells(found)).toEqual({
      found: 'failed not-found',
      ...Object.fromEntries(
        ['login', 'stdin', 'sessions', 'tools', 'isolation', 'network'].map(aspect => [aspect, 'unknown no-program']),
      ),
    })
    expect(found).toMatchObject({ok: false, hint: 'install it: npm install -g claude'})
    expect(found).not.toHaveProperty('program')
  })

  test('logged out: says how to log in', async () => {
    machine.install('claude', answering({login: 1}))
    const found = await look()
    expect(cells(found)).toEqual({
      found: 'believed found',
      login: 'failed logged-out',
      ...all('believed'),
      network: 'unknown network-unknown',
    })
    expect(found).toMatchObject({ok: false, hint: 'log in: claude auth login; or set CLAUDE_KEY'})
    expect(found.program).toEqual({path: `${machine.path}/claude`, version: '2.1.332', checkedWith: '2.1.332'})
  })

  test('logged in, of the version that passed: verified in all', async () => {
    machine.install('claude', answering())
    const found = await look(agentLike('claude'), {verified: {claude: ['2.1.331', '2.1.332']}, watched: {claude: ['2.1.332']}})
    expect(cells(found)).toEqual({
      found: 'verified found',
      login: 'verified logged-in',
      ...all('verified'),
      network: 'verified network-measured',
    })
    expect(found).toMatchObject({ok: true, hint: 'ready: --provider claude'})
  })

  test('a server that the environment names is as sure as the run that was given one; what settings add is in no table', async () => {
    machine.install('claude', answering())
    const tables = {verified: {claude: ['2.1.332']}, watched: {claude: ['2.1.332']}}
    const agent = agentLike('claude', {env: ['ANTHROPIC_BASE_URL']})
    const env = {...machine.env, ANTHROPIC_BASE_URL: 'https://models.example/v1'}
    const named = await look(agent, {...tables, env})
    expect(named.findings?.at(-1)).toMatchObject({claim: 'verified', code: 'network-elsewhere', slots: {host: 'models.example'}})
    expect(cells(await look(agent, {verified: tables.verified, env}))).toMatchObject({network: 'unknown network-elsewhere'})
    const trusted = await look(agent, {...tables, settings: {claude: {trustUserConfig: true}}})
    expect(cells(trusted)).toMatchObject({network: 'unknown trusts-user-config'})
  })

  test.each(['2.1.333', '2.1.3321', '2.1.332-beta.1'])('%s is not the version that passed', async version => {
    machine.install('claude', answering({version}))
    const found = await look(agentLike('claude'), {verified: {claude: ['2.1.332']}})
    expect(cells(found)).toMatchObject({found: 'believed found', login: 'believed logged-in', ...all('believed')})
    expect(found.program?.version).toBe(version)
  })

  test('only read about: unknown, whatever its description claims; and what was measured to fail has failed', async () => {
    machine.install('hermes', answering())
    const {checkedWith: _, ...read} = agentLike('hermes', {experimental: true})
    const found = await look(read)
    expect(cells(found)).toMatchObject({found: 'unknown found', stdin: 'unknown read-about', isolation: 'unknown read-about'})
    expect(found).toMatchObject({ok: true, experimental: true})
    const base = agentLike('hermes')
    const leaky = {
      ...base,
      doctor: {...base.doctor, claims: {...base.doctor.claims, tools: 'failed', isolation: 'unknown'}},
    } as const
    expect(cells(await look(leaky, {verified: {hermes: ['2.1.332']}}))).toMatchObject({
      tools: 'failed measured-failed',
      isolation: 'unknown read-about',
      stdin: 'verified measured',
    })
  })

  test('a key in the environment is a login, and its value is told to nobody', async () => {
    machine.install('claude', answering({login: 1}))
    const found = await look(agentLike('claude'), {env: {...machine.env, CLAUDE_KEY: 'sk-secret'}})
    expect(cells(found).login).toBe('believed key-set')
    expect(found.ok).toBe(true)
    expect(JSON.stringify(found)).not.toContain('sk-secret')
  })

  test('whoever cannot be asked about a login, or answers something else, may be logged in', async () => {
    machine.install('claude', answering({login: 7}))
    const found = await look()
    expect(cells(found).login).toBe('unknown login-unclear')
    expect(found).toMatchObject({ok: true, hint: 'only a try will tell: --provider claude'})
  })

  test('one that cannot be started, or ends badly, says why', async () => {
    machine.install('claude', 'exit 3')
    expect(await look()).toMatchObject({
      ok: false,
      findings: [{code: 'does-not-run', slots: {reason: 'exit 3'}}, {}, {}, {}, {}, {}, {}],
    })
    machine.install('claude', 'kill -9 $$')
    expect(cells(await look()).found).toBe('failed does-not-run')
    machine.install('claude', 'echo no numbers here')
    expect(cells(await look()).found).toBe('unknown found-unversioned')
  })
})

describe('a program that does not answer', () => {
  const pidsIn = () => machine.read('pids').trim().split(/\s+/).map(Number)

  test('costs its cap and no more, and is gone with all it started', async () => {
    const pids = machine.write('pids', '')
    machine.install('claude', hanging(pids))
    const begun = performance.now()
    const found = await look(agentLike('claude'), {capMs: 300})
    expect(performance.now() - begun).toBeLessThan(1500)
    expect(cells(found)).toMatchObject({found: 'failed hangs', login: 'failed login-hangs'})
    expect(found).toMatchObject({ok: false, hint: 'run claude --version yourself and see what it waits for'})
    expect(pidsIn()).toHaveLength(4)
    expect(await gone(pidsIn())).toBe(true)
  })

  test('that answers while a child of its own holds the pipe is not waited for', async () => {
    const pids = machine.write('pids', '')
    machine.install('claude', `/bin/sleep 77 &\necho $! >> '${pids}'\n${answering()}`)
    const begun = performance.now()
    expect(cells(await look()).found).toBe('believed found')
    expect(performance.now() - begun).toBeLessThan(1500)
    expect(await gone(pidsIn())).toBe(true)
  })

  test('is gone as well when doctor is left', async () => {
    const pids = machine.write('pids', '')
    machine.install('claude', hanging(pids))
    const leaving = new AbortController()
    const looking = look(agentLike('claude'), {}, leaving.signal)
    await new Promise(resolve => setTimeout(resolve, 200))
    leaving.abort()
    await looking
    expect(await gone(pidsIn())).toBe(true)
  })

  test('standard input is empty, and what is read of it ends at once', async () => {
    machine.install('claude', `while read -r line; do :; done\n${answering()}`)
    expect(cells(await look()).found).toBe('believed found')
  })
})

test('it sees an environment of the allow-list, in an empty folder that is gone afterwards', async () => {
  const seen = machine.write('seen', '')
  machine.install('claude', `[ "$1" = --version ] && { pwd; export -p; } > '${seen}'\n${answering()}`)
  const env = {...machine.env, CLAUDECODE: '1', OPENAI_API_KEY: 'sk-other', CLAUDE_KEY: 'sk-own', HTTPS_PROXY: 'http://proxy:1'}
  await look(agentLike('claude', {env: ['CLAUDE_*']}), {env})
  const [folder = '', ...exported] = machine.read('seen').trim().split('\n')
  const names = exported
    .map(line => /(?:export|declare -x) (\w+)/.exec(line)?.[1] ?? '')
    .filter(name => !['PWD', 'OLDPWD', 'SHLVL', '_'].includes(name))
  expect(names.sort()).toEqual([
    ...['CLAUDE_KEY', 'DISABLE_AUTOUPDATER', 'HOME', 'HTTPS_PROXY', 'NO_COLOR', 'PATH', 'ROUNDTABLE_CHILD', 'TERM', 'TMPDIR'],
  ])
  expect(folder).toContain('roundtable-doctor-')
  expect(readdirSync(tmpdir()).filter(name => folder.endsWith(`/${name}`))).toEqual([])
})

describe('a claude that the user’s settings send elsewhere', () => {
  const settings = (value: unknown) => machine.write('home/.claude/settings.json', JSON.stringify(value))
  const url = 'https://user:sk-secret@api.deepseek.com/anthropic?key=sk-too'

  test('names the host only, says that it does not count when locked down, and how to say otherwise', async () => {
    machine.install('claude', answering())
    settings({env: {ANTHROPIC_BASE_URL: url, ANTHROPIC_AUTH_TOKEN: 'sk-token'}})
    for (const lang of ['zh', 'en'] as const) {
      const found = await look(agentLike('claude'), {lang})
      expect(cells(found)).toMatchObject({login: 'unknown login-elsewhere', isolation: 'believed measured'})
      expect(found.hint).toMatch(/api\.deepseek\.com.*--trust-user-config/s)
      expect(JSON.stringify(found)).not.toMatch(/sk-|anthropic\?/)
    }
  })

  test('trusted, it goes there, and nothing is said for its isolation', async () => {
    machine.install('claude', answering())
    settings({env: {ANTHROPIC_BASE_URL: url}})
    const found = await look(agentLike('claude'), {settings: {claude: {trustUserConfig: true}}, verified: {claude: ['2.1.332']}})
    expect(cells(found)).toMatchObject({
      stdin: 'verified measured',
      isolation: 'unknown trusts-user-config',
      tools: 'unknown trusts-user-config',
      network: 'unknown network-elsewhere',
    })
    expect(found.server).toBe('api.deepseek.com')
  })

  test('a helper that gives the key counts too; settings that cannot be read, or name the usual server, do not', async () => {
    machine.install('claude', answering())
    settings({apiKeyHelper: '/bin/echo sk-secret'})
    const helped = await look()
    expect(helped.hint).toContain('apiKeyHelper')
    expect(JSON.stringify(helped)).not.toContain('sk-secret')
    for (const text of [
      {env: {ANTHROPIC_BASE_URL: 'https://api.anthropic.com'}},
      {env: 7},
      [],
      {env: {ANTHROPIC_BASE_URL: 'x'}},
    ]) {
      settings(text)
      expect(cells(await look()).login).toBe('believed logged-in')
    }
    machine.write('home/.claude/settings.json', '{"env":')
    expect(cells(await look()).login).toBe('believed logged-in')
  })
})
