import {chairText} from '../../core/chair.ts'
import {councilOptions, councilTurn, isCouncil} from '../../core/council.ts'
import type {Fault} from '../../core/events.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {type VerdictMark, verdictMarks} from './council-look.ts'

/** Facts of a council that no other meeting has. */
export type CouncilFacts = {
  /** Who was selected and why, and what the council rests on; absent before it was said. */
  readonly echo?: string
  readonly marks: ReadonlyMap<string, VerdictMark>
  /** Ids of the members of whom no position could be had. */
  readonly without: readonly string[]
}

export function councilFacts(state: MeetingState): CouncilFacts | undefined {
  const {meeting, log} = state
  if (!meeting || !isCouncil(meeting)) return undefined
  const said = ofType(log, 'chair.said').findLast(({line}) => line.id === 'council.echo')
  const marks = verdictMarks(state)
  return {
    ...(said ? {echo: chairText(meeting.templates.chair, said.line)} : {}),
    marks,
    without: meeting.seats.map(seat => seat.id).filter(id => !marks.has(id)),
  }
}

/** Why a member is left out of the part that is under way; undefined: it is not. */
export function missedInCouncil(state: MeetingState, who: string): Fault | undefined {
  const last = state.log.findLast(
    event => 'who' in event && event.who === who && 'key' in event && event.type.startsWith('turn.') && councilTurn(event.key),
  )
  if (last?.type !== 'turn.skipped' || last.reason !== 'failed') return undefined
  return ofType(state.log, 'turn.failed').findLast(event => event.key === last.key)?.fault
}

/** Whether a word said now, or not handed over yet, still reaches the members: with their positions, or with the rebuttal. */
export function reachedInCouncil(state: MeetingState, said: number): boolean {
  const {phase, meeting} = state
  if (state.outcome || !meeting) return false
  if (phase === undefined || phase.name === 'discovery') return true
  return phase.name === 'positions' && (councilOptions(meeting).debate || said < phase.since)
}
