/**
 * A persona's body split into what a speaker can use. Any order, Chinese or English headings, nothing required: what a section
 * is not understood as is kept under `other`. Bullets under a negated heading are never taken as the persona's own words.
 */

export type Facet = 'claim' | 'reason' | 'example' | 'application' | 'limit' | 'recap'

export type MentalModel = {
  readonly title: string
  readonly keywords: readonly string[]
  readonly facets: Readonly<Partial<Record<Facet, string>>>
}

/** What the persona objects to when it hears one of the keywords. */
export type Pushback = {readonly keywords: readonly string[]; readonly sentence: string}

export type MoveKind = 'opening' | 'reply' | 'counter' | 'concede' | 'ask' | 'aside' | 'closing' | 'ending'
/** A way of speaking: a sentence with slots, `{topic} {prev} {quote} {words} {others}`. */
export type Move = {readonly kind: MoveKind; readonly line: string}

export type PersonaSections = {
  readonly identity: readonly string[]
  readonly models: readonly MentalModel[]
  readonly heuristics: readonly string[]
  readonly positions: readonly string[]
  readonly pushback: readonly Pushback[]
  readonly questions: readonly string[]
  readonly moves: readonly Move[]
  /** Orders in which the persona likes to unfold a model. */
  readonly orders: readonly (readonly Facet[])[]
  readonly other: readonly {readonly heading: string; readonly text: string}[]
}

export function splitPersona(body: string): PersonaSections {
  const sections = splitAtHeadings(body, 2).map(section => ({...section, kind: sectionKind(section.heading)}))
  const of = (kind: SectionKind) => sections.filter(section => section.kind === kind)
  const lines = (kind: SectionKind) => of(kind).flatMap(section => spokenLines(section.text))
  const expression = lines('expression').map(keyed)
  return {
    identity: lines('identity'),
    models: of('models').flatMap(section => splitAtHeadings(section.text, 3).map(toModel)),
    heuristics: lines('heuristics'),
    positions: lines('positions'),
    pushback: lines('pushback').flatMap(toPushback),
    questions: lines('questions'),
    moves: expression.flatMap(toMove),
    orders: expression.flatMap(toOrder),
    other: of('other').map(({heading, text}) => ({heading, text})),
  }
}

type SectionKind = 'identity' | 'models' | 'heuristics' | 'positions' | 'pushback' | 'questions' | 'expression' | 'other'

const SECTION_WORDS: Readonly<Record<Exclude<SectionKind, 'other'>, RegExp>> = {
  identity: /^(身份|我是谁|identity|who i am)/,
  models: /^(心智模型|思维模型|思维框架|mental models?)/,
  heuristics: /^(决策启发式|启发式|决策规则|decision heuristics|decision rules|heuristics|rules of thumb)/,
  positions: /^(典型立场|立场|核心立场|positions?|stances?)/,
  pushback: /^(反驳|反对什么|pushback|objections?)/,
  questions: /^(追问|提问|questions?)/,
  expression: /^(表达|说话方式|expression|voice)/,
}

const FACET_WORDS: Readonly<Record<string, Facet | 'keywords'>> = {
  关键词: 'keywords',
  keywords: 'keywords',
  主张: 'claim',
  claim: 'claim',
  理由: 'reason',
  reason: 'reason',
  例子: 'example',
  example: 'example',
  落到议题: 'application',
  applied: 'application',
  局限: 'limit',
  limit: 'limit',
  limits: 'limit',
  收束: 'recap',
  'in short': 'recap',
}

const MOVE_WORDS: Readonly<Record<string, MoveKind>> = {
  开场: 'opening',
  opening: 'opening',
  回应: 'reply',
  response: 'reply',
  反驳: 'counter',
  counter: 'counter',
  让步: 'concede',
  concede: 'concede',
  追问: 'ask',
  ask: 'ask',
  插话: 'aside',
  aside: 'aside',
  结语: 'closing',
  closing: 'closing',
  收尾: 'ending',
  ending: 'ending',
}

// Enough of the traditional forms to read the headings above, and no more.
const TRADITIONAL = new Map(
  [...'決啟發應駁問達場維規則說話誰對'].map((from, i) => [from, [...'决启发应驳问达场维规则说话谁对'][i] ?? from]),
)

