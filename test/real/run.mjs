// Holds meetings with the real agents against made-up models: `npm run test:real [-- AGENT… --mixed --write]`.
// Exits 1 when a check fails. `--write` adds the versions that passed to source/providers/verified.ts, and those that were seen to
// reach nothing but their model to the second table there.
import {spawnSync} from 'node:child_process'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {holdHostile, holdWithoutAgent} from './hostile.mjs'
import {install, pinned} from './install.mjs'
import {holdKinds} from './kinds.mjs'
import {agents, build, meetArgs, RUN_MS, root, run, seatsOf} from './program.mjs'
import {checkMeeting} from './requests.mjs'
import {cannotWatch, watch} from './watch.mjs'
import {linesOf, openWorld, stragglers} from './world.mjs'

const named = process.argv.slice(2).filter(arg => !arg.startsWith('-'))
const ids = named.length > 0 || process.argv.includes('--mixed') ? named : Object.keys(pinned)

async function holdMeeting(programs, {seats, killAfter}) {
  const world = await openWorld(root, agents)
  const wrong = []
  try {
    const out = join(world.home, 'meetings')
    const context = {env: world.env, cwd: world.home}
    let finished = 0
    const onEvent = (event, child) => {
      if (event.type === 'turn.finished' && ++finished === killAfter) child.kill('SIGKILL')
    }
    let ended = await run(programs.program, {...context, args: meetArgs({seats, out}), onEvent})
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

function write(tables) {
  const file = join(root, 'source/providers/verified.ts')
  let text = readFileSync(file, 'utf8')
  for (const [name, earned] of Object.entries(tables)) {
    const table = new RegExp(`export const ${name}: Verified = \\{([\\s\\S]*?)\\}\n`)
    // Agents that were not asked this time keep the versions they earned.
    const earlier = [...(table.exec(text)?.[1] ?? '').matchAll(/(\w+): \['([^']+)'\]/g)].map(([, id, version]) => [id, version])
    const all = Object.entries({...Object.fromEntries(earlier), ...earned}).sort(([a], [b]) => a.localeCompare(b))
    const rows = all.map(([id, version]) => `\n  ${id}: ['${version}'],`).join('')
    text = text.replace(table, `export const ${name}: Verified = {${rows}${rows ? '\n' : ''}}\n`)
  }
  writeFileSync(file, text)
}

const versions = install(agents, process.argv.includes('--mixed') ? Object.keys(pinned) : ids)
const programs = await build()
const unwatched = cannotWatch()
if (unwatched) console.error(`where agents connect to is not watched: ${unwatched}`)
const rows = []
const reaches = []
const passed = {}
const watched = {}
for (const id of ids) {
  const version = versions[id]
  if (!version) {
    rows.push({agent: id, checks: 'not installed'})
    continue
  }
  const seats = seatsOf(id)
  const wrong = [
    ...(await holdMeeting(programs, {seats})),
    ...(await holdMeeting(programs, {seats, killAfter: 4})).map(text => `killed and resumed: ${text}`),
    ...(await holdHostile(programs.program, id)).map(text => `among hostile words and files: ${text}`),
    ...(id === 'opencode' ? await holdWithoutAgent(programs.program) : []),
  ]
  const times = await measure(programs, id)
  const times4 = times ? times.singleFirst / times.warmFirst : 0
  if (!times) wrong.push('could not be timed')
  else if (times4 < 4) wrong.push(`warm is only ${times4.toFixed(1)} times faster`)
  // Half again of what the process itself takes, and the grain of the clock where that is next to nothing.
  else if (times.warmFirst > Math.max(times.rawFirst * 1.5, times.rawFirst + 5)) {
    wrong.push(`${times.warmFirst} ms where the process itself takes ${times.rawFirst}`)
  }
  // Under observation everything is slow, so this comes after the timing and says nothing about it.
  const seen = unwatched ? undefined : watch(programs.program, id)
  if (seen) reaches.push({agent: id, 'given a server': seen.given.join(', '), 'given none': seen.own.join(', ')})
  rows.push({
    agent: id,
    version,
    ...times,
    faster: times4.toFixed(1),
    checks: wrong.length === 0 ? 'passed' : `${wrong.length} failed`,
    network: seen ? (seen.wrong.length === 0 ? 'its model only' : `${seen.wrong.length} failed`) : 'not watched',
  })
  for (const text of [...wrong, ...(seen?.wrong ?? [])]) console.error(`${id}: ${text}`)
  if (wrong.length === 0) passed[id] = version
  if (seen?.wrong.length === 0) watched[id] = version
}
const there = process.argv.includes('--mixed') || named.length === 0 ? Object.keys(pinned).filter(id => versions[id]) : []
let mixed = []
if (there.length > 1) {
  const names = ['马克思', '毛泽东', '鲁迅', '孔子', '苏格拉底']
  mixed = await holdMeeting(programs, {seats: there.map((id, at) => `${names[at]}:${id}`).join(',')})
  rows.push({agent: 'one of each', checks: mixed.length === 0 ? 'passed' : `${mixed.length} failed`})
  for (const text of mixed) console.error(`one of each: ${text}`)
  const kinds = await holdKinds(programs.program)
  rows.push({agent: 'board, review, council', checks: kinds.length === 0 ? 'passed' : `${kinds.length} failed`})
  for (const text of kinds) console.error(text)
  mixed.push(...kinds)
}
console.table(rows)
if (reaches.length > 0) console.table(reaches)
if (process.argv.includes('--write')) write({verified: passed, watched})
const all = table => Object.keys(table).length === ids.length
process.exitCode = all(passed) && (unwatched || all(watched)) && mixed.length === 0 ? 0 : 1
