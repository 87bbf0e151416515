import type {Meeting, Seq, Stamped, TurnStarted} from '../core/events.ts'
import {type Speech, speeches, type Word, words} from '../core/selectors.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type RecordWords, recordWords} from '../i18n/records.ts'
import {inline} from './markdown.ts'

/** `YYYY-MM-DD` of an ISO 8601 instant, in the time zone of whoever asks for the records. */
export type RecordOptions = {readonly localDate: (at: string) => string}

/** A speech that counts, with its number in the meeting (from 1) and where it was spoken. */
export type NumberedSpeech = {
  readonly n: number
  readonly seq: Seq
  readonly key: string
  readonly who: string
  readonly text: string
  readonly place: Place
}

/** `round` is 0 outside of the discussion. */
export type Place = {readonly phase: string; readonly round: number}

/** A meeting made ready to be written down: what several of the records look up, found once. */
export type Reading = {
  readonly state: MeetingState
  readonly meeting: Meeting
  readonly words: RecordWords
  readonly finished: boolean
  /** Rounds of discussion as planned last, with those the person added. */
  readonly planned: number
  readonly speeches: readonly NumberedSpeech[]
  /** Attempts that began, by `attemptOf`. */
  readonly starts: ReadonlyMap<string, Stamped & TurnStarted>
  /** Finished versions of a turn, oldest first, by turn key. */
  readonly versions: ReadonlyMap<string, readonly Seq[]>
  readonly places: ReadonlyMap<string, Place>
  /** Seats that were handed an event in a turn they finished, by the event's seq. */
  readonly hearers: ReadonlyMap<Seq, ReadonlySet<string>>
  /** What the person said to the table and did not take back. */
  readonly standing: ReadonlySet<Seq>
}

/** Undefined for a ledger in which no meeting was opened yet. */
export function readingOf(state: MeetingState): Reading | undefined {
  const {meeting} = state
  if (!meeting) return undefined
  const starts = new Map(ofType(state.log, 'turn.started').map(turn => [attemptOf(turn), turn]))
  const places = placesOf(state)
  return {
    state,
    meeting,
    words: recordWords[meeting.lang],
    finished: state.outcome !== undefined,
    planned: plannedRounds(state, meeting),
    speeches: speeches(state).map((speech: Speech, index) => ({
      n: index + 1,
      seq: speech.seq,
      key: speech.key,
      who: speech.who,
      text: speech.text,
      place: places.get(speech.key) ?? {phase: '', round: 0},
    })),
    starts,
    versions: versionsIn(state),
    places,
    hearers: hearersIn(state, starts),
    standing: new Set(words(state).map((word: Word) => word.seq)),
  }
}

export const attemptOf = (turn: {readonly key: string; readonly attempt: number}) => `${turn.key}/${turn.attempt}`

/** A seat's name as the files show it, fit for a line of Markdown. */
export function nameIn({meeting, words}: Reading, who: string): string {
  const seat = meeting.seats.find(s => s.id === who)
  if (!seat) return who === 'recorder' ? words.recorder : inline(who)
  return inline(seat.name) || inline(seat.id)
}

/** Where a speech was spoken, in words. */
export const placeIn = ({words}: Reading, place: Place): string => {
  if (place.phase === 'opening') return words.placeOpening
  if (place.phase === 'closing') return words.placeClosing
  return place.round > 0 ? fill(words.placeRound, {round: place.round}) : inline(place.phase)
}

export const voiceIn = ({words}: Reading, voice: {readonly provider: string; readonly model?: string}): string =>
  voice.model ? fill(words.voiceModel, {provider: inline(voice.provider), model: inline(voice.model)}) : inline(voice.provider)

/** How the rounds went, for the head of each file. */
export function roundsIn({words, planned, state}: Reading): string {
  const {outcome} = state
  if (!outcome) return fill(words.roundsSoFar, {planned})
  const slots = {rounds: outcome.rounds, planned}
  return fill(outcome.rounds === planned ? words.rounds : words.roundsOf, slots)
}

/** A turn belongs to the phase in which it first began, however late it is said again. */
function placesOf(state: MeetingState): ReadonlyMap<string, Place> {
  const places = new Map<string, Place>()
  let now: Place = {phase: '', round: 0}
  for (const event of state.log) {
    if (event.type === 'phase.entered') now = {phase: event.phase, round: event.round ?? 0}
    if (event.type === 'turn.started' && !places.has(event.key)) places.set(event.key, now)
  }
  return places
}

function versionsIn(state: MeetingState): ReadonlyMap<string, readonly Seq[]> {
  const versions = new Map<string, Seq[]>()
  for (const {key, seq} of ofType(state.log, 'turn.finished')) versions.set(key, [...(versions.get(key) ?? []), seq])
  return versions
}

function hearersIn(state: MeetingState, starts: Reading['starts']): ReadonlyMap<Seq, ReadonlySet<string>> {
  const hearers = new Map<Seq, Set<string>>()
  for (const finished of ofType(state.log, 'turn.finished')) {
    for (const seq of starts.get(attemptOf(finished))?.heard ?? []) {
      hearers.set(seq, (hearers.get(seq) ?? new Set()).add(finished.who))
    }
  }
  return hearers
}

function plannedRounds(state: MeetingState, meeting: Meeting): number {
  const added = ofType(state.log, 'floor.heard').reduce((sum, event) => sum + (event.heard.more ?? 0), 0)
  return meeting.options.rounds + added
}
