/**
 * A link definition (`[label]: target`) is the one construct of CommonMark that no quotation contains: wherever it stands, it
 * turns every `[label]` of the file into a link. So a definition whose label occurs outside of its own text is defused; one
 * that only its own text uses is left as it is, and so are footnotes.
 */

/** What may stand before a definition on its line: quotation marks, list markers, white space. */
const OPENING = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t]))*(?=\[)/
/** A label, from its bracket on; it may run over lines. Longer than any that CommonMark reads. */
const LABEL = /\[((?:[^[\]\\]|\\[\s\S]){1,1100})\]/y
const MOST_LABEL = 1100

/** Label -> the texts it occurs in, by index. */
export type Labels = ReadonlyMap<string, ReadonlySet<number>>

export function labelsIn(texts: readonly string[]): Labels {
  const found = new Map<string, Set<number>>()
  for (const [index, text] of texts.entries()) {
    for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
      const label = labelAt(text, at)
      if (label === undefined) continue
      const owners = found.get(label.plain) ?? new Set()
      found.set(label.plain, owners.add(index))
    }
  }
  return found
}

/** Indexes of the lines of text `own` that have to be defused. */
export function dangerousLines(text: string, own: number, labels: Labels): ReadonlySet<number> {
  const dangerous = new Set<number>()
  if (!text.includes(']:')) return dangerous
  const lines = text.split('\n')
  // From the last line up: a bracket that is defused may let the label of a line above run on past it.
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index] ?? ''
    const opening = OPENING.exec(line)
    if (!opening) continue
    const rest = restFrom(lines, index).slice(opening[0].length)
    const label = labelAt(rest, 0)
    if (label === undefined || rest[label.end] !== ':') continue
    const owners = labels.get(label.plain)
    const elsewhere = owners !== undefined && (owners.size > 1 || !owners.has(own))
    // Labels were read before anything was defused, so one with a defused bracket in it is in no list.
    if (!elsewhere && !label.plain.includes('\\[')) continue
    lines[index] = line.replace('[', '\\[')
    dangerous.add(index)
  }
  return dangerous
}

/** Enough of the text from a line on to hold the longest label. */
function restFrom(lines: readonly string[], from: number): string {
  let rest = lines[from] ?? ''
  for (let i = from + 1; i < lines.length && rest.length <= 2 * MOST_LABEL; i++) rest += `\n${lines[i]}`
  return rest
}

/** Compared without white space and `>`, which may be the marks of a quotation inside: rather one too many than one too few. */
function labelAt(text: string, at: number): {readonly plain: string; readonly end: number} | undefined {
  LABEL.lastIndex = at
  const match = LABEL.exec(text)
  if (!match) return undefined
  const label = match[1] ?? ''
  if (label.trim() === '') return undefined
  return {
    plain: label
      .replace(/[\s>]+/g, '')
      .toLowerCase()
      .toUpperCase(),
    end: LABEL.lastIndex,
  }
}
