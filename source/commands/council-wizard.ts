import {councilRequest} from '../core/council-request.ts'
import {COUNCIL_TOPICS} from '../core/council-table.ts'
import {languageOf, type MeetingRequest} from '../core/request.ts'
import {fill} from '../core/template.ts'
import {tellCouncil} from '../i18n/council-entry.ts'
import {topicName, topicNames} from '../i18n/council-topics.ts'
import {wizardWords} from '../i18n/wizard.ts'
import {voiceName} from '../providers/index.ts'
import {membersFor, membersIn, resolveMember} from '../runtime/personas/members.ts'
import {findRepository} from '../runtime/repository.ts'
import type {WizardForm, WizardPersona, WizardRouting, WizardUnderstood} from '../ui/ports.ts'
import type {CouncilDesk} from '../ui/wizard/desks.ts'
import {chosenTopic} from './council-ask-topic.ts'
import {councilCost} from './council-echo.ts'
import {knownOf, seatingOf} from './council-plan.ts'
import type {Host} from './host.ts'
import type {MeetFlags, Plan, Planned} from './plan.ts'
import {short, shownPath} from './shown.ts'

/** Members for the wizard's list: they sit at councils only, and answer to their names in every language. */
export function councilPersonas(
  host: Host,
  asRow: (member: ReturnType<typeof membersIn>[number]) => WizardPersona,
): readonly WizardPersona[] {
  const found = membersFor(host)
  return membersIn(found, host.uiLang).map(member => {
    const all = found.members.filter(({id}) => id === member.id)
    const keys = all.flatMap(({names}) => names.map(({key}) => key))
    return {...asRow(member), keys: [...new Set(keys)], protocol: 'council'}
  })
}

export const councilDesk = (host: Host, plan: (form: WizardForm) => Planned): CouncilDesk => ({
  topics: () =>
    COUNCIL_TOPICS.map(({key, duo, triad}) => ({key, name: topicName(key, host.uiLang), duo: [...duo], triad: [...triad]})),
  route: form => routingOf(form, host),
  ask(form, done) {
    const planned = plan({...form, council: {...form.council, by: 'request'}})
    const leave = new AbortController()
    const asked = {...host, signal: AbortSignal.any([host.signal, leave.signal])}
    const voice = voiceName(form.voice ?? '')
    const settled =
      'usage' in planned && planned.unrouted
        ? chosenTopic(planned.unrouted, asked)
        : Promise.resolve({fault: 'usage' in planned ? planned.usage.join(' ') : ''})
    void settled
      .catch(error => ({fault: error instanceof Error ? error.message : String(error)}))
      .then(found => {
        if (leave.signal.aborted) return
        if ('topic' in found) return done(found)
        const problem =
          'fault' in found
            ? tellCouncil(host.uiLang, 'ask.failed', {voice, message: short(found.fault, 160)})
            : tellCouncil(host.uiLang, 'ask.twice', {voice})
        done({problem})
      })
    return () => leave.abort()
  },
  ground(form) {
    const seen = (discover: 'open' | 'on') => {
      const planned = plan({...form, council: {by: 'request', ...form.council, discover}})
      return 'plan' in planned ? (groundSaid(planned.plan, host) ?? '') : ''
    }
    return {open: seen('open'), on: seen('on')}
  },
})

/** Who sits and why, in the language of the screen. */
function routingOf(form: WizardForm, host: Host): WizardRouting {
  const found = membersFor(host)
  const lang = host.uiLang
  const wanted = councilRequest({request: form.topic.slice(0, mostRead)}, councilFlags(form, lang), {
    names: {members: knownOf(found), topics: topicNames},
    settings: host.home.settings.council ?? {},
  })
  const {debate, mode, discover} = wanted
  const nobody = {members: [], topic: '', mode, routedBy: '', why: '', debate, discover}
  const unsettled = form.council?.by === 'members' ? form.seats.length === 0 : wanted.seating.by === 'nothing'
  if (unsettled) return nobody
  const {seats, selection} = seatingOf(wanted, {found, lang, voice: {provider: ''}, host}, form.topic)
  return {
    ...nobody,
    members: seats.map(({persona}) => persona.id),
    mode: selection.mode,
    topic: selection.topic === null ? tellCouncil(lang, 'echo.noTopic') : topicName(selection.topic, lang),
    routedBy: selection.topic === null ? '' : wizardWords[lang][`routed.${selection.routedBy}`],
    // Which way it was is said already.
    why: selection.note.replace(tellCouncil(lang, 'note.anchors', {hits: ''}), ''),
  }
}

