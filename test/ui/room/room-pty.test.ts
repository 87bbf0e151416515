import {afterAll, afterEach, beforeAll, describe, expect, test} from 'vitest'
import {type BuiltFixture, buildFixture} from '../../harness/build-fixture.ts'
import {cellsOf, makeXterm, openPty, type PtyOptions, type TestTerminal} from '../../harness/pty.ts'
import {contentFor} from './content.ts'

let built: BuiltFixture
let t: TestTerminal

beforeAll(async () => {
  built = await buildFixture('test/ui/room/fixtures/room-demo.tsx')
}, 60_000)
afterAll(() => built?.remove())
afterEach(() => t?.kill())

const start = async (env: Record<string, string> = {}, options: PtyOptions = {}) => {
  t = openPty(process.execPath, [built.file], {...options, env: {EVERY: '4', ...env}})
  await t.waitFor(/马克思|Karl Marx/)
  return t
}

/** In a shell, which shows what is left on the terminal and with which code. */
async function shell(env: Record<string, string> = {}) {
  t = openPty('bash', ['--norc', '--noprofile', '-i'], {env: {PS1: 'ready> ', EVERY: '4', ...env}})
  await t.waitFor(/ready>/)
  // The shell's own line editor pastes in brackets too.
  t.type("bind 'set enable-bracketed-paste off'; clear\r")
  await t.until('the shell ready', () => !t.modes.has(2004) && !t.screen().includes('bind'))
  t.type(`echo earlier text; ${process.execPath} ${built.file}; echo "code=$?"\r`)
  await t.waitFor(/发言中|思考中/)
}
const isRestored = () => !t.isAlternate() && t.cursor().visible && !t.modes.has(2004) && !t.modes.has(1004)

test.each([
  ['zh', '一句插话', '继续', '/跳过结语'],
  ['en', 'a word of mine', 'continue', '/skip closing'],
])('a whole meeting by keyboard alone, in %s, with a word said while a seat speaks', async (lang, word, goOn, finish) => {
  await start({ROOM_LANG: lang, SEATS: '2'})
  t.type(`${word}\r`)
  await t.waitFor(lang === 'zh' ? /待送 马克思/ : /given to 0 of 2|due to Karl Marx/)
  await t.waitFor(lang === 'zh' ? /按 Enter 继续/ : /Enter to continue/)
  t.type(`${goOn}\r`)
  await t.waitFor(lang === 'zh' ? /第 2 轮讨论，或随时/ : /begin round 2/)
  t.type('\r')
  await t.waitFor(lang === 'zh' ? /进入结语环节，输入/ : /for the closing/)
  t.type(`${finish}\r`)
  await t.waitFor(/transcript\.md/)
  t.type('v')
  await t.waitFor(new RegExp(contentFor(lang as 'zh').speeches[1]?.slice(0, 8) ?? '-'))
  t.type('q')
  await t.waitFor(/v (?:查看|read)/)
  t.type('q')
  expect((await t.waitExit()).exitCode).toBe(0)
  expect(t.history()).toContain('left: {"kind":"quit","why":"done"}')
  expect(isRestored()).toBe(true)
})

describe('the ways out', () => {
  test('Ctrl+C twice pauses and leaves with 3', async () => {
    await shell()
    t.type('\x03')
    await t.waitFor(/离开会议/)
    t.type('\x03')
    await t.waitFor(/left: .*paused[\s\S]*code=3/)
    expect(isRestored()).toBe(true)
    expect(t.history()).toContain('earlier text')
  })

  test.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s leaves with %i and the terminal as it was', async (signal, code) => {
    await shell()
    process.kill(await pidOfRoom(), signal)
    await t.waitFor(new RegExp(`code=${code}`))
    expect(isRestored()).toBe(true)
  })

  test('an exception: 70, its message on the main screen', async () => {
    await shell()
    process.kill(await pidOfRoom(), 'SIGUSR2')
    await t.waitFor(/internal error: boom[\s\S]*code=70/)
    expect(isRestored()).toBe(true)
  })

  test('Ctrl+Z gives the shell, fg the same room with the draft', async () => {
    await shell()
    t.type('草稿')
    await t.waitFor(/› 草稿/)
    t.type('\x1a')
    await t.waitFor(/Stopped/)
    expect(isRestored()).toBe(true)
    t.type('fg; echo "code=$?"\r')
    await t.waitFor(/› 草稿/)
    expect(t.isAlternate()).toBe(true)
  })
})

test.each([{}, {CI: 'true'}])('after sizes and keys over live speeches the screen equals a full redraw (%o)', async env => {
  await start({EVERY: '15', ...env}, {columns: 120, rows: 40})
  t.type('草稿')
  for (const [columns, rows] of [
    [80, 24],
    [40, 12],
    [20, 6],
    [120, 40],
    [61, 19],
    [100, 30],
  ] as const)
    t.resize(columns, rows)
  t.type('\x06')
  t.type('\x06')
  await t.waitFor(/按 Enter 继续|› 草稿/)
  await t.until('the pause', () => /完[\s\S]*完[\s\S]*完/.test(t.screen()) && t.isParsed())
  await t.until('stillness', quiet())
  const shown = cellsOf(t.term)
  const before = t.raw().length
  t.type('\x0c')
  await t.until('the redraw', () => t.raw().length > before + 1000 && t.isParsed() && t.raw().endsWith('\x1b[?2026l'))
  const fresh = makeXterm(t.term.cols, t.term.rows)
  await new Promise<void>(resolve => fresh.write(`\x1b[?7l${t.raw().slice(before)}`, resolve))
  expect(cellsOf(t.term)).toEqual(shown)
  expect(cellsOf(fresh)).toEqual(shown)
  expect(t.screen()).toContain('› 草稿')
})

function quiet(ms = 300) {
  let length = -1
  let since = Date.now()
  return () => {
    if (t.raw().length !== length) {
      length = t.raw().length
      since = Date.now()
    }
    return t.isParsed() && Date.now() - since > ms
  }
}

async function pidOfRoom(): Promise<number> {
  const {readFileSync, readdirSync} = await import('node:fs')
  return t.until('the room', () => {
    for (const entry of readdirSync('/proc')) {
      if (!/^\d+$/.test(entry)) continue
      try {
        const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
        const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
        if (parent === t.pid && readFileSync(`/proc/${entry}/cmdline`, 'utf8').includes(built.file)) return Number(entry)
      } catch {
        // It ended meanwhile.
      }
    }
    return undefined
  })
}
