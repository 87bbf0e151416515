import type {Fault, Seq, SkipReason, Wish} from '../core/events.ts'
import {firstStart, isMuted} from '../core/selectors.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import type {Turn} from '../core/steps.ts'

// What becomes of a turn, read from the ledger alone: a crash in between changes nothing.

/**
 * Whether the person has cut this turn. Going to the closing lets a speech finish when said once and cuts it when said again;
 * skipping the closing cuts it at once. Read from the ledger, so a crash in between changes nothing.
 */
export function cutReason(state: MeetingState, turn: Turn, batch?: string): SkipReason | undefined {
  // Minutes are written after the end: nothing that is said then is about them.
  if (turn.ask.stage === 'record') return undefined
  const said = ofType(state.log, 'user.said')
  const fresh = said.filter(event => event.seq > state.floor.upTo)
  if (fresh.some(event => event.wish === 'finish')) return 'cut'
  if (fresh.filter(event => event.wish === 'conclude').length > (turn.ask.closes ? 0 : 1)) return 'cut'
  const begun = firstStart(state, turn.key)?.seq ?? Number.POSITIVE_INFINITY
  if (!batch && said.some(event => event.wish === 'skip' && event.seq > begun)) return 'skipped'
  // Muting the seat that is speaking is about its next turn.
  return begun > state.log.length && isMuted(state, turn.who) ? 'muted' : undefined
}

/**
 * Decided after the last attempt failed, by the person or by the turn's own rule, and then the program died: the decision stands.
 */
export function leftAfterFailure(state: MeetingState, turn: Turn): SkipReason | undefined {
  const last = state.log.findLast(event => 'key' in event && event.key === turn.key)
  if (last?.type !== 'turn.failed') return undefined
  const choice = choiceAfter(state, turn, last.seq)
  const left = choice === 'skip' || (!choice && turn.ask.onFailure === 'skip' && !isWorthRetrying(state, turn, last.fault))
  return left ? 'failed' : undefined
}

/** One more attempt without asking anybody, unless the fault says that it is useless. What was broken off does not count. */
export function isWorthRetrying(state: MeetingState, turn: Turn, fault: Fault): boolean {
  const uncounted = ['aborted', 'session']
  const failures = ofType(state.log, 'turn.failed').filter(e => e.key === turn.key && !uncounted.includes(e.fault.code))
  return fault.retryable && failures.length < 2
}

/** What the person decided after a turn failed. Another voice is a retry; going to the closing, or ending, is a skip. */
export function choiceAfter(state: MeetingState, turn: Turn, failed: Seq): 'retry' | 'skip' | undefined {
  const meaning: Partial<Record<Wish, 'retry' | 'skip'>> = {retry: 'retry', skip: 'skip', conclude: 'skip', finish: 'skip'}
  for (const event of state.log.slice(failed)) {
    if (event.type === 'seat.changed' && event.who === turn.who) return 'retry'
    const choice = event.type === 'user.said' && event.wish ? meaning[event.wish] : undefined
    if (choice) return choice
  }
  return undefined
}

/** A session that the provider lost is opened anew once, without asking anybody: the next attempt carries the whole view. */
export function lostSession(state: MeetingState, turn: Turn): boolean {
  const failures = ofType(state.log, 'turn.failed').filter(event => event.key === turn.key)
  return failures.at(-1)?.fault.code === 'session' && failures.filter(event => event.fault.code === 'session').length === 1
}

/** What a speech tells of its session. */
export function sessionMode(state: MeetingState, turn: Turn, stateless: boolean): {sessionMode?: 'recovered' | 'stateless'} {
  if (stateless) return {sessionMode: 'stateless'}
  const lost = ofType(state.log, 'turn.failed').some(event => event.key === turn.key && event.fault.code === 'session')
  return lost ? {sessionMode: 'recovered'} : {}
}
