import {describe, expect, it} from 'vitest'
import {keywordsOf} from '../../source/records/keywords.ts'
import {sentencesOf} from '../../source/records/sentences.ts'
import {below, writeLedger} from './ledger.ts'

function held(
  lang: 'zh' | 'en',
  speeches: {openA: string; openB: string; b: string; a: string; endB: string; endA: string},
  more = {},
) {
  const topic = lang === 'zh' ? '人工智能会不会取代程序员' : 'Will AI replace programmers?'
  const ledger = writeLedger({lang, topic, ...more})
  ledger.enter('opening')
  const a = ledger.speech('opening:a', speeches.openA)
  ledger.speech('opening:b', speeches.openB)
  ledger.enter('discussion', 1)
  const b = ledger.speech('round-1:b', speeches.b, {heard: [a]})
  ledger.speech('round-1:a', speeches.a, {heard: [b]})
  ledger.enter('closing')
  ledger.speech('closing:b', speeches.endB)
  ledger.speech('closing:a', speeches.endA)
  ledger.enter('recording')
  return ledger
}

const zh = {
  openA: '今天谈人工智能会不会取代程序员这个问题。我认为劳动的形式会变，劳动者不会消失。1840 年的织工也经历过机器。我同意开会。',
  openB: '先说调查。**机器**不会提问，机器只会回答。要看它落在谁手里，从生产关系的角度看才清楚。',
  b: '我同意劳动的形式会变。但是我不同意劳动者不会消失，比如抄写员就消失了。你刚才说「我同意这一点」，是真的吗？',
  a: '如果我同意，那就不必谈了。机器落在谁手里才是关键。外包公司怎么办？',
  endB: '我主张先调查，后发言。谁来付学费？',
  endA: '归根到底，机器是人造的。',
}
const en = {
  openA: 'Let me begin slowly. I think that labour changes its form, e.g. at the loom. In 1840 the weavers met the machine.',
  openB: 'Machines never ask; machines only answer. From the standpoint of law, nothing is settled.',
  b: 'I agree that labour changes. I cannot agree that nobody loses, because the copyists lost. If you are right, why hurry?',
  a: 'On the contrary, the machine is made by people. Who pays for school?',
  endB: 'I maintain that we must look first.',
  endA: 'In the end machines are made by people.',
}

