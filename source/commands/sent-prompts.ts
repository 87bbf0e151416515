import type {Seq, Stamped} from '../core/events.ts'
import {ofType} from '../core/state.ts'
import type {Protocol} from '../core/steps.ts'
import {rebuiltHandings} from '../runtime/verify.ts'

/** What one attempt of a turn sent. */
export type SentPrompt = {
  readonly seq: Seq
  /** A seat's id, or `recorder`. */
  readonly who: string
  readonly key: string
  readonly attempt: number
  /** As the ledger has them, hex. */
  readonly recorded: Hashes
  /** Made again from the ledger; absent: no step of the protocol asks this. */
  readonly rebuilt?: {readonly prompt: string; readonly system: string} & Hashes
  /** The rebuilt bytes are the ones that were sent. */
  readonly same: boolean
}

type Hashes = {readonly promptSha256: string; readonly systemSha256: string}

/** Every prompt of a meeting, in the order they were sent. */
export function sentPrompts(protocol: Protocol, events: readonly Stamped[]): readonly SentPrompt[] {
  const rebuilt = new Map(rebuiltHandings(protocol, events).map(({started, handing}) => [started.seq, handing]))
  return ofType(events, 'turn.started').map(({seq, who, key, attempt, promptSha256, systemSha256}) => {
    const base = {seq, who, key, attempt, recorded: {promptSha256, systemSha256}}
    const handing = rebuilt.get(seq)
    if (!handing) return {...base, same: false}
    return {
      ...base,
      rebuilt: {
        prompt: handing.prompt,
        system: handing.system,
        promptSha256: handing.promptSha256,
        systemSha256: handing.systemSha256,
      },
      same: handing.promptSha256 === promptSha256 && handing.systemSha256 === systemSha256,
    }
  })
}
