import {expect, test} from 'vitest'
import {makeSeating} from '../../../source/ui/room/seating.ts'
import {dice} from '../../harness/dice.ts'

/** The flow as its pane keeps it: what is told to stand before another is put there. */
function makeFlow() {
  const seating = makeSeating()
  const ids: string[] = []
  return {
    ids,
    show(id: string, place?: Parameters<typeof seating.place>[1]) {
      const before = seating.place(id, place)
      if (before === undefined) ids.push(id)
      else ids.splice(ids.indexOf(before), 0, id)
    },
    hide(id: string) {
      seating.gone(id)
      ids.splice(ids.indexOf(id), 1)
    },
  }
}

test('whatever the order in which they come, go and come again, a round stands in seating order before what was said after it', () => {
  for (let seed = 0; seed < 60; seed++) {
    const roll = dice(seed)
    const flow = makeFlow()
    flow.show('chair')
    const ranks = [0, 1, 2, 3, 4]
    for (const rank of ranks) flow.show(`s${rank}`, {part: 'round-1', rank})
    flow.show('word')
    for (let step = 0; step < 20; step++) {
      const rank = roll(5)
      const place = {part: 'round-1', rank}
      if (roll(3) === 0) flow.show(`note ${step} s${rank}`, place)
      else {
        flow.hide(`s${rank}`)
        flow.show(`s${rank}`, place)
      }
    }
    expect(flow.ids[0]).toBe('chair')
    expect(flow.ids.at(-1)).toBe('word')
    const seats = flow.ids.slice(1, -1).map(id => Number(id.at(-1)))
    expect(seats).toEqual(seats.toSorted((a, b) => a - b))
  }
})
