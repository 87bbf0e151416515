import type {BoardOptions, Meeting, Seat, Stamped} from './events.ts'

/** The bounds of `seeds/board.txt`: experts at the table, rounds of discussion, and tokens of history before it is condensed. */
export const board = {mostExperts: 10, rounds: 5, mostRounds: 10, threshold: 4000} as const

export type BoardStatus = 'FORMING' | 'DISCUSSING' | 'CONCLUDING' | 'COMPLETED' | 'DISSOLVED'

/** Where a board stands, from nothing but its ledger. One that was broken off goes to DISSOLVED without having been COMPLETED. */
export function boardStatus(log: readonly Stamped[]): BoardStatus {
  const last = log.findLast(event => event.type === 'phase.entered' || event.type === 'meeting.closed')
  if (last?.type === 'meeting.closed') return 'DISSOLVED'
  if (last?.type !== 'phase.entered') return 'FORMING'
  if (last.phase === 'closing') return 'CONCLUDING'
  return last.phase === 'recording' ? 'COMPLETED' : 'DISCUSSING'
}

export const isBoard = (meeting: Meeting): boolean => meeting.protocol.id === 'board'

export const boardOptions = (meeting: Meeting): BoardOptions =>
  meeting.options.board ?? {moderator: meeting.seats[0]?.id ?? '', parallel: true, threshold: board.threshold}

export function moderatorOf(meeting: Meeting): Seat | undefined {
  const {moderator} = boardOptions(meeting)
  return meeting.seats.find(seat => seat.id === moderator) ?? meeting.seats[0]
}

/** Who speaks in the rounds, in seating order: everybody but the moderator. */
export function speakersOf(meeting: Meeting): readonly Seat[] {
  const moderator = moderatorOf(meeting)
  return meeting.seats.filter(seat => seat.id !== moderator?.id)
}

/**
 * Turns that a whole board takes: the opening, the speeches, a summary a round, and the decision. Condensing and repairs come on
 * top. `experts`: without the facilitator.
 */
export function boardCalls({experts, rounds, facilitator}: {experts: number; rounds: number; facilitator: boolean}): number {
  const speakers = facilitator ? experts : Math.max(0, experts - 1)
  return rounds * speakers + rounds + 2
}

export type BoardTurn = {
  readonly kind: 'opening' | 'speech' | 'summary' | 'condensed' | 'decision'
  /** 0 outside of the rounds. */
  readonly round: number
  /** What the turns that were asked together have in common: the key without the seat. */
  readonly part: string
}

const kinds: ReadonlyMap<string, BoardTurn['kind']> = new Map([
  ['opening', 'opening'],
  ['round', 'speech'],
  ['summary', 'summary'],
  ['condense', 'condensed'],
  ['decision', 'decision'],
])

/** What a turn of a board is for, by its key: `opening:ID`, `round-2:ID`, `round-2.2:ID`, `summary-2`, `condense-3`, `decision`. */
export function boardTurn(key: string): BoardTurn | undefined {
  const [part = ''] = key.split(':', 1)
  const match = /^([a-z]+)(?:-(\d+))?(?:\.\d+)?$/.exec(part)
  const kind = kinds.get(match?.[1] ?? '')
  return kind && {kind, round: Number(match?.[2] ?? 0), part}
}
