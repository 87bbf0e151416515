import {blot, fold, quotesIn} from './request-shadow.ts'

/** Somebody who can be named: id, display name, aliases. */
export type Known = {readonly id: string; readonly names: readonly string[]}

type Found = {readonly id: string; readonly from: number; readonly to: number; readonly sure: boolean}

/**
 * Members whom a request names to be heard: two or more side by side, outside of quotes (「让 Carmack 和 Muratori 对辩」). Who is only
 * spoken of, as in "Knuth's book", is not called. In the order in which they are named, each once; empty: nobody is.
 */
export function namedMembers(request: string, known: readonly Known[]): readonly string[] {
  const quoted = blot(fold(request), quotesIn(request))
  const found = occurrences(request, quoted, known)
  let best: readonly string[] = []
  for (let first = 0; first < found.length; first++) {
    const run: Found[] = []
    for (let at = first; at < found.length; at++) {
      const [before, next] = [found[at - 1], found[at]]
      if (next === undefined || (run.length > 0 && before && !joined.test(quoted.slice(before.to, next.from)))) break
      run.push(next)
    }
    const members = [...new Set(run.map(({id}) => id))]
    const called = calls.test(quoted.slice(Math.max(0, (run[0]?.from ?? 0) - 24), run[0]?.from ?? 0))
    if (members.length > 1 && members.length > best.length && (called || run.some(({sure}) => sure))) best = members
  }
  return best
}

const joined = /^\s*(?:[,、;&+/]|and\b|or\b|vs\.?|versus\b|with\b|against\b|和|与|跟|同|及|以及|还有|对|\s)*\s*$/
const calls =
  /(?:请|让|叫|找|问|征询|咨询|召集|邀请|听听|由|\b(?:let|have|ask|get|consult|invite|convene|call|hear|with|between))\s*(?:听听|一下)?\s*(?:from\s)?$/

/** Surnames that are English words, and two letters: they count only as a name is written, or beside one that is sure. */
const words: ReadonlySet<string> = new Set(['green', 'chase', 'pearl', 'pike', 'martin', 'ng', 'kay', 'yao', 'beck'])

function occurrences(request: string, quoted: string, known: readonly Known[]): readonly Found[] {
  const all = known.flatMap(({id, names}) =>
    [...new Set(names.map(name => fold(name)))].flatMap(name => placesOf(name, id, {request, quoted})),
  )
  const taken: Found[] = []
  for (const one of all.sort((a, b) => b.to - b.from - (a.to - a.from) || a.from - b.from)) {
    if (!taken.some(other => one.from < other.to && other.from < one.to)) taken.push(one)
  }
  return taken.sort((a, b) => a.from - b.from)
}

function placesOf(name: string, id: string, {request, quoted}: {request: string; quoted: string}): readonly Found[] {
  const han = /\p{Script=Han}/u.test(name)
  if ([...name].length < 2) return []
  const places: Found[] = []
  for (let from = quoted.indexOf(name); from >= 0; from = quoted.indexOf(name, from + 1)) {
    const to = from + name.length
    const whole = han || !(letter.test(quoted.charAt(from - 1)) || letter.test(quoted.charAt(to)))
    if (!whole || spokenOf.test(quoted.slice(to, to + 4))) continue
    const written = request.slice(from, to)
    const capital = /^\p{Lu}/u.test(written)
    places.push({id, from, to, sure: han || (capital && from > 0) || !words.has(name)})
  }
  return places
}

const letter = /[a-z0-9_-]/
const spokenOf = /^(?:'s\b|s'|的(?!意见|看法|观点|视角|角度))/