describe('without a recorder', () => {
  it('the summary is sentences, labelled and word for word, each with its source', () => {
    const ledger = held('zh', zh)
    ledger.close()
    const summary = ledger.file('summary.md')
    expect(summary).toMatchInlineSnapshot(`
      "# 圆桌会议 · 摘要

      ## 基本信息

      - 主题: 人工智能会不会取代程序员
      - 日期: 2026-01-01
      - 轮次: 1 轮
      - 参与者: 席a, 席b

      **摘句**：没有记录员。下面引号里的句子都是程序从发言中逐字摘出的，没有经过归纳。

      ## 各方核心观点

      ### [席a]

      1. **核心论点**: 「我认为劳动的形式会变，劳动者不会消失。」〔#1 席a·开场发言〕
      2. **关键论据**: 「1840 年的织工也经历过机器。」〔#1 席a·开场发言〕

      ### [席b]

      1. **核心论点**: 「\\*\\*机器\\*\\*不会提问，机器只会回答。」〔#2 席b·开场发言〕
      2. **关键论据**: 「但是我不同意劳动者不会消失，比如抄写员就消失了。」〔#3 席b·第 1 轮〕

      ## 交锋焦点

      ### 明示同意的句子

      1. 席b：「我同意劳动的形式会变。」〔#3 席b·第 1 轮〕

      ### 分歧点

      1. 席b（回应席a的开场发言）：「但是我不同意劳动者不会消失，比如抄写员就消失了。」〔#3 席b·第 1 轮〕

      ## 未解决的开放问题

      1. 「你刚才说「我同意这一点」，是真的吗？」〔#3 席b·第 1 轮〕
      2. 「外包公司怎么办？」〔#4 席a·第 1 轮〕
      3. 「谁来付学费？」〔#5 席b·结语〕
      "
    `)
    const quoted = [...summary.matchAll(/「(.+)」〔#(\d+) /g)]
    expect(quoted.length).toBeGreaterThan(8)
    const said = Object.values(zh)
    for (const [, sentence = '', n] of quoted) expect(said[Number(n) - 1]).toContain(sentence.replaceAll('\\', ''))
  })

  it('the outline goes by rounds, and counts', () => {
    const ledger = held('zh', zh)
    ledger.close()
    expect(ledger.file('outline.md')).toMatchInlineSnapshot(`
      "# 圆桌会议 · 讨论大纲

      ## 基本信息

      - 主题: 人工智能会不会取代程序员
      - 日期: 2026-01-01
      - 轮次: 1 轮
      - 参与者: 席a, 席b

      **摘句**：没有记录员。下面引号里的句子都是程序从发言中逐字摘出的，没有经过归纳。

      ## 一、开场立场

      ### [席a]

      - 主要立场: 「我认为劳动的形式会变，劳动者不会消失。」〔#1 席a·开场发言〕
      - 分析框架: （没有）
      - 关键词: 机器、劳动〔#1 席a·开场发言〕〔#4 席a·第 1 轮〕〔#6 席a·结语〕

      ### [席b]

      - 主要立场: 「\\*\\*机器\\*\\*不会提问，机器只会回答。」〔#2 席b·开场发言〕
      - 分析框架: 「要看它落在谁手里，从生产关系的角度看才清楚。」〔#2 席b·开场发言〕
      - 关键词: 调查、机器、劳动、消失〔#2 席b·开场发言〕〔#3 席b·第 1 轮〕〔#5 席b·结语〕

      ## 二、讨论要点

      ### 议题1：第 1 轮

      - 席b的回应: 「但是我不同意劳动者不会消失，比如抄写员就消失了。」〔#3 席b·第 1 轮〕
      - 席a的回应: 「机器落在谁手里才是关键。」〔#4 席a·第 1 轮〕

      ## 三、结语立场

      ### [席a]

      「归根到底，机器是人造的。」〔#6 席a·结语〕

      ### [席b]

      「我主张先调查，后发言。」〔#5 席b·结语〕

      ## 四、会议统计

      - 总发言次数: 6
      - 席a 发言: 3 次
      - 席b 发言: 3 次
      "
    `)
  })

  it('in English too', () => {
    const ledger = held('en', en)
    ledger.close()
    expect(ledger.file('summary.md')).toMatchInlineSnapshot(`
      "# Roundtable · Summary

      ## Basics

      - Topic: Will AI replace programmers?
      - Date: 2026-01-01
      - Rounds: 1
      - Participants: 席a, 席b

      **Extracted sentences**: there is no recorder. The sentences in quotation marks were taken from the speeches word for word; nothing was summed up.

      ## Core views

      ### [席a]

      1. **Core claim**: “I think that labour changes its form, e.g. at the loom.”〔#1 席a, opening〕
      2. **Key evidence**: “In 1840 the weavers met the machine.”〔#1 席a, opening〕

      ### [席b]

      1. **Core claim**: “Machines never ask; machines only answer.”〔#2 席b, opening〕
      2. **Key evidence**: “I cannot agree that nobody loses, because the copyists lost.”〔#3 席b, round 1〕

      ## Where they met

      ### Sentences that state agreement

      1. 席b: “I agree that labour changes.”〔#3 席b, round 1〕

      ### Disagreements

      1. 席b (responding to 席a’s opening statement): “I cannot agree that nobody loses, because the copyists lost.”〔#3 席b, round 1〕
      2. 席a (responding to 席b’s response): “On the contrary, the machine is made by people.”〔#4 席a, round 1〕

      ## Open questions

      1. “If you are right, why hurry?”〔#3 席b, round 1〕
      2. “Who pays for school?”〔#4 席a, round 1〕
      "
    `)
  })

  it('only what a speaker says outright counts as agreement', () => {
    const agreed = below(held('zh', zh).file('summary.md'), '### 明示同意的句子')
    expect(agreed).toBe('1. 席b：「我同意劳动的形式会变。」〔#3 席b·第 1 轮〕')
    expect(held('zh', zh).file('summary.md')).not.toContain('共识点')
  })

  it('objections name the speech they answer', () => {
    expect(below(held('zh', zh).file('summary.md'), '### 分歧点')).toBe(
      '1. 席b（回应席a的开场发言）：「但是我不同意劳动者不会消失，比如抄写员就消失了。」〔#3 席b·第 1 轮〕',
    )
  })

  it('says why: no recorder, a recorder that failed, a meeting that is not over', () => {
    const recorder = {recorder: {provider: 'claude'}}
    const failed = held('zh', zh, recorder)
    expect(failed.file('summary.md')).toContain('**摘句**：会议还没有整理')
    failed.add({type: 'turn.skipped', key: 'record:minutes', who: 'recorder', reason: 'failed'})
    expect(failed.file('summary.md')).toContain('**摘句**：记录员没有整理成')
    expect(held('zh', zh).file('summary.md')).toContain('**摘句**：没有记录员')
  })

  it('a meeting in which nobody spoke makes nothing up', () => {
    const ledger = writeLedger()
    ledger.fails('opening:a', {code: 'timeout'})
    ledger.add({type: 'turn.skipped', key: 'opening:a', who: 'a', reason: 'failed'})
    ledger.close(0, 'shortened')
    expect(ledger.file('summary.md')).not.toContain('〔#')
    const count = '- 总发言次数: 0\n- 席a 发言: 0 次（另有失败 1 次，未发言 1 次）\n- 席b 发言: 0 次'
    expect(below(ledger.file('outline.md'), '## 四、会议统计')).toBe(count)
  })

  it('a speech without any sentence that stands alone is still quoted', () => {
    const ledger = writeLedger()
    ledger.enter('opening')
    ledger.speech('opening:a', '为什么？')
    ledger.speech('opening:b', '——！')
    expect(ledger.file('summary.md')).toContain('1. **核心论点**: 「为什么？」〔#1 席a·开场发言〕')
    expect(below(ledger.file('summary.md'), '### [席b]')).toContain('（没有）')
  })
})

describe('sentences', () => {
  it('are verbatim stretches of one line, without the marks of Markdown before them', () => {
    expect(sentencesOf('# 一\n- 二！三？”四\n> 1. 五。\n\n——')).toEqual(['一', '二！', '三？”', '四', '五。'])
  })

  it('do not end at decimals, abbreviations and initials', () => {
    expect(sentencesOf('It is 3.5 per cent, e.g. by J. Smith. Then it ends. "Quoted." Yes')).toEqual([
      'It is 3.5 per cent, e.g. by J. Smith.',
      'Then it ends.',
      '"Quoted."',
      'Yes',
    ])
  })
})

describe('keywords', () => {
  it('are what is said more than once, the longer term before its part', () => {
    expect(keywordsOf('人工智能来了。人工智能走了。生产关系变了，生产关系没变。', 'zh')).toEqual(['人工智能', '生产关系'])
    expect(keywordsOf('The machine asks. Machines ask machines; the machine works.', 'en')).toEqual(['machine'])
  })

  it('hold no words of grammar and are at most five', () => {
    expect(keywordsOf('我们的我们的我们的', 'zh')).toEqual([])
    expect(keywordsOf('with with that that', 'en')).toEqual([])
    const many = Array.from({length: 9}, (_, i) => `word${'abcdefghi'[i]}`)
    expect(keywordsOf([...many, ...many].join(' '), 'en')).toHaveLength(5)
  })
})
