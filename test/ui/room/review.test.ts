import {describe, expect, test} from 'vitest'
import type {TestLive} from '../../support/live-meeting.ts'
import {saidSoFar, spoken} from './board-states.ts'
import {ended, goOn, report, reviewLive, reviewWord, waits, wholeReview, withGap} from './review-states.ts'
import {showRoom} from './states.ts'

const FILES = ['brief.md', 'rounds/round-1.md', 'transcript.md', 'synthesis/final.md']

async function toGaps(lang: 'zh' | 'en' = 'zh'): Promise<TestLive> {
  const live = reviewLive(lang, {turns: withGap(lang)})
  await goOn(live, 'review.pause.round')
  await goOn(live, 'review.pause.verdict')
  await live.until('the gaps', () => waits(live, 'review.gaps'))
  return live
}

test.each([
  ['panes', ''],
  ['the flow', '\x06\x06'],
])(
  'at no moment of a whole review do %s show the line that the machine reads; its stance stands beside the name',
  async (_, keys) => {
    const live = reviewLive('zh')
    const {glass} = showRoom(live, {columns: 120, rows: 40, files: FILES})
    if (keys) await glass.type(keys.slice(1))
    const seen: string[] = []
    for (let step = 0; step < 400 && !live.state().outcome; step++) {
      await live.clock.advance(40)
      if (live.waiting()) live.say('')
      await glass.settle()
      seen.push(glass.text())
    }
    expect(live.state().outcome).toBeDefined()
    for (const screen of seen) expect(screen).not.toMatch(/STANCE|CONFIDENCE/)
    expect(seen.some(screen => screen.includes(keys ? '立场：放弃 · 信心 0.7 · 上一轮：修改' : '放弃 0.7 ← 修改'))).toBe(true)
    glass.app.close()
  },
  120_000,
)

describe('where somebody is missing', () => {
  test('the missing are named with the reason, and 1 asks only them again', async () => {
    const live = await toGaps()
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await glass.settle()
    expect(glass.text()).toMatch(/第 2 轮缺席：🔍 反对派[\s\S]*额度或频率受限 · 5 hour limit reached · try again at 14:00/)
    await glass.type('1')
    await live.until('asked again', () => spoken(live, 'round-2.2:critic'))
    expect(live.log().filter(event => event.type === 'turn.started' && event.key.startsWith('round-2.2'))).toHaveLength(1)
    await live.until('the verdict', () => saidSoFar(live, 'verdict') > 20)
    glass.app.close()
  })

  test('2 offers another voice to the one that is missing', async () => {
    const live = await toGaps('en')
    const {glass} = showRoom(live, {columns: 80, rows: 24, lang: 'en'})
    await glass.type('2')
    expect(glass.text()).toContain('Another voice for 🔍 Critic')
    glass.app.close()
  })

  test('3 takes the report with its gap, and the end says so before anything else', async () => {
    const live = await toGaps()
    const {glass} = showRoom(live, {columns: 80, rows: 24, files: FILES})
    await glass.type('3')
    await ended(live)
    await glass.settle()
    expect(glass.text()).toMatch(/最终报告带有缺口：第 2 轮缺席 🔍 反对派[\s\S]*评审结束/)
    glass.app.close()
  })

  test('4 ends it without a report; the end says why, and what to do', async () => {
    const live = await toGaps()
    const {glass} = showRoom(live, {columns: 80, rows: 24, files: ['transcript.md', 'synthesis/final.draft.md']})
    await glass.type('4')
    await ended(live)
    await glass.settle()
    expect(glass.text()).toMatch(/没有最终报告：你选择不裁决就结束[\s\S]*按 n 再开一场[\s\S]*评审结束/)
    expect(glass.text()).toMatch(/synthesis\/final\.draft\.md/)
    glass.app.close()
  })

  test('a number that belongs to a sentence is written, not taken for a choice', async () => {
    const live = await toGaps()
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await glass.type('缺了 3')
    expect(glass.text()).toContain('› 缺了 3')
    glass.app.close()
  })
})

