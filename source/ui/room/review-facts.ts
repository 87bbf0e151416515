import type {Fault} from '../../core/events.ts'
import {isReview, reviewOptions, reviewTurn} from '../../core/review.ts'
import {gapsOf, roundsBegun, verdictOf} from '../../core/review-history.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {roundsSaid} from './board-look.ts'
import {type StanceMark, stanceMarks} from './review-look.ts'

/** Facts of a review that no other meeting has. */
export type ReviewFacts = {
  /** What was asked of the person last; it stands while the meeting waits for a word. */
  readonly asks: ReviewAsk
  readonly round: number
  /** Ids of the roles that have no answer in the latest round. */
  readonly missing: readonly string[]
  /** The judge has been called, so there is something to see of it. */
  readonly judging: boolean
  readonly ending: ReviewEnding
  readonly marks: ReadonlyMap<string, StanceMark>
  /** One more round can still be added. */
  readonly mayGrow: boolean
}

/** Of one of the last three the meeting cannot go on by itself. */
export type ReviewAsk = 'none' | 'round' | 'verdict' | 'gaps' | 'nobody' | 'trouble'

export type ReviewEnding =
  | {readonly kind: 'report'}
  | {readonly kind: 'gaps'}
  | {readonly kind: 'draft'; readonly why: 'nobody' | 'noJudge' | 'sections' | 'judge' | 'ended'}

export function reviewFacts(state: MeetingState): ReviewFacts | undefined {
  const {meeting, log} = state
  if (!meeting || !isReview(meeting)) return undefined
  return {
    asks: asked(state),
    round: roundsBegun(state),
    missing: gapsOf(state).map(seat => seat.id),
    judging: ofType(log, 'turn.started').some(turn => turn.who === 'recorder'),
    ending: endingOf(state),
    marks: stanceMarks(state),
    mayGrow: roundsSaid(state) < reviewOptions(meeting).mostRounds,
  }
}

const ASKS: Readonly<Record<string, ReviewAsk>> = {
  'review.pause.round': 'round',
  'review.pause.verdict': 'verdict',
  'review.gaps': 'gaps',
  'review.nobody': 'nobody',
  'review.trouble.verdict': 'trouble',
}

const asked = ({log}: MeetingState): ReviewAsk =>
  ASKS[ofType(log, 'chair.said').findLast(({line}) => line.id in ASKS)?.line.id ?? ''] ?? 'none'

/** What a person finds at the end: a report, a report with a gap, or a draft, and why it is no more. */
function endingOf(state: MeetingState): ReviewEnding {
  const said = new Set(ofType(state.log, 'chair.said').map(({line}) => line.id))
  if (verdictOf(state)) return {kind: gapsOf(state).length > 0 ? 'gaps' : 'report'}
  if (said.has('review.nothing')) return {kind: 'draft', why: 'nobody'}
  if (said.has('review.judge.none')) return {kind: 'draft', why: 'noJudge'}
  if (said.has('review.sections')) return {kind: 'draft', why: 'sections'}
  if (said.has('review.trouble.verdict')) return {kind: 'draft', why: 'judge'}
  return {kind: 'draft', why: 'ended'}
}

/** Why a role has no answer in the round that is under way or was the last; undefined: it has one, or nothing went wrong. */
export function missedInReview(state: MeetingState, who: string): Fault | undefined {
  if (!gapsOf(state).some(seat => seat.id === who)) return undefined
  const round = roundsBegun(state)
  const last = state.log.findLast(
    event =>
      'who' in event &&
      event.who === who &&
      'key' in event &&
      event.type.startsWith('turn.') &&
      reviewTurn(event.key)?.round === round,
  )
  if (last?.type !== 'turn.skipped' || last.reason !== 'failed') return undefined
  return ofType(state.log, 'turn.failed').findLast(event => event.key === last.key)?.fault
}

/** Seats, and the judge, that a word said now, or not handed over yet, still reaches. */
export function reachedInReview(state: MeetingState, who: string): boolean {
  const {phase} = state
  if (state.outcome || phase?.name === 'recording') return false
  if (who === 'recorder') {
    return state.meeting?.recorder !== undefined && !ofType(state.log, 'turn.started').some(turn => turn.who === who)
  }
  return phase?.name !== 'closing' && (phase?.name !== 'discussion' || phase.round < roundsSaid(state))
}
