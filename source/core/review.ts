import type {Meeting, ReviewOptions} from './events.ts'

/**
 * The bounds of a review, from `reference` of `seeds/ai-meeting.txt`. Bytes are of UTF-8: of another's output where it is handed
 * over, of what a summary holds of one role, and of a role's own earlier output where it has to be told again.
 */
export const review = {
  rounds: 2,
  mostRounds: 5,
  mostAgents: 6,
  excerptBytes: 8 * 1024,
  summaryBytes: 12 * 1024,
  ownBytes: 24 * 1024,
} as const

export const isReview = (meeting: Meeting): boolean => meeting.protocol.id === 'review'

export const reviewOptions = (meeting: Meeting): ReviewOptions =>
  meeting.options.review ?? {materials: [], acceptGaps: false, mostRounds: review.mostRounds}

/** Turns that a whole review takes, without repairs and further questions. */
export const reviewCalls = ({agents, rounds}: {agents: number; rounds: number}): number => agents * rounds + 1

export type ReviewTurn = {
  /** `round`: a role's part of a round; `challenge`: the one more turn where that was hollow; `verdict`: the judge's report. */
  readonly kind: 'round' | 'challenge' | 'verdict'
  /** 0 outside of the rounds. */
  readonly round: number
  /** What the turns that were asked together have in common: the key without the seat. */
  readonly part: string
}

/** What a turn is for, by its key: `round-2:ID`, `round-2.2:ID` (asked again), `challenge-2:ID`, `verdict`, `verdict.2`. */
export function reviewTurn(key: string): ReviewTurn | undefined {
  const [part = ''] = key.split(':', 1)
  const match = /^(round|challenge|verdict)(?:-(\d+))?(?:\.\d+)?$/.exec(part)
  const kind = match?.[1] as ReviewTurn['kind'] | undefined
  return kind && {kind, round: Number(match?.[2] ?? 0), part}
}
