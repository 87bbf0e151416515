import {describe, expect, it} from 'vitest'
import {reduceAll} from '../../source/core/state.ts'
import {recordsOf, transcriptLines} from '../../source/records/index.ts'
import {below, localDate, writeLedger} from './ledger.ts'

const linesWith = (file: string, word: string) => file.split('\n').filter(line => line.includes(word))

function smallMeeting(more: Parameters<typeof writeLedger>[0] = {}) {
  const ledger = writeLedger(more)
  ledger.enter('opening')
  ledger.chair('opening.begin', {topic: ledger.meeting.topic, names: '席a、席b', rounds: 1})
  const a = ledger.speech('opening:a', '甲的开场。')
  ledger.speech('opening:b', '乙的开场。\n\n第二段。')
  ledger.enter('discussion', 1)
  const b1 = ledger.speech('round-1:b', '乙的回应。', {heard: [a]})
  ledger.speech('round-1:a', '甲的回应。', {heard: [b1]})
  ledger.enter('closing')
  ledger.speech('closing:b', '乙的结语。')
  ledger.speech('closing:a', '甲的结语。')
  ledger.enter('recording')
  ledger.chair('closed', {topic: ledger.meeting.topic, rounds: 1, path: ledger.meeting.folder})
  return ledger
}

describe('transcript.md', () => {
  it('has the layout of the seed', () => {
    const ledger = smallMeeting()
    ledger.close()
    expect(ledger.file('transcript.md')).toMatchInlineSnapshot(`
      "# 圆桌会议 · 完整记录

      ## 会议信息

      | 项 | 内容 |
      |--------|---------------|
      | 主题 | 人工智能会不会取代程序员 |
      | 日期 | 2026-01-01 |
      | 轮次 | 1 轮 |
      | 参与者 | 席a, 席b |

      说明：各席位是根据公开资料整理的人物设定，不是本人；发言由下面列出的声音生成，不代表本人的观点。

      - **席a**（身份a）：声音 fake；人物来源 built-in
      - **席b**（身份b）：声音 fake；人物来源 built-in
      - 摘要与大纲：没有记录员，由程序逐字摘句

      ---

      ## 对话记录

      ### Phase 1 — 开场发言

      *主持*
      > 圆桌会议现在开始。
      > 会议主题：人工智能会不会取代程序员
      > 参与者与发言顺序：席a、席b
      > 本次会议共 1 轮讨论。现在进行开场发言。

      **[席a]**
      > 甲的开场。

      **[席b]**
      > 乙的开场。
      >
      > 第二段。

      ### Phase 2 — 讨论轮次

      #### 第 1 轮

      **[席b]**（回应席a的开场发言）
      > 乙的回应。

      **[席a]**（回应席b的回应）
      > 甲的回应。

      ### Phase 3 — 结语

      **[席b]**
      > 乙的结语。

      **[席a]**
      > 甲的结语。

      ---

      *主持*
      > 本次圆桌会议围绕"人工智能会不会取代程序员"进行了 1 轮讨论。会议记录已保存至 transcripts/2026-01-01-0900-test。

      *记录*：会议按计划完成，进行了 1 轮讨论。
      "
    `)
  })

  it('has the same layout in English', () => {
    const ledger = smallMeeting({lang: 'en', topic: 'Will AI replace programmers?'})
    ledger.close()
    expect(ledger.file('transcript.md')).toMatchInlineSnapshot(`
      "# Roundtable · Full record

      ## The meeting

      | Item | Content |
      |--------|---------------|
      | Topic | Will AI replace programmers? |
      | Date | 2026-01-01 |
      | Rounds | 1 |
      | Participants | 席a, 席b |

      Note: the seats are personas drawn from public sources, not the persons; the speeches come from the voices listed below and are not the persons’ own views.

      - **席a** (身份a): voice fake; persona from built-in
      - **席b** (身份b): voice fake; persona from built-in
      - Summary and outline: no recorder; sentences extracted word for word by the program

      ---

      ## The dialogue

      ### Phase 1 — Opening statements

      *Chair*
      > The roundtable now begins.
      > Topic: Will AI replace programmers?
      > Participants, in speaking order: 席a、席b
      > This meeting has 1 round(s) of discussion. Opening statements follow.

      **[席a]**
      > 甲的开场。

      **[席b]**
      > 乙的开场。
      >
      > 第二段。

      ### Phase 2 — Rounds of discussion

      #### Round 1

      **[席b]** (responding to 席a’s opening statement)
      > 乙的回应。

      **[席a]** (responding to 席b’s response)
      > 甲的回应。

      ### Phase 3 — Closing statements

      **[席b]**
      > 乙的结语。

      **[席a]**
      > 甲的结语。

      ---

      *Chair*
      > This roundtable held 1 round(s) of discussion on "Will AI replace programmers?". The record is saved in transcripts/2026-01-01-0900-test.

      *Record*: The meeting was completed as planned, with 1 round(s) of discussion.
      "
    `)
  })

  it('says at the top that a meeting is not over, and how to go on with it', () => {
    const ledger = smallMeeting()
    expect(ledger.file('transcript.md').split('\n').slice(0, 3).join('\n')).toContain('`roundtable resume`')
    expect(ledger.file('transcript.md')).toContain('尚未结束')
    ledger.close()
    expect(ledger.file('transcript.md')).not.toContain('resume')
  })

  it('says that the seats are personas, what speaks for them, and that a rehearsal asks no model', () => {
    const ledger = writeLedger({rehearsal: true, recorder: {provider: 'claude', model: 'opus'}})
    const file = ledger.file('transcript.md')
    expect(file).toContain('不是本人')
    expect(file).toContain('排练（无模型）')
    expect(file).toContain('- **席a**（身份a）：声音 fake；人物来源 built-in')
    expect(file).toContain('声音 claude（opus）')
    expect(writeLedger().file('transcript.md')).not.toContain('排练')
  })

  it('counts the rounds that were held, and those that were added', () => {
    const ledger = writeLedger({rounds: 2})
    ledger.add({type: 'floor.heard', key: 'listen:x', upTo: 0, heard: {wish: 'none', more: 1}})
    expect(ledger.file('transcript.md')).toContain('| 轮次 | 3 轮（计划；会议尚未结束） |')
    ledger.close(1, 'shortened')
    expect(ledger.file('transcript.md')).toContain('| 轮次 | 1 轮（计划 3 轮） |')
    expect(ledger.file('transcript.md')).toContain('会议提前结束，进行了 1 轮讨论。')
  })

  it('quotes the chair with the bytes of its template', () => {
    const ledger = writeLedger({topic: '*甲*\n# 乙'})
    ledger.chair('closed', {topic: ledger.meeting.topic, rounds: 1, path: 'a_b'})
    expect(ledger.file('transcript.md')).toContain(
      '*主持*\n> 本次圆桌会议围绕"*甲*\n> # 乙"进行了 1 轮讨论。会议记录已保存至 a_b。\n',
    )
  })

  it('does not invent a line of the chair that has no template or lacks a slot', () => {
    const ledger = writeLedger()
    ledger.chair('no.such')
    ledger.chair('round.end')
    expect(linesWith(ledger.file('transcript.md'), '无法按模板重现')).toHaveLength(2)
  })
})

