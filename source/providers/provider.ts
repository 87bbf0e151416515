import type {CouncilTurn} from '../core/council.ts'
import type {PersonaResponse} from '../core/council-data.ts'
import type {Fault, Lang, Usage} from '../core/events.ts'
import type {Material} from '../core/material.ts'
import type {ReviewTurn} from '../core/review.ts'
import type {Section} from '../core/review-report.ts'
import type {Position} from '../core/stance.ts'
import type {Stage} from '../core/steps.ts'

/** A failure is a value in the stream, never a throw. After `done` or `failed` nothing follows. */
export type ProviderEvent =
  | {readonly type: 'session'; readonly id: string}
  | {readonly type: 'text'; readonly delta: string}
  /** What was streamed so far is void: the provider begins its answer again. */
  | {readonly type: 'reset'}
  | {readonly type: 'usage'; readonly usage: Usage}
  /** `text` is the whole speech and wins over the deltas. */
  | {
      readonly type: 'done'
      readonly text: string
      readonly warnings?: readonly string[]
      /** No id of a session came with it: the next prompt has to carry everything. */
      readonly stateless?: boolean
    }
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
  readonly stage: Stage
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
  /** Where the meeting is a board. */
  readonly board?: BoardBrief
  /** Where the meeting is a review. */
  readonly review?: ReviewBrief
  /** Where the meeting is a council. */
  readonly council?: CouncilBrief
}

export type CouncilBrief = {
  readonly kind: CouncilTurn['kind']
  /** Id of the member; empty for a discovery. */
  readonly member: string
  /** Of a discovery, with its files. */
  readonly question: string
  readonly files: readonly Material[]
  /** What was found in the repository. */
  readonly facts: readonly string[]
  /** This member's own first answer, for its rebuttal, and those of the others. */
  readonly own?: PersonaResponse
  readonly others: readonly {readonly id: string; readonly name: string; readonly response: PersonaResponse}[]
}

export type ReviewBrief = {
  readonly kind: ReviewTurn['kind']
  /** Key of the role; `recorder` for the judge. */
  readonly role: string
  readonly materials: readonly Material[]
  /** Outputs of others that are handed over with this turn, round by round. */
  readonly said: readonly ReviewSaid[]
  /** Where this role stood last. */
  readonly before?: Position
  /** Of a report, in order. */
  readonly headings: readonly {readonly section: Section; readonly heading: string}[]
}

export type ReviewSaid = {
  readonly who: string
  readonly name: string
  readonly round: number
  readonly text: string
  /** Where it can be read. */
  readonly position?: Position
}

export type BoardBrief = {
  readonly moderator: {readonly id: string; readonly name: string}
  /** Rounds there will be. */
  readonly rounds: number
  /** For the moderator's turns: all that was said at the table so far, oldest first. Empty for everybody else. */
  readonly said: readonly BoardSaid[]
}

/** `round` is the round of discussion it was said in, or for a word after; 0 before the first. */
export type BoardSaid =
  | {readonly kind: 'speech'; readonly who: string; readonly name: string; readonly round: number; readonly text: string}
  | {readonly kind: 'word'; readonly round: number; readonly text: string}

/** How sure a claim is. `verified`: passed `test:real` with exactly this version; `believed`: as measured with another one. */
export type Claim = 'verified' | 'believed' | 'unknown' | 'failed'
export type Aspect = 'found' | 'login' | 'stdin' | 'sessions' | 'tools' | 'isolation' | 'network'
/** One cell of doctor's table. `code` and `slots` name its words in `i18n/doctor`. */
export type Finding = {
  readonly aspect: Aspect
  readonly claim: Claim
  readonly code: string
  readonly slots?: Readonly<Record<string, string | number>>
}

export type Diagnosis = {
  /** A meeting can be held with it as it is now. */
  readonly ok: boolean
  readonly detail: string
  /** The next thing to do. */
  readonly hint?: string
  readonly program?: {readonly path: string; readonly version?: string; readonly checkedWith?: string}
  /** Marked 实验, and never proposed. */
  readonly experimental?: boolean
  readonly findings?: readonly Finding[]
  /** Models it can be asked for, where it tells them without spending anything. */
  readonly models?: readonly string[]
  /** The model that is asked where nobody names one, where that is known. */
  readonly model?: string
  /** The server that will be spoken to, for people. */
  readonly server?: string
}

export type Provider = {
  readonly id: string
  /** Whether a seat's voice remembers its earlier prompts; otherwise each prompt carries the seat's whole view. */
  readonly remembers: boolean
  /** Whether it keeps a session under an id that a later turn can ask for: then a prompt carries only what is new. */
  readonly sessions?: boolean
  /** Whether it can write minutes as data. */
  readonly records: boolean
  /** Spends no tokens. */
  check(signal: AbortSignal): Promise<Diagnosis>
  /** Never throws; ends with exactly one `done` or `failed`. */
  ask(request: AskRequest, signal: AbortSignal): AsyncIterable<ProviderEvent>
  /** Starts what the next turn of this seat will need, without sending anything. Never throws; idempotent. */
  readonly prepare?: (seat: Pick<AskRequest, 'who' | 'system' | 'model' | 'session'>) => void
  /** Ends every process and connection of its own; resolves when they are gone. Idempotent. */
  readonly close?: () => Promise<void>
}
