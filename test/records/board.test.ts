import {Parser} from 'commonmark'
import {describe, expect, it} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {boardWords} from '../../source/i18n/board.ts'
import {recordWords} from '../../source/i18n/records.ts'
import {recordsOf, saysUnfinished, transcriptLines, unquote} from '../../source/records/index.ts'
import {boardMeeting, holdBoard, reply} from '../protocols/board-table.ts'
import {down} from '../protocols/table.ts'
import {localDate} from './ledger.ts'

const fileIn = (log: readonly Stamped[], name: 'transcript.md' | 'decision.md') =>
  recordsOf(reduceAll(log), {localDate}).find(file => file.name === name)?.text ?? ''

/** The last seated finish first. */
const backwards = async ({who, turn}: Parameters<typeof reply>[0]) => {
  const slow = turn.stage === 'response' ? 400 - 100 * ((who.id.codePointAt(0) ?? 0) - 97) : 0
  for (let tick = 0; tick < slow; tick++) await null
}

describe('the files of a board', () => {
  it('are a group chat and a decision', async () => {
    const seats = boardMeeting({rounds: 1, seatIds: ['m', 'a', 'b']}).seats.map(seat => ({...seat, avatar: '🚀'}))
    const held = await holdBoard(boardMeeting({rounds: 1, seatIds: ['m', 'a', 'b'], seats}), {
      takes: backwards,
      onEvent: (event, run) => event.type === 'turn.started' && event.key === 'round-1:a' && run.say('成本不是主要问题'),
    })
    const files = recordsOf(held.run.state(), {localDate})
    expect(files.map(file => file.name)).toEqual(['transcript.md', 'decision.md'])
    expect(fileIn(held.log, 'transcript.md')).toMatchInlineSnapshot(`
      "# 私董会 · 完整记录

      ## 会议信息

      | 项 | 内容 |
      |--------|---------------|
      | 主题 | 人工智能会不会取代程序员 |
      | 日期 | 2026-01-01 |
      | 轮次 | 1 轮 |
      | 主持人 | 🚀 席m |
      | 专家 | 🚀 席a、🚀 席b |
      | 发言方式 | 同一轮同时发言，按座次排列 |

      说明：各席位是根据公开资料整理的人物设定，不是本人；发言由下面列出的声音生成，不代表本人的观点。

      - **🚀 席m**（身份m）：声音 fake；人物来源 built-in
      - **🚀 席a**（身份a）：声音 fake；人物来源 built-in
      - **🚀 席b**（身份b）：声音 fake；人物来源 built-in

      ---

      ## 讨论记录

      *会议程序*
      > 私董会现在开始。
      > 议题：人工智能会不会取代程序员
      > 主持人：席m
      > 专家：席a、席b
      > 最多 1 轮讨论；随时可以插话，输入「停止讨论」就进入作结。

      ### 开场

      **🚀 席m**（主持人 · 开场）
      > 《opening:m》这是席m说的话。

      ### 第 1 轮

      *会议程序*
      > 第 1 轮开始，共 1 轮。发言：席a、席b

      *用户*（插话；已送达：席m；未送达：席a、席b）
      > 成本不是主要问题

      **🚀 席a**（第 1 轮）
      > 《round-1:a》这是席a说的话。

      **🚀 席b**（第 1 轮）
      > 《round-1:b》这是席b说的话。

      **🚀 席m**（主持人 · 第 1 轮小结）
      > 《summary-1》的小结正文。

      *主持人认为*：值得再讨论一轮（只是建议）。

      ### 作结

      *会议程序*
      > 讨论结束，请 席m 作结。

      **🚀 席m**（主持人 · 决策建议）
      > 先做小范围试验。
      > 再看数据。

      *记录*：各方观点、共识、分歧和建议行动见 decision.md。

      ---

      *会议程序*
      > 本次私董会围绕"人工智能会不会取代程序员"进行了 1 轮讨论。会议记录已保存至 transcripts/2026-01-01-0900-test。

      *记录*：会议按计划完成，进行了 1 轮讨论。
      "
    `)
    expect(fileIn(held.log, 'decision.md')).toMatchInlineSnapshot(`
      "# 私董会 · 决策建议

      ## 基本信息

      - 主题: 人工智能会不会取代程序员
      - 日期: 2026-01-01
      - 轮次: 1 轮
      - 主持人: 🚀 席m
      - 专家: 🚀 席a、🚀 席b

      由主持人🚀 席m根据讨论给出（声音 fake）；内容经程序检查格式并排版，不代表本人的观点。

      ## 决策建议

      > 先做小范围试验。
      > 再看数据。

      ## 各方观点

      ### 🚀 席a

      > 席a的核心观点

      ### 🚀 席b

      > 席b的核心观点

      ## 共识点

      1. 都认为要先验证

      ## 分歧点

      1. 投入多少仍有分歧

      ## 建议行动

      1. 两周内做出样品
      2. 请十位用户试用
      "
    `)
  })

  it('have their words in both languages, with the same slots', () => {
    const slots = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(match => match[1]).sort()
    expect(Object.keys(boardWords.en)).toEqual(Object.keys(boardWords.zh))
    for (const key of Object.keys(boardWords.zh) as (keyof typeof boardWords.zh)[]) {
      expect(slots(boardWords.en[key]), key).toEqual(slots(boardWords.zh[key]))
    }
  })

  it('are readable at every moment of the meeting, and each line knows the event it was written from', async () => {
    for (const lang of ['zh', 'en'] as const) {
      const held = await holdBoard(boardMeeting({rounds: 2, threshold: 50, lang}), {
        takes: backwards,
        says: (request, failures) =>
          request.turn.key === 'round-1:b' && failures === 0 ? {...down, retryable: true} : reply(request),
      })
      let lines: readonly (number | undefined)[] = []
      for (let length = 1; length <= held.log.length; length++) {
        const state = reduceAll(held.log.slice(0, length))
        for (const {text} of recordsOf(state, {localDate})) {
          expect(text).toMatch(/[^\n]\n$/)
          expect(text).not.toMatch(/undefined|\[object|\{[a-z]+\}|NaN/)
          expect(saysUnfinished(text)).toBe(length < held.log.length)
          expect(new Parser().parse(text).firstChild?.type).toBe('heading')
        }
        lines = transcriptLines(state, {localDate})
        expect(lines.length).toBe(fileIn(held.log.slice(0, length), 'transcript.md').split('\n').length - 1)
      }
      const shown = new Set(lines)
      const silent = held.log.filter(event => !shown.has(event.seq)).map(event => event.type)
      expect(new Set(silent)).toEqual(new Set(['turn.started', 'floor.heard', 'noted']))
    }
  })

  it('stand in seating order whatever the order of arrival', async () => {
    const meeting = boardMeeting({rounds: 2})
    const [one, other] = [await holdBoard(meeting), await holdBoard(meeting, {takes: backwards})]
    expect(fileIn(other.log, 'transcript.md')).toBe(fileIn(one.log, 'transcript.md'))
  })

  it('keep every word of a discussion that was condensed for the prompts', async () => {
    const held = await holdBoard(boardMeeting({rounds: 3, threshold: 50}))
    const text = fileIn(held.log, 'transcript.md')
    for (const round of [1, 2, 3]) for (const id of ['a', 'b', 'c']) expect(text).toContain(`> 《round-${round}:${id}》`)
    expect(text).toContain('为后面的传话压缩的前文')
    expect(text).toContain('会议记录保留每一句原话')
  })
})

describe('a decision that cannot be had', () => {
  it('is labelled, and quotes word for word', async () => {
    const held = await holdBoard(boardMeeting({rounds: 1}), {
      says: request => (request.turn.stage === 'decision' || request.turn.key === 'round-1:c' ? down : reply(request)),
    })
    const text = fileIn(held.log, 'decision.md')
    expect(text).toContain('**摘句，不是决策建议**：没有得到主持人的结论')
    expect(text).toContain('主持人对第 1 轮的小结：\n> 《summary-1》的小结正文。')
    expect(text).toContain('### 席a\n\n> 《round-1:a》这是席a说的话。')
    expect(text).toContain('### 席c\n\n（没有发言）')
    expect(text).not.toContain('共识点')
  })

  it('says before the end that the discussion goes on', async () => {
    const {log} = await holdBoard(boardMeeting({rounds: 1}))
    const early = fileIn(log.slice(0, 4), 'decision.md')
    expect(early).toContain('讨论还没有作结')
    expect(early).toContain('## 决策建议\n\n（没有）')
  })

  it('names an expert whom the moderator left out, and a moderator with a view', async () => {
    const held = await holdBoard(boardMeeting({rounds: 1}), {
      says: request =>
        request.turn.stage === 'decision'
          ? JSON.stringify({
              advice: '做',
              views: [
                {who: 'm', view: '稳'},
                {who: 'a', view: '快'},
              ],
              consensus: [],
              dissent: [],
              actions: [],
            })
          : reply(request),
    })
    const text = fileIn(held.log, 'decision.md')
    expect(text).toContain('### 席m\n\n> 稳')
    expect(text).toContain('### 席b\n\n（主持人没有列出）')
    expect(text).toContain('## 共识点\n\n（没有）')
  })
})

it('a board whose agents see the settings of the person says so at its head', async () => {
  const meeting = boardMeeting({rounds: 1})
  const trusting = await holdBoard({...meeting, options: {...meeting.options, trustUserConfig: true}})
  expect(fileIn(trusting.log, 'transcript.md')).toContain(recordWords.zh.trusting)
  expect(fileIn((await holdBoard(meeting)).log, 'transcript.md')).not.toContain(recordWords.zh.trusting)
})

it('what a voice says can make no structure of its own in either file', async () => {
  const planted = '# 大标题\n---\n> 引用\n- 项\n[x]: http://a\n<b>粗</b>|表\n**席b**（第 9 轮）'
  const held = await holdBoard(boardMeeting({rounds: 1}), {
    says: request => {
      if (request.turn.stage === 'summary') return JSON.stringify({content: planted, continue: true})
      if (request.turn.stage !== 'decision') return planted
      return JSON.stringify({
        advice: planted,
        views: [{who: 'a', view: planted}],
        consensus: [planted, '1. 一'],
        dissent: ['# 二'],
        actions: ['- 三'],
      })
    },
  })
  for (const name of ['transcript.md', 'decision.md'] as const) {
    const text = fileIn(held.log, name)
    const outside = text.split('\n').filter(line => !line.startsWith('>'))
    expect(outside.filter(line => /^#+ .*(?:大标题|二)|^- (?:项|三)|^\[x\]/.test(line))).toEqual([])
    const quotes = text.split('\n\n').map(part => unquote(part.slice(part.startsWith('>') ? 0 : part.indexOf('\n>') + 1)))
    expect(quotes).toContain(planted)
  }
  expect(fileIn(held.log, 'decision.md')).toContain('1. \\# 二')
})
