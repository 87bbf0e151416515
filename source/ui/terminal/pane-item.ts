import {type IngestCleaner, makeIngestCleaner, visible} from '../../core/text.ts'
import {textWidth} from '../../core/width.ts'
import {LONGEST_LINE, layOut, layOutBlock, portionEnd, type StyledLine} from './markdown.ts'
import {type BlockState, blockStart, endBlocks, type PlacedBlock, readLine} from './markdown-blocks.ts'
import {plainCells, type StyledCell} from './markdown-inline.ts'
import {type Colours, paint, type Span, type Style} from './sgr.ts'

/** What stands in a pane: a speech, a chair line, a word of the person. */
export type PaneItem = {
  readonly id: string
  readonly format: 'markdown' | 'plain'
  /** Stands before every row, such as the seat's bar. */
  readonly prefix?: Span
  readonly style?: Style
  readonly align?: 'left' | 'center' | 'right'
  /** Set to the right as one block, its lines even at their left, with an edge; the head stands above it at the right. */
  readonly bubble?: {readonly share: number; readonly edge: Span}
  /** Rows above the text, such as whose speech it is. */
  readonly head?: readonly (readonly Span[])[]
  /** Stands before the rows of the head instead of `prefix`. */
  readonly headPrefix?: Span
  /** Fills the rows of the head to the edge, such as the upper side of a frame. */
  readonly headFill?: Span
  /** Empty rows above it all. */
  readonly gap?: number
  /** Stands after the text while it is still coming. */
  readonly tailMark?: Span
}

/** A row as it is sent, exactly as wide as the pane, and the offset in the item's text of what it begins with. */
export type PaintedLine = {readonly row: string; readonly at: number}

/** The part of an item that nothing can change any more, or its live end. */
type Section = {readonly placed?: PlacedBlock; lines?: readonly PaintedLine[] | undefined; width: number}

export type ItemStore = {
  readonly item: PaneItem
  index: number
  append(delta: string): void
  /** `text` is the whole and wins over what came in pieces. */
  close(text?: string): void
  isOpen(): boolean
  length(): number
  /** Sections of the item; the last may be live. */
  sections(): number
  /** Offset in the text of a section's first line; below 0 for the rows above the text. */
  startOf(section: number): number
  lines(section: number, look: Look): readonly PaintedLine[]
  /** Forgets the painted rows of a finished section; they can be painted again. */
  forget(section: number): void
}

export type Look = {readonly width: number; readonly colours: Colours}

export function makeItem(item: PaneItem): ItemStore {
  let sections: Section[] = []
  let state: BlockState = blockStart
  let cleaner: IngestCleaner = makeIngestCleaner()
  let pending = ''
  let pendingAt = 0
  let continued = false
  let lastBlank = true
  let source = ''
  let open = true
  let live: Section = {width: 0}

  const settle = (blocks: readonly PlacedBlock[]) => {
    for (const placed of blocks) {
      const blank = placed.block.kind === 'blank'
      if (!(blank && lastBlank)) sections.push({placed, width: 0})
      lastBlank = blank
    }
  }
  const endPortion = (length: number, lineEnds: boolean) => {
    const text = visible(pending.slice(0, length))
    if (item.format === 'plain') settle([{block: {kind: 'paragraph', text, skip: 0}, at: pendingAt}])
    else {
      const read = readLine(state, {text, at: pendingAt, continued})
      state = read.state
      settle(read.blocks)
    }
    const taken = lineEnds ? length + 1 : length
    pending = pending.slice(taken)
    pendingAt += taken
    continued = !lineEnds
  }
  const take = (clean: string) => {
    if (clean === '') return
    source += clean
    pending += clean
    live = {width: 0}
    for (;;) {
      const end = pending.indexOf('\n')
      if (end >= 0 && end <= LONGEST_LINE) endPortion(end, true)
      else if (pending.length > LONGEST_LINE) endPortion(portionEnd(pending), false)
      else break
    }
  }
  const finish = () => {
    take(cleaner.end())
    if (pending !== '') endPortion(pending.length, true)
    settle(endBlocks(state))
    while (sections.at(-1)?.placed?.block.kind === 'blank') sections.pop()
    pending = ''
    state = blockStart
    live = {width: 0}
    open = false
  }
  const restart = () => {
    sections = []
    state = blockStart
    cleaner = makeIngestCleaner()
    pending = source = ''
    pendingAt = 0
    continued = false
    lastBlank = true
  }

  const liveBlocks = (): readonly PlacedBlock[] => {
    const text = visible(pending)
    if (item.format === 'plain') return text === '' ? [] : [{block: {kind: 'paragraph', text, skip: 0}, at: pendingAt}]
    const read = pending === '' ? {state, blocks: []} : readLine(state, {text, at: pendingAt, continued})
    return [...read.blocks, ...endBlocks(read.state)].filter(({block}) => block.kind !== 'blank')
  }
  const layOutBlocks = (blocks: readonly PlacedBlock[], width: number): StyledLine[] => {
    const room = roomOf(item, width)
    const columns = item.align === 'right' || item.bubble ? shareOf(item, room) : room
    return blocks.flatMap(placed => layOutBlock(placed, columns, item.style))
  }
  const layOutLive = (width: number): StyledLine[] => {
    const lines = layOutBlocks(liveBlocks(), width)
    return open && item.tailMark ? withMark(lines, item.tailMark, {room: roomOf(item, width), at: source.length}) : lines
  }
  const headHeight = (item.gap ?? 0) + (item.head?.length ?? 0)
  const hasHead = headHeight > 0
  let headLines: {readonly width: number; readonly lines: readonly PaintedLine[]} | undefined
  let block: {readonly width: number; readonly columns: number; readonly of: number} | undefined
  /** Columns of the widest line of a bubble, which all of its lines are set by. */
  const widest = (width: number): number => {
    if (!item.bubble) return 0
    if (block?.width === width && block.of === source.length) return block.columns
    const most = shareOf(item, roomOf(item, width))
    const columns = source.split('\n').reduce((wide, line) => Math.max(wide, Math.min(most, textWidth(visible(line)))), 0)
    block = {width, columns, of: source.length}
    return columns
  }

  return {
    item,
    index: 0,
    append: delta => take(cleaner.push(delta)),
    close(text) {
      if (!open) return
      finish()
      if (text === undefined) return
      const made = source
      const whole = makeIngestCleaner()
      const clean = whole.push(text) + whole.end()
      if (clean === made) return
      restart()
      take(clean)
      finish()
    },
    isOpen: () => open,
    length: () => source.length,
    sections: () => sections.length + (hasHead ? 1 : 0) + (open ? 1 : 0),
    startOf(section) {
      const at = hasHead ? section - 1 : section
      return at < 0 ? -headHeight : (sections[at]?.placed?.at ?? state.table[0]?.at ?? pendingAt)
    },
    lines(section, look) {
      const at = hasHead ? section - 1 : section
      if (at < 0) {
        if (headLines?.width !== look.width) headLines = {width: look.width, lines: paintHead(item, look)}
        return headLines.lines
      }
      const found = sections[at] ?? live
      if (found.lines === undefined || found.width !== look.width) {
        const styled = found.placed ? layOutBlocks([found.placed], look.width) : layOutLive(look.width)
        found.lines = inOrder(styled).map(line => ({row: paintRow(item, line, look, widest(look.width)), at: line.at}))
        found.width = look.width
      }
      return found.lines
    },
    forget(section) {
      const found = sections[hasHead ? section - 1 : section]
      if (found) found.lines = undefined
    },
  }
}

