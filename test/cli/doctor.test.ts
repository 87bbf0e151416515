import {afterEach, beforeEach, expect, test} from 'vitest'
import {doctorSchema} from '../../source/commands/doctor-report.ts'
import {answering, gone, hanging, type Machine, makeMachine} from '../providers/cli/fake-agents.ts'
import {makePlace, type Place, runCli} from '../support/cli.ts'

let place: Place
let machine: Machine
beforeEach(() => {
  place = makePlace()
  machine = makeMachine()
})
afterEach(() => {
  place.remove()
  machine.remove()
})

/** Nothing on PATH but what the test puts there, and no server where local ones are looked for. */
const run = (args: readonly string[], env: Readonly<Record<string, string | undefined>> = {}) =>
  runCli(['doctor', ...args], {place, env: {PATH: machine.path, HOME: machine.home, OLLAMA_HOST: '127.0.0.1:9', ...env}})

const reported = async (env = {}) => {
  const {code, stdout} = await run(['--json'], env)
  expect(stdout.trimEnd().split('\n')).toHaveLength(1)
  return {code, report: doctorSchema.parse(JSON.parse(stdout))}
}

test('on a bare machine no agent is found, none is proposed, and it is no failure unless --strict asks', async () => {
  const {code, report} = await reported()
  expect(code).toBe(0)
  expect(report.providers.find(({id}) => id === 'claude')).toMatchObject({ok: false, path: null, version: null})
  expect(report.proposed).toBeNull()
  expect((await run(['--strict'])).code).toBe(1)
})

test('a hanging agent costs its cap, the whole less than 6 s, and nothing of it is left', async () => {
  for (const name of ['claude', 'codex']) machine.install(name, hanging(machine.write(`${name}.pids`, '')))
  machine.install('gemini', answering({version: '0.61.0'}))
  const begun = performance.now()
  const {report} = await reported()
  // The program's own start comes on top.
  expect(performance.now() - begun).toBeLessThan(7000)
  const claims = (id: string) => report.providers.find(entry => entry.id === id)?.findings.map(({code}) => code)
  expect(claims('claude')?.[0]).toBe('hangs')
  expect(claims('codex')?.[0]).toBe('hangs')
  expect(claims('gemini')?.[0]).toBe('found')
  const pids = ['claude', 'codex'].flatMap(name => machine.read(`${name}.pids`).trim().split(/\s+/).map(Number))
  expect(pids.length).toBeGreaterThanOrEqual(4)
  expect(await gone(pids)).toBe(true)
})

test('it speaks both languages, in plain lines, and names the agent it runs in', async () => {
  machine.install('claude', answering({login: 1}))
  const zh = await run([], {CLAUDECODE: '1'})
  expect(zh.stdout).toMatch(/^声音 +找到 +登录 +输入 +会话 +无工具 +隔离 +网络$/m)
  expect(zh.stdout).toContain('正在 claude 里面运行')
  const en = await run(['--ui-lang', 'en'])
  expect(en.stdout).toMatch(/^voice +found +logged in +stdin +sessions +tools off +isolated +network$/m)
  expect(en.stdout).toMatch(/^claude +(?:verified|believed) +failed /m)
  for (const {stdout, stderr} of [zh, en]) expect(stdout + stderr).not.toContain('\u001b')
})

test('no key is told, in no form of it', async () => {
  machine.install('claude', answering())
  const env = {DEEPSEEK_API_KEY: 'sk-0123456789abcdef', DEEPSEEK_BASE_URL: 'http://127.0.0.1:9'}
  const {stdout, stderr} = await run(['--json'], {...env, HTTPS_PROXY: 'http://127.0.0.1:9'})
  expect(stdout + stderr).not.toContain('0123456789abcdef')
})
