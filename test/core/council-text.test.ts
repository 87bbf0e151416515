import {describe, expect, it} from 'vitest'
import {type MemberReading, memberText} from '../../source/core/council-text.ts'
import {memberLabels} from '../../source/i18n/council.ts'

const seats = [
  {id: 'knuth', name: '高德纳'},
  {id: 'beck', name: '贝克'},
]
const zh = (kind: MemberReading['kind']) => ({kind, labels: memberLabels.zh, seats})

const response = {
  member: 'knuth',
  stance: '先数执行次数。\n再说快慢。',
  verdict: 'against',
  keyConcerns: ['没有剖析结果。', '输入太小。'],
  tradeoffsRaised: ['优化时机：先测量 优先于 先跑通'],
  recommendation: '跑一次剖析。',
  groundedIn: ['循环 10 次（src/a.ts）'],
}
const rebuttal = {
  member: 'knuth',
  respondsTo: ['beck', 'nobody'],
  revisedVerdict: 'depends',
  stance: '让一步。',
  recommendation: '先量。',
  moved: true,
}

describe("a member's data as a reader sees it", () => {
  it('a position', () => {
    expect(memberText(response, zh('response'))).toBe(
      [
        '先数执行次数。\n再说快慢。',
        '**裁决：反对**',
        '### 关切\n\n- 没有剖析结果。\n- 输入太小。',
        '### 取舍\n\n- 优化时机：先测量 优先于 先跑通',
        '### 建议\n\n跑一次剖析。',
        '### 依据\n\n- 循环 10 次（src/a.ts）',
      ].join('\n\n'),
    )
  })

  it('a rebuttal, with names for ids', () => {
    expect(memberText(rebuttal, zh('rebuttal'))).toBe(
      ['**回应：贝克、nobody**', '**裁决：看情况**', '让一步。', '### 建议\n\n先量。', '*立场有变。*'].join('\n\n'),
    )
    expect(memberText({...rebuttal, moved: false}, {...zh('rebuttal'), labels: memberLabels.en})).toContain(
      '*The position holds.*',
    )
  })

  it('a finding shows its facts', () => {
    expect(memberText({facts: ['甲（a.ts）', '乙\n（b.ts）']}, zh('discovery'))).toBe('- 甲（a.ts）\n- 乙 （b.ts）')
  })

  it('while it streams: never raw JSON, and in the end what the data gives', () => {
    const text = `\`\`\`json\n${JSON.stringify(response, null, 2)}\n\`\`\``
    for (let length = 0; length < text.length; length++) {
      const shown = memberText(text.slice(0, length), zh('response'))
      expect(shown, String(length)).not.toMatch(/[{}"]|stance|verdict/)
    }
    expect(memberText(text, zh('response'))).toBe(memberText(response, zh('response')))
    expect(memberText('{"member":"knuth","stance":"先数', zh('response'))).toBe('先数')
    expect(memberText('{"stance":"甲","verdict":"fo', zh('response'))).toBe('甲')
  })

  it('prose without data stays prose; nothing is nothing', () => {
    expect(memberText('I cannot answer that.', zh('response'))).toBe('I cannot answer that.')
    expect(memberText('', zh('response'))).toBe('')
    expect(memberText(undefined, zh('response'))).toBe('')
    expect(memberText({stance: 7, keyConcerns: 'x', verdict: 'yes'}, zh('response'))).toBe('')
  })
})
