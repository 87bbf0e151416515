import type {Seq} from '../core/events.ts'
import {firstStart, seatOf, speeches, words} from '../core/selectors.ts'
import type {MeetingState} from '../core/state.ts'
import {ofType} from '../core/state.ts'
import type {Turn} from '../core/steps.ts'
import type {BoardSaid, TurnBrief} from '../providers/provider.ts'

/** What a turn of a board is told beside its prompt. Empty in other meetings. */
export function boardBrief(state: MeetingState, turn: Turn): Pick<TurnBrief, 'board'> {
  const {meeting} = state
  const board = meeting?.options.board
  if (!meeting || !board) return {}
  const moderator = {id: board.moderator, name: seatOf(state, board.moderator)?.name ?? board.moderator}
  const said = turn.who === board.moderator ? saidSoFar(state, turn) : []
  return {board: {moderator, rounds: meeting.options.rounds, said}}
}

/** The moderator speaks when nobody else does. Speeches of a batch stand in the order in which they began, which is that of the seats. */
function saidSoFar(state: MeetingState, turn: Turn): readonly BoardSaid[] {
  const phases = ofType(state.log, 'phase.entered')
  const roundAt = (seq: number) => phases.findLast(phase => phase.seq < seq && phase.round !== undefined)?.round ?? 0
  const found: {seq: Seq; said: BoardSaid}[] = [
    ...speeches(state)
      .filter(({who, key}) => who !== turn.who && key !== turn.key)
      .map(({seq: finished, key, who, text}) => {
        const seq = firstStart(state, key)?.seq ?? finished
        const name = seatOf(state, who)?.name ?? who
        return {seq, said: {kind: 'speech', who, name, round: roundAt(seq), text} as const}
      }),
    ...words(state).map(({seq, text}) => ({seq, said: {kind: 'word', round: roundAt(seq), text} as const})),
  ]
  return found.sort((a, b) => a.seq - b.seq).map(({said}) => said)
}
