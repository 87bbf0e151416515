import {describe, expect, it} from 'vitest'
import {qwen} from '../../source/providers/qwen.ts'
import {callOf, judged, outsideStdin, readLines, replay} from './recordings.ts'

const SESSION = '01b8ebbf-5b8e-47a9-b1ac-422cbb1e3296'

describe('what Qwen Code printed comes to', () => {
  it.each([
    ['resume', 'FAKE-OK turn=2 nmsg=4 ntools=0 token alpha beta gamma delta.'],
    ['fail-401', '!auth'],
    ['fail-nologin', '!auth'],
    ['fail-cut', '!unknown'],
    ['fail-empty', '!empty'],
    ['new', '!session'],
  ])('%s: %s', (name, expected) => {
    expect(judged(qwen, `qwen-${name}`)).toBe(expected)
  })

  it('a session, and tokens counted since it began', () => {
    expect(replay(qwen, 'qwen-resume', SESSION)).toMatchObject({session: SESSION, usage: {inputTokens: 22, outputTokens: 14}})
    const [usage] = qwen.reader()('{"type":"result","is_error":false,"result":"x","usage":{"input_tokens":1,"output_tokens":2}}')
    expect(usage).toHaveProperty('cumulative', true)
  })
})

it('an error that is streamed like a speech never becomes one', () => {
  expect(replay(qwen, 'qwen-fail-401').streamed).toContain('[API Error')
  expect(replay(qwen, 'qwen-fail-401').verdict.how).toBe('failed')
})

it('a try that keeps what was said goes on with it; one that does not begins again', () => {
  const delta = (text: string) => ({
    type: 'stream_event',
    event: {type: 'content_block_delta', delta: {type: 'text_delta', text}},
  })
  const retry = (preserveText: boolean) => ({type: 'system', subtype: 'retry', data: {preserveText}})
  expect(readLines(qwen, [delta('one '), retry(true), delta('two')]).streamed).toBe('one two')
  expect(readLines(qwen, [delta('one '), retry(false), delta('two')])).toMatchObject({streamed: 'two', resets: 1})
})

it('is not believed with a tool in its hands', () => {
  expect(readLines(qwen, [{type: 'system', subtype: 'init', session_id: SESSION, tools: ['edit']}]).fatal?.code).toBe('isolation')
})

it('thoughts are not said', () => {
  const thought = {type: 'stream_event', event: {type: 'content_block_delta', delta: {type: 'thinking_delta', thinking: 'hm'}}}
  expect(readLines(qwen, [thought]).streamed).toBe('')
})

describe('the call', () => {
  it('carries neither prompt nor persona outside standard input and a private file', () => {
    expect(outsideStdin(qwen, callOf())).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
    expect(qwen.invoke(callOf()).stdin).toBe(callOf().prompt)
    expect(qwen.invoke(callOf()).env?.QWEN_SYSTEM_MD).toBe('{files}/system.md')
  })

  it("looks at nothing it was not given, unless the user's settings are trusted", () => {
    expect(qwen.invoke(callOf()).args).toContain('--bare')
    expect(qwen.invoke(callOf({trustUserConfig: true})).args).not.toContain('--bare')
  })
})

it('tells its maker nothing about how it is used', () => {
  const {env = {}, files = {}} = qwen.invoke(callOf())
  expect(env.QWEN_USAGE_STATISTICS_ENABLED).toBe('false')
  expect(JSON.parse(files['settings.json'] ?? '{}')).toMatchObject({
    privacy: {usageStatisticsEnabled: false},
    telemetry: {enabled: false},
  })
})