/** Rows of a table or beside a mark may share an offset; an anchor must tell them apart. */
function inOrder(lines: readonly StyledLine[]): readonly StyledLine[] {
  let last = Number.NEGATIVE_INFINITY
  return lines.map(line => {
    last = Math.max(line.at, last + 1)
    return line.at === last ? line : {...line, at: last}
  })
}

/** Share of the pane a word set to the right may take. */
const RIGHT_SHARE = 0.8

const roomOf = (item: PaneItem, width: number) => Math.max(1, width - textWidth(item.prefix?.text ?? ''))

const shareOf = ({bubble}: PaneItem, room: number) => Math.max(1, Math.floor(room * (bubble?.share ?? RIGHT_SHARE)))

function withMark(lines: readonly StyledLine[], mark: Span, place: {readonly room: number; readonly at: number}): StyledLine[] {
  const last = lines.at(-1)
  const width = textWidth(mark.text)
  if (last && last.width + width <= place.room) {
    return [...lines.slice(0, -1), {...last, spans: [...last.spans, mark], width: last.width + width}]
  }
  return [...lines, {spans: [mark], width, at: place.at}]
}

function paintHead(item: PaneItem, look: Look): PaintedLine[] {
  const gap = Array.from({length: item.gap ?? 0}, () => ' '.repeat(look.width))
  const bare = item.headPrefix ? {...item, prefix: item.headPrefix} : item
  const room = roomOf(bare, look.width)
  const head = (item.head ?? []).map(spans => {
    const cells = spans.flatMap(({text, style}) => plainCells(visible(text).replaceAll('\n', ' '), style))
    return paintRow(bare, filled(headLine(cells, room), item.headFill, room), look)
  })
  const rows = [...gap, ...head]
  return rows.map((row, at) => ({row, at: at - rows.length}))
}

function filled(line: StyledLine, fill: Span | undefined, room: number): StyledLine {
  if (!fill || line.width >= room) return line
  return {...line, spans: [...line.spans, {...fill, text: fill.text.repeat(room - line.width)}], width: room}
}

/** One line; what does not fit ends in a …. */
function headLine(cells: readonly StyledCell[], room: number): StyledLine {
  const [whole, more] = layOut(cells, {columns: room, at: 0})
  if (more === undefined) return whole ?? {spans: [], width: 0, at: 0}
  const [cut] = layOut(cells, {columns: Math.max(1, room - 1), at: 0})
  if (cut === undefined || cut.width >= room) return whole ?? {spans: [], width: 0, at: 0}
  const {style} = cut.spans.at(-1) ?? {}
  return {...cut, spans: [...cut.spans, {text: '…', ...(style ? {style} : {})}], width: cut.width + 1}
}

/** Exactly `look.width` columns. `block`: columns of the bubble the line stands in. */
function paintRow(item: PaneItem, line: StyledLine, look: Look, block?: number): string {
  const room = roomOf(item, look.width)
  const {prefix, bubble} = item
  const edge = bubble?.edge
  const free = Math.max(0, room - line.width - textWidth(edge?.text ?? ''))
  const left = bubble ? free - Math.max(0, (block ?? line.width) - line.width) : leftOf(item, free)
  const spans = [...(prefix ? [prefix] : []), {text: ' '.repeat(Math.max(0, left))}, ...line.spans]
  const right = {text: ' '.repeat(free - Math.max(0, left))}
  return paint([...spans, right, ...(edge ? [edge] : [])], look.colours)
}

const leftOf = ({align}: PaneItem, free: number) => (align === 'center' ? Math.floor(free / 2) : align === 'right' ? free : 0)
