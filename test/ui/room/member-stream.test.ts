import {expect, test} from 'vitest'
import {type MemberReading, memberText} from '../../../source/core/council-text.ts'
import {memberLabels} from '../../../source/i18n/council.ts'
import {makeMemberReader} from '../../../source/ui/room/member-stream.ts'
import {dice} from '../../harness/dice.ts'

const seats = [{id: 'knuth', name: '高德纳'}]
const position = {
  ...{member: 'beck', stance: '先缩成一小步。\n\n再看**反馈**。', verdict: 'against', keyConcerns: ['反馈太迟 ', '一次改太多']},
  ...{
    tradeoffsRaised: ['优化时机：先跑通 优先于 先测量'],
    recommendation: '今天下午做完一步。',
    groundedIn: ['src/a.ts 有"缓存"'],
  },
}
const answer = {
  ...{member: 'beck', respondsTo: ['knuth'], revisedVerdict: 'depends', stance: '数字改变了我。', recommendation: '先测再改。'},
  moved: true,
}
const cases = [
  ['a position', 'response', JSON.stringify(position)],
  ['a rebuttal', 'rebuttal', JSON.stringify(answer)],
  ['a position in a fence, laid out', 'response', `\`\`\`json\n${JSON.stringify(position, undefined, 2)}\n\`\`\``],
  ['a rebuttal after a sentence', 'rebuttal', `好的，以下是我的答复：\n${JSON.stringify(answer)}`],
  [
    'a position whose parts come in another order',
    'response',
    JSON.stringify(Object.fromEntries(Object.entries(position).reverse())),
  ],
] as const

test.each(cases)('%s: what streams goes on to what stands there in the end, and never is data', (_, kind, text) => {
  const reading: MemberReading = {kind, labels: memberLabels.zh, seats}
  const whole = memberText(text, reading)
  expect(whole).not.toBe('')
  for (let seed = 0; seed < 40; seed++) {
    const roll = dice(seed)
    const reader = makeMemberReader(reading)
    let out = ''
    for (let at = 0; at < text.length; ) {
      const length = 1 + roll(7)
      out += reader.push(text.slice(at, at + length))
      at += length
      expect(out).not.toMatch(/[{}[\]`]|keyConcerns|verdict|against|depends|true/)
    }
    out += reader.end()
    // Of parts in another order only the beginning may be there; the whole replaces it.
    if (!_.includes('another order')) expect(out).toBe(whole)
  }
})
