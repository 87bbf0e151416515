import {expect, it} from 'vitest'
import {qoder} from '../../source/providers/qoder.ts'
import {callOf, judged, outsideStdin, recording, replay} from './recordings.ts'

it('logged out it says success and an error in one breath, and the error counts', () => {
  expect(recording('qoder-seed-new-loggedout').stdout.toString()).toContain('"subtype":"success","is_error":true')
  expect(judged(qoder, 'qoder-seed-new-loggedout')).toBe('!auth')
  expect(replay(qoder, 'qoder-seed-new-loggedout').verdict).toHaveProperty('hint', 'qodercli login')
})

it('a key that could not be tried is a failure like any other', () => {
  expect(judged(qoder, 'qoder-fail-badkey')).toBe('!unknown')
})

it('doctor reads the login from the words, because it ends with 0 either way', () => {
  const {stdout, ending} = recording('qoder-status')
  const read = (text: string) => qoder.doctor.login?.read({...ending, stdout: text})
  expect(read(stdout.toString())).toBe('out')
  expect(read('{"logged_in":false}')).toBe('out')
  expect(read('{"logged_in": true}')).toBe('in')
})

it('the persona leads the first prompt of a session and no later one, all of it on standard input', () => {
  const call = callOf()
  expect(outsideStdin(qoder, call)).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
  expect(qoder.invoke(call).stdin).toBe(`${call.system}\n\n${call.prompt}`)
  expect(qoder.invoke(callOf({session: {how: 'resume', id: call.session.id}})).stdin).toBe(call.prompt)
  expect(qoder.experimental).toBe(true)
})
