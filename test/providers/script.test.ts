import {describe, expect, it} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {type Attempt, attemptsIn} from '../../source/providers/attempts.ts'
import {makeScript} from '../../source/providers/script.ts'
import {parseScript} from '../../source/providers/script-file.ts'
import {testMeeting} from '../support/meeting.ts'
import {all, quiet, requestOf, said, tick} from './asking.ts'

const never = () => Promise.reject(new Error('it must not sleep'))

function scripted(
  script: unknown,
  more: {sleep?: (ms: number, signal: AbortSignal) => Promise<void>; resumedFrom?: Attempt[]} = {},
) {
  const parsed = parseScript(JSON.stringify(script), 'demo.json')
  if ('problem' in parsed) throw new Error(JSON.stringify(parsed.problem))
  return makeScript({script: parsed.ok, sleep: never, lang: 'zh', ...more})
}
const marx = (key = 'opening:marx') => requestOf('marx', '马克思', {turn: {key}})
const mao = (key = 'opening:mao') => requestOf('mao', '毛泽东', {turn: {key}})
const recorder = () => requestOf('recorder', 'recorder', {turn: {key: 'record:minutes', stage: 'record'}})

describe('a turn takes the first entry in the order of the file that names its seat or nobody', () => {
  it('by id, by display name, by whatever width of letters, or by nobody', async () => {
    const voice = scripted({
      turns: [
        {who: '毛泽东', text: '一'},
        {text: '二'},
        {who: 'ＭＡＲＸ'.toLowerCase(), text: '三'},
        {who: ' marx ', text: '四'},
      ],
    })
    expect(await said(voice, marx('1'))).toBe('二')
    expect(await said(voice, marx('2'))).toBe('三')
    expect(await said(voice, mao('3'))).toBe('一')
    expect(await said(voice, marx('4'))).toBe('四')
  })

  it('the default when nothing fits, as often as it is needed', async () => {
    const voice = scripted({turns: [{who: 'mao', text: '一'}], default: {text: '还是这句'}})
    expect(await said(voice, marx('1'))).toBe('还是这句')
    expect(await said(voice, marx('2'))).toBe('还是这句')
    expect(await said(voice, mao('3'))).toBe('一')
  })

  it('without a default it fails, names the file and the seat, and is not worth a retry', async () => {
    const events = await all(scripted({turns: []}).ask(marx(), quiet()))
    expect(events).toEqual([
      {
        type: 'failed',
        fault: {
          code: 'empty',
          message: '剧本 demo.json 里没有留给马克思的话了',
          hint: '在 turns 里为马克思加一段，或者写一个 default',
          retryable: false,
        },
      },
    ])
  })

  it('a failed turn that is asked again goes on to the next entry', async () => {
    const voice = scripted({
      turns: [
        {who: 'marx', fail: {code: 'timeout', message: 'x'}},
        {who: 'marx', text: '第二次'},
      ],
    })
    expect(await said(voice, marx())).toBe('!timeout')
    expect(await said(voice, marx())).toBe('第二次')
  })
})

describe('the recorder', () => {
  it('takes only what names it, in either language, and never the default', async () => {
    const voice = scripted({
      turns: [{text: '谁都行'}, {who: '记录员', text: '甲'}, {who: 'recorder', text: '乙'}],
      default: {text: '默认'},
    })
    expect(voice.records).toBe(true)
    expect(await said(voice, recorder())).toBe('甲')
    expect(await said(voice, recorder())).toBe('乙')
    expect(await said(voice, recorder())).toBe('!empty')
    expect(await said(voice, marx())).toBe('谁都行')
  })

  it('is not there when no turn names it', () => {
    expect(scripted({turns: [{text: 'x'}], default: {text: 'y'}}).records).toBe(false)
  })
})

describe('how it comes', () => {
  it('in chunks of whole graphemes, one nap before each', async () => {
    const naps: number[] = []
    const voice = scripted({turns: [{text: '一👨‍👩‍👧é二三', chunk: 2, everyMs: 20}]}, {sleep: async ms => void naps.push(ms)})
    const events = await all(voice.ask(marx(), quiet()))
    expect(events).toEqual([
      {type: 'text', delta: '一👨‍👩‍👧'},
      {type: 'text', delta: 'é二'},
      {type: 'text', delta: '三'},
      {type: 'done', text: '一👨‍👩‍👧é二三'},
    ])
    expect(naps).toEqual([20, 20, 20])
  })

  it('all at once when no chunk is given, without a nap', async () => {
    const events = await all(scripted({turns: [{text: '全文'}]}).ask(marx(), quiet()))
    expect(events).toEqual([
      {type: 'text', delta: '全文'},
      {type: 'done', text: '全文'},
    ])
  })

  it('with a fault after the text, to be retried as its code says unless the script does', async () => {
    const failing = async (fail: object) => (await all(scripted({turns: [{text: '半', fail}]}).ask(marx(), quiet()))).slice(-2)
    expect(await failing({code: 'stalled', message: 'm'})).toEqual([
      {type: 'text', delta: '半'},
      {type: 'failed', fault: {code: 'stalled', message: 'm', retryable: true}},
    ])
    expect(await failing({code: 'auth', message: 'm', hint: 'h'})).toContainEqual({
      type: 'failed',
      fault: {code: 'auth', message: 'm', hint: 'h', retryable: false},
    })
    expect(await failing({code: 'quota', message: 'm', retryable: false})).toContainEqual({
      type: 'failed',
      fault: {code: 'quota', message: 'm', retryable: false},
    })
  })

  it('an entry of white space alone is no speech', async () => {
    expect(await said(scripted({turns: [{text: ' \n'}]}), marx())).toBe('!empty')
  })

  it('stops at once over a clock that does not listen', async () => {
    const stop = new AbortController()
    const events = scripted({turns: [{text: '一二', chunk: 1, everyMs: 9}]}, {sleep: () => new Promise(() => {})}).ask(
      marx(),
      stop.signal,
    )
    let heard: unknown
    void all(events).then(all => {
      heard = all
    })
    await tick()
    stop.abort()
    await tick()
    expect(heard).toMatchObject([{type: 'failed', fault: {code: 'aborted', retryable: true}}])
  })
})

