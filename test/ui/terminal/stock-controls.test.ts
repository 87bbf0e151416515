import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import {type BuiltFixture, buildFixture} from '../../harness/build-fixture.ts'
import {openPty, sleep, type TestTerminal} from '../../harness/pty.ts'

let built: BuiltFixture
let t: TestTerminal

beforeAll(async () => {
  built = await buildFixture('test/ui/terminal/fixtures/stock.tsx')
}, 60_000)
afterAll(() => built?.remove())
afterEach(() => t?.kill())

async function start(env: Record<string, string>) {
  t = openPty(process.execPath, [built.file], {env: {CI: 'false', ...env}})
  await t.waitFor(/READY/)
}

/** The harness must see stock parts fail; when one of these no longer fails, a part of the kit may go. */
describe('negative controls: stock parts', () => {
  test('text and Enter in one write are not submitted', async () => {
    await start({})
    t.type('hello\r')
    await t.waitFor(/length=6/)
    expect(t.screen()).toMatch(/sent=\[-\]/)
  })

  test('Backspace leaves half a family', async () => {
    await start({})
    t.type('a👩‍👩‍👧‍👦')
    await t.waitFor(/length=12/)
    t.type('\x7f')
    await t.waitFor(/length=11/)
  })

  test('OSC 52 and the title pass through <Text>', async () => {
    await start({HOSTILE: '1'})
    await t.until('the sequences', () => t.osc.length >= 2)
    expect(t.osc).toEqual(expect.arrayContaining(['52;c;cHduZWQ=', '0;PWN']))
  })

  test('a border shifts beside a grapheme that terminals measure otherwise', async () => {
    await start({})
    const row = await t.until('the row', () => {
      const y = t
        .screen()
        .split('\n')
        .findIndex(line => line.includes('⚠'))
      return t.isParsed() && y > 0 && y
    })
    expect(t.columnsOf(row, '│')).not.toEqual([0, 19])
  })

  test('the real cursor is not where the text is', async () => {
    await start({TICK: '1'})
    t.type('你好')
    await t.waitFor(/length=2/)
    expect(t.cursor().visible && t.cursor().x === 4 && t.cursor().y === 2).toBe(false)
  })

  test('↓↓⏎ in one write does not pick the third item', async () => {
    await start({LIST: '1'})
    t.type('\x1b[B\x1b[B\r')
    await t.until('a reaction', () => /pick=(?!-)|❯ (?!甲)/.test(t.screen()))
    expect(t.screen()).not.toMatch(/pick=丙/)
  })

  test('under CI=true nothing is drawn', async () => {
    t = openPty(process.execPath, [built.file], {env: {CI: 'true'}})
    await sleep(1500)
    expect(t.screen()).not.toMatch(/READY/)
  })
})
