import {visible} from '../../core/text.ts'
import {breakLines, graphemes, textWidth} from '../../core/width.ts'
import {type Block, blockStart, endBlocks, type PlacedBlock, readLine} from './markdown-blocks.ts'
import {CODE, inlineCells, plainCells, type StyledCell} from './markdown-inline.ts'
import type {Span, Style} from './sgr.ts'

/** One line of the screen; `at` is the offset in the source of what it begins with. */
export type StyledLine = {readonly spans: readonly Span[]; readonly width: number; readonly at: number}

/** The styled lines of a whole Markdown text, at most `columns` wide. */
export function renderMarkdown(source: string, columns: number): StyledLine[] {
  let state = blockStart
  let at = 0
  const placed: PlacedBlock[] = []
  for (const line of visible(source).split('\n')) {
    for (const [index, text] of portions(line).entries()) {
      const read = readLine(state, {text, at, continued: index > 0})
      state = read.state
      placed.push(...read.blocks)
      at += text.length
    }
    at++
  }
  placed.push(...endBlocks(state))
  return placed.flatMap(block => layOutBlock(block, columns))
}

/** A longer line is laid out in portions, so that its cost while it streams stays bounded. Characters. */
export const LONGEST_LINE = 2000

/** Cuts after the end of a sentence where there is one, the same cuts however the line arrived. */
export function portions(line: string): string[] {
  const out: string[] = []
  let rest = line
  while (rest.length > LONGEST_LINE) {
    const end = portionEnd(rest)
    out.push(rest.slice(0, end))
    rest = rest.slice(end)
  }
  return [...out, rest]
}

/** Where the first portion of a line longer than `LONGEST_LINE` ends. */
export function portionEnd(line: string): number {
  const head = line.slice(0, LONGEST_LINE)
  for (const mark of [/[。！？.!?][”」』）)"]?\s*(?=[^。！？.!?”」』）)"\s])/gu, /\s(?=\S)/gu]) {
    let end = 0
    for (const found of head.slice(LONGEST_LINE / 2).matchAll(mark)) end = LONGEST_LINE / 2 + found.index + found[0].length
    if (end > 0) return end
  }
  // The last grapheme may not be whole yet.
  return LONGEST_LINE - (graphemes(head.slice(-100)).at(-1)?.length ?? 1)
}

/** The lines of one block; its text comes `visible`. */
export function layOutBlock({block, at}: PlacedBlock, columns: number, base?: Style): StyledLine[] {
  const place = {at, columns}
  switch (block.kind) {
    case 'blank':
      return [{spans: [], width: 0, at}]
    case 'paragraph':
      return layOut(inlineCells(block.text, base), {...place, at: at + block.skip})
    case 'heading':
      return layOut(inlineCells(block.text, {...base, bold: true, ...(block.level <= 2 ? {underline: true} : {})}), {
        ...place,
        at: at + block.skip,
      })
    case 'quote': {
      const bar: Span = {text: '▎ '.repeat(Math.min(block.depth, 3)), style: DIM}
      return layOut(inlineCells(block.text, base), {...place, at: at + block.skip, first: bar, rest: bar})
    }
    case 'item': {
      const first = `${' '.repeat(block.indent)}${block.marker} `
      const rest = {text: ' '.repeat(textWidth(first))}
      return layOut(inlineCells(block.text, base), {...place, at: at + block.skip, first: {text: first}, rest})
    }
    case 'code':
      return layOut(plainCells(block.text, CODE), {...place, first: GUTTER, rest: GUTTER})
    case 'fence':
      return block.language === '' ? [] : layOut(plainCells(block.language, DIM), {...place, first: GUTTER, rest: GUTTER})
    case 'rule':
      return [{spans: [{text: '─'.repeat(columns), style: DIM}], width: columns, at}]
    case 'table':
      return layOutTable(block, place)
    default:
      return block satisfies never
  }
}

const DIM: Style = {dim: true}
const GUTTER: Span = {text: '│ ', style: DIM}
/** Less room than this beside a prefix, and the prefix goes. */
const LEAST_ROOM = 6

type Place = {readonly at: number; readonly columns: number; readonly first?: Span; readonly rest?: Span}

export function layOut(cells: readonly StyledCell[], place: Place): StyledLine[] {
  const indent = textWidth(place.first?.text ?? '')
  const roomy = place.columns - indent >= LEAST_ROOM
  return breakLines(cells, Math.max(1, roomy ? place.columns - indent : place.columns)).map(({start, end}, index) => {
    const prefix = roomy ? (index === 0 ? place.first : place.rest) : undefined
    const spans: Span[] = prefix ? [prefix] : []
    let width = prefix ? indent : 0
    let run = ''
    let style = cells[start]?.style
    for (let at = start; at < end; at++) {
      const cell = cells[at]
      if (cell === undefined) continue
      width += cell.width
      if (cell.style !== style) {
        spans.push(span(run, style))
        run = ''
        style = cell.style
      }
      run += cell.text
    }
    if (run !== '') spans.push(span(run, style))
    return {spans, width, at: place.at + (index === 0 ? 0 : (cells[start]?.at ?? 0))}
  })
}

const span = (text: string, style: Style | undefined): Span => (style ? {text, style} : {text})

const BETWEEN = ' │ '

function layOutTable(table: Block & {kind: 'table'}, place: Place): StyledLine[] {
  const count = Math.max(...table.rows.map(row => row.length))
  const rows = table.rows.map((row, at) =>
    Array.from({length: count}, (_, column) => inlineCells(row[column] ?? '', at === 0 ? {bold: true} : undefined)),
  )
  const widthOf = (cells: readonly StyledCell[]) => cells.reduce((sum, cell) => sum + cell.width, 0)
  const widths = Array.from({length: count}, (_, column) => Math.max(...rows.map(row => widthOf(row[column] ?? []))))
  const total = widths.reduce((sum, width) => sum + width, 0) + BETWEEN.length * (count - 1)
  const fits = total <= place.columns
  return rows.flatMap((row, index) => {
    const between = plainCells(fits ? BETWEEN : ' · ', DIM)
    const parts = fits ? row : row.filter(cells => cells.length > 0)
    const cells = parts.flatMap((cell, column) => {
      const padding = fits ? plainCells(' '.repeat((widths[column] ?? 0) - widthOf(cell))) : []
      return [...(column === 0 ? [] : between), ...cell, ...padding]
    })
    if (!fits) return layOut(cells, {...place, first: {text: index === 0 ? '' : '• '}, rest: {text: index === 0 ? '' : '  '}})
    const line = layOut(cells, place)
    const rule = widths.map(width => '─'.repeat(width)).join('─┼─')
    return index === 0 ? [...line, {spans: [{text: rule, style: DIM}], width: total, at: place.at}] : line
  })
}
