import {councilOptions, councilTurn} from '../core/council.ts'
import {councilResult} from '../core/council-result.ts'
import type {MeetingState} from '../core/state.ts'
import type {Turn} from '../core/steps.ts'
import type {TurnBrief} from '../providers/provider.ts'

/** What a turn of a council is told beside its prompt: no more than stands in it. Empty in other meetings. */
export function councilBrief(state: MeetingState, turn: Turn): Pick<TurnBrief, 'council'> {
  const {meeting} = state
  const at = councilTurn(turn.key)
  if (meeting?.protocol.id !== 'council' || !at) return {}
  if (at.kind === 'discovery') {
    const {question = '', files = []} = councilOptions(meeting).discovery[at.n - 1] ?? {}
    return {council: {kind: at.kind, member: '', question, files, facts: [], others: []}}
  }
  const {brief, finals} = councilResult(state)
  const responses = finals.flatMap(({seat, position}) =>
    position ? [{id: seat.id, name: seat.name, response: position.response}] : [],
  )
  const own = responses.find(one => one.id === turn.who)?.response
  return {
    council: {
      kind: at.kind,
      member: turn.who,
      question: '',
      files: [],
      facts: brief.rooted && brief.summary !== '' ? brief.summary.split('\n').map(fact => fact.replace(/^- /, '')) : [],
      ...(own && at.kind === 'rebuttal' ? {own} : {}),
      // Nobody is told anything of a round that is under way.
      others: at.kind === 'rebuttal' ? responses.filter(one => one.id !== turn.who) : [],
    },
  }
}
