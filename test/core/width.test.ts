import {describe, expect, test} from 'vitest'
import {graphemes, padTo, textWidth, truncate, wrap} from '../../source/core/width.ts'
import {dice} from '../harness/dice.ts'
import {cpuMs} from '../support/cpu.ts'

const PIECES = [
  '实践',
  '告诉我们',
  '，',
  '。',
  '、',
  '“',
  '”',
  '（',
  '）',
  '《',
  '》',
  '……',
  '——',
  ' ',
  '  ',
  'word',
  'a',
  'streaming',
  'https://example.org/a/very/long/path?q=1',
  '3.14%',
  '👩‍👩‍👧‍👦',
  '❤️',
  '👍🏽',
  '🇨🇳',
  '1️⃣',
  'e\u0301',
  'ｶﾞ',
  '한국어',
  'ありがとう',
  '!',
  '(',
  ')',
  '"',
  "'",
  '-',
  'x-y',
  '\u0e01\u0e33',
  'नमस्ते',
]

const random = (roll: (sides: number) => number, length: number) =>
  Array.from({length}, () => PIECES[roll(PIECES.length)]).join('')
const unspaced = (text: string) => text.replaceAll(' ', '')

describe('wrap', () => {
  test('at every width from 1 to 120 no line is wider, graphemes stay whole, and only spaces are lost', () => {
    const roll = dice(11)
    for (let columns = 1; columns <= 120; columns++) {
      for (let i = 0; i < 8; i++) {
        const text = random(roll, 1 + roll(40))
        const lines = wrap(text, columns)
        for (const line of lines) if (textWidth(line) > columns) expect(graphemes(line)).toHaveLength(1)
        expect(unspaced(lines.join(''))).toBe(unspaced(text))
        const whole = graphemes(text).filter(part => part !== ' ')
        expect(lines.flatMap(graphemes).filter(part => part !== ' ')).toEqual(whole)
      }
    }
  })

  test('no line starts with closing punctuation or ends with an opening bracket, given room', () => {
    const roll = dice(12)
    for (let i = 0; i < 600; i++) {
      const sentence = () =>
        `${['实践', '告诉我们', 'word', 'AI', '他说：“矛盾”', '（见《实践论》）', '3.14%', ' '][roll(8)]}${['，', '。', '', '', ' ，', '……', '——'][roll(7)]}`
      const text = Array.from({length: 20}, sentence)
        .join('')
        .replace(/[，。…—]{2,}/g, '，')
        .replace(/( ，| )+/g, ' ')
        .replace(/[，。] /g, '，')
      const columns = 16 + roll(60)
      for (const [at, line] of wrap(text, columns).entries()) {
        if (at > 0) expect(line, text).not.toMatch(/^[，。、；：？！…—）》”%]/)
        expect(line, text).not.toMatch(/[（《“]$/)
      }
    }
  })

  test.each([
    ['a space does not let a comma start a line', '实践告诉我们 ，这样', 12, ['实践告诉我', '们 ，这样']],
    ['a comma takes the last character with it', '实践告诉我们，这样', 12, ['实践告诉我', '们，这样']],
    ['an opening bracket goes to the next line', '实践告诉（我们）', 10, ['实践告诉', '（我们）']],
    ['words stay whole', 'the quick brown fox', 10, ['the quick', 'brown fox']],
    ['a long word is torn', 'abcdefghijkl', 5, ['abcde', 'fghij', 'kl']],
    ['a URL goes to a line of its own and is torn there', '参见https://a.example/b', 12, ['参见', 'https://a.ex', 'ample/b']],
    ['words break after a hyphen', 'state-of-the-art', 9, ['state-of-', 'the-art']],
    ['indentation stays', '  code', 10, ['  code']],
    ['an empty text is one empty line', '', 10, ['']],
    ['paragraphs stay apart', 'a\n\nb', 10, ['a', '', 'b']],
    ['a dash is not torn', '矛盾——运动', 5, ['矛', '盾——', '运动']],
    ['an ASCII quotation mark stays with what it quotes', '他说"你好"。', 8, ['他说"你', '好"。']],
  ])('%s', (_, text, columns, lines) => {
    expect(wrap(text, columns)).toEqual(lines)
  })

  test('200,000 characters of one word, of spaces or of punctuation break in linear time', () => {
    const started = cpuMs()
    for (const piece of ['a', ' ', '，', '（', 'é', '👩‍👩‍👧‍👦', '(a', '. ']) wrap(piece.repeat(200_000 / piece.length), 40)
    expect(cpuMs() - started).toBeLessThan(4000)
  })
})

test('padTo gives exactly the columns asked for', () => {
  const roll = dice(13)
  for (let i = 0; i < 500; i++) {
    const columns = roll(60)
    expect(textWidth(padTo(random(roll, roll(30)), columns))).toBe(columns)
  }
})

test('truncate says with a … that something is missing', () => {
  expect(truncate('实践告诉我们', 12)).toBe('实践告诉我们')
  expect(truncate('实践告诉我们', 11)).toBe('实践告诉我…')
  expect(truncate('实践告诉我们', 10)).toBe('实践告诉…')
  expect(truncate('abc', 1)).toBe('…')
  expect(truncate('abc', 0)).toBe('')
})

test('a cluster of a thousand joined emoji is taken apart', () => {
  expect(graphemes('👩‍'.repeat(1000)).every(part => part.length <= 64)).toBe(true)
})
