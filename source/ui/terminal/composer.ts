import {cleanIngest, visible} from '../../core/text.ts'
import {textWidth, truncate} from '../../core/width.ts'
import {cellsFrom, isFixed, LINE_END, lengthOf, regroup} from './composer-cells.ts'
import {type ComposerCell, type ComposerRow, composerRows, indexAt, placeOf, shownOf} from './composer-layout.ts'
import {wordAfter, wordBefore} from './composer-words.ts'

/** The line a person writes on: a mutable buffer of graphemes outside React, so that no key is lost however fast they come. */
export type Composer = {
  insert(text: string): void
  /** A long paste becomes one chip, sent as what it stands for. */
  paste(text: string): void
  /** True when the key meant something here; Enter is the caller's. */
  press(key: string): boolean
  /** What would be sent, chips expanded. */
  text(): string
  isEmpty(): boolean
  set(text: string): void
  /** The text; remembers it in the history and leaves the buffer empty. */
  submit(): string
  view(columns: number): ComposerView
}

export type ComposerView = {
  /** At most `maxRows`, around the caret. */
  readonly rows: readonly string[]
  /** Where the real cursor belongs, within `rows`; its column is below `columns`. */
  readonly cursor: {readonly row: number; readonly column: number}
  /** Rows hidden above and below. */
  readonly above: number
  readonly below: number
}

export type ComposerOptions = {
  /** The words on a chip, such as `[粘贴 1000 行]`. */
  chipLabel(lines: number, characters: number): string
  readonly maxRows?: number
  /** A paste of more lines or more characters becomes a chip. */
  readonly chipFrom?: {readonly lines: number; readonly characters: number}
  /** Earlier lines, oldest first. */
  readonly history?: readonly string[]
}

type State = {readonly cells: readonly ComposerCell[]; readonly caret: number}

const MOST_UNDO = 200

