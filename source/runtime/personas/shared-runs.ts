import {type Remark, remark} from './findings.ts'
import type {LoadedPersona} from './load.ts'
import {headingOf, sectionKind, visibleLines} from './markdown.ts'

/** Units in a row, a Han character or a word of other letters each, that two personas may not share. */
const RUN = 12
const MOST_RUNS = 5

type Unit = {readonly text: string; readonly line: number}

/** The first places where `persona` says what `other` says, word for word, each text once; headings, sources and timelines aside. */
export function sharedRuns(persona: LoadedPersona, other: LoadedPersona): readonly Remark[] {
  const theirs = new Set<string>()
  const heard = unitsOf(other)
  for (let i = 0; i + RUN <= heard.length; i++) theirs.add(runAt(heard, i))
  const found: Remark[] = []
  const units = unitsOf(persona)
  for (let i = 0; i + RUN <= units.length && found.length < MOST_RUNS; i++) {
    if (!theirs.has(runAt(units, i))) continue
    let end = i + RUN
    while (end < units.length && theirs.has(runAt(units, end - RUN + 1))) end++
    const text = joined(units.slice(i, Math.min(end, i + 2 * RUN)))
    if (!found.some(one => one.slots.text === text))
      found.push(remark('shared-run', units[i]?.line ?? 1, {text, other: other.id}))
    i = end - 1
  }
  return found
}

const runAt = (units: readonly Unit[], from: number): string =>
  units
    .slice(from, from + RUN)
    .map(unit => unit.text)
    .join(' ')
const joined = (units: readonly Unit[]): string =>
  units
    .map(unit => unit.text)
    .join(' ')
    .replace(/(?<=\p{Script=Han}) (?=\p{Script=Han})/gu, '')

function unitsOf(persona: LoadedPersona): readonly Unit[] {
  const units: Unit[] = []
  let facts = false
  for (const line of visibleLines(persona.body, persona.bodyLine)) {
    const heading = headingOf(line)
    if (heading !== undefined) {
      const kind = sectionKind(heading.text)
      if (heading.level <= 2) facts = kind === 'sources' || kind === 'timeline'
      continue
    }
    // A label such as 落到议题, or a line that only puts labels in order, is the form's, not the author's.
    if (facts || /^\s*[-*+]\s+(?:次序|order)\s*[：:]/i.test(line.text)) continue
    const said = line.text.replace(/^\s*[-*+]\s+[^：:]{1,10}[：:]/, '')
    for (const [text] of said.toLowerCase().matchAll(/\p{Script=Han}|[\p{L}\p{N}]+?(?=\p{Script=Han}|[^\p{L}\p{N}]|$)/gu))
      units.push({text, line: line.line})
  }
  return units
}
