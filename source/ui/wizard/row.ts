import {oneLine} from '../../core/text.ts'
import {padTo, textWidth, truncate, wrap} from '../../core/width.ts'
import type {Span, Style} from '../terminal/sgr.ts'

/** One row of the page. Its text is safe and as wide as it looks. */
export type Row = {
  readonly spans: readonly Span[]
  /** The real cursor's column on this row. */
  readonly cursor?: number
  /** What must stay in sight when the page is longer than the window. */
  readonly focus?: boolean
  /** A stock field stands behind the spans. */
  readonly field?: 'rounds' | 'naming'
}

export const dim: Style = {dim: true}
export const bold: Style = {bold: true}

export const span = (text: string, style?: Style): Span => (style === undefined ? {text} : {text, style})

export const row = (...spans: readonly Span[]): Row => ({spans})
export const blank: Row = row()

/** Text of others on one line of at most `columns`. */
export const clip = (text: string, columns: number): string => truncate(oneLine(text, Math.max(1, columns)), Math.max(0, columns))

/** The same, filled to exactly `columns`. */
export const cell = (text: string, columns: number): string => padTo(clip(text, columns), Math.max(0, columns))

/** A text over several rows, indented; at most `most` of them, the last one cut with a …. */
export function paragraph(
  text: string,
  place: {readonly x: number; readonly columns: number; readonly most?: number},
  style?: Style,
): readonly Row[] {
  const {x, columns, most = 20} = place
  const lines = wrap(oneLine(text, columns * most), Math.max(4, columns - x - 1))
  const kept = lines.slice(0, most)
  const last = kept.length - 1
  return kept.map((line, at) => {
    const cut = at === last && lines.length > most ? truncate(`${line}……`, columns - x - 1).replace(/…+$/, '…') : line
    return row(span(' '.repeat(x)), span(cut, style))
  })
}

/** Left and right on one row of `columns`; the right gives way. */
export function apart(left: readonly Span[], right: readonly Span[], columns: number): Row {
  const room = columns - widthOf(left) - widthOf(right) - 1
  return room < 1 ? {spans: left} : {spans: [...left, span(' '.repeat(room)), ...right]}
}

export const widthOf = (spans: readonly Span[]): number => spans.reduce((width, {text}) => width + textWidth(text), 0)
