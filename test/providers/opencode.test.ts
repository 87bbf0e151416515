import {describe, expect, it} from 'vitest'
import {opencode} from '../../source/providers/opencode.ts'
import {callOf, judged, outsideStdin, readLines, recording, replay} from './recordings.ts'

const SESSION = 'ses_dd23b9a41ffelSRm42jAVXcG5g'
const text = (turn: number, messages: number) => `FAKE-OK turn=${turn} nmsg=${messages} ntools=0 token alpha beta gamma delta.`

describe('what opencode printed comes to', () => {
  it.each([
    ['new', text(1, 2)],
    ['seed-new', text(1, 2)],
    ['seed-resume', text(2, 4)],
    ['fail-401', '!auth'],
    ['fail-cut', '!protocol'],
    ['fail-empty', '!empty'],
    ['fail-resume-unknown', '!session'],
    ['agent-missing', '!isolation'],
  ])('%s: %s', (name, expected) => {
    expect(judged(opencode, `opencode-${name}`)).toBe(expected)
  })

  it('a session from the top of each event, and tokens with what was cached', () => {
    expect(replay(opencode, 'opencode-seed-resume', SESSION)).toMatchObject({
      session: SESSION,
      usage: {inputTokens: 11, outputTokens: 7},
      verdict: {how: 'done'},
    })
  })
})

it('an agent that may write in place of ours voids a good answer with exit 0', () => {
  const {ending} = recording('opencode-agent-missing')
  expect(ending.code).toBe(0)
  expect(opencode.watch?.(ending.stderr)?.code).toBe('isolation')
  expect(opencode.watch?.('')).toBeUndefined()
})

it('a step that begins again voids what the last one said', () => {
  const heard = readLines(opencode, [
    {type: 'step_start', sessionID: SESSION},
    {type: 'text', sessionID: SESSION, part: {type: 'text', text: 'half'}},
    {type: 'step_start', sessionID: SESSION},
    {type: 'text', sessionID: SESSION, part: {type: 'text', text: 'whole'}},
    {type: 'step_finish', sessionID: SESSION, part: {reason: 'stop'}},
  ])
  expect(heard).toMatchObject({streamed: 'whole', resets: 1, final: {type: 'final'}})
})

it('only a text inside a text event is speech, and a tool is a breach', () => {
  expect(readLines(opencode, [{type: 'text', part: {type: 'reasoning', text: 'hm'}}]).streamed).toBe('')
  expect(readLines(opencode, [{type: 'tool_use', part: {tool: 'bash'}}]).fatal?.code).toBe('isolation')
  expect(readLines(opencode, [{type: 'step_finish', part: {reason: 'error'}}]).final?.fault).toBeDefined()
})

it('an answer in another session than was asked for is a lost session', () => {
  expect(judged(opencode, 'opencode-seed-resume', 'ses_00000000000000000000000000')).toBe('!session')
})

describe('the call', () => {
  it('carries neither prompt nor persona outside standard input and a private file', () => {
    expect(outsideStdin(opencode, callOf())).not.toMatch(/PROMPT-MARK|SYSTEM-MARK/)
    expect(opencode.invoke(callOf()).stdin).toBe(callOf().prompt)
  })

  it('brings its agent along, denied everything', () => {
    const settings = JSON.parse(opencode.invoke(callOf()).env?.OPENCODE_CONFIG_CONTENT ?? '')
    expect(settings.agent['ai-meeting-readonly']).toMatchObject({permission: {'*': 'deny'}, prompt: '{file:{files}/system.md}'})
    expect(opencode.invoke(callOf()).env?.OPENCODE_PERMISSION).toBe('{"*":"deny"}')
  })

  it("cannot reach the maker's own models unless one of them is named", () => {
    const of = (model?: string) =>
      JSON.parse(opencode.invoke(callOf(model === undefined ? {} : {model})).env?.OPENCODE_CONFIG_CONTENT ?? '')
    expect(of().disabled_providers).toEqual(['opencode'])
    expect(of('deepseek/deepseek-chat').disabled_providers).toEqual(['opencode'])
    expect(of('opencode/big-pickle').disabled_providers).toBeUndefined()
  })
})

it('doctor counts what there is to speak with', () => {
  const read = (stdout: string) => opencode.doctor.login?.read({code: 0, signal: null, stderr: '', stdout})
  expect(read('┌  Credentials\n│\n└  0 credentials\n')).toBe('out')
  expect(read('●  DeepSeek api\n└  1 credentials\n')).toBe('in')
  expect(read('└  0 credentials\n\n┌  Environment\n●  OpenAI OPENAI_API_KEY\n└  1 environment variable\n')).toBe('in')
})

it('fetches nothing, keeps its server to itself, and looks into no home', () => {
  const {env = {}, files = {}} = opencode.invoke(callOf())
  const lock = JSON.parse(files['config/opencode/package-lock.json'] ?? '{}')
  expect(lock.packages[''].dependencies).toHaveProperty('@opencode-ai/plugin')
  expect(Object.keys(files).some(name => name.startsWith('config/opencode/node_modules/'))).toBe(true)
  expect(env.OPENCODE_TEST_HOME).toBe('{files}/home')
  expect(env.OPENCODE_SERVER_PASSWORD).toMatch(/^[0-9a-f-]{36}$/)
  expect(opencode.invoke(callOf()).env?.OPENCODE_SERVER_PASSWORD).not.toBe(env.OPENCODE_SERVER_PASSWORD)
  expect(opencode.invoke(callOf({trustUserConfig: true})).env).not.toHaveProperty('OPENCODE_TEST_HOME')
})
