// Holds a meeting with one agent in a network of its own, where nothing but the model's server is, and looks at every connection
// and every name its processes ask for: `node watch.mjs AGENT PROGRAM`, inside of what `watch` below sets up. Prints one line of JSON.
import {spawnSync} from 'node:child_process'
import {mkdtempSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {agents, meetArgs, root, run, seatsOf} from './program.mjs'
import {readTrace, traced} from './trace.mjs'
import {openWorld, ownModels} from './world.mjs'

const here = fileURLToPath(import.meta.url)

/** The name of each vendor's own model server, which is all that may be asked for where no other server is given. */
const OWN_SERVER = {
  claude: 'api.anthropic.com',
  codex: 'api.openai.com',
  gemini: 'generativelanguage.googleapis.com',
  opencode: 'api.openai.com',
  qwen: 'dashscope.aliyuncs.com',
}

/** Milliseconds that the first pause lasts: what an agent gathers to send once a minute has to show. */
const PAUSE_MS = 65_000
/** Milliseconds for the meeting that reaches no server; it is cut then. */
const UNREACHED_MS = 30_000
const NAME_SERVER_PORT = /:53$/

/** A loopback of its own, and a name server at an address where nobody answers. */
const ENTER = 'ip link set lo up && mount --bind "$1" /etc/resolv.conf && shift && exec "$@"'

/** What keeps this machine from watching, in words; undefined: nothing does. */
export function cannotWatch() {
  if (spawnSync('strace', ['-f', '-qq', '-o', '/dev/null', 'true']).status !== 0) return 'strace is not here, or may not be used'
  return enter(['true'], {}).status === 0 ? undefined : 'no network of its own can be made here (unshare, ip)'
}

function enter(command, options) {
  const folder = mkdtempSync(join(tmpdir(), 'roundtable-network-'))
  const names = join(folder, 'resolv.conf')
  writeFileSync(names, 'nameserver 127.0.0.1\noptions attempts:1 timeout:1\n')
  const ran = spawnSync('unshare', ['-rnm', 'sh', '-c', ENTER, 'sh', names, ...command], {encoding: 'utf8', ...options})
  rmSync(folder, {recursive: true, force: true})
  return ran
}

/** What one agent reached for: `given` beside a server it was given, `own` without one. `wrong` says what it should not have. */
export function watch(program, id) {
  const ran = enter([process.execPath, here, id, program], {timeout: 600_000, stdio: ['ignore', 'pipe', 'inherit']})
  const line = ran.stdout?.trim().split('\n').at(-1) ?? ''
  return line.startsWith('{') ? JSON.parse(line) : {given: [], own: [], wrong: ['it could not be watched to the end']}
}

async function given(program, id) {
  const world = await openWorld(root, agents)
  try {
    const seen = await meet(program, id, world, PAUSE_MS)
    const servers = world.servers
    const wrong = [
      ...seen.strange.filter(end => !servers.includes(end)).map(end => `connects to ${end}`),
      ...seen.names.map(name => `asks for ${name}`),
      ...seen.blind.map(what => `cannot be watched through ${what}`),
    ]
    if (!seen.ends.some(end => servers.includes(end))) wrong.push('its connection to the model was not seen')
    if (seen.code !== 0) wrong.push(`the watched meeting ends with ${seen.code}`)
    return {reached: [...seen.names, ...seen.strange.map(end => (servers.includes(end) ? 'the model' : end))], wrong}
  } finally {
    world.close()
  }
}

/** The same without a server of ours: what it does where it would speak to its vendor's. */
async function own(program, id) {
  const world = await openWorld(root, agents)
  try {
    ownModels(world)
    const seen = await meet(program, id, world, 0, UNREACHED_MS)
    const expected = OWN_SERVER[id]
    const wrong = [
      ...seen.strange.filter(end => !NAME_SERVER_PORT.test(end)).map(end => `without a server given: connects to ${end}`),
      ...seen.names.filter(name => name !== expected).map(name => `without a server given: asks for ${name}`),
    ]
    if (!seen.names.includes(expected)) wrong.push(`without a server given: was not seen to ask for ${expected}`)
    return {reached: seen.names, wrong}
  } finally {
    world.close()
  }
}

async function meet(program, id, world, pauseMs, mostMs) {
  const trace = join(world.home, 'trace')
  const args = meetArgs({seats: seatsOf(id, ['马克思', '鲁迅']), out: join(world.home, 'meetings'), there: pauseMs > 0})
  let goesOn
  const onEvent = (event, child) => {
    if (event.type !== 'turn.finished' || pauseMs === 0 || goesOn) return
    // From here on somebody says "continue" at each pause.
    goesOn = setTimeout(() => {
      goesOn = setInterval(() => child.stdin.write('继续\n'), 1000)
    }, pauseMs)
  }
  const input = pauseMs > 0 ? '' : undefined
  const under = traced(trace)
  const ended = await run(program, {
    ...{args, env: world.env, cwd: world.home, onEvent, under, input},
    ...(mostMs ? {mostMs} : {}),
  })
  clearInterval(goesOn)
  const seen = readTrace(readFileSync(trace, 'utf8'))
  return {...seen, code: ended.code, strange: seen.ends.filter(end => !seen.own.includes(end))}
}

if (process.argv[1] === here) {
  const [, , id, program] = process.argv
  const [beside, without] = [await given(program, id), await own(program, id)]
  console.log(JSON.stringify({given: beside.reached, own: without.reached, wrong: [...beside.wrong, ...without.wrong]}))
  process.exit(0)
}
