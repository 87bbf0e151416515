import {describe, expect, test} from 'vitest'
import {dice} from '../../harness/dice.ts'
import type {TestLive} from '../../support/live-meeting.ts'
import {allStream, boardLive, boardStates, spoken} from './board-states.ts'
import {type Shown, showRoom} from './states.ts'

type Size = {readonly columns: number; readonly rows: number}

async function shownFrom(name: string, size: Size): Promise<Shown> {
  let shown: Shown | undefined
  const live = await boardStates[name]?.meeting('zh', made => {
    shown = showRoom(made, size)
  })
  if (!shown || !live) throw new Error(`no state ${name}`)
  await shown.glass.settle()
  return shown
}

/** The screen of a room that was there all the time equals the screen of one that comes in now and finds the same meeting. */
async function expectFresh(shown: Shown, live: TestLive, keys?: (fresh: Shown) => Promise<void>) {
  const size = {columns: shown.glass.cells()[0]?.length ?? 0, rows: shown.glass.cells().length}
  const fresh = showRoom(live, size)
  await fresh.glass.settle()
  await keys?.(fresh)
  expect(shown.glass.text()).toBe(fresh.glass.text())
  expect(shown.glass.cells()).toEqual(fresh.glass.cells())
  expect(shown.glass.cursor()).toEqual(fresh.glass.cursor())
  fresh.glass.app.close()
}

const isFlow = (text: string) => !/^[▌█] /m.test(text)
const meetings = Object.keys(boardStates)

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
    const isCard = name.includes('card')
    const roll = dice(columns + rows)
    for (let time = 0; time < 40; time++) {
      await shown.glass.resize(20 + roll(120), 6 + roll(40))
      if (time === 20 && !isCard) await shown.glass.type('\x06\x06')
    }
    await shown.glass.resize(columns, rows)
    await expectFresh(shown, shown.live, async fresh => {
      if (isFlow(fresh.glass.text()) !== isFlow(shown.glass.text())) await fresh.glass.type('\x06')
    })
    shown.glass.app.close()
  },
)

test.each([60, 80, 120])(
  'killed among five streams and resumed: what was finished stands, in seating order, at %i columns',
  async columns => {
    const live = boardLive('zh')
    await live.until('three streams', () => spoken(live, 'round-1:charlie_munger') && live.state().live.size > 1)
    const log = [...live.log()]
    const again = boardLive('zh', {from: log})
    await again.until('the streams again', () => again.state().live.size >= 2 && again.count('turn.started') > 6)
    const {glass} = showRoom(again, {columns, rows: 60})
    await glass.settle()
    if (!isFlow(glass.text())) await glass.type('\x06')
    const text = glass.text()
    const places = ['杰夫·贝佐斯  Day', '张小龙  用户', '查理·芒格  逆向', '保罗·格雷厄姆  创业', '史蒂夫·乔布斯  产品'].map(
      name => text.indexOf(name),
    )
    expect(places.every(at => at >= 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    // No head without words of a turn that was lost.
    expect(text.match(/杰夫·贝佐斯 {2}Day/g)).toHaveLength(1)
    glass.app.close()
  },
)

test('five streams: whatever their paces, the chat is in seating order, with a word behind them all', async () => {
  const live = boardLive('zh')
  const {glass} = showRoom(live, {columns: 80, rows: 70})
  await glass.type('\x06\x06')
  await live.until('five streams', () => allStream(live))
  live.say('我有一句话')
  await live.until('the summary', () => spoken(live, 'summary-1'))
  await glass.settle()
  const text = glass.text()
  const order = [
    '杰夫·贝佐斯  Day',
    '张小龙  用户',
    '查理·芒格  逆向',
    '保罗·格雷厄姆  创业',
    '史蒂夫·乔布斯  产品',
    '我有一句话 ▐',
    '第 1 轮小结',
  ]
  const places = order.map(part => text.indexOf(part))
  expect(places.every(at => at >= 0)).toBe(true)
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  const finished = live
    .log()
    .flatMap(event => (event.type === 'turn.finished' && event.key.startsWith('round-1') ? [event.who] : []))
  expect(finished).not.toEqual(['jeff_bezos', 'allenzhang', 'charlie_munger', 'paul_graham', 'steve_jobs'])
  glass.app.close()
})
