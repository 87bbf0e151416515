import {makeVoices} from '../providers/index.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Seats whose voice cannot speak as things are, and what is said of it. Spends no tokens. */
export type VoiceProblem = {readonly seats: readonly string[]; readonly lines: readonly string[]}

/** What is wrong with the voices of a plan, before anything is written; each voice once. */
export async function voiceProblems(plan: Plan, host: Host): Promise<readonly VoiceProblem[]> {
  const voices = makeVoices(voicesToLookAt(host))
  const names = [...new Set(plan.seats.map(seat => seat.provider))]
  const looked = await Promise.all(names.map(async name => ({name, found: await voices(name)?.check(host.signal)})))
  await voices.close()
  return looked.flatMap(({name, found}) => {
    if (!found || found.ok) return []
    const seats = plan.seats.filter(seat => seat.provider === name).map(seat => seat.persona.id)
    return [{seats, lines: [found.detail, ...(found.hint ? [found.hint] : [])]}]
  })
}
