import {describe, expect, test} from 'vitest'
import type {TestLive} from '../../support/live-meeting.ts'
import {saidSoFar, spoken} from './board-states.ts'
import {councilLive, councilWord, wholeCouncil} from './council-states.ts'
import {ended} from './review-states.ts'
import {showRoom} from './states.ts'

const answering = (live: TestLive) => live.until('the members', () => saidSoFar(live, 'response:knuth') > 60)

test.each([
  ['panes', ''],
  ['the flow', '\x06'],
])(
  'at no moment of a whole council do %s show its data; verdicts stand in words, and who moved is seen',
  async (_, keys) => {
    const live = councilLive('zh')
    const {glass} = showRoom(live, {columns: 120, rows: 40, files: ['transcript.md', 'council.md']})
    if (keys) await glass.type(keys)
    const seen: string[] = []
    for (let step = 0; step < 600 && !live.state().outcome; step++) {
      await live.clock.advance(30)
      await glass.settle()
      seen.push(glass.text())
    }
    expect(live.state().outcome).toBeDefined()
    for (const screen of seen.slice(0, -1)) {
      expect(screen).not.toMatch(/[{}[\]`"]|keyConcerns|revisedVerdict|respondsTo|"moved|depends|against/)
    }
    expect(seen.some(screen => /改判：反对 → 看情况|完 · → 看情况/.test(screen))).toBe(true)
    expect(seen.some(screen => screen.includes('正在查证仓库'))).toBe(true)
    glass.app.close()
  },
  120_000,
)

describe('who was selected, and why', () => {
  test('is seen before the first word, and again by its own word', async () => {
    const live = councilLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await live.until('the positions', () => live.state().phase?.name === 'positions')
    await glass.settle()
    expect(glass.text()).toMatch(
      /委员会：optimization-decision · 三人组[\s\S]*选定方式：关键词[\s\S]*已读文件：src\/cache\.ts[\s\S]*辩论：开/,
    )
    await answering(live)
    await glass.settle()
    expect(glass.text()).not.toContain('选定方式')
    await glass.type('/选人\r')
    expect(glass.text()).toMatch(/^ 选人与依据[\s\S]*选定方式：关键词[\s\S]*简报：[\s\S]*热路径[\s\S]*辩论：开/)
    await glass.type('q')
    expect(glass.text()).toContain('› ')
    glass.app.close()
  })

  test('stands in the flow as lines of their own', async () => {
    const live = councilLive('en')
    const {glass} = showRoom(live, {columns: 80, rows: 60, lang: 'en'})
    await ended(live)
    await glass.settle()
    await glass.type('\x1b[H')
    expect(glass.text()).toMatch(/^ +┌─ Selection and grounding ─+ *$/m)
    expect(glass.text()).toMatch(/^ +│ Routed by: keyword *$/m)
    glass.app.close()
  })
})

test('before anybody has answered Esc offers to leave for another selection; afterwards it does not', async () => {
  const live = councilLive('zh')
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await answering(live)
  await glass.settle()
  expect(glass.text()).toContain('Esc 换一组成员')
  await glass.type('\x1b')
  expect(glass.text()).toMatch(/换一组成员？[\s\S]*--members[\s\S]*1 {2}暂停离开/)
  await glass.type('3')
  await live.until('an answer', () => spoken(live, 'response:carmack'))
  await glass.settle()
  expect(glass.text()).not.toContain('换一组成员')
  await glass.type('\x1b')
  expect(glass.text()).not.toContain('换一组成员？')
  glass.app.close()
})

describe('words that mean nothing at a council', () => {
  test.each([
    ['再来一轮', '最多两轮'],
    ['继续', '自己往下走'],
  ])('%s is answered at once, and not recorded', async (word, answer) => {
    const live = councilLive('zh')
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await answering(live)
    await glass.type(`/${word}\r`)
    expect(glass.text()).toContain(answer)
    expect(live.count('user.said')).toBe(0)
    await glass.type('\x1b')
    await glass.type('/')
    expect(glass.text()).not.toMatch(/\/再来一轮|\/继续|\/重说/)
    glass.app.close()
  })
})

test('a word is promised to the members until the rebuttal begins, and not after', async () => {
  const live = councilLive('zh')
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await answering(live)
  live.say(councilWord('zh'))
  await glass.settle()
  expect(glass.text()).toContain('待送 高德纳、Kent Beck、卡马克')
  await live.until('the rebuttal', () => saidSoFar(live, 'rebuttal:knuth') > 5)
  live.say('再补一句')
  await glass.settle()
  expect(glass.text()).toContain('未送达')
  expect(glass.text()).toContain('反驳已经开始')
  glass.app.close()
})

test('a member who fails waits in its pane with the choices; left out, the pane and the end say so', async () => {
  const fail = {code: 'auth', message: 'not logged in', hint: 'codex login', retryable: false} as const
  const turns = wholeCouncil('zh').filter(turn => turn.who !== 'beck')
  const live = councilLive('zh', {turns: [...turns, {who: 'beck', fail}], default: {fail}})
  const {glass} = showRoom(live, {columns: 120, rows: 40, files: ['transcript.md', 'council.md']})
  await live.until('the choice', () => live.waiting()?.for === 'choice')
  await glass.settle()
  expect(glass.text()).toMatch(/Kent Beck .*出错[\s\S]*没有登录 · not logged[\s\S]*3 跳过/)
  await glass.type('3')
  await live.until('the rebuttal', () => saidSoFar(live, 'rebuttal:knuth') > 5)
  await glass.settle()
  expect(glass.text()).toMatch(/Kent Beck .*出错/)
  await ended(live)
  await glass.settle()
  expect(glass.text()).toMatch(/归纳已写成[\s\S]*归纳缺了 Kent Beck/)
  glass.app.close()
})

test('killed in the middle and taken up again, the room shows the same verdicts and the same selection', async () => {
  const live = councilLive('zh')
  await live.until('a rebuttal', () => spoken(live, 'rebuttal:beck'))
  const again = councilLive('zh', {from: live.log()})
  const {glass} = showRoom(again, {columns: 120, rows: 40})
  await again.until('it goes on', () => again.state().live.size > 0)
  await glass.settle()
  expect(glass.text()).toMatch(/Kent Beck .*完 · → 看情况/)
  await glass.type('/选人\r')
  expect(glass.text()).toContain('选定方式：关键词')
  await glass.type('q')
  await ended(again)
  glass.app.close()
})
