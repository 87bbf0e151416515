import {makeVoices} from '../providers/index.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {readTextFrom} from './read-text.ts'

/** What is wrong with the voices of a plan, before anything is written; each line once. Spends no tokens. */
export async function voiceProblems(plan: Plan, host: Host): Promise<readonly string[]> {
  const voices = makeVoices({
    readFile: readTextFrom(host.cwd),
    sleep: host.sleep,
    desk: {handOut: async () => ({}), reply: async () => undefined},
    lang: host.uiLang,
  })
  const problems = new Set<string>()
  for (const provider of new Set(plan.seats.map(seat => seat.provider))) {
    const found = await voices(provider)?.check(host.signal)
    if (!found || found.ok) continue
    problems.add(found.detail)
    if (found.hint) problems.add(found.hint)
  }
  return [...problems]
}
