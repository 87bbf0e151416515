import {describe, expect, it} from 'vitest'
import {folderName, MOST_NAME_BYTES, shortName} from '../../source/core/names.ts'

const AT = '2026-03-01-0905'
const nameOf = (topic: string) => folderName({at: AT, topic})

const TOPICS: readonly (readonly [topic: string, short: string])[] = [
  ['', 'meeting'],
  ['   ', 'meeting'],
  ['🪑🔥👨‍👩‍👧', 'meeting'],
  ['人工智能会不会取代程序员', '人工智能会不会取代程序员'],
  ['关'.repeat(100), '关'.repeat(26)],
  ['x'.repeat(300), 'x'.repeat(80)],
  ['CON', 'CON'],
  ['aux.md', 'aux-md'],
  ['../..', 'meeting'],
  ['../../etc/passwd', 'etc-passwd'],
  ['C:\\Windows\\..', 'C-Windows'],
  ['the end...', 'the-end'],
  ['the end ', 'the-end'],
  ['cafe\u0301', 'caf\u00e9'],
  ['user\u202egnp.exe', 'usergnp-exe'],
  ['a\u200bb\u2066c\ufeffd', 'abcd'],
  ['a\u0000b\nc\td\u001b[31m', 'a-b-c-d-31m'],
  ['钱🟡从哪里来？', '钱-从哪里来'],
  ['ℹ️ help 1️⃣', 'help-1'],
  ['\u0301\u0301', 'meeting'],
  ['\u3164\u115f', 'meeting'],
  ['lone \ud83d surrogate', 'lone-surrogate'],
  ['नमस्ते दुनिया', 'नमस्ते-दुनिया'],
  ['--- a --- b ---', 'a-b'],
]

describe('the name of a meeting folder', () => {
  it.each(TOPICS)('of %j ends as %j', (topic, short) => {
    expect(nameOf(topic)).toBe(`${AT}-${short}`)
  })

  it('is legal on every system and leaves room for a suffix, whatever the topic', () => {
    const pieces = [
      '关',
      'x',
      '.',
      ' ',
      '/',
      '\\',
      ':',
      '*',
      '👨‍👩‍👧',
      'e\u0301',
      '\u202e',
      '\u0000',
      '\ud800',
      'नि',
      '🇨🇳',
      '-',
      '\u0300'.repeat(90),
    ]
    let state = 7
    const next = (below: number) => {
      state = (state * 48271) % 2147483647
      return state % below
    }
    for (let n = 0; n < 2000; n++) {
      const name = nameOf(Array.from({length: next(120)}, () => pieces[next(pieces.length)]).join(''))
      expect(Buffer.byteLength(`${name}-99`)).toBeLessThanOrEqual(MOST_NAME_BYTES)
      expect(name).toMatch(/^2026-03-01-0905-[\p{L}\p{N}\p{M}-]*[\p{L}\p{N}\p{M}]$/u)
      expect(name).toBe(name.normalize('NFC'))
      expect(name).not.toMatch(/\p{Cs}|--|-\p{M}/u)
    }
  })

  it('is cut between words when one ends near the limit, and never inside a character', () => {
    const words = `${'word '.repeat(14)}incomprehensibilities`
    expect(shortName(words)).toBe(Array(14).fill('word').join('-'))
    expect(shortName(`${'x'.repeat(79)}नि`)).toBe('x'.repeat(79))
    expect(shortName('ab cd', 2)).toBe('ab')
  })

  it('takes the word it is given when the topic leaves none', () => {
    expect(folderName({at: AT, topic: '🪑', otherwise: '会议'})).toBe(`${AT}-会议`)
    expect(folderName({at: AT, topic: '🪑', otherwise: '/'})).toBe(`${AT}-meeting`)
  })

  it('does not accept a date that could carry a path', () => {
    for (const at of ['', '2026-3-1-905', '../../../tmp', '2026-03-01-0905/x']) {
      expect(() => folderName({at, topic: 'x'})).toThrow(RangeError)
    }
  })
})
