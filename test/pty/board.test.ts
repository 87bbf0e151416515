import {describe, expect, test} from 'vitest'
import {ofType} from '../../source/core/state.ts'
import {cellsOf, makeXterm, type TestTerminal} from '../harness/pty.ts'
import {ledgerOf, onlyMeeting, readIn} from '../support/cli.ts'
import {FRAME_END, isRestored, openRoom, PATIENCE, type Product, placeForTest} from './product.ts'

/** A board in a real terminal: five experts speak at once, and the person speaks into it. */

const experts = ['jeff_bezos', 'allenzhang', 'charlie_munger', 'paul_graham', 'steve_jobs']
const names = ['杰夫·贝佐斯', '张小龙', '查理·芒格', '保罗·格雷厄姆', '史蒂夫·乔布斯']
const word = '我觉得成本不是主要问题，关键是用户接受度'

const marks = ['甲', '乙', '丙', '丁', '戊']
/** Each expert's words hold a character of their own, so that a cell in a wrong pane is seen. */
const speech = (at: number) => `${marks[at]?.repeat(6)}。**${marks[at]}** and ⚠️ ${marks[at]?.repeat(4)}，`.repeat(14)

/** Every expert streams for about ten seconds of its own pace; the moderator is quick. */
function evening() {
  const moderator = {who: 'elon_musk', everyMs: 5, chunk: 6}
  const summary = {...moderator, text: JSON.stringify({content: '小结：各说各话，用户提到接受度。', continue: true})}
  const decision = {
    advice: '做最小的一版。',
    views: experts.map(who => ({who, view: '可以一试'})),
    consensus: ['先试'],
    dissent: ['要不要收费'],
    actions: ['开十场'],
  }
  const round = experts.map((who, at) => ({who, text: speech(at), chunk: 2, everyMs: 40 + 6 * at}))
  return {
    turns: [
      {...moderator, text: '今天谈这个功能。'},
      ...round,
      summary,
      ...experts.map(who => ({who, text: '第二轮我同意先试。', chunk: 2, everyMs: 10})),
      summary,
      {...moderator, text: JSON.stringify(decision)},
    ],
  }
}

const args = [
  'meet',
  '--protocol',
  'board',
  '--with',
  ['elon_musk', ...experts].join(','),
  '--rounds',
  '2',
  '--topic',
  '是否该做私董会功能？',
  '--provider',
  'script:s.json',
]

const rowsOf = (t: TestTerminal) => t.screen().split('\n')
/** Panes in which words stream now, by the word of their state. */
const streaming = (t: TestTerminal) => t.screen().match(/发言中/g)?.length ?? 0

/** The panes' own characters stand between their own borders, and the upright rules are straight. */
function expectWhole(t: Product) {
  const cells = cellsOf(t.term)
  const bars = new Map<string, Set<number>>()
  for (const row of cells) {
    let bar = -1
    for (const [x, {text}] of row.entries()) {
      if (text === '▌' || text === '█') bar = x
      if (marks.includes(text)) bars.set(text, (bars.get(text) ?? new Set()).add(bar))
    }
  }
  // Each of the five is on the screen, and all of its characters are right of one and the same bar.
  expect([...bars.keys()].sort()).toEqual([...marks].sort())
  for (const [, places] of bars) expect(places.size).toBe(1)
  for (const [y, row] of cells.entries()) {
    for (const [x, {text}] of row.entries()) {
      if (text !== '┬') continue
      for (let below = y + 1; below < cells.length; below++) {
        const glyph = cells[below]?.[x]?.text ?? ''
        expect(glyph).toMatch(/[│┼┴┤├]/)
        if (glyph === '┴') break
      }
    }
  }
}

