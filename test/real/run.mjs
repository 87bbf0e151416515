// Holds meetings with the real agents against made-up models: `npm run test:real [-- AGENT… --mixed --write]`.
// Exits 1 when a check fails. `--write` adds the versions that passed to source/providers/verified.ts.
import {spawn, spawnSync} from 'node:child_process'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'
import {install, pinned} from './install.mjs'
import {checkMeeting} from './requests.mjs'
import {linesOf, openWorld, stragglers} from './world.mjs'

const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
const agents = join(root, '.cache/real')
const named = process.argv.slice(2).filter(arg => !arg.startsWith('-'))
const ids = named.length > 0 || process.argv.includes('--mixed') ? named : Object.keys(pinned)
const TOPIC = '远程办公会不会让城市变空'
/** Milliseconds for one run of the program. */
const RUN_MS = 240_000

async function build() {
  const program = join(agents, 'program')
  spawnSync('npx', ['rolldown', '-c', '--dir', program, '--logLevel', 'silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const bundle = await rolldown({input: join(root, 'test/real/speed.ts'), platform: 'node', logLevel: 'silent', cwd: root})
  await bundle.write({dir: join(agents, 'speed'), format: 'esm'})
  return {program: join(program, 'cli.js'), speed: join(agents, 'speed', 'speed.js')}
}

/** Runs the program; `onEvent` gets each line it prints, and when. */
function run(program, {args, env, cwd, onEvent = () => {}}) {
  return new Promise(resolve => {
    const child = spawn(process.execPath, [program, ...args], {env, cwd, stdio: ['ignore', 'pipe', 'pipe']})
    const timer = setTimeout(() => child.kill('SIGKILL'), RUN_MS)
    let [kept, errors] = ['', '']
    child.stdout.setEncoding('utf8').on('data', chunk => {
      kept += chunk
      const lines = kept.split('\n')
      kept = lines.pop()
      for (const line of lines) if (line.startsWith('{')) onEvent(JSON.parse(line), child)
    })
    child.stderr.setEncoding('utf8').on('data', chunk => {
      errors += chunk
    })
    child.on('close', (code, signal) => {
      clearTimeout(timer)
      resolve({code, signal, errors})
    })
  })
}

async function holdMeeting(programs, {seats, killAfter}) {
  const world = await openWorld(root, agents)
  const wrong = []
  try {
    const out = join(world.home, 'meetings')
    const context = {env: world.env, cwd: world.home}
    const options = ['--rounds', '1', '--auto', '--json', '--lang', 'zh', '--ui-lang', 'en', '--out', out]
    let finished = 0
    const onEvent = (event, child) => {
      if (event.type === 'turn.finished' && ++finished === killAfter) child.kill('SIGKILL')
    }
    const args = ['meet', '--topic', TOPIC, '--with', seats, ...options]
    let ended = await run(programs.program, {...context, args, onEvent})
    const folder = join(out, readdirSync(out)[0] ?? '')
    if (killAfter) {
      await new Promise(resolve => setTimeout(resolve, 1500))
      const left = stragglers(world.home)
      if (left.length > 0) wrong.push(`${left.length} processes outlive the program by 1.5 s`)
      ended = await run(programs.program, {...context, args: ['resume', folder, '--auto', '--json', '--ui-lang', 'en']})
    }
    if (ended.code !== 0) wrong.push(`exit ${ended.code ?? ended.signal}: ${ended.errors.trim().split('\n').at(-1)}`)
    const ledger = linesOf(join(folder, 'meeting.jsonl'))
    if (ledger.at(-1)?.type !== 'meeting.closed') wrong.push('the meeting is not closed')
    for (const {who, fault} of ledger.filter(event => event.type === 'turn.failed')) wrong.push(`${who}: ${fault.message}`)
    for (const {who, warnings = []} of ledger.filter(event => event.type === 'turn.finished'))
      for (const warning of warnings) console.error(`(${who} warns: ${warning})`)
    wrong.push(...checkMeeting(ledger, world.requests()), ...world.leaks())
    const verify = await run(programs.program, {...context, args: ['verify', folder, '--ui-lang', 'en']})
    if (verify.code !== 0) wrong.push('verify does not agree')
    const left = stragglers(world.home)
    if (left.length > 0) wrong.push(`${left.length} processes are left`)
  } catch (error) {
    wrong.push(String(error?.message ?? error))
  } finally {
    world.close()
  }
  return [...new Set(wrong)]
}

async function measure(programs, id) {
  const world = await openWorld(root, agents)
  try {
    const ran = spawnSync(process.execPath, [programs.speed, id], {
      env: {...world.env, ...(id === 'qwen' ? {OPENAI_BASE_URL: world.qwen} : {})},
      cwd: world.home,
      timeout: RUN_MS,
      encoding: 'utf8',
    })
    const line = ran.stdout?.trim().split('\n').at(-1) ?? ''
    return line.startsWith('{') ? JSON.parse(line) : undefined
  } finally {
    world.close()
  }
}

function write(passed) {
  const file = join(root, 'source/providers/verified.ts')
  const text = readFileSync(file, 'utf8')
  const start = text.indexOf('export const verified')
  const head = text.slice(0, start)
  const tail = text.slice(text.indexOf('\n}\n', start) + 3)
  // Agents that were not asked this time keep the versions they earned.
  const earlier = [...text.matchAll(/^ {2}(\w+): \['([^']+)'\]/gm)].map(([, id, version]) => [id, version])
  const rows = Object.entries({...Object.fromEntries(earlier), ...passed}).map(([id, version]) => `  ${id}: ['${version}'],\n`)
  writeFileSync(file, `${head}export const verified: Verified = {\n${rows.join('')}}\n${tail}`)
}

const versions = install(agents, process.argv.includes('--mixed') ? Object.keys(pinned) : ids)
const programs = await build()
const rows = []
const passed = {}
for (const id of ids) {
  const version = versions[id]
  if (!version) {
    rows.push({agent: id, checks: 'not installed'})
    continue
  }
  const seats = ['马克思', '毛泽东', '鲁迅'].map(name => `${name}:${id}`).join(',')
  const wrong = [
    ...(await holdMeeting(programs, {seats})),
    ...(await holdMeeting(programs, {seats, killAfter: 4})).map(text => `killed and resumed: ${text}`),
  ]
  const times = await measure(programs, id)
  const times4 = times ? times.singleFirst / times.warmFirst : 0
  if (!times) wrong.push('could not be timed')
  else if (times4 < 4) wrong.push(`warm is only ${times4.toFixed(1)} times faster`)
  // Half again of what the process itself takes, and the grain of the clock where that is next to nothing.
  else if (times.warmFirst > Math.max(times.rawFirst * 1.5, times.rawFirst + 5)) {
    wrong.push(`${times.warmFirst} ms where the process itself takes ${times.rawFirst}`)
  }
  rows.push({
    agent: id,
    version,
    ...times,
    faster: times4.toFixed(1),
    checks: wrong.length === 0 ? 'passed' : `${wrong.length} failed`,
  })
  for (const text of wrong) console.error(`${id}: ${text}`)
  if (wrong.length === 0) passed[id] = version
}
const there = process.argv.includes('--mixed') || named.length === 0 ? Object.keys(pinned).filter(id => versions[id]) : []
let mixed = []
if (there.length > 1) {
  const names = ['马克思', '毛泽东', '鲁迅', '孔子', '苏格拉底']
  mixed = await holdMeeting(programs, {seats: there.map((id, at) => `${names[at]}:${id}`).join(',')})
  rows.push({agent: 'one of each', checks: mixed.length === 0 ? 'passed' : `${mixed.length} failed`})
  for (const text of mixed) console.error(`one of each: ${text}`)
}
console.table(rows)
if (process.argv.includes('--write')) write(passed)
process.exitCode = Object.keys(passed).length === ids.length && mixed.length === 0 ? 0 : 1
