import type {CouncilVerdict, DiscoveryFinding, PersonaRebuttal, PersonaResponse} from '../../core/council-data.ts'
import {phrasePattern} from '../../core/council-match.ts'
import {councilIn, type MemberCouncil} from '../../core/council-member.ts'
import {contestedAxes} from '../../core/council-split.ts'
import {termsOf} from '../../core/council-terms.ts'
import type {Lang} from '../../core/events.ts'
import {sentencesOf} from '../../core/sentences.ts'
import {fill, fillSpaced} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import {rehearsedCouncil} from '../../i18n/rehearsed-council.ts'
import type {CouncilBrief, TurnBrief} from '../provider.ts'
import {chance} from './chance.ts'

/**
 * A member of a council without a model: JSON of sentences of its own file, the verdict following the words of the request. Of a
 * discovery: what stands in the files, literally. Undefined: the persona's file has no words for a council.
 */
export function counselled(brief: TurnBrief, council: CouncilBrief): string | undefined {
  if (council.kind === 'discovery') return JSON.stringify(found(brief, council))
  const own = councilIn(brief.persona?.body ?? '')
  if (!own) return undefined
  return JSON.stringify(council.kind === 'response' ? position(brief, council, own) : rebuttal(brief, council, own))
}

/** A request is quoted in a sentence: as long as one can hear at once, in graphemes. */
const MOST_TOPIC = 60
const MOST_CONCERNS = 2
const MOST_GROUNDS = 2

function position(brief: TurnBrief, {member, facts}: CouncilBrief, own: MemberCouncil): PersonaResponse {
  const random = chance(brief.seed, `${member}/${brief.key}`)
  const verdict = verdictOn([brief.topic, ...brief.userWords].join('\n'), own)
  const stance = stancesOf(brief, member, own)[0] ?? ''
  const skipped = Math.floor(random() * Math.max(1, own.concerns.length - MOST_CONCERNS + 1))
  const grounds = facts.filter(fact => wordsIn(fact, [...own.for, ...own.against]) > 0).slice(0, MOST_GROUNDS)
  return {
    member,
    stance,
    verdict,
    keyConcerns: own.concerns.slice(skipped, skipped + MOST_CONCERNS),
    tradeoffsRaised: own.tradeoffs,
    recommendation: own.recommend[verdict],
    ...(grounds.length > 0 ? {groundedIn: grounds} : {}),
  }
}

/** Answers who stands on the other side; gives way only to what it is against by its own file. */
function rebuttal(brief: TurnBrief, council: CouncilBrief, own: MemberCouncil): PersonaRebuttal {
  const {member} = council
  const before = council.own ?? position({...brief, key: `response:${member}`}, council, own)
  const contested = council.others.filter(({response}) => isContested(before, response))
  const points = contested.flatMap(({id, name, response}) => pointsOf(response).map(point => ({id, name, point})))
  const struck = points.find(({point}) => wordsIn(point, own.against) > 0)
  const said = brief.userWords.some(word => wordsIn(word, own.against) > 0)
  const moved = before.verdict !== 'against' && (struck !== undefined || (said && contested.length > 0))
  const [any] = council.others
  const fallback = any && {id: any.id, name: any.name, point: pointsOf(any.response)[0] ?? any.response.stance}
  const answered = struck ?? points[0] ?? fallback
  const verdict: CouncilVerdict = moved ? (before.verdict === 'for' ? 'depends' : 'against') : before.verdict
  const again = stancesOf(brief, member, own).find(stance => stance !== before.stance) ?? before.stance
  const slots = {name: answered?.name ?? '', point: quoted(answered?.point ?? '', brief.lang)}
  return {
    member,
    respondsTo: answered ? [answered.id] : [],
    revisedVerdict: verdict,
    // The position in other words than before, then what it says to the other.
    stance: [again, ...(answered ? [fillSpaced(moved ? own.concede : own.hold, slots)] : [])].join(
      brief.lang === 'zh' ? '' : ' ',
    ),
    recommendation: own.recommend[verdict],
    moved,
  }
}

const isContested = (a: PersonaResponse, b: PersonaResponse): boolean =>
  a.verdict !== b.verdict || contestedAxes([a, b]).length > 0

/** A stance quotes the request: what is its member's own is in the concerns. */
const pointsOf = ({keyConcerns}: PersonaResponse): readonly string[] => keyConcerns

function verdictOn(text: string, own: MemberCouncil): CouncilVerdict {
  const [pro, contra] = [wordsIn(text, own.for), wordsIn(text, own.against)]
  if (pro === contra) return own.otherwise
  return pro > contra ? 'for' : 'against'
}

/** How many of these words stand in a text: whole words where a script has such, lightly inflected. */
const wordsIn = (text: string, words: readonly string[]): number =>
  words.filter(word => text.search(phrasePattern(word)) >= 0).length

/** All that this member can say of the request, beginning with another sentence for another seed. */
function stancesOf({topic, lang, seed}: TurnBrief, member: string, {stances}: MemberCouncil): readonly string[] {
  const from = Math.floor(chance(seed, member)() * stances.length)
  return [...stances.slice(from), ...stances.slice(0, from)].map(stance => fillSpaced(stance, {topic: quoted(topic, lang)}))
}

/** The first sentence of somebody else's words, for inside quotation marks: without its full stop, or marks of the same kind. */
function quoted(text: string, lang: Lang): string {
  const [first = text.trim()] = sentencesOf(text)
  const line = oneLine(first.replace(/[。.!！?？]+$/u, ''), MOST_TOPIC)
  return lang === 'zh' ? line.replaceAll('「', '『').replaceAll('」', '』') : line.replace(/[“”]/g, "'")
}

/** Of each file its length, and the first lines that speak of what the question or the request speaks of. */
function found({topic, lang}: TurnBrief, {question, files}: CouncilBrief): DiscoveryFinding {
  const frames = rehearsedCouncil[lang]
  const {identifiers, words} = termsOf(`${question}\n${topic}`)
  const terms = [...identifiers, ...words].filter(term => term.length > 3)
  const sizes = files.map(({label, text, truncated}) =>
    fill(truncated ? frames.sizeCut : frames.size, {file: oneLine(label), lines: text.replace(/\n$/, '').split('\n').length}),
  )
  const named = files.flatMap(({label, text}) => {
    const lines = text.split('\n').map((line, index) => ({line: index + 1, text: line.trim()}))
    const hit = lines.find(({text: line}) => line.length > 3 && terms.some(term => line.toLowerCase().includes(term)))
    return hit ? [fill(frames.names, {file: oneLine(label), line: hit.line, text: quoted(hit.text, lang)})] : []
  })
  const test = files.find(({label}) => /(?:^|\/)tests?\//.test(label))
  return {
    question,
    filesRead: files.map(({label}) => label),
    facts: [...named, ...sizes, ...(test ? [fill(frames.convention, {file: oneLine(test.label)})] : [])].slice(0, 8),
    relevant: files.length > 0,
  }
}
