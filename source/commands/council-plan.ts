import {type CouncilSaid, councilSaid} from '../core/council-at.ts'
import type {Known} from '../core/council-names.ts'
import {type CouncilProblem, type CouncilRequest, councilRequest, topicIn} from '../core/council-request.ts'
import {membersFor as membersOfTopic} from '../core/council-route.ts'
import {COUNCIL_TOPICS} from '../core/council-table.ts'
import type {CouncilSelection, Lang} from '../core/events.ts'
import {type MeetingRequest, parseRequest} from '../core/request.ts'
import {type CouncilWord, tellCouncil} from '../i18n/council-entry.ts'
import {topicName, topicNames} from '../i18n/council-topics.ts'
import {tell, type WordKey} from '../i18n/index.ts'
import {noteText} from '../i18n/notes.ts'
import {type Members, memberFor, membersFor} from '../runtime/personas/members.ts'
import {councilCost, councilEcho} from './council-echo.ts'
import {groundCouncil} from './council-ground.ts'
import {type CouncilSeats, seatMembers, seatTopic} from './council-seats.ts'
import type {Host} from './host.ts'
import type {MeetFlags, Planned} from './plan.ts'
import {commonOf, rehearsedByDefault} from './plan-common.ts'
import {checkRehearsal} from './plan-voices.ts'
import {short} from './shown.ts'

/** Whether flags or sentence ask for a council, and what they say of it; undefined: for another meeting. */
export function councilAsked(flags: MeetFlags, sentence: string | undefined): {readonly said?: CouncilSaid} | undefined {
  if (flags.protocol !== undefined && flags.protocol !== 'council') return undefined
  if (sentence === undefined) return flags.protocol === 'council' ? {} : undefined
  const said = councilSaid(sentence)
  if (said !== undefined) return {said}
  if (flags.protocol === 'council') return {said: {request: sentence.trim()}}
  const called = parseRequest(sentence).kind === 'none' && topicIn(sentence, {topics: topicNames}) !== undefined
  return called ? {said: {request: sentence.trim()}} : undefined
}

/** What is for a council alone, refused at any other meeting. */
export function councilOnly(flags: MeetFlags, host: Host): readonly string[] {
  return councilFlags.flatMap(([key, flag]) => (flags[key] ? [tellCouncil(host.uiLang, 'councilOnly', {flag})] : []))
}

const councilFlags = [
  ['members', '--members'],
  ['councilTopic', '--council-topic'],
  ['duo', '--duo'],
  ['triad', '--triad'],
  ['debate', '--debate'],
  ['noDebate', '--no-debate'],
  ['discover', '--discover'],
  ['noDiscover', '--no-discover'],
  ['repo', '--repo'],
] as const

/** A council to be held, from what was said. Reads the person's repository where the request calls for it. */
export function planCouncil(flags: MeetFlags, said: CouncilSaid | undefined, host: Host): Planned {
  const usage: string[] = []
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const wrong = (key: WordKey, slots: Parameters<typeof tell>[2] = {}) => void usage.push(tell(host.words, key, slots))
  const asked = flags.topic ?? said?.request ?? ''
  if (asked.trim() === '') return {usage: [say('noRequest')]}
  const request: MeetingRequest = {kind: 'meeting', topic: asked, with: [], missing: [], notes: []}
  const {topic, lang, seed, voice} = commonOf(flags, request, {host, usage, wrong})
  if (flags.rounds !== undefined && !/^[12]$/.test(flags.rounds.trim())) usage.push(say('rounds', {said: short(flags.rounds)}))

  const found = membersFor(host)
  const people = knownOf(found)
  const wanted = councilRequest(
    {request: topic.slice(0, mostRead), ...(said?.listed === undefined ? {} : {listed: said.listed})},
    flags.rounds?.trim() === '1' ? {...flags, noDebate: true} : flags,
    {names: {members: people, topics: topicNames}, settings: host.home.settings.council ?? {}},
  )
  for (const problem of wanted.problems) usage.push(...problemLines(problem, {host, found, lang}))
  const {seats, selection, ...seating} = seatingOf(wanted, {found, lang, voice, host}, topic)
  usage.push(...seating.usage)
  const provider = flags.provider ?? host.home.settings.provider
  if (wanted.seating.by === 'nothing' && wanted.problems.length === 0) {
    const lines = [say('noAnchor'), ...topicLines(host, {found, lang})]
    if (usage.length > 0 || voiceless.test(voice.provider)) return {usage: [...usage, ...lines]}
    if (flags.dryRun) return {usage: [...lines, say('dryNoTopic', {voice: provider ?? voice.provider})]}
    return {usage: lines, unrouted: {topic, lang, voice, seed, ...(flags.trustUserConfig ? {trustUserConfig: true} : {})}}
  }
  checkRehearsal(seats, {topic, rounds: 2, lang, words: host.words, council: true}, wrong)
  if (usage.length > 0) return {usage}

  const ground = groundCouncil(
    {
      request: topic,
      discover: wanted.discover,
      topic: selection.topic,
      lang,
      people,
      ...(flags.repo === undefined ? {} : {repo: flags.repo}),
    },
    host,
  )
  if ('usage' in ground) return {usage: [ground.usage]}
  const {rooted, discovery} = ground
  const plan = {
    protocol: 'council',
    topic,
    lang,
    seats,
    rounds: wanted.debate ? 2 : 1,
    ...voice,
    seed,
    council: {selection, debate: wanted.debate, rooted, discovery},
    why: ground.why,
  }
  return {
    plan: {
      ...plan,
      notices: [
        ...wanted.notes.map(note =>
          note.code === 'topic-left-aside' ? say('topicLeftAside', note.slots) : noteText(host.uiLang, note),
        ),
        ...seating.notices,
        ...ground.notices,
        ...rehearsedByDefault(flags, host, seats),
        ...(flags.dryRun ? councilEcho(plan, ground.why, host) : []),
        ...councilCost(plan, host),
      ],
    },
  }
}

