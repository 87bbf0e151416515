import type {Command} from './find-command.ts'
import type {Keeper} from './keeper.ts'
import {launch} from './process.ts'
import type {Ending} from './reading.ts'

/** A question that a program answers by itself, without standard input. */
export type ToProbe = {
  readonly command: Command
  readonly args: readonly string[]
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** Milliseconds, after which it is ended with all it started. */
  readonly capMs: number
}

/** `capped`: it did not end in time. `unstarted`: it is there and could not be run. Standard output is cut at 64 KB. */
export type Probed =
  | (Ending & {readonly how: 'ended'; readonly stdout: string})
  | {readonly how: 'capped' | 'aborted'}
  | {readonly how: 'unstarted'; readonly errno: string}

/** Never rejects. When it resolves, the program and its group are gone. */
export async function probe({command, args, cwd, env, capMs}: ToProbe, keeper: Keeper, signal: AbortSignal): Promise<Probed> {
  if (signal.aborted) return {how: 'aborted'}
  const chunks: Buffer[] = []
  let bytes = 0
  const call = {file: command.file, args: [...command.args, ...args], cwd, env, input: '', meeting: 'doctor'}
  const child = launch(call, keeper, chunk => {
    if (bytes < MOST_OUTPUT) chunks.push(chunk)
    bytes += chunk.length
  })
  let cutShort = () => {}
  const cut = new Promise<Probed>(resolve => {
    const abort = () => resolve({how: 'aborted'})
    const cap = setTimeout(() => resolve({how: 'capped'}), capMs)
    signal.addEventListener('abort', abort, {once: true})
    cutShort = () => {
      clearTimeout(cap)
      signal.removeEventListener('abort', abort)
    }
  })
  const ended = child.ended.then((ending): Probed => {
    const stdout = Buffer.concat(chunks).subarray(0, MOST_OUTPUT).toString('utf8')
    return ending.trouble === undefined ? {how: 'ended', ...ending, stdout} : {how: 'unstarted', errno: ending.trouble}
  })
  const found = await Promise.race([ended, cut])
  cutShort()
  await child.stop()
  return found
}

const MOST_OUTPUT = 64 * 1024
