import {expect, test} from 'vitest'
import {dice} from '../../harness/dice.ts'
import {councilStates} from './council-states.ts'
import {reviewStates} from './review-states.ts'
import {type RoomStateOf, type Shown, showRoom} from './states.ts'

const states: Readonly<Record<string, RoomStateOf>> = {...reviewStates, ...councilStates}
const FILES = ['transcript.md', 'synthesis/final.draft.md', 'council.md']
const isFlow = (text: string) => !/^[▌█] /m.test(text)

test.each(Object.keys(states).map((name, at) => [name, at % 2 === 0 ? 120 : 80, at % 2 === 0 ? 40 : 24] as const))(
  '%s: watched from the beginning through a storm of sizes, or entered now, the screen is the same at %i×%i',
  async (name, columns, rows) => {
    let shown: Shown | undefined
    const live = await states[name]?.meeting('zh', made => {
      shown = showRoom(made, {columns, rows, files: FILES})
    })
    if (!live || !shown) throw new Error(`no state ${name}`)
    const {glass} = shown
    await glass.settle()
    const fresh = showRoom(live, {columns, rows, files: FILES})
    await fresh.glass.settle()
    expect(glass.cells()).toEqual(fresh.glass.cells())
    const isEnd = live.state().outcome !== undefined
    const roll = dice(columns + rows)
    for (let time = 0; time < 20; time++) {
      await glass.resize(20 + roll(120), 6 + roll(40))
      if (time === 10 && !isEnd) await glass.type('\x06\x06')
    }
    await glass.resize(columns, rows)
    if (isFlow(glass.text()) !== isFlow(fresh.glass.text())) await fresh.glass.type('\x06')
    expect(glass.text()).toBe(fresh.glass.text())
    expect(glass.cells()).toEqual(fresh.glass.cells())
    glass.app.close()
    fresh.glass.app.close()
  },
)