/** Characters of a request that are read for what it asks. */
const mostRead = 8000

/** The form as the flags of `council`. */
export function councilFlags(form: WizardForm, lang = languageOf(form.topic)): MeetFlags {
  const {topic, seats, voice, council = {by: 'request'}} = form
  const own = seats.filter(seat => seat.voice !== voice)
  const key = council.topic ?? ''
  const picked = {
    ...(council.by === 'topic' ? {topic: {key, said: topicName(key, lang)}} : {}),
    ...(own.length > 0 ? {voices: own.map(seat => `${quoted(seat.id)}:${seat.voice}`).join(',')} : {}),
  }
  return {
    topic,
    protocol: 'council',
    // In the place of a number said for other meetings; whether there is a second round, the debate says.
    rounds: '2',
    ...(voice ? {provider: voice} : {}),
    picked,
    ...(council.by === 'members' ? {members: seats.map(({id}) => quoted(id)).join(',')} : {}),
    ...(council.by === 'model' ? {topicChosen: key} : {}),
    ...(council.mode === undefined ? {} : {[council.mode]: true}),
    ...(council.debate === undefined ? {} : {[council.debate ? 'debate' : 'noDebate']: true}),
    ...(council.discover === 'on' ? {discover: true} : council.discover === 'off' ? {noDiscover: true} : {}),
  }
}

/** An id may hold what parts names on a command line. */
export const quoted = (id: string): string => (/^[\w.-]+$/.test(id) ? id : `「${id}」`)

/** What it rests on, in a line; undefined: the plan is not a council's. */
export function groundSaid({council, why = ''}: Plan, host: Host): string | undefined {
  if (council === undefined) return undefined
  const words = wizardWords[host.uiLang]
  if (!council.rooted) return fill(words.groundNone, {why})
  const root = findRepository(host.cwd, host.userHome)?.root ?? host.cwd
  const count = filesOf({council}).length
  return fill(count === 0 ? words.groundEmpty : words.groundFiles, {folder: shownPath(root, host), count, why})
}

const filesOf = ({council}: Pick<Plan, 'council'>): readonly string[] => [
  ...new Set((council?.discovery ?? []).flatMap(({files}) => files.map(({label}) => label))),
]

/** What the page does not say elsewhere: the questions of the discovery, the files, what was noticed, and the number of calls. */
export function councilHeld(
  plan: Plan,
  host: Host,
): {readonly facts: readonly string[]; readonly files: number; readonly ground: string} {
  const {council} = plan
  if (council === undefined) return {facts: [], files: 0, ground: ''}
  const say = (key: Parameters<typeof tellCouncil>[1], slots: Parameters<typeof tellCouncil>[2] = {}) =>
    tellCouncil(host.uiLang, key, slots)
  const cost = councilCost({...plan, council}, host)
  const files = filesOf(plan)
  return {
    facts: [
      ...council.discovery.map(({question}, at) => say('echo.question', {n: at + 1, question: short(question, 300)}).trim()),
      ...(files.length > 0 ? [say('echo.files', {files: files.map(label => short(label)).join(say('separator'))})] : []),
      ...plan.notices.filter(notice => !cost.includes(notice)),
      // An estimate says it too.
      ...(plan.provider === 'rehearsal' ? cost : []),
    ],
    files: files.length,
    ground: groundSaid(plan, host) ?? '',
  }
}

/** What a sentence that asks for a council fills in. `listed`: the members as they were named. */
export function understoodCouncil(request: MeetingRequest, host: Host): WizardUnderstood {
  const found = membersFor(host)
  const seated = request.with.map(guest => ({guest, resolved: resolveMember(guest.name, found, host.uiLang)}))
  const here = seated.flatMap(({guest, resolved}) => (resolved.kind === 'found' ? [{guest, id: resolved.persona.id}] : []))
  const voices = here.flatMap(({guest: {provider, model}, id}) =>
    provider === undefined ? [] : [[id, [provider, model].filter(part => part !== undefined).join('/')] as const],
  )
  return {
    protocol: 'council',
    ...(request.topic === undefined ? {} : {topic: request.topic}),
    ids: [...new Set(here.map(({id}) => id))],
    voices: Object.fromEntries(voices),
    unknown: seated.flatMap(({guest, resolved}) => (resolved.kind === 'found' ? [] : [guest.name])),
  }
}
