import {describe, expect, test} from 'vitest'
import {makeDenseGrid} from '../../../source/ui/room/grid.ts'
import {boardContent} from './board-content.ts'
import {allStream, boardLive, evening, saidSoFar, spoken} from './board-states.ts'
import {showRoom} from './states.ts'

const ended = async (live: ReturnType<typeof boardLive>) => {
  await live.until('the end', () => live.state().outcome !== undefined)
  await live.done
}

describe('a moderator’s data', () => {
  test.each([
    ['panes', '\x06'],
    ['the flow', '\x06\x06'],
  ])(
    'at no moment of a whole board do %s show a brace, a key or a fence of it',
    async (_, keys) => {
      const dressed = evening('zh').map(turn =>
        turn.text?.startsWith('{') ? {...turn, text: `\`\`\`json\n${turn.text}\n\`\`\``, chunk: 2} : turn,
      )
      const live = boardLive('zh', {turns: dressed, seats: 3})
      const {glass} = showRoom(live, {columns: 80, rows: 40})
      await glass.type(keys)
      const seen = new Set<string>()
      for (let step = 0; step < 800 && !live.state().outcome; step++) {
        await live.clock.advance(20)
        await glass.settle()
        seen.add(glass.text())
      }
      expect(live.state().outcome).toBeDefined()
      for (const screen of seen) expect(screen).not.toMatch(/[{}`]|"|content|advice|consensus|continue/)
      expect([...seen].some(screen => screen.includes('小结中'))).toBe(true)
      glass.app.close()
    },
    120_000,
  )

  test('what was streaming stands where it stood when it is whole', async () => {
    const live = boardLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 60})
    await glass.type('\x06\x06')
    await live.until('the summary, all but its end', () => saidSoFar(live, 'summary-1') > 60)
    await glass.settle()
    const framed = () =>
      glass
        .text()
        .split('\n')
        .filter(row => row.includes(' │ '))
    const before = framed()
    await live.until('the summary', () => spoken(live, 'summary-1'))
    await glass.settle()
    expect(before.length).toBeGreaterThan(3)
    expect(framed().slice(0, before.length - 1)).toEqual(before.slice(0, -1))
    expect(glass.text()).toContain('└─ 主持人认为值得再讨论一轮')
    glass.app.close()
  })
})

describe('everything an expert said', () => {
  test('opens by name, turns to the next with Tab, and goes back to the meeting', async () => {
    const live = boardLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await live.until('the second summary', () => spoken(live, 'summary-2'))
    await glass.type('/看 张小龙\r')
    expect(glass.text()).toMatch(/^ 🌿 张小龙 .* 2 篇$/m)
    expect(glass.text()).toMatch(/第 1 轮[\s\S]*一个人打开它[\s\S]*第 2 轮[\s\S]*先看第一次用它的人/)
    await glass.type('\t')
    expect(glass.text()).toMatch(/^ 🦉 查理·芒格 /m)
    await glass.type('\x1b')
    expect(glass.text()).toContain('› ')
    glass.app.close()
  })

  test('goes on while they speak, and says when there is nothing yet', async () => {
    const live = boardLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await glass.type('/看 查理·芒格\r')
    expect(glass.text()).toContain('还没有发言')
    await live.until('five streams', () => allStream(live))
    await glass.settle()
    expect(glass.text()).toContain('反过来想，总是')
    glass.app.close()
  })

  test('opens from a chosen pane, and at the end', async () => {
    const live = boardLive('en')
    const {glass} = showRoom(live, {columns: 120, rows: 40, lang: 'en'})
    await live.until('five streams', () => allStream(live))
    await glass.type('\t')
    await glass.type('\t')
    await glass.type('o')
    expect(glass.text()).toMatch(/^ 📦 Jeff Bezos {2}day one/m)
    await glass.type('q')
    await glass.type('\x1b')
    await ended(live)
    await glass.settle()
    await glass.type('o')
    expect(glass.text()).toMatch(/^ 🚀 Elon Musk/m)
    glass.app.close()
  })
})

describe('the end', () => {
  test('is a decision with its parts, above the records; it scrolls, gives way to the meeting and comes back', async () => {
    const live = boardLive('zh')
    const {glass} = showRoom(live, {columns: 60, rows: 20})
    await ended(live)
    await glass.settle()
    const [first, ...rest] = [glass.text()]
    expect(first).toMatch(/决策建议[\s\S]*做，但只做最小的一版[\s\S]*私董会结束[\s\S]*transcripts\//)
    expect(rest).toEqual([])
    for (let page = 0; page < 4; page++) await glass.type('\x1b[6~')
    expect(glass.text()).toMatch(/建议行动[\s\S]*做出卡片的样稿[\s\S]*私董会结束/)
    await glass.type('\x06')
    expect(glass.text()).toContain('散会')
    expect(glass.text()).not.toMatch(/^ 做出卡片的样稿/m)
    await glass.type('d')
    expect(glass.text()).toContain('做出卡片的样稿')
    glass.app.close()
  })

  test('without the moderator’s words it says that it is none, and quotes', async () => {
    const said = evening('en')
    const live = boardLive('en', {
      turns: said.slice(0, -1),
      default: {fail: {code: 'quota', message: 'used up', retryable: false}},
    })
    const {glass} = showRoom(live, {columns: 80, rows: 30, lang: 'en'})
    await live.until('the trouble', () => live.waiting()?.for === 'word')
    await glass.settle()
    expect(glass.text()).toContain('/one more round')
    await glass.type('\r')
    await ended(live)
    await glass.settle()
    expect(glass.text()).toContain('Extracted sentences, no advice')
    expect(glass.text()).toContain('Jeff Bezos: In this round one thing only')
    glass.app.close()
  })
})

describe('stopping', () => {
  test.each([
    ['zh', '/停止讨论', /\/停止讨论/],
    ['en', '/stop', /\/stop/],
  ] as const)('in %s the footer, the help and the palette say %s, and it concludes', async (lang, word, shown) => {
    const said = evening(lang, 1)
    const live = boardLive(lang, {turns: said.filter((_, at) => at !== said.length - 2)})
    const {glass} = showRoom(live, {columns: 80, rows: 50, lang})
    await live.until('five streams', () => allStream(live))
    await glass.settle()
    expect(glass.text().split('\n').at(-1)).toMatch(shown)
    await glass.type('?')
    expect(glass.text()).toMatch(shown)
    await glass.type('\x1b')
    await glass.type(word.slice(0, 3))
    expect(glass.text()).toMatch(shown)
    await glass.type(`${word.slice(3)}\r`)
    await ended(live)
    expect(live.log().some(event => event.type === 'turn.finished' && event.key === 'decision')).toBe(true)
    expect(live.log().some(event => event.type === 'phase.entered' && event.round === 2)).toBe(false)
    glass.app.close()
  })

  test('experts who speak at once are not offered to be skipped singly, the moderator is', async () => {
    const live = boardLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await live.until('five streams', () => allStream(live))
    await glass.settle()
    expect(glass.text()).not.toContain('/跳过')
    await live.until('the summary', () => saidSoFar(live, 'summary-1') > 20)
    await glass.settle()
    expect(glass.text()).toContain('/跳过')
    glass.app.close()
  })
})

test('a word is promised to those it still reaches: nobody but the moderator in the last round', async () => {
  const live = boardLive('zh', {rounds: 1})
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await live.until('five streams', () => allStream(live))
  live.say(boardContent('zh').word)
  await glass.settle()
  expect(glass.text()).toContain('待送 埃隆·马斯克')
  await live.until('the summary', () => spoken(live, 'summary-1'))
  await glass.settle()
  expect(glass.text()).toContain('已送达 埃隆·马斯克')
  expect(glass.text()).not.toContain('待送')
  glass.app.close()
})

test('ten experts are all on the screen at every size, each with a row of their own at least', () => {
  for (const [width, height] of [
    [60, 14],
    [80, 18],
    [40, 6],
    [120, 10],
    [20, 2],
  ] as const) {
    const area = {x: 0, y: 3, width, height}
    const grid = makeDenseGrid(area, 9)
    expect(grid).toBeDefined()
    const cells = new Set<string>()
    for (const box of grid?.boxes ?? []) {
      expect(box?.height).toBeGreaterThan(0)
      for (let y = box?.y ?? 0; y < (box?.y ?? 0) + (box?.height ?? 0); y++) {
        for (let x = box?.x ?? 0; x < (box?.x ?? 0) + (box?.width ?? 0); x++) {
          expect(cells.has(`${x} ${y}`)).toBe(false)
          cells.add(`${x} ${y}`)
          expect(x < area.width && y < area.y + area.height).toBe(true)
        }
      }
    }
    expect(grid?.boxes).toHaveLength(9)
  }
})

test('the experts’ colours are their own, and no two are the same', async () => {
  const live = boardLive('zh')
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await live.until('five streams', () => allStream(live))
  await glass.settle()
  const looks = new Set(glass.cells().flatMap(row => row.flatMap(({text, look}) => (text === '▌' ? [look] : []))))
  expect(looks.size).toBe(6)
  glass.app.close()
})

test.each([
  ['the flow', 80, '\x06\x06'],
  ['panes', 120, ''],
])(
  'that the history was condensed is said in %s as long as the round lasts, and what was condensed is not shown',
  async (_, columns, keys) => {
    const said = evening('zh')
    const condensed = {who: 'elon_musk', text: '压成三句话的内容', everyMs: 20, chunk: 1}
    const live = boardLive('zh', {turns: [...said.slice(0, 7), condensed, ...said.slice(7)], threshold: 50})
    const {glass} = showRoom(live, {columns, rows: 40})
    await glass.type(keys)
    await live.until('the condensing', () => saidSoFar(live, 'condense-2') > 3)
    await glass.settle()
    expect(glass.text()).toContain('压缩前文中')
    await live.until('five streams', () => allStream(live, 4) && live.state().phase?.round === 2)
    await glass.settle()
    expect(glass.text()).toContain('前文已压缩')
    expect(glass.text().replaceAll('\n', '')).toMatch(/主持人压缩过的前文/)
    expect(glass.text()).not.toContain('压成三句')
    glass.app.close()
  },
)

test('an expert who fails and tries again keeps the place, with the reason beside it; one who is left out says why in the pane', async () => {
  const fail = {code: 'stalled', message: 'no word for 60 s', retryable: true} as const
  const said = evening('zh', 1)
  const turns = [...said.slice(0, 2), {who: 'allenzhang', text: '只说了一半', everyMs: 10, chunk: 2, fail}, ...said.slice(2)]
  const live = boardLive('zh', {turns, rounds: 1})
  const {glass} = showRoom(live, {columns: 80, rows: 50})
  await glass.type('\x06\x06')
  await live.until('the summary', () => saidSoFar(live, 'summary-1') > 20)
  await glass.settle()
  expect(glass.text()).toMatch(
    /杰夫·贝佐斯 {2}Day[\s\S]*只说了一半[\s\S]*张小龙 没能说完[\s\S]*第 2 次[\s\S]*一个人打开它[\s\S]*查理·芒格 {2}逆向/,
  )

  const lost = boardLive('zh', {
    turns: [...turns.slice(0, 3), {who: 'allenzhang', fail: {...fail, retryable: false}}, ...turns.slice(4)],
    rounds: 1,
  })
  const other = showRoom(lost, {columns: 120, rows: 40})
  await lost.until('the summary', () => saidSoFar(lost, 'summary-1') > 20)
  await other.glass.settle()
  expect(other.glass.text()).toMatch(/张小龙 .*出错/)
  expect(other.glass.text()).toContain('这一轮没有这一席的发言')
  expect(other.glass.text()).toContain('no word for 60 s')
  glass.app.close()
  other.glass.app.close()
})
