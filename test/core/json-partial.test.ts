import {expect, it} from 'vitest'
import {jsonSoFar} from '../../source/core/json-partial.ts'

it.each([
  ['', undefined],
  ['prose', undefined],
  ['{', {}],
  ['{"a', {}],
  ['{"a":', {}],
  ['{"a":"be', {a: 'be'}],
  ['```json\n{"a":"b","c":["d","e', {a: 'b', c: ['d', 'e']}],
  ['{"a":"b","c":tr', {a: 'b'}],
  ['{"a":"x\\', {a: 'x'}],
  ['{"a":"x\\\\', {a: 'x\\'}],
  ['{"a":"x\\u4e', {a: 'x'}],
  ['{"a":"x\\u4e2d', {a: 'x中'}],
  ['{"a":"}"} and more {', {a: '}'}],
  ['{"a":[{"b":1},{"c":', {a: [{b: 1}, {}]}],
  ['{"a":1}}}}', {a: 1}],
])('%s', (text, data) => {
  expect(jsonSoFar(text)).toEqual(data)
})

it('every beginning of an object gives a beginning of what the whole gives', () => {
  const whole = {member: 'knuth', stance: '先“量”\n再 \\ 改', list: ['一', '二\u0001'], deep: {on: true, n: -1.5e3, none: null}}
  const text = JSON.stringify(whole)
  for (let length = 1; length < text.length; length++) {
    const part = jsonSoFar(text.slice(0, length))
    for (const [key, value] of Object.entries(part ?? {})) {
      const of: unknown = Reflect.get(whole, key)
      if (typeof of === 'string') expect(of.startsWith(String(value)), text.slice(0, length)).toBe(true)
    }
  }
  expect(jsonSoFar(text)).toEqual(whole)
})
