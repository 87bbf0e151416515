import type {Said} from './stage.ts'

export type Match = {readonly id: string; readonly who?: string | undefined; readonly at: number}

const MOST_MATCHES = 5000

/** Every place where the words stand, in the order of the meeting; case does not count. */
export function findMatches(said: readonly Said[], query: string): readonly Match[] {
  const pattern = patternOf(query)
  if (!pattern) return []
  const matches: Match[] = []
  for (const {id, who, text} of said) {
    for (const found of text.matchAll(pattern)) {
      matches.push({id, ...(who ? {who} : {}), at: found.index})
      if (matches.length >= MOST_MATCHES) return matches
    }
  }
  return matches
}

export function patternOf(query: string): RegExp | undefined {
  const wanted = query.trim()
  if (wanted === '') return undefined
  return new RegExp(wanted.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+'), 'giu')
}

const SGR = /\x1b\[[0-9;]*m/g

/** The same row with what was looked for turned inverse; styles in between are kept. A match over two rows is not marked. */
export function highlight(row: string, pattern: RegExp): string {
  const plain = row.replace(SGR, '')
  const marks = [...plain.matchAll(pattern)].map(found => ({from: found.index, to: found.index + found[0].length}))
  if (marks.length === 0) return row
  let out = ''
  let at = 0
  let on = false
  for (let index = 0; index < row.length; ) {
    SGR.lastIndex = index
    const sgr = row.charAt(index) === '\x1b' ? SGR.exec(row) : null
    if (sgr && sgr.index === index) {
      out += on ? `${sgr[0]}\x1b[7m` : sgr[0]
      index += sgr[0].length
      continue
    }
    const inside = marks.some(mark => at >= mark.from && at < mark.to)
    if (inside !== on) {
      out += inside ? '\x1b[7m' : '\x1b[27m'
      on = inside
    }
    out += row.charAt(index)
    at++
    index++
  }
  return on ? `${out}\x1b[27m` : out
}
