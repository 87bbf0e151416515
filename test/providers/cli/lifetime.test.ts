import {spawn} from 'node:child_process'
import {existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {claude} from '../../../source/providers/claude.ts'
import {registerFolder} from '../../../source/providers/cli/folders.ts'
import {makeKeeper, reapLeftovers} from '../../../source/providers/cli/keeper.ts'
import {makeCliProvider} from '../../../source/providers/cli/one-shot.ts'
import {launch} from '../../../source/providers/cli/process.ts'
import {thisProcess} from '../../../source/runtime/lock-owner.ts'
import {asked, makeTestWorld} from './world.ts'

const here = dirname(fileURLToPath(import.meta.url))
const sleep = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const {startOf} = thisProcess()
let folder = ''
let host = ''

beforeAll(async () => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-lifetime-')))
  host = join(folder, 'host.mjs')
  const bundle = await rolldown({input: join(here, 'fixtures/host-program.ts'), platform: 'node', logLevel: 'silent'})
  await bundle.write({file: host, format: 'esm', codeSplitting: false})
  await bundle.close()
})
afterAll(() => rmSync(folder, {recursive: true, force: true, maxRetries: 3}))

/** Processes that carry this folder in their arguments or environment, zombies left out. */
function ofFolder(root: string): readonly number[] {
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name))
    .map(Number)
    .filter(pid => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
        if ('ZX'.includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? 'X')) return false
        return ['cmdline', 'environ'].some(name => readFileSync(`/proc/${pid}/${name}`, 'utf8').includes(root))
      } catch {
        return false
      }
    })
}