export function makeComposer(options: ComposerOptions): Composer {
  const maxRows = options.maxRows ?? 5
  const chipFrom = options.chipFrom ?? {lines: 5, characters: 1000}
  const history: State[] = (options.history ?? []).map(line => atEnd(cellsFrom(line)))
  let cells: readonly ComposerCell[] = []
  let caret = 0
  let atRowEnd = false
  let goal: number | undefined
  let columns = 80
  let firstRow = 0
  let killed: readonly ComposerCell[] = []
  let recalled = history.length
  let draft: State = {cells: [], caret: 0}
  let undo: State[] = []
  let typing = false

  const place = (state: State) => {
    cells = state.cells
    caret = state.caret
    atRowEnd = false
    goal = undefined
  }
  const remember = (isTyping: boolean) => {
    if (!(isTyping && typing)) undo = [...undo.slice(1 - MOST_UNDO), {cells, caret}]
    typing = isTyping
  }
  /** The one way the text changes: what meets at the seams is read again, so that marks and joiners merge with their base. */
  const splice = (start: number, end: number, added: readonly ComposerCell[]) => {
    const from = cells[start - 1] && !isFixed(cells[start - 1]) ? start - 1 : start
    const to = cells[end] && !isFixed(cells[end]) ? end + 1 : end
    const before = [...cells.slice(from, start), ...added]
    const merged = regroup([...before, ...cells.slice(end, to)], lengthOf(before))
    place({cells: [...cells.slice(0, from), ...merged.cells, ...cells.slice(to)], caret: from + merged.caret})
  }
  const remove = (start: number, end: number, keep = false) => {
    if (start >= end) return
    remember(false)
    if (keep) killed = cells.slice(start, end)
    splice(start, end, [])
  }
  const insertCells = (added: readonly ComposerCell[], isTyping: boolean) => {
    if (added.length === 0) return
    remember(isTyping)
    splice(caret, caret, added)
  }
  const move = (to: number) => {
    typing = false
    place({cells, caret: Math.max(0, Math.min(cells.length, to))})
  }
  const layout = () => {
    const rows = composerRows(cells, columns - 1)
    return {rows, at: placeOf(cells, rows, {index: caret, atRowEnd})}
  }
  const toRow = (row: ComposerRow, column: number) => {
    move(indexAt(cells, row, column))
    atRowEnd = !row.hard && caret === row.end
  }
  const vertical = (by: number) => {
    const {rows, at} = layout()
    const row = rows[at.row + by]
    if (row === undefined) return recall(by)
    const column = goal ?? at.column
    toRow(row, column)
    goal = column
    return true
  }
  const recall = (by: number) => {
    const to = recalled + by
    if (to < 0 || to > history.length) return false
    if (recalled === history.length) draft = {cells, caret}
    recalled = to
    typing = false
    place(history[to] ?? draft)
    return true
  }
  const lineStart = () => cells.findLastIndex((cell, at) => at < caret && cell.text === '\n') + 1
  const lineEnd = () => {
    const at = cells.findIndex((cell, index) => index >= caret && cell.text === '\n')
    return at < 0 ? cells.length : at
  }
  const undoLast = () => {
    const last = undo.at(-1)
    if (last === undefined) return
    undo = undo.slice(0, -1)
    typing = false
    place(last)
  }

  const actions: Readonly<Record<string, () => unknown>> = {
    backspace: () => remove(caret - 1, caret),
    delete: () => remove(caret, Math.min(cells.length, caret + 1)),
    left: () => move(caret - 1),
    right: () => move(caret + 1),
    up: () => vertical(-1),
    down: () => vertical(1),
    home: () => {
      const {rows, at} = layout()
      const row = rows[at.row]
      if (row) toRow(row, 0)
    },
    end: () => {
      const {rows, at} = layout()
      const row = rows[at.row]
      if (row) toRow(row, Number.POSITIVE_INFINITY)
    },
    'alt+left': () => move(wordBefore(cells, caret)),
    'alt+right': () => move(wordAfter(cells, caret)),
    'alt+backspace': () => remove(wordBefore(cells, caret), caret, true),
    'alt+d': () => remove(caret, wordAfter(cells, caret), true),
    'ctrl+u': () => remove(lineStart() === caret ? Math.max(0, caret - 1) : lineStart(), caret, true),
    'ctrl+k': () => remove(caret, lineEnd() === caret ? Math.min(cells.length, caret + 1) : lineEnd(), true),
    'ctrl+y': () => insertCells(killed, false),
    'ctrl+_': undoLast,
    newline: () => insertCells([LINE_END], false),
  }

  return {
    insert: text => insertCells(cellsFrom(text), true),
    paste(text) {
      const clean = cleanIngest(text).text
      const lines = clean.replace(/\n$/, '').split('\n').length
      if (lines <= chipFrom.lines && clean.length <= chipFrom.characters) return insertCells(cellsFrom(clean), false)
      const shown = visible(options.chipLabel(lines, clean.length))
      insertCells([{text: clean, shown, width: textWidth(shown), chip: true}], false)
    },
    press(key) {
      const action = actions[ALIASES[key] ?? key]
      return action !== undefined && action() !== false
    },
    text: () => cells.map(cell => cell.text).join(''),
    isEmpty: () => cells.length === 0,
    set(text) {
      remember(false)
      place(atEnd(cellsFrom(text)))
    },
    submit() {
      const text = cells.map(cell => cell.text).join('')
      if (text.trim() !== '') history.push(atEnd(cells))
      recalled = history.length
      undo = []
      typing = false
      place({cells: [], caret: 0})
      return text
    },
    view(width) {
      columns = Math.max(3, width)
      const {rows, at} = layout()
      firstRow = Math.max(at.row - maxRows + 1, Math.min(firstRow, at.row, Math.max(0, rows.length - maxRows)))
      const seen = rows.slice(firstRow, firstRow + maxRows)
      return {
        // Only a chip in a narrow window, or a heap of markers, is wider than its row.
        rows: seen.map(row => truncate(shownOf(cells, row).trimEnd(), columns - 1)),
        cursor: {row: at.row - firstRow, column: Math.min(at.column, columns - 1)},
        above: firstRow,
        below: rows.length - firstRow - seen.length,
      }
    },
  }
}

const ALIASES: Readonly<Record<string, string>> = {
  'ctrl+a': 'home',
  'ctrl+e': 'end',
  'ctrl+b': 'left',
  'ctrl+f': 'right',
  'ctrl+p': 'up',
  'ctrl+n': 'down',
  'ctrl+h': 'backspace',
  'ctrl+d': 'delete',
  'ctrl+w': 'alt+backspace',
  'ctrl+left': 'alt+left',
  'ctrl+right': 'alt+right',
  'alt+b': 'alt+left',
  'alt+f': 'alt+right',
  'alt+delete': 'alt+d',
  'alt+enter': 'newline',
  'shift+enter': 'newline',
  'ctrl+backspace': 'alt+backspace',
}

const atEnd = (cells: readonly ComposerCell[]): State => ({cells, caret: cells.length})
