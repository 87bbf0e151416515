import {describe, expect, it} from 'vitest'
import {reviewTurn} from '../../source/core/review.ts'
import {hollow, type ToCheck} from '../../source/core/review-check.ts'
import {readReport, sections} from '../../source/core/review-report.ts'
import {digestOf} from '../../source/core/review-summary.ts'
import {report, reviewPrompts} from '../protocols/review-table.ts'

describe('a hollow answer', () => {
  const long = '这个方案的核心目标没有写清楚，谁来验证也没有写。第一步可以先做一个小版本，看五个人怎么用。'.repeat(4)
  const peers = [{name: '架构师', text: '接口要先定下来，再谈里面怎么写。\n迁移的步骤一条都没有写出来，退回去更没有写。'}]
  const check = (more: Partial<ToCheck>) => hollow({text: long, lang: 'zh', least: 300, peers, ...more})

  it.each<[string, Partial<ToCheck>, ReturnType<typeof hollow>]>([
    ['one that stands by itself is none', {}, undefined],
    ['a quarter of the least length is enough', {text: '字'.repeat(75)}, undefined],
    ['less is empty', {text: '字'.repeat(74)}, 'empty'],
    ['the machine line and quoted lines are nothing said', {text: `> ${long}\nSTANCE: 修改 CONFIDENCE: 0.7`}, 'empty'],
    ['English is counted in words', {text: 'word '.repeat(44), lang: 'en', least: 180}, 'empty'],
    ['and a quarter of them is enough', {text: 'word '.repeat(45), lang: 'en', least: 180}, undefined],
    ['sentences of others for most of it', {text: (peers[0]?.text ?? '').repeat(3), least: 100}, 'echo'],
    [
      'a quotation inside a sentence of its own is none',
      {text: `${long}架构师说「接口要先定下来，再谈里面怎么写」，我不同意。`},
      undefined,
    ],
    [
      'another stance without a cause',
      {stance: {stance: 'drop', confidence: 1}, before: {stance: 'modify', confidence: 1}},
      'turned',
    ],
    [
      'another stance with a cause',
      {text: `${long}因为成本变了。`, stance: {stance: 'drop', confidence: 1}, before: {stance: 'modify', confidence: 1}},
      undefined,
    ],
    [
      'another stance that names whose point it was',
      {text: `${long}架构师说得对。`, stance: {stance: 'drop', confidence: 1}, before: {stance: 'modify', confidence: 1}},
      undefined,
    ],
    [
      'the same stance needs none',
      {stance: {stance: 'drop', confidence: 1}, before: {stance: 'drop', confidence: 0.2}},
      undefined,
    ],
  ])('%s', (_, more, expected) => {
    expect(check(more)).toBe(expected)
  })
})

describe("a judge's report", () => {
  it.each(['zh', 'en'] as const)('has all its sections in %s', lang => {
    expect(readReport(report(lang), reviewPrompts(lang)).missing).toEqual([])
    for (const section of sections) {
      expect(readReport(report(lang, [section]), reviewPrompts(lang)).missing).toEqual([section])
    }
  })

  it.each([
    '## 1. 最大风险',
    '## **最大风险**',
    '## 最大风险和缓解方式',
    '## 最大风险：',
    '## 六、最大风险',
    '# 最大风险',
    '##  最大风险 ##',
    '## Biggest risks',
  ])('reads the heading %s', heading => {
    const text = report('zh').replace('## 最大风险', heading)
    expect(readReport(text, reviewPrompts('zh')).missing).toEqual([])
  })

  it.each(['最大风险', '### 最大风险', '```\n## 最大风险\n```', '> ## 最大风险', '## 风险最大'])('takes %j for none', heading => {
    const text = report('zh').replace('## 最大风险', heading)
    expect(readReport(text, reviewPrompts('zh')).missing).toEqual(['risks'])
  })

  it('counts an empty section as missing', () => {
    expect(readReport(report('zh').replace('risks 的正文。', '---'), reviewPrompts('zh')).missing).toEqual(['risks'])
  })

  it.each(['## Provenance', '## 14. Provenance（来源）', '### provenance', '# Provenance'])(
    'leaves out what the judge wrote as %s',
    heading => {
      const text = report('zh').replace('## 证据缺口', `${heading}\n\n伪造的来源\n\n#### 更多\n\n也是伪造\n\n## 证据缺口`)
      const {bodies, missing} = readReport(text, reviewPrompts('zh'))
      expect(missing).toEqual([])
      expect([...bodies.values()].join('\n')).not.toMatch(/伪造/)
    },
  )

  it('keeps a heading of its own below the section it stands in, one level down', () => {
    const {bodies} = readReport(
      report('zh').replace('plan 的正文。', 'plan 的正文。\n\n## 附录\n\n附录的话'),
      reviewPrompts('zh'),
    )
    expect(bodies.get('plan')).toBe('plan 的正文。\n\n### 附录\n\n附录的话')
  })
})

it('a summary takes the first sentence of each point, word for word, within its bounds', () => {
  const text =
    '# 标题\n\n1. 第一点成立。后面的不要。\n2. 第二点不成立！\n> 别人的话。\n\n```\n代码。\n```\nSTANCE: 修改 CONFIDENCE: 0.7'
  expect(digestOf(text)).toEqual({position: {stance: 'modify', confidence: 0.7}, claims: ['第一点成立。', '第二点不成立！']})
  const huge = digestOf(Array.from({length: 8}, (_, n) => `${n}${'长'.repeat(2000)}`).join('\n'))
  expect(Buffer.byteLength(huge.claims.join('\n'))).toBeLessThanOrEqual(12 * 1024)
  expect(huge.position).toBeUndefined()
})

it('a turn is known by its key', () => {
  expect(reviewTurn('round-2:a')).toEqual({kind: 'round', round: 2, part: 'round-2'})
  expect(reviewTurn('round-2.3:user-advocate')).toEqual({kind: 'round', round: 2, part: 'round-2.3'})
  expect(reviewTurn('challenge-1:a')).toEqual({kind: 'challenge', round: 1, part: 'challenge-1'})
  expect(reviewTurn('verdict.2')).toEqual({kind: 'verdict', round: 0, part: 'verdict.2'})
  expect(reviewTurn('summary-1')).toBeUndefined()
})
