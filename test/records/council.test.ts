import {describe, expect, it} from 'vitest'
import type {CouncilVerdict, PersonaRebuttal, PersonaResponse} from '../../source/core/council-data.ts'
import {reduceAll} from '../../source/core/state.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {recordsOf, saysUnfinished, transcriptLines} from '../../source/records/index.ts'
import {councilMeeting, file, holdCouncil} from '../protocols/council-table.ts'
import {down} from '../protocols/table.ts'

const options = {localDate: (at: string) => at.slice(0, 10)}
const names: Readonly<Record<string, string>> = {knuth: '高德纳', beck: '贝克', carmack: '卡马克'}

type Says = {
  readonly response: Partial<PersonaResponse>
  readonly rebuttal?: Partial<PersonaRebuttal>
}

const responseOf = (id: string, more: Partial<PersonaResponse>) => ({
  member: id,
  stance: `${id} 的立场。第二句。`,
  verdict: 'for' as CouncilVerdict,
  keyConcerns: [],
  tradeoffsRaised: [],
  recommendation: `${id} 的建议。`,
  ...more,
})
const rebuttalOf = (id: string, response: PersonaResponse, more: Partial<PersonaRebuttal>) => ({
  ...{member: id, respondsTo: [], revisedVerdict: response.verdict, stance: `${id} 再说。`},
  ...{recommendation: `${id} 的最终建议。`, moved: false},
  ...more,
})

async function filesOf(
  more: Parameters<typeof councilMeeting>[0],
  members: Readonly<Record<string, Says>>,
  facts?: readonly string[],
) {
  const plain = councilMeeting({seatIds: Object.keys(members), ...more})
  const meeting = {...plain, seats: plain.seats.map(seat => ({...seat, name: names[seat.id] ?? seat.id}))}
  const says = ({turn, who}: AskRequest) => {
    if (turn.stage === 'discovery') {
      return JSON.stringify({question: '', filesRead: ['src/a.ts'], facts: facts ?? [], relevant: (facts ?? []).length > 0})
    }
    const {response, rebuttal = {}} = members[who.id] ?? {response: {}}
    const whole = responseOf(who.id, response)
    return JSON.stringify(turn.key.startsWith('response:') ? whole : rebuttalOf(who.id, whole, rebuttal))
  }
  const held = await holdCouncil(meeting, {says})
  const files = recordsOf(reduceAll(held.log), options)
  const text = (name: string) => files.find(one => one.name === name)?.text ?? ''
  return {held, council: text('council.md'), transcript: text('transcript.md')}
}

