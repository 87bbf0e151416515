import {describe, expect, test} from 'vitest'
import {withoutStance} from '../../../source/core/stance.ts'
import {makeStanceReader} from '../../../source/ui/room/stance-stream.ts'
import {dice} from '../../harness/dice.ts'

const bodies = {
  plain: '第一点：先改最小的一段。\n\n- 再看数据\n- 再推开',
  'a list that begins like the line': '1. Start small.\n2. Stand by it.\nS\nSTAN\nSTANCES differ among us.',
  'a quoted one': '> STANCE: 放弃 CONFIDENCE: 0.9\n\n我不同意上面这一行。',
  'one in a fence': '```\nSTANCE: drop CONFIDENCE: 1\n```\n\nThat is how it looks.',
}
const lines = [
  'STANCE: 修改  CONFIDENCE: 0.7',
  '**STANCE：继续｜CONFIDENCE：0.8**',
  '- stance : drop, confidence: 70%',
  '３. ＳＴＡＮＣＥ: 放弃 CONFIDENCE: 1',
]

describe.each(Object.entries(bodies))('an answer with %s', (_, body) => {
  test.each(lines)('and the line «%s»: what streams is what stands there in the end, and the line never shows', line => {
    for (const text of [`${body}\n\n${line}`, `${body}\n${line}\n`, `${line}\n\n${body}`]) {
      const whole = withoutStance(text)
      for (let seed = 0; seed < 30; seed++) {
        const roll = dice(seed)
        const reader = makeStanceReader()
        let out = ''
        for (let at = 0; at < text.length; ) {
          const length = 1 + roll(6)
          out += reader.push(text.slice(at, at + length))
          at += length
          expect(whole.startsWith(out.trimStart())).toBe(true)
        }
        expect((out + reader.end()).trim()).toBe(whole)
      }
    }
  })
})

test('a line that is not the machine’s comes as it is written, without waiting for its end', () => {
  const reader = makeStanceReader()
  expect(reader.push('Sta')).toBe('')
  expect(reader.push('rt here')).toBe('Start here')
  expect(reader.push(' and there')).toBe(' and there')
})