describe('resume', () => {
  const turns = ['一', '二', '三', '四'].map(text => ({text}))
  const attempt = (id: string, key: string, brokenOff = false): Attempt => ({
    key,
    who: {id, name: id},
    provider: 'script:demo.json',
    brokenOff,
  })

  it('goes on where the attempts of the ledger left off', async () => {
    const voice = scripted(
      {turns: [{who: 'mao', text: '零'}, ...turns]},
      {resumedFrom: [attempt('marx', '1'), attempt('mao', '2')]},
    )
    expect(await said(voice, marx('3'))).toBe('二')
  })

  it('a speech that was broken off is begun anew by its own turn, even when others spoke since', async () => {
    const voice = scripted({turns}, {resumedFrom: [attempt('marx', '1', true), attempt('mao', '2'), attempt('mao', '3')]})
    expect(await said(voice, mao('4'))).toBe('四')
    expect(await said(voice, marx('1'))).toBe('一')
    expect(await said(voice, marx('1'))).toBe('!empty')
  })

  it('the same holds without a resume: aborted is begun anew, and skipped is used up', async () => {
    const voice = scripted({turns})
    const stop = new AbortController()
    for await (const event of voice.ask(marx('1'), stop.signal)) if (event.type === 'text') stop.abort()
    expect(await said(voice, mao('2'))).toBe('二')
    expect(await said(voice, marx('1'))).toBe('一')
    await all(voice.ask(marx('3'), AbortSignal.abort()))
    expect(await said(voice, mao('4'))).toBe('四')
  })

  it('any cut through a meeting goes on as the whole meeting did', async () => {
    const script = {
      turns: [
        {who: 'a', text: 'A1'},
        {text: 'x', fail: {code: 'quota', message: 'q'}},
        {who: 'b', text: 'B1'},
        {text: 'y'},
        {text: 'z'},
        {who: 'a', text: 'A2'},
      ],
      default: {text: 'd'},
    }
    const order = ['a 1', 'b 2', 'b 2', 'c 3', 'a 4', 'b 5', 'a 6', 'c 7'].map(turn => turn.split(' ') as [string, string])
    const whole = scripted(script)
    const plain: string[] = []
    for (const [id, key] of order) plain.push(await said(whole, requestOf(id, id, {turn: {key}})))
    expect(plain).toEqual(['A1', '!quota', 'B1', 'y', 'z', 'd', 'A2', 'd'])
    for (let cut = 0; cut <= order.length; cut++) {
      for (const lost of [false, true]) {
        const before = order.slice(0, cut).map(([id, key], at) => attempt(id, key, lost && at === cut - 1))
        const resumed = scripted(script, {resumedFrom: before})
        const from = lost ? Math.max(0, cut - 1) : cut
        const rest: string[] = []
        for (const [id, key] of order.slice(from)) rest.push(await said(resumed, requestOf(id, id, {turn: {key}})))
        expect(rest, `cut ${cut}, lost ${lost}`).toEqual(plain.slice(from))
      }
    }
  })

  it('the ledger tells who was asked, by which voice, and whether it came to an end', () => {
    const meeting = testMeeting({seatIds: ['a', 'b'], recorder: {provider: 'script:r.json'}})
    const started = (key: string, who: string, attempt = 1) => ({type: 'turn.started', key, who, attempt})
    const log = [
      {type: 'meeting.opened', meeting},
      started('1', 'a'),
      {type: 'turn.failed', key: '1', who: 'a', attempt: 1, fault: {code: 'timeout', message: '', retryable: true}},
      {type: 'seat.changed', who: 'a', provider: 'script:s.json', reason: ''},
      started('1', 'a', 2),
      started('2', 'b'),
      {type: 'turn.failed', key: '2', who: 'b', attempt: 1, fault: {code: 'aborted', message: '', retryable: true}},
      {type: 'turn.finished', key: '1', who: 'a', attempt: 2, text: 'x'},
      started('r', 'recorder'),
    ] as unknown as Stamped[]
    expect(attemptsIn(log)).toEqual([
      {key: '1', who: {id: 'a', name: '席a'}, provider: 'fake', brokenOff: false},
      {key: '1', who: {id: 'a', name: '席a'}, provider: 'script:s.json', brokenOff: false},
      {key: '2', who: {id: 'b', name: '席b'}, provider: 'fake', brokenOff: true},
      {key: 'r', who: {id: 'recorder', name: 'recorder'}, provider: 'script:r.json', brokenOff: true},
    ])
  })
})

