import {describe, expect, test} from 'vitest'
import {makeReadable, readable} from '../../../source/ui/room/json-stream.ts'
import {dice} from '../../harness/dice.ts'

const MINUTES = JSON.stringify({
  views: [
    {who: '马克思', claim: {text: '机器的"主人"\n是谁', cites: [1, 2], quote: '谁占有机器？'}, keywords: ['所有权', '劳动']},
  ],
  agreements: [],
})

/** The same text in pieces of random length. */
function streamed(text: string, seed: number, data: boolean): string {
  const roll = dice(seed)
  const reader = makeReadable(data)
  let out = ''
  for (let at = 0; at < text.length; ) {
    const length = 1 + roll(5)
    out += reader.push(text.slice(at, at + length))
    at += length
  }
  return out + reader.end()
}

test('data comes out as its strings in Markdown lines, names as headings, quotations as quotations', () => {
  expect(readable(MINUTES, true)).toBe('### 马克思\n- 机器的"主人" 是谁\n> 谁占有机器？\n- 所有权\n- 劳动')
})

test('however it is cut, the same text comes out', () => {
  for (let seed = 0; seed < 50; seed++) expect(streamed(MINUTES, seed, true)).toBe(readable(MINUTES, true))
})

test('no piece of the stream shows a brace, a key or an escape of the data', () => {
  for (let seed = 0; seed < 50; seed++) expect(streamed(MINUTES, seed, true)).not.toMatch(/[{}[\]\\]|"who"|claim|cites/)
})

describe('a speech that nobody asked to be data', () => {
  test.each([
    ['plain words at once', '我想先问一句。', '我想先问一句。'],
    ['braces in the middle stay', '设 {x} 为一', '设 {x} 为一'],
    ['a list stays', '[1] 第一', '[1] 第一'],
    ['code in a fence stays', '```js\nlet x = {}\n```', '```js\nlet x = {}\n```'],
    ['an object is read as data', '{"verdict": "yes", "why": "因为"}', '- yes\n- 因为'],
    ['also in a fence', '```json\n{"verdict": "yes"}\n```', '- yes'],
    ['an unfinished beginning comes out at the end', '{', '{'],
  ])('%s', (_, text, shown) => {
    expect(readable(text, false)).toBe(shown)
    for (let seed = 0; seed < 20; seed++) expect(streamed(text, seed, false)).toBe(shown)
  })
})

test('prose where data was asked is shown at the end rather than nothing', () => {
  expect(readable('对不起，我不能。', true)).toBe('对不起，我不能。')
})

test('broken data never throws and never shows its keys', () => {
  const roll = dice(7)
  for (let round = 0; round < 300; round++) {
    const at = roll(MINUTES.length)
    const broken = MINUTES.slice(0, at) + '{}[]",:\\u12'.charAt(roll(11)) + MINUTES.slice(at + roll(4))
    expect(typeof readable(broken, true)).toBe('string')
  }
  expect(readable(`${'['.repeat(5000)}"a"`, true)).toBe('- a')
})
