import {describe, expect, test} from 'vitest'
import {boardRoomWordsFor} from '../../../source/i18n/board-room.ts'
import {dataText, shapeOf} from '../../../source/ui/room/board-text.ts'
import {makeReadable} from '../../../source/ui/room/json-stream.ts'
import {dice} from '../../harness/dice.ts'

const decision = {
  advice: '先做小范围试验，"两周"为限。\n\n再看**数据**。',
  views: [
    {who: '埃隆·马斯克', view: '先算极限\n成本。'},
    {who: '张小龙', view: '用完即走。'},
  ],
  consensus: ['都认为要先验证'],
  dissent: ['投入多少仍有分歧', '要不要收费'],
  actions: ['两周内做出样品'],
}
const summary = {content: '两位专家都说到成本。\n\n- 一位主张删\n- 一位主张试', continue: true}
const replies = [
  ['summary', summary],
  ['decision', decision],
] as const
const ways = [
  ['bare', (json: string) => json],
  ['in a fence', (json: string) => `\`\`\`json\n${json}\n\`\`\``],
  ['after a sentence', (json: string) => `好的，以下是数据：\n${json}\n以上。`],
] as const

/** Everything that a reader has seen after each piece, in pieces of random length. */
function seen(text: string, kind: 'summary' | 'decision', seed: number): readonly string[] {
  const roll = dice(seed)
  const reader = makeReadable(shapeOf(kind, boardRoomWordsFor('zh')) ?? false)
  const stages: string[] = []
  let out = ''
  for (let at = 0; at < text.length; ) {
    const length = 1 + roll(7)
    out += reader.push(text.slice(at, at + length))
    stages.push(out)
    at += length
  }
  return [...stages, out + reader.end()]
}

describe.each(replies)('a %s', (kind, data) => {
  test.each(ways)('%s: what streams is what stands there in the end, piece by piece, and never data', (_, dress) => {
    const whole = dataText(kind, data, boardRoomWordsFor('zh')) ?? ''
    expect(whole).not.toBe('')
    for (let seed = 0; seed < 40; seed++) {
      const stages = seen(dress(JSON.stringify(data, undefined, seed % 3)), kind, seed)
      for (const stage of stages) {
        expect(whole.startsWith(stage)).toBe(true)
        expect(stage).not.toMatch(/[{}[\]\\`]|content|advice|continue|true/)
      }
      expect(stages.at(-1)).toBe(whole)
    }
  })
})

test('keys in another order, keys nobody knows and a view without a name are read as far as they go', () => {
  const odd = JSON.stringify({more: 'x', actions: ['a'], views: [{view: 'v', who: 'w'}], advice: 'b'})
  expect(seen(odd, 'decision', 1).at(-1)).toBe('- x\n\n### 建议行动\n\n- a\n\n### 各方观点\n\n- v\n- w\n\nb')
})

test('a reply that holds no data is shown as what it is, one that breaks off as far as it went', () => {
  expect(seen('我没有照格式写。', 'summary', 2).at(-1)).toBe('我没有照格式写。')
  expect(seen('{"content": "说到一半', 'summary', 3).at(-1)).toBe('说到一半')
  expect(seen('{"content', 'summary', 4).at(-1)).toBe('')
})
