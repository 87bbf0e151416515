import {groundWish} from './council-ground.ts'
import {type Known, namedMembers} from './council-names.ts'
import {councilModeOf, debateWanted, routeByAnchors} from './council-route.ts'
import {COUNCIL_TOPICS, councilTopic} from './council-table.ts'
import type {CouncilMode} from './events.ts'
import {type Guest, parseWith} from './request-names.ts'
import type {Note} from './request-notes.ts'
import {blot, fold, quotesIn} from './request-shadow.ts'

/** What the command line says of a council. */
export type CouncilFlags = {
  readonly members?: string
  readonly with?: string
  readonly councilTopic?: string
  readonly duo?: boolean
  readonly triad?: boolean
  readonly debate?: boolean
  readonly noDebate?: boolean
  readonly discover?: boolean
  readonly noDiscover?: boolean
  /** A topic that a model chose inside the closed list. */
  readonly topicChosen?: string
  /** Settled at a form: a topic, also where the request names members, and voices of single members. */
  readonly picked?: {readonly topic?: {readonly key: string; readonly said: string}; readonly voices?: string}
}

/** What holds where nobody says otherwise. */
export type CouncilDefaults = {readonly mode: CouncilMode; readonly debate: boolean}
export const councilDefaults: CouncilDefaults = {mode: 'duo', debate: true}

/** What people call the topics and the members. */
export type CouncilNames = {
  readonly members: readonly Known[]
  /** Key -> what it is called in any language. */
  readonly topics: Readonly<Record<string, readonly string[]>>
}

/** Who is to sit, before anybody is looked up. */
export type Seating =
  /** Named one by one, as written or by id. */
  | {readonly by: 'members'; readonly guests: readonly Guest[]}
  | {readonly by: 'topic'; readonly topic: string; readonly said: string}
  | {readonly by: 'anchors'; readonly topic: string; readonly hits: readonly string[]}
  | {readonly by: 'model'; readonly topic: string}
  /** No anchor, and nobody chose yet. */
  | {readonly by: 'nothing'}

export type CouncilRequest = {
  readonly seating: Seating
  /** Of named members their number decides; here what was said. */
  readonly mode: CouncilMode
  readonly debate: boolean
  readonly discover: 'on' | 'off' | 'open'
  /** Who is given a voice of their own, beside the members. */
  readonly voices: readonly Guest[]
  readonly problems: readonly CouncilProblem[]
  readonly notes: readonly (Note | CouncilNote)[]
}

export type CouncilProblem =
  | {readonly code: 'unknown-topic'; readonly said: string}
  | {readonly code: 'no-member'}
  | {readonly code: 'duo-and-triad'}
  | {readonly code: 'discover-twice'}
  | {readonly code: 'debate-twice'}
export type CouncilNote = {readonly code: 'topic-left-aside'; readonly slots: {readonly said: string}}

/**
 * Step 1 to 3 of seeds/engineering-council.txt as far as words decide them: flags win over the request, the request over the
 * settings. `listed`: what stood behind `@council:`.
 */
export function councilRequest(
  {request, listed}: {readonly request: string; readonly listed?: string},
  flags: CouncilFlags,
  {names, settings = {}}: {readonly names: CouncilNames; readonly settings?: Partial<CouncilDefaults>},
): CouncilRequest {
  const defaults = {...councilDefaults, ...settings}
  const problems: CouncilProblem[] = []
  if (flags.duo && flags.triad) problems.push({code: 'duo-and-triad'})
  if (flags.discover && flags.noDiscover) problems.push({code: 'discover-twice'})
  if (flags.debate && flags.noDebate) problems.push({code: 'debate-twice'})
  const {guests, voices, notes, begun} = listOf(listed, flags)
  if (begun && guests.length === 0) problems.push({code: 'no-member'})
  const seating = seatingOf(request, guests, {flags, names, problems})
  const aside = seating.by === 'members' ? flags.councilTopic : undefined
  return {
    seating,
    mode: flags.duo ? 'duo' : flags.triad ? 'triad' : councilModeOf(request, 0, defaults.mode),
    debate: flags.noDebate ? false : flags.debate ? true : debateWanted(request) && defaults.debate,
    discover: flags.noDiscover ? 'off' : flags.discover ? 'on' : groundWish(request),
    voices,
    problems,
    notes: [...notes, ...(aside === undefined ? [] : [{code: 'topic-left-aside', slots: {said: aside}} as const])],
  }
}

