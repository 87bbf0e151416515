import type {ComposerCell} from './composer-layout.ts'

let words: Intl.Segmenter | undefined

/** Where the word before `index` begins: Chinese words too, a chip is a word, spaces and punctuation before the caret go with it. */
export function wordBefore(cells: readonly ComposerCell[], index: number): number {
  let at = index
  while (at > 0 && !isWord(cells[at - 1])) at--
  if (cells[at - 1]?.chip) return at - 1
  let start = at
  while (start > 0 && isWord(cells[start - 1]) && !cells[start - 1]?.chip) start--
  return start + lastBoundary(cells.slice(start, at))
}

/** Where the word after `index` ends. */
export function wordAfter(cells: readonly ComposerCell[], index: number): number {
  let at = index
  while (at < cells.length && !isWord(cells[at])) at++
  if (cells[at]?.chip) return at + 1
  let end = at
  while (end < cells.length && isWord(cells[end]) && !cells[end]?.chip) end++
  return at + (boundaries(cells.slice(at, end))[1] ?? end - at)
}

const isWord = (cell: ComposerCell | undefined) => cell !== undefined && (cell.chip || /^[\p{L}\p{N}_]/u.test(cell.text))

const lastBoundary = (run: readonly ComposerCell[]) => boundaries(run).findLast(at => at < run.length) ?? 0

/** Cell indices where words of a run begin, and its end. */
function boundaries(run: readonly ComposerCell[]): number[] {
  words ??= new Intl.Segmenter('zh', {granularity: 'word'})
  const offsets = new Map<number, number>()
  let offset = 0
  for (const [at, cell] of run.entries()) {
    offsets.set(offset, at)
    offset += cell.text.length
  }
  const found: number[] = []
  for (const {index} of words.segment(run.map(cell => cell.text).join(''))) {
    const at = offsets.get(index)
    if (at !== undefined) found.push(at)
  }
  return [...found, run.length]
}