describe('council.md', () => {
  it('a duo that debated over a repository: who sits where, what it turns on, who moved and by what', async () => {
    const {council} = await filesOf(
      {rooted: true, discovery: [{question: '有没有基准', files: [file('src/a.ts')]}]},
      {
        knuth: {
          response: {
            verdict: 'against',
            tradeoffsRaised: ['优化时机：先测量 优先于 先跑通', '性能来路：算法与布局 优先于 贴着硬件'],
            keyConcerns: ['没有剖析结果。'],
            groundedIn: ['循环只跑 10 次（src/a.ts）'],
          },
          rebuttal: {respondsTo: ['beck'], stance: '我仍要先看计数。贝克说的小步我同意，但步子要量过。'},
        },
        beck: {
          response: {
            verdict: 'for',
            stance: '先让它对，再让它快！测试是绿的。',
            recommendation: '写一个[测试](x)再动手。',
            tradeoffsRaised: ['优化时机：先跑通 优先于 先测量'],
            groundedIn: ['循环在 src/a.ts 里，没有测试'],
          },
          rebuttal: {
            respondsTo: ['knuth'],
            revisedVerdict: 'depends',
            stance: '先看数字。高德纳问的执行次数我答不上来。',
            recommendation: '先数一次。',
            moved: true,
          },
        },
      },
      ['循环只跑 10 次（src/a.ts）'],
    )
    expect(council).toBe(`## 优化决策委员会 · 双人组

### 各方立场

- **高德纳**（反对）：我仍要先看计数。knuth 的最终建议。 [有依据]
- **贝克**（看情况）：先看数字。先数一次。 [有依据]

### 分歧

- **裁决**：反对：高德纳；看情况：贝克
- **优化时机**：高德纳把「先测量」放在「先跑通」前面；贝克把「先跑通」放在「先测量」前面
  - *取决于仓库事实*（高德纳）：循环只跑 10 次（src/a.ts）
  - *取决于仓库事实*（贝克）：循环在 src/a.ts 里，没有测试

### 立场变化

- **高德纳** 坚持反对（回应贝克）：贝克说的小步我同意，但步子要量过。
- **贝克** 赞成 → 看情况（回应高德纳）：高德纳问的执行次数我答不上来。

### 解读

判断取决于「优化时机」：如果把「先测量」看得重于「先跑通」，就听高德纳的；如果把「先跑通」看得重于「先测量」，就听贝克的。

说明：各席位是根据公开资料整理的人物设定，不是本人；以上是把这些公开的工程理念用在这个请求上，不是本人的看法。全文见 transcript.md。
`)
  })

  it('a triad in English that agrees: no debate, no tags, no moved', async () => {
    const tradeoffsRaised = ['optimization timing: measure first over make it work first']
    const same = {verdict: 'for' as const, tradeoffsRaised}
    const {council, held} = await filesOf(
      {lang: 'en'},
      {
        knuth: {
          response: {
            ...same,
            stance: 'I count first. Then I judge.',
            recommendation: 'Profile it.',
            keyConcerns: ['No profile.'],
          },
        },
        beck: {response: {...same, stance: 'Small steps.', recommendation: 'Write a test.', keyConcerns: ['no profile']}},
        carmack: {response: {verdict: 'for', stance: '# Measure it', recommendation: '1. Fix the layout.'}},
      },
    )
    expect(held.end).toMatchObject({outcome: {rounds: 1}})
    expect(council.split('\n').slice(0, -2).join('\n')).toBe(`## optimization-decision council · triad

### Positions

- **高德纳** (for): I count first. Profile it.
- **贝克** (for): Small steps. Write a test.
- **卡马克** (for): Measure it Fix the layout.

### Where they agree

- The same verdict (for): 高德纳, 贝克, 卡马克
- optimization timing: 高德纳, 贝克 put measure first before make it work first
- 高德纳, 贝克 share a concern: No profile.

### Where they split

No axis is contested.

### Reading

The evidence points one way: for.
- 高德纳: Profile it.
- 贝克: Write a test.
- 卡马克: 1. Fix the layout.
`)
  })

  it('verdicts that are one and an axis that is not: one way, and what is still to be weighed', async () => {
    const {council} = await filesOf(
      {debate: false},
      {
        knuth: {response: {tradeoffsRaised: ['快慢: 甲 over 乙']}},
        beck: {response: {tradeoffsRaised: ['别的名字：乙 优先于 甲']}},
      },
    )
    expect(council).toContain('证据指向同一个方向：赞成。')
    expect(council).toContain('- **快慢**：高德纳把「甲」放在「乙」前面；贝克把「乙」放在「甲」前面')
    expect(council).toContain('方向相同，取舍仍要你定：\n- 判断取决于「快慢」')
    expect(council).not.toContain('立场变化')
  })

  it('a tally only where everybody says yes or no', async () => {
    const says = (verdict: CouncilVerdict) => ({response: {verdict}})
    const binary = await filesOf({debate: false}, {knuth: says('for'), beck: says('for'), carmack: says('against')})
    expect(binary.council).toContain('- 计票：赞成 2，反对 1')
    const open = await filesOf({debate: false}, {knuth: says('for'), beck: says('depends'), carmack: says('against')})
    expect(open.council).not.toContain('计票')
    expect(open.council).toContain(
      '没有可以对照的轴，判断取决于采信哪一方的理由：赞成的理由听高德纳的；反对的理由听卡马克的；看情况的理由听贝克的。',
    )
  })

  it('without a shared axis, a pair of the table hands over on its own', async () => {
    const {council} = await filesOf({debate: false}, {beck: {response: {verdict: 'against'}}, knuth: {response: {}}})
    expect(council).toContain(
      '没有人提出同一根轴；按极性表，判断取决于「优化时机」：如果把「先测量」看得重于「先跑通」，就听高德纳的',
    )
  })

  it('everybody says that it depends', async () => {
    const depends = {response: {verdict: 'depends' as const}}
    const {council} = await filesOf({debate: false}, {knuth: depends, beck: depends})
    expect(council).toContain('全体都说看情况；取决于什么，见各自的建议：\n- 高德纳：knuth 的建议。\n- 贝克：beck 的建议。')
  })

  it('members who are absent are named, and nobody is spoken for', async () => {
    const held = await holdCouncil(councilMeeting(), {
      says: request => (request.who.id === 'beck' ? down : JSON.stringify(responseOf('knuth', {}))),
      present: false,
    })
    const [transcript, council] = recordsOf(reduceAll(held.log), options)
    expect(council?.text).toContain('- **席beck**：没有表明立场。')
    expect(council?.text).toContain('只有一位成员表明了立场：赞成。')
    expect(transcript?.text).toContain('席beck')
    const silent = await holdCouncil(councilMeeting(), {says: () => down, present: false})
    expect(recordsOf(reduceAll(silent.log), options)[1]?.text).toContain('没有立场可以归纳。')
  })

  it('says so before the end, and holds at every moment of the meeting', async () => {
    const {held} = await filesOf({}, {knuth: {response: {}}, beck: {response: {verdict: 'against'}}})
    for (let length = 1; length < held.log.length; length++) {
      const files = recordsOf(reduceAll(held.log.slice(0, length)), options)
      expect(files.map(one => one.name)).toEqual(['transcript.md', 'council.md'])
      for (const one of files) expect(saysUnfinished(one.text)).toBe(true)
    }
  })

  it('text of others opens nothing', async () => {
    const evil = '# x\n<script>|`[a](b) **c**'
    const {council} = await filesOf(
      {},
      {knuth: {response: {stance: evil, recommendation: evil, keyConcerns: [evil]}}, beck: {response: {verdict: 'against'}}},
    )
    expect(council.split('\n').filter(line => line.startsWith('#'))).toHaveLength(5)
    expect(council).not.toMatch(/(?<!\\)<script|(?<!\\)\[a\]/)
  })
})

