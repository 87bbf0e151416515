import {expect, it} from 'vitest'
import {below, writeLedger} from './ledger.ts'

const point = (text: string, cites: number[], quote?: string) => ({text, cites, ...(quote === undefined ? {} : {quote})})

function discussed(more: Parameters<typeof writeLedger>[0] = {}) {
  const ledger = writeLedger({recorder: {provider: 'claude', model: 'opus'}, ...more})
  ledger.enter('opening')
  const a = ledger.speech('opening:a', '机器不会取代人。因为人会提问。')
  ledger.speech('opening:b', '机器会取代一部分人。')
  ledger.enter('discussion', 1)
  ledger.speech('round-1:b', '我同意人会提问。', {heard: [a]})
  ledger.enter('closing')
  ledger.speech('closing:a', '还是那句话。')
  ledger.enter('recording')
  return ledger
}

const whole = (lang: 'zh' | 'en' = 'zh') => {
  const ledger = discussed({lang})
  ledger.minutes({
    views: [
      {
        who: '席a',
        claim: point('人不可取代', [1], '机器不会取代人'),
        evidence: [point('人会提问', [1, 4]), point('历史如此', [9])],
        stance: point('反对', [1]),
        frame: point('劳动', [1]),
        keywords: ['机器', '提问'],
        closing: point('立场未变', [4], '从未说过的话'),
      },
      {who: '席b', claim: point('部分取代', [2, 7]), stance: point('折中', [2])},
    ],
    agreements: [point('人会提问', [1, 3])],
    disagreements: [
      {
        about: '取代',
        sides: [
          {...point('不会', [1]), who: '席a'},
          {...point('会一部分', [2]), who: '席b'},
        ],
      },
    ],
    open: [point('谁来提问', [3])],
    topics: [
      {
        title: '提问',
        replies: [
          {...point('同意', [3]), who: '席b'},
          {...point('路过', [3]), who: '丙'},
        ],
      },
    ],
  })
  ledger.close()
  return ledger
}

it('summary.md has the layout of the seed, each point with its speeches', () => {
  expect(whole().file('summary.md')).toMatchInlineSnapshot(`
    "# 圆桌会议 · 摘要

    ## 基本信息

    - 主题: 人工智能会不会取代程序员
    - 日期: 2026-01-01
    - 轮次: 1 轮
    - 参与者: 席a, 席b

    由不入席的记录员根据完整记录整理，声音 claude（opus）；出处和引文由程序核对，排版由程序完成。

    ## 各方核心观点

    ### [席a]

    1. **核心论点**: 人不可取代「机器不会取代人」〔#1 席a·开场发言〕
    2. **关键论据**:
       - 人会提问〔#1 席a·开场发言〕〔#4 席a·结语〕
       - 历史如此（所标出处不存在）

    ### [席b]

    1. **核心论点**: 部分取代〔#2 席b·开场发言〕（另有 1 处出处不存在，已略去）
    2. **关键论据**: （没有）

    ## 交锋焦点

    ### 共识点

    1. 人会提问〔#1 席a·开场发言〕〔#3 席b·第 1 轮〕

    ### 分歧点

    1. **关于取代**: 席a认为：不会〔#1 席a·开场发言〕；而席b认为：会一部分〔#2 席b·开场发言〕

    ## 未解决的开放问题

    1. 谁来提问〔#3 席b·第 1 轮〕
    "
  `)
})

