import {cleanIngest, visible} from '../../core/text.ts'
import {graphemes, textWidth} from '../../core/width.ts'
import type {ComposerCell} from './composer-layout.ts'

export const LINE_END: ComposerCell = {text: '\n', shown: '', width: 0, chip: false}

function cellOf(text: string): ComposerCell {
  if (text === '\n') return LINE_END
  const shown = visible(text)
  return {text, shown, width: textWidth(shown), chip: false}
}

export const cellsFrom = (text: string) =>
  cleanIngest(text)
    .text.replace(/[\u2028\u2029]/g, '\n')
    .split(/(\n)/)
    .flatMap(part => (part === '\n' ? [LINE_END] : graphemes(part).map(cellOf)))

/** What never merges with its neighbours. */
export const isFixed = (cell: ComposerCell | undefined) => cell === undefined || cell.chip || cell.text === '\n'
export const lengthOf = (cells: readonly ComposerCell[]) => cells.reduce((length, cell) => length + cell.text.length, 0)

/** The same text in graphemes of today; `caret` counts cells up to the text offset given, after a grapheme that spans it. */
export function regroup(run: readonly ComposerCell[], offset: number): {cells: ComposerCell[]; caret: number} {
  const out: ComposerCell[] = []
  let caret = 0
  let length = 0
  const push = (cell: ComposerCell) => {
    if (length < offset) caret = out.length + 1
    length += cell.text.length
    out.push(cell)
  }
  let text = ''
  for (const cell of run) {
    if (!isFixed(cell)) {
      text += cell.text
      continue
    }
    for (const part of graphemes(text)) push(cellOf(part))
    text = ''
    push(cell)
  }
  for (const part of graphemes(text)) push(cellOf(part))
  return {cells: out, caret}
}