const NEGATED = /^(不|别|勿|禁|反模式|从不|绝不|never|avoid|do not|don't|anti)/

const plain = (heading: string) =>
  [...heading.normalize('NFKC').toLowerCase()]
    .map(char => TRADITIONAL.get(char) ?? char)
    .join('')
    .replace(/^[^\p{L}\p{N}]+/u, '')

/** `🧠 六个核心心智模型（精选）` is read as `心智模型（精选）`: decorations, a count and 核心 may stand before the words. */
const bare = (heading: string) =>
  plain(heading)
    .replace(/^(第?[一二三四五六七八九十两\d]+[、.)）个個大条條种種\s]*|(core|key|my)\s+)+/u, '')
    .replace(/^(核心|关键|主要|我的|(core|key|my)\s+)+/u, '')

function sectionKind(heading: string): SectionKind {
  const words = bare(heading)
  for (const [kind, pattern] of Object.entries(SECTION_WORDS)) if (pattern.test(words)) return kind as SectionKind
  return 'other'
}

type Section = {readonly heading: string; readonly text: string}

/** Headings inside code fences are text. */
function splitAtHeadings(text: string, level: 2 | 3): readonly Section[] {
  const mark = `${'#'.repeat(level)} `
  const sections: {heading: string; lines: string[]}[] = []
  let fenced = false
  for (const line of text.split('\n')) {
    if (/^\s*(```|~~~)/.test(line)) fenced = !fenced
    if (!fenced && line.startsWith(mark)) sections.push({heading: line.slice(mark.length).trim(), lines: []})
    else sections.at(-1)?.lines.push(line)
  }
  return sections.map(({heading, lines}) => ({heading, text: lines.join('\n').trim()}))
}

const BULLET = /^\s{0,3}(?:[-*+]|\d+[.)、])\s+/

/** Bullets, each with its indented continuation; bullets under a negated sub-heading are left out. */
function spokenLines(text: string): readonly string[] {
  const lines: string[] = []
  let silent = false
  for (const line of text.split('\n')) {
    const heading = /^#{3,6}\s+(.*)$/.exec(line)
    if (heading) silent = NEGATED.test(plain(heading[1] ?? ''))
    else if (silent) continue
    else if (BULLET.test(line)) lines.push(line.replace(BULLET, '').trim())
    else if (/^\s{2,}\S/.test(line) && lines.length > 0) lines.push(`${lines.pop()} ${line.trim()}`)
  }
  return lines.map(line => line.replaceAll('**', '').trim()).filter(line => line !== '')
}

type Keyed = {readonly key: string; readonly value: string}

function keyed(line: string): Keyed {
  const colon = line.search(/[：:]/)
  if (colon < 0) return {key: '', value: line}
  return {key: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim()}
}

const keywordList = (text: string) =>
  text
    .split(/[、,，;；/]/)
    .map(word => word.trim())
    .filter(word => word !== '')

function toModel({heading, text}: Section): MentalModel {
  const facets: Partial<Record<Facet, string>> = {}
  let keywords: readonly string[] = []
  for (const {key, value} of spokenLines(text).map(keyed)) {
    const facet = FACET_WORDS[key.toLowerCase()]
    if (facet === 'keywords') keywords = keywordList(value)
    else if (facet && value !== '') facets[facet] = value
  }
  return {title: heading, keywords, facets}
}

function toPushback(line: string): readonly Pushback[] {
  const {key, value} = keyed(line)
  if (key === '' || value === '' || /[。！？!?]/.test(key)) return []
  return [{keywords: keywordList(key), sentence: value}]
}

function toMove({key, value}: Keyed): readonly Move[] {
  const kind = MOVE_WORDS[key.toLowerCase()]
  return kind && value !== '' ? [{kind, line: value}] : []
}

function toOrder({key, value}: Keyed): readonly (readonly Facet[])[] {
  if (!/^(次序|order)$/i.test(key)) return []
  const facets = keywordList(value).flatMap(word => {
    const facet = FACET_WORDS[word.replace(/[。.]$/, '').toLowerCase()]
    return facet && facet !== 'keywords' ? [facet] : []
  })
  return facets.length > 0 ? [facets] : []
}