describe('what a speech answers', () => {
  it('is taken from what was really handed over: just now, older, several, none', () => {
    const ledger = writeLedger({seatIds: ['a', 'b', 'c'], rounds: 3})
    ledger.enter('opening')
    const a = ledger.speech('opening:a', '一')
    ledger.enter('discussion', 1)
    const b1 = ledger.speech('round-1:b', '二', {heard: [a]})
    ledger.speech('round-1:c', '三', {heard: [b1]})
    ledger.enter('discussion', 2)
    ledger.speech('round-2:a', '四', {heard: [b1, a]})
    ledger.speech('round-2:b', '五')
    ledger.enter('closing')
    const c = ledger.speech('closing:c', '六')
    ledger.speech('closing:a', '七', {heard: [c]})
    const headers = linesWith(ledger.file('transcript.md'), '**[')
    expect(headers).toEqual([
      '**[席a]**',
      '**[席b]**（回应席a的开场发言）',
      '**[席c]**（回应席b的回应）',
      '**[席a]**（回应席b第 1 轮的回应、席a的开场发言）',
      '**[席b]**',
      '**[席c]**',
      '**[席a]**（回应席c的结语）',
    ])
  })

  it('counts the attempt that was finished, not one that failed before it', () => {
    const ledger = writeLedger()
    ledger.enter('opening')
    const a = ledger.speech('opening:a', '一')
    ledger.fails('opening:b', {code: 'timeout', message: 'too slow'})
    ledger.speech('opening:b', '二', {attempt: 2, heard: [a]})
    expect(ledger.file('transcript.md')).toContain('**[席b]**（回应席a的开场发言）\n> 二')
  })

  it('names a version that was later replaced as such', () => {
    const ledger = writeLedger()
    ledger.enter('opening')
    const a = ledger.speech('opening:a', '一')
    ledger.speech('opening:b', '二', {heard: [a]})
    ledger.speech('opening:a', '三', {attempt: 2})
    const file = ledger.file('transcript.md')
    expect(file).toContain('**[席a]**（第 1 稿，已由后面的一稿取代）\n> 一')
    expect(file).toContain('**[席b]**（回应席a的开场发言的前一稿）\n> 二')
    expect(file).toContain('**[席a]**（第 2 稿）\n> 三')
    expect(ledger.file('outline.md')).toContain('- 总发言次数: 2')
  })
})

