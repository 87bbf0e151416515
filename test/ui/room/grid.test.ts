import {describe, expect, test} from 'vitest'
import {type Box, makeGrid} from '../../../source/ui/room/grid.ts'

const area = (width: number, height: number): Box => ({x: 0, y: 3, width, height})

/** Every cell of the area belongs to one pane or one rule. */
function expectWhole(where: Box, {boxes, rules}: ReturnType<typeof makeGrid>) {
  const owners = new Map<string, number>()
  for (const box of [...boxes.flatMap(one => (one ? [one] : [])), ...rules.map(rule => rule.box)]) {
    for (let y = box.y; y < box.y + box.height; y++) {
      for (let x = box.x; x < box.x + box.width; x++) owners.set(`${x},${y}`, (owners.get(`${x},${y}`) ?? 0) + 1)
    }
  }
  expect([...owners.values()].every(count => count === 1)).toBe(true)
  expect(owners.size).toBe(where.width * where.height)
}

describe('panes and rules cover the area exactly', () => {
  const sizes = [40, 60, 80, 100, 120, 200].flatMap(width => [3, 8, 13, 20, 33, 60].map(height => [width, height] as const))
  test.each(sizes)('%i×%i, one to ten seats, each of them large or none', (width, height) => {
    for (let count = 1; count <= 10; count++) {
      for (const large of [undefined, 0, count - 1, Math.floor(count / 2)]) {
        const where = area(width, height)
        expectWhole(where, makeGrid({area: where, count, large}))
      }
    }
  })
})

test.each([2, 3, 4, 5, 6])('with %i seats the one that speaks has about half the room at 120×33', count => {
  for (let large = 0; large < count; large++) {
    const {boxes} = makeGrid({area: area(120, 33), count, large})
    const box = boxes[large]
    const share = ((box?.width ?? 0) * (box?.height ?? 0)) / (120 * 33)
    expect(share).toBeGreaterThan(0.38)
    expect(share).toBeLessThan(0.75)
  }
})

test('the pane that must be seen is among those there is room for', () => {
  for (let kept = 0; kept < 10; kept++) {
    const {boxes} = makeGrid({area: area(60, 12), count: 10, kept})
    expect(boxes[kept]).toBeDefined()
  }
})
