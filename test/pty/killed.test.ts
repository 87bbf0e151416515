import {execFileSync} from 'node:child_process'
import {beforeAll, describe, expect, test} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, runCli} from '../support/cli.ts'
import {isRestored, meetArgs, numbered, openRoom, openShell, PATIENCE, type Product, placeForTest} from './product.ts'

/** Every way to be killed in every state a person can bring the program into. */

const pace = {chunk: 1, everyMs: 40}
const slow = {turns: numbered(n => `第 ${n} 段，${'慢慢说来，'.repeat(30)}完。`, pace)}
const quick = {turns: numbered(n => `第 ${n} 段。`)}
const faulty = {
  turns: numbered(n => `第 ${n} 段。`).map((turn, at) =>
    at === 1 ? {...turn, fail: {code: 'timeout', message: '等不到回音', retryable: true}} : turn,
  ),
}

type State = {
  readonly name: string
  readonly script?: object
  readonly args?: readonly string[]
  readonly size?: {readonly columns: number; readonly rows: number}
  /** Brings the program there; absent: it is there once it runs. */
  readonly reach?: (t: Product) => Promise<unknown>
  readonly shows: RegExp
}

const wizard = async (t: Product, ...lines: readonly (readonly [see: RegExp, type: string])[]) => {
  for (const [see, type] of lines) {
    await t.see(see)
    t.type(type)
  }
}
const toSeats = [
  [/› 议题/, '机器与人\r'],
  [/› 模式/, '\r'],
  [/› 声音/, '\r'],
] as const

const states: readonly State[] = [
  {name: 'the empty wizard', shows: /› 议题/},
  {
    name: 'participants filtered',
    reach: t => wizard(t, ...toSeats, [/› 与会者/, '教员']),
    shows: /毛泽东 {2}教员/,
  },
  {
    name: 'the confirmation',
    reach: t => wizard(t, ...toSeats, [/› 与会者/, '马克思 \x15毛泽东 '], [/◉ 2 毛泽东/, '\r'], [/› 轮次/, '\r']),
    shows: /› 开始/,
  },
  {name: 'the opening streaming, in panes', script: slow, size: {columns: 120, rows: 40}, shows: /慢慢说来，慢慢说来/},
  {name: 'the flow', script: slow, shows: /慢慢说来，慢慢说来/},
  {name: 'a pause', script: quick, shows: /按 Enter 继续/},
  {
    name: 'an interjection queued',
    script: slow,
    reach: t => wizard(t, [/慢慢说来/, '我问一句\r']),
    shows: /我问一句.*待送/,
  },
  {name: 'a fault', script: faulty, shows: /1 重试/},
  {name: 'the palette', script: slow, reach: t => wizard(t, [/慢慢说来/, '/']), shows: /再来一轮/},
  {
    name: 'leaving asked',
    script: slow,
    reach: t => wizard(t, [/慢慢说来/, '\x03']),
    shows: /离开会议？/,
  },
  {name: 'the end card', script: quick, args: ['--auto'], shows: /v 查看.*q 退出/},
  {
    name: 'a window too small',
    script: slow,
    reach: async t => {
      await t.see(/慢慢说来/)
      t.resize(20, 6)
    },
    shows: /窗口太小/,
  },
]

const signals = [
  ['SIGINT', undefined],
  ['SIGTERM', 143],
  ['SIGHUP', 129],
  ['SIGKILL', 137],
  // No signal of the program's: a module loaded before it throws when it comes, as a mistake of ours would.
  ['SIGUSR2', 70],
] as const
/** Each is a start or two of the program: all of them where it is worth it, else two by turns. */
const endingsOf = (name: string) => {
  const from = states.findIndex(state => state.name === name)
  return process.env.CI ? signals : [signals[from % 5], signals[(from + 3) % 5]].filter(signal => signal !== undefined)
}
const throws = "process.on('SIGUSR2', () => { throw new Error('boom \\x1b[2J') })"

const said = (log: readonly Stamped[]) => ofType(log, 'turn.finished').map(({key, who, text}) => [key, who, text])
const ends = new Map<object, unknown>()

