import {doctorSays} from '../i18n/doctor.ts'
import {makeVoices, type VoiceDeps} from '../providers/index.ts'
import type {Diagnosis} from '../providers/provider.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Seats whose voice cannot speak as things are, and what is said of it. Spends no tokens. */
export type VoiceProblem = {readonly seats: readonly string[]; readonly lines: readonly string[]}

/**
 * What is wrong with the voices of a plan, before anything is written; each voice once, all side by side, 5 s at most. An agent
 * is asked whether it is logged in, unless it is only a dry run.
 */
export async function voiceProblems(
  plan: Pick<Plan, 'seats' | 'trustUserConfig'>,
  host: Host,
  {dryRun = false}: {readonly dryRun?: boolean | undefined} = {},
): Promise<readonly VoiceProblem[]> {
  const deps = voicesToLookAt(host, {trustUserConfig: plan.trustUserConfig ?? false})
  const voices = makeVoices(dryRun ? deps : askingForLogin(deps))
  const names = [...new Set(plan.seats.map(seat => seat.provider))]
  const looked = await Promise.all(names.map(async name => ({name, found: await voices(name)?.check(host.signal)})))
  await voices.close()
  return looked.flatMap(({name, found}) => {
    if (!found || found.ok) return []
    const silent = plan.seats.filter(seat => seat.provider === name && !needsNone(found, seat))
    if (silent.length === 0) return []
    const names = silent.map(({persona}) => persona.displayName).join(host.words.listSeparator)
    const said = isLoggedOut(found) ? doctorSays(host.uiLang, 'detail.silent', {detail: found.detail, names}) : found.detail
    return [{seats: silent.map(({persona}) => persona.id), lines: [said, ...(found.hint ? [found.hint] : [])]}]
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

/** Models that an agent speaks with also where nobody logged in. */
const open: Readonly<Record<string, RegExp>> = {opencode: /^opencode\//}

const needsNone = (found: Diagnosis, {provider, model = ''}: Plan['seats'][number]) =>
  isLoggedOut(found) && open[provider]?.test(model) === true
