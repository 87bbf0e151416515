import {expect, test} from 'vitest'
import {splitPersona} from '../../source/core/persona-sections.ts'

const ZH = `# 某人

## 🧠 六个核心心智模型（精选）
### 账本
- 关键词：账、钱、工资
- **主张**：先看账。
- 落到议题：谈{topic}，先看账。
- 局限：账也会错。

## 決策啟發式
- 先问三遍。
  再说一遍。

## 反驳
- 市场、价格：柜台前人人客气：这话不全。
- 一句没有关键词的话。

## 表达
- 开场：说起{topic}。
- 反驳：「{quote}」，不对。
- 次序：例子、主张、落到议题。
### 不说的话
- 插话：这一句不能算。

## 诚实边界
- 不代表本人。
`

test('Chinese sections are read under variant headings, with their facets', () => {
  const sections = splitPersona(ZH)
  expect(sections.models).toEqual([
    {
      title: '账本',
      keywords: ['账', '钱', '工资'],
      facets: {claim: '先看账。', application: '谈{topic}，先看账。', limit: '账也会错。'},
    },
  ])
  expect(sections.heuristics).toEqual(['先问三遍。 再说一遍。'])
  expect(sections.pushback).toEqual([{keywords: ['市场', '价格'], sentence: '柜台前人人客气：这话不全。'}])
  expect(sections.orders).toEqual([['example', 'claim', 'application']])
  expect(sections.other.map(({heading}) => heading)).toEqual(['诚实边界'])
})

test('nothing under a negated heading becomes a word of the persona', () => {
  expect(splitPersona(ZH).moves).toEqual([
    {kind: 'opening', line: '说起{topic}。'},
    {kind: 'counter', line: '「{quote}」，不对。'},
  ])
})

test('English sections are read alike', () => {
  const sections = splitPersona(
    '## Identity\n- I read ledgers.\n\n## Core mental models\n### 1. Ledgers\n- Keywords: wage, profit\n- Claim: First the ledger.\n- In short: Ledgers first.\n\n## Decision heuristics\n1. Ask thrice.\n\n## Pushback\n- market, price: The counter is polite.\n\n## Expression\n- Aside: Someone says “{words}”.\n- Last word: Enough.\n- Ending: Enough said.\n- Order: claim, example, applied\n',
  )
  expect(sections.identity).toEqual(['I read ledgers.'])
  expect(sections.models[0]).toMatchObject({
    keywords: ['wage', 'profit'],
    facets: {claim: 'First the ledger.', recap: 'Ledgers first.'},
  })
  expect(sections.heuristics).toEqual(['Ask thrice.'])
  expect(sections.pushback).toEqual([{keywords: ['market', 'price'], sentence: 'The counter is polite.'}])
  expect(sections.moves.map(({kind}) => kind)).toEqual(['aside', 'ending'])
  expect(sections.orders).toEqual([['claim', 'example', 'application']])
})

test.each([
  ['核心心智模型', 'models'],
  ['三、思维框架', 'models'],
  ['Mental Models', 'models'],
  ['我是谁', 'identity'],
  ['🎯 决策规则', 'heuristics'],
  ['追問', 'questions'],
  ['核心立场', 'positions'],
])('the heading %s is known', (heading, section) => {
  const text = section === 'models' ? '### 一\n- 主张：有话。\n' : '- 有话。\n'
  expect(splitPersona(`## ${heading}\n${text}`)[section as 'models']).toHaveLength(1)
})

test('headings in code fences split nothing, and foreign bodies give no words', () => {
  const sections = splitPersona('# X\nprose\n\n## 用法\n```\n## 心智模型\n### a\n- 主张：假的。\n```\n## 反模式\n- 乱说。\n')
  expect(sections.models).toEqual([])
  expect(sections.other.map(({heading}) => heading)).toEqual(['用法', '反模式'])
  expect(splitPersona('')).toMatchObject({identity: [], models: [], other: []})
})