it('outline.md has the layout of the seed, counted by code', () => {
  expect(whole().file('outline.md')).toMatchInlineSnapshot(`
    "# 圆桌会议 · 讨论大纲

    ## 基本信息

    - 主题: 人工智能会不会取代程序员
    - 日期: 2026-01-01
    - 轮次: 1 轮
    - 参与者: 席a, 席b

    由不入席的记录员根据完整记录整理，声音 claude（opus）；出处和引文由程序核对，排版由程序完成。

    ## 一、开场立场

    ### [席a]

    - 主要立场: 反对〔#1 席a·开场发言〕
    - 分析框架: 劳动〔#1 席a·开场发言〕
    - 关键词: 机器、提问

    ### [席b]

    - 主要立场: 折中〔#2 席b·开场发言〕
    - 分析框架: （没有）
    - 关键词: （没有）

    ## 二、讨论要点

    ### 议题1：提问

    - 席b的回应: 同意〔#3 席b·第 1 轮〕
    - 丙（不在席）的回应: 路过〔#3 席b·第 1 轮〕

    ## 三、结语立场

    ### [席a]

    立场未变「从未说过的话」（引文未见于原文）〔#4 席a·结语〕

    ### [席b]

    （没有）

    ## 四、会议统计

    - 总发言次数: 4
    - 席a 发言: 2 次
    - 席b 发言: 2 次
    "
  `)
})

it('a quotation that stands in no cited speech is marked, one that does is not', () => {
  const outline = whole().file('outline.md')
  expect(whole().file('summary.md')).toContain('人不可取代「机器不会取代人」〔#1 席a·开场发言〕')
  expect(outline).toContain('立场未变「从未说过的话」（引文未见于原文）〔#4 席a·结语〕')
})

it('a quotation from another speech than the cited one is marked', () => {
  const ledger = discussed()
  const own = point('甲', [2], '机器不会取代人')
  ledger.minutes({views: [{who: '席a', claim: own, stance: own}]})
  expect(ledger.file('summary.md')).toContain('（引文未见于原文）')
})

it('sources that do not exist are left out and counted', () => {
  const summary = whole().file('summary.md')
  expect(summary).toContain('部分取代〔#2 席b·开场发言〕（另有 1 处出处不存在，已略去）')
  expect(summary).toContain('历史如此（所标出处不存在）')
})

it('the citations name the speeches that count, when one was said again', () => {
  const ledger = writeLedger({recorder: {provider: 'claude'}})
  ledger.enter('opening')
  ledger.speech('opening:a', '旧')
  ledger.speech('opening:b', '乙')
  ledger.speech('opening:a', '新', {attempt: 2})
  const own = point('甲', [1], '新')
  ledger.minutes({views: [{who: '席a', claim: own, stance: own}]})
  expect(ledger.file('summary.md')).toContain('甲「新」〔#1 席a·开场发言〕')
})

it('a seat the recorder left out has its heading and nothing made up', () => {
  const ledger = discussed()
  ledger.minutes({views: []})
  expect(below(ledger.file('summary.md'), '### [席b]')).toBe('1. **核心论点**: （没有）\n2. **关键论据**: （没有）')
  expect(below(ledger.file('outline.md'), '### [席b]')).toBe('- 主要立场: （没有）\n- 分析框架: （没有）\n- 关键词: （没有）')
})

it('a second view of one seat adds to the first', () => {
  const ledger = discussed()
  const views = ['甲', '乙'].map(text => ({who: '席a', claim: point(text, [1]), stance: point(text, [1])}))
  ledger.minutes({views})
  expect(below(ledger.file('summary.md'), '### [席a]')).toBe(
    '1. **核心论点**: 甲〔#1 席a·开场发言〕\n2. **关键论据**: 乙〔#1 席a·开场发言〕',
  )
})

it('in English, the same', () => {
  const summary = whole('en').file('summary.md')
  expect(summary).toContain('1. **Core claim**: 人不可取代“机器不会取代人”〔#1 席a, opening〕')
  expect(summary).toContain('1. **On 取代**: 席a holds: 不会〔#1 席a, opening〕; while 席b holds: 会一部分〔#2 席b, opening〕')
  expect(whole('en').file('outline.md')).toContain('(quotation not found in the original)〔#4 席a, closing〕')
})

it('data that is none of ours is as good as none', () => {
  const ledger = discussed()
  ledger.minutes({views: 'many'})
  expect(ledger.file('summary.md')).toContain('**摘句**')
})
