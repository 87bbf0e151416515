import {textWidth, truncate} from '../../core/width.ts'
import type {Span, Style} from '../terminal/sgr.ts'

/** Rows of chrome as styled spans of an exact width. Texts come in `oneLine`. */
export type Spans = readonly Span[]

export const span = (text: string, style?: Style): Span => (style ? {text, style} : {text})
export const dim = (text: string): Span => ({text, style: {dim: true}})

export const widthOf = (spans: Spans): number => spans.reduce((sum, {text}) => sum + textWidth(text), 0)

/** At most `columns` wide; what is cut ends in …. */
export function clip(spans: Spans, columns: number): Spans {
  const out: Span[] = []
  let left = columns
  for (const one of spans) {
    const width = textWidth(one.text)
    if (width > left) {
      if (left > 0) out.push({...one, text: truncate(one.text, left)})
      else if (out.length > 0) out.push(shorten(out))
      return out
    }
    out.push(one)
    left -= width
  }
  return out
}

/** `left` gives way to `right`; together exactly `columns` wide. */
export function row(columns: number, left: Spans, right: Spans = []): Spans {
  const tail = clip(right, columns)
  const room = columns - widthOf(tail)
  const head = clip(left, tail.length > 0 ? Math.max(0, room - 1) : room)
  return [...head, {text: ' '.repeat(Math.max(0, room - widthOf(head)))}, ...tail]
}

/** The last span gives up its end for a …: what follows was left out whole. */
function shorten(out: Span[]): Span {
  const last = out.pop() ?? {text: ''}
  return {...last, text: truncate(`${last.text}  `, textWidth(last.text))}
}
