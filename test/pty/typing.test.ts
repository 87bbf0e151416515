import {describe, expect, test} from 'vitest'
import {ofType} from '../../source/core/state.ts'
import {sleep} from '../harness/pty.ts'
import {ledgerOf, onlyMeeting} from '../support/cli.ts'
import {FRAME_END, meetArgs, openRoom, PATIENCE, type ProductOptions, placeForTest} from './product.ts'

/** The cases of a terminal that is typed in, on the product's own composer, lists and panes. */

const COMPOSER = 22

/** A room where the first speech goes on for a minute and more, and everything is said at once before it when `before` is given. */
async function openStreaming(options: ProductOptions, before?: string) {
  const finished = options.finished ?? (() => {})
  const place = placeForTest(finished)
  const slow = {text: '流动的话一行又一行，\n\n'.repeat(2000), chunk: 12, everyMs: 20}
  place.write('s.json', JSON.stringify({turns: [...(before === undefined ? [] : [{text: before}]), slow]}))
  const t = openRoom(meetArgs('s.json'), {...options, place})
  await t.see(/流动的话/)
  const written = (text: string, x: number) =>
    t.until(
      `${JSON.stringify(text)} in the composer`,
      () => t.isParsed() && t.line(COMPOSER).trimEnd() === ` › ${text}` && t.cursor().x === x && t.cursor().y === COMPOSER,
      PATIENCE,
    )
  return {
    t,
    written,
    empty: () => written('随时插话，下一轮转给每一位', 3),
    said: () => ofType(ledgerOf(onlyMeeting(place)), 'user.said').map(({text}) => text),
  }
}

describe('the composer while a speech streams', {concurrent: true, timeout: 4 * PATIENCE}, () => {
  test('你好 is shown, with the real cursor after it in 60 of 60 frames; sent with hello and Enter in one write it is said once', async ({
    onTestFinished,
  }) => {
    const {t, written, empty, said} = await openStreaming({finished: onTestFinished})
    t.type('你好')
    await written('你好', 7)
    for (let sample = 0; sample < 60; sample++) {
      const seen = t.raw().length
      await t.until('a frame', () => t.isParsed() && t.raw().length > seen && t.raw().endsWith(FRAME_END), PATIENCE)
      expect(t.cursor()).toEqual({x: 7, y: COMPOSER, visible: true})
    }
    t.type('\x15你好hello\r')
    await t.until('the words said', () => said().length > 0, PATIENCE)
    await empty()
    expect(said()).toEqual(['你好hello'])
  })

  test('graphemes, arrows and rapid keys: each write leaves what a person means', async ({onTestFinished}) => {
    const {t, written, empty, said} = await openStreaming({finished: onTestFinished})
    const cases: readonly (readonly [writes: string, text: string, x: number])[] = [
      ['a👩‍👩‍👧‍👦\x7f', 'a', 4],
      ['ae\u0301\x7f', 'a', 4],
      ['a\x1b[Db', 'ba', 4],
      [`${'x'.repeat(31)}${'\x7f'.repeat(20)}`, 'x'.repeat(11), 14],
      ['你好世界\x1b[D\x1b[D', '你好世界', 7],
      ['2j', '2j', 5],
    ]
    for (const [writes, text, x] of cases) {
      t.type(writes)
      await written(text, x)
      t.type('\x05\x15')
      await empty()
    }
    t.type('e\u0301\x7f')
    await empty()
    // The two halves of a character, and an arrow whose sequence comes in two reads.
    const bytes = Buffer.from('中')
    t.type(bytes.subarray(0, 1))
    await sleep(60)
    t.type(bytes.subarray(1))
    await written('中', 5)
    t.type('\x1b')
    await sleep(8)
    t.type('[DX')
    await written('X中', 4)
    t.type('\x05\x15')
    await empty()
    // A lone ESC is Escape: it closes the palette.
    t.type('/')
    await t.see(/再来一轮/)
    t.type('\x1b')
    await empty()
    expect(said()).toEqual([])
  })

  test('50 KB and 1,000 lines pasted are chips, nothing is said before Enter, and nothing of them is lost', async ({
    onTestFinished,
  }) => {
    const {t, empty, said} = await openStreaming({finished: onTestFinished})
    const long = 'x中'.repeat(12_500)
    const lines = Array.from({length: 1000}, (_, at) => `行${at}`).join('\n')
    t.paste(long)
    await t.see(/› \[粘贴 1 行 25000 字\]/)
    expect(said()).toEqual([])
    t.type('\r')
    await t.until('it said', () => said().length === 1, PATIENCE)
    await empty()
    t.paste(lines)
    await t.see(/› \[粘贴 1000 行 \d+ 字\]/)
    expect(said()).toHaveLength(1)
    t.type('\r')
    await t.until('both said', () => said().length === 2, PATIENCE)
    expect(said()).toEqual([long, lines])
  })

  test('the palette takes ↓↓⏎ in one write as its third command', async ({onTestFinished}) => {
    const {t, said} = await openStreaming({finished: onTestFinished})
    t.type('/')
    await t.see(/\/继续[\s\S]*\/结束会议[\s\S]*\/跳过结语/)
    t.type('\x1b[B\x1b[B\r')
    await t.until('it said', () => said().length > 0, PATIENCE)
    expect(said()).toEqual(['跳过结语'])
  })
})

