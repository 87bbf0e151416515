import {describe, expect, test} from 'vitest'
import {textWidth} from '../../../source/core/width.ts'
import {cutPiece} from '../../../source/ui/terminal/piece.ts'
import {dice} from '../../harness/dice.ts'

const whole = (row: string, width = 20, colours: 'none' | 'ansi16' = 'ansi16') =>
  cutPiece(row, {x: 0, from: 0, width}, colours).out.trimEnd()

describe('the choke point', () => {
  test.each([
    ['colours and emphasis pass', '\x1b[1;32mgo\x1b[22;39m on', '\x1b[1;32mgo\x1b[0m on'],
    ['256 and true colours pass', '\x1b[38;5;200ma\x1b[48;2;1;2;3mb', '\x1b[38;5;200ma\x1b[0;38;5;200;48;2;1;2;3mb\x1b[0m'],
    ['blink and conceal do not', '\x1b[5;8;1mx\x1b[0m', '\x1b[1mx\x1b[0m'],
    ['OSC goes with its content', 'a\x1b]52;c;cHdu\x07b', 'ab'],
    ['links go, their text stays', '\x1b]8;;http://x\x1b\\text\x1b]8;;\x1b\\', 'text'],
    ['cursor moves go', 'a\x1b[2J\x1b[5;5Hb\x1b[6nc', 'abc'],
    ['single controls go, a line end is a space', 'a\rb\x08c\x07d\x9bm', 'a bcd'],
    ['bidi shows itself', 'a\u202eb', 'a‹U+202E›b'],
  ])('%s', (_, row, out) => {
    expect(whole(row)).toBe(out)
  })

  test('without colours no SGR is left', () => {
    expect(whole('\x1b[1;32mgo\x1b[0m on', 20, 'none')).toBe('go on')
  })

  test('of 5,000 hostile rows only known SGR and column moves reach the terminal, at the width asked for', () => {
    const roll = dice(81)
    const parts = [
      'x',
      '实',
      '\x1b',
      '[',
      '2J',
      '\x1b[31m',
      '\x1b]0;',
      '\x07',
      '\x9b',
      'm',
      '\x00',
      '\u202e',
      '\u200b',
      '\ud83d',
      '👍🏽',
      '⚠️',
      '\n',
      '\t',
      ';',
      '8',
      '\x1b[8m',
      '\x1bP',
      '\x1b\\',
      '\u{e0041}',
      '\x1b[999999;38;2m',
    ]
    for (let i = 0; i < 5000; i++) {
      const row = Array.from({length: roll(24)}, () => parts[roll(parts.length)]).join('')
      const {out} = cutPiece(row, {x: 3, from: roll(6), width: 12}, 'ansi16')
      const text = out.replace(/\x1b\[(?:[0-9;]*m|\d+G)/g, '')
      expect(text).not.toMatch(/[\x00-\x1f\x7f-\x9f\u200b\u202e\u{e0041}]|\p{Cs}/u)
      expect(out).not.toMatch(/\x1b\[[0-9;]*\b[58]m/)
      if (!out.includes('G')) expect(textWidth(text)).toBe(12)
    }
  })

  test('a slice through a wide character leaves a space for its half', () => {
    expect(cutPiece('实践告诉', {x: 0, from: 1, width: 4}, 'none').out).toBe(' 践 ')
  })
})
