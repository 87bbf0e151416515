/**
 * The closed union everything flows through. Every durable fact of a meeting is one of these events; the screen, the headless
 * streams, resume, verification and the records are folds of them. Stored events are history: a new meaning gets a new type.
 */

import type {Material} from './material.ts'

/** Position of an event in its ledger, counted from 1. */
export type Seq = number
export type Lang = 'zh' | 'en'

/** A place at the table: a persona drawn from public sources, and the voice that speaks for it. */
export type Seat = {
  readonly id: string
  readonly name: string
  /** One line of identity, as the relay's list of participants shows it. */
  readonly title: string
  readonly avatar?: string
  readonly color?: string
  readonly persona: SeatPersona
  readonly provider: string
  readonly model?: string
}

/** What the seat was opened with, kept whole so that a resumed meeting and `verify` need no file but the ledger. */
export type SeatPersona = {
  readonly id: string
  /** Where it came from, for people: `built-in`, or a path as the person would write it. */
  readonly source: string
  readonly lang: Lang
  readonly sha256: string
  readonly body: string
}

export type Meeting = {
  readonly id: string
  /** Version of the program that opened it. */
  readonly program: string
  readonly protocol: {readonly id: string; readonly version: number}
  /** Verbatim, as the person wrote it. */
  readonly topic: string
  /** Language of the meeting; the language of the interface is no fact of the meeting. */
  readonly lang: Lang
  readonly seats: readonly Seat[]
  /** The voice that writes summary and outline after the close; absent: extractive, without a model. */
  readonly recorder?: {readonly provider: string; readonly model?: string}
  /** True when every voice is the rehearsal speaker: no model is asked anywhere. */
  readonly rehearsal: boolean
  readonly options: {
    readonly rounds: number
    readonly seed: number
    /** The agents read the person's own settings, because the person said so. */
    readonly trustUserConfig?: boolean
    /** Once this much is used up, the discussion goes into its closing. `tokens`: in and out together; `usd`: US dollars. */
    readonly budget?: Budget
    readonly board?: BoardOptions
    readonly review?: ReviewOptions
    readonly council?: CouncilOptions
  }
  /** The day it was opened, `YYYY-MM-DD` where the person was. */
  readonly date: string
  /** Folder of the records, as the person is told it. */
  readonly folder: string
  /** The texts it was opened with, so that every prompt and every chair line can be rebuilt from the ledger alone. */
  readonly templates: Templates
  /** Source of the fences' nonces; never part of any prompt itself. Hex. */
  readonly secret: string
}

export type Budget = {readonly tokens?: number; readonly usd?: number}

/** How a board is held. */
export type BoardOptions = {
  /** Id of the seat that moderates: the first expert, or a facilitator who has a seat for it. */
  readonly moderator: string
  /** The experts of a round speak at once, hearing earlier rounds only; otherwise in turn, each hearing this round's earlier ones. */
  readonly parallel: boolean
  /** Tokens of history from which on it is condensed for the prompts. */
  readonly threshold: number
}

/**
 * How a review (AI Meeting) is held. The seats are the roles: a seat's id is the key of its role, its voice the role's provider.
 * The judge is no seat: the meeting's recorder gives the verdict.
 */
export type ReviewOptions = {
  /** Briefs first, then materials, in the order in which they were given. */
  readonly materials: readonly Material[]
  /** The person takes a final report although the latest round has gaps. */
  readonly acceptGaps: boolean
  /** No more rounds than this, whatever is asked for on the way. */
  readonly mostRounds: number
  /** Milliseconds of one turn of an agent, where the person said; it holds for a resumed meeting, too. */
  readonly turnMs?: number
}

/** How a council is held. The seats are its members. */
export type CouncilOptions = {
  readonly selection: CouncilSelection
  readonly debate: boolean
  /** Whether the council may rest on the person's repository. */
  readonly rooted: boolean
  /** What is to be found out there, and the files that each question reads; empty where not rooted, or where nothing fits. */
  readonly discovery: readonly {readonly question: string; readonly files: readonly Material[]}[]
}

export type CouncilMode = 'duo' | 'triad'
/** Who sits, and why: shown before anybody speaks. */
export type CouncilSelection = {
  /** A topic of the closed table; null where the members were named one by one. */
  readonly topic: string | null
  readonly mode: CouncilMode
  readonly members: readonly string[]
  readonly routedBy: 'explicit' | 'keyword' | 'llm'
  /** One line: why this topic, for the echo. */
  readonly note: string
}

/** Template id -> text with `{slot}`s. */
export type TemplateSet = Readonly<Record<string, string>>
export type Templates = {readonly chair: TemplateSet; readonly prompts: TemplateSet}

/** A chair line is a template of the closed set and its slots: topic, names, integers, a path. Never free text. */
export type ChairLine = {readonly id: string; readonly slots: Readonly<Record<string, string | number>>}

/** What the person asks of the meeting itself. Anything else they write is a word to the table. */
export type Wish =
  | 'continue'
  /** Go to the closing after the present speech; said again: cut it. */
  | 'conclude'
  /** Skip the closing, write the files at once. */
  | 'finish'
  | 'more'
  | 'remind'
  /** Of a turn in trouble, or of the one that is speaking. */
  | 'skip'
  | 'retry'
  /** Leave now, go on another day. */
  | 'pause'

