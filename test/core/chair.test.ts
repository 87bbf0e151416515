import {readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {chairText, lintChair} from '../../source/core/chair.ts'
import {slotsOf} from '../../source/core/template.ts'
import {chairTemplates} from '../../source/i18n/chair.ts'
import {promptTemplates} from '../support/meeting.ts'

/** What `seeds/roundtable.txt` forbids, as it stands there: laws 2, 4 and 5, and every report of time. */
const FORBIDDEN = [
  'XX的观点很有启发性',
  'YY刚才提到了一个值得深入的点',
  'ZZ似乎忽略了一个重要方面',
  '你们在A点上似乎达成了共识',
  '请你就XX问题展开谈谈',
  'XX说得很有道理',
  '你可能会想反驳',
  '请你重点谈谈XX方面',
  '今天的讨论非常精彩，两位从不同角度深刻剖析了',
  '感谢两位的精彩发言，让我们看到了问题的多面性',
  '今天的讨论很有深度，特别是XX的观点让人印象深刻',
  '还剩X分钟',
  '还剩 3 分钟，请抓紧。',
  '讨论已进行 20 分钟。',
  '现在是晚上八点钟。',
  '本轮用时 90 秒。',
  '时间到。',
]
const FORBIDDEN_EN = [
  'That was a very insightful point.',
  'What an excellent discussion, thank you both!',
  'You might want to object to this.',
  'It seems you agree on this.',
  'There is a consensus on A.',
  'There are 3 minutes remaining.',
  'Time is up.',
  'Please elaborate on X.',
  'Why do you think so?',
]

describe('the sentences that the seed forbids', () => {
  it.each(FORBIDDEN)('%s fails the lint when planted as a template', text => {
    expect(lintChair({...chairTemplates.zh, planted: text})).toContainEqual(expect.objectContaining({id: 'planted'}))
    expect(lintChair({...chairTemplates.zh, 'round.end': `第 {round} 轮讨论结束。${text}`})).toContainEqual(
      expect.objectContaining({id: 'round.end'}),
    )
  })

  it.each(FORBIDDEN_EN)('%s fails it too', text => {
    expect(lintChair({planted: text})).not.toEqual([])
  })

  it('so does a slot through which free text could come', () => {
    expect(lintChair({planted: '{name}说：{comment}'})).toEqual([{id: 'planted', rule: 'slot', found: 'comment'}])
  })
})

describe('the templates of the chair', () => {
  it.each(['zh', 'en'] as const)('pass the lint in %s', lang => {
    expect(lintChair(chairTemplates[lang])).toEqual([])
  })

  it('are the same in both languages, with the same slots', () => {
    const shape = (lang: 'zh' | 'en') =>
      Object.fromEntries(Object.entries(chairTemplates[lang]).map(([id, text]) => [id, [...slotsOf(text)].sort()]))
    expect(shape('en')).toEqual(shape('zh'))
  })

  it('end a meeting with the sentence of the seed, to the letter', () => {
    const line = {id: 'closed', slots: {topic: '[主题]', rounds: 'N', path: '[路径]'}}
    expect(chairText(chairTemplates.zh, line)).toBe('本次圆桌会议围绕"[主题]"进行了 N 轮讨论。会议记录已保存至 [路径]。')
    expect(chairText(chairTemplates.zh, {id: 'reminder', slots: {}})).toBe('请注意聚焦于会议主题')
    expect(promptTemplates('zh').reminder).toBe(chairTemplates.zh.reminder)
    expect(promptTemplates('en').reminder).toBe(chairTemplates.en.reminder)
  })
})

it.each(['时间管理', '还剩三分钟怎么办', '共识', '为什么精彩的发言值得感谢', '{names} 与 {topic}', 'Why is time so compelling?'])(
  'the topic %s is no breach: what stands in a slot is the person’s own, and is not filled in again',
  topic => {
    for (const lang of ['zh', 'en'] as const) {
      const text = chairText(chairTemplates[lang], {id: 'closed', slots: {topic, rounds: 2, path: 'transcripts/x'}})
      expect(text).toContain(`"${topic}"`)
      expect(lintChair(chairTemplates[lang])).toEqual([])
    }
  },
)

/** The relay of law 4: what the chair hands over besides the topic, the participants and the speech is the seed's own layout. */
it.each([
  ['opening', '## 圆桌会议 · 开场发言'],
  ['response', '## 圆桌会议 · 第 {round} 轮讨论'],
  ['closing', '## 圆桌会议 · 结语环节'],
])('the message of the %s is the seed’s, line for line', (id, head) => {
  const seed = readFileSync(new URL('./seed-messages.txt', import.meta.url), 'utf8')
  const part = seed.split(/^(?=## )/m).find(text => text.startsWith(head.replace('{round}', '[N]'))) ?? ''
  const slots: readonly (readonly [RegExp, string])[] = [
    [/\[用户提出的原始问题[^\]]*\]/g, '{topic}'],
    [/(?:- \[参与者.姓名\]：\[一句话身份\]\n)+/g, '{participants}\n'],
    [/\[N\]/g, '{round}'],
    [/刚才 \*\*[\s\S]*?\n"\n---/, '{relay}\n---'],
  ]
  const expected = slots.reduce((text, [from, to]) => text.replace(from, to), part)
  const ours = promptTemplates('zh')[id] ?? ''
  const lines = (text: string) =>
    text
      .split('\n')
      .map(line => line.trim())
      .filter(line => line !== '' && line !== '{extras}')
  expect(lines(ours)).toEqual(lines(expected))
})
