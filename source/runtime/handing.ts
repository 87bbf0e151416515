import type {Seq, View} from '../core/events.ts'
import {firstStart, type HeardItem, heardItems, pastOf} from '../core/selectors.ts'
import type {MeetingState} from '../core/state.ts'
import type {Protocol, Turn} from '../core/steps.ts'
import {nonceFor, sha256} from './nonce.ts'

/** What one attempt of a turn sends: everything `turn.started` vouches for. */
export type Handing = {
  readonly heard: readonly Seq[]
  readonly items: readonly HeardItem[]
  readonly nonce: string
  readonly prompt: string
  readonly system: string
  readonly promptSha256: string
  readonly systemSha256: string
}

/**
 * Made from the ledger alone, so that `verify` rebuilds it. What a turn hears is fixed by its first attempt: a retry, and a resume
 * after a crash, send the same prompt. A repair is handed the unreadable reply in addition.
 */
export function makeHanding(protocol: Protocol, state: MeetingState, turn: Turn, view: View): Handing {
  const meeting = state.meeting
  if (!meeting) throw new Error('a turn before the meeting was opened')
  const first = firstStart(state, turn.key)
  const base = first ? first.heard : turn.ask.hear(state, turn.who)
  const heard = [...base, ...unreadable(state, turn)]
  const items = heardItems(state, {key: turn.key, heard})
  // A fresh session is handed its past in condensed form.
  const past = view === 'whole' ? pastOf(state, turn.who, turn.key) : []
  const data = [...items, ...past.flatMap(p => p.heard)].flatMap(item => ('text' in item ? [item.text] : []))
  const nonce = nonceFor(meeting.secret, turn.key, [...data, ...past.map(p => p.said)])
  const prompt = turn.ask.prompt({meeting, who: turn.who, heard: items, nonce, view, past})
  const system = protocol.system(meeting, turn.who)
  return {heard, items, nonce, prompt, system, promptSha256: sha256(prompt), systemSha256: sha256(system)}
}

/** The last attempt of this turn, when it failed because its data could not be read. */
function unreadable(state: MeetingState, turn: Turn): readonly Seq[] {
  if (!turn.ask.parse) return []
  const last = state.log.findLast(e => (e.type === 'turn.failed' || e.type === 'turn.finished') && e.key === turn.key)
  return last?.type === 'turn.failed' && last.fault.code === 'protocol' ? [last.seq] : []
}
