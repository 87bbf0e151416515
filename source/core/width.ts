import stringWidth from 'string-width'
import {graphemesOf} from './text.ts'

/** Columns on a terminal: graphemes, their width, lines broken by the rules of Chinese setting (禁则). Text comes in `visible`. */

/** One grapheme and the columns it takes (0, 1, 2; more only for what no terminal joins). */
export type Cell = {readonly text: string; readonly width: number}

/** A line is the cells from `start` to before `end`; spaces at a break stand between one line's `end` and the next one's `start`. */
export type LineRange = {readonly start: number; readonly end: number}

/** Longer clusters are no characters of any script; they are taken apart, so that no line holds an unbounded one. */
const LONGEST_CLUSTER = 64
const MOST_CACHED = 8192
const SIMPLE =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u00ff\u2010-\u2027\u2030-\u203b\u2500-\u259f\u3000-\u303e\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uac00-\ud7a3\uff01-\uff60]*$/

export function graphemes(text: string): string[] {
  if (SIMPLE.test(text)) return text.split('')
  const parts: string[] = []
  for (const part of graphemesOf(text)) {
    if (part.length <= LONGEST_CLUSTER) parts.push(part)
    else parts.push(...part)
  }
  return parts
}

const widths = new Map<string, number>()

/** Columns of one grapheme. */
export function graphemeWidth(grapheme: string): number {
  const code = grapheme.charCodeAt(0)
  if (grapheme.length === 1) {
    if (code >= 0x20 && code < 0x7f) return 1
    if ((code >= 0x4e00 && code <= 0x9fff) || (code >= 0x3000 && code <= 0x303e) || (code >= 0xff01 && code <= 0xff60)) return 2
  }
  let width = widths.get(grapheme)
  if (width === undefined) {
    width = stringWidth(grapheme)
    if (widths.size >= MOST_CACHED) widths.clear()
    widths.set(grapheme, width)
  }
  return width
}

export const cellsOf = (text: string): Cell[] => graphemes(text).map(part => ({text: part, width: graphemeWidth(part)}))

/** Columns of a text without line ends. */
export function textWidth(text: string): number {
  let width = 0
  for (const part of graphemes(text)) width += graphemeWidth(part)
  return width
}

/**
 * Breaks each paragraph of `text` into lines of at most `columns`. Nothing is lost but the spaces at a break. Only a grapheme
 * wider than `columns` itself stands on a line that is too wide.
 */
export function wrap(text: string, columns: number): string[] {
  return text.split('\n').flatMap(paragraph => {
    const cells = cellsOf(paragraph)
    return breakLines(cells, columns).map(({start, end}) => join(cells, start, end))
  })
}

/** Exactly `columns` wide: filled with spaces, or cut with a …. */
export function padTo(text: string, columns: number): string {
  const width = textWidth(text)
  if (width <= columns) return text + ' '.repeat(columns - width)
  return padTo(truncate(text, columns), columns)
}

/** At most `columns` wide; what is cut ends in …. */
export function truncate(text: string, columns: number): string {
  const cells = cellsOf(text)
  if (sum(cells, 0, cells.length) <= columns) return text
  let width = 0
  let end = 0
  while (end < cells.length && width + (cells[end]?.width ?? 0) <= columns - 1) width += cells[end++]?.width ?? 0
  return columns < 1 ? '' : `${join(cells, 0, end).trimEnd()}…`
}

/** The lines of one paragraph (no `\n` in it): at least one, in linear time. */
export function breakLines(cells: readonly Cell[], columns: number): LineRange[] {
  const lines: LineRange[] = []
  let start = 0
  let width = 0
  let good = 0
  let fair = 0
  let at = 0
  while (at < cells.length) {
    const cell = cells[at] as Cell
    if (at > start) {
      const quality = breakQuality(cells, at)
      if (quality === 'good') good = at
      if (quality !== 'bad') fair = at
    }
    if (width + cell.width <= columns || at === start || cell.text === ' ') {
      width += cell.width
      at++
      continue
    }
    const cut = good > start ? good : fair > start ? fair : at
    lines.push(trimmed(cells, start, cut, columns))
    start = cut
    while (cells[start]?.text === ' ') start++
    at = start
    width = 0
    good = fair = start
  }
  if (start < cells.length || lines.length === 0) lines.push(fitted(cells, start, columns))
  return lines
}

/** `fair` tears a word apart but breaks no rule of punctuation. */
function breakQuality(cells: readonly Cell[], at: number): 'good' | 'fair' | 'bad' {
  const next = cells[at]?.text ?? ''
  if (next === ' ' || NO_START.test(next)) return 'bad'
  let before = at - 1
  const spaced = cells[before]?.text === ' '
  // A space before closing punctuation does not make it fit to start a line, nor one after an opening bracket to end one.
  while (before > 0 && at - before < 4 && cells[before]?.text === ' ') before--
  const previous = cells[before]?.text ?? ''
  if (NO_END.test(previous)) return 'bad'
  if (spaced) return 'good'
  if (QUOTE.test(next) || QUOTE.test(previous)) return 'fair'
  if (cells[at]?.width === 2 || cells[before]?.width === 2) return 'good'
  const hyphen = (previous === '-' || previous === '/') && LETTER.test(next) && LETTER.test(cells[before - 1]?.text ?? '')
  return hyphen ? 'good' : 'fair'
}

const NO_START =
  /^[,.;:?!)\]}%，。、；：？！…—–）》」』】〕〉”’％‰·・．｝］〗〙〛〟～゠ゝゞ々ー〜ぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ﹐﹑﹒﹔﹕﹖﹗︰°℃￠]/u
const NO_END = /^[([{（《「『【〔〈“‘｛［〖〘〚〝$￥£＄]/u
const QUOTE = /^["']/
const LETTER = /^\p{L}/u

const join = (cells: readonly Cell[], start: number, end: number) => {
  let text = ''
  for (let at = start; at < end; at++) text += cells[at]?.text ?? ''
  return text
}

function sum(cells: readonly Cell[], start: number, end: number): number {
  let width = 0
  for (let at = start; at < end; at++) width += cells[at]?.width ?? 0
  return width
}

/** Without the spaces before the break; a line of nothing but spaces keeps what fits. */
function trimmed(cells: readonly Cell[], start: number, cut: number, columns: number): LineRange {
  let end = cut
  while (end > start && cells[end - 1]?.text === ' ') end--
  return end > start ? {start, end} : {start, end: Math.min(cut, start + columns)}
}

/** The last line of a paragraph keeps its spaces as far as they fit. */
function fitted(cells: readonly Cell[], start: number, columns: number): LineRange {
  let end = cells.length
  let width = sum(cells, start, end)
  while (width > columns && end > start && cells[end - 1]?.text === ' ') {
    width--
    end--
  }
  return {start, end}
}
