import {expect, it} from 'vitest'
import {jsonIn} from '../../source/core/json-in-prose.ts'
import {random} from '../support/meeting.ts'

const first = (text: string) => jsonIn(text).next().value

it.each([
  ['bare', '{"a":1}'],
  ['fenced', '好的：\n```json\n{"a":1}\n```\n以上。'],
  ['in a four-tick fence', '````\n{"a":1}\n````'],
  ['after a fence of something else', '```bash\necho {x}\n```\n{"a":1}'],
  ['with braces after it', '{"a":1} 其余见 {附录}'],
  ['after a stray brace', '用 { 开头：{"a":1}'],
])('finds the object %s', (_, text) => {
  expect(first(text)).toEqual({a: 1})
})

it('knows strings: braces, backticks and escapes inside them are text', () => {
  const value = {code: '```\nif (x) { y }\n```', quote: '他说："}{"', path: 'C:\\{x}\\'}
  expect(first(`说明 ${JSON.stringify(value, undefined, 2)} 完`)).toEqual(value)
})

it('gives every object, in order', () => {
  expect([...jsonIn('{"a":1} 又 {"b":{"c":2}}')]).toEqual([{a: 1}, {b: {c: 2}}])
})

it('finds none where there is none', () => {
  for (const text of ['', '没有', '{', '}{', '{"a":', '[1,2]', '{a:1}']) expect([...jsonIn(text)]).toEqual([])
})

it('finds what was put into random prose, and never throws', () => {
  const roll = random(7)
  const noise = () => Array.from({length: Math.floor(roll() * 20)}, () => '{}"`\\\n文a:, '[Math.floor(roll() * 12)]).join('')
  for (let n = 0; n < 500; n++) {
    const value = {n, text: noise()}
    const found = [...jsonIn(`${noise().replaceAll('{', '')}${JSON.stringify(value)}${noise()}`)]
    expect(found).toContainEqual(value)
    expect(() => [...jsonIn(noise() + noise())]).not.toThrow()
  }
})

it('a megabyte of opening braces ends after a bounded number of looks', () => {
  expect([...jsonIn('{'.repeat(1_000_000))]).toEqual([])
})
