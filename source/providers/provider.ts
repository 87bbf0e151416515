import type {Fault, Lang, Usage} from '../core/events.ts'

/** A failure is a value in the stream, never a throw. After `done` or `failed` nothing follows. */
export type ProviderEvent =
  | {readonly type: 'session'; readonly id: string}
  | {readonly type: 'text'; readonly delta: string}
  | {readonly type: 'usage'; readonly usage: Usage}
  /** `text` is the whole speech and wins over the deltas. */
  | {readonly type: 'done'; readonly text: string; readonly warnings?: readonly string[]}
  | {readonly type: 'failed'; readonly fault: Fault}

export type AskRequest = {
  readonly who: {readonly id: string; readonly name: string}
  /** The persona in the meeting's frame; fixed for the life of a session. */
  readonly system: string
  /** Exactly the bytes whose hash stands in the ledger. */
  readonly prompt: string
  readonly model?: string
  /** Go on with this session; absent: open one. */
  readonly session?: string
  /** The same turn as data, for voices that read no prompt (rehearsal, script). */
  readonly turn: TurnBrief
}

export type TurnBrief = {
  readonly key: string
  readonly topic: string
  readonly lang: Lang
  readonly stage: 'opening' | 'response' | 'closing' | 'record'
  /** Round of discussion, from 1; 0 in opening and closing. */
  readonly round: number
  /** Bounds of the speech, in characters (zh) or words (en). */
  readonly limits: {readonly min: number; readonly max: number}
  readonly persona?: {readonly id: string; readonly name: string; readonly body: string}
  /** Handed over with this prompt, verbatim. */
  readonly relays: readonly {readonly who: string; readonly text: string}[]
  readonly userWords: readonly string[]
  /** This seat's own earlier speeches, oldest first. */
  readonly own: readonly string[]
  /** Names of the other seats. */
  readonly others: readonly string[]
  readonly seed: number
}

export type Diagnosis = {readonly ok: boolean; readonly detail: string; readonly hint?: string}

export type Provider = {
  readonly id: string
  /** Whether a seat's voice remembers its earlier prompts; otherwise each prompt carries the seat's whole view. */
  readonly remembers: boolean
  /** Whether it can write minutes as data. */
  readonly records: boolean
  /** Spends no tokens. */
  check(signal: AbortSignal): Promise<Diagnosis>
  /** Never throws; ends with exactly one `done` or `failed`. */
  ask(request: AskRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>
}
