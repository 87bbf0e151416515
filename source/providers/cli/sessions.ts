import type {Usage} from '../../core/events.ts'
import type {CliAgent} from './reading.ts'
import type {TurnCourse} from './turn.ts'
import type {Cut} from './verdict.ts'

/** The session of one turn: which was asked for, and which it is. */
export type SessionOfTurn = {
  readonly call: {readonly how: 'open' | 'resume'; readonly id: string}
  readonly onSession: (id: string) => Cut | undefined
  /** Undefined: the agent gave none that can be used again. */
  readonly id: () => string | undefined
  /** An id came that does not look like one. */
  readonly odd: () => boolean
}

/**
 * `asked`: the id to go on with. Going on, the id we hold stays the one (some agents show a fresh one that leads nowhere), but an
 * agent that cannot be told which id to use and answers in another has opened a new session: the old one is lost.
 */
export function sessionOfTurn(agent: CliAgent, asked: string | undefined, uuid: () => string): SessionOfTurn {
  const usable = asked !== undefined && agent.sessionPattern.test(asked) ? asked : undefined
  const call = usable === undefined ? ({how: 'open', id: uuid()} as const) : ({how: 'resume', id: usable} as const)
  let id = usable ?? (agent.choosesSession ? call.id : undefined)
  let odd = false
  return {
    call,
    onSession: given => {
      if (!agent.sessionPattern.test(given)) odd = true
      else if (usable !== undefined && !agent.choosesSession && given !== usable)
        return {why: 'fatal', fault: {code: 'session', message: '', retryable: true}}
      else id ??= given
      return undefined
    },
    id: () => id,
    odd: () => odd,
  }
}

/** An id that cannot be one of this agent's is as good as a lost session. */
export const isStrange = (agent: CliAgent, session: string | undefined): boolean =>
  session !== undefined && !agent.sessionPattern.test(session)

export type UsageBook = {
  /** What this turn used, from what the agent counted in it. */
  readonly ofTurn: (session: string | undefined, fresh: boolean, counted: ReturnType<TurnCourse['usage']>) => Usage | undefined
}

/**
 * Turns counters that run since a session began into those of a turn. Going on with a session whose earlier count nobody knows
 * (after a restart), that turn's running counters say nothing and are left out.
 */
export function makeUsageBook(): UsageBook {
  const before = new Map<string, Usage>()
  return {
    ofTurn: (session, fresh, counted) => {
      let usage: Usage = {}
      for (const {usage: given, cumulative} of counted) {
        if (!cumulative) {
          usage = {...usage, ...given}
          continue
        }
        const known = (session !== undefined && before.get(session)) || (fresh ? {} : undefined)
        if (session !== undefined) before.set(session, {...before.get(session), ...given})
        if (known) usage = {...usage, ...minus(given, known)}
      }
      return Object.keys(usage).length > 0 ? usage : undefined
    },
  }
}

function minus(now: Usage, before: Usage): Usage {
  const left: {-readonly [key in keyof Usage]: number} = {}
  for (const key of ['inputTokens', 'outputTokens', 'costUsd'] as const) {
    const value = now[key]
    if (value !== undefined) left[key] = Math.max(0, value - (before[key] ?? 0))
  }
  return left
}
