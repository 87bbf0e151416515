import {aspectsOf} from '../core/council-aspects.ts'
import {isPossessive, type Named, namedIn} from '../core/council-ground.ts'
import type {Known} from '../core/council-names.ts'
import type {CouncilRequest} from '../core/council-request.ts'
import {councilTopic} from '../core/council-table.ts'
import {type Terms, termsOf} from '../core/council-terms.ts'
import type {CouncilOptions, Lang} from '../core/events.ts'
import {type CouncilWord, tellCouncil} from '../i18n/council-entry.ts'
import {hintName} from '../i18n/council-topics.ts'
import {findRepository, namedRepository, type Repository} from '../runtime/repository.ts'
import {lookOver} from '../runtime/repository-discovery.ts'
import type {Host} from './host.ts'
import {short, shownPath} from './shown.ts'

export type Grounding = Pick<CouncilOptions, 'rooted' | 'discovery'> & {
  /** Why it is rooted or not, for the echo. */
  readonly why: string
  readonly notices: readonly string[]
}

type Asked = {
  readonly request: string
  readonly discover: CouncilRequest['discover']
  /** A key of the table; null where the members were named. */
  readonly topic: string | null
  readonly lang: Lang
  /** A folder that the person names. */
  readonly repo?: string
  /** Who is known by name: a name says nothing about files. */
  readonly people: readonly Known[]
}

/** Files that the echo names of one kind. */
const mostNamed = 4

/**
 * Step 3 of seeds/engineering-council.txt: whether the council rests on the person's repository, and what each question reads
 * there. A usage error where `--repo` names no folder.
 */
export function groundCouncil(asked: Asked, host: Host): Grounding | {readonly usage: string} {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const apart = (why: CouncilWord, notices: readonly string[] = []) => ({rooted: false, discovery: [], why: say(why), notices})
  const named = asked.repo === undefined ? undefined : namedRepository(asked.repo, host)
  if (asked.repo !== undefined && named === undefined) return {usage: say('badRepo', {path: short(asked.repo)})}
  if (asked.discover === 'off') return apart('why.optedOut')
  const repository = named ?? findRepository(host.cwd, host.userHome)
  if (repository === undefined)
    return apart(
      'why.noRepository',
      asked.discover === 'on' ? [say('forcedNoRepository', {path: shownPath(host.cwd, host)})] : [],
    )
  const forced = asked.discover === 'on' || named !== undefined
  return lookInto(repository, {...asked, forced}, host)
}

function lookInto(
  repository: Repository,
  {request, topic, lang, forced, people}: Asked & {forced: boolean},
  host: Host,
): Grounding {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const looked = lookOver(repository, () => host.now().getTime())
  const whole = namedIn(request, looked)
  const concrete = namesOf(whole)
  if (!forced && concrete.length === 0 && !isPossessive(request))
    return {rooted: false, discovery: [], why: say('why.abstract'), notices: []}

  const hints = topic === null ? [] : (councilTopic(topic)?.hints ?? [])
  const aspects = aspectsOf(request).map(aspect => ({aspect, own: namedIn(aspect, looked)}))
  const discovery = aspects.map(({aspect, own}) => {
    const alone = aspects.length === 1
    const others = aspects.filter(other => other.aspect !== aspect).map(other => other.own)
    const terms = withoutPeople(termsOf(alone ? request : aspect), people)
    const files = looked.filesFor({named: alone ? whole : without(whole, others, own), terms, hints})
    return {question: questionOf(aspect, hints, lang), files}
  })
  const separator = say('separator')
  const leftOut = looked.leftOut().map(path => short(path))
  return {
    rooted: true,
    discovery: discovery.filter(({files}) => files.length > 0),
    why: forced
      ? say('why.forced')
      : concrete.length > 0
        ? say('why.named', {
            names: concrete
              .slice(0, mostNamed)
              .map(name => short(name))
              .join(separator),
          })
        : say('why.possessive'),
    notices: [
      ...(leftOut.length > 0 ? [say('leftOut', {files: leftOut.join(separator)})] : []),
      ...(looked.cut ? [say('cutShort')] : []),
    ],
  }
}

/** What a question names itself, then what stands around all of them; what only another one names is that one's. */
function without(whole: Named, others: readonly Named[], own: Named): Named {
  const of = (kind: keyof Named) => {
    const foreign = new Set(others.flatMap(other => other[kind]))
    return [...new Set([...own[kind], ...whole[kind].filter(name => !foreign.has(name))])]
  }
  return {files: of('files'), folders: of('folders'), commands: of('commands')}
}

const namesOf = ({files, folders, commands}: Named): readonly string[] => [...files, ...folders, ...commands]

/** In the language of the meeting: it is a question to the meeting's voices. */
function questionOf(aspect: string, hints: readonly string[], lang: Lang): string {
  if (hints.length === 0) return tellCouncil(lang, 'question.plain', {aspect})
  const listed = hints.map(code => hintName(code, lang)).join(tellCouncil(lang, 'separator'))
  return tellCouncil(lang, 'question.whole', {aspect, hints: listed})
}

function withoutPeople({identifiers, words}: Terms, people: readonly Known[]): Terms {
  const names = new Set(people.flatMap(one => one.names.flatMap(name => name.toLowerCase().split(/[^a-z0-9]+/))))
  return {identifiers: identifiers.filter(word => !names.has(word)), words: words.filter(word => !names.has(word))}
}
