import {spawn, spawnSync} from 'node:child_process'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'

export const root = join(dirname(fileURLToPath(import.meta.url)), '../..')
/** Where the agents are installed. */
export const agents = join(root, '.cache/real')
/** Milliseconds for one run of the program. */
export const RUN_MS = 240_000

/** What a meeting with these seats is started with, without pauses unless somebody is there. */
export const meetArgs = ({topic = '远程办公会不会让城市变空', seats, out, there = false}) => [
  'meet',
  ...['--topic', topic, '--with', seats, '--rounds', '1', '--out', out],
  ...['--json', '--lang', 'zh', '--ui-lang', 'en', ...(there ? [] : ['--auto'])],
]

/** The seats in one voice, as `--with` takes them. */
export const seatsOf = (id, names = ['马克思', '毛泽东', '鲁迅']) => names.map(name => `${name}:${id}`).join(',')

/** Builds the program and the stopwatch; resolves to where they are. */
export async function build() {
  const {rolldown} = await import('rolldown')
  const program = join(agents, 'program')
  spawnSync('npx', ['rolldown', '-c', '--dir', program, '--logLevel', 'silent'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const bundle = await rolldown({input: join(root, 'test/real/speed.ts'), platform: 'node', logLevel: 'silent', cwd: root})
  await bundle.write({dir: join(agents, 'speed'), format: 'esm'})
  return {program: join(program, 'cli.js'), speed: join(agents, 'speed', 'speed.js')}
}

/** Runs the program; `onEvent` gets each line it prints. `under`: what it is run by. `input`: the lines of a person who is there, kept open for more. */
export function run(program, {args, env, cwd, onEvent = () => {}, under = [], input, mostMs = RUN_MS}) {
  return new Promise(resolve => {
    const [file, ...rest] = [...under, process.execPath, program, ...args]
    const child = spawn(file, rest, {
      ...{env, cwd, stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe']},
      // What it is run by would leave it behind.
      detached: under.length > 0,
    })
    const timer = setTimeout(() => process.kill(under.length > 0 ? -child.pid : child.pid, 'SIGKILL'), mostMs)
    child.stdin?.on('error', () => {})
    if (input !== undefined) child.stdin.write(input)
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
