import {inSeatingOrder} from './board-history.ts'
import {councilTurn} from './council.ts'
import type {Stamped} from './events.ts'
import type {MeetingState} from './state.ts'

/** The ledger as the files show it: what came of a round in seating order, whatever the order of arrival. */
export function inCouncilOrder(state: MeetingState): readonly Stamped[] {
  const seats = state.meeting?.seats.map(seat => seat.id) ?? []
  const partOf = (key: string) => {
    const kind = councilTurn(key)?.kind
    return kind === 'discovery' ? undefined : kind
  }
  // In the debate only those who took a position are asked.
  const asked = new Set(
    state.log.flatMap(event =>
      event.type === 'turn.started' || event.type === 'turn.skipped' ? [`${partOf(event.key)}/${event.who}`] : [],
    ),
  )
  return inSeatingOrder(state, {partOf, orderOf: part => seats.filter(who => asked.has(`${part}/${who}`))}, true)
}
