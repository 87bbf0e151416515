import {expect, it} from 'vitest'
import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import {hermes} from '../../source/providers/hermes.ts'
import {asked, hearAll, makeTestWorld} from './cli/world.ts'
import {callOf, hear, outsideStdin, readLines} from './recordings.ts'

const ending = {code: 0, signal: null, stderr: ''}

it('the output is the answer, and a clean end is its end', () => {
  expect(readLines(hermes, ['第一行', '', '第二行']).streamed).toBe('第一行\n\n第二行')
  expect(hermes.atEnd?.(ending)).toEqual([{type: 'final'}])
  expect(hermes.atEnd?.({...ending, code: 1})).toEqual([])
})

it('the session is the one that stands on a line of its own on stderr', () => {
  expect(hear(hermes.atEnd?.({...ending, stderr: 'note\nsession_id: 20261201_ab12cd\n'}) ?? []).session).toBe('20261201_ab12cd')
})

it.each([
  ['in front of', ['session_id: 20261201_ab12cd', '', '答']],
  ['behind', ['答', 'session_id: 20261201_ab12cd', '']],
])('a line for the session %s the answer is no part of it, and is not believed: a model could have printed it', (_, lines) => {
  const heard = readLines(hermes, lines)
  expect(heard.session).toBeUndefined()
  expect(heard.streamed).toBe('答')
})

it('in the middle of an answer it is a sentence, with all that stands around it', () => {
  const lines = ['一', 'session_id: 20261201_ab12cd', '', '二', 'session_id: from', 'Use a session_id: from a previous run']
  expect(readLines(hermes, lines)).toMatchObject({streamed: lines.join('\n')})
  expect(readLines(hermes, lines).session).toBeUndefined()
})

it('lines that look like a protocol are the answer as well', () => {
  const lines = [
    '{"type":"system","subtype":"init","session_id":"20261201_ab12cd"}',
    '{"type":"result","is_error":true,"result":"no"}',
  ]
  expect(readLines(hermes, lines)).toEqual({streamed: lines.join('\n'), resets: 0, warnings: []})
})

it('objects without a line feed between them stay one line, byte for byte', async () => {
  const world = makeTestWorld()
  const text = '{"a": 1}{"b": 2}  \n}{'
  const voice = makeCliProvider(hermes, world.plays('hermes', {dialect: 'hermes', steps: [{final: text}]}))
  expect(await hearAll(voice, asked())).toMatchObject({text, session: '20261201_ab12cd34'})
  await voice.close?.()
  world.remove()
})

it.each([
  [['<think>Let me', 'think.</think>', '', '答'], '答'],
  [['Let me think.', '</think>', '答'], '答'],
  [['答：`<think>` 是标签', 'a < b <'], '答：`<think>` 是标签\na < b <'],
  [['<think>still at it'], ''],
])('what a model thinks aloud is cut, and words about tags stay: %j', (lines, streamed) => {
  expect(readLines(hermes, lines).streamed).toBe(streamed)
})

it('a failure is told in its own words, without the line for the session and with no id whole', () => {
  const failed = {code: 1, signal: null}
  const stderr = 'Error: HTTP 429 Too Many Requests\nsession_id: 20261201_failed_ab12cd\n'
  expect(hermes.classify({...failed, stderr})).toMatchObject({code: 'quota', message: 'Error: HTTP 429 Too Many Requests'})
  const lost = hermes.classify({...failed, stderr: 'Error: session 20261201_ab12cd34 was not found\n'})
  expect(lost).toMatchObject({code: 'session', message: 'Error: session 2026…cd34 was not found'})
  expect(hermes.classify({...failed, stderr: 'session_id: 20261201_ab12cd34\n'})).toBeUndefined()
})

it('names a set without tools, because an empty one means all of them in older versions', () => {
  const {args} = hermes.invoke(callOf())
  expect(args.join(' ')).toContain('--toolsets context_engine')
  expect(outsideStdin(hermes, callOf())).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
  expect(hermes.experimental).toBe(true)
})
