import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import {type BuiltFixture, buildFixture} from '../../harness/build-fixture.ts'
import {dice} from '../../harness/dice.ts'
import {cellsOf, makeXterm, openPty, type PtyOptions, sleep, type TestTerminal} from '../../harness/pty.ts'

let built: BuiltFixture
let t: TestTerminal

beforeAll(async () => {
  built = await buildFixture('test/ui/terminal/fixtures/demo.tsx')
}, 60_000)
afterAll(() => built?.remove())
afterEach(() => t?.kill())

async function start(env: Record<string, string> = {}, options: PtyOptions = {}) {
  t = openPty(process.execPath, [built.file], {...options, env})
  await t.waitFor(/READY/)
  return t
}

/** Stops the streams, then compares the screen with what a redraw of the same state makes of an empty terminal. */
async function expectFullRedraw() {
  t.type('\x14')
  await stillness()
  const shown = cellsOf(t.term)
  const before = t.raw().length
  t.type('\x0c')
  await t.until('the redraw', () => t.isParsed() && t.raw().length > before && t.raw().endsWith('\x1b[?2026l'))
  await stillness()
  const fresh = makeXterm(t.term.cols, t.term.rows)
  await new Promise<void>(resolve => fresh.write(`\x1b[?1049h\x1b[?7l${t.raw().slice(before)}`, resolve))
  expect(textOf(shown)).toBe(textOf(cellsOf(fresh)))
  expect(shown).toEqual(cellsOf(fresh))
  expect(cellsOf(t.term)).toEqual(shown)
}

const textOf = (cells: ReturnType<typeof cellsOf>) =>
  cells.map(row => row.map(({text, width}) => (width === 0 ? '' : text)).join('')).join('\n')

/** Nothing came for a while: longer than a frame and than the demo's own clock, on a busy machine too. */
async function stillness(quiet = 400) {
  let length = -1
  let since = Date.now()
  await t.until('stillness', () => {
    if (t.raw().length !== length || !t.isParsed()) {
      length = t.raw().length
      since = Date.now()
    }
    return Date.now() - since > quiet
  })
}

const borders = (glyph: string) => Array.from({length: t.term.rows}, (_, y) => t.columnsOf(y, glyph))

describe('typing', () => {
  test('你好 typed while streaming is shown, and the real cursor stands after it in 60 of 60 samples', async () => {
    await start({RATE: '80'})
    t.type('你好')
    await t.waitFor(/│ 你好/)
    for (let sample = 0; sample < 60; sample++) {
      const seen = t.raw().length
      await t.until('a frame', () => t.isParsed() && t.raw().length > seen && t.raw().endsWith('\x1b[?2026l'))
      expect(t.cursor()).toEqual({x: 6, y: 21, visible: true})
    }
  })

  test.each([
    ['text and Enter in one write are submitted', ['你好hello\r'], /n=0 sent=你好hello/],
    ['a family is one Backspace', ['a👩‍👩‍👧‍👦', '\x7f'], /│ a +│[\s\S]*n=1 /],
    ['e and its accent are one Backspace', ['e\u0301', '\x7f'], /n=0 /],
    ['a left arrow between letters in one write', ['a\x1b[Db'], /│ ba /],
    ['20 rapid Backspaces on 31 characters leave 11', [`${'x'.repeat(31)}${'\x7f'.repeat(20)}`], /│ x{11} /],
    ['letters and digits never move a list', ['2j'], /│ 2j .*\n.*\n.*pick=- /],
    ['a lone ESC is Escape', ['\x1b'], /│ ESCAPED/],
  ])('%s', async (_, writes, seen) => {
    await start()
    for (const text of writes) t.type(text)
    await t.waitFor(seen)
  })

  test('a character split between its bytes is one character', async () => {
    await start()
    const bytes = Buffer.from('中')
    t.type(bytes.subarray(0, 1))
    await sleep(60)
    t.type(bytes.subarray(1))
    await t.waitFor(/│ 中 .*\n.*\n.*n=1 /)
  })

  test('ESC and, 8 ms later, [D is a left arrow', async () => {
    await start()
    t.type('ab')
    await t.waitFor(/│ ab/)
    t.type('\x1b')
    await sleep(8)
    t.type('[DX')
    await t.waitFor(/│ aXb/)
  })

  test('two left arrows in 你好世界 move the cursor four columns', async () => {
    await start()
    t.type('你好世界')
    await t.until('the text', () => t.cursor().x === 10)
    t.type('\x1b[D\x1b[D')
    await t.until('the cursor', () => t.cursor().x === 6)
    expect(t.cursor()).toEqual({x: 6, y: 21, visible: true})
  })

  test('50 KB pasted are there within a second, none lost, nothing submitted', async () => {
    await start({RATE: '80'})
    const started = Date.now()
    t.paste('x中'.repeat(12_500))
    await t.waitFor(/n=25000 sent=- /)
    const took = Date.now() - started
    t.type('\r')
    await t.waitFor(/n=0 sent=x中x中/)
    expect(took).toBeLessThan(process.env.CI ? 3000 : 1500)
  })

  test('1,000 lines pasted are a chip', async () => {
    await start()
    t.paste(Array.from({length: 1000}, (_, at) => `行${at}`).join('\n'))
    await t.waitFor(/\[粘贴 1000 行\]/)
    t.type('\r')
    await t.waitFor(/sent=行0 行1 行2/)
  })

  test('a stock list, fed from the decoder, takes ↓↓⏎ in one write as the third item', async () => {
    await start()
    t.type('\x0f')
    await t.waitFor(/选一个/)
    t.type('\x1b[B\x1b[B\r')
    await t.waitFor(/pick=丙/)
  })
})

