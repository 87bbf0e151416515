import type {Cell} from '../../core/width.ts'
import {graphemes, graphemeWidth} from '../../core/width.ts'
import type {Style} from './sgr.ts'

/** A grapheme with its style and the offset in the line's source it came from. */
export type StyledCell = Cell & {readonly style: Style | undefined; readonly at: number}

/**
 * Emphasis, strong, struck and code text and links of one line, in time linear in it. More lenient than CommonMark where Chinese
 * needs it: `**“你好”**他` is strong. What is never closed is shown as it stands.
 */
export function inlineCells(line: string, base?: Style): StyledCell[] {
  const tokens = tokensOf(line)
  pair(tokens)
  const cells: StyledCell[] = []
  const depth = {strong: 0, emphasis: 0, struck: 0}
  for (const token of tokens) {
    if (token.kind === 'mark' && token.role !== 'text') {
      const by = token.role === 'open' ? 1 : -1
      if (token.mark === '~~') depth.struck += by
      else {
        if (token.mark.length !== 1) depth.strong += by
        if (token.mark.length !== 2) depth.emphasis += by
      }
      continue
    }
    const text = token.kind === 'mark' ? token.mark : token.text
    const own = token.kind === 'styled' ? token.style : undefined
    pushCells(cells, {text, at: token.at, style: styleOf(depth, base, own)})
  }
  return cells
}

/** The cells of a text without any markup. */
export function plainCells(text: string, style?: Style): StyledCell[] {
  const cells: StyledCell[] = []
  pushCells(cells, {text, at: 0, style})
  return cells
}

export const CODE: Style = {color: 'cyan'}
const LINK: Style = {underline: true}
const ADDRESS: Style = {dim: true}

type Token =
  | {readonly kind: 'text'; readonly at: number; readonly text: string}
  | {readonly kind: 'styled'; readonly at: number; readonly text: string; readonly style: Style}
  | Mark
type Mark = {
  readonly kind: 'mark'
  readonly at: number
  readonly mark: string
  readonly opens: boolean
  readonly closes: boolean
  role: 'text' | 'open' | 'close'
}

const SPECIAL = /[\\`*_~[!<]/g
const LINK_FORM = /!?\[([^[\]]*)\]\(([^()\s]*)(?:\s+"[^"]*")?\)/y
const AUTOLINK = /<(https?:\/\/[^<>\s]*)>/y
const MARKS = /\*{1,}|_{1,}|~{2,}/y
const TICKS = /`+/y

function at<T extends RegExp>(pattern: T, text: string, index: number): RegExpExecArray | null {
  pattern.lastIndex = index
  return pattern.exec(text)
}

function tokensOf(line: string): Token[] {
  const tokens: Token[] = []
  const neverClosed = new Set<number>()
  let from = 0
  let index = 0
  const text = (end: number) => {
    if (end > from) tokens.push({kind: 'text', at: from, text: line.slice(from, end)})
  }
  const take = (length: number, made: readonly Token[]) => {
    text(index)
    tokens.push(...made)
    index += length
    from = index
  }
  for (;;) {
    const special = at(SPECIAL, line, index)
    if (special === null) break
    index = special.index
    const character = special[0]
    if (character === '\\' && /[!-/:-@[-`{-~]/.test(line.charAt(index + 1))) {
      take(2, [{kind: 'text', at: index, text: line.charAt(index + 1)}])
      continue
    }
    if (character === '`') {
      const ticks = at(TICKS, line, index)?.[0].length ?? 1
      const close = neverClosed.has(ticks) ? -1 : closingTicks(line, index + ticks, ticks)
      if (close < 0) {
        neverClosed.add(ticks)
        index += ticks
      } else {
        const code = line.slice(index + ticks, close).replace(/^ (.*\S.*) $/, '$1')
        take(close + ticks - index, [{kind: 'styled', at: index, text: code, style: CODE}])
      }
      continue
    }
    const link = character === '[' || character === '!' ? at(LINK_FORM, line, index) : null
    if (link) {
      take(link[0].length, linkTokens(link, index))
      continue
    }
    const autolink = character === '<' ? at(AUTOLINK, line, index) : null
    if (autolink) {
      take(autolink[0].length, [{kind: 'styled', at: index, text: autolink[1] ?? '', style: LINK}])
      continue
    }
    const marks = /[*_~]/.test(character) ? at(MARKS, line, index)?.[0] : undefined
    if (marks !== undefined && (character === '~' ? marks.length === 2 : marks.length <= 3)) {
      take(marks.length, [markToken(line, index, marks)])
      continue
    }
    index += marks?.length ?? 1
  }
  text(line.length)
  return tokens
}

/** A run of exactly `ticks` backticks; -1 when none follows. */
function closingTicks(line: string, from: number, ticks: number): number {
  for (let index = line.indexOf('`', from); index >= 0; ) {
    const length = at(TICKS, line, index)?.[0].length ?? 1
    if (length === ticks) return index
    index = line.indexOf('`', index + length)
  }
  return -1
}

function linkTokens([whole, label = '', address = '']: RegExpExecArray, index: number): Token[] {
  const shown = label === '' ? address : label
  const tokens: Token[] = [{kind: 'styled', at: index + (whole.startsWith('!') ? 2 : 1), text: shown, style: LINK}]
  if (shown !== address && address !== '') tokens.push({kind: 'styled', at: index, text: ` (${address})`, style: ADDRESS})
  return tokens
}

function markToken(line: string, index: number, mark: string): Mark {
  const before = line.charAt(index - 1)
  const after = line.charAt(index + mark.length)
  const inWord = mark.startsWith('_') && /[\p{L}\p{N}]/u.test(before) && /[\p{L}\p{N}]/u.test(after)
  return {
    kind: 'mark',
    at: index,
    mark,
    opens: !inWord && after !== '' && !/\s/.test(after),
    closes: !inWord && before !== '' && !/\s/.test(before),
    role: 'text',
  }
}

/** Each mark is pushed and popped at most once. */
function pair(tokens: readonly Token[]): void {
  const open: Mark[] = []
  const waiting = new Map<string, number>()
  const count = (mark: string) => waiting.get(mark) ?? 0
  for (const token of tokens) {
    if (token.kind !== 'mark') continue
    if (token.closes && count(token.mark) > 0) {
      for (let opener = open.pop(); opener !== undefined; opener = open.pop()) {
        waiting.set(opener.mark, count(opener.mark) - 1)
        if (opener.mark !== token.mark) continue
        opener.role = 'open'
        token.role = 'close'
        break
      }
    } else if (token.opens) {
      open.push(token)
      waiting.set(token.mark, count(token.mark) + 1)
    }
  }
}

function styleOf(depth: {strong: number; emphasis: number; struck: number}, base?: Style, own?: Style): Style | undefined {
  if (depth.strong + depth.emphasis + depth.struck === 0 && own === undefined) return base
  return {
    ...base,
    ...own,
    ...(depth.strong > 0 ? {bold: true} : {}),
    ...(depth.emphasis > 0 ? {italic: true} : {}),
    ...(depth.struck > 0 ? {strikethrough: true} : {}),
  }
}

function pushCells(
  cells: StyledCell[],
  run: {readonly text: string; readonly at: number; readonly style: Style | undefined},
): void {
  let offset = run.at
  for (const text of graphemes(run.text)) {
    cells.push({text, width: graphemeWidth(text), style: run.style, at: offset})
    offset += text.length
  }
}