/** Characters of a request that are read for what it asks; a longer one is refused anyway. */
const mostRead = 8000

/** Voices that no topic is asked of: one has no model, the other one's replies are pasted by hand. */
const voiceless = /^(?:rehearsal|manual)$/

type World = {readonly found: Members; readonly lang: Lang; readonly host: Host}

/** Who sits, and why, before anything is read of a repository. */
export function seatingOf(
  wanted: CouncilRequest,
  world: World & {readonly voice: Parameters<typeof seatMembers>[2]['voice']},
  topic: string,
): CouncilSeats & {readonly selection: CouncilSelection} {
  const {seating, voices, mode} = wanted
  const {host, lang} = world
  const nobody = {topic: null, mode, members: [], routedBy: 'explicit', note: ''} as const
  if (seating.by === 'nothing') return {seats: [], usage: [], notices: [], selection: nobody}
  if (seating.by === 'members') {
    const seated = seatMembers(seating.guests, voices, world)
    const count = seated.seats.length
    const warning =
      count === 1 ? [tellCouncil(host.uiLang, 'oneMember')] : count > 3 ? [tellCouncil(host.uiLang, 'manyMembers', {count})] : []
    return {
      ...seated,
      notices: [...seated.notices, ...warning],
      selection: {
        topic: null,
        mode: count > 2 ? 'triad' : 'duo',
        members: seated.seats.map(({persona}) => persona.id),
        routedBy: 'explicit',
        note: tellCouncil(lang, 'note.members'),
      },
    }
  }
  const {members, flex} = membersOfTopic(seating.topic, mode, topic)
  const note = noteOf(seating, lang)
  return {
    ...seatTopic(members, voices, world),
    selection: {
      topic: seating.topic,
      mode,
      members,
      routedBy: seating.by === 'topic' ? 'explicit' : seating.by === 'anchors' ? 'keyword' : 'llm',
      note:
        flex === undefined
          ? note
          : flex.words.length === 0
            ? tellCouncil(lang, 'note.flexDefault', {note})
            : tellCouncil(lang, 'note.flex', {note, words: flex.words.join(tellCouncil(lang, 'separator'))}),
    },
  }
}

/** In the language of the meeting: it stands in its record. */
function noteOf(seating: Exclude<CouncilRequest['seating'], {by: 'members' | 'nothing'}>, lang: Lang): string {
  switch (seating.by) {
    case 'topic':
      return tellCouncil(lang, 'note.topic', {said: short(seating.said)})
    case 'anchors':
      return tellCouncil(lang, 'note.anchors', {
        hits: seating.hits
          .slice(0, 8)
          .map(hit => short(hit))
          .join(tellCouncil(lang, 'separator')),
      })
    case 'model':
      return tellCouncil(lang, 'note.model')
    default:
      return seating satisfies never
  }
}

/** The closed list, and how one of it is chosen. */
export function topicLines(host: Host, {found, lang}: {found: Members; lang: Lang}): readonly string[] {
  const separator = tellCouncil(host.uiLang, 'separator')
  const nameOf = (id: string) => memberFor(found, id, lang)?.displayName ?? id
  const rows = COUNCIL_TOPICS.map(({key, duo}) =>
    tellCouncil(host.uiLang, 'topicRow', {key, name: topicName(key, host.uiLang), members: duo.map(nameOf).join(separator)}),
  )
  const [first] = COUNCIL_TOPICS
  return [tellCouncil(host.uiLang, 'topicsAre'), ...rows, tellCouncil(host.uiLang, 'chooseTopic', {key: first?.key ?? ''})]
}

function problemLines(problem: CouncilProblem, world: World): readonly string[] {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(world.host.uiLang, key, slots)
  switch (problem.code) {
    case 'unknown-topic':
      return [say('unknownTopic', {said: short(problem.said)}), ...topicLines(world.host, world)]
    case 'no-member':
      return [say('noMember')]
    case 'duo-and-triad':
      return [say('duoAndTriad')]
    case 'debate-twice':
      return [say('debateTwice')]
    case 'discover-twice':
      return [say('discoverTwice')]
    default:
      return problem satisfies never
  }
}

/** Every name of every member, in all languages. */
export function knownOf({members}: Members): readonly Known[] {
  const names = new Map<string, string[]>()
  for (const {id, names: its} of members) names.set(id, [...(names.get(id) ?? []), ...its.map(({text}) => text)])
  return [...names].map(([id, all]) => ({id, names: [...new Set(all)]}))
}