describe('the judge', () => {
  test('has a wide pane of its own, can be read back and copied, and the report opens first at the end', async () => {
    const live = reviewLive('zh')
    const {glass} = showRoom(live, {columns: 120, rows: 40, files: FILES})
    await goOn(live, 'review.pause.round')
    await goOn(live, 'review.pause.verdict')
    await live.until('half a report', () => saidSoFar(live, 'verdict') > 200)
    await glass.settle()
    expect(glass.text()).toMatch(/^▌ 裁判 {2}不坐席位，只写报告 .*裁决中/m)
    await glass.type('/看 裁判\r')
    expect(glass.text()).toMatch(/^ 裁判 .* 1 篇$/m)
    await glass.type('\x1b')
    await ended(live)
    await glass.settle()
    expect(glass.text()).toMatch(/synthesis\/final\.md[\s\S]*最终报告已写成，没有缺口/)
    await glass.type('v')
    expect(glass.text()).toMatch(/^ synthesis\/final\.md .*1\/4/m)
    await glass.type('\t')
    expect(glass.text()).toMatch(/^ transcript\.md/m)
    glass.app.close()
  })

  test('who fails says why; 2 gives it another voice and 1 asks again', async () => {
    const fail = {code: 'auth', message: 'not logged in', hint: 'codex login', retryable: false} as const
    const live = reviewLive('zh', {turns: [...wholeReview('zh').slice(0, -1), {who: 'recorder', fail}, report('zh')]})
    const {glass} = showRoom(live, {columns: 80, rows: 24})
    await goOn(live, 'review.pause.round')
    await goOn(live, 'review.pause.verdict')
    await live.until('the trouble', () => waits(live, 'review.trouble.verdict'))
    await glass.settle()
    expect(glass.text()).toMatch(/裁判没有给出报告[\s\S]*裁判：没有登录 · not logged in · codex login[\s\S]*1 {2}再请裁判/)
    await glass.type('2')
    expect(glass.text()).toContain('裁判 换用哪个声音')
    await glass.type('\x1b')
    await glass.type('1')
    await ended(live)
    await glass.settle()
    expect(glass.text()).toContain('最终报告已写成')
    glass.app.close()
  })
})

test('a word is promised to the judge in the last round, and was given to it', async () => {
  const live = reviewLive('zh', {rounds: 1, turns: [...wholeReview('zh').slice(0, 3), report('zh')]})
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await live.until('the round', () => saidSoFar(live, 'round-1:critic') > 10)
  live.say(reviewWord('zh'))
  await glass.settle()
  expect(glass.text()).toContain('待送 裁判')
  await goOn(live, 'review.pause.verdict')
  await ended(live)
  await glass.settle()
  expect(glass.text()).toContain('已送达 裁判')
  glass.app.close()
})

test('killed at any pause and taken up again, the room shows the same stances and asks the same question', async () => {
  const live = await toGaps()
  const again = reviewLive('zh', {from: live.log(), turns: withGap('zh')})
  await again.until('the same question', () => again.waiting()?.for === 'word')
  const [one, other] = [showRoom(live, {columns: 120, rows: 40}), showRoom(again, {columns: 120, rows: 40})]
  await one.glass.settle()
  await other.glass.settle()
  expect(other.glass.text()).toBe(one.glass.text())
  expect(other.glass.text()).toContain('缺席')
  one.glass.app.close()
  other.glass.app.close()
})

test('at a pause the newest answer can be given again, a role muted, and what was said found and copied', async () => {
  const again = wholeReview('zh')[2]
  const live = reviewLive('zh', {
    turns: [...wholeReview('zh').slice(0, 3), ...(again ? [again] : []), ...wholeReview('zh').slice(3)],
  })
  const {glass} = showRoom(live, {columns: 120, rows: 40})
  await live.until('the pause', () => waits(live, 'review.pause.round'))
  await glass.type('/重说\r')
  await live.until('said again', () => live.count('turn.finished') === 4 && live.waiting() !== undefined)
  await glass.settle()
  expect(glass.text()).toMatch(/架构师 .*完 · 继续 0\.6/)
  await glass.type('/复制 反对派\r')
  expect(glass.text()).toContain('已把 🔍 反对派 的发言')
  await glass.type('/静音 反对派\r')
  expect(glass.text()).toContain('反对派 的下一次发言将略过')
  await glass.type('/搜索 反对派的第 3 点\r')
  expect(glass.text()).toMatch(/第 1 处 \/ 共 1 处/)
  await glass.type('\x1b')
  await glass.type('\x1b')
  await glass.type('\x1b')
  live.say('')
  await goOn(live, 'review.pause.verdict')
  await live.until('the gaps', () => waits(live, 'review.gaps'))
  await glass.settle()
  expect(glass.text()).toMatch(/第 2 轮缺席：🔍 反对派[\s\S]*🔍 反对派：没有发言/)
  glass.app.close()
})
