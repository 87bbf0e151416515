import stock from 'string-width'
import {expect, it} from 'vitest'
import stringWidth from '../../source/core/string-width.ts'

it('every kind of character of the first plane is as wide as the stock function says, alone and between others', () => {
  const differ: string[] = []
  for (let block = 0; block < 0x10000; block += BLOCK) {
    // Han and Hangul are of one kind: one block in sixteen stands for them.
    if (block >= 0x3400 && block < 0xd7a0 && block % (16 * BLOCK) !== 0) continue
    const characters = Array.from({length: BLOCK}, (_, at) => String.fromCharCode(block + at))
    const company = characters.map(one => `a${one}会${one}`).join('')
    const alone = characters[block % 7] ?? ''
    for (const text of [company, `\x1b[1m${company}\x1b[0m`, alone])
      if (stringWidth(text) !== stock(text)) differ.push(`U+${block.toString(16)}`)
  }
  expect([...new Set(differ)]).toEqual([])
})

const BLOCK = 16

it('clusters, emoji, links and options are the stock function’s', () => {
  for (const text of [
    '👩‍🚀 与 👍🏽',
    '🇨🇳',
    'e\u0301',
    'が',
    '가',
    '\x1b]8;;https://a.b\x07会议\x1b]8;;\x07',
    '\x1b[31m会\x1b[39m',
  ])
    expect(stringWidth(text), text).toBe(stock(text))
  expect(stringWidth('\x1b[1m…\x1b[0m', {countAnsiEscapeCodes: true})).toBe(
    stock('\x1b[1m…\x1b[0m', {countAnsiEscapeCodes: true}),
  )
  expect(stringWidth('…', {ambiguousIsNarrow: false})).toBe(2)
})