describe('what else happened stands where it happened', () => {
  it('a word of the person tells who was handed it', () => {
    const ledger = writeLedger()
    const said = (text: string) => ledger.add({type: 'user.said', text})
    ledger.enter('opening')
    const both = said('外包公司\n怎么办？')
    const one = said('一')
    said('二')
    const taken = said('三')
    ledger.add({type: 'user.withdrew', said: taken})
    ledger.speech('opening:a', '甲', {heard: [both, one]})
    ledger.speech('opening:b', '乙', {heard: [both]})
    const heads = () => linesWith(ledger.file('transcript.md'), '*用户*')
    expect(heads()).toEqual([
      '*用户*（插话；已送达：席a、席b）',
      '*用户*（插话；已送达：席a；尚未送达：席b）',
      '*用户*（插话；尚未送达）',
      '*用户*（插话；已撤回）',
    ])
    expect(ledger.file('transcript.md')).toContain('> 外包公司\n> 怎么办？\n')
    expect(ledger.file('transcript.md')).toContain('用户撤回了一条插话')
    ledger.close()
    expect(heads().slice(1, 3)).toEqual(['*用户*（插话；已送达：席a；未送达：席b）', '*用户*（插话；未送达）'])
  })

  it('a word handed over only in a turn that failed is not delivered', () => {
    const ledger = writeLedger()
    const word = ledger.add({type: 'user.said', text: '一'})
    const base = ledger.started('opening:a', {heard: [word]})
    ledger.add({type: 'turn.failed', ...base, fault: {code: 'timeout', message: '', retryable: true}})
    expect(ledger.file('transcript.md')).toContain('*用户*（插话；尚未送达）')
  })

  it('commands stand as typed, with what they were understood as', () => {
    const wishes = ['continue', 'conclude', 'finish', 'more', 'remind', 'skip', 'retry', 'pause'] as const
    const ledger = writeLedger()
    for (const wish of wishes) ledger.add({type: 'user.said', text: `typed ${wish}`, wish})
    const file = ledger.file('transcript.md')
    for (const wish of wishes) expect(file).toMatch(new RegExp(`\\*用户\\*（指令：[^）]+）\\n> typed ${wish}\\n`))
  })

  it('a failed turn leaves its fault and what had been said', () => {
    const ledger = writeLedger()
    ledger.fails('opening:a', {code: 'auth', message: 'not *logged* in', hint: 'run: x auth'}, {partial: '半句\n# 话'})
    ledger.add({type: 'turn.skipped', key: 'opening:a', who: 'a', reason: 'failed'})
    const file = ledger.file('transcript.md')
    expect(file).toContain('*记录*：席a的发言没有完成（第 1 次，没有登录）。not \\*logged\\* in · 可以：run: x auth\n')
    expect(file).toContain('*记录*：席a在中断之前说出的部分：\n> 半句\n> # 话\n')
    expect(file).toContain('席a这一次没有发言：发言失败后没有再试。')
  })

  it('every fault and every reason has its words, in both languages', () => {
    for (const lang of ['zh', 'en'] as const) {
      const codes = [
        'missing',
        'auth',
        'quota',
        'timeout',
        'stalled',
        'aborted',
        'empty',
        'isolation',
        'protocol',
        'unknown',
      ] as const
      const ledger = writeLedger({lang})
      for (const [i, code] of codes.entries()) ledger.fails('opening:a', {code}, {attempt: i + 1})
      for (const reason of ['skipped', 'cut', 'failed', 'muted'] as const)
        ledger.add({type: 'turn.skipped', key: 'opening:a', who: 'a', reason})
      const lines = linesWith(ledger.file('transcript.md'), lang === 'zh' ? '*记录*' : '*Record*')
      const said = lines.map(line => line.replace(/\d+/, ''))
      expect(new Set(said).size).toBe(codes.length + 4)
      expect(lines.join()).not.toContain('undefined')
    }
  })

  it('an attempt without an end is under way, or was lost when something follows', () => {
    const ledger = writeLedger()
    ledger.started('opening:a')
    expect(ledger.file('transcript.md')).toContain('席a的这次发言（第 1 次）还没有说完。')
    ledger.started('opening:a', {attempt: 2})
    expect(ledger.file('transcript.md')).toContain('席a的这次发言（第 1 次）中断了，没有留下内容。')
    expect(ledger.file('transcript.md')).toContain('席a的这次发言（第 2 次）还没有说完。')
  })

  it('a changed voice and warnings about a speech', () => {
    const ledger = writeLedger()
    ledger.add({type: 'seat.changed', who: 'a', provider: 'codex', model: 'gpt_5', reason: '额度 | 用尽'})
    ledger.add({type: 'seat.changed', who: 'b', provider: 'manual', reason: ''})
    ledger.speech('opening:a', '一', {warnings: ['control characters removed: 3', '']})
    const file = ledger.file('transcript.md')
    expect(file).toContain('*记录*：席a改由另一个声音发言：codex（gpt\\_5）。原因：额度 \\| 用尽\n')
    expect(file).toContain('*记录*：席b改由另一个声音发言：manual。\n')
    expect(file).toContain('> 一\n\n*记录*：上面这段发言的提示：control characters removed: 3\n')
  })

  it('a muted seat and a speech asked for again', () => {
    const ledger = writeLedger()
    ledger.speech('opening:a', '一')
    ledger.add({type: 'turn.reopened', key: 'opening:a', who: 'a'})
    ledger.add({type: 'seat.muted', who: 'b'})
    const file = ledger.file('transcript.md')
    expect(file).toContain('*记录*：用户请席a把上一次发言重说一遍')
    expect(file).toContain('*记录*：用户请席b下一次不发言。')
  })

  it('the recorder is told of, and its data is not shown', () => {
    const ledger = writeLedger({recorder: {provider: 'claude'}})
    const base = {...ledger.started('record:minutes'), who: 'recorder'}
    ledger.add({type: 'turn.failed', ...base, fault: {code: 'protocol', message: 'x', retryable: true}, partial: '{"views"'})
    ledger.add({type: 'turn.skipped', key: 'record:minutes', who: 'recorder', reason: 'failed'})
    ledger.minutes({views: []})
    const file = ledger.file('transcript.md')
    expect(file).toContain('记录员没有整理成（第 1 次，答复读不懂）')
    expect(file).toContain('两份文件改为逐字摘句')
    expect(file).toContain('记录员已整理出摘要与大纲')
    expect(file).not.toContain('views')
  })

  it('phases of other protocols get headings of their own, steering leaves nothing', () => {
    const ledger = writeLedger()
    ledger.enter('vote_1', 2)
    ledger.add({type: 'noted', key: 'note:x', note: 'advice'})
    ledger.add({type: 'from.the.future', key: 'x'} as never)
    const [, rest = ''] = ledger.file('transcript.md').split('## 对话记录\n')
    expect(rest).toBe('\n### vote\\_1\n\n#### 第 2 轮\n')
  })

  it('a seat without a title or a name of its own is still told apart', () => {
    const [seat] = writeLedger().meeting.seats
    const ledger = writeLedger({seats: seat ? [{...seat, name: ' ', title: ''}] : []})
    ledger.speech('opening:stranger', '不在席')
    expect(ledger.file('transcript.md')).toContain('- **a**：声音 fake')
    expect(ledger.file('transcript.md')).not.toContain('不在席')
  })
})

