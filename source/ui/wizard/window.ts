import {fill} from '../../core/template.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import type {Size} from '../ports.ts'
import type {ComposerView} from '../terminal/composer.ts'
import type {Cursor} from '../terminal/presenter.ts'
import {type Given, textColumn} from './around.ts'
import {footerRows} from './footer.ts'
import {pageRows} from './page.ts'
import {apart, bold, clip, dim, type Row, row, span} from './row.ts'
import {voiceOfSeat, type WizardState} from './state.ts'

/** What stands in the window: one row of the screen each, and where the real cursor belongs. */
export type WindowRows = {readonly rows: readonly Row[]; readonly cursor?: Cursor}

/** Lines longer than this are hard to read. */
const MOST_COLUMNS = 100
const LEAST = {columns: 24, rows: 8}

export type Shown = {
  readonly words: WizardWords
  readonly size: Size
  composer(columns: number): ComposerView
  readonly preview: Given['preview']
  readonly grounds?: Given['grounds']
}

/** Title and footer stay; the page between them shows the question in hand, however low the window is. */
export function windowRows(state: WizardState, {words, size, composer, preview, grounds}: Shown): WindowRows {
  const {columns, rows} = size
  if (columns < LEAST.columns || rows < LEAST.rows) return {rows: [row(span(clip(words.tooSmall, columns)))]}
  const footer = footerRows(state, words, {columns, most: rows >= 12 ? 2 : 1})
  const height = rows - 3 - footer.length
  const width = Math.min(columns, MOST_COLUMNS)
  const page = pageRows(state, {
    words,
    columns: width,
    rows: height,
    composer: composer(width - textColumn(words) - 1),
    preview,
    protocol: state.protocol,
    grounds,
  })
  const top = topOf(page, height)
  const body = page.slice(top, top + height)
  const at = body.findIndex(one => one.cursor !== undefined)
  const below = page.length - top - body.length
  const filled = [...body, ...Array.from({length: height - body.length}, () => row())]
  return {
    rows: [
      header(state, words, columns),
      rule(columns, top > 0 ? `↑ ${top}` : ''),
      ...filled,
      rule(columns, below > 0 ? `↓ ${below}` : ''),
      ...footer,
    ],
    ...(at < 0 ? {} : {cursor: {x: Math.min(body[at]?.cursor ?? 0, columns - 1), y: at + 2}}),
  }
}

function header(state: WizardState, words: WizardWords, columns: number): Row {
  const rehearsed =
    state.chosen.length > 0 ? state.chosen.every(id => voiceOfSeat(state, id) === 'rehearsal') : state.voice === 'rehearsal'
  const right = rehearsed ? [span(words.rehearsing, {color: 'yellow'})] : []
  return apart([span(` ${clip(words.title, columns - 2)}`, bold)], right, columns - 1)
}

function rule(columns: number, mark: string): Row {
  if (mark === '') return row(span('─'.repeat(columns), dim))
  return row(span(`${'─'.repeat(Math.max(0, columns - mark.length - 4))} ${mark} ──`, dim))
}

/** As far up as the rows that matter allow. */
function topOf(page: readonly Row[], height: number): number {
  if (page.length <= height) return 0
  const last = page.findLastIndex(({focus, cursor}) => focus === true || cursor !== undefined)
  return Math.max(0, Math.min(page.length - height, last - height + 2))
}

export const chipLabel =
  (words: WizardWords) =>
  (lines: number): string =>
    fill(words.paste, {lines})
