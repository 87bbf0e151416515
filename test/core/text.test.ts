import {describe, expect, test} from 'vitest'
import {charCount, cleanIngest, cutGraphemes, graphemesOf, makeIngestCleaner, oneLine, visible} from '../../source/core/text.ts'
import {dice} from '../harness/dice.ts'
import {cpuMs} from '../support/cpu.ts'

const PARTS = [
  '实践',
  'word ',
  '，',
  '\n',
  '\r',
  '\r\n',
  '\t',
  '\x1b',
  '\x1b[',
  '\x1b[31m',
  '\x1b[2',
  'J',
  '\x1b]',
  '\x1b]0;PWN\x07',
  '\x1b]52;c;cHdu\x1b\\',
  '\x1bP1;2q',
  '\x1b\\',
  '\x07',
  '\x9b',
  '\x9b31m',
  '\x9d0;x',
  '\x9c',
  '\x18',
  '\x00',
  '\x08',
  '\x7f',
  '\x85',
  '\x1b(',
  'B',
  '\x1b7',
  '\x1bc',
  '\u202e',
  '\u200b',
  '\ud83d',
  '\ude00',
  '😀',
  '👩‍👩‍👧‍👦',
  '❤️',
  'e\u0301',
  '\ufeff',
  '\u{e0041}',
  '\u2028',
  '1️⃣',
  '[0m',
  ';',
  '\x1b_G',
  '\x1b^',
  '\x1bX',
  'x'.repeat(5000),
]

const hostile = (roll: (sides: number) => number) =>
  Array.from({length: 1 + roll(14)}, () => PARTS[roll(roll(12) === 0 ? PARTS.length : PARTS.length - 1)]).join('')

describe('cleanIngest', () => {
  test.each([
    ['plain 中文\n\tx', 'plain 中文\n\tx', 0],
    ['a\r\nb\rc', 'a\nb\nc', 0],
    ['a\x1b[31mb\x1b[0m', 'ab', 9],
    ['a\x1b]52;c;cHduZWQ=\x07b', 'ab', 16],
    ['a\x1b]8;;http://x\x1b\\link\x1b]8;;\x1b\\b', 'alinkb', 22],
    ['a\x1bPq#0\x1b\\b\x9d0;t\x9cc', 'abc', 12],
    ['bell\x07 back\x08 nul\x00 del\x7f nel\x85', 'bell back nul del nel', 5],
    ['half \ud83d and \ude00', 'half \ufffd and \ufffd', 2],
    ['\u202eabc\u200b', '\u202eabc\u200b', 0],
    ['ends in \x1b[3', 'ends in ', 3],
    ['never ended \x1b]0;the words stay', 'never ended 0;the words stay', 2],
  ])('%j becomes %j', (text, clean, removed) => {
    expect(cleanIngest(text)).toEqual({text: clean, removed})
  })

  test('an unterminated string longer than the cap swallows no text', () => {
    const words = 'w'.repeat(5000)
    expect(cleanIngest(`a\x1b]${words}\x07`).text).toBe(`a${words}`)
  })

  test('nothing but \\n and \\t is left of the control characters, and the text is well formed', () => {
    const roll = dice(1)
    for (let i = 0; i < 3000; i++) expect(cleanIngest(hostile(roll)).text).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/u)
  })

  test('cleaning twice is cleaning once', () => {
    const roll = dice(2)
    for (let i = 0; i < 1000; i++) {
      const {text} = cleanIngest(hostile(roll))
      expect(cleanIngest(text)).toEqual({text, removed: 0})
    }
  })

  test('a megabyte of introducers is read in linear time', () => {
    const started = cpuMs()
    for (const piece of ['\x9d', '\x1b]', '\x1bP', '\x1b', '\x9b1', '\x1b ']) cleanIngest(piece.repeat(1_000_000 / piece.length))
    expect(cpuMs() - started).toBeLessThan(3000)
  })
})

