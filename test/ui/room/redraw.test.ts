import {describe, expect, test} from 'vitest'
import {dice} from '../../harness/dice.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {liveMeeting} from '../../support/live-meeting.ts'
import {type Shown, showRoom, states} from './states.ts'

/** The screen of a room that was there all the time equals the screen of one that comes in now and finds the same meeting. */
async function expectFresh(shown: Shown, live: TestLive, keys?: (fresh: Shown) => Promise<void>) {
  const {cols: columns, rows} = {cols: shown.glass.cells()[0]?.length ?? 0, rows: shown.glass.cells().length}
  const fresh = showRoom(live, {columns, rows})
  await fresh.glass.settle()
  await keys?.(fresh)
  expect(shown.glass.text()).toBe(fresh.glass.text())
  expect(shown.glass.cells()).toEqual(fresh.glass.cells())
  expect(shown.glass.cursor()).toEqual(fresh.glass.cursor())
  fresh.glass.app.close()
}

async function shownFrom(name: string, size: {readonly columns: number; readonly rows: number}): Promise<Shown> {
  let shown: Shown | undefined
  const live = await states[name]?.meeting('zh', made => {
    shown = showRoom(made, size)
  })
  if (!shown || !live) throw new Error(`no state ${name}`)
  await shown.glass.settle()
  return shown
}

const meetings = ['opening streaming', 'round in panes', 'pause', 'queued interjection', 'fault', 'end card']

describe.each([
  [120, 40],
  [80, 24],
])('at %i×%i', (columns, rows) => {
  test.each(meetings)('%s: watched from the beginning or entered now, the screen is the same', async name => {
    const shown = await shownFrom(name, {columns, rows})
    await expectFresh(shown, shown.live)
    shown.glass.app.close()
  })
})

test.each(meetings.map((name, at) => [name, at % 2 === 0 ? 120 : 80, at % 2 === 0 ? 40 : 24] as const))(
  '%s: the same after a storm of forty sizes and both views, at %i×%i',
  async (name, columns, rows) => {
    const shown = await shownFrom(name, {columns, rows})
    const roll = dice(columns + rows)
    for (let time = 0; time < 40; time++) {
      await shown.glass.resize(20 + roll(120), 6 + roll(40))
      if (time === 20) await shown.glass.type('\x06\x06')
    }
    await shown.glass.resize(columns, rows)
    // What was automatic is chosen now, or the other one is: the fresh room is told the same.
    const isFlow = (text: string) => !/^[▌█] /m.test(text)
    await expectFresh(shown, shown.live, async fresh => {
      if (isFlow(fresh.glass.text()) !== isFlow(shown.glass.text())) await fresh.glass.type('\x06')
    })
    shown.glass.app.close()
  },
)

test.each(['pause', 'end card'])('resumed at %s, a meeting looks as if it had never stopped', async name => {
  const size = {columns: 120, rows: 40}
  const shown = await shownFrom(name, size)
  const again = liveMeeting({from: [...shown.live.log()]})
  const resumed = showRoom(again, size)
  await again.clock.advance(1)
  await resumed.glass.settle()
  expect(resumed.glass.text()).toBe(shown.glass.text())
  expect(resumed.glass.cells()).toEqual(shown.glass.cells())
  shown.glass.app.close()
  resumed.glass.app.close()
})

test('Ctrl+L sends everything again and changes nothing', async () => {
  const shown = await shownFrom('round in panes', {columns: 120, rows: 40})
  const before = shown.glass.cells()
  const sent = shown.glass.raw().length
  await shown.glass.type('\x0c')
  expect(shown.glass.raw().length - sent).toBeGreaterThan(3000)
  expect(shown.glass.cells()).toEqual(before)
  shown.glass.app.close()
})
