import {spawnSync} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {spawn} from '@lydell/node-pty'
import {type OutputOptions, rolldown} from 'rolldown'
import config from '../rolldown.config.ts'

/** What a start costs, beside the least it could cost in the same run: a bare node, and a bare hello by Ink in the same bundle. */

const RUNS = Number(process.env.RUNS ?? 31)
/** The first runs warm the disk's cache. */
const UNCOUNTED = 2
const LIMITS = {version: 1.25, frame: 1.3} as const

/** Milliseconds; `cpu` is user and system time of all threads, absent where the system does not tell. */
type Cost = {readonly wall: number; readonly cpu: number | undefined}
type Compared = {readonly ours: Cost; readonly least: Cost; readonly ratio: Cost; readonly limit?: number}

export type StartFigures = {readonly version: Compared; readonly frame: Compared; readonly meet: Compared}

export async function run(print: (line: string) => void = line => console.log(line)): Promise<StartFigures> {
  mkdirSync('.cache', {recursive: true})
  const dir = mkdtempSync(join('.cache', 'start-'))
  try {
    const product = await build(join(dir, 'product'), 'source/cli.tsx', 'cli.cjs')
    const hello = await build(join(dir, 'hello'), 'bench/programs/hello.tsx', 'cli.js')
    const home = join(process.cwd(), dir, 'home')
    mkdirSync(home)
    const world = {cwd: home, env: worldOf(home)}
    const costs: Record<Sample, Cost[]> = {version: [], node: [], frame: [], hello: [], meet: [], silence: []}
    const samples: Readonly<Record<Sample, () => Promise<Cost>>> = {
      version: async () => untilEnd([product, '--version'], world),
      node: async () => untilEnd(['-e', '0'], world),
      frame: () => untilFrame([product], world),
      hello: () => untilFrame([hello], world),
      meet: () => untilFirstLine([product, ...MEET, '--out', join(home, 'transcripts')], world),
      silence: () => untilFirstLine(['-e', "process.stdout.write('{}\\n')"], world),
    }
    for (const pair of PAIRS) {
      for (let at = 0; at < RUNS + UNCOUNTED; at++) {
        // Every other time the other way round, so that neither always comes after the other.
        for (const name of at % 2 === 0 ? pair : pair.toReversed()) {
          const cost = await samples[name]()
          if (at >= UNCOUNTED) costs[name].push(cost)
        }
      }
    }
    const figures: StartFigures = {
      version: compare(costs.version, costs.node, LIMITS.version),
      frame: compare(costs.frame, costs.hello, LIMITS.frame),
      meet: compare(costs.meet, costs.silence),
    }
    table(figures).forEach(print)
    return figures
  } finally {
    rmSync(dir, {recursive: true, force: true})
  }
}

type Sample = 'version' | 'node' | 'frame' | 'hello' | 'meet' | 'silence'
const PAIRS: readonly (readonly Sample[])[] = [
  ['version', 'node'],
  ['frame', 'hello'],
  ['meet', 'silence'],
]

const MEET = ['meet', '--topic', 'Whom is a city built for', '--with', 'marx,socrates', '--provider', 'rehearsal', '--json']

/** Bundled as the product is, with what the product finds beside its bundle. Returns the program's file. */
async function build(dir: string, input: string, program: string): Promise<string> {
  const {output, ...rest} = config as typeof config & {output: OutputOptions}
  const bundle = await rolldown({...rest, input: {cli: input}, logLevel: 'silent'})
  await bundle.write({...output, dir: join(dir, 'dist')})
  await bundle.close()
  for (const name of ['prompts', 'personas', 'package.json']) symlinkSync(join(process.cwd(), name), join(dir, name))
  return join(process.cwd(), dir, 'dist', program)
}

type World = {readonly cwd: string; readonly env: Record<string, string>}

/** A person who has used the program before, on a machine that holds nothing else. CI off: Ink draws nothing there. */
function worldOf(home: string): Record<string, string> {
  const folder = join(home, '.roundtable')
  mkdirSync(folder)
  writeFileSync(join(folder, 'config.json'), JSON.stringify({provider: 'rehearsal', rounds: 2, meetings: []}))
  return {
    PATH: process.env.PATH ?? '',
    HOME: home,
    ROUNDTABLE_HOME: folder,
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    CI: 'false',
  }
}

