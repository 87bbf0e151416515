import {doctorSays} from '../i18n/doctor.ts'
import {reviewWords, tellReview} from '../i18n/review-entry.ts'
import {makeVoices} from '../providers/index.ts'
import type {Diagnosis} from '../providers/provider.ts'
import {diagnosing} from './doctor-subjects.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {judgeSeat} from './run-flags.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Seats whose voice cannot speak as things are, and what is said of it. Spends no tokens. */
export type VoiceProblem = {readonly seats: readonly string[]; readonly lines: readonly string[]}

type Wanted = Pick<Plan, 'seats' | 'trustUserConfig' | 'judge' | 'review'>

/**
 * What is wrong with the voices of a plan, before anything is written; each voice once, all side by side, 5 s at most. An agent
 * is asked whether it is logged in, unless it is only a dry run.
 */
export async function voiceProblems(
  plan: Wanted,
  host: Host,
  {dryRun = false}: {readonly dryRun?: boolean | undefined} = {},
): Promise<readonly VoiceProblem[]> {
  const deps = voicesToLookAt(host, {trustUserConfig: plan.trustUserConfig ?? false})
  const providers = host.home.settings.providers ?? {}
  // A program of the person's own in the place of an agent need not understand such questions.
  const own = Object.keys(providers).filter(id => providers[id]?.command !== undefined)
  const voices = makeVoices(dryRun ? deps : diagnosing(deps, own))
  const all = [
    ...plan.seats.map(({persona, ...voice}) => ({...voice, id: persona.id, name: persona.displayName})),
    ...(plan.judge ? [{...plan.judge, ...judgeSeat}] : []),
  ]
  const names = [...new Set(all.map(({provider}) => provider))]
  const looked = await Promise.all(names.map(async name => ({name, found: await voices(name)?.check(host.signal)})))
  await voices.close()
  return looked.flatMap(({name, found}) => {
    if (!found || found.ok) return []
    const trusting = plan.trustUserConfig || providers[name]?.trustUserConfig || false
    const silent = all.filter(seat => seat.provider === name && isCertain(found, {...seat, trusting}))
    if (silent.length === 0) return []
    const names = silent.map(one => one.name).join(host.words.listSeparator)
    const {detail, hint} = found
    const said = isLoggedOut(found) ? doctorSays(host.uiLang, 'detail.silent', {detail, names}) : detail
    const seats = silent.map(({id}) => id)
    return [{seats, lines: [said, ...(hint ? [hint] : []), ...choices(seats, plan, host)]}]
  })
}

/** In a review a role keeps its voice until the person takes another one: what there is to choose. */
function choices(seats: readonly string[], {review}: Wanted, {uiLang}: Host): readonly string[] {
  if (!review) return []
  const roles = seats.map(id => (id === judgeSeat.id ? judgeSeat.name : id))
  return [tellReview(uiLang, 'missing', {roles: roles.join(reviewWords(uiLang).separator), role: roles[0] ?? ''})]
}

const codesOf = ({findings = []}: Diagnosis) => findings.map(({code}) => code)

const isLoggedOut = (found: Diagnosis) => codesOf(found).includes('logged-out')

/** Models that an agent speaks with also where nobody logged in. */
const open: Readonly<Record<string, RegExp>> = {opencode: /^opencode\//}

/**
 * Whether it is sure that this seat could not speak. An agent that is slow to tell is heard all the same, and so is one that goes
 * by settings of the person's own, of which its word about the login says nothing.
 */
export function isCertain(
  found: Diagnosis,
  {provider, model = '', trusting}: {readonly provider: string; readonly model?: string; readonly trusting: boolean},
): boolean {
  const codes = codesOf(found)
  if (codes.includes('hangs') || codes.includes('login-hangs')) return false
  return !(codes.includes('logged-out') && (trusting || open[provider]?.test(model)))
}
