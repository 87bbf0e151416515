import {type ChildProcess, spawn} from 'node:child_process'
import type {Writable} from 'node:stream'
import type {Keeper} from './keeper.ts'
import type {Ending} from './reading.ts'

export type Launch = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** All of standard input, which is ended after it; absent: it stays open for `write`. */
  readonly input?: string
  /** For the register. */
  readonly meeting: string
}

/** `trouble`: the system's name of the error that kept it from starting. */
export type Ended = Ending & {readonly trouble?: string}

export type Child = {
  readonly pid: number | undefined
  readonly write: (text: string) => void
  readonly endInput: () => void
  /** At most the last 8 KB so far. */
  readonly stderr: () => string
  /** After the last byte of output. A stranger that holds the pipe open delays it by a moment, not for ever. Never rejects. */
  readonly ended: Promise<Ended>
  /** TERM to the group, KILL after 500 ms, also when its leader has gone. Resolves when the group has gone. Idempotent. */
  readonly stop: () => Promise<void>
}

/** Milliseconds between TERM and KILL. */
export const GRACE_MS = 500
const STDERR_BYTES = 8 * 1024
/** Milliseconds without a byte, after the process itself has ended, until the output counts as over. */
const HELD_OPEN_MS = 150
/** Milliseconds in which a killed group is believed to be gone: only zombies that nobody fetches stay longer. */
const GONE_MS = 300

/**
 * Waits until the program has told its guardian about the group, and only then becomes the agent: should the program die between
 * the two, no agent is ever started. Descriptor 3 is the gate.
 */
const gate = 'read -r go <&3 && [ "$go" = go ] && unset go SHLVL OLDPWD && exec 3<&- && exec "$@"'

/** Starts a process in a group of its own. Never throws; what goes wrong is in `ended`. */
export function launch({file, args, cwd, env, input, meeting}: Launch, keeper: Keeper, onOutput: (bytes: Buffer) => void): Child {
  const posix = keeper.platform !== 'win32'
  let child: ChildProcess
  try {
    child = posix
      ? spawn('/bin/sh', ['-c', gate, 'sh', file, ...args], {cwd, env, detached: true, stdio: ['pipe', 'pipe', 'pipe', 'pipe']})
      : spawn(file, args, {cwd, env, stdio: ['pipe', 'pipe', 'pipe'], windowsHide: true})
  } catch (error) {
    return unstarted(error)
  }
  const {pid} = child
  const forget = pid === undefined ? () => {} : keeper.watch(pid, meeting)
  const tail = keepTail(STDERR_BYTES)
  child.stderr?.on('data', (bytes: Buffer) => tail.push(bytes))
  child.stdin?.on('error', () => {})
  if (input !== undefined) child.stdin?.end(input)
  openGate(child)

  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= (pid === undefined ? Promise.resolve() : posix ? stopGroup(pid) : stopTree(child, pid)).then(forget)
    return stopping
  }
  const ended = new Promise<Ended>(resolve => {
    let exit: {code: number | null; signal: NodeJS.Signals | null} = {code: null, signal: null}
    let held: NodeJS.Timeout | undefined
    const finish = (trouble?: string) => {
      clearTimeout(held)
      resolve({...exit, stderr: tail.text(), ...(trouble ? {trouble} : {})})
      // What it started may still be there, holding the pipes or not.
      void stop()
      child.stdout?.destroy()
      child.stderr?.destroy()
    }
    const wait = () => {
      clearTimeout(held)
      held = setTimeout(finish, HELD_OPEN_MS)
    }
    child.stdout?.on('data', (bytes: Buffer) => {
      onOutput(bytes)
      if (held) wait()
    })
    child.on('error', error => finish(errnoOf(error)))
    child.on('exit', (code, signal) => {
      exit = {code, signal}
      wait()
    })
    child.on('close', () => finish())
  })
  return {
    pid,
    write: text => {
      if (child.stdin?.writable) child.stdin.write(text)
    },
    endInput: () => child.stdin?.end(),
    stderr: tail.text,
    ended,
    stop,
  }
}

function openGate(child: ChildProcess) {
  const opened = child.stdio[3] as Writable | null | undefined
  opened?.on('error', () => {})
  opened?.end('go\n')
}

function unstarted(error: unknown): Child {
  const nothing = () => {}
  const ended = Promise.resolve({code: null, signal: null, stderr: '', trouble: errnoOf(error)})
  return {pid: undefined, write: nothing, endInput: nothing, stderr: () => '', ended, stop: () => Promise.resolve()}
}

async function stopGroup(group: number): Promise<void> {
  signalGroup(group, 'SIGTERM')
  if (await isGone(group, GRACE_MS)) return
  signalGroup(group, 'SIGKILL')
  await isGone(group, GONE_MS)
}

/** Whether the group has gone within `ms`. Its id is not given away as long as one of it is there. */
async function isGone(group: number, ms: number): Promise<boolean> {
  for (let waited = 0; ; waited += 10) {
    if (!signalGroup(group, 0)) return true
    if (waited >= ms) return false
    await new Promise(resolve => setTimeout(resolve, 10))
  }
}

function signalGroup(group: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-group, signal)
    return true
  } catch {
    return false
  }
}

/** Windows has no groups to signal: the tree is ended as the system sees it, at once and as well as it can. */
async function stopTree(child: ChildProcess, pid: number): Promise<void> {
  if (child.exitCode !== null) return
  await new Promise<void>(resolve => {
    const killer = spawn('taskkill', ['/pid', String(pid), '/T', '/F'], {stdio: 'ignore', windowsHide: true})
    killer.on('error', () => {
      child.kill()
      resolve()
    })
    killer.on('exit', () => resolve())
  })
}

function keepTail(most: number) {
  let kept: Buffer = Buffer.alloc(0)
  return {
    push: (bytes: Buffer) => {
      kept = Buffer.concat([kept, bytes]).subarray(-most)
    },
    // A character that the cut went through is left out.
    text: () => kept.toString('utf8').replace(/^\uFFFD+/, ''),
  }
}

const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error)
