import {describe, expect, it} from 'vitest'
import {readJson} from '../../source/providers/json-places.ts'
import {dice} from '../harness/dice.ts'

const lineOf = (text: string, path: (string | number)[], key?: string) => {
  const read = readJson(text)
  if ('problem' in read) throw new Error(read.problem.code)
  return read.lineOf(path, key)
}
const problemOf = (text: string) => {
  const read = readJson(text)
  return 'problem' in read ? read.problem : undefined
}

const sample =
  '{\n  "turns": [\n    {"who": "马克思", "text": "a\\nb"},\n    {\n      "text":\n        "c", "chunk": -1.5e3\n    }\n  ],\n  "x": null\n}'

it('finds the line of a value, of a key, and of what stands around a missing one', () => {
  expect(lineOf(sample, [])).toBe(1)
  expect(lineOf(sample, ['turns', 0, 'text'])).toBe(3)
  expect(lineOf(sample, ['turns', 1])).toBe(4)
  expect(lineOf(sample, ['turns', 1], 'text')).toBe(5)
  expect(lineOf(sample, ['turns', 1, 'text'])).toBe(6)
  expect(lineOf(sample, ['turns', 1, 'who'])).toBe(4)
  expect(lineOf(sample, [], 'x')).toBe(9)
})

describe('shows the line of a mistake', () => {
  it.each([
    ['a comma too many', '{"a": [\n1,\n]}', 3, 'json-unexpected', {found: ']'}],
    ['a comma too few', '{"a": 1\n"b": 2}', 2, 'json-unexpected', {found: '"'}],
    ['a full-width comma', '{"a": 1，\n"b": 2}', 1, 'json-unexpected', {found: '，'}],
    ['quotation marks of prose', '[\n“a”]', 2, 'json-unexpected', {found: '“'}],
    ['a comment', '[1,\n// two\n2]', 2, 'json-unexpected', {found: '/'}],
    ['a word', '[1,\n\nTrue]', 3, 'json-unexpected', {found: 'True'}],
    ['an open list, by its last line with anything on it', '[1,\n2\n\n\n', 2, 'json-unfinished', {}],
    ['nothing at all', '', 1, 'json-unfinished', {}],
    ['a line break in a string', '["a",\n"b\nc"]', 2, 'json-string', {}],
    ['an unknown escape', '["a",\n"C:\\demo"]', 2, 'json-escape', {found: '\\d'}],
    ['a second value', '{}\n{}', 2, 'json-unexpected', {found: '{'}],
    ['a key that stands twice', '{"a": 1,\n"b": 2,\n"\\u0061": 3}', 3, 'key-twice', {key: 'a'}],
    ['a million brackets', '\n'.concat('['.repeat(1_000_000)), 2, 'json-deep', {most: 64}],
  ])('%s', (_, text, line, code, slots) => {
    expect(problemOf(text)).toEqual({line, code, slots})
  })
})

it('takes what JSON.parse takes and gives what it gives, and nothing else', () => {
  const roll = dice(7)
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '\\',
    '"a"',
    '1',
    '-0.5e+3',
    '01',
    'true',
    'nul',
    ' ',
    '\n',
    '\u0001',
    '\\u00e9',
    '"k":',
    '马',
  ]
  let taken = 0
  for (let n = 0; n < 5000; n++) {
    let text = '{"k": [1, "\\u00e9", {"z": null}], "b": "x"}'
    for (let edits = roll(3); edits > 0; edits--) {
      const at = roll(text.length)
      text = text.slice(0, at) + (pieces[roll(pieces.length)] ?? '') + text.slice(at + roll(3))
    }
    let parsed: unknown
    let fine = true
    try {
      parsed = JSON.parse(text)
    } catch {
      fine = false
    }
    const read = readJson(text)
    if ('problem' in read) expect(fine && read.problem.code !== 'key-twice', text).toBe(false)
    else {
      expect(fine, text).toBe(true)
      expect(read.value, text).toEqual(parsed)
      taken++
    }
  }
  expect(taken).toBeGreaterThan(500)
})
