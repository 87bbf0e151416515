import {CONCEPTS} from './concepts.ts'

/** `word` is the keyword that was heard, as it stands in the text; `denied` when the text names it only to reject it. */
export type Hearing = {readonly score: number; readonly word?: string; readonly denied: boolean}

/**
 * How much of what the keywords are about is in the text: a keyword itself counts 2 and more with its length, a word of the same
 * matter 1. Nothing in common: 0.
 */
export function hear(text: string, keywords: readonly string[]): Hearing {
  const lower = text.toLowerCase()
  let score = 0
  let word: string | undefined
  let denied = false
  const literal = new Set<string>()
  for (const keyword of keywords) {
    const at = find(lower, keyword.toLowerCase())
    if (at < 0) continue
    const no = isDenied(lower, at)
    score += (2 + Math.min(keyword.length - 1, 3) * 0.25) * (no ? 0.5 : 1)
    denied ||= no
    word ??= text.slice(at, at + keyword.length)
    for (const concept of conceptsOf(keyword)) literal.add(concept)
  }
  const mine = new Set(keywords.flatMap(conceptsOf))
  for (const concept of heardConcepts(text)) {
    if (!mine.has(concept) || literal.has(concept)) continue
    score += 1
  }
  return word === undefined ? {score, denied} : {score, word, denied}
}

/** Matters that the line and the text both speak of, less a little for each that only the line brings up. */
export function nearness(line: string, text: string): number {
  const heard = heardConcepts(text)
  const mine = [...heardConcepts(line)]
  const shared = mine.filter(concept => heard.has(concept)).length
  return shared - 0.3 * (mine.length - shared)
}

type Entry = {readonly concept: string; readonly words: readonly string[]; readonly pattern: RegExp}

const isLatin = (word: string) => /^[a-z]/.test(word)

const escaped = (word: string) => word.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
// A Latin word counts only from its beginning; 一个人 is nobody's 个人.
const patternOf = (word: string) =>
  isLatin(word) ? `(?<![\\p{L}\\p{N}])${escaped(word)}` : word === '个人' ? '(?<![一两三几每这那哪某各])个人' : escaped(word)

const LEXICON: readonly Entry[] = Object.entries(CONCEPTS).map(([concept, line]) => {
  const words = line.toLowerCase().split(' ')
  return {concept, words, pattern: new RegExp(words.map(patternOf).join('|'), 'u')}
})

const patterns = new Map<string, RegExp>()

function find(lower: string, word: string): number {
  const pattern = patterns.get(word) ?? new RegExp(patternOf(word), 'u')
  patterns.set(word, pattern)
  return lower.search(pattern)
}

const conceptCache = new Map<string, readonly string[]>()

function conceptsOf(keyword: string): readonly string[] {
  const known = conceptCache.get(keyword)
  if (known) return known
  const lower = keyword.toLowerCase()
  const concepts = LEXICON.filter(({words}) =>
    words.some(word => (isLatin(word) ? lower.startsWith(word) : lower === word || (word.length > 1 && lower.includes(word)))),
  ).map(({concept}) => concept)
  conceptCache.set(keyword, concepts)
  return concepts
}

// The same few texts are heard against every line of a persona.
const heardCache = new Map<string, ReadonlySet<string>>()
const CACHED = 512

function heardConcepts(text: string): ReadonlySet<string> {
  const known = heardCache.get(text)
  if (known) return known
  const lower = text.toLowerCase()
  const heard = new Set<string>()
  for (const {concept, pattern} of LEXICON) if (pattern.test(lower)) heard.add(concept)
  if (heardCache.size >= CACHED) heardCache.clear()
  heardCache.set(text, heard)
  return heard
}

const DENIAL = /(不是|并非|没有|不靠|不能|别把|别|不必|不要|不在|not|never|no|without|n't|hardly)\s*\S{0,4}$/u
const isDenied = (lower: string, at: number) => DENIAL.test(lower.slice(Math.max(0, at - 8), at))
