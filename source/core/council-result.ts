import {type CouncilTurn, councilOptions, councilTurn} from './council.ts'
import {noBrief, type RepoBrief} from './council-brief.ts'
import {asRebuttal, asResponse, type CouncilVerdict, type PersonaRebuttal, type PersonaResponse} from './council-data.ts'
import type {Seat, Seq} from './events.ts'
import {speeches} from './selectors.ts'
import {type MeetingState, ofType} from './state.ts'

/** Where a member stands in the end. */
export type Final = {
  readonly seat: Seat
  /** Absent: no position could be had of this member. */
  readonly position?: {
    /** The speech that it is taken from: the rebuttal, where there is one. */
    readonly seq: Seq
    readonly verdict: CouncilVerdict
    readonly stance: string
    readonly recommendation: string
    /** Of round one, where the whole of a member's tradeoffs stands. */
    readonly response: PersonaResponse
    readonly rebuttal?: PersonaRebuttal
    /** By its own word, or because the verdict is another one. */
    readonly moved: boolean
  }
}

export type CouncilResult = {
  readonly finals: readonly Final[]
  readonly brief: RepoBrief
  /** Discovery ran, and members could lean on what it found. */
  readonly discovered: boolean
  /** At least one member answered the others. */
  readonly debated: boolean
}

/** What a council came to, from its ledger alone, at any moment of it. */
export function councilResult(state: MeetingState): CouncilResult {
  const {meeting} = state
  const spoken = speeches(state)
  const last = (kind: CouncilTurn['kind'], who: string) =>
    spoken.findLast(speech => speech.who === who && councilTurn(speech.key)?.kind === kind)
  const finals = (meeting?.seats ?? []).map((seat): Final => {
    const first = last('response', seat.id)
    const second = last('rebuttal', seat.id)
    const response = asResponse(first?.data)
    if (!first || !response) return {seat}
    const rebuttal = asRebuttal(second?.data)
    return {
      seat,
      position: {
        seq: (rebuttal && second ? second : first).seq,
        verdict: rebuttal?.revisedVerdict ?? response.verdict,
        stance: rebuttal?.stance ?? response.stance,
        recommendation: rebuttal?.recommendation ?? response.recommendation,
        response,
        ...(rebuttal ? {rebuttal} : {}),
        moved: rebuttal !== undefined && (rebuttal.moved || rebuttal.revisedVerdict !== response.verdict),
      },
    }
  })
  const brief = briefIn(state)
  return {
    finals,
    brief,
    discovered: brief.rooted && meeting !== undefined && councilOptions(meeting).discovery.length > 0,
    debated: finals.some(({position}) => position?.rebuttal !== undefined),
  }
}

function briefIn(state: MeetingState): RepoBrief {
  const note = ofType(state.log, 'noted').findLast(event => event.key === 'note:brief')?.note
  return typeof note === 'object' && note !== null && 'summary' in note && 'filesRead' in note ? (note as RepoBrief) : noBrief
}