export type FaultCode =
  | 'missing'
  | 'auth'
  | 'quota'
  | 'timeout'
  | 'stalled'
  | 'aborted'
  | 'empty'
  | 'isolation'
  /** The provider no longer knows the seat's session: the turn can be asked again in a new one. */
  | 'session'
  | 'protocol'
  | 'unknown'
export type Fault = {
  readonly code: FaultCode
  readonly message: string
  /** The next thing to do, as a sentence or a command. */
  readonly hint?: string
  readonly retryable: boolean
}

/** Tokens of one turn; `costUsd` in US dollars. */
export type Usage = {readonly inputTokens?: number; readonly outputTokens?: number; readonly costUsd?: number}

/**
 * `session`: only what is new to the seat. `whole`: the seat's own view from the beginning, for a voice that remembers nothing.
 * `fresh`: a new session that begins with what this turn hands over, because that holds the earlier view in condensed form.
 */
export type View = 'session' | 'whole' | 'fresh'

export type MeetingEvent =
  | {readonly type: 'meeting.opened'; readonly meeting: Meeting}
  | {readonly type: 'phase.entered'; readonly key: string; readonly phase: string; readonly round?: number}
  | {readonly type: 'chair.said'; readonly key: string; readonly line: ChairLine}
  | TurnStarted
  | {
      readonly type: 'turn.finished'
      readonly key: string
      readonly attempt: number
      readonly who: string
      readonly text: string
      readonly session?: string
      readonly usage?: Usage
      /** `recovered`: in a session opened anew because the provider no longer knew the old one; `stateless`: it keeps none. */
      readonly sessionMode?: 'recovered' | 'stateless'
      /** Schema-checked data, where the turn asked for data. */
      readonly data?: unknown
      readonly warnings?: readonly string[]
    }
  | {
      readonly type: 'turn.failed'
      readonly key: string
      readonly attempt: number
      readonly who: string
      readonly fault: Fault
      readonly partial?: string
      /** What the attempt used up all the same. */
      readonly usage?: Usage
    }
  /** Settles a key that will get no speech: the person skipped or cut it, or nobody was there to choose. */
  | {readonly type: 'turn.skipped'; readonly key: string; readonly who: string; readonly reason: SkipReason}
  /** Recorded as typed, the moment Enter is hit. `wish` is what the line was understood as; absent: a word to the table. */
  | {readonly type: 'user.said'; readonly text: string; readonly wish?: Wish}
  | {readonly type: 'user.withdrew'; readonly said: Seq}
  /** What the protocol was told, and how far it had listened. */
  | {readonly type: 'floor.heard'; readonly key: string; readonly upTo: Seq; readonly heard: Heard}
  | {
      readonly type: 'seat.changed'
      readonly who: string
      readonly provider: string
      readonly model?: string
      readonly reason: string
    }
  /** The seat's next turn is left out, because the person said so. */
  | {readonly type: 'seat.muted'; readonly who: string}
  /** The person asked for this turn again; the new attempt wins, and both stay. */
  | {readonly type: 'turn.reopened'; readonly key: string; readonly who: string}
  | {readonly type: 'noted'; readonly key: string; readonly note: unknown}
  | {readonly type: 'meeting.closed'; readonly outcome: Outcome}

export type TurnStarted = {
  readonly type: 'turn.started'
  readonly key: string
  readonly attempt: number
  readonly who: string
  /** Turns of one batch were all prompted before any of them spoke. */
  readonly batch?: string
  /** What was handed over, verbatim: speeches, the person's words, the chair's reminder. */
  readonly heard: readonly Seq[]
  readonly view: View
  readonly nonce: string
  /** SHA-256 of the UTF-8 bytes sent, hex: of the prompt, and of the system text it stood under. */
  readonly promptSha256: string
  readonly systemSha256: string
}

export type SkipReason = 'skipped' | 'cut' | 'failed' | 'muted'

/** What a `listen` or a `glance` took in. */
export type Heard = {
  readonly wish: 'none' | 'continue' | 'conclude' | 'finish'
  /** Rounds the person added. */
  readonly more?: number
  readonly remind?: boolean
  /** The budget is used up: that is why the wish is `conclude`, and nobody said so. */
  readonly spent?: boolean
}

export type Outcome = {
  /** `complete`: to the end of the closing; `shortened`: the person ended the discussion early or skipped the closing. */
  readonly how: 'complete' | 'shortened'
  /** Rounds of discussion that were held in full. */
  readonly rounds: number
}

/** `at` is ISO 8601 in UTC, with milliseconds. */
export type Stamped = MeetingEvent & {readonly v: 1; readonly seq: Seq; readonly at: string}
/** Deltas are shown, never stored. */
export type TurnDelta = {
  readonly type: 'turn.delta'
  readonly key: string
  readonly who: string
  readonly text: string
  /** The voice begins its answer again: what it streamed before this is void. */
  readonly again?: boolean
}
export type LiveEvent = Stamped | TurnDelta
