import {boardTurn, isBoard} from '../../core/board.ts'
import {chairText} from '../../core/chair.ts'
import type {Fault, Seq} from '../../core/events.ts'
import {handedTo, isMuted, seatOf, words as wordsOf} from '../../core/selectors.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import type {Waiting} from '../ports.ts'
import type {Colour} from '../terminal/sgr.ts'
import {accentsOf, spareAccent} from './accents.ts'
import {type BoardFacts, boardFacts, missedAtBoard, reachedAtBoard, roundsSaid} from './board-look.ts'
import {type CouncilFacts, councilFacts, missedInCouncil, reachedInCouncil} from './council-facts.ts'
import type {VerdictMark} from './council-look.ts'
import {missedInReview, type ReviewFacts, reachedInReview, reviewFacts} from './review-facts.ts'
import type {StanceMark} from './review-look.ts'

/** What the room draws of a meeting, made anew only when an event was stored: a delta changes none of it. */
export type Facts = {
  readonly topic: string
  readonly rehearsal: boolean
  readonly phase: {readonly name: string; readonly round: number; readonly rounds: number}
  readonly seats: readonly SeatFacts[]
  /** The judge of a review: no seat, and yet somebody to read. */
  readonly judge?: SeatFacts
  /** The chair's newest line. */
  readonly chair: string
  /** The person's words to the table, oldest first. */
  readonly words: readonly WordFacts[]
  readonly tokens: number
  readonly speeches: number
  readonly over: boolean
  /** At a board. */
  readonly board?: BoardFacts
  readonly review?: ReviewFacts
  readonly council?: CouncilFacts
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
  /** Where many speak at once: why the seat is left out of this round. */
  readonly missed?: Fault
  /** What it holds by now. */
  readonly mark?: StanceMark | VerdictMark
}

export type WordFacts = {
  readonly seq: Seq
  readonly text: string
  readonly delivered: readonly string[]
  /** Seats that will get it still. */
  readonly due: readonly string[]
  readonly withdrawable: boolean
}

/** Id of the voice without a seat: a review's judge, a council's discovery, else the writer of the minutes. */
export const RECORDER = 'recorder'

/** `judgeWords`: what a review's judge is called. */
export function factsOf(state: MeetingState, judgeWords: JudgeWords = {name: '', title: ''}): Facts {
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
  const review = reviewFacts(state)
  const council = councilFacts(state)
  const missedHere = board ? missedAtBoard : review ? missedInReview : council ? missedInCouncil : undefined
  const marks: ReadonlyMap<string, StanceMark | VerdictMark> | undefined = review?.marks ?? council?.marks
  // The judge of a review hears the person, too.
  const judge = review && meeting?.recorder ? judgeFacts(state, judgeWords) : undefined
  const listeners = [...seats, ...(judge ? [judge] : [])]
  if (judge) handed.set(judge.id, handedTo(state, judge.id))
  return {
    topic: oneLine(meeting?.topic ?? '', 400),
    rehearsal: meeting?.rehearsal ?? false,
    phase: {
      name: state.outcome ? 'over' : (state.phase?.name ?? 'opening'),
      round: state.phase?.round ?? 0,
      rounds: board || review ? roundsSaid(state) : (meeting?.options.rounds ?? 0) + more,
    },
    seats: seats.map((seat, index) => {
      const voice = state.voices.get(seat.id) ?? seat
      const missed = missedHere?.(state, seat.id)
      const mark = marks?.get(seat.id)
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
        ...(mark ? {mark} : {}),
      }
    }),
    chair: board?.chair ?? (meeting && line ? oneLine(chairText(meeting.templates.chair, line), 600) : ''),
    words: wordsOf(state).map(word => {
      const has = (id: string) => handed.get(id)?.has(word.seq) === true
      const inClosing = state.phase?.name === 'closing' && word.seq > since
      const reaches = (id: string) => {
        if (board) return reachedAtBoard(state, id)
        if (review) return reachedInReview(state, id)
        return council ? reachedInCouncil(state, word.seq) : !ending && !inClosing
      }
      return {
        seq: word.seq,
        text: oneLine(word.text, 400),
        delivered: listeners.filter(seat => has(seat.id)).map(seat => oneLine(seat.name, 24)),
        due: listeners.filter(seat => !has(seat.id) && reaches(seat.id)).map(seat => oneLine(seat.name, 24)),
        withdrawable: !state.outcome && !sent.has(word.seq),
      }
    }),
    tokens: finished.reduce((sum, {usage}) => sum + (usage?.inputTokens ?? 0) + (usage?.outputTokens ?? 0), 0),
    speeches: finished.filter(event => seatOf(state, event.who)).length,
    over: state.outcome !== undefined,
    ...(board ? {board} : {}),
    ...(review ? {review} : {}),
    ...(judge ? {judge} : {}),
    ...(council ? {council} : {}),
  }
}

export type JudgeWords = {readonly name: string; readonly title: string}

function judgeFacts(state: MeetingState, {name, title}: JudgeWords): SeatFacts {
  const {meeting, voices, log} = state
  const voice = voices.get(RECORDER) ?? meeting?.recorder
  const isDone = ofType(log, 'turn.finished').some(event => event.who === RECORDER)
  const last = log.findLast(event => 'who' in event && event.who === RECORDER && event.type.startsWith('turn.'))
  const failed = last?.type === 'turn.skipped' && last.reason === 'failed' ? ofType(log, 'turn.failed').at(-1)?.fault : undefined
  return {
    id: RECORDER,
    name,
    title,
    accent: meeting ? spareAccent(meeting) : 'cyan',
    voice: oneLine(voice?.model ? `${voice.provider}/${voice.model}` : (voice?.provider ?? ''), 32),
    muted: false,
    turn: isDone ? 'done' : 'none',
    hasSpoken: isDone,
    ...(failed ? {missed: failed} : {}),
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
    if (live.text !== '') {
      if (kind === 'summary') return 'summing'
      return kind === 'decision' || seat.id === RECORDER ? 'deciding' : 'speaking'
    }
    if (pasting === seat.id) return 'pasting'
    if (state.meeting?.rehearsal) return 'excerpting'
    return seat.hasSpoken ? 'thinking' : 'starting'
  }
  const mode = state.meeting?.protocol.id
  const isPast = (mode !== 'roundtable' && state.phase?.name === 'closing') || state.phase?.name === 'synthesis'
  if (seat.missed && !board) return 'failed'
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
