import {describe, expect, it} from 'vitest'
import {ofType} from '../../source/core/state.ts'
import {review} from '../../source/protocols/review.ts'
import {recordsOf} from '../../source/records/index.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {material} from '../protocols/review-table.ts'
import {rehearseReview} from './rehearsal-review-table.ts'

const all = ['builder', 'critic', 'user-advocate', 'business-analyst', 'architect', 'security-reliability']
const materials = {
  zh: [
    material('brief', 'brief.md', '要决定的是：结算是否改成异步。'),
    material('material', 'docs/spec.md', '# 结算流程\n\n现在是同步的。\n\n## 失败重试\n\n三次。\n\n## 对账\n\n每晚。', 40),
  ],
  en: [
    material('brief', 'brief.md', 'To decide: whether settlement becomes asynchronous.'),
    material(
      'material',
      'docs/spec.md',
      '# Settlement\n\nIt is synchronous now.\n\n## Retries\n\nThree.\n\n## Audit\n\nNightly.',
      60,
    ),
  ],
}
const topics = {zh: '要不要把结算改成异步', en: 'Should we make settlement asynchronous?'}
const word = {zh: '预算只有十万', en: 'The budget is only ten thousand'}

describe.each(['zh', 'en'] as const)('a review on a bare machine (%s)', lang => {
  const held = (more: Partial<Parameters<typeof rehearseReview>[0]> = {}) => {
    let first = true
    return rehearseReview({lang, topic: topics[lang], ids: all, materials: materials[lang], ...more}, run => {
      if (first) run.say(word[lang])
      first = false
      run.say('继续')
    })
  }

  it('is held to its end, every event accounted for, every section of the report written', async () => {
    const {end, log, state} = await held()
    expect(end).toEqual({how: 'closed', outcome: {how: 'complete', rounds: 2}})
    expect(verifyMeeting(review, log).filter(check => !check.ok)).toEqual([])
    expect(ofType(log, 'turn.failed')).toEqual([])
    expect(ofType(log, 'turn.started').filter(turn => turn.key.startsWith('challenge'))).toEqual([])
    const files = recordsOf(state, {localDate: () => '2026-01-01'})
    const final = files.find(file => file.name === 'synthesis/final.md')?.text ?? ''
    expect(final.match(/^## .+$/gm)).toHaveLength(14)
    expect(final).toContain(lang === 'zh' ? '**排练（无模型）**' : '**Rehearsal (no model)**')
    expect(final).toContain(word[lang])
    expect(final).toContain('docs/spec.md')
  })

  it('has roles that differ, and speak of the topic, the materials and the words of others', async () => {
    const {log} = await held()
    const finished = ofType(log, 'turn.finished').filter(event => event.key.startsWith('round-'))
    const texts = finished.map(event => event.text)
    expect(new Set(texts).size).toBe(texts.length)
    const points = finished.filter(event => event.key.startsWith('round-1')).map(event => /^1\. (.+)$/m.exec(event.text)?.[1])
    expect(new Set(points).size).toBe(all.length)
    for (const event of finished) {
      expect(event.text.match(/^\d\. /gm)).toHaveLength(event.key.startsWith('round-1') ? 7 : 6)
      expect(event.text.split('\n').at(-1)).toMatch(/^STANCE: /)
      const quotes = [...event.text.matchAll(/[「“]([^」”]+)[」”]/gu)].map(match => match[1] ?? '')
      if (event.key.startsWith('round-1')) {
        expect(
          materials[lang].some(({text}) => quotes.some(quote => text.includes(quote))),
          event.text,
        ).toBe(true)
      } else {
        const others = finished.filter(one => one.key.startsWith('round-1') && one.who !== event.who)
        expect(quotes.filter(quote => others.some(({text}) => text.includes(quote))).length, event.text).toBeGreaterThanOrEqual(2)
        expect(event.text).toContain(word[lang])
      }
    }
  })

  it('goes on for five rounds, with a role of the person’s own, and the same seed gives the same', async () => {
    const texts = async () => {
      const {end, log} = await held({rounds: 5, ids: ['builder', 'critic', 'lawyer'], seed: 7})
      expect(end).toMatchObject({outcome: {how: 'complete', rounds: 5}})
      expect(verifyMeeting(review, log).filter(check => !check.ok)).toEqual([])
      return ofType(log, 'turn.finished').map(event => event.text)
    }
    expect(await texts()).toEqual(await texts())
  })
})
