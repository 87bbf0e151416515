import type {Meeting} from '../core/events.ts'
import {makeVoices} from '../providers/index.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {readTextFrom} from './read-text.ts'

/** Who writes the minutes: the meeting's own default voice, when it can; nobody is chosen that the person did not name. */
export function recorderFor(plan: Plan, host: Host): Meeting['recorder'] | undefined {
  const voices = makeVoices({
    readFile: readTextFrom(host.cwd),
    sleep: host.sleep,
    desk: {handOut: async () => ({}), reply: async () => undefined},
    lang: plan.lang,
  })
  if (!voices(plan.provider)?.records) return undefined
  return {provider: plan.provider, ...(plan.model ? {model: plan.model} : {})}
}
