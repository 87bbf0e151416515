import type {ReactNode} from 'react'
import type {Fault, Lang, LiveEvent, Seq, Stamped} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import type {InputEvent} from './terminal/decoder.ts'
import type {Cursor, Fold, Hole, Region} from './terminal/presenter.ts'

/** One of the app's screens: it draws through Ink and painted regions, takes every key, and ends with a result. */
export type Part<Result> = {
  /** Chrome, forms and dialogs for a window of this size. Asked for again after every `changed`. */
  layout(size: Size): Layout
  take(event: InputEvent): void
  readonly done: Promise<Result>
}

export type Size = {readonly columns: number; readonly rows: number}

export type Layout = {
  readonly tree: ReactNode
  readonly fold?: Fold
  readonly regions?: readonly Region[]
  readonly holes?: readonly Hole[]
  readonly cursor?: Cursor
}

/** What the app gives a part. */
export type Frame = {
  /** Layout is asked for again; `now`: before the next key, as an echo needs it. */
  changed(now?: 'now'): void
  /** Only painted regions changed. */
  touched(): void
  /** Passes a key on to a stock input of the tree (ink-select-input, ink-text-input). */
  feed(event: InputEvent): void
  bell(): void
  /** Runs `act` every `ms` while it is not cancelled; for spinners. */
  every(ms: number, act: () => void): () => void
}

/** A meeting under way, as its room sees it. */
export type LiveMeeting = {
  state(): MeetingState
  /** Called with each event after it is durable, and with each delta; returns the unsubscriber. */
  onEvent(listener: (event: LiveEvent) => void): () => void
  /** What the meeting waits for a person to say; undefined while it goes on by itself. */
  waiting(): Waiting | undefined
  onWaiting(listener: () => void): () => void
  say(text: string): Said
  /** Takes back a word that nobody has been handed; false when it is too late. */
  withdraw(said: Seq): boolean
  /** Another voice for a seat, from its next attempt on; in a fault it tries again at once. */
  changeVoice(who: string, voice: {provider: string; model?: string}, reason: string): void
  /** Voices that can be chosen, as `--provider` takes them. */
  voices(): readonly {readonly id: string; readonly label: string}[]
  /** The seat's next turn is left out. */
  mute(who: string): void
  /** The newest speech again, while nobody has been handed it and the meeting waits; false: not now. */
  redo(): boolean
  /** Pause and leave. */
  leave(): void
  /** The manual voice waits for a reply to be pasted. */
  pasting(): {readonly who: string; readonly name: string; readonly text: string; readonly path?: string} | undefined
  reply(text: string): void
}

export type Waiting = {readonly for: 'word'} | {readonly for: 'choice'; readonly who: string; readonly fault: Fault}

export type Said =
  | {readonly kind: 'said'; readonly event: Stamped & {type: 'user.said'}}
  | {readonly kind: 'nothing'}
  | {readonly kind: 'unknown'; readonly command: {readonly word: string; readonly nearest: readonly string[]}}
  | {readonly kind: 'not-written'; readonly fault: Fault}

/** What the wizard needs to know; everything is found before the first frame or lazily, never while a key is handled. */
export type WizardWorld = {
  readonly lang: Lang
  personas(): readonly WizardPersona[]
  /** Files that are no seats, and why: `file:line reason`. */
  problems(): readonly string[]
  /** As far as they are known by now; the first one with a model that is neither experimental nor unsure is the proposed one. */
  voices(): readonly WizardVoice[]
  /**
   * Looks for voices with a model, in the background; `found` is called once, when `voices` tells them. The answer calls it off.
   * Absent: nobody looks.
   */
  look?(found: () => void): () => void
  protocols(): readonly {readonly id: string; readonly label: string; readonly about: string}[]
  unfinished(): readonly {readonly folder: string; readonly topic: string; readonly date: string; readonly where: string}[]
  lineups(): readonly {readonly name: string; readonly ids: readonly string[]}[]
  saveLineup(name: string, ids: readonly string[]): void
  /** A sentence of the kind the seed knows fills the form; undefined: it is a topic. */
  understand(sentence: string): WizardUnderstood | undefined
  /** What stands in the way of this meeting, in the person's words; empty: it can begin. */
  check(form: WizardForm): readonly string[]
  /** Speeches to come, the folder the records will go to, and, where a model is asked, about how much that takes. */
  preview(form: WizardForm): WizardPreview
}

