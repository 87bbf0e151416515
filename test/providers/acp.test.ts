import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {acpAgent} from '../../source/providers/acp/acp-link.ts'
import {endOfTurn} from '../../source/providers/acp/acp-readings.ts'
import {makeWarmProvider} from '../../source/providers/cli/warm.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {makeQwen, qwen} from '../../source/providers/qwen.ts'
import {asked, hearAll, makeTestWorld, type TestWorld} from './cli/world.ts'
import {brokenOff, hundredTurns} from './hundred-turns.ts'

const fake = fileURLToPath(new URL('../tools/fake-acp-agent.mjs', import.meta.url))
let world: TestWorld
let provider: Provider
let log: string

const open = (mode = '') => {
  log = join(world.folder, 'acp.log')
  const env = {...world.env, OPENAI_MODEL: mode, QWEN_LOG: log}
  provider = makeQwen({...world, env, settings: {qwen: {command: [process.execPath, fake], totalMs: 5000}}})
  return provider
}
const sent = () =>
  readFileSync(log, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line))

beforeEach(() => {
  world = makeTestWorld()
})
afterEach(async () => {
  await provider.close?.()
  world.remove()
})

it('a speech comes in pieces, with the session the agent chose and what it used', async () => {
  const heard = await hearAll(open(), asked({prompt: 'x 3'}))
  expect(heard).toMatchObject({
    text: 'x:0 x:1 x:2 ',
    session: 'aaaaaaaa-0000-4000-8000-000000000001',
    usage: {inputTokens: 5, outputTokens: 7},
  })
})

it('a hundred turns, half of them broken off, and no piece of one comes with another', async () => {
  const {broken} = await hundredTurns(open(), ['ada'])
  expect(broken).toBeGreaterThan(20)
})

it('the same process takes the turns of a seat one after another', async () => {
  const voice = open()
  const {session} = await hearAll(voice, asked({prompt: 'x 1'}))
  await hearAll(voice, asked({prompt: 'y 1', ...(session ? {session} : {})}))
  expect(sent().map(({method}) => method)).toEqual(['initialize', 'session/new', 'session/prompt', 'session/prompt'])
})

it.each([
  ['readonly', 'x:0 '],
  ['build', '!isolation'],
  ['', '!isolation'],
])('where a mode has to be, one that tells %o comes to %s', async (told, comes) => {
  const env = {...world.env, QWEN_LOG: join(world.folder, 'acp.log'), QWEN_MODE: told}
  const here = {...world, env, settings: {qwen: {command: [process.execPath, fake], totalMs: 5000}}}
  const invoke = () => ({args: [], stdin: ''})
  const agent = acpAgent({agent: qwen, loads: true, mode: 'readonly', prompt: text => text, invoke})
  provider = makeWarmProvider(agent, here)
  log = join(world.folder, 'acp.log')
  const heard = await hearAll(provider, asked({prompt: 'x 1'}))
  expect(heard.fault ? `!${heard.fault.code}` : heard.text).toBe(comes)
  expect(sent().filter(({method}) => method === 'session/prompt')).toHaveLength(heard.fault ? 0 : 1)
})

describe('what an agent asks for', () => {
  it('a permission is refused, whoever asks', async () => {
    expect((await hearAll(open('tool'), asked({prompt: 'x 0'}))).text).toContain('"cancelled"')
  })

  it('neither files nor terminals are offered, and no servers brought along', async () => {
    await hearAll(open(), asked({prompt: 'x 1'}))
    const [initialize, opened] = sent()
    expect(initialize.params.clientCapabilities).toEqual({fs: {readTextFile: false, writeTextFile: false}, terminal: false})
    expect(opened.params.mcpServers).toEqual([])
  })
})

it('what was cached is counted once, whether an agent counts it into the input or not', () => {
  const inputOf = (usage: object) => endOfTurn({stopReason: 'end_turn', usage}).find(({type}) => type === 'usage')
  const beside = {inputTokens: 8, cachedReadTokens: 3, outputTokens: 7, totalTokens: 18}
  const inside = {inputTokens: 11, cachedReadTokens: 3, outputTokens: 7, totalTokens: 18}
  expect(inputOf(beside)).toEqual(inputOf(inside))
  expect(inputOf(inside)).toMatchObject({usage: {inputTokens: 11, outputTokens: 7}})
})

it('a speech that was refused or cut off is none', () => {
  for (const stopReason of ['refusal', 'max_tokens']) {
    expect(endOfTurn({stopReason})).toMatchObject([{type: 'final', fault: {retryable: false}}])
  }
})

it('thoughts are not said', async () => {
  expect((await hearAll(open('thoughts'), asked({prompt: 'x 1'}))).shown).toBe('x:0 ')
})

it('what is told of the past when a session is loaded is no part of the next speech', async () => {
  const heard = await hearAll(open(), asked({prompt: 'x 1', session: 'aaaaaaaa-0000-4000-8000-000000000001'}))
  expect(heard.shown).toBe('x:0 ')
  expect(sent().map(({method}) => method)).toContain('session/load')
})

it('an error of the agent is a fault in its own words', async () => {
  expect((await hearAll(open('error'), asked({prompt: 'x 1'}))).fault).toMatchObject({code: 'auth', retryable: false})
})

it('an agent that does not hear a cancel is thrown away, and the next turn has another', async () => {
  const voice = open('hang')
  expect((await brokenOff(voice, {prompt: 'x 2'})).fault?.code).toBe('aborted')
  expect((await brokenOff(voice, {prompt: 'y 2'})).shown).toMatch(/^y:0 /)
  expect(sent().filter(({method}) => method === 'initialize')).toHaveLength(2)
})
