import {afterEach, beforeEach, expect, test} from 'vitest'
import {openPty, type TestTerminal} from '../harness/pty.ts'
import {answering, gone, hanging, type Machine, makeMachine} from '../providers/cli/fake-agents.ts'
import {makePlace, type Place, program} from '../support/cli.ts'
import {PATIENCE} from './product.ts'

let place: Place
let machine: Machine
let t: TestTerminal
beforeEach(() => {
  place = makePlace()
  machine = makeMachine()
})
afterEach(() => {
  t.kill()
  machine.remove()
  place.remove()
})

/** The wizard of the built program, with nothing on PATH but what the test put there, up to the question of the voice. */
async function atVoices() {
  const env = {PATH: machine.path, HOME: machine.home, ROUNDTABLE_HOME: place.home, LANG: 'zh_CN.UTF-8', LC_ALL: '', TZ: 'UTC'}
  // Nobody's own models may be found, wherever the test runs.
  const quiet = {OLLAMA_HOST: '127.0.0.1:9'}
  t = openPty(process.execPath, [program], {cwd: place.cwd, columns: 90, rows: 26, env: {...env, ...quiet}})
  await t.waitFor(/› 议题/, PATIENCE)
  t.type('加班\r')
  await t.waitFor(/› 模式/, PATIENCE)
  t.type('\r')
}

test('an agent that is there and logged in is proposed, though nobody waited for it', async () => {
  machine.install('codex', `[ "$1" = login ] && echo 'Logged in using an API key' >&2\n${answering({version: '0.171.0'})}`)
  await atVoices()
  await t.waitFor(/声音 +codex|› codex/, PATIENCE)
  expect(t.screen()).not.toContain('没有找到接着模型的声音')
})

test('with none there are four ways on', async () => {
  await atVoices()
  await t.waitFor(/没有找到接着模型的声音/, PATIENCE)
  for (const choice of ['排练', '转交', '填一把密钥', '再找一遍']) expect(t.screen()).toContain(choice)
})

test('who leaves while an agent hangs is not kept waiting, and the agent is gone', async () => {
  machine.install('claude', hanging(machine.write('pids', '')))
  await atVoices()
  await t.waitFor(/正在找接着模型的声音/, PATIENCE)
  await t.until('the agent was asked', () => machine.read('pids').trim().split(/\s+/).length === 4, PATIENCE)
  const pids = machine.read('pids').trim().split(/\s+/).map(Number)
  const left = performance.now()
  t.type('\x03')
  await t.until('the program ended', () => t.exited(), PATIENCE)
  // Well below the four seconds that the agent would have had.
  expect(performance.now() - left).toBeLessThan(3000)
  expect(await gone(pids)).toBe(true)
})
