/** Where the panes of the seats stand, with thin rules between them. Pure arithmetic; columns and rows count from 0. */

export type Box = {readonly x: number; readonly y: number; readonly width: number; readonly height: number}

export type Grid = {
  /** By seat, in seating order; undefined when there is no room for it now. */
  readonly boxes: readonly (Box | undefined)[]
  readonly rules: readonly {readonly box: Box; readonly rows: readonly string[]}[]
}

export type GridWish = {
  readonly area: Box
  readonly count: number
  /** The pane that gets about half the room. */
  readonly large?: number | undefined
  /** The pane that must be seen when not all can be. */
  readonly kept?: number | undefined
}

const LEAST_WIDTH = 24
const WIDTH = 38
const LEAST_HEIGHT = 4

export function makeGrid({area, count, large, kept}: GridWish): Grid {
  const columns = columnsIn(area, count)
  const lines = Math.ceil(count / columns)
  const seen = Math.max(1, Math.min(lines, Math.floor((area.height + 1) / (LEAST_HEIGHT + 1))))
  const at = large ?? kept ?? 0
  const first = Math.max(0, Math.min(lines - seen, Math.floor(at / columns) - seen + 1))
  const many = columns * seen > 2
  const widths = split(
    area.width - columns + 1,
    Array.from({length: columns}, (_, column) => many && large !== undefined && column === large % columns),
    LEAST_WIDTH,
    half(columns, seen),
  )
  const heights = split(
    area.height - seen + 1,
    Array.from({length: seen}, (_, line) => many && large !== undefined && Math.floor(large / columns) === first + line),
    LEAST_HEIGHT,
    half(seen, columns),
  )
  const xs = starts(widths, area.x)
  const ys = starts(heights, area.y)
  const boxes = Array.from({length: count}, (_, index): Box | undefined => {
    const line = Math.floor(index / columns) - first
    if (line < 0 || line >= seen) return undefined
    const column = index % columns
    // The last row may hold fewer: its last pane takes the room that is left.
    const last = index === count - 1
    const x = xs[column] ?? area.x
    const width = last ? area.x + area.width - x : (widths[column] ?? area.width)
    return {x, y: ys[line] ?? area.y, width, height: heights[line] ?? area.height}
  })
  return {boxes, rules: rulesBetween(boxes, area)}
}

/**
 * Every pane, however little room there is: rows without rules between them. Undefined: there is room for panes as they ought to be.
 */
export function makeDenseGrid(area: Box, count: number): Grid | undefined {
  const wide = columnsIn(area, count)
  if (Math.floor((area.height + 1) / Math.ceil(count / wide)) - 1 >= LEAST_HEIGHT) return undefined
  const columns = Math.max(wide, Math.ceil(count / Math.max(1, area.height)))
  const lines = Math.ceil(count / columns)
  const widths = even(area.width - columns + 1, columns)
  const heights = even(area.height, lines)
  const xs = starts(widths, area.x)
  const boxes = Array.from({length: count}, (_, index): Box => {
    const [line, column] = [Math.floor(index / columns), index % columns]
    const x = xs[column] ?? area.x
    const y = area.y + heights.slice(0, line).reduce((sum, height) => sum + height, 0)
    const width = index === count - 1 ? area.x + area.width - x : (widths[column] ?? area.width)
    return {x, y, width, height: heights[line] ?? 1}
  })
  const upright = boxes
    .filter(box => box.x + box.width < area.x + area.width)
    .map(({x, y, width, height}) => ({
      box: {x: x + width, y, width: 1, height},
      rows: Array.from({length: height}, () => '│'),
    }))
  return {boxes, rules: upright}
}

const columnsIn = (area: Box, count: number): number =>
  columnsFor(count, Math.max(1, Math.floor((area.width + 1) / (WIDTH + 1))), area)

function columnsFor(count: number, most: number, area: Box): number {
  if (count <= 1) return 1
  const wanted = count <= 3 ? count : Math.ceil(count / 2)
  let columns = Math.min(most, wanted, 4)
  // Five in a row of three and one of two look better than four and one.
  while (columns > 2 && count % columns === 1) columns--
  if (columns === 3 && count === 3 && area.width < 3 * WIDTH) columns = 2
  return Math.max(1, columns)
}

/** The share of one axis that gives a pane half of the whole area. */
const half = (along: number, across: number): number => (along === 1 ? 1 : across === 1 ? 0.5 : Math.SQRT1_2)

function split(total: number, large: readonly boolean[], least: number, share: number): number[] {
  const count = large.length
  const at = large.indexOf(true)
  if (count === 1) return [total]
  if (at < 0 || total < least * count) return even(total, count)
  const size = Math.max(Math.floor(total / count), Math.min(Math.round(total * share), total - least * (count - 1)))
  const rest = even(total - size, count - 1)
  return [...rest.slice(0, at), size, ...rest.slice(at)]
}

const even = (total: number, count: number): number[] =>
  Array.from({length: count}, (_, index) => Math.floor(((index + 1) * total) / count) - Math.floor((index * total) / count))

function starts(sizes: readonly number[], from: number): number[] {
  let at = from
  return sizes.map(size => {
    const start = at
    at += size + 1
    return start
  })
}

function rulesBetween(boxes: readonly (Box | undefined)[], area: Box): Grid['rules'] {
  const seen = boxes.flatMap(box => (box ? [box] : []))
  const rights = seen.filter(box => box.x + box.width < area.x + area.width)
  const vertical = rights.map(({x, y, width, height}) => ({
    box: {x: x + width, y, width: 1, height},
    rows: Array.from({length: height}, () => '│'),
  }))
  const ends = [...new Set(seen.map(box => box.y + box.height))].filter(y => y < area.y + area.height)
  const horizontal = ends.map(y => {
    const row = ruleRow(area, {
      above: vertical.filter(({box}) => box.y + box.height === y).map(({box}) => box.x),
      below: vertical.filter(({box}) => box.y === y + 1).map(({box}) => box.x),
    })
    return {box: {x: area.x, y, width: area.width, height: 1}, rows: [row]}
  })
  return [...vertical, ...horizontal]
}

/** A rule with the joints of the upright ones that meet it from above and from below. */
export function ruleRow(
  area: {readonly x: number; readonly width: number},
  joints: {readonly above: readonly number[]; readonly below: readonly number[]},
): string {
  return Array.from({length: area.width}, (_, index) => {
    const [above, below] = [joints.above.includes(area.x + index), joints.below.includes(area.x + index)]
    return above ? (below ? '┼' : '┴') : below ? '┬' : '─'
  }).join('')
}

/** Where upright rules meet the edges of the area, for the joints of the rules above and below it. */
export function jointsOf(grid: Grid, area: Box): {readonly top: readonly number[]; readonly bottom: readonly number[]} {
  const upright = grid.rules.filter(({box}) => box.width === 1)
  return {
    top: upright.filter(({box}) => box.y === area.y).map(({box}) => box.x),
    bottom: upright.filter(({box}) => box.y + box.height === area.y + area.height).map(({box}) => box.x),
  }
}
