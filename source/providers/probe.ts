import {type ChildProcess, spawn} from 'node:child_process'
import {accessSync, constants, statSync} from 'node:fs'
import {delimiter, isAbsolute, join} from 'node:path'
import type {Ending} from './cli/reading.ts'

/** A question to a program that it answers by itself: no standard input, no terminal, an environment of its own. */
export type ToProbe = {
  readonly file: string
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds, after which it is killed with all it started. */
  readonly capMs: number
}

/** `capped`: it did not end in time. `unstarted`: it is there and could not be run. Text is cut at 64 KB. */
export type Probed =
  | (Ending & {readonly how: 'ended'; readonly stdout: string})
  | {readonly how: 'capped' | 'aborted'}
  | {readonly how: 'unstarted'; readonly errno: string}

/** Never rejects. When it resolves, the program and its group are gone. */
export function probe({file, args, cwd, env, capMs}: ToProbe, signal: AbortSignal): Promise<Probed> {
  if (signal.aborted) return Promise.resolve({how: 'aborted'})
  return new Promise(resolve => {
    let child: ChildProcess
    try {
      child = spawn(file, args, {cwd, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true, windowsHide: true})
    } catch (error) {
      resolve({how: 'unstarted', errno: errnoOf(error)})
      return
    }
    const stdout = gather(child.stdout)
    const stderr = gather(child.stderr)
    const settle = (found: Probed) => {
      clearTimeout(cap)
      signal.removeEventListener('abort', abort)
      killGroup(child)
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve(found)
    }
    const abort = () => settle({how: 'aborted'})
    const cap = setTimeout(() => settle({how: 'capped'}), capMs)
    signal.addEventListener('abort', abort, {once: true})
    child.on('error', error => settle({how: 'unstarted', errno: errnoOf(error)}))
    child.on('exit', (code, ended) => {
      const done = () => settle({how: 'ended', code, signal: ended, stdout: stdout(), stderr: stderr()})
      // What it started may hold the pipes open for ever; its own last bytes are there by then.
      const drained = setTimeout(done, DRAIN_MS)
      child.on('close', () => {
        clearTimeout(drained)
        done()
      })
    })
  })
}

const DRAIN_MS = 100
const MOST_TEXT = 64 * 1024

function gather(stream: ChildProcess['stdout']): () => string {
  const chunks: Buffer[] = []
  let bytes = 0
  stream?.on('data', (chunk: Buffer) => {
    if (bytes < MOST_TEXT) chunks.push(chunk)
    bytes += chunk.length
  })
  stream?.on('error', () => {})
  return () => Buffer.concat(chunks).subarray(0, MOST_TEXT).toString('utf8')
}

function killGroup({pid}: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL')
  } catch {
    // Nobody of the group is left.
  }
}

const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'EUNKNOWN'

/** The first of these names that PATH has as a file that may be run. A relative folder in PATH is passed over: it is anybody's. */
export function findProgram(names: readonly string[], env: NodeJS.ProcessEnv): string | undefined {
  const folders = (env.PATH ?? '').split(delimiter).filter(isAbsolute)
  const endings = process.platform === 'win32' ? (env.PATHEXT ?? '.EXE;.CMD').split(';') : ['']
  return names
    .flatMap(name => folders.flatMap(folder => endings.map(ending => join(folder, name + ending))))
    .find(path => isProgram(path))
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