describe('makeIngestCleaner', () => {
  test('wherever the stream is cut, the pieces join to the stateless form', () => {
    const roll = dice(3)
    for (let i = 0; i < 3000; i++) {
      const text = hostile(roll)
      const cleaner = makeIngestCleaner()
      let joined = ''
      for (let at = 0; at < text.length; ) {
        const length = 1 + roll(roll(2) === 0 ? 3 : 40)
        joined += cleaner.push(text.slice(at, at + length))
        at += length
      }
      joined += cleaner.end()
      expect(joined).toBe(cleanIngest(text).text)
      expect(cleaner.removed()).toBe(cleanIngest(text).removed)
    }
  })

  test('no piece ever carries a control character', () => {
    const roll = dice(4)
    for (let i = 0; i < 500; i++) {
      const cleaner = makeIngestCleaner()
      for (const unit of hostile(roll).split('')) expect(cleaner.push(unit)).not.toMatch(/[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/u)
    }
  })

  test('plain deltas pass at once', () => {
    const cleaner = makeIngestCleaner()
    expect([cleaner.push('实践'), cleaner.push('告诉'), cleaner.end()]).toEqual(['实践', '告诉', ''])
  })
})

describe('visible', () => {
  test.each([
    ['user\u202etxt', 'user‹U+202E›txt'],
    ['a\u200bb\ufeffc\u00add', 'a‹U+200B›b‹U+FEFF›c‹U+00AD›d'],
    ['\u{e0041}', '‹U+E0041›'],
    ['👩‍👩‍👧‍👦 ❤️ 👍🏽 1️⃣ 🏳️‍🌈', '👩‍👩‍👧‍👦 ❤️ 👍🏽 1️⃣ 🏳️‍🌈'],
    ['a\u200db', 'a‹U+200D›b'],
    ['👍\u200d', '👍‹U+200D›'],
    ['中\ufe0f', '中‹U+FE0F›'],
    ['❤\ufe0f\ufe0f', '❤\ufe0f‹U+FE0F›'],
    ['a\tb', 'a  b'],
    ['a\u2028b\u2029c\rd\r\ne', 'a\nb\nc\nd\ne'],
    ['a\x1b[2Jb\x07', 'a[2Jb'],
    ['\ud83d!', '\ufffd!'],
    [`e${'\u0301'.repeat(100)}`, `e${'\u0301'.repeat(16)}‹+84›`],
  ])('%j shows as %j', (text, shown) => {
    expect(visible(text)).toBe(shown)
  })

  test('of 5,000 hostile texts no control, format or lone surrogate reaches the screen, bar the joints of emoji', () => {
    const roll = dice(5)
    for (let i = 0; i < 5000; i++) {
      const shown = visible(hostile(roll))
      expect(shown).not.toMatch(/[\x00-\x09\x0b-\x1f\x7f-\x9f\u2028\u2029]|\p{Cs}/u)
      expect(shown.replace(/\p{Extended_Pictographic}[\ufe0e\ufe0f\u200d]+|[0-9#*]\ufe0f\u20e3/gu, '')).not.toMatch(
        /\p{Cf}|\p{Default_Ignorable_Code_Point}/u,
      )
    }
  })
})

test('oneLine folds white space and cuts between graphemes', () => {
  expect(oneLine(' a\n\n b\tc ')).toBe('a b c')
  expect(oneLine('👩‍👩‍👧‍👦👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 2)).toBe('👩‍👩‍👧‍👦…')
  expect(oneLine('四个汉字', 4)).toBe('四个汉字')
  expect(oneLine('name\u202e\x1b[2J', 40)).toBe('name‹U+202E›[2J')
})

test('cutGraphemes keeps the longest whole prefix within the bytes', () => {
  const roll = dice(6)
  for (let i = 0; i < 500; i++) {
    const text = hostile(roll).slice(0, 200)
    const maxBytes = roll(120)
    const cut = cutGraphemes(text, {maxBytes})
    const whole = text.replace(/\p{Cs}/gu, '\ufffd')
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(maxBytes)
    expect(whole.startsWith(cut)).toBe(true)
    const next = graphemesOf(whole.slice(cut.length)).next()
    if (!next.done) expect(Buffer.byteLength(cut + next.value)).toBeGreaterThan(maxBytes)
  }
})

test('charCount counts what a person counts', () => {
  expect(charCount('你好，world 👩‍👩‍👧‍👦\n')).toBe(9)
})

test('graphemes are the same however long the text before them is', () => {
  const roll = dice(7)
  for (let i = 0; i < 50; i++) {
    const text = Array.from({length: 200}, () => ['汉', 'a', '👩‍👩‍👧‍👦', 'e\u0301', '👍🏽', '한', '1️⃣', ' '][roll(8)]).join('')
    expect([...graphemesOf(text)]).toEqual(Array.from(new Intl.Segmenter('zh').segment(text), ({segment}) => segment))
  }
})
