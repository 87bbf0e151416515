import type {ChairLine, Heard, Meeting, Outcome, Seq, SkipReason, View} from './events.ts'
import type {HeardItem} from './selectors.ts'
import type {MeetingState} from './state.ts'

/**
 * What a protocol can ask of the meeting. A protocol is a generator of these steps; the runner answers each from the ledger when
 * it is already settled there, and performs it otherwise. Keys are unique within a meeting and stable: they are history.
 */
export type Step =
  | {readonly do: 'enter'; readonly key: string; readonly phase: string; readonly round?: number}
  | {readonly do: 'say'; readonly key: string; readonly line: ChairLine}
  | {readonly do: 'speak'; readonly key: string; readonly turn: Turn}
  /** Every prompt is fixed before any of these speaks: nobody can hear anybody of the same batch. */
  | {readonly do: 'together'; readonly key: string; readonly turns: readonly Turn[]}
  /**
   * Waits for the person. `needsPerson`: also where the meeting goes on by itself at other pauses, and only what was said since
   * the chair asked is an answer. `gaps`: somebody is missing; `trouble`: a voice failed, and there is nothing to go on with.
   */
  | {readonly do: 'listen'; readonly key: string; readonly needsPerson?: Need}
  /** Takes what the person typed meanwhile, without waiting. */
  | {readonly do: 'glance'; readonly key: string}
  | {readonly do: 'note'; readonly key: string; readonly note: unknown}
  /** Counts the tokens of texts that the ledger holds, with a real tokenizer; the count is recorded as `noted`. */
  | {readonly do: 'count'; readonly key: string; readonly texts: (state: MeetingState) => readonly string[]}
  /**
   * Reads something from the ledger as it stands, recorded as `noted`: what comes later, such as a speech that is given again,
   * does not change what the protocol went by. The value has to survive JSON.
   */
  | {readonly do: 'survey'; readonly key: string; readonly read: (state: MeetingState) => unknown}

export type Need = 'gaps' | 'trouble'

export type Turn = {
  readonly key: string
  /** A seat's id, or `recorder`. */
  readonly who: string
  readonly ask: Ask
}

/**
 * What a turn is for. `summary`, `decision` and `condense` are a moderator's: data of a round, of the end, and a shorter text for
 * the prompts. `discovery` looks something up for those who will speak.
 */
export type Stage = 'opening' | 'response' | 'closing' | 'record' | 'summary' | 'decision' | 'condense' | 'discovery'

export type Ask = {
  readonly stage: Stage
  /** Round of discussion, from 1; 0 outside of the discussion. */
  readonly round: number
  /** Length of the speech, in characters (zh) or words (en). */
  readonly limits: {readonly min: number; readonly max: number}
  /** What is handed over with this turn, read from the ledger before the turn begins. */
  readonly hear: (state: MeetingState, who: string) => readonly Seq[]
  /** Bytes of UTF-8 at which another's speech is cut where it is handed over; absent: whole. */
  readonly excerpt?: number
  /** The prompt, from nothing but what it is given. */
  readonly prompt: (view: PromptView) => string
  /** For a turn that asks for data: the data, or what is wrong with the reply. */
  readonly parse?: (text: string) => {readonly data: unknown} | {readonly problem: string}
  /**
   * When it fails: `choose` asks the person, `skip` tries once more and goes on without it, `absent` tries once more and asks the
   * person, and goes on without it where there is none. Default `choose`.
   */
  readonly onFailure?: 'choose' | 'skip' | 'absent'
  /** Opens a new session of the voice: what is handed over stands for everything before. */
  readonly fresh?: boolean
  /** The person has said already that the meeting shall close: said once more, it cuts this turn. */
  readonly closes?: boolean
}

export type PromptView = {
  readonly meeting: Meeting
  readonly who: string
  readonly heard: readonly HeardItem[]
  readonly nonce: string
  readonly view: View
  /** For `whole`: what this seat heard and said in its earlier turns, oldest first. */
  readonly past: readonly {readonly heard: readonly HeardItem[]; readonly said: string}[]
}

export type Spoken =
  | {readonly spoken: true; readonly seq: Seq; readonly data?: unknown}
  | {readonly spoken: false; readonly reason: SkipReason}

export type Answer = undefined | Spoken | Heard | {readonly note: unknown}
export type Flow<T> = Generator<Step, T, Answer | readonly Spoken[]>

export type Protocol = {
  readonly id: string
  readonly version: number
  readonly flow: (meeting: Meeting) => Flow<Outcome>
  /** The system text of a seat: its persona in the meeting's frame. */
  readonly system: (meeting: Meeting, who: string) => string
}

export function* enter(phase: string, round?: number): Flow<void> {
  yield {do: 'enter', key: `phase:${phase}${round ? `:${round}` : ''}`, phase, ...(round ? {round} : {})}
}

export function* say(key: string, id: string, slots: ChairLine['slots'] = {}): Flow<void> {
  yield {do: 'say', key: `chair:${key}`, line: {id, slots}}
}

export function* speak(turn: Turn): Flow<Spoken> {
  return (yield {do: 'speak', key: turn.key, turn}) as Spoken
}

export function* together(key: string, turns: readonly Turn[]): Flow<readonly Spoken[]> {
  return (yield {do: 'together', key, turns}) as readonly Spoken[]
}

export function* listen(key: string, needsPerson?: Need): Flow<Heard> {
  return (yield {do: 'listen', key: `listen:${key}`, ...(needsPerson ? {needsPerson} : {})}) as Heard
}

export function* glance(key: string): Flow<Heard> {
  return (yield {do: 'glance', key: `glance:${key}`}) as Heard
}

export function* note(key: string, value: unknown): Flow<unknown> {
  return ((yield {do: 'note', key: `note:${key}`, note: value}) as {note: unknown}).note
}

/** What the ledger says of something at this moment; it comes back as it was recorded, so its shape is for the caller to check. */
export function* survey(key: string, read: (state: MeetingState) => unknown): Flow<unknown> {
  return ((yield {do: 'survey', key: `survey:${key}`, read}) as {note: unknown}).note
}

/** Tokens of these texts together, as the runner's tokenizer counts them. */
export function* count(key: string, texts: (state: MeetingState) => readonly string[]): Flow<number> {
  const answer = (yield {do: 'count', key: `count:${key}`, texts}) as {note: {tokens: number}}
  return answer.note.tokens
}
