import {NEUTRAL_WORDS} from './council-anchors.ts'
import {COUNCIL_TOPICS, type CouncilTopic} from './council-table.ts'

/** An anchor found in a request. `from` and `to` are UTF-16 offsets; `text` is what stands there. */
export type AnchorHit = {
  /** Undefined for a word that holds an anchor and means something else. */
  readonly topic: CouncilTopic | undefined
  readonly anchor: string
  readonly text: string
  readonly from: number
  readonly to: number
}

/**
 * Every anchor in a text, in order: whole words, without regard to case, lightly inflected; of two that overlap the longer one, so
 * that each place in the text counts once.
 */
export function anchorHits(text: string): readonly AnchorHit[] {
  const found = patterns().flatMap(({topic, anchor, pattern}) =>
    [...text.matchAll(pattern)].map(match => ({
      topic,
      anchor,
      text: match[0],
      from: match.index,
      to: match.index + match[0].length,
    })),
  )
  const longestFirst = [...found].sort(
    (a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from || (a.topic?.rank ?? 0) - (b.topic?.rank ?? 0),
  )
  const busy = new Uint8Array(text.length)
  const taken = longestFirst.filter(({from, to}) => {
    const free = !busy.subarray(from, to).includes(1)
    if (free) busy.fill(1, from, to)
    return free
  })
  return taken.sort((a, b) => a.from - b.from)
}

/** A pattern for one phrase, bent as far as anchors bend; for words of our own that are looked for in the same way. */
export function phrasePattern(phrase: string): RegExp {
  return HAN.test(phrase) ? chinese(phrase) : english(phrase)
}

const HAN = /\p{Script=Han}/u

type Pattern = {readonly topic: CouncilTopic | undefined; readonly anchor: string; readonly pattern: RegExp}
let made: readonly Pattern[] | undefined

const patterns = (): readonly Pattern[] => {
  made ??= [
    ...COUNCIL_TOPICS.flatMap(topic =>
      [...topic.anchors, ...topic.chinese].map(anchor => ({topic, anchor, pattern: phrasePattern(anchor)})),
    ),
    ...NEUTRAL_WORDS.map(anchor => ({topic: undefined, anchor, pattern: phrasePattern(anchor)})),
  ]
  return made
}

const chinese = (phrase: string) => new RegExp(phrase.split('_').map(escaped).join('\\s*'), 'giu')

/** Their lower case is another word: to cap, and the library that everybody's front end is made of. */
const AS_WRITTEN: Readonly<Record<string, string>> = {CAP: 'CAP|[Cc]ap(?=[- ][Tt]heorem)', ReAct: 'ReAct'}
/** Nothing but themselves: their stems mean something else. */
const UNBENT = new Set(['generics', 'TLS', 'TDD', 'p99', 'react'])
/** Written in one piece, with a hyphen and apart. */
const DIVIDED: Readonly<Record<string, string>> = {
  postmortem: 'post-mortem',
  subagent: 'sub-agent',
  microservices: 'micro-services',
  cleanup: 'clean-up',
  greenfield: 'green-field',
  pentest: 'pen-test',
}
const VERBS = new Set(
  (
    'optimize tune debug reproduce trace instrument decompose split extract verify mock audit exploit refactor restructure ' +
    'untangle rewrite simplify prompt scale review build design speed'
  ).split(' '),
)

function english(phrase: string): RegExp {
  const exact = AS_WRITTEN[phrase]
  if (exact !== undefined) return new RegExp(`${START}(?:${exact})${END}`, 'gu')
  const parts = (DIVIDED[phrase] ?? phrase).split(/([ -])/)
  const source = parts.map((part, index) => {
    if (part === ' ') return '[\\s-]+'
    if (part === '-') return '[\\s-]?'
    return bent(part, index === parts.length - 1)
  })
  return new RegExp(`${START}${source.join('')}${END}`, 'giu')
}

/** Letters, digits and `_` belong to a word; Chinese characters do not, so that 「这个API」 holds one. */
const START = '(?<![\\p{Script=Latin}\\p{N}_])'
const END = '(?![\\p{Script=Latin}\\p{N}_])'

/** A verb bends wherever it stands, anything else takes a plural at the end, and a plural gives up its own. */
function bent(word: string, last: boolean): string {
  const plain = escaped(word).replace(/i(?:z)(?=e|ing|ation)/g, 'i[sz]')
  if (UNBENT.has(word)) return plain
  if (VERBS.has(word)) {
    if (word.endsWith('e')) return `${plain.slice(0, -1)}(?:e|es|ed|er|ers|ing)`
    if (word.endsWith('y')) return `${plain.slice(0, -1)}(?:y|ies|ied|ier|iers|ying)`
    // Split, split, splitting; debug, debugged.
    return `${plain}(?:s|(?:${plain.at(-1)})?(?:ed|er|ers|ing))?`
  }
  if (!last || /(?:ing|ed|al|ic|\d)$/.test(word)) return plain
  if (/ies$/.test(word)) return `${plain.slice(0, -3)}(?:y|ies)`
  if (/[^s]s$/.test(word)) return `${plain}?`
  if (/[^aeiou]y$/.test(word)) return `${plain.slice(0, -1)}(?:y|ies)`
  if (word === 'slow') return `${plain}(?:s|ed|er|ing)?`
  return /(?:x|ch|sh|s)$/.test(word) ? `${plain}(?:es)?` : `${plain}(?:e?s)?`
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