/** `--members`, else `--with`, else the list behind `@council:`; `--with` beside `--members` only says who gets which voice. */
function listOf(listed: string | undefined, {members, with: said, picked}: CouncilFlags) {
  const named = members ?? (listed === undefined ? said : listed)
  const list = named === undefined ? {with: [], notes: []} : parseWith(named)
  const beside = named === said ? picked?.voices : (said ?? picked?.voices)
  const voices = beside === undefined ? {with: [], notes: []} : parseWith(beside)
  return {
    guests: list.with,
    voices: voices.with,
    notes: [...list.notes, ...voices.notes],
    begun: named !== undefined,
  }
}

function seatingOf(
  request: string,
  guests: readonly Guest[],
  {flags, names, problems}: {flags: CouncilFlags; names: CouncilNames; problems: CouncilProblem[]},
): Seating {
  if (guests.length > 0) return {by: 'members', guests}
  const picked = flags.picked?.topic
  if (picked !== undefined) return {by: 'topic', topic: picked.key, said: picked.said}
  const spoken = namedMembers(request, names.members)
  if (spoken.length > 0) return {by: 'members', guests: spoken.map(name => ({name}))}
  if (flags.councilTopic !== undefined) {
    const key = topicCalled(flags.councilTopic, names)
    if (key !== undefined) return {by: 'topic', topic: key, said: flags.councilTopic}
    problems.push({code: 'unknown-topic', said: flags.councilTopic})
    return {by: 'nothing'}
  }
  const named = topicIn(request, names)
  if (named !== undefined) return {by: 'topic', ...named}
  const routed = routeByAnchors(request)
  if (routed !== undefined) return {by: 'anchors', topic: routed.topic.key, hits: routed.hits}
  const chosen = flags.topicChosen === undefined ? undefined : councilTopic(flags.topicChosen)
  return chosen === undefined ? {by: 'nothing'} : {by: 'model', topic: chosen.key}
}

/** A topic by its key or by what it is called. */
export function topicCalled(said: string, {topics}: Pick<CouncilNames, 'topics'>): string | undefined {
  const bare = plain(said)
  return COUNCIL_TOPICS.find(({key}) => [key, ...(topics[key] ?? [])].some(name => plain(name) === bare))?.key
}

/** 「优化决策委员会」, "the optimization-decision council", `topic: optimization-decision`; outside of quotes. */
export function topicIn(
  request: string,
  {topics}: Pick<CouncilNames, 'topics'>,
): {readonly topic: string; readonly said: string} | undefined {
  const shadow = blot(fold(request), quotesIn(request))
  for (const {key} of COUNCIL_TOPICS) {
    const called = [key, ...(topics[key] ?? [])].map(name =>
      fold(name)
        .split(/[\s_-]+/)
        .map(escaped)
        .join('[\\s_-]?'),
    )
    const either = `(?:${called.join('|')})`
    const found = new RegExp(
      String.raw`(?<![a-z0-9_-])${either}\s?(?:(?:engineering\s)?council\b|(?:工程)?委员会)|(?:\b(?:council\s)?topic|主题|话题)\s?[:=]\s?${either}(?![a-z0-9_-])`,
    ).exec(shadow)
    if (found) return {topic: key, said: request.slice(found.index, found.index + found[0].length)}
  }
  return undefined
}

const plain = (name: string): string =>
  fold(name)
    .trim()
    .replace(/[\s_]+/g, '-')
    .replace(/-?(?:council|委员会)$/, '')
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