export type WizardVoice = {
  readonly id: string
  readonly label: string
  readonly experimental?: boolean
  /** Whether it is logged in cannot be seen: it may be chosen, and is not proposed. */
  readonly unsure?: boolean
  /** Asks a model: on this machine (`local`), or somewhere that may cost something. Absent: it is not known to. */
  readonly asks?: 'local' | 'paid'
  readonly model?: string
  readonly server?: string
}

export type WizardPreview = {
  readonly speeches: number
  readonly folder: string
  /** How the meeting is held, where that is not the same for all of its kind. */
  readonly facts?: readonly string[]
  /** Files whose text goes into the prompts. */
  readonly files?: number
  /** What a council rests on, in words. */
  readonly ground?: string
  /** Tokens in and out together. */
  readonly estimate?: {readonly calls: number; readonly tokens: {readonly min: number; readonly max: number}}
}

export type WizardUnderstood = {
  readonly topic?: string
  readonly ids: readonly string[]
  readonly rounds?: number
  readonly unknown: readonly string[]
  /** Only where the sentence says what kind of meeting it is. */
  readonly protocol?: string
  /** What else there is to say about it, in the person's words. */
  readonly remarks?: readonly string[]
  /** Voices it gives to single seats. */
  readonly voices?: Readonly<Record<string, string>>
}

/** A text that is put before a review. */
export type WizardFile = {
  readonly kind: 'brief' | 'material'
  readonly path: string
  /** As a person would write it. */
  readonly label: string
  readonly bytes: number
  /** Bytes that a prompt carries, where those are fewer. */
  readonly kept?: number
  readonly remarks?: readonly string[]
}

/** How a council is called together. What is absent is as the request says. */
export type WizardCouncil = {
  /** Words of the request, a topic picked by hand, one that a model chose, or members picked by hand settle who sits. */
  readonly by: 'request' | 'topic' | 'model' | 'members'
  readonly topic?: string
  readonly mode?: 'duo' | 'triad'
  readonly debate?: boolean
  readonly discover?: 'open' | 'on' | 'off'
}

/** Who sits on a council and why, in the person's words. */
export type WizardRouting = {
  /** Ids; empty: nothing settles it yet. */
  readonly members: readonly string[]
  readonly topic: string
  readonly mode: 'duo' | 'triad'
  readonly routedBy: string
  readonly why: string
  readonly debate: boolean
  readonly discover: 'open' | 'on' | 'off'
}

export type WizardPersona = {
  readonly id: string
  readonly name: string
  readonly title: string
  /** Everything it answers to, for the filter; folded by `fold`. */
  readonly keys: readonly string[]
  /** `built-in`, `~/.claude/skills` ...: in the person's words. */
  readonly where: string
  readonly lang: Lang
  /** The one kind of meeting it can be seated at; absent: any that has no seats of its own. */
  readonly protocol?: string
  readonly avatar?: string
  readonly color?: string
}

export type WizardForm = {
  readonly topic: string
  readonly protocol: string
  readonly seats: readonly {readonly id: string; readonly voice: string}[]
  readonly rounds: number
  /** Of a board: a seat's id, or `facilitator`; absent: as the board has it by itself. */
  readonly moderator?: string
  /** Of a review and a council: of whoever has none of their own. */
  readonly voice?: string
  readonly judge?: string
  readonly files?: readonly Pick<WizardFile, 'kind' | 'path'>[]
  readonly council?: WizardCouncil
}

export type WizardResult =
  | {readonly kind: 'begin'; readonly form: WizardForm}
  | {readonly kind: 'resume'; readonly folder: string}
  | {readonly kind: 'quit'}

export type RoomResult = {readonly kind: 'again'} | {readonly kind: 'quit'; readonly why: 'done' | 'paused'}
