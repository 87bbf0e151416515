import {cleanIngest, visible} from '../../core/text.ts'
import {graphemes, graphemeWidth} from '../../core/width.ts'
import type {Colours} from './sgr.ts'

/**
 * The choke point of the screen: a slice of a styled row made safe to send. Of escapes only known SGR passes; everything else
 * that controls is taken out once more, whatever gates the text came through before.
 */
export type Piece = {
  /** Exactly as many columns as asked for; begins and ends in the default style. */
  readonly out: string
  /** Holds graphemes whose width terminals disagree on: what stands to the right must be drawn again after it. */
  readonly risky: boolean
}

export type Slice = {
  /** Column of the screen the piece is drawn at, from 0; absolute columns are part of the output. */
  readonly x: number
  /** Columns of the row to take: from `from`, `width` of them. */
  readonly from: number
  readonly width: number
}

const SGR = /\x1b\[([0-9;:]*)m/y
const PLAIN =
  /^[\x20-\x7e\u2010-\u2027\u2030-\u203b\u2500-\u259f\u3000-\u3029\u3041-\u3096\u30a1-\u30fa\u4e00-\u9fff\uff01-\uff60]*$/
const RISKY = /\ufe0e|\ufe0f|\u200d|\u20e3|\p{M}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\p{Extended_Pictographic}|\p{Co}/u

export function cutPiece(row: string, slice: Slice, colours: Colours): Piece {
  const end = slice.from + slice.width
  let out = ''
  let style = ''
  let sent = ''
  let column = 0
  let drawn = slice.from
  let risky = false
  let at = 0
  while (at < row.length && column < end) {
    SGR.lastIndex = at
    const sgr = SGR.exec(row)
    if (sgr) {
      style = colours === 'none' ? '' : nextStyle(style, sgr[1] ?? '')
      at += sgr[0].length
      continue
    }
    const next = nextSgr(row, at + 1)
    const text = row.slice(at, next)
    at = next
    const plain = PLAIN.test(text)
    for (const part of graphemes(plain ? text : safe(text))) {
      const width = graphemeWidth(part)
      const from = column
      column += width
      if (column <= slice.from) continue
      if (column > end) break
      if (from < slice.from) continue
      if (from > drawn) out += ' '.repeat(from - drawn)
      if (style !== sent) {
        out += style === '' ? '\x1b[0m' : `\x1b[${sent === '' ? '' : '0;'}${style.replaceAll(' ', ';')}m`
        sent = style
      }
      drawn = column
      if (plain || !RISKY.test(part)) {
        out += part
        continue
      }
      risky = true
      const place = (at: number) => `\x1b[${slice.x + at - slice.from + 1}G`
      // A terminal that draws it narrower would leave what stood there before.
      out += `${' '.repeat(width)}${place(from)}${part}${place(column)}`
    }
  }
  if (sent !== '') out += '\x1b[0m'
  return {out: out + ' '.repeat(Math.max(0, end - drawn)), risky}
}

const safe = (text: string) => visible(cleanIngest(text).text).replaceAll('\n', ' ')

/** Where the next SGR begins; the end of the row when there is none. */
function nextSgr(row: string, from: number): number {
  for (let at = row.indexOf('\x1b[', from); at >= 0; at = row.indexOf('\x1b[', at + 1)) {
    SGR.lastIndex = at
    if (SGR.test(row)) return at
  }
  return row.length
}

/** The codes in force after an SGR sequence, joined by spaces; blink, conceal, fonts and anything unknown are left out. */
function nextStyle(style: string, parameters: string): string {
  const codes = parameters.split(/[;:]/).map(code => Number(code) || 0)
  let now = style === '' ? [] : style.split(' ')
  for (let at = 0; at < codes.length; at++) {
    const code = codes[at] ?? 0
    if (code === 0) now = []
    else if (code === 38 || code === 48) {
      const length = codes[at + 1] === 5 ? 3 : codes[at + 1] === 2 ? 5 : codes.length
      const colour = codes.slice(at, at + length)
      if (colour.length === length && colour.every(part => part <= 255)) now = [...without(now, code), colour.join(';')]
      at += length - 1
    } else if (code in ENDS) now = (ENDS[code] ?? []).reduce(without, now)
    else if ([1, 2, 3, 4, 7, 9].includes(code)) now = [...without(now, code), `${code}`]
    else if ((code >= 30 && code <= 37) || (code >= 90 && code <= 97)) now = [...without(now, 38), `${code}`]
    else if ((code >= 40 && code <= 47) || (code >= 100 && code <= 107)) now = [...without(now, 48), `${code}`]
  }
  return now.join(' ')
}

const ENDS: Readonly<Record<number, readonly number[]>> = {
  22: [1, 2],
  23: [3],
  24: [4],
  27: [7],
  29: [9],
  39: [38],
  49: [48],
}

/** 38 and 48 stand for any foreground and background. */
function without(codes: readonly string[], code: number): string[] {
  if (code === 38) return codes.filter(one => !/^(?:38;|3[0-7]$|9[0-7]$)/.test(one))
  if (code === 48) return codes.filter(one => !/^(?:48;|4[0-7]$|10[0-7]$)/.test(one))
  return codes.filter(one => one !== `${code}`)
}
