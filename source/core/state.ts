import type {LiveEvent, Meeting, MeetingEvent, Outcome, Seq, Stamped} from './events.ts'
import type {Answer} from './steps.ts'

/** A meeting as the fold of its events. The UI, the headless streams, resume and replay share this one fold. */
export type MeetingState = {
  readonly meeting?: Meeting
  /** Every stored event, in order: what the screen and the records draw. */
  readonly log: readonly Stamped[]
  readonly phase?: {readonly name: string; readonly round: number; readonly since: Seq}
  /** What the ledger has settled, by step key. */
  readonly answers: ReadonlyMap<string, Answer>
  /** Attempts so far, by turn key. */
  readonly attempts: ReadonlyMap<string, number>
  /** Turns under way: the text that has arrived, by turn key. Not durable. */
  readonly live: ReadonlyMap<string, {readonly who: string; readonly text: string}>
  /** Who speaks for a seat now, by seat id. */
  readonly voices: ReadonlyMap<string, {readonly provider: string; readonly model?: string}>
  /** The provider's session of a seat, by seat id, as its last finished turn left it. */
  readonly sessions: ReadonlyMap<string, string>
  /** How far the floor has been listened to, and how many 「继续」 were used up. */
  readonly floor: {readonly upTo: Seq; readonly continues: number}
  readonly outcome?: Outcome
}

export const emptyState: MeetingState = {
  log: [],
  answers: new Map(),
  attempts: new Map(),
  live: new Map(),
  voices: new Map(),
  sessions: new Map(),
  floor: {upTo: 0, continues: 0},
}

/** Pure. Unknown event types, from a newer program, are kept in the log and mean nothing here. */
export function reduce(state: MeetingState, event: LiveEvent): MeetingState {
  if (event.type === 'turn.delta') {
    const before = state.live.get(event.key)
    return {
      ...state,
      live: put(state.live, event.key, {who: event.who, text: (event.again ? '' : (before?.text ?? '')) + event.text}),
    }
  }
  return fold({...state, log: [...state.log, event]}, event)
}

/** The same fold over many stored events, without a copy of the log for each. */
export const reduceAll = (events: readonly Stamped[]): MeetingState => ({
  ...events.reduce<MeetingState>((state, event) => fold(state, event), emptyState),
  log: [...events],
})

function fold(state: MeetingState, event: Stamped): MeetingState {
  switch (event.type) {
    case 'meeting.opened':
      return {
        ...state,
        meeting: event.meeting,
        voices: new Map(event.meeting.seats.map(seat => [seat.id, voiceOf(seat)])),
      }
    case 'phase.entered':
      return {
        ...state,
        phase: {name: event.phase, round: event.round ?? 0, since: event.seq},
        answers: put(state.answers, event.key, undefined),
      }
    case 'chair.said':
      return {...state, answers: put(state.answers, event.key, undefined)}
    case 'turn.started':
      return {
        ...state,
        attempts: put(state.attempts, event.key, event.attempt),
        live: put(state.live, event.key, {who: event.who, text: ''}),
      }
    case 'turn.finished':
      return {
        ...state,
        answers: put(state.answers, event.key, {
          spoken: true,
          seq: event.seq,
          ...(event.data === undefined ? {} : {data: event.data}),
        }),
        live: without(state.live, event.key),
        sessions: event.session ? put(state.sessions, event.who, event.session) : without(state.sessions, event.who),
      }
    case 'turn.failed':
      return {
        ...state,
        live: without(state.live, event.key),
        sessions: event.fault.code === 'session' ? without(state.sessions, event.who) : state.sessions,
      }
    case 'turn.skipped':
      return {
        ...state,
        answers: put(state.answers, event.key, {spoken: false, reason: event.reason}),
        live: without(state.live, event.key),
      }
    case 'floor.heard':
      return {
        ...state,
        answers: put(state.answers, event.key, event.heard),
        floor: {
          upTo: event.upTo,
          continues: state.floor.continues + (event.heard.wish === 'continue' ? 1 : 0),
        },
      }
    case 'seat.changed':
      return {
        ...state,
        voices: put(state.voices, event.who, voiceOf(event)),
        sessions: without(state.sessions, event.who),
      }
    case 'noted':
      return {...state, answers: put(state.answers, event.key, {note: event.note})}
    case 'meeting.closed':
      return {...state, outcome: event.outcome, live: new Map()}
    case 'seat.muted':
    case 'turn.reopened':
    case 'user.said':
    case 'user.withdrew':
      return state
    default:
      return unknownType(state, event)
  }
}

const unknownType = (state: MeetingState, _event: never): MeetingState => state
const voiceOf = (v: {readonly provider: string; readonly model?: string}) => ({
  provider: v.provider,
  ...(v.model ? {model: v.model} : {}),
})
const put = <K, V>(map: ReadonlyMap<K, V>, key: K, value: V): ReadonlyMap<K, V> => new Map(map).set(key, value)

function without<K, V>(map: ReadonlyMap<K, V>, key: K): ReadonlyMap<K, V> {
  if (!map.has(key)) return map
  const next = new Map(map)
  next.delete(key)
  return next
}

/** Narrows the log to one type of event. */
export const ofType = <T extends MeetingEvent['type']>(log: readonly Stamped[], type: T) =>
  log.filter((event): event is Stamped & {type: T} => event.type === type)