describe('lists and panes', {concurrent: true, timeout: 4 * PATIENCE}, () => {
  test('the wizard’s list: ↓↓⏎ in one write is the third item, letters and digits move nothing; Ctrl+C leaves with 0', async ({
    onTestFinished,
  }) => {
    const t = openRoom([], {finished: onTestFinished})
    await t.see(/› 议题/)
    t.type('机器与人\r')
    await t.see(/› 模式[\s\S]*› 圆桌/)
    t.type('\r')
    // Until the machine has been looked over, there are two ways only.
    await t.see(/› 声音[\s\S]*› 排练[\s\S]*再找一遍/)
    t.type('2j')
    await t.still(200)
    expect(t.screen()).toMatch(/› 排练/)
    t.type('\x1b[B\x1b[B\r')
    // Whose key it is: the list of services is behind the third item.
    await t.see(/› DeepSeek/)
    t.type('\x03')
    expect(await t.waitExit(PATIENCE)).toMatchObject({exitCode: 0})
    expect(t.isAlternate()).toBe(false)
  })

  test('what is read back stays put under hundreds of deltas, and the footer counts the new lines', async ({onTestFinished}) => {
    const before = Array.from({length: 120}, (_, at) => `第 ${at} 句先说完的话。`).join('\n\n')
    const {t} = await openStreaming({finished: onTestFinished}, before)
    const topmost = () => Number(/▌ 第 (\d+) 句/.exec(t.screen())?.[1] ?? 1000)
    // What is in sight before the first page back is no page back.
    let above = topmost()
    for (let page = 0; page < 2; page++) {
      t.type('\x1b[5~')
      above = await t.until('a page back', () => t.isParsed() && topmost() < above && topmost(), PATIENCE)
    }
    await t.see(/下面有 \d+ 行新的/)
    const read = () => Array.from({length: 17}, (_, y) => t.line(3 + y))
    // Half a frame is no screen.
    const whole = () => t.until('a whole frame', () => t.isParsed() && read(), PATIENCE)
    const rows = await whole()
    const from = Number(/下面有 (\d+) 行/.exec(t.screen())?.[1])
    await t.until('hundreds of deltas', () => Number(/下面有 (\d+) 行/.exec(t.screen())?.[1]) >= from + 200, PATIENCE)
    expect(await whole()).toEqual(rows)
    t.type('\x1b[F')
    await t.until('the newest', () => t.isParsed() && t.screen().includes('流动的话') && !/行新的/.test(t.screen()), PATIENCE)
  })

  test('emoji of doubtful width, CR, RLO and CSI 2J of a speech stay inside its own pane', async ({onTestFinished}) => {
    const place = placeForTest(onTestFinished)
    const text = `⚠️❤️👍🏽 中\rCR \u202eRLO \x1b[2J\x1b[1;1HPWN ${'👩‍👩‍👧‍👦⚠️ 字'.repeat(40)}`
    place.write('s.json', JSON.stringify({turns: [], default: {text, chunk: 1, everyMs: 4}}))
    const t = openRoom(meetArgs('s.json'), {place, columns: 120, rows: 40, finished: onTestFinished})
    await t.see(/按 Enter 继续/)
    await t.still()
    const [top = -1, bottom = -1] = Array.from({length: 40}, (_, y) => y).filter(y => t.line(y).startsWith('────'))
    const bars = Array.from({length: bottom - top - 1}, (_, at) => t.columnsOf(top + 1 + at, '│').join())
    expect(new Set(bars).size).toBe(1)
    expect(t.columnsOf(top, '┬').join()).toBe(bars[0])
    expect(t.screen()).toMatch(/‹U\+202E›/)
    expect(t.raw()).not.toMatch(/\x1b\[1;1HPWN|\u202e/)
    expect(t.raw().split('\x1b[2J')).toHaveLength(2)
  })

  test('OSC 52 split across two deltas reaches no terminal and leaves nothing to read', async ({onTestFinished}) => {
    const place = placeForTest(onTestFinished)
    // Deltas are counted in graphemes, and a control character is one.
    const text = `前面\x1b]52;c;cHduZWQ=\x07后面`
    place.write('s.json', JSON.stringify({turns: [], default: {text, chunk: 7, everyMs: 30}}))
    const t = openRoom(meetArgs('s.json'), {place, finished: onTestFinished})
    await t.see(/按 Enter 继续/)
    expect(t.screen()).toMatch(/前面后面/)
    expect(t.osc).toEqual([])
    expect(t.screen()).not.toMatch(/cHdu|52;c/)
    expect(t.raw()).not.toMatch(/cHdu/)
  })

  test('a window too small takes nothing, and grown again has everything, the draft too', async ({onTestFinished}) => {
    const {t, written, said} = await openStreaming({finished: onTestFinished})
    t.type('草稿')
    await written('草稿', 7)
    t.resize(20, 6)
    await t.see(/^ +窗口太小/m)
    t.type('看不见\r')
    await t.still(200)
    expect(t.screen()).not.toMatch(/流动|草稿/)
    t.resize(80, 24)
    await written('草稿', 7)
    expect(said()).toEqual([])
  })
})