describe('a mistake in the file is shown by its line', () => {
  const problem = (text: string) => {
    const parsed = parseScript(text, '会议/演示.json')
    return 'problem' in parsed ? parsed.problem : undefined
  }
  const withTurn = (turn: string) => `{\n  "turns": [\n    {"text": "a"},\n${turn}\n  ]\n}`

  it.each([
    ['a syntax error', '{\n"turns": [,]}', 2, 'json-unexpected', {found: ','}],
    ['an unknown key of the file', '{"turns": [],\n"version": 1}', 2, 'key-unknown', {key: 'version', known: 'turns, default'}],
    [
      'an unknown key of a turn',
      withTurn('{"text": "b",\n"delay": 3}'),
      5,
      'key-unknown',
      {key: 'delay', known: 'who, text, chunk, everyMs, fail'},
    ],
    [
      'an unknown key of a fault',
      withTurn('{"fail": {"code": "auth", "message": "m",\n"retry": true}}'),
      5,
      'key-unknown',
      {key: 'retry', known: 'code, message, hint, retryable'},
    ],
    [
      'who in the default',
      '{"turns": [],\n"default": {"text": "x", "who": "a"}}',
      2,
      'key-unknown',
      {key: 'who', known: 'text, chunk, everyMs, fail'},
    ],
    ['no turns', '\n{"default": {"text": "x"}}', 2, 'key-missing', {key: 'turns'}],
    ['turns that are no list', '{\n"turns": {}}', 2, 'wrong-type', {key: 'turns', expected: 'array'}],
    ['a file that is a list', '[]', 1, 'wrong-type', {key: '{}', expected: 'object'}],
    ['a turn that is text', withTurn('"b"'), 4, 'wrong-type', {key: 'turns[1]', expected: 'object'}],
    ['a text that is null', withTurn('{"who": "a",\n"text": null}'), 5, 'wrong-type', {key: 'turns[1].text', expected: 'string'}],
    [
      'half a character at once',
      withTurn('{"text": "b",\n\n"chunk": 0.5}'),
      6,
      'wrong-type',
      {key: 'turns[1].chunk', expected: 'int'},
    ],
    ['no character at once', withTurn('{"text": "b", "chunk": 0}'), 4, 'too-small', {key: 'turns[1].chunk', least: 1}],
    ['a nap of days', withTurn('{"text": "b", "everyMs": 1e9}'), 4, 'too-big', {key: 'turns[1].everyMs', most: 3_600_000}],
    ['nobody named', withTurn('{"text": "b",\n"who": ""}'), 5, 'too-small', {key: 'turns[1].who', least: 1}],
    ['a turn with nothing in it', withTurn('{"who": "a"}'), 4, 'nothing-in-turn', {key: 'turns[1]'}],
    ['a fault without words', withTurn('{"fail":\n{"code": "auth"}}'), 5, 'key-missing', {key: 'turns[1].fail.message'}],
    ['a fault without a code', withTurn('{"fail":\n{"message": "m"}}'), 5, 'key-missing', {key: 'turns[1].fail.code'}],
  ])('%s', (_, text, line, code, slots) => {
    expect(problem(text)).toEqual({file: '会议/演示.json', line, code, slots})
  })

  it('a fault of a code that there is not, with those that there are', () => {
    expect(problem(withTurn('{"fail": {"code": "tired", "message": "m"}}'))).toMatchObject({
      line: 4,
      code: 'not-one-of',
      slots: {key: 'turns[1].fail.code', known: expect.stringContaining('timeout, stalled, aborted')},
    })
  })

  it('of several the first in the file, whatever the order of the checks', () => {
    expect(problem('{\n"default": {"text": 1},\n"turns": 2,\n"x": 3}')).toMatchObject({line: 2})
    expect(problem('{\n"x": 3,\n"turns": 2}')).toMatchObject({line: 2, code: 'key-unknown'})
  })

  it('keys that mean something to JavaScript are unknown keys like any other', () => {
    expect(problem('{"turns": [],\n"__proto__": {}}')).toMatchObject({line: 2, code: 'key-unknown'})
  })

  it('a mark at the head of the file is no mistake', () => {
    expect(parseScript('\ufeff{"turns": []}', 'x')).toEqual({ok: {file: 'x', turns: []}})
  })
})
