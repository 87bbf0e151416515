import {expect, it} from 'vitest'
import {hermes} from '../../source/providers/hermes.ts'
import {callOf, hear, outsideStdin, readLines} from './recordings.ts'

const ending = {code: 0, signal: null, stderr: ''}

it('the output is the answer, and a clean end is its end', () => {
  expect(readLines(hermes, ['第一行', '', '第二行']).streamed).toBe('第一行\n\n第二行')
  expect(hermes.atEnd?.(ending)).toEqual([{type: 'final'}])
  expect(hermes.atEnd?.({...ending, code: 1})).toEqual([])
})

it('the session stands on a line of its own, on stderr or in front of the answer', () => {
  expect(hear(hermes.atEnd?.({...ending, stderr: 'note\nsession_id: 20261201_ab12cd\n'}) ?? []).session).toBe('20261201_ab12cd')
  const heard = readLines(hermes, ['session_id: 20261201_ab12cd', '答'])
  expect(heard).toMatchObject({session: '20261201_ab12cd', streamed: '答'})
})

it('a sentence about a session is a sentence', () => {
  const heard = readLines(hermes, ['Use a session_id: from a previous run'])
  expect(heard.session).toBeUndefined()
  expect(heard.streamed).toBe('Use a session_id: from a previous run')
  expect(hermes.sessionPattern.test('from')).toBe(false)
})

it('newer versions print JSON lines, whose result counts', () => {
  const heard = readLines(hermes, [
    {type: 'system', subtype: 'init', session_id: '20261201_ab12cd'},
    {type: 'text', text: 'A'},
    {type: 'result', result: 'A B'},
  ])
  expect(heard).toMatchObject({session: '20261201_ab12cd', final: {text: 'A B'}})
})

it('names a set without tools, because an empty one means all of them in older versions', () => {
  const {args} = hermes.invoke(callOf())
  expect(args.join(' ')).toContain('--toolsets context_engine')
  expect(outsideStdin(hermes, callOf())).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
  expect(hermes.experimental).toBe(true)
})
