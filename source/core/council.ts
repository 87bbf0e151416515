import type {CouncilOptions, Meeting} from './events.ts'

/** The bound of `seeds/engineering-council.txt`: positions, and one rebuttal. */
export const councilRounds = 2

export const isCouncil = (meeting: Meeting): boolean => meeting.protocol.id === 'council'

export function councilOptions(meeting: Meeting): CouncilOptions {
  const members = meeting.seats.map(seat => seat.id)
  return (
    meeting.options.council ?? {
      selection: {topic: null, mode: members.length === 3 ? 'triad' : 'duo', members, routedBy: 'explicit', note: ''},
      debate: true,
      rooted: false,
      discovery: [],
    }
  )
}

export type CouncilTurn = {
  readonly kind: 'discovery' | 'response' | 'rebuttal'
  /** Number of the question of a discovery, from 1; round of the council otherwise. */
  readonly n: number
}

/** What a turn of a council is for, by its key: `discovery-2`, `response:ID`, `rebuttal:ID`. */
export function councilTurn(key: string): CouncilTurn | undefined {
  const [, question] = /^discovery-(\d+)$/.exec(key) ?? []
  if (question !== undefined) return {kind: 'discovery', n: Number(question)}
  if (key.startsWith('response:')) return {kind: 'response', n: 1}
  return key.startsWith('rebuttal:') ? {kind: 'rebuttal', n: 2} : undefined
}

/** Turns that a council takes at most; repairs come on top, and a debate that is skipped is saved. */
export const councilCalls = ({members, questions, debate}: {members: number; questions: number; debate: boolean}): number =>
  questions + members * (debate && members > 1 ? 2 : 1)
