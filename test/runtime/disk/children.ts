import {type ChildProcess, spawn} from 'node:child_process'
import {once} from 'node:events'
import {join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {rolldown} from 'rolldown'

/** Bundles a TypeScript program of the tests into `folder`, so that plain node can run it. */
export async function buildChild(source: URL, folder: string): Promise<string> {
  const file = join(folder, 'child.mjs')
  const bundle = await rolldown({input: fileURLToPath(source), platform: 'node', logLevel: 'silent'})
  await bundle.write({file, format: 'esm'})
  await bundle.close()
  return file
}

export type Child = {
  readonly process: ChildProcess
  /** Whole lines of its stdout so far. */
  readonly lines: () => readonly string[]
  /** Waits for a line; throws with its stderr when it ends before. */
  readonly line: (wanted: RegExp) => Promise<string>
  readonly ended: Promise<{readonly code: number | null; readonly signal: string | null}>
}

export function startChild(command: readonly [string, ...string[]]): Child {
  const [file, ...args] = command
  const child = spawn(file, args, {stdio: ['pipe', 'pipe', 'pipe']})
  let said = ''
  let errors = ''
  const lines = () => said.split('\n').slice(0, -1)
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    said += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.on('error', () => {})
  const ended = once(child, 'close').then(([code, signal]) => ({code, signal}))
  const line = async (wanted: RegExp): Promise<string> => {
    for (;;) {
      const found = lines().find(text => wanted.test(text))
      if (found !== undefined) return found
      const more = await Promise.race([once(child.stdout, 'data'), ended.then(() => undefined)])
      if (more === undefined && !lines().some(text => wanted.test(text))) throw new Error(`no ${wanted}: ${said}${errors}`)
    }
  }
  return {process: child, lines, line, ended}
}
