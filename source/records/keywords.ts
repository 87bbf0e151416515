import type {Lang} from '../core/events.ts'
import {EN_GRAMMAR, ZH_GRAMMAR} from './lexicon.ts'

const MOST = 5

/**
 * The words a text says most often: in Chinese runs of two to four characters without a character of grammar, in English words.
 * Counted here and not with `Intl.Segmenter`, whose dictionary differs from one Node to the next. At most five.
 */
export function keywordsOf(text: string, lang: Lang): readonly string[] {
  const found: string[] = []
  // What is taken is cut out before the rest is counted: no two keywords are made of the same characters.
  for (let rest = text; found.length < MOST; ) {
    const best = most(lang === 'zh' ? grams(rest) : words(rest))
    if (best === undefined) break
    found.push(best)
    rest = lang === 'zh' ? rest.replaceAll(best, '\n') : rest.replace(formsOf(best), '\n')
  }
  return found
}

/** The terms of a topic, to see which sentences take it up. */
export const termsOf = (topic: string, lang: Lang): readonly string[] => [...(lang === 'zh' ? grams(topic) : words(topic)).keys()]

/** A longer term outweighs a part of it that is hardly ever said alone; ties go to what was said first. */
function most(counts: ReadonlyMap<string, Counted>): string | undefined {
  let best: Counted | undefined
  for (const one of counts.values()) {
    if (one.count > 1 && (best === undefined || weight(one) > weight(best))) best = one
  }
  return best?.term
}

const weight = ({term, count}: Counted) => (count - 1) * term.length

/** Singular and plural count as one. */
const stemOf = (word: string) =>
  word
    .toLowerCase()
    .replace(/’/g, "'")
    .replace(/(?<![siu'])s$/, '')
const formsOf = (word: string) => new RegExp(`(?<![\\p{L}'’-])${stemOf(word).replace(/'/g, "['’]")}s?(?![\\p{L}'’-])`, 'giu')

type Counted = {readonly term: string; count: number}

function grams(text: string): ReadonlyMap<string, Counted> {
  const counts = new Map<string, Counted>()
  for (const run of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (const stretch of stretches(run[0])) {
      const characters = [...stretch]
      for (let from = 0; from < characters.length; from++) {
        for (let size = 2; size <= 4 && from + size <= characters.length; size++) {
          count(counts, characters.slice(from, from + size).join(''))
        }
      }
    }
  }
  return counts
}

function stretches(run: string): readonly string[] {
  const found = ['']
  for (const character of run) {
    if (ZH_GRAMMAR.has(character)) found.push('')
    else found[found.length - 1] += character
  }
  return found.filter(stretch => stretch.length > 1)
}

function words(text: string): ReadonlyMap<string, Counted> {
  const counts = new Map<string, Counted>()
  for (const match of text.matchAll(/\p{L}[\p{L}'’-]{2,}/gu)) {
    const stem = stemOf(match[0])
    if (!EN_GRAMMAR.has(stem) && !EN_GRAMMAR.has(`${stem}s`)) count(counts, match[0], stem)
  }
  return counts
}

function count(counts: Map<string, Counted>, term: string, key = term): void {
  const known = counts.get(key)
  if (known) known.count++
  else counts.set(key, {term, count: 1})
}
