import {describe, expect, it} from 'vitest'
import {gemini} from '../../source/providers/gemini.ts'
import {callOf, judged, outsideStdin, readLines, recording, replay} from './recordings.ts'

const SESSION = '2f0f9959-211e-43a5-994f-2fa1c8f46cce'
const text = (turn: number, messages: number) => `FAKE-OK turn=${turn} nmsg=${messages} ntools=10 token alpha beta gamma delta.`

describe('what Gemini CLI printed comes to', () => {
  it.each([
    ['new', text(1, 1)],
    ['resume', text(2, 3)],
    ['fail-401', '!auth'],
    ['fail-nologin', '!auth'],
    ['seed-new', '!auth'],
    ['fail-429', '!quota'],
    ['fail-cut', '!unknown'],
    ['fail-empty', '!empty'],
    ['fail-resume-unknown', '!session'],
    ['kill-SIGTERM', '!protocol'],
  ])('%s: %s', (name, expected) => {
    expect(judged(gemini, `gemini-${name}`)).toBe(expected)
  })

  it('a session and the tokens of this one turn', () => {
    const heard = replay(gemini, 'gemini-resume', SESSION)
    expect(heard).toMatchObject({session: SESSION, usage: {inputTokens: 11, outputTokens: 7}, verdict: {how: 'done'}})
  })
})

it('an exit of 0 after a TERM is no speech, because no result came', () => {
  expect(recording('gemini-kill-SIGTERM').ending.code).toBe(0)
  expect(replay(gemini, 'gemini-kill-SIGTERM').streamed).toBe('FAKE-OK ')
})

it('an answer in another session than was asked for is a lost session', () => {
  expect(judged(gemini, 'gemini-resume', '00000000-0000-4000-8000-000000000000')).toBe('!session')
})

it('the prompt that it prints back is not part of the speech', () => {
  const heard = readLines(gemini, [
    {type: 'message', role: 'user', content: 'PROMPT'},
    {type: 'message', role: 'assistant', content: 'ANSWER', delta: true},
    {type: 'result', status: 'success'},
  ])
  expect(heard.streamed).toBe('ANSWER')
})

it('a tool that was used is a breach of the isolation', () => {
  expect(readLines(gemini, [{type: 'tool_use', tool_name: 'read_file'}]).fatal?.code).toBe('isolation')
})

describe('the call', () => {
  it('carries neither prompt nor persona outside standard input and a private file', () => {
    const call = callOf()
    expect(outsideStdin(gemini, call)).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
    expect(gemini.invoke(call).stdin).toBe(call.prompt)
    expect(gemini.invoke(call).files?.['system.md']).toBe(call.system)
  })

  it("lives in a home of its own with every tool denied, unless the user's settings are trusted", () => {
    const {args, env, files} = gemini.invoke(callOf())
    expect(env?.GEMINI_CLI_HOME).toBe('{files}')
    expect(args.join(' ')).toContain('--policy {files}/deny.toml -e none')
    expect(files?.['deny.toml']).toContain('decision = "deny"')
    expect(gemini.invoke(callOf({trustUserConfig: true})).env).not.toHaveProperty('GEMINI_CLI_HOME')
  })

  it('opens a session under our id and goes on with the same', () => {
    const {id} = callOf().session
    expect(gemini.invoke(callOf()).args.slice(-2)).toEqual(['--session-id', id])
    expect(gemini.invoke(callOf({session: {how: 'resume', id}})).args.slice(-2)).toEqual(['--resume', id])
  })
})