function seeded(seed: number) {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** An agent in a few lines of shell, so that hundreds of them cost little: it speaks, leaves a child behind, and may not listen. */
const agentScript = (stubborn: boolean) => `${stubborn ? "trap '' TERM HUP INT" : ''}
sleep 60 &
echo '{"type":"stream_event","event":{"type":"content_block_delta","delta":{"type":"text_delta","text":"One "}}}'
${stubborn ? 'while :; do sleep 1; done' : 'sleep 0.05'}
echo '{"type":"result","is_error":false,"result":"One two."}'
sleep 0.02
`

function agentIn(root: string, stubborn: boolean): string {
  mkdirSync(root, {recursive: true})
  const path = join(root, 'agent.sh')
  writeFileSync(path, agentScript(stubborn))
  return path
}

describe.runIf(process.platform === 'linux')('no process of ours outlives the program', () => {
  it('fifty programs that are killed at any moment leave nothing behind, not even their guardian', async () => {
    const random = seeded(7)
    const left: Promise<readonly number[]>[] = []
    let seen = 0
    const lanes = Array.from({length: 5}, async (_, lane) => {
      for (let killed = 0; killed < 10; killed++) {
        const root = join(folder, `program-${lane}-${killed}`)
        const program = spawn(process.execPath, [host, root, agentIn(root, killed % 2 === 0)], {
          stdio: ['ignore', 'pipe', 'ignore'],
        })
        const dead = new Promise(resolve => program.on('exit', resolve))
        await new Promise(resolve => program.stdout.once('data', resolve))
        await sleep(random() * 250)
        seen += ofFolder(root).length
        program.kill('SIGKILL')
        await dead
        left.push(sleep(1500).then(() => ofFolder(root)))
      }
    })
    await Promise.all(lanes)
    expect((await Promise.all(left)).flat()).toEqual([])
    expect(seen).toBeGreaterThan(150)
  })

  it('two hundred turns that are broken off at any moment leave nothing behind', async () => {
    const random = seeded(11)
    const lanes = Array.from({length: 4}, async (_, lane) => {
      const world = makeTestWorld()
      const command = ['/bin/sh', agentIn(world.folder, lane === 0)]
      const provider = makeCliProvider(claude, {...world, settings: {claude: {command}}})
      for (let turn = 0; turn < (lane === 0 ? 20 : 60); turn++) {
        const stop = new AbortController()
        const timer = setTimeout(() => stop.abort(), random() * 80)
        const events = []
        for await (const event of provider.ask(asked({who: {id: `seat-${turn % 3}`, name: ''}}), stop.signal))
          events.push(event.type)
        clearTimeout(timer)
        expect(events.filter(type => type === 'done' || type === 'failed')).toHaveLength(1)
      }
      await sleep(1500)
      expect(ofFolder(world.folder).filter(pid => pid !== world.keeper.guardianPid())).toEqual([])
      expect(readdirSync(registerFolder(world.folder))).toEqual([])
      await provider.close?.()
      world.remove()
    })
    await Promise.all(lanes)
  })

  it('what survived a killed program and its guardian is found by the next start, and only that', async () => {
    const root = join(folder, 'leftovers')
    const register = registerFolder(root)
    const keeper = makeKeeper({platform: process.platform, folder: register, startOf, pid: process.pid})
    const start = (name: string) =>
      launch(
        {
          file: '/bin/sh',
          args: ['-c', `trap '' TERM; sleep 60 & wait; : ${root}`],
          cwd: '/',
          env: {PATH: '/bin'},
          input: '',
          meeting: name,
        },
        keeper,
        () => {},
      )
    const [left, other, mine] = [start('m-left'), start('m-other'), start('m-mine')]
    const rewrite = (
      pid: number | undefined,
      change: (entry: {started: string; program: {pid: number; started: string}}) => void,
    ) => {
      const path = join(register, `${pid}.json`)
      const entry = JSON.parse(readFileSync(path, 'utf8'))
      change(entry)
      writeFileSync(path, JSON.stringify(entry))
    }
    // As if the program had gone; and once more as if the pid had been given to somebody else since.
    const gone = {pid: 2 ** 22 + 1, started: '1'}
    rewrite(left.pid, entry => Object.assign(entry, {program: gone}))
    rewrite(other.pid, entry => Object.assign(entry, {program: gone, started: '12345'}))
    writeFileSync(join(register, '99.json'), '{"torn')
    const reaped = await reapLeftovers({folder: register, startOf})
    expect(reaped).toEqual([{pid: left.pid, meeting: 'm-left'}])
    await left.ended
    expect(startOf(left.pid ?? 0)).toBe('gone')
    expect(startOf(other.pid ?? 0)).toMatchObject({})
    expect(startOf(other.pid ?? 0)).not.toBe('gone')
    expect(startOf(mine.pid ?? 0)).not.toBe('gone')
    expect(readdirSync(register)).toEqual([`${mine.pid}.json`])
    await Promise.all([other.stop(), mine.stop()])
    expect(existsSync(join(register, `${mine.pid}.json`))).toBe(false)
    keeper.close()
  })

  it('a guardian that somebody ends is started again and still knows its groups', async () => {
    const root = join(folder, 'guardian')
    const keeper = makeKeeper({platform: process.platform, folder: registerFolder(root), startOf, pid: process.pid})
    const child = launch({file: '/bin/sleep', args: ['60'], cwd: '/', env: {}, input: '', meeting: root}, keeper, () => {})
    const first = keeper.guardianPid() ?? 0
    process.kill(first, 'SIGKILL')
    for (let waited = 0; waited < 200 && keeper.guardianPid() === first; waited++) await sleep(10)
    const second = keeper.guardianPid() ?? 0
    expect(second).not.toBe(first)
    expect(startOf(second)).not.toBe('gone')
    await child.stop()
    keeper.close()
    for (let waited = 0; waited < 200 && startOf(second) !== 'gone'; waited++) await sleep(10)
    expect(startOf(second)).toBe('gone')
  })

  it('an agent is never started when the program dies before its guardian knows of it', async () => {
    const mark = join(folder, 'started')
    const keeper = {platform: process.platform, watch: () => () => {}, guardianPid: () => undefined, close: () => {}}
    const watch = () => {
      throw new Error('as if killed here')
    }
    expect(() =>
      launch(
        {file: '/bin/sh', args: ['-c', `: > ${mark}`], cwd: '/', env: {}, input: '', meeting: ''},
        {...keeper, watch},
        () => {},
      ),
    ).toThrow()
    await sleep(200)
    expect(existsSync(mark)).toBe(false)
  })
})