beforeAll(async () => {
  await Promise.all(
    [slow, quick, faulty].map(async script => {
      const place = makePlace()
      place.write('s.json', JSON.stringify({turns: script.turns.map(({everyMs: _, ...turn}: {everyMs?: number}) => turn)}))
      const ran = await runCli([...meetArgs('s.json'), '--auto', '--plain'], {place})
      expect(ran.code, ran.stderr).toBe(0)
      ends.set(script, said(ledgerOf(onlyMeeting(place))))
      place.remove()
    }),
  )
}, PATIENCE)

const childOf = (pid: number) =>
  Number(
    execFileSync('pgrep', ['-P', `${pid}`], {encoding: 'utf8'})
      .trim()
      .split('\n')[0],
  )

const sumOfTty = async (t: Product, nth: number) => {
  t.type('stty -a | md5sum\r')
  const sums = () => t.history().match(/^[0-9a-f]{32}(?= )/gm) ?? []
  await t.until('the sum', () => sums().length >= nth && t.isParsed(), PATIENCE)
  return sums()[nth - 1]
}

describe.for(states)('in $name', {concurrent: true, timeout: 4 * PATIENCE}, ({name, script, args, size, reach, shows}) => {
  test.for(endingsOf(name))('%s', async ([signal, code], {onTestFinished: finished}) => {
    const place = placeForTest(finished)
    const preload = place.write('throws.mjs', throws)
    const t = await openShell({...size, ...(signal === 'SIGUSR2' ? {preload} : {}), place, finished})
    if (script) place.write('s.json', JSON.stringify(script))
    t.type('echo earlier text\r')
    const before = await sumOfTty(t, 1)
    const [columns, rows] = [t.term.cols, t.term.rows]
    t.type(`roundtable ${script ? [...meetArgs('s.json'), ...(args ?? [])].join(' ') : ''}\r`)
    await reach?.(t)
    await t.see(shows)
    process.kill(childOf(t.pid), signal)
    await t.until('the exit', () => t.isParsed() && /code=\d/.test(signal === 'SIGKILL' ? t.screen() : t.history()), PATIENCE)
    if (signal !== 'SIGKILL') {
      const wanted = code ?? (script === undefined || name === 'the end card' ? 0 : 3)
      expect(/code=(\d+)/.exec(t.history())?.[1]).toBe(`${wanted}`)
      expect(isRestored(t)).toBe(true)
      expect(t.history()).toMatch(/earlier text/)
      t.resize(columns, rows)
      expect(await sumOfTty(t, 2)).toBe(before)
      const told = signal === 'SIGUSR2' ? /出了错：boom/ : name === 'the end card' ? /记录.*transcripts/ : /resume.*transcripts/
      if (script || signal === 'SIGUSR2') expect(t.history()).toMatch(told)
    }
    if (!script) return expect(meetingsIn(place)).toEqual([])
    await sameEnd(place, script, name)
    if (signal === 'SIGKILL') expect((await runCli(['verify', onlyMeeting(place)], {place})).code).toBe(0)
  })
})

async function sameEnd(place: Place, script: {readonly turns?: readonly object[]}, name: string) {
  place.write('s.json', JSON.stringify({turns: script.turns?.map(turn => ({...turn, everyMs: 0}))}))
  const folder = onlyMeeting(place)
  const ran = await runCli(['resume', folder, '--auto', '--plain'], {place})
  expect(ran.code, ran.stderr).toBe(0)
  expect(said(ledgerOf(folder))).toEqual(ends.get(script))
  if (name === 'an interjection queued') expect(ofType(ledgerOf(folder), 'user.said').map(({text}) => text)).toEqual(['我问一句'])
}

test.for(['the flow', 'the end card'])(
  'a window that is closed ends the program in %s, and the meeting can be gone on with',
  {timeout: 4 * PATIENCE},
  async (name, {onTestFinished: finished}) => {
    const {script, args, shows} = states.find(state => state.name === name) ?? {shows: /^$/}
    const place = placeForTest(finished)
    place.write('s.json', JSON.stringify(script))
    const t = openRoom([...meetArgs('s.json'), ...(args ?? [])], {place, finished})
    await t.see(shows)
    t.hangUp()
    await t.until('the end of the program', () => !isAlive(t.pid), PATIENCE)
    await sameEnd(place, script ?? {}, name)
  },
)

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
