import {breakLines, type Cell} from '../../core/width.ts'

/** One unit of the composer: a grapheme, a line end or a chip. `text` is what is sent, `shown` what stands on the screen. */
export type ComposerCell = {readonly text: string; readonly shown: string; readonly width: number; readonly chip: boolean}

/** A visual row: the cells from `start` to before `end`. A `hard` row ends at a line end or at the end of the text. */
export type ComposerRow = {readonly start: number; readonly end: number; readonly hard: boolean}

/** Every cell but the line ends stands in exactly one row; spaces at a break hang at the end of theirs. */
export function composerRows(cells: readonly ComposerCell[], columns: number): readonly ComposerRow[] {
  const rows: ComposerRow[] = []
  let start = 0
  for (let end = 0; end <= cells.length; end++) {
    if (end < cells.length && cells[end]?.text !== '\n') continue
    rows.push(...paragraphRows(cells, {start, end}, columns))
    start = end + 1
  }
  return rows
}

function paragraphRows(
  cells: readonly ComposerCell[],
  {start, end}: {readonly start: number; readonly end: number},
  columns: number,
): ComposerRow[] {
  const paragraph: Cell[] = cells.slice(start, end).map(({shown, width}) => ({text: shown, width}))
  const lines = breakLines(paragraph, columns)
  return lines.map((line, at) => {
    const next = lines[at + 1]
    return {start: start + (at === 0 ? 0 : line.start), end: next ? start + next.start : end, hard: next === undefined}
  })
}

/** Row and column of the place before cell `index`; `atRowEnd` puts it after the last cell of a soft row instead of on the next. */
export function placeOf(
  cells: readonly ComposerCell[],
  rows: readonly ComposerRow[],
  caret: {readonly index: number; readonly atRowEnd: boolean},
): {readonly row: number; readonly column: number} {
  const {index} = caret
  let row = rows.findIndex(({end, hard}) => index < end || (index === end && (hard || caret.atRowEnd)))
  if (row < 0) row = rows.length - 1
  return {row, column: widthOf(cells, rows[row]?.start ?? 0, index)}
}

/** The place in a row that stands nearest to `column`, from the left. */
export function indexAt(cells: readonly ComposerCell[], row: ComposerRow, column: number): number {
  let width = 0
  let index = row.start
  while (index < row.end) {
    width += cells[index]?.width ?? 0
    if (width > column) break
    index++
  }
  return index
}

export function widthOf(cells: readonly ComposerCell[], start: number, end: number): number {
  let width = 0
  for (let at = start; at < end; at++) width += cells[at]?.width ?? 0
  return width
}

export function shownOf(cells: readonly ComposerCell[], {start, end}: ComposerRow): string {
  let text = ''
  for (let at = start; at < end; at++) text += cells[at]?.shown ?? ''
  return text
}
