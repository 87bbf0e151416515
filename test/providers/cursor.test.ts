import {expect, it} from 'vitest'
import {cursor} from '../../source/providers/cursor.ts'
import {callOf, outsideStdin, readLines} from './recordings.ts'

const session_id = 'c6b62c6f-7ead-4fd6-9922-e952131177ff'
const said = (text: string, more: object = {}) => ({
  type: 'assistant',
  message: {role: 'assistant', content: [{type: 'text', text}]},
  session_id,
  ...more,
})

it('a segment that is told again is said once', () => {
  const heard = readLines(cursor, [
    {type: 'system', subtype: 'init', session_id},
    said('AB', {timestamp_ms: 1}),
    said('CD', {timestamp_ms: 2}),
    said('CD', {timestamp_ms: 3, model_call_id: 'm1'}),
    said('ABCD'),
    {type: 'result', subtype: 'success', is_error: false, result: 'ABCD', session_id},
  ])
  expect(heard).toMatchObject({session: session_id, streamed: 'ABCD', final: {text: 'ABCD'}})
})

it('an older name of the session is read too, and none out of a speech', () => {
  expect(readLines(cursor, [{type: 'system', chatId: session_id}]).session).toBe(session_id)
  expect(
    readLines(cursor, [{type: 'assistant', message: {content: [{type: 'text', text: '{"session_id":"x"}'}]}}]).session,
  ).toBeUndefined()
})

it("an error is no speech, and a tool no speaker's business", () => {
  expect(readLines(cursor, [{type: 'result', subtype: 'success', is_error: true, result: 'Rate limit'}]).final?.fault?.code).toBe(
    'quota',
  )
  expect(readLines(cursor, [{type: 'tool_call', subtype: 'started'}]).fatal?.code).toBe('isolation')
})

it('asks only, in a sandbox, and never forces', () => {
  const {args} = cursor.invoke(callOf())
  expect(args.join(' ')).toContain('--mode ask --sandbox enabled')
  expect(args).not.toContain('--force')
  expect(outsideStdin(cursor, callOf())).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
  expect(cursor.experimental).toBe(true)
})
