import type {Meeting} from '../core/events.ts'
import {makeVoices} from '../providers/index.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Who writes the minutes: the meeting's own default voice, when it can; nobody is chosen that the person did not name. */
export function recorderFor(plan: Plan, host: Host): Meeting['recorder'] | undefined {
  if (plan.judge) return plan.judge
  // A board writes no minutes: its moderator decides.
  if (plan.board) return undefined
  const voices = makeVoices(voicesToLookAt(host))
  if (!voices(plan.provider)?.records) return undefined
  return {provider: plan.provider, ...(plan.model ? {model: plan.model} : {})}
}
