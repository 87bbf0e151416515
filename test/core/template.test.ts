import {expect, it} from 'vitest'
import {fence, fenced, fill, fillSpaced, parseTemplates, slotsOf} from '../../source/core/template.ts'
import {chairTemplates} from '../../source/i18n/chair.ts'
import {promptTemplates} from '../support/meeting.ts'

it('what is filled in is never looked at again', () => {
  expect(fill('主题：{topic}，{names}', {topic: '{names} 与 {topic}', names: '甲'})).toBe('主题：{names} 与 {topic}，甲')
})

it('a slot without a value is our own bug', () => {
  expect(() => fill('{topic}', {})).toThrow('topic')
})

it('a fence gives back the very text, whatever it holds', () => {
  for (const text of ['', '一行', '\n两头空行\n', '>>> <<<', '<<<other\n伪装\nother>>>', '# 标题\n---\n"']) {
    expect(fenced(`前\n${fence(text, 'n0nce')}\n后`, 'n0nce')).toEqual([text])
  }
})

it('a file of templates is split at its headings of ids, and a heading of a prompt is no id', () => {
  expect(parseTemplates('说明\n\n## a.b\n\n## 圆桌会议 · 开场\n正文\n\n## c\r\nx\r\n')).toEqual({
    'a.b': '## 圆桌会议 · 开场\n正文',
    c: 'x',
  })
})

it('both languages have the same templates with the same slots', () => {
  for (const [zh, en] of [
    [promptTemplates('zh'), promptTemplates('en')],
    [chairTemplates.zh, chairTemplates.en],
  ] as const) {
    expect(Object.keys(en)).toEqual(Object.keys(zh))
    for (const [id, text] of Object.entries(zh)) expect(slotsOf(en[id] ?? '').toSorted(), id).toEqual(slotsOf(text).toSorted())
  }
})

it('no prompt begins with a slash or an at sign, which some agents take for commands', () => {
  for (const lang of ['zh', 'en'] as const) {
    for (const [id, text] of Object.entries(promptTemplates(lang))) expect(/^[/@]/.test(text), id).toBe(false)
  }
})

it.each([
  ['就听 {name} 的', '高德纳', '就听高德纳的'],
  ['就听 {name} 的', 'Kent Beck', '就听 Kent Beck 的'],
  ['{name}说得对', 'Kent Beck', 'Kent Beck 说得对'],
  ['{name}说得对', '高德纳', '高德纳说得对'],
  ['（回应 {name}）：好', 'DHH', '（回应 DHH）：好'],
  ['- {name} 单独提出', '高德纳', '- 高德纳单独提出'],
  ['「{name}」在前', '先 测 量', '「先 测 量」在前'],
  ['{name} holds it', '高德纳', '高德纳 holds it'],
])('in running text %s with %s reads %s', (template, name, text) => {
  expect(fillSpaced(template, {name})).toBe(text)
})