async function expectFullRedraw(t: Product) {
  await t.still()
  const shown = cellsOf(t.term)
  const before = t.raw().length
  t.type('\x0c')
  await t.until('the redraw', () => t.isParsed() && t.raw().length > before && t.raw().endsWith(FRAME_END), PATIENCE)
  await t.still()
  const fresh = makeXterm(t.term.cols, t.term.rows)
  await new Promise<void>(resolve => fresh.write(`\x1b[?1049h\x1b[?7l${t.raw().slice(before)}`, resolve))
  expect(cellsOf(fresh)).toEqual(shown)
  expect(cellsOf(t.term)).toEqual(shown)
}

describe('five experts at once', {concurrent: true, timeout: 6 * PATIENCE}, () => {
  test.for([
    [120, 40],
    [80, 24],
  ] as const)('at %i×%i nothing tears, and a word goes into the middle of it', async ([columns, rows], {onTestFinished}) => {
    const place = placeForTest(onTestFinished)
    place.write('s.json', JSON.stringify(evening()))
    const t = openRoom(args, {place, columns, rows, finished: onTestFinished})
    await t.until(
      'five streams',
      () => t.isParsed() && streaming(t) === 5 && marks.every(mark => t.screen().includes(mark)),
      PATIENCE,
    )

    // Typed key by key while all five stream; every finished frame between is whole.
    for (const [at, key] of [...word].entries()) {
      t.type(key)
      const seen = t.raw().length
      await t.until('a frame', () => t.isParsed() && t.raw().length > seen && t.raw().endsWith(FRAME_END), PATIENCE)
      if (at % 4 === 0) expectWhole(t)
    }
    await t.see(new RegExp(`› ${word}`))
    expect(streaming(t)).toBe(5)
    t.type('\r')
    await t.see(/你 +我觉得成本不是主要问题/)
    expect(streaming(t)).toBeGreaterThan(2)
    expectWhole(t)
    // Sizes in the middle of it.
    t.resize(100, 30)
    t.resize(61, 21)
    t.resize(columns, rows)
    await t.until('this size', () => t.isParsed() && rowsOf(t)[rows - 1]?.includes('停止讨论') === true, PATIENCE)

    await t.see(/决策建议[\s\S]*做最小的一版。[\s\S]*私董会结束[\s\S]*decision\.md/)
    await expectFullRedraw(t)
    // Back to the discussion: the chat as it was held, the person's words at the right.
    t.type(columns < 100 ? '\x06' : '\x06\x06')
    await t.see(/─ {2}散会 {2}─/)
    for (let page = 0; page < 12 && !t.screen().includes(' ▐'); page++) {
      t.type('\x1b[5~')
      await t.still(200)
    }
    const right = rowsOf(t).filter(row => row.includes(' ▐'))
    expect(right.join('')).toContain(word)
    // A block at the right, as wide as two thirds of the column at most.
    for (const row of right) expect(row.indexOf(row.trimStart().charAt(0))).toBeGreaterThan(columns / 4)
    t.type('d')
    await t.see(/做最小的一版。/)
    t.type('q')
    expect((await t.waitExit(PATIENCE)).exitCode).toBe(0)
    expect(isRestored(t)).toBe(true)

    const folder = onlyMeeting(place)
    const ledger = ledgerOf(folder)
    const said = ledger.find(event => event.type === 'user.said')
    expect(said).toMatchObject({text: word})
    // All five had begun and none was done when it was said.
    const before = ledger.filter(event => event.seq < (said?.seq ?? 0) && 'key' in event && event.key.startsWith('round-1:'))
    expect(before.map(event => event.type)).toEqual(Array(5).fill('turn.started'))
    const heard = ofType(ledger, 'turn.started').filter(turn => turn.heard.includes(said?.seq ?? -1))
    expect(heard.map(turn => turn.key)).toEqual(['summary-1', ...experts.map(who => `round-2:${who}`), 'summary-2'])
    const transcript = readIn(folder, 'transcript.md')
    const places = names.map(name => transcript.indexOf(`${name}**（第 1 轮）`))
    expect(places.every(at => at > 0)).toBe(true)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })
})
