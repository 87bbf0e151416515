import {inSeatingOrder} from './board-history.ts'
import type {Seat, Seq, Stamped} from './events.ts'
import {reviewTurn} from './review.ts'
import {handedTo, type Speech, speeches, words} from './selectors.ts'
import type {MeetingState} from './state.ts'
import {ofType} from './state.ts'

/** What one role came to in one round. `given`: its last word, which is what others are handed and what it is held to. */
export type RoundOutput = {
  readonly seat: Seat
  readonly first: Speech
  /** What it said when it was asked once more. */
  readonly challenged?: Speech
  readonly given: Speech
}

/** The outputs of a round in seating order; a role that said nothing is not among them. */
export function outputsOf(state: MeetingState, round: number): readonly RoundOutput[] {
  const spoken = speeches(state).map(speech => ({speech, turn: reviewTurn(speech.key)}))
  return (state.meeting?.seats ?? []).flatMap(seat => {
    const last = (kind: 'round' | 'challenge') =>
      spoken.findLast(({speech, turn}) => speech.who === seat.id && turn?.kind === kind && turn.round === round)?.speech
    const first = last('round')
    if (!first) return []
    const challenged = last('challenge')
    return [{seat, first, ...(challenged ? {challenged} : {}), given: challenged ?? first}]
  })
}

/** Rounds that began, from 1. */
export const roundsBegun = (state: MeetingState): number =>
  ofType(state.log, 'phase.entered').reduce((most, event) => Math.max(most, event.round ?? 0), 0)

/** Everything that was come to, round by round. */
export const allOutputs = (state: MeetingState): readonly (RoundOutput & {readonly round: number})[] =>
  Array.from({length: roundsBegun(state)}, (_, index) => index + 1).flatMap(round =>
    outputsOf(state, round).map(output => ({...output, round})),
  )

/** Roles without an output in the latest round, in seating order. */
export function gapsOf(state: MeetingState): readonly Seat[] {
  const there = new Set(outputsOf(state, roundsBegun(state)).map(({seat}) => seat.id))
  return (state.meeting?.seats ?? []).filter(seat => !there.has(seat.id))
}

/**
 * What a role is handed in a round: the meeting's texts unless it has them, what others came to in earlier rounds, the person's
 * words and the reminder from before the round was called. Nothing of the round itself.
 */
export function unheardInReview(state: MeetingState, who: string, round: number): readonly Seq[] {
  const handed = handedTo(state, who)
  const called = roundCalled(state)
  const others = allOutputs(state).filter(output => output.round < round && output.seat.id !== who)
  const said = words(state).filter(word => word.seq < called)
  const reminder = ofType(state.log, 'chair.said').findLast(event => event.line.id === 'reminder' && event.seq < called)
  const all = [1, ...others.map(({given}) => given.seq), ...said.map(({seq}) => seq), ...(reminder ? [reminder.seq] : [])]
  return all.filter(seq => !handed.has(seq))
}

/** All that a verdict rests on: the texts, what each role came to, and every word of the person. */
export const heardByJudge = (state: MeetingState): readonly Seq[] => [
  1,
  ...allOutputs(state).map(({given}) => given.seq),
  ...words(state).map(({seq}) => seq),
]

/** Where the present round, or a part of it that is asked again, was called. */
const roundCalled = (state: MeetingState): Seq =>
  ofType(state.log, 'chair.said').findLast(event => CALLS.has(event.line.id))?.seq ?? 0

const CALLS: ReadonlySet<string> = new Set(['review.round.begin', 'review.again'])

/** The ledger as the files show it: what came of a part of a round in seating order, whatever the order of arrival. */
export function inReviewOrder(state: MeetingState): readonly Stamped[] {
  const partOf = (key: string) => {
    const turn = reviewTurn(key)
    return turn && turn.kind !== 'verdict' ? turn.part : undefined
  }
  const asked = new Map<string, Set<string>>()
  for (const event of state.log) {
    const part = event.type === 'turn.started' || event.type === 'turn.skipped' ? partOf(event.key) : undefined
    if (part !== undefined && 'who' in event) asked.set(part, (asked.get(part) ?? new Set()).add(event.who))
  }
  const seats = state.meeting?.seats.map(seat => seat.id) ?? []
  return inSeatingOrder(state, {partOf, orderOf: part => seats.filter(who => asked.get(part)?.has(who))}, true)
}

/** The verdict as it stands; undefined: there is none. */
export const verdictOf = (state: MeetingState): (Stamped & {type: 'turn.finished'}) | undefined =>
  ofType(state.log, 'turn.finished').findLast(event => reviewTurn(event.key)?.kind === 'verdict')
