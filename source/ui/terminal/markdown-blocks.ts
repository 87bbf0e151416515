/** Markdown by lines: each line of a speech becomes a block as soon as it has ended, so that what is finished is never read again. */

export type Block =
  | {readonly kind: 'blank'}
  | {readonly kind: 'paragraph'; readonly text: string; readonly skip: number}
  | {readonly kind: 'heading'; readonly text: string; readonly skip: number; readonly level: number}
  | {readonly kind: 'quote'; readonly text: string; readonly skip: number; readonly depth: number}
  | {readonly kind: 'item'; readonly text: string; readonly skip: number; readonly indent: number; readonly marker: string}
  | {readonly kind: 'code'; readonly text: string}
  | {readonly kind: 'fence'; readonly language: string}
  | {readonly kind: 'rule'}
  | {readonly kind: 'table'; readonly rows: readonly (readonly string[])[]}

/** A block and the offset of its first line in the source. */
export type PlacedBlock = {readonly block: Block; readonly at: number}

export type BlockState = {
  readonly fence?: {readonly mark: string; readonly length: number} | undefined
  /** Lines that are, or may become, a table. */
  readonly table: readonly {readonly text: string; readonly at: number}[]
}

export const blockStart: BlockState = {table: []}

const MOST_TABLE_ROWS = 200

export type Line = {readonly text: string; readonly at: number; readonly continued?: boolean}

/** One ended line; blocks come out as soon as nothing that follows can change them. */
export function readLine(state: BlockState, line: Line): {readonly state: BlockState; readonly blocks: readonly PlacedBlock[]} {
  if (line.continued) {
    const block: Block = state.fence ? {kind: 'code', text: line.text} : {kind: 'paragraph', text: line.text, skip: 0}
    return {state, blocks: [{block, at: line.at}]}
  }
  if (state.fence) {
    const closes = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line.text)?.[1]
    const ended = closes?.startsWith(state.fence.mark) && closes.length >= state.fence.length
    if (ended) return {state: blockStart, blocks: []}
    return {state, blocks: [{block: {kind: 'code', text: line.text}, at: line.at}]}
  }
  const {table} = state
  if (table.length === 0 ? isTableRow(line.text) : table.length === 1 ? isTableRule(line.text) : isTableRow(line.text)) {
    if (table.length < MOST_TABLE_ROWS) return {state: {table: [...table, line]}, blocks: []}
  }
  const before = endBlocks(state)
  const fence = /^ {0,3}(`{3,}|~{3,})\s*([^`]*)$/.exec(line.text)
  if (fence) {
    const [, mark = '', language = ''] = fence
    const block: Block = {kind: 'fence', language: language.trim()}
    return {state: {fence: {mark: mark.charAt(0), length: mark.length}, table: []}, blocks: [...before, {block, at: line.at}]}
  }
  if (isTableRow(line.text)) return {state: {table: [line]}, blocks: before}
  return {state: blockStart, blocks: [...before, {block: blockOf(line.text), at: line.at}]}
}

/** What the lines held back are if the text ends here. */
export function endBlocks(state: BlockState): readonly PlacedBlock[] {
  const [first] = state.table
  if (first === undefined) return []
  if (state.table.length === 1) return [{block: blockOf(first.text), at: first.at}]
  const rows = state.table.filter((_, at) => at !== 1).map(({text}) => tableCells(text))
  return [{block: {kind: 'table', rows}, at: first.at}]
}

function blockOf(line: string): Block {
  if (line.trim() === '') return {kind: 'blank'}
  const heading = /^ {0,3}(#{1,6})\s+(\S.*)$/.exec(line)
  if (heading) {
    const text = (heading[2] ?? '').replace(/\s#+\s*$/, '')
    return {kind: 'heading', text, skip: line.indexOf(heading[2] ?? ''), level: heading[1]?.length ?? 1}
  }
  if (/^ {0,3}(?:(?:- *){3,}|(?:\* *){3,}|(?:_ *){3,})$/.test(line)) return {kind: 'rule'}
  const quote = /^ {0,3}((?:> ?){1,8})(.*)$/.exec(line)
  if (quote) {
    const [, marks = '', text = ''] = quote
    return {kind: 'quote', text, skip: line.length - text.length, depth: marks.replaceAll(' ', '').length}
  }
  const item = /^( {0,16})([-*+•]|\d{1,9}[.)、])\s+(\S.*)$/.exec(line)
  if (item) {
    const [, indent = '', marker = '', text = ''] = item
    const shown = /^\d/.test(marker) ? marker : '•'
    return {kind: 'item', text, skip: line.length - text.length, indent: Math.min(indent.length, 8), marker: shown}
  }
  const text = line.trimStart()
  return {kind: 'paragraph', text, skip: line.length - text.length}
}

const isTableRow = (line: string) => /^\s*\|.*\|\s*$/.test(line)
const isTableRule = (line: string) => isTableRow(line) && /^[\s|:-]+$/.test(line) && line.includes('-')
const tableCells = (line: string) =>
  line
    .trim()
    .slice(1, -1)
    .split(/(?<!\\)\|/)
    .map(cell => cell.trim().replaceAll('\\|', '|'))