describe('transcript.md', () => {
  it('has the echo, the positions as texts in seating order, and the words of the person', async () => {
    const {transcript, held} = await filesOf(
      {rooted: true, discovery: [{question: '有没有基准', files: [file('src/a.ts')]}]},
      {knuth: {response: {verdict: 'against', groundedIn: ['事实（src/a.ts）']}}, beck: {response: {keyConcerns: ['一', '二']}}},
      ['事实（src/a.ts）'],
    )
    expect(transcript).toContain('# 工程委员会 · 完整记录')
    expect(transcript).toContain('| 委员会 | 优化决策委员会 · 双人组 |')
    expect(transcript).toContain('| 已读文件 | src/a.ts |')
    expect(transcript).toContain('> 辩论：开')
    expect(transcript).toContain('*调研* 问题 1：有没有基准\n> - 事实（src/a.ts）')
    expect(transcript).toContain('**高德纳**（第一轮 · 反对）\n> knuth 的立场。第二句。\n>\n> **裁决：反对**')
    expect(transcript).toContain('**贝克**（辩论 · 赞成）')
    expect(transcript).not.toMatch(/"(?:stance|verdict|facts)"/)
    expect(transcript.indexOf('**高德纳**（第一轮')).toBeLessThan(transcript.indexOf('**贝克**（第一轮'))
    const lines = transcriptLines(reduceAll(held.log), options)
    expect(lines).toHaveLength(transcript.split('\n').length - 1)
  })
})
