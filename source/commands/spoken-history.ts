import {isBoard} from '../core/board.ts'
import {boardEntries} from '../core/board-events.ts'
import type {Seq} from '../core/events.ts'
import {speeches, words} from '../core/selectors.ts'
import {type MeetingState, ofType} from '../core/state.ts'

/** One entry of the history of a discussion, in the shape of FR-8 of `seeds/board.txt`; `timestamp` is ISO 8601 in UTC. */
export type Entry =
  | {readonly round: number; readonly expert_name: string; readonly content: string; readonly timestamp: string}
  | {readonly round: number; readonly role: 'user'; readonly content: string; readonly timestamp: string}

/**
 * The speeches that count and the person's words, in the order they were said, verbatim. Rounds count from 1; the opening is 0, and
 * what comes after the last round counts as one more, so that numbers never go back.
 */
export function spokenHistory(state: MeetingState): readonly Entry[] {
  if (state.meeting && isBoard(state.meeting)) return boardEntries(state.log)
  const roundAt = roundsOf(state)
  const names = new Map(state.meeting?.seats.map(seat => [seat.id, seat.name]))
  const said = [
    ...speeches(state).map(({seq, at, who, text}) => ({
      seq,
      entry: {round: roundAt(seq), expert_name: names.get(who) ?? who, content: text, timestamp: at},
    })),
    ...words(state).map(({seq, at, text}) => ({
      seq,
      entry: {round: roundAt(seq), role: 'user' as const, content: text, timestamp: at},
    })),
  ]
  return said.sort((a, b) => a.seq - b.seq).map(({entry}) => entry)
}

function roundsOf(state: MeetingState): (seq: Seq) => number {
  let last = 0
  const phases = ofType(state.log, 'phase.entered').map(({seq, phase, round}) => {
    if (round !== undefined) last = round
    return {seq, round: round ?? (phase === 'opening' ? 0 : last + 1)}
  })
  return seq => phases.findLast(phase => phase.seq < seq)?.round ?? 0
}
