import {readFileSync} from 'node:fs'
import {fileURLToPath} from 'node:url'
import type {Fault, Usage} from '../../source/core/events.ts'
import {makeLines} from '../../source/providers/cli/lines.ts'
import type {CliAgent, CliCall, Ending, Reading} from '../../source/providers/cli/reading.ts'
import {type Verdict, verdict} from '../../source/providers/cli/verdict.ts'

const folder = new URL('../streams/', import.meta.url)

export type Recording = {readonly stdout: Buffer; readonly ending: Ending; readonly argv: readonly string[]}

/** What a real agent printed once, and how it ended. */
export function recording(name: string): Recording {
  const about = JSON.parse(readFileSync(fileURLToPath(new URL(`${name}.json`, folder)), 'utf8'))
  const {argv, exit, signal, stderr} = about
  return {stdout: readFileSync(fileURLToPath(new URL(`${name}.stdout`, folder))), ending: {code: exit, signal, stderr}, argv}
}

export type Heard = {
  readonly session?: string
  /** Streamed since it last began again. */
  readonly streamed: string
  readonly resets: number
  readonly usage?: Usage
  readonly warnings: readonly string[]
  readonly final?: {readonly text?: string; readonly fault?: Fault}
  readonly fatal?: Fault
}

export function hear(readings: readonly Reading[]): Heard {
  let heard: Heard = {streamed: '', resets: 0, warnings: []}
  for (const reading of readings) {
    if (heard.fatal || (heard.final && reading.type !== 'usage')) break
    if (reading.type === 'session') heard = {...heard, session: reading.id}
    if (reading.type === 'text') heard = {...heard, streamed: heard.streamed + reading.delta}
    if (reading.type === 'reset') heard = {...heard, streamed: '', resets: heard.resets + 1}
    if (reading.type === 'usage') heard = {...heard, usage: reading.usage}
    if (reading.type === 'warning') heard = {...heard, warnings: [...heard.warnings, reading.message]}
    if (reading.type === 'final') heard = {...heard, final: reading}
    if (reading.type === 'fatal') heard = {...heard, fatal: reading.fault}
  }
  return heard
}

/** Lines as an agent prints them, through its reader. */
export function readLines(agent: CliAgent, lines: readonly (string | object)[], resumed?: string): Heard {
  const read = agent.reader(resumed)
  return hear(lines.flatMap(line => read(typeof line === 'string' ? line : JSON.stringify(line))))
}

/** A recording as the runner judges it: text or code of the fault, and what came on the way. */
export function replay(agent: CliAgent, name: string, resumed?: string): Heard & {readonly verdict: Verdict} {
  const {stdout, ending} = recording(name)
  const read = agent.reader(resumed)
  const readings: Reading[] = []
  const lines = makeLines(line => readings.push(...read(line)))
  for (let at = 0; at < stdout.length; at += 7) lines.push(stdout.subarray(at, at + 7))
  lines.end()
  if (!readings.some(({type}) => type === 'final' || type === 'fatal')) readings.push(...(agent.atEnd?.(ending) ?? []))
  const heard = hear(readings)
  const classified = heard.final ? undefined : agent.classify(ending)
  const voided = agent.watch?.(ending.stderr)
  return {
    ...heard,
    verdict: verdict({
      streamed: heard.streamed,
      ended: ending,
      ...(heard.final ? {final: heard.final} : {}),
      ...(heard.fatal ? {cut: {why: 'fatal', fault: heard.fatal}} : {}),
      ...(classified ? {classified} : {}),
      ...(voided ? {voided} : {}),
    }),
  }
}

/** `text`, or `!code` of the fault. */
export const judged = (agent: CliAgent, name: string, resumed?: string): string => {
  const {verdict: found} = replay(agent, name, resumed)
  return found.how === 'done' ? found.text : `!${found.code}`
}

const MARK = 'PROMPT-MARK-7f3a'

export const callOf = (more: Partial<CliCall> = {}): CliCall => ({
  system: 'SYSTEM-MARK-91c2 "quoted"\n第二行',
  prompt: `${MARK} 请发言`,
  session: {how: 'open', id: '0b5e7c1a-0000-4000-8000-00000000abcd'},
  folder: '/private/room',
  trustUserConfig: false,
  ...more,
})

/** Everything of a call but standard input, where neither prompt nor persona may be. */
export function outsideStdin(agent: CliAgent, call: CliCall): string {
  const {args, env = {}} = agent.invoke(call)
  return JSON.stringify([args, env])
}
