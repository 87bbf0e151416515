import type {Lang} from '../core/events.ts'
import {type Agent, agentsIn, defaultRoles, judgeKey, reviewLimits} from '../core/review-request.ts'
import {reviewWords, tellReview} from '../i18n/review-entry.ts'
import {findCommand} from '../providers/cli/find-command.ts'
import {parseVoice} from '../providers/index.ts'
import {roleFor, rolesFor, rolesIn} from '../runtime/personas/roles.ts'
import type {Host} from './host.ts'
import {findingLine} from './persona-words.ts'
import {type PlannedSeat, type Voice, voiceOf} from './plan-voices.ts'
import {problemText} from './review-words.ts'

export type ReviewSeats = {
  readonly seats: readonly PlannedSeat[]
  readonly judge: Voice
  readonly usage: readonly string[]
}

export type AskedSeats = {
  /** As the person listed them; undefined: nobody said. */
  readonly agents: readonly Agent[] | undefined
  readonly judge: string | undefined
  /** Said on the command line, for all who have no voice of their own. */
  readonly provider: string | undefined
  readonly mostAgents: number
  readonly lang: Lang
  /** The person's default voice. */
  readonly voice: Voice
}

type Voiced = {readonly role: string; readonly voice: Voice}

/** Roles to seats with their cards, and who judges. */
export function seatRoles(asked: AskedSeats, host: Host): ReviewSeats {
  const usage: string[] = []
  const {lang} = asked
  const wanted = asked.agents ? asked.agents.map(agent => voiced(agent, host, usage)) : usualAgents(asked, host, usage)
  const cards = rolesFor(host)
  const seats: PlannedSeat[] = []
  for (const {role, voice} of wanted) {
    const persona = roleFor(cards, role, lang)
    if (persona) {
      seats.push({persona, ...voice})
      continue
    }
    const broken = cards.problems.filter(({path}) => path.replace(/^.*[\\/]/, '').replace(/\.ya?ml$/i, '') === role)
    const known = rolesIn(cards, host.uiLang).map(({id}) => id)
    const path = `configs/roles/${role}.yaml`
    usage.push(
      tellReview(host.uiLang, 'roleUnknown', {role, known: known.join(reviewWords(host.uiLang).separator), path}),
      ...broken.map(problem => findingLine(problem, host)),
    )
  }
  const judge = judgeOf(asked, wanted, {host, usage})
  usage.push(...mixed(wanted, judge, host))
  return {seats, judge, usage}
}

/** The voices of a list; one that does not exist is said once, one with a colon too many is a wrong item. */
function voiced({role, voice}: Agent, host: Host, usage: string[]): Voiced {
  const parsed = parseVoice(voice)
  if ('problem' in parsed && parsed.problem.code === 'argument-unwanted') {
    usage.push(problemText({code: 'agent-form', said: `${role}:${voice}`}, host))
    return {role, voice: {provider: voice}}
  }
  return {role, voice: voiceOf(voice, host, usage)}
}

/** Who sits where the command line lists nobody: a voice that was named speaks for all; then the settings; then the seed's own. */
function usualAgents({provider, voice, mostAgents}: AskedSeats, host: Host, usage: string[]): readonly Voiced[] {
  const {settings} = host.home
  const list = settings.review?.agents
  const set = list === undefined ? undefined : agentsIn(list)
  const problems = [
    ...(set?.problems ?? []),
    ...(set && set.problems.length === 0 && set.agents.length < reviewLimits.leastAgents
      ? [{code: 'too-few' as const, count: set.agents.length}]
      : []),
    ...(set && set.agents.length > mostAgents ? [{code: 'too-many' as const, count: set.agents.length, most: mostAgents}] : []),
  ]
  usage.push(...problems.map(problem => tellReview(host.uiLang, 'fromSettings', {problem: problemText(problem, host)})))
  if (provider === undefined && set) return set.agents.map(agent => voiced(agent, host, usage))
  const roles = set?.agents.map(({role}) => role) ?? defaultRoles
  if (provider === undefined && settings.provider === undefined && ['codex', 'claude'].every(id => isHere(id, host)))
    return roles.map(role => ({role, voice: {provider: role === 'critic' ? 'claude' : 'codex'}}))
  return roles.map(role => ({role, voice}))
}

/** Whether the program of an agent is on this machine. */
const isHere = (id: string, {env, home}: Host): boolean =>
  findCommand({id, commands: [id]}, {env, platform: process.platform, settings: commandsOf(home.settings.providers)}) !==
  undefined

const commandsOf = (providers: Host['home']['settings']['providers']) => providers ?? {}

/** The default voice judges; where nobody has chosen one, the critic's does, or the first role's. */
function judgeOf(
  {judge, provider, voice}: AskedSeats,
  wanted: readonly Voiced[],
  {host, usage}: {readonly host: Host; readonly usage: string[]},
): Voice {
  const said = judge ?? (provider === undefined ? host.home.settings.review?.judge : undefined)
  if (said !== undefined) return voiceOf(said, host, usage)
  const rehearsed = wanted.every(({voice: its}) => its.provider === 'rehearsal')
  const chosen = provider ?? host.home.settings.provider
  const fits = chosen !== undefined && (provider !== undefined || (voice.provider === 'rehearsal') === rehearsed)
  if (fits) return voice
  return (wanted.find(({role}) => role === 'critic') ?? wanted[0])?.voice ?? voice
}

function mixed(wanted: readonly Voiced[], judge: Voice, host: Host): readonly string[] {
  const all = [...wanted, {role: judgeKey, voice: judge}]
  const real = all.filter(({voice}) => voice.provider !== 'rehearsal').map(({role}) => role)
  if (real.length === 0 || real.length === all.length) return []
  return [tellReview(host.uiLang, 'mixed', {names: real.join(reviewWords(host.uiLang).separator)})]
}