describe('the words of others', () => {
  test('no sequence of a speech reaches the terminal, and borders stay in their columns', async () => {
    await start({RATE: '200', HOSTILE: '1'})
    await t.waitFor(/‹U\+202E›/)
    await t.until('many frames', () => t.raw().split('\x1b[?2026l').length > 40)
    t.type('\x14')
    await stillness()
    expect(t.osc).toEqual([])
    expect(t.screen()).not.toMatch(/cHdu|PWN/)
    const rows = borders('│').slice(1, 9)
    for (const columns of rows) expect(columns).toEqual([0, 39, 40, 79])
    expect(t.screen()).toMatch(/X⚠/)
  })

  test('text being read stays under 600 deltas, and the status tells how many lines wait below', async () => {
    await start({HISTORY: '100', RATE: '300', CI: 'true'})
    t.type('\x1b[5~\x1b[5~')
    await t.waitFor(/new=[1-9]/)
    const read = t
      .screen()
      .split('\n')
      .slice(1, 8)
      .map(row => row.slice(1, 39))
    await t.until('600 deltas', () => Number(/new=(\d+)/.exec(t.screen())?.[1]) >= 30)
    expect(
      t
        .screen()
        .split('\n')
        .slice(1, 8)
        .map(row => row.slice(1, 39)),
    ).toEqual(read)
    t.type('\x1b[6~'.repeat(40))
    await t.waitFor(/new=0/)
  })
})

describe.each([
  ['as usual', {}],
  ['with CI=true', {CI: 'true'}],
])('the screen equals a full redraw, %s', (_, env) => {
  test('after 80, 120, 40x12, 80 and forty random sizes, with a draft', async () => {
    await start({RATE: '200', HISTORY: '40', ...env})
    t.type('草稿 draft')
    await t.waitFor(/草稿/)
    const roll = dice(61)
    const sizes = [[120, 24], [40, 12], [80, 24], ...Array.from({length: 40}, () => [24 + roll(110), 8 + roll(34)]), [80, 24]]
    for (const [columns = 80, rows = 24] of sizes) {
      t.resize(columns, rows)
      await sleep(roll(25))
    }
    await t.waitFor(/草稿 draft/)
    await t.until(
      'one frame of this size',
      () => t.isParsed() && t.screen().match(/READY/g)?.length === 1 && /READY/.test(t.line(23)),
    )
    await expectFullRedraw()
    expect(t.screen().match(/^╭/gm)).toHaveLength(2)
    expect(t.screen().match(/草稿/g)).toHaveLength(1)
  })

  test('with a dialog over four live streams', async () => {
    await start({RATE: '300', HISTORY: '40', ...env})
    t.type('\x0f')
    await t.waitFor(/选一个/)
    const frames = t.raw().split('\x1b[?2026l').length
    await t.until('frames under the dialog', () => t.raw().split('\x1b[?2026l').length > frames + 20)
    expect(t.screen().match(/║/g)?.length).toBeGreaterThanOrEqual(6)
    await expectFullRedraw()
    t.type('\x0f')
    await t.until('the dialog gone', () => !t.screen().includes('║') && t.isParsed())
    t.type('\x14')
    await expectFullRedraw()
  })
})

describe('a slow terminal', () => {
  test('drops frames and no words, still takes keys, and comes out equal to a full redraw', async () => {
    await start({RATE: '2000', HISTORY: '40'}, {columns: 160, rows: 50})
    for (let stop = 0; stop < 4; stop++) {
      t.pause()
      t.type(`${stop}`)
      await sleep(700)
      t.resume()
      await t.until('the key', () => t.screen().includes('0123'.slice(0, stop + 1)))
    }
    await expectFullRedraw()
    t.type('\x03')
    await t.waitFor(/dropped=[1-9]/)
  })
})

describe('windows too small', () => {
  test('20x6 says so; enlarging restores everything, the draft too', async () => {
    await start({RATE: '100', HISTORY: '40'})
    t.type('草稿')
    await t.waitFor(/草稿/)
    t.resize(20, 6)
    await t.waitFor(/^窗口太小/)
    await t.until('nothing else', () => t.isParsed() && t.screen().trim() === '窗口太小')
    t.resize(80, 24)
    await t.waitFor(/草稿/)
    await expectFullRedraw()
  })
})

