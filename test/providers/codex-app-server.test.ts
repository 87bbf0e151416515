import {existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {afterEach, beforeEach, expect, it} from 'vitest'
import {makeWarmProvider} from '../../source/providers/cli/warm.ts'
import {codexServer} from '../../source/providers/codex-app-server.ts'
import {withoutTools} from '../../source/providers/codex-models.ts'
import {nativeCodex} from '../../source/providers/codex-native.ts'
import {codexTurnReader} from '../../source/providers/codex-turn.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {asked, hearAll, makeTestWorld, type TestWorld} from './cli/world.ts'
import {brokenOff, hundredTurns} from './hundred-turns.ts'
import {hear} from './recordings.ts'

const fake = fileURLToPath(new URL('../tools/fake-app-server.mjs', import.meta.url))
const stream = fileURLToPath(new URL('../streams/codex-appserver.stdout', import.meta.url))
let world: TestWorld
let provider: Provider | undefined
let log: string

const open = (mode = '', env: Record<string, string> = {}) => {
  log = join(world.folder, 'server.log')
  const set = {...world.env, CODEX_ACCESS_TOKEN: mode, CODEX_CA_CERTIFICATE: log, ...env}
  provider = makeWarmProvider(codexServer(), {
    ...world,
    env: set,
    settings: {codex: {command: [process.execPath, fake], totalMs: 5000, firstTextMs: 2000}},
  })
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
  await provider?.close?.()
  provider = undefined
  world.remove()
})

it('what the real server printed comes to the speech, and to the tokens of the turn alone', () => {
  const read = codexTurnReader()
  const readings = []
  for (const line of readFileSync(stream, 'utf8').split('\n').filter(Boolean)) {
    const {method, params} = JSON.parse(line)
    if (method) readings.push(...read(method, params))
    if (method === 'turn/completed') break
  }
  expect(hear(readings)).toMatchObject({
    streamed: 'Hello from the fake API.',
    final: {text: 'Hello from the fake API.'},
    usage: {inputTokens: 123, outputTokens: 7},
  })
})

it('a hundred turns of three seats, half of them broken off, and no piece of one comes with another', async () => {
  const {broken} = await hundredTurns(open(), ['ada', 'bob', 'cyd'])
  expect(broken).toBeGreaterThan(20)
  expect(sent().filter(({method}) => method === 'initialize')).toHaveLength(1)
  expect(sent().filter(({method}) => method === 'thread/start').length).toBeLessThanOrEqual(6)
})

it('a thread is opened read-only, without an environment, under its persona', async () => {
  await hearAll(open(), asked({prompt: 'x 1', system: 'PERSONA'}))
  expect(sent().find(({method}) => method === 'thread/start').params).toMatchObject({
    sandbox: 'read-only',
    approvalPolicy: 'never',
    environments: [],
    baseInstructions: 'PERSONA',
  })
})

it('the server has a home of its own, into which login and sessions are linked', async () => {
  const theirs = join(world.folder, '.codex')
  mkdirSync(theirs)
  writeFileSync(join(theirs, 'config.toml'), 'notify = ["x"]')
  writeFileSync(join(theirs, 'auth.json'), '{}')
  await hearAll(open(), asked({prompt: 'x 1'}))
  const {readdirSync} = await import('node:fs')
  const home = readdirSync(join(world.folder, 'work'), {recursive: true, encoding: 'utf8'}).find(name => /files.home$/.test(name))
  const path = join(world.folder, 'work', home ?? '?')
  expect(readlinkSync(join(path, 'auth.json'))).toBe(join(theirs, 'auth.json'))
  expect(existsSync(join(path, 'config.toml'))).toBe(false)
})

it('what is tried again is said once', async () => {
  expect((await hearAll(open('retry'), asked({prompt: 'x 3'}))).shown).toBe('x:1 x:2 ')
})

it('a tool is a breach of the isolation, and a failed turn says why', async () => {
  expect((await hearAll(open('tool'), asked({prompt: 'x 3'}))).fault?.code).toBe('isolation')
  await provider?.close?.()
  expect((await hearAll(open('failed'), asked({prompt: 'x 3'}))).fault?.code).toBe('quota')
})

it('a server that does not end a turn is given up, and the next turn has another', async () => {
  const voice = open('hang')
  const {session = ''} = await hearAll(voice, asked({prompt: 'a 1'}))
  expect((await brokenOff(voice, {prompt: 'x 9999', session})).fault?.code).toBe('aborted')
  expect((await hearAll(voice, asked({prompt: 'y 2', session}))).text).toBe('y:0 y:1 ')
  expect(sent().filter(({method}) => method === 'initialize')).toHaveLength(2)
})

it('models lose what gives them tools, and a list that is none stays away', () => {
  const list = JSON.stringify({
    models: [{slug: 'm', tool_mode: 'code_mode_only', apply_patch_tool_type: 'freeform', context_window: 5}],
  })
  expect(JSON.parse(withoutTools(list) ?? '').models).toEqual([
    expect.objectContaining({slug: 'm', tool_mode: null, apply_patch_tool_type: null, context_window: 5}),
  ])
  expect(withoutTools('unknown command')).toBeUndefined()
  expect(withoutTools('{"models":[]}')).toBeUndefined()
})

it('the program itself is found behind the wrapper that npm installs', () => {
  const modules = join(world.folder, 'node_modules/@openai')
  const wrapper = join(modules, 'codex/bin/codex.js')
  const program = join(modules, 'codex-linux-x64/vendor/x86_64-unknown-linux-musl/bin/codex')
  for (const file of [wrapper, program]) {
    mkdirSync(join(file, '..'), {recursive: true})
    writeFileSync(file, '')
  }
  const linux = {platform: 'linux', arch: 'x64'}
  expect(nativeCodex({file: wrapper, args: []}, linux)).toEqual({file: program, args: []})
  expect(nativeCodex({file: process.execPath, args: [wrapper, '-x']}, linux)).toEqual({file: program, args: ['-x']})
  const other = {file: '/usr/bin/codex', args: []}
  expect(nativeCodex(other, linux)).toEqual(other)
})
