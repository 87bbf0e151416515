import {describe, expect, test} from 'vitest'
import {dice} from '../harness/dice.ts'
import {cellsOf, makeXterm, sleep} from '../harness/pty.ts'
import {FRAME_END, numbered, openRoom, openShell, PATIENCE, type Product, placeForTest} from './product.ts'

/** Whatever the terminal went through, it shows cell by cell what a redraw of the same state makes of an empty one. */

const seats = '马克思,毛泽东,孔子,鲁迅'
const args = (script: string) => [
  'meet',
  '--topic',
  '机器与人',
  '--with',
  seats,
  '--rounds',
  '1',
  '--provider',
  `script:${script}`,
]
const words = '机器省下的工时归谁？👩‍👩‍👧‍👦 ⚠️ and **who** pays, e\u0301 中文与 English 相间。\n\n'

/** Four speeches of a few seconds, and then a pause in which nothing moves. */
function scripted(place: Product['place'], everyMs = 12) {
  place.write('s.json', JSON.stringify({turns: numbered(n => `第 ${n} 段。${words.repeat(6)}`, {chunk: 2, everyMs})}))
}

async function expectFullRedraw(t: Product) {
  await t.still()
  const shown = cellsOf(t.term)
  const cursor = t.cursor()
  const before = t.raw().length
  t.type('\x0c')
  await t.until('the redraw', () => t.isParsed() && t.raw().length > before && t.raw().endsWith(FRAME_END), PATIENCE)
  await t.still()
  const fresh = makeXterm(t.term.cols, t.term.rows)
  await new Promise<void>(resolve => fresh.write(`\x1b[?1049h\x1b[?7l${t.raw().slice(before)}`, resolve))
  const redrawn = cellsOf(fresh)
  expect(textOf(shown)).toBe(textOf(redrawn))
  expect(shown).toEqual(redrawn)
  expect(cellsOf(t.term)).toEqual(shown)
  expect(t.cursor()).toEqual(cursor)
}

const textOf = (cells: ReturnType<typeof cellsOf>) =>
  cells.map(row => row.map(({text, width}) => (width === 0 ? '' : text)).join('')).join('\n')

const atPause = (t: Product) => t.until('the pause', () => t.isParsed() && /Enter 继续/.test(t.screen()), 2 * PATIENCE)

describe('the screen equals a full redraw', {concurrent: true, timeout: 6 * PATIENCE}, () => {
  test.for([{CI: 'true'}, {CI: ''}])(
    'after dialogs opened and closed over a live stream, and with one open (%o)',
    async (env, {onTestFinished: finished}) => {
      const place = placeForTest(finished)
      scripted(place)
      const t = openRoom(args('s.json'), {place, columns: 120, rows: 40, env, finished})
      await t.see(/第 1 段。机器省下/)
      const dialogs = [
        ['\x03', /离开会议？/, '\x1b'],
        ['?', /按键和命令/, 'q'],
        ['/', /多讨论一轮/, '\x1b'],
        ['/换声 马克思\r', /马克思 换用哪个声音/, '\x1b'],
        ['\x12', / \/ 找什么/, '\x1b'],
        ['\t\t', /Esc 回到输入/, '\x1b'],
      ] as const
      for (const [open, shows, close] of dialogs) {
        t.type(open)
        await t.see(shows)
        const frames = t.raw().split(FRAME_END).length
        // The help covers all that moves.
        if (open !== '?') await t.until('frames under it', () => t.raw().split(FRAME_END).length > frames + 6, PATIENCE)
        t.type(close)
        await t.until('it closed', () => t.isParsed() && !shows.test(t.screen()), PATIENCE)
      }
      await atPause(t)
      await expectFullRedraw(t)
      for (const [open, shows, close] of dialogs) {
        t.type(open)
        await t.see(shows)
        await expectFullRedraw(t)
        t.type(close)
        await t.until('it closed', () => t.isParsed() && !shows.test(t.screen()), PATIENCE)
      }
      await expectFullRedraw(t)
    },
  )

  test('after 80, 120, 40x12, 80 and forty random sizes, with a draft', async ({onTestFinished: finished}) => {
    const place = placeForTest(finished)
    scripted(place, 25)
    const t = openRoom(args('s.json'), {place, finished})
    await t.see(/第 1 段。机器省下/)
    t.type('草稿 draft')
    await t.see(/› 草稿 draft/)
    const roll = dice(61)
    const sizes = [[120, 24], [40, 12], [80, 24], ...Array.from({length: 40}, () => [24 + roll(110), 6 + roll(36)])]
    for (const [columns = 80, rows = 24] of sizes) {
      t.resize(columns, rows)
      await sleep(roll(40))
    }
    for (const [columns, rows] of [
      [120, 40],
      [40, 12],
      [80, 24],
    ] as const) {
      t.resize(columns, rows)
      await t.until('this size', () => t.isParsed() && t.line(rows - 1).includes('Enter 发送'), PATIENCE)
      expect(t.screen().match(/草稿/g)).toHaveLength(1)
    }
    t.type('\x15')
    await atPause(t)
    await expectFullRedraw(t)
  })

  test('after a terminal that stopped reading, and no key is lost on it', async ({onTestFinished: finished}) => {
    const place = placeForTest(finished)
    place.write('s.json', JSON.stringify({turns: numbered(() => words.repeat(160), {chunk: 4, everyMs: 1})}))
    const t = openRoom(args('s.json'), {place, columns: 160, rows: 50, finished})
    await t.see(/机器省下/)
    for (let stop = 0; stop < 4; stop++) {
      t.pause()
      t.type(`${stop}`)
      await sleep(700)
      t.resume()
      await t.until('the key', () => t.screen().includes(`› ${'0123'.slice(0, stop + 1)}`), PATIENCE)
    }
    t.type('\x15')
    await atPause(t)
    await expectFullRedraw(t)
  })

  test('after Ctrl+Z and fg, in the wizard and in the room, with the draft', async ({onTestFinished: finished}) => {
    const place = placeForTest(finished)
    scripted(place, 30)
    const t = await openShell({place, columns: 120, rows: 40, finished})
    const away = async (shows: RegExp) => {
      t.type('\x1a')
      await t.until(
        'the shell',
        () => t.isParsed() && !t.isAlternate() && /Stopped[\s\S]*prompt> $/.test(`${t.history().trimEnd()} `),
        PATIENCE,
      )
      t.type('echo in between; fg; echo "code=$?"\r')
      await t.see(shows)
      expect(t.isAlternate()).toBe(true)
    }
    t.type('roundtable\r')
    await t.see(/› 议题/)
    t.type('写了一半')
    await t.see(/写了一半/)
    await away(/写了一半/)
    await expectFullRedraw(t)
    t.type('\x03')
    await t.see(/code=0/)
    t.type(`clear; roundtable ${args('s.json').join(' ')}\r`)
    await t.see(/第 1 段。机器省下/)
    t.type('草稿')
    await t.see(/› 草稿/)
    await away(/› 草稿/)
    t.type('又\x1a')
    await t.until('the shell', () => t.isParsed() && !t.isAlternate(), PATIENCE)
    t.type('fg\r')
    await t.see(/› 草稿又/)
    t.type('\x15')
    await atPause(t)
    await expectFullRedraw(t)
    t.type('\x03\x03')
    await t.see(/会议已暂停/)
  })
})
