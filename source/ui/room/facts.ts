import {boardTurn, isBoard} from '../../core/board.ts'
import {chairText} from '../../core/chair.ts'
import type {Fault, Seq} from '../../core/events.ts'
import {handedTo, isMuted, seatOf, words as wordsOf} from '../../core/selectors.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import type {Waiting} from '../ports.ts'
import type {Colour} from '../terminal/sgr.ts'
import {accentsOf} from './accents.ts'
import {type BoardFacts, boardFacts, missedAtBoard, reachedAtBoard, roundsAtBoard} from './board-look.ts'

/** What the room draws of a meeting, made anew only when an event was stored: a delta changes none of it. */
export type Facts = {
  readonly topic: string
  readonly rehearsal: boolean
  readonly phase: {readonly name: string; readonly round: number; readonly rounds: number}
  readonly seats: readonly SeatFacts[]
  /** The chair's newest line. */
  readonly chair: string
  /** The person's words to the table, oldest first. */
  readonly words: readonly WordFacts[]
  readonly tokens: number
  readonly speeches: number
  readonly over: boolean
  /** At a board. */
  readonly board?: BoardFacts
}

export type SeatFacts = {
  readonly id: string
  readonly name: string
  readonly title: string
  readonly accent: Colour
  /** `claude`, `codex/gpt-5` ... */
  readonly voice: string
  readonly muted: boolean
  /** What became of its turn in this phase. */
  readonly turn: 'none' | 'done' | 'skipped'
  readonly hasSpoken: boolean
  /** At a board: why the seat is left out of this round. */
  readonly missed?: Fault
}

export type WordFacts = {
  readonly seq: Seq
  readonly text: string
  readonly delivered: readonly string[]
  /** Seats that will get it still. */
  readonly due: readonly string[]
  readonly withdrawable: boolean
}

export function factsOf(state: MeetingState): Facts {
  const {meeting, log} = state
  const seats = meeting?.seats ?? []
  const accents = meeting ? accentsOf(meeting) : []
  const more = ofType(log, 'floor.heard').reduce((sum, event) => sum + (event.heard.more ?? 0), 0)
  const since = state.phase?.since ?? 0
  const line = ofType(log, 'chair.said').at(-1)?.line
  const handed = new Map(seats.map(seat => [seat.id, handedTo(state, seat.id)]))
  // As `canWithdraw`, for all words at once.
  const sent = new Set(ofType(log, 'turn.started').flatMap(turn => turn.heard))
  const finished = ofType(log, 'turn.finished')
  const skipped = ofType(log, 'turn.skipped').filter(event => event.seq > since)
  const ending = state.outcome !== undefined || state.phase?.name === 'recording'
  const board = boardFacts(state)
  return {
    topic: oneLine(meeting?.topic ?? '', 400),
    rehearsal: meeting?.rehearsal ?? false,
    phase: {
      name: state.outcome ? 'over' : (state.phase?.name ?? 'opening'),
      round: state.phase?.round ?? 0,
      rounds: board ? roundsAtBoard(state) : (meeting?.options.rounds ?? 0) + more,
    },
    seats: seats.map((seat, index) => {
      const voice = state.voices.get(seat.id) ?? seat
      const missed = board && missedAtBoard(state, seat.id)
      return {
        id: seat.id,
        name: oneLine([seat.avatar, seat.name].filter(Boolean).join(' '), 32),
        title: oneLine(seat.title, 60),
        accent: accents[index] ?? 'cyan',
        voice: oneLine(voice.model ? `${voice.provider}/${voice.model}` : voice.provider, 32),
        muted: isMuted(state, seat.id),
        turn: skipped.some(event => event.who === seat.id)
          ? 'skipped'
          : finished.some(event => event.seq > since && event.who === seat.id)
            ? 'done'
            : 'none',
        hasSpoken: finished.some(event => event.who === seat.id),
        ...(missed ? {missed} : {}),
      }
    }),
    chair: board?.chair ?? (meeting && line ? oneLine(chairText(meeting.templates.chair, line), 600) : ''),
    words: wordsOf(state).map(word => {
      const has = (id: string) => handed.get(id)?.has(word.seq) === true
      const inClosing = state.phase?.name === 'closing' && word.seq > since
      const reaches = (id: string) => (board ? reachedAtBoard(state, id) : !ending && !inClosing)
      return {
        seq: word.seq,
        text: oneLine(word.text, 400),
        delivered: seats.filter(seat => has(seat.id)).map(seat => oneLine(seat.name, 24)),
        due: seats.filter(seat => !has(seat.id) && reaches(seat.id)).map(seat => oneLine(seat.name, 24)),
        withdrawable: !state.outcome && !sent.has(word.seq),
      }
    }),
    tokens: finished.reduce((sum, {usage}) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0), 0),
    speeches: finished.filter(event => seatOf(state, event.who)).length,
    over: state.outcome !== undefined,
    ...(board ? {board} : {}),
  }
}

export type SeatStatus =
  | 'waiting'
  | 'starting'
  | 'thinking'
  | 'excerpting'
  | 'speaking'
  | 'done'
  | 'failed'
  | 'muted'
  | 'skipped'
  | 'pasting'
  | 'summing'
  | 'deciding'
  | 'condensing'

export type Now = {
  readonly state: MeetingState
  readonly waiting: Waiting | undefined
  /** The seat whose reply the person has to paste. */
  readonly pasting: string | undefined
}

/** The one word of a pane. */
export function statusOf(seat: SeatFacts, {state, waiting, pasting}: Now): SeatStatus {
  if (waiting?.for === 'choice' && waiting.who === seat.id) return 'failed'
  const board = state.meeting !== undefined && isBoard(state.meeting)
  const [key, live] = [...state.live].find(([, turn]) => turn.who === seat.id) ?? []
  if (live) {
    const kind = board ? boardTurn(key ?? '')?.kind : undefined
    if (kind === 'condensed') return 'condensing'
    if (live.text !== '') return kind === 'summary' ? 'summing' : kind === 'decision' ? 'deciding' : 'speaking'
    if (pasting === seat.id) return 'pasting'
    if (state.meeting?.rehearsal) return 'excerpting'
    return seat.hasSpoken ? 'thinking' : 'starting'
  }
  const isPast = board && state.phase?.name === 'closing'
  if (state.outcome || state.phase?.name === 'recording' || isPast) return seat.hasSpoken ? 'done' : 'waiting'
  if (seat.missed) return 'failed'
  if (seat.muted) return 'muted'
  return seat.turn === 'none' ? 'waiting' : seat.turn
}

/** The seats that speak now, the recorder left out. */
export const speakersOf = (state: MeetingState): readonly string[] => [
  ...new Set([...state.live.values()].map(turn => turn.who).filter(who => seatOf(state, who))),
]

export const faultOf = (waiting: Waiting | undefined): {readonly who: string; readonly fault: Fault} | undefined =>
  waiting?.for === 'choice' ? waiting : undefined
