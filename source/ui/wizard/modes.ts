import {board} from '../../core/board.ts'
import {review} from '../../core/review.ts'

/** What the kinds of meeting ask for, each in its order, and within which bounds. */

export type StepId = 'topic' | 'protocol' | 'files' | 'voice' | 'seats' | 'rounds' | 'debate' | 'discover' | 'confirm'

type Mode = {
  readonly steps: readonly StepId[]
  readonly leastSeats: number
  readonly mostSeats: number
  readonly rounds: number
  readonly mostRounds: number
}

const any: Mode = {
  steps: ['topic', 'protocol', 'voice', 'seats', 'rounds', 'confirm'],
  leastSeats: 2,
  mostSeats: Number.POSITIVE_INFINITY,
  rounds: 2,
  mostRounds: 20,
}

const modes: Readonly<Record<string, Mode>> = {
  // One expert is enough: a facilitator moderates then.
  board: {...any, leastSeats: 1, mostSeats: board.mostExperts, rounds: board.rounds, mostRounds: board.mostRounds},
  review: {
    steps: ['topic', 'protocol', 'files', 'voice', 'seats', 'rounds', 'confirm'],
    leastSeats: any.leastSeats,
    mostSeats: review.mostAgents,
    rounds: review.rounds,
    mostRounds: review.mostRounds,
  },
  council: {...any, steps: ['topic', 'protocol', 'voice', 'seats', 'debate', 'discover', 'confirm'], leastSeats: 1},
}

export const modeOf = (protocol: string): Mode => modes[protocol] ?? any

type Chosen = {readonly protocol: string}

export const stepsOf = ({protocol}: Chosen): readonly StepId[] => modeOf(protocol).steps

/** The rows of the confirmation that can be chosen: every question again, then the two ways on. */
export const confirmRows = (state: Chosen): readonly (Exclude<StepId, 'confirm'> | 'begin' | 'back')[] => [
  ...stepsOf(state).filter(step => step !== 'confirm'),
  'begin',
  'back',
]
