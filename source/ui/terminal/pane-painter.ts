import {type ItemStore, type Look, makeItem, type PaintedLine, type PaneItem} from './pane-item.ts'
import type {Colours} from './sgr.ts'

/**
 * What is said, painted outside React: a delta costs an append, a frame costs what it shows. It follows the bottom, or keeps the
 * text being read where it is: the anchor is an item and an offset in its text, so that a change of width does not move it.
 */
export type Pane = {
  /** `before`: the item it is to stand above, if that is there; otherwise it stands last. */
  open(item: PaneItem, before?: string): void
  append(id: string, delta: string): void
  /** `text` is the whole and wins over the deltas. */
  close(id: string, text?: string): void
  remove(id: string): void
  has(id: string): boolean
  /** `height` rows of exactly `width` columns; an unchanged row is the same string. */
  rows(width: number, height: number): readonly string[]
  /** By lines, up when negative; reaching the end follows again. False: there was nowhere to go. */
  scroll(lines: number): boolean
  toTop(): void
  toBottom(): void
  /** Reads from an item's first row, or from an offset in its text (characters). */
  showFrom(id: string, offset?: number): void
  /** `newLines`: those below the window that were not there, or not yet reached, when the reader left the bottom. */
  status(): {readonly following: boolean; readonly newLines: number}
}

/** A line: section and line within an item. */
type Spot = {readonly item: ItemStore; readonly section: number; readonly line: number}
/** A place in the text that outlives every layout; an offset below 0 is a row above the text. */
type Anchor = {readonly item: ItemStore; readonly at: number}

/** Sections whose painted rows are kept; further ones are painted again when they come into view. */
const MOST_PAINTED = 3000
/** Sections laid out in one frame to count new lines after a change of width; the rest follows in the next frames. */
const COUNTED_A_FRAME = 400