/** A shell that waits for the program knows what it took; where there is no such shell, only the wall's time is known. */
function untilEnd(args: readonly string[], {cwd, env}: World): Cost {
  const timed = spawnSync('bash', ['-c', 'TIMEFORMAT="%3R %3U %3S"; time "$0" "$@" >/dev/null', process.execPath, ...args], {
    cwd,
    env,
    encoding: 'utf8',
  })
  const [wall, user, system] = (timed.stderr ?? '').trim().split(' ').map(Number)
  if (timed.status === 0 && wall !== undefined && user !== undefined && system !== undefined)
    return {wall: wall * 1000, cpu: (user + system) * 1000}
  const began = performance.now()
  spawnSync(process.execPath, [...args], {cwd, env, stdio: 'ignore'})
  return {wall: performance.now() - began, cpu: undefined}
}

/** A frame is on the terminal when its synchronized update ends. */
const untilFrame = (args: readonly string[], world: World) =>
  untilText(args, world, /\x1b\[\?2026h[\s\S]*[a-z][\s\S]*\x1b\[\?2026l/)

const untilFirstLine = (args: readonly string[], world: World) => untilText(args, world, /^\{[^\n]*\n/)

async function untilText(args: readonly string[], {cwd, env}: World, wanted: RegExp): Promise<Cost> {
  const began = performance.now()
  const pty = spawn(process.execPath, [...args], {name: 'xterm-256color', cols: 80, rows: 24, cwd, env})
  const ended = new Promise<void>(resolve => pty.onExit(() => resolve()))
  let shown = ''
  const cost = await new Promise<Cost>((resolve, reject) => {
    const timer = setTimeout(
      () => reject(new Error(`${args.join(' ')} shows nothing: ${JSON.stringify(shown.slice(0, 200))}`)),
      60_000,
    )
    pty.onData(data => {
      shown += data
      if (!wanted.test(shown)) return
      clearTimeout(timer)
      resolve({wall: performance.now() - began, cpu: cpuOf(pty.pid)})
    })
  })
  pty.kill('SIGKILL')
  await ended
  return cost
}

/** Linux tells it for each thread in nanoseconds. */
function cpuOf(pid: number): number | undefined {
  try {
    const tasks = `/proc/${pid}/task`
    const spent = readdirSync(tasks).map(task => Number(readFileSync(join(tasks, task, 'schedstat'), 'utf8').split(' ')[0]))
    return spent.reduce((sum, one) => sum + one, 0) / 1e6
  } catch {
    return undefined
  }
}

function compare(ours: readonly Cost[], least: readonly Cost[], limit?: number): Compared {
  const [mine, theirs] = [medianCost(ours), medianCost(least)]
  const cpu = mine.cpu !== undefined && theirs.cpu !== undefined ? mine.cpu / theirs.cpu : undefined
  return {
    ours: mine,
    least: theirs,
    ratio: {wall: mine.wall / theirs.wall, cpu},
    ...(limit === undefined ? {} : {limit}),
  }
}

function medianCost(costs: readonly Cost[]): Cost {
  const cpu = costs.flatMap(cost => (cost.cpu === undefined ? [] : [cost.cpu]))
  return {wall: median(costs.map(cost => cost.wall)), cpu: cpu.length > 0 ? median(cpu) : undefined}
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

function table({version, frame, meet}: StartFigures): string[] {
  const ms = (value: number | undefined) => (value === undefined ? '—' : `${value.toFixed(0)} ms`).padStart(9)
  const times = (value: number | undefined) => (value === undefined ? '—' : value.toFixed(2)).padStart(7)
  const cost = (name: string, {wall, cpu}: Cost) => `${name.padEnd(38)}${ms(cpu)}${ms(wall)}`
  const pair = (name: string, least: string, {ours, least: bare, ratio, limit}: Compared) => [
    `${cost(name, ours)}${times(ratio.cpu)}${times(ratio.wall)}${(limit === undefined ? '' : `${limit}`).padStart(9)}`,
    cost(`  ${least}`, bare),
  ]
  return [
    `median of ${RUNS}, interleaved`.padEnd(38) +
      ['CPU', 'wall'].map(head => head.padStart(9)).join('') +
      ['CPU ×', 'wall ×'].map(head => head.padStart(7)).join('') +
      'at most'.padStart(9),
    ...pair('roundtable --version', 'node -e 0', version),
    ...pair('roundtable: first frame', 'Ink hello', frame),
    ...pair('roundtable meet --json: first event', 'node: one line', meet),
  ]
}
