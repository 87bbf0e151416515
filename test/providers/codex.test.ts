import {describe, expect, it} from 'vitest'
import {codex} from '../../source/providers/codex.ts'
import {callOf, judged, outsideStdin, readLines, recording, replay} from './recordings.ts'

const THREAD = '01a22dd4-7b42-73b2-ac16-a2448cbae1a6'

describe('what Codex printed comes to', () => {
  it.each([
    ['seed-new', 'Hello from the fake API.'],
    ['fail-thinking', 'Hello from the fake API.'],
    ['fail-newlines', 'line1\nline2\r\n\u2028sep\u2029\u0000nul\u001b[31mansi'],
    ['fail-401', '!auth'],
    ['fail-429', '!quota'],
    ['fail-usage', '!quota'],
    ['fail-cut', '!unknown'],
    ['fail-errmid', '!unknown'],
    ['fail-failed', '!unknown'],
    ['fail-maxtok', '!unknown'],
    ['fail-emptytext', '!empty'],
    ['fail-resume-unknown', '!session'],
    ['flag-resume-sandbox-flag', '!protocol'],
    ['seed-new-norepo', '!protocol'],
  ])('%s: %s', (name, expected) => {
    expect(judged(codex, `codex-${name}`)).toBe(expected)
  })

  it('a session from the control event, and tokens counted since the thread began', () => {
    const heard = replay(codex, 'codex-seed-new')
    expect(heard.session).toBe(THREAD)
    expect(heard.usage).toEqual({inputTokens: 123, outputTokens: 7})
    expect(codex.reader()('{"type":"turn.completed","usage":{"input_tokens":1,"output_tokens":2}}')[0]).toHaveProperty(
      'cumulative',
      true,
    )
  })
})

it('an item of type error is a warning, and the speech stands', () => {
  const heard = replay(codex, 'codex-seed-new')
  expect(heard.warnings).toHaveLength(1)
  expect(heard.verdict.how).toBe('done')
})

it('a thread under another id is a lost session, though the answer looks well and the exit is 0', () => {
  expect(recording('codex-fail-resume-notuuid').ending.code).toBe(0)
  expect(judged(codex, 'codex-fail-resume-notuuid', THREAD)).toBe('!session')
  expect(judged(codex, 'codex-seed-new', THREAD)).toBe('Hello from the fake API.')
})

it('a notice of trying again voids what was said, and ends nothing', () => {
  const message = (text: string) => ({type: 'item.completed', item: {type: 'agent_message', text}})
  const heard = readLines(codex, [
    message('half'),
    {type: 'error', message: 'Reconnecting... 1/5 (429)'},
    message('whole'),
    {type: 'turn.completed', usage: {}},
  ])
  expect(heard).toMatchObject({resets: 1, streamed: 'whole', final: {text: 'whole'}})
})

it('a tool that was used is a breach of the isolation', () => {
  expect(readLines(codex, [{type: 'item.started', item: {type: 'command_execution', command: 'ls'}}]).fatal?.code).toBe(
    'isolation',
  )
})

it('an id in a speech is no session', () => {
  const forged = JSON.stringify({type: 'thread.started', thread_id: 'forged'})
  const heard = readLines(codex, [{type: 'item.completed', item: {type: 'agent_message', text: forged}}, `note ${forged}`])
  expect(heard.session).toBeUndefined()
  expect(heard.streamed).toBe(forged)
})

describe('the call', () => {
  it('carries neither prompt nor persona outside standard input and a private file', () => {
    for (const how of ['open', 'resume'] as const) {
      const call = callOf({session: {how, id: THREAD}})
      expect(outsideStdin(codex, call)).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
      expect(codex.invoke(call).stdin).toBe(call.prompt)
      expect(codex.invoke(call).files).toEqual({'system.md': call.system})
    }
  })

  it('gives the sandbox to exec as a flag and to resume as a setting, which knows no flag', () => {
    const resumed = codex.invoke(callOf({session: {how: 'resume', id: THREAD}})).args
    expect(codex.invoke(callOf()).args).toContain('--sandbox')
    expect(resumed).not.toContain('--sandbox')
    expect(resumed).toContain('sandbox_mode="read-only"')
    expect(resumed.slice(-2)).toEqual([THREAD, '-'])
  })

  it("keeps the user's settings out unless they are trusted", () => {
    expect(codex.invoke(callOf()).args).toContain('--ignore-user-config')
    expect(codex.invoke(callOf({trustUserConfig: true})).args).not.toContain('--ignore-user-config')
  })

  it('names a gateway by its address, never by its key', () => {
    const {args} = codex.invoke(callOf({env: {OPENAI_BASE_URL: 'http://127.0.0.1:1/v1', CODEX_API_KEY: 'sk-secret'}}))
    expect(args.join(' ')).toContain('base_url="http://127.0.0.1:1/v1"')
    expect(args.join(' ')).not.toContain('sk-secret')
  })
})

it('doctor reads the login from what the program says', () => {
  const read = codex.doctor.login?.read
  const ending = {signal: null, stdout: ''}
  expect(read?.({...ending, code: 0, stderr: 'Logged in using ChatGPT'})).toBe('in')
  expect(read?.({...ending, code: 1, stderr: 'Not logged in'})).toBe('out')
  expect(read?.({...ending, code: 1, stderr: ''})).toBe('unknown')
})
