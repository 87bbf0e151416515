import {type AnchorHit, anchorHits, phrasePattern} from './council-match.ts'
import {COUNCIL_MEMBERS, type CouncilMember, POLARITY_PAIRS} from './council-members.ts'
import {COUNCIL_TOPICS, type CouncilTopic, councilTopic} from './council-table.ts'
import type {CouncilMode} from './events.ts'

/** Layer 1 of the routing of `seeds/engineering-council.txt`: pure text, the same request always calls the same members. */

export type Routed = {
  readonly topic: CouncilTopic
  /** The anchors as they stand in the request, in order, each once. */
  readonly hits: readonly string[]
}

/**
 * The topic whose anchors the request holds most of, each anchor counted once; of two with as many, the lower rank. Undefined when
 * there is none: then a model chooses inside the closed list.
 */
export function routeByAnchors(text: string): Routed | undefined {
  const hits = anchorHits(text)
  const score = (topic: CouncilTopic) => new Set(hits.filter(hit => hit.topic === topic).map(hit => hit.anchor)).size
  const [best] = COUNCIL_TOPICS.filter(topic => score(topic) > 0).sort((a, b) => score(b) - score(a) || a.rank - b.rank)
  return best && {topic: best, hits: wordsOf(hits.filter(hit => hit.topic === best))}
}

const wordsOf = (hits: readonly AnchorHit[]) => {
  const seen = new Map(hits.map(hit => [hit.text.toLowerCase(), hit.text]))
  return [...seen.values()]
}

export type Members = {
  readonly members: readonly CouncilMember[]
  /** Only where the duo is flex: the axis that was taken, and the words of the request that speak of it; none: the default. */
  readonly flex?: {readonly axis: string; readonly words: readonly string[]}
}

/** Layer 2. `topic` is a key of the table; an unknown one has no members. */
export function membersFor(topic: string, mode: CouncilMode, text: string): Members {
  const found = councilTopic(topic)
  if (!found) return {members: []}
  if (mode === 'triad') return {members: found.triad}
  if (!found.flex) return {members: found.duo}
  const scored = POLARITY_PAIRS.map(pair => ({
    pair,
    words: pair.words.flatMap(word => text.match(phrasePattern(word))?.[0] ?? []),
  }))
  const most = Math.max(...scored.map(({words}) => words.length))
  const fits = most > 0 ? scored.find(({words}) => words.length === most) : undefined
  const fallback = POLARITY_PAIRS.find(({members}) => members.every(member => found.duo.includes(member)))
  if (fits) return {members: fits.pair.members, flex: {axis: fits.pair.axis, words: fits.words}}
  return {members: found.duo, flex: {axis: fallback?.axis ?? '', words: []}}
}

export type Named = {
  /** In the order in which they were named, each once. */
  readonly members: readonly CouncilMember[]
  /** As they were written. */
  readonly unknown: readonly string[]
}

/** Members by id, whatever the case, with or without an `@`. How many is for the caller to judge: two or three are the rule. */
export function explicitMembers(names: readonly string[]): Named {
  const found = names.map(name => name.trim()).filter(name => name !== '')
  const idOf = (name: string) => COUNCIL_MEMBERS.find(member => member === name.replace(/^@/, '').toLowerCase())
  return {
    members: [...new Set(found.flatMap(name => idOf(name) ?? []))],
    unknown: found.filter(name => idOf(name) === undefined),
  }
}

/** A duo, unless three are asked for, three members are named, or the request says of itself that it spans several fields. */
export function councilModeOf(text: string, named = 0, standard: CouncilMode = 'duo'): CouncilMode {
  if (/双人组|两人组|两位|两个(?:角色|视角|人|成员)|(?<![\w-])duo(?![\w-])/i.test(text)) return 'duo'
  return named === 3 || TRIAD.test(text) || spansFields(text) ? 'triad' : standard
}

const THREE = '(?:三|3)'
const TRIAD = new RegExp(
  [
    `${THREE}\\s*人(?:组|行|小组|会诊)?(?!称|月|天)|${THREE}\\s*[位名](?!数|次|字)|${THREE}\\s*个(?:人|角色|视角|角度|方面|成员|领域|专家|工程师|看法|观点)|三方(?=视角|观点|会诊|讨论|意见)`,
    '多视角|多角度|多个(?:视角|角度|方面|领域)|几个(?:视角|角度|方面|领域)|各个(?:角度|方面)|多方面|跨领域|跨多个领域|涉及.{0,6}领域',
    String.raw`(?<![\w-])triad(?![\w-])|\b(?:three|3)[\s-]+(?:\w+\s+)?(?:members?|people|personas?|views?|viewpoints?|perspectives?|voices|opinions|lenses|engineers|experts|angles)\b`,
    String.raw`\b(?:several|multiple|many|various)\s+(?:\w+\s+)?(?:fields|domains|areas|disciplines|angles|perspectives|viewpoints|concerns)\b|\bcross-(?:domain|disciplinary|cutting)\b|\bspans?\b.{1,60}\band\b|\bmulti-?(?:perspective|domain)\b`,
  ].join('|'),
  'iu',
)

/** Three topics listed side by side: "security, latency and testing". */
function spansFields(text: string): boolean {
  const hits = anchorHits(text)
  return hits.some((_, first) => {
    const topics = new Set<string>()
    for (let at = first; at < hits.length; at++) {
      const hit = hits[at]
      const before = hits[at - 1]
      if (!hit?.topic || (at > first && before && !LISTED.test(text.slice(before.to, hit.from)))) break
      topics.add(hit.topic.key)
    }
    return topics.size >= 3
  })
}

const LISTED = /^\s*(?:[,，、/&+;；]|and\b|plus\b|和|以及|及|与|还有|\s)+\s*(?:the\s+|its\s+)?$/iu

/** On by default: only the person's own words turn it off. */
export function debateWanted(text: string): boolean {
  return !NO_DEBATE.test(text)
}

const NO_DEBATE = new RegExp(
  [
    '(?:不要|不用|不必|不需要|无需|别|免去?|跳过|省[去略掉]|关闭?掉?|去掉|不)\\s*(?:再|进行|做|搞|开)?\\s*(?:互相|相互)?\\s*(?:辩论|反驳|辩驳|争论|第二轮)',
    '无(?:辩论|反驳)|单轮|(?:只|仅|就)(?:要|做|跑|谈|需要?|进行)?\\s*(?:一|1|第一)\\s*轮|一轮(?:就够|就好|即可|就行)',
    '(?:只|仅)(?:要|需要?|想要?|看|想看|给我?|听)?\\s*(?:各方|各自|大家|每个?人|各位|各成员|成员)的?\\s*(?:看法|观点|意见|立场)',
    String.raw`\b(?:no|without|skip|drop|disable|omit)\s+(?:the\s+|any\s+|a\s+)?(?:debate|debating|rebuttals?|second\s+round|round\s+two)\b|\bdebate\s*[:=]?\s*off\b`,
    String.raw`\b(?:don['’]?t|do\s+not|needn['’]?t|no\s+need\s+to)\s+(?:\w+\s+){0,3}(?:debate|rebut|argue)\b|\b(?:single|one)[\s-]+(?:round|pass)\b`,
    String.raw`\b(?:just|only)\s+(?:give\s+me\s+|show\s+me\s+|want\s+)?(?:the\s+|their\s+|everyone['’]?s\s+|each\s+\w+['’]?s\s+)?(?:views|positions|takes|opinions|round\s+one|first\s+round)\b`,
  ].join('|'),
  'iu',
)
