import {type ChildProcess, spawn} from 'node:child_process'
import {mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import type {LiveEvent, Stamped} from '../../source/core/events.ts'

export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
/** The bundle that `build.ts` makes. */
export const program = join(root, '.cache', 'program', 'cli.js')

/** An empty folder to be in, with a home of its own. */
export type Place = {
  readonly cwd: string
  readonly home: string
  readonly write: (name: string, text: string) => string
  readonly remove: () => void
}

export function makePlace(): Place {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-cli-')))
  const [cwd, home] = [join(base, 'here'), join(base, 'home')]
  mkdirSync(cwd)
  return {
    cwd,
    home,
    write: (name, text) => {
      const path = join(cwd, name)
      mkdirSync(dirname(path), {recursive: true})
      writeFileSync(path, text)
      return path
    },
    remove: () => rmSync(base, {recursive: true, force: true}),
  }
}

export type CliOptions = {
  readonly place: Place
  /** All of standard input, which then ends. Absent: it stays open. */
  readonly typed?: string
  /** Beside the allow-listed variables; undefined takes one away. */
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly program?: string
  readonly cwd?: string
}

export type Ran = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export type Running = {
  readonly child: ChildProcess
  readonly say: (line: string) => void
  readonly end: () => void
  readonly kill: (signal?: NodeJS.Signals) => void
  readonly stdout: () => string
  readonly stderr: () => string
  /** Resolves when standard output (of `--json`, its events) shows it; rejects when the program ends without it. */
  readonly until: (what: (stdout: string) => boolean) => Promise<void>
  readonly untilEvent: (when: (event: LiveEvent) => boolean) => Promise<LiveEvent>
  readonly done: Promise<Ran>
}

export const cleanEnv = (place: Place, more: CliOptions['env'] = {}): NodeJS.ProcessEnv => {
  const env: NodeJS.ProcessEnv = {
    PATH: process.env.PATH,
    HOME: join(place.home, 'user'),
    ROUNDTABLE_HOME: place.home,
    LANG: 'zh_CN.UTF-8',
    TZ: 'UTC',
    ...more,
  }
  return Object.fromEntries(Object.entries(env).filter(([, value]) => value !== undefined))
}

/** The built program as a child of its own, its streams pipes. */
export function startCli(args: readonly string[], options: CliOptions): Running {
  const {place} = options
  const child = spawn(process.execPath, [options.program ?? program, ...args], {
    cwd: options.cwd ?? place.cwd,
    env: cleanEnv(place, options.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let [stdout, stderr] = ['', '']
  const watchers = new Set<() => void>()
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text
    for (const watcher of [...watchers]) watcher()
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text
  })
  child.stdin.on('error', () => {})
  if (options.typed !== undefined) child.stdin.end(options.typed)
  const done = new Promise<Ran>(resolve => {
    child.on('close', (code, signal) => {
      resolve({code, signal, stdout, stderr})
      for (const watcher of [...watchers]) watcher()
    })
  })
  const closed = () => child.exitCode !== null || child.signalCode !== null
  const until = async (what: (text: string) => boolean) => {
    if (what(stdout)) return
    await new Promise<void>((resolve, reject) => {
      const watcher = () => {
        if (what(stdout)) resolve()
        else if (closed() && child.stdout.readableEnded)
          reject(new Error(`ended before it was shown: ${stdout.slice(-800)}\n${stderr}`))
        else return
        watchers.delete(watcher)
      }
      watchers.add(watcher)
    })
  }
  let read = 0
  const untilEvent = async (when: (event: LiveEvent) => boolean) => {
    let found: LiveEvent | undefined
    await until(text => {
      for (let end = text.indexOf('\n', read); end >= 0 && !found; end = text.indexOf('\n', read)) {
        const event = JSON.parse(text.slice(read, end)) as LiveEvent
        read = end + 1
        if (when(event)) found = event
      }
      return found !== undefined
    })
    return found as LiveEvent
  }
  return {
    child,
    say: line => void child.stdin.write(`${line}\n`),
    end: () => void child.stdin.end(),
    kill: (signal = 'SIGKILL') => void child.kill(signal),
    stdout: () => stdout,
    stderr: () => stderr,
    until,
    untilEvent,
    done,
  }
}

/** Standard input ends at once unless `typed` says otherwise. */
export const runCli = (args: readonly string[], options: CliOptions): Promise<Ran> => startCli(args, {typed: '', ...options}).done

/** Folders of meetings, absolute, in the order of their names. */
export function meetingsIn(place: Place, under = 'transcripts'): readonly string[] {
  try {
    return readdirSync(join(place.cwd, under))
      .sort()
      .map(name => join(place.cwd, under, name))
  } catch {
    return []
  }
}

export function onlyMeeting(place: Place): string {
  const [folder, ...more] = meetingsIn(place)
  if (folder === undefined || more.length > 0) throw new Error(`${more.length + (folder ? 1 : 0)} meetings in ${place.cwd}`)
  return folder
}

export const readIn = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

/** The ledger as it stands on the disk, without what is not written whole. */
export const ledgerOf = (folder: string): readonly Stamped[] =>
  readIn(folder, 'meeting.jsonl')
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Stamped)

/** The whole lines of `--json`. */
export const eventsOf = (stdout: string): readonly LiveEvent[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as LiveEvent)

/** What the person says, each line as soon as its moment has come; the moments come one after the other. */
export type Line = readonly [when: (event: LiveEvent) => boolean, ...lines: string[]]

export async function converse(run: Running, lines: readonly Line[]): Promise<Ran> {
  for (const [when, ...said] of lines) {
    await run.untilEvent(when)
    for (const line of said) run.say(line)
  }
  return run.done
}

export const atPause = (event: LiveEvent) => event.type === 'chair.said' && event.line.id.startsWith('pause.')
export const atFailure = (event: LiveEvent) => event.type === 'turn.failed'
/** In the middle of this turn: its first words have been said. */
export const midSpeech = (key: string) => (event: LiveEvent) => event.type === 'turn.delta' && event.key.startsWith(key)