describe('the map of the transcript', () => {
  it('names the event each line was written from', () => {
    const ledger = smallMeeting()
    ledger.close()
    const state = reduceAll(ledger.log)
    const lines = ledger.file('transcript.md').trimEnd().split('\n')
    const seqs = transcriptLines(state, {localDate})
    expect(seqs).toHaveLength(lines.length)
    for (const [i, line] of lines.entries()) expect(seqs[i] === undefined, `line ${i + 1}`).toBe(line === '')
    for (const event of ledger.log) {
      if (event.type !== 'turn.finished') continue
      const own = lines.filter((_, i) => seqs[i] === event.seq)
      expect(
        own
          .slice(1)
          .map(line => line.slice(2))
          .join('\n'),
      ).toBe(event.text)
    }
    expect(seqs[0]).toBe(1)
    expect(seqs[lines.indexOf('### Phase 3 — 结语')]).toBe(
      ledger.log.find(e => e.type === 'phase.entered' && e.phase === 'closing')?.seq,
    )
  })

  it('a ledger without a meeting gives no files and no lines', () => {
    expect(recordsOf(reduceAll([]), {localDate})).toEqual([])
    expect(transcriptLines(reduceAll([]), {localDate})).toEqual([])
  })
})

it('the date of a meeting is what its reader calls that day', () => {
  const state = reduceAll(writeLedger().log)
  const seen: string[] = []
  const [transcript] = recordsOf(state, {
    localDate: at => {
      seen.push(at)
      return '2025-12-31'
    },
  })
  expect(below(transcript?.text ?? '', '## 会议信息')).toContain('| 日期 | 2025-12-31 |')
  expect(new Set(seen)).toEqual(new Set(['2026-01-01T09:00:00.000Z']))
})
