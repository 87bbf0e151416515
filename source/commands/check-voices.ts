import {doctorSays} from '../i18n/doctor.ts'
import {makeVoices, type VoiceDeps} from '../providers/index.ts'
import type {Diagnosis} from '../providers/provider.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {reviewChoices} from './review-words.ts'
import {judgeSeat} from './run-flags.ts'
import {needsNoLogin} from './silent-voices.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Seats whose voice cannot speak as things are, and what is said of it. Spends no tokens. */
export type VoiceProblem = {
  readonly seats: readonly string[]
  readonly lines: readonly string[]
  /** What there is to choose when the meeting is not begun. */
  readonly choices?: string
}

/**
 * What is wrong with the voices of a plan, before anything is written; each voice once, all side by side, 5 s at most. An agent
 * is asked whether it is logged in, unless it is only a dry run.
 */
export async function voiceProblems(
  plan: Pick<Plan, 'seats' | 'trustUserConfig' | 'judge' | 'review'>,
  host: Host,
  {dryRun = false}: {readonly dryRun?: boolean | undefined} = {},
): Promise<readonly VoiceProblem[]> {
  const deps = voicesToLookAt(host, {trustUserConfig: plan.trustUserConfig ?? false})
  const voices = makeVoices(dryRun ? deps : askingForLogin(deps))
  // The judge of a review has no seat.
  const all = [
    ...plan.seats.map(({persona, ...voice}) => ({...voice, id: persona.id, name: persona.displayName})),
    ...(plan.judge ? [{...plan.judge, ...judgeSeat}] : []),
  ]
  const names = [...new Set(all.map(({provider}) => provider))]
  const looked = await Promise.all(names.map(async name => ({name, found: await voices(name)?.check(host.signal)})))
  await voices.close()
  return looked.flatMap(({name, found}) => {
    if (!found || found.ok) return []
    const silent = all.filter(seat => seat.provider === name && !(isLoggedOut(found) && needsNoLogin(seat.provider, seat.model)))
    if (silent.length === 0) return []
    const names = silent.map(one => one.name).join(host.words.listSeparator)
    const said = isLoggedOut(found) ? doctorSays(host.uiLang, 'detail.silent', {detail: found.detail, names}) : found.detail
    const seats = silent.map(({id}) => id)
    const lines = [said, ...(found.hint ? [found.hint] : [])]
    return [{seats, lines, ...(plan.review ? {choices: reviewChoices(seats, host)} : {})}]
  })
}

function askingForLogin(deps: VoiceDeps): VoiceDeps {
  const {agents} = deps
  if (agents === undefined) return deps
  return {
    ...deps,
    agents: {
      ...agents,
      diagnose: async (agent, signal) => (await import('../providers/cli/look-for-login.ts')).lookForLogin(agent, agents, signal),
    },
  }
}

const isLoggedOut = ({findings = []}: Diagnosis) => findings.some(({code}) => code === 'logged-out')