export function makePane(colours: Colours): Pane {
  const items: ItemStore[] = []
  const byId = new Map<string, ItemStore>()
  const painted = new Set<string>()
  let look: Look = {width: 80, colours}
  let height = 10
  let anchor: Anchor | undefined
  let unseen: Anchor | undefined
  let counted: {width: number; item: ItemStore; section: number; lines: number} | undefined

  const linesOf = (item: ItemStore, section: number): readonly PaintedLine[] => {
    const key = `${section} ${item.item.id}`
    painted.delete(key)
    painted.add(key)
    return item.lines(section, look)
  }
  const evict = () => {
    for (const key of painted) {
      if (painted.size <= MOST_PAINTED) return
      painted.delete(key)
      const space = key.indexOf(' ')
      byId.get(key.slice(space + 1))?.forget(Number(key.slice(0, space)))
    }
  }

  /** The sections after or before a spot, with their lines. */
  const neighbour = (item: ItemStore, section: number, by: 1 | -1): {item: ItemStore; section: number} | undefined => {
    let at = section + by
    let current: ItemStore | undefined = item
    while (current !== undefined) {
      if (at >= 0 && at < current.sections()) return {item: current, section: at}
      current = items[current.index + by]
      at = by > 0 ? 0 : (current?.sections() ?? 0) - 1
    }
    return undefined
  }
  const end = (): Spot | undefined => {
    const item = items.at(-1)
    if (item === undefined) return undefined
    return {item, section: item.sections(), line: 0}
  }
  /** The spot `lines` lines further, as far as there are any. */
  const walk = (from: Spot, lines: number): Spot => {
    let {item, section, line} = from
    let left = Math.abs(lines)
    while (left > 0) {
      const count = section < item.sections() ? linesOf(item, section).length : 0
      if (lines > 0 && line + left < count) return {item, section, line: line + left}
      if (lines < 0 && line >= left) return {item, section, line: line - left}
      const next = neighbour(item, section, lines > 0 ? 1 : -1)
      if (lines > 0) {
        left -= Math.max(0, count - line)
        if (next === undefined) return {item, section: item.sections(), line: 0}
        line = 0
      } else {
        left -= line
        if (next === undefined) return {item, section, line: 0}
        line = linesOf(next.item, next.section).length
      }
      item = next.item
      section = next.section
    }
    return {item, section, line}
  }
  const spotOf = ({item, at}: Anchor): Spot => {
    const spot = {item, section: 0, line: 0}
    let low = 0
    let high = item.sections() - 1
    // Sections come in the order of the text, so the last one that begins at or before the offset holds it.
    while (low < high) {
      const middle = Math.ceil((low + high) / 2)
      if (item.startOf(middle) <= at) low = middle
      else high = middle - 1
    }
    if (low < 0) return spot
    const lines = linesOf(item, low)
    const line = lines.findLastIndex(one => one.at <= at)
    return {item, section: Math.max(0, low), line: Math.max(0, line)}
  }
  const anchorAt = ({item, section, line}: Spot): Anchor => {
    if (section >= item.sections()) return {item, at: item.length()}
    return {item, at: linesOf(item, section)[line]?.at ?? item.startOf(section)}
  }
  const bottomTop = (): Spot | undefined => {
    const last = end()
    return last && walk(last, -height)
  }
  const isAfter = (a: Spot, b: Spot) => a.item.index - b.item.index || a.section - b.section || a.line - b.line
  const take = (top: Spot): string[] => {
    const rows: string[] = []
    let {item, section, line} = top
    for (;;) {
      const lines = section < item.sections() ? linesOf(item, section) : []
      for (let at = line; at < lines.length && rows.length < height; at++) rows.push(lines[at]?.row ?? '')
      const next = neighbour(item, section, 1)
      if (rows.length >= height || next === undefined) return rows
      item = next.item
      section = next.section
      line = 0
    }
  }
  const topSpot = (): Spot | undefined => {
    const bottom = bottomTop()
    if (anchor === undefined || bottom === undefined) return bottom
    const held = spotOf(anchor)
    // What is shorter than the window is filled up from above.
    return isAfter(held, bottom) > 0 ? bottom : held
  }
  const leaveBottom = (spot: Spot) => {
    if (anchor === undefined) {
      const last = items.at(-1)
      unseen = last && {item: last, at: last.length()}
      counted = undefined
    }
    anchor = anchorAt(spot)
  }
  const follow = () => {
    anchor = undefined
    unseen = undefined
    counted = undefined
  }

  /** Lines that begin at or after `unseen`; sections once counted at this width are not read again. */
  const countNew = (): number => {
    if (unseen === undefined || items.length === 0) return 0
    if (counted === undefined || counted.width !== look.width) {
      const from = spotOf(unseen)
      counted = {width: look.width, item: from.item, section: from.section, lines: 0}
    }
    const mark = unseen
    const linesIn = (item: ItemStore, section: number) =>
      item === mark.item
        ? item.lines(section, look).filter(line => line.at >= mark.at && line.at >= 0).length
        : item.lines(section, look).length
    let budget = COUNTED_A_FRAME
    for (
      let next = neighbour(counted.item, counted.section, 1);
      next && budget > 0;
      next = neighbour(counted.item, counted.section, 1)
    ) {
      counted = {
        ...counted,
        lines: counted.lines + linesIn(counted.item, counted.section),
        item: next.item,
        section: next.section,
      }
      budget--
    }
    return counted.lines + (counted.section < counted.item.sections() ? linesIn(counted.item, counted.section) : 0)
  }

  return {
    open(item, before) {
      if (byId.has(item.id)) return
      const store = makeItem(item)
      byId.set(item.id, store)
      const at = before === undefined ? undefined : byId.get(before)?.index
      store.index = at ?? items.length
      items.splice(store.index, 0, store)
      if (at === undefined) return
      for (const [index, one] of items.entries()) one.index = index
      counted = undefined
    },
    append: (id, delta) => byId.get(id)?.append(delta),
    close: (id, text) => byId.get(id)?.close(text),
    remove(id) {
      const store = byId.get(id)
      if (store === undefined) return
      items.splice(store.index, 1)
      byId.delete(id)
      for (const [index, one] of items.entries()) one.index = index
      if (anchor?.item === store || unseen?.item === store) follow()
      counted = undefined
    },
    has: id => byId.has(id),
    rows(width, rows) {
      if (width !== look.width) counted = undefined
      look = {width, colours}
      height = rows
      const top = topSpot()
      const out = top ? take(top) : []
      if (anchor !== undefined && unseen !== undefined && top) {
        const bottom = walk(top, height)
        if (isAfter(bottom, spotOf(unseen)) > 0) {
          unseen = anchorAt(bottom)
          counted = undefined
        }
      }
      evict()
      while (out.length < height) out.push(' '.repeat(width))
      return out
    },
    scroll(lines) {
      const top = topSpot()
      const bottom = bottomTop()
      if (top === undefined || bottom === undefined) return false
      const to = walk(top, lines)
      const moves = isAfter(to, bottom) >= 0 ? isAfter(bottom, top) !== 0 : isAfter(to, top) !== 0
      if (isAfter(to, bottom) >= 0) follow()
      else if (moves) leaveBottom(to)
      return moves
    },
    toTop() {
      const [first] = items
      const bottom = bottomTop()
      if (first && bottom && isAfter(bottom, {item: first, section: 0, line: 0}) > 0)
        leaveBottom({item: first, section: 0, line: 0})
    },
    toBottom: follow,
    showFrom(id, offset = Number.NEGATIVE_INFINITY) {
      const item = byId.get(id)
      if (item === undefined) return
      leaveBottom(spotOf({item, at: offset}))
    },
    status: () => ({following: anchor === undefined, newLines: countNew()}),
  }
}
