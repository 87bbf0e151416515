import type {Meeting} from '../core/events.ts'
import {makeVoices} from '../providers/index.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {voicesToLookAt} from './voices-for.ts'

/**
 * Who speaks without a seat: the judge of a review, who looks into the repository for a council, or who writes the minutes. The
 * meeting's own default voice, when it can; nobody is chosen that the person did not name.
 */
export function recorderFor(plan: Plan, host: Host): Meeting['recorder'] | undefined {
  if (plan.judge) return plan.judge
  // A board writes no minutes: its moderator decides.
  if (plan.board) return undefined
  const own = {provider: plan.provider, ...(plan.model ? {model: plan.model} : {})}
  // Its record is made by code.
  if (plan.council) return plan.council.discovery.length > 0 ? own : undefined
  const voices = makeVoices(voicesToLookAt(host))
  return voices(plan.provider)?.records ? own : undefined
}
