import {termsOf} from './council-terms.ts'
import {charCount} from './text.ts'

/** Questions of a discovery at most; seeds/engineering-council.txt, step 3. */
export const mostQuestions = 4

const longest = 200

/**
 * The sides of a request that can be looked into apart: its questions or the points of its list, where there are two or more that
 * speak of something; otherwise the request as a whole. Pieces of the request, each at most 200 characters.
 */
export function aspectsOf(request: string): readonly string[] {
  const whole = [short(request)]
  const points = distinct(pointsIn(request))
  if (points.length > 1) return points.slice(0, mostQuestions)
  const asked = distinct(questionsIn(request))
  return asked.length > 1 ? asked.slice(0, mostQuestions) : whole
}

const pointsIn = (request: string): readonly string[] =>
  request.split('\n').flatMap(line => /^\s*(?:[-*•]|\d{1,2}[.)、]|[（(]\d{1,2}[)）])\s*(\S.*)$/.exec(line)?.[1] ?? [])

const questionsIn = (request: string): readonly string[] =>
  request.match(/[^?？。！!\n；;]*[?？]/g)?.map(piece => piece.replace(/^[\s,，、.]+/, '').trim()) ?? []

/** 「对吗？」 and "Thoughts?" ask for nothing of their own, and neither does the same question in other words. */
function distinct(pieces: readonly string[]): readonly string[] {
  const kept: string[] = []
  const spoken = new Set<string>()
  for (const piece of pieces) {
    const {identifiers, words} = termsOf(piece)
    const speaks = [...identifiers, ...words, ...hanPairs(piece)]
    const fresh = speaks.filter(word => !spoken.has(word))
    if (fresh.length < 2 || fresh.length * 2 < speaks.length) continue
    for (const word of speaks) spoken.add(word)
    kept.push(short(piece))
  }
  return kept
}

const empty = /[的了吗呢吧是有在要不会能该我你他们这那个么什怎如何应可以或者和与还也都就对]/

/** Two neighbours of a Chinese text, without the characters of grammar. */
function hanPairs(text: string): readonly string[] {
  const pairs: string[] = []
  for (const [run] of text.matchAll(/\p{Script=Han}{2,}/gu)) {
    for (let at = 0; at + 2 <= run.length; at++) {
      const pair = run.slice(at, at + 2)
      if (!empty.test(pair)) pairs.push(pair)
    }
  }
  return pairs
}

const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim()
  return charCount(line) <= longest ? line : `${[...line].slice(0, longest - 1).join('')}…`
}
