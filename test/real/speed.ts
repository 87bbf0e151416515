import childProcess, {type ChildProcess} from 'node:child_process'
import {randomUUID} from 'node:crypto'
import {mkdtempSync} from 'node:fs'
import {syncBuiltinESMExports} from 'node:module'
import {homedir, tmpdir} from 'node:os'
import {join} from 'node:path'
import {claude, makeClaude} from '../../source/providers/claude.ts'
import {makeKeeper} from '../../source/providers/cli/keeper.ts'
import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import type {CliAgent} from '../../source/providers/cli/reading.ts'
import {type CliWorld, realAfter} from '../../source/providers/cli/world.ts'
import {lockedCodex, makeCodex} from '../../source/providers/codex-app-server.ts'
import {gemini, makeGemini} from '../../source/providers/gemini.ts'
import {makeOpencode, opencode} from '../../source/providers/opencode.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {makeQwen, qwen} from '../../source/providers/qwen.ts'
import {asked} from '../providers/cli/world.ts'

// Prints how long turns take, warm and one-shot, in milliseconds: `node speed.js AGENT`.

/** Milliseconds within which more rounds are timed than are asked for. */
const QUICK_MS = 15_000

/** `single`: what the warm way falls back to, a process a turn. */
type Timeable = {readonly single: (world: CliWorld) => CliAgent | Promise<CliAgent>; readonly warm: (world: CliWorld) => Provider}
const agents: Readonly<Record<string, Timeable>> = {
  claude: {single: () => claude, warm: makeClaude},
  codex: {single: async world => (await lockedCodex(world)).agent, warm: makeCodex},
  gemini: {single: () => gemini, warm: makeGemini},
  opencode: {single: () => opencode, warm: makeOpencode},
  qwen: {single: () => qwen, warm: makeQwen},
}

const root = mkdtempSync(join(tmpdir(), 'roundtable-speed-'))
const id = process.argv[2] ?? ''
const world: CliWorld = {
  env: process.env,
  userHome: homedir(),
  platform: process.platform,
  root,
  meeting: 'speed',
  keeper: makeKeeper({platform: process.platform, folder: join(root, 'running'), startOf: () => 'unknown', pid: process.pid}),
  uuid: randomUUID,
  after: realAfter,
  settings: {
    opencode: {model: 'openai/gpt-5.5'},
    gemini: {model: 'gemini-2.5-flash'},
    codex: {model: 'gpt-5.5'},
  },
  lang: 'en',
}

/** `raw`: what the process itself took of `first`, from the write that asked to the piece of output that answered. */
type Timed = {readonly first: number; readonly whole: number; readonly raw: number}

/** When the processes were last written to and last heard from: each is watched from outside, as it is. */
const seen = {wrote: 0, heard: 0}
const realSpawn = childProcess.spawn
const watchedSpawn = (...args: Parameters<typeof realSpawn>): ChildProcess => {
  const child: ChildProcess = realSpawn(...args)
  const write = child.stdin?.write.bind(child.stdin)
  if (child.stdin && write) {
    child.stdin.write = ((...given: Parameters<typeof write>) => {
      if (seen.wrote === 0) seen.wrote = performance.now()
      return write(...given)
    }) as typeof child.stdin.write
  }
  child.stdout?.prependListener('data', () => {
    seen.heard = performance.now()
  })
  return child
}
childProcess.spawn = watchedSpawn as typeof realSpawn
syncBuiltinESMExports()

/** Turns of one session, one after another. */
function timer(provider: Provider): () => Promise<Timed> {
  let session: string | undefined
  let turn = 0
  return async () => {
    const begun = performance.now()
    let first = 0
    let raw = 0
    seen.wrote = 0
    const request = asked({prompt: `turn ${turn++}`, ...(session ? {session} : {})})
    for await (const event of provider.ask(request, new AbortController().signal)) {
      if (event.type === 'text' && first === 0) {
        first = performance.now() - begun
        raw = seen.heard - seen.wrote
      }
      if (event.type === 'session') session = event.id
      if (event.type === 'failed') throw new Error(`${id}: ${event.fault.message}`)
    }
    return {first, whole: performance.now() - begun, raw}
  }
}

/** The first quartile: what a turn takes when nothing else holds it up, of each way by the same measure. */
const quick = (times: readonly number[]) => Math.round([...times].sort((a, b) => a - b)[Math.floor(times.length / 4)] ?? 0)

const known = agents[id]
if (!known) throw new Error(`no such agent: ${id}`)
const warm = known.warm(world)
const alone = {...world, meeting: 'single'}
const single = makeCliProvider(await known.single(alone), alone)
const [askWarm, askSingle] = [timer(warm), timer(single)]
const warmTimes = [await askWarm()]
const singleTimes: Timed[] = []
// In turn with each other, so that a slow moment of the machine is in both figures; the quick ones more often.
for (let round = 0; round < 5 || (round < 20 && performance.now() < QUICK_MS); round++) {
  warmTimes.push(await askWarm(), await askWarm())
  singleTimes.push(await askSingle())
}
await warm.close?.()
await single.close?.()
const later = warmTimes.slice(1)
console.log(
  JSON.stringify({
    firstTurn: Math.round(warmTimes[0]?.first ?? 0),
    warmFirst: quick(later.map(({first}) => first)),
    rawFirst: quick(later.map(({raw}) => raw)),
    warmWhole: quick(later.map(({whole}) => whole)),
    singleFirst: quick(singleTimes.map(({first}) => first)),
    singleWhole: quick(singleTimes.map(({whole}) => whole)),
  }),
)
world.keeper.close()