const isRestored = () =>
  !t.isAlternate() && t.cursor().visible && ![2004, 1004, 1049].some(mode => t.modes.has(mode)) && t.modes.has(7)

describe('every way out gives the terminal back', () => {
  const shell = async (env: Record<string, string> = {}) => {
    t = openPty('bash', ['--norc', '--noprofile', '-i'], {env: {PS1: 'prompt> ', ...env}})
    await t.waitFor(/prompt>/)
    // The shell's own line editor pastes in brackets too.
    t.type("bind 'set enable-bracketed-paste off'; clear\r")
    await t.until('the shell ready', () => !t.modes.has(2004) && !t.screen().includes('bind'))
    t.type('echo earlier text; stty -a | md5sum\r')
    await t.waitFor(/earlier text\n.*-\n/)
    t.type(`${process.execPath} ${built.file}; echo "code=$?"\r`)
    await t.waitFor(/READY/)
    expect(t.isAlternate()).toBe(true)
  }
  const sameTty = async () => {
    t.type('stty -a | md5sum\r')
    await t.until('both sums', () => (t.history().match(/^[0-9a-f]{32} /gm)?.length ?? 0) === 2)
    const [before, after] = t.history().match(/^[0-9a-f]{32}/gm) ?? []
    expect(after).toBe(before)
  }
  const pidOfDemo = async () => {
    const {execFileSync} = await import('node:child_process')
    return Number(
      execFileSync('pgrep', ['-P', `${t.pid}`])
        .toString()
        .trim()
        .split('\n')[0],
    )
  }

  test('Ctrl+C of the caller: 0, and a line on the main screen', async () => {
    await shell({RATE: '200'})
    t.type('\x03')
    await t.waitFor(/bye from the demo[^\n]*\n.*code=0/)
    expect(isRestored()).toBe(true)
    expect(t.history()).toMatch(/earlier text/)
    await sameTty()
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
    ['SIGINT', 130],
  ] as const)('%s: %i', async (signal, code) => {
    await shell({RATE: '200'})
    process.kill(await pidOfDemo(), signal)
    await t.waitFor(new RegExp(`code=${code}`))
    expect(isRestored()).toBe(true)
    expect(t.history()).toMatch(/earlier text/)
    expect(t.history()).not.toMatch(/READY/)
    await sameTty()
  })

  test('an exception: 70, and its message on the main screen', async () => {
    await shell({RATE: '200'})
    process.kill(await pidOfDemo(), 'SIGUSR2')
    await t.waitFor(/internal error: boom\n.*code=70/)
    expect(isRestored()).toBe(true)
    await sameTty()
  })

  test('a window that is closed ends the program, and it does not linger', async () => {
    await start({RATE: '200'})
    const isAlive = () => {
      try {
        return process.kill(t.pid, 0)
      } catch {
        return false
      }
    }
    expect(isAlive()).toBe(true)
    t.hangUp()
    await t.until('the end of the program', () => !isAlive())
  })

  test('Ctrl+Z leaves a usable shell, and fg draws everything again', async () => {
    await shell({RATE: '200', HISTORY: '40'})
    t.type('草稿')
    await t.waitFor(/草稿/)
    t.type('\x1a')
    await t.waitFor(/Stopped/)
    expect(isRestored()).toBe(true)
    t.type('echo in between\r')
    await t.waitFor(/\nin between/)
    t.type('fg; echo "code=$?"\r')
    await t.waitFor(/草稿[\s\S]*READY/)
    expect(t.isAlternate()).toBe(true)
    t.type('又')
    await t.waitFor(/草稿又/)
    await expectFullRedraw()
    t.type('\x03')
    await t.waitFor(/bye from the demo[^\n]*\n.*code=0/)
    await sameTty()
  })

  test('Ctrl+Z where nothing could continue us goes on at once', async () => {
    await start()
    t.type('ab\x1a')
    await t.until('the screen back', () => t.isAlternate() && /│ ab/.test(t.screen()) && t.raw().split('\x1b[?1049h').length > 2)
    t.type('c')
    await t.waitFor(/│ abc/)
  })
})

test('the screen is cleared only when it is entered, and the scrollback never', async () => {
  await start({RATE: '200', HISTORY: '40'})
  t.resize(100, 30)
  await t.until('frames', () => t.raw().split('\x1b[?2026l').length > 30)
  expect(t.raw().split('\x1b[2J')).toHaveLength(2)
  expect(t.raw()).not.toContain('\x1b[3J')
})

test('NO_COLOR: the same shape without a colour', async () => {
  await start({RATE: '100', HISTORY: '10', NO_COLOR: '1'})
  await t.waitFor(/╭─+╮/)
  await t.until('frames', () => t.raw().split('\x1b[?2026l').length > 10)
  expect(t.raw()).not.toMatch(/\x1b\[(?!0m)[0-9;]*m/)
})
