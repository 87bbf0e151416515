import {expect, it} from 'vitest'
import {toJsonLine} from '../../source/headless/ndjson.ts'

it('a line is plain in any terminal, and parses to the same value', () => {
  const value = {type: 'user.said', text: 'a\u202eb\u009b31m\u2028\u{e0041}'}
  const line = toJsonLine(value)
  expect(line).not.toMatch(/[\u0080-\u009f\u2028\u202e]|\udb40/u)
  expect(line.endsWith('\n') && !line.slice(0, -1).includes('\n')).toBe(true)
  expect(JSON.parse(line)).toEqual(value)
})

it('the id of a session is shown by its ends only, wherever a line goes', () => {
  const line = toJsonLine({type: 'turn.finished', text: '话', session: '0f8fad5b-d9cb-469f-a165-70867728950e'})
  expect(JSON.parse(line)).toMatchObject({text: '话', session: '0f8f…950e'})
  expect(toJsonLine({type: 'turn.finished', session: 'short'})).not.toContain('short')
})
