import type {ServerResponse} from 'node:http'
import {afterEach, describe, expect, it} from 'vitest'
import {makeApi} from '../../source/providers/api.ts'
import type {HttpDeps, HttpSettings} from '../../source/providers/http/parts.ts'
import type {ProviderEvent} from '../../source/providers/provider.ts'
import {type Asked, chunk, DONE, type FakeServer, fakeServer, finish, json, play, said, usage} from '../support/fake-openai.ts'
import {all, quiet, requestOf} from './asking.ts'
import {hasty, httpDeps, KEY} from './http/deps.ts'

const open: FakeServer[] = []
const serve = async (answer: Parameters<typeof fakeServer>[0]) => {
  const server = await fakeServer(answer)
  open.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()))
})

type Case = {settings?: HttpSettings; deps?: Partial<HttpDeps>; id?: string; model?: string}

async function ask(answer: (asked: Asked, response: ServerResponse, nth: number) => void | Promise<void>, options: Case = {}) {
  const server = await serve(answer)
  const {settings = {}, deps = {}, id = 'deepseek', model} = options
  const voice = makeApi(id, httpDeps({baseUrl: `${server.base}/v1`, ...settings}, {sleep: hasty(), ...deps}))
  const events = await all(voice.ask(requestOf('a', '甲', model ? {model} : {}), quiet()))
  return {server, events, last: events.at(-1) as ProviderEvent, text: spoken(events)}
}

/** What the screen holds in the end: deltas, without what was taken back. */
function spoken(events: readonly ProviderEvent[]): string {
  let text = ''
  for (const event of events) {
    if (event.type === 'reset') text = ''
    if (event.type === 'text') text += event.delta
  }
  return text
}
const done = (text: string) => ({type: 'done', text})
const failed = (code: string, retryable: boolean) => ({type: 'failed', fault: {code, retryable}})

describe('the shapes of a stream', () => {
  const bytes = (text: string) => Array.from(Buffer.from(text), byte => Uint8Array.of(byte))
  const whole: readonly [string, readonly (string | Uint8Array)[], ('close' | 'open')?][] = [
    ['a stream in order', [said('圆桌'), said('会议'), finish(), usage(), DONE]],
    ['usage with choices missing', [said('圆桌'), said('会议'), finish(), usage('missing'), DONE]],
    ['usage with choices null', [said('圆桌'), said('会议'), finish(), usage(null), DONE]],
    ['usage before the text', [usage(), said('圆桌会议'), finish(), DONE]],
    ['no [DONE], closed', [said('圆桌'), said('会议'), finish(), usage()]],
    ['[DONE], and the connection stays open', [said('圆桌会议'), finish(), usage(), DONE], 'open'],
    ['a finish, and the connection stays open', [said('圆桌会议'), finish(), usage()], 'open'],
    ['[DONE] without a reason to finish', [said('圆桌会议'), usage(), DONE]],
    ['every byte by itself', bytes(`${said('圆桌会议')}${finish()}${usage()}${DONE}`)],
    [
      'CRLF, comments, a BOM',
      [`\ufeff: hello\r\n\r\n${(said('圆桌会议') + finish() + usage() + DONE).replaceAll('\n', '\r\n')}`],
    ],
    ['no blank line at the end', [said('圆桌会议'), usage(), finish().trimEnd()]],
    ['lines of no JSON between', [said('圆桌'), 'data: ping\n\n', ': keep-alive\n\n', said('会议'), finish(), usage(), DONE]],
    [
      'unknown fields and empty reasons',
      [
        `data: {"x":{"y":[1]},"choices":[{"index":"0","logprobs":7,"delta":{"role":"","content":"圆桌会议","tool_calls":null},"finish_reason":""}]}\n\n`,
        finish(),
        usage(),
        DONE,
      ],
    ],
    [
      'a first chunk with nothing but a role',
      [chunk({role: 'assistant', content: ''}), said('圆桌会议'), finish(), usage(), DONE],
    ],
    [
      'reasoning in a field of its own',
      [chunk({reasoning_content: '想想'}), chunk({reasoning: '再想'}), said('圆桌会议'), finish(), usage(), DONE],
    ],
    [
      'thinking in tags',
      [said('<thi'), said('nk>想'), said('想</th'), said('ink>\n\n圆桌'), said('会议'), finish(), usage(), DONE],
    ],
    [
      'thinking as an array of parts',
      [
        chunk({content: [{type: 'thinking', thinking: [{type: 'text', text: '想'}]}]}),
        chunk({content: [{type: 'text', text: '圆桌会议'}]}),
        finish(),
        usage(),
        DONE,
      ],
    ],
  ]
  it.each(whole)('%s is the speech, once, and its usage', async (_, pieces, end = 'close') => {
    const {events, last, text} = await ask((_, response) => play(response, pieces, end))
    expect(last).toEqual(done('圆桌会议'))
    expect(text).toBe('圆桌会议')
    expect(events.filter(({type}) => type === 'usage')).toEqual([{type: 'usage', usage: {inputTokens: 12, outputTokens: 7}}])
  })

  it('thinking whose beginning was swallowed is taken back from the screen, with a warning', async () => {
    const {events, last, text} = await ask((_, response) =>
      play(response, [said('我先想想'), said('\n</think>\n'), said('答案'), finish(), DONE]),
    )
    expect(events.map(({type}) => type)).toContain('reset')
    expect(last).toMatchObject({type: 'done', text: '答案', warnings: [expect.stringContaining('思考')]})
    expect(text).toBe('答案')
  })

  it.each<[string, readonly string[], 'close' | 'drop', object, string]>([
    ['it ends without a word of its end', [said('说到一半')], 'close', failed('protocol', true), '说到一半'],
    ['the connection breaks', [said('说到一半')], 'drop', failed('protocol', true), '说到一半'],
    ['the length limit cuts it', [said('说到一半'), finish('length'), DONE], 'close', failed('protocol', true), '说到一半'],
    ['the content filter stops it', [said('说到'), finish('content_filter'), DONE], 'close', failed('unknown', false), '说到'],
    ['the model calls a tool', [said('我查一下'), finish('tool_calls'), DONE], 'close', failed('isolation', false), '我查一下'],
    [
      'the server runs out of resources',
      [said('说到'), finish('insufficient_system_resource'), DONE],
      'close',
      failed('unknown', true),
      '说到',
    ],
    ['there is no text', [finish(), usage(), DONE], 'close', failed('empty', true), ''],
    ['there is nothing but blanks', [said(' \n '), finish(), DONE], 'close', failed('empty', true), ''],
    ['there is nothing but thinking', [said('<think>想来想去'), finish(), DONE], 'close', failed('empty', true), ''],
    [
      'an error comes in the middle',
      [said('说到'), 'data: {"error":{"message":"odd"}}\n\n'],
      'close',
      failed('unknown', false),
      '说到',
    ],
    ['it is empty', [], 'close', failed('protocol', true), ''],
  ])('%s: no speech, and what was said is kept as a part', async (_, pieces, end, expected, partial) => {
    const {last, text} = await ask((_, response) => play(response, pieces, end))
    expect(last).toMatchObject(expected)
    expect(text).toBe(partial)
  })

  it('a connection that breaks behind the last word loses nothing', async () => {
    const {last} = await ask((_, response) => play(response, [said('圆桌会议'), finish()], 'drop'))
    expect(last).toEqual(done('圆桌会议'))
  })

  it('an unknown word for the end is told beside the speech', async () => {
    const {last} = await ask((_, response) => play(response, [said('好'), finish('model_end'), DONE]))
    expect(last).toMatchObject({type: 'done', text: '好', warnings: [expect.stringContaining('model_end')]})
  })

  it.each<[string, string, string, string]>([
    ['a page', 'text/html', '<!doctype html><title>Welcome</title>', 'protocol'],
    ['plain text', 'text/plain', 'It works!\n', 'protocol'],
    ['a page that says it is a stream', 'text/event-stream', '<html></html>', 'protocol'],
    ['an error in JSON with status 200', 'application/json', '{"error":{"message":"insufficient balance"}}', 'quota'],
    ['another API', 'application/json', '{"hello":1}', 'protocol'],
  ])('%s in place of a stream is a failure that says so', async (_, type, body, code) => {
    const {last} = await ask((_, response) => {
      response.writeHead(200, {'content-type': type})
      response.end(body)
    })
    expect(last).toMatchObject({type: 'failed', fault: {code}})
  })
})

describe('failures of HTTP', () => {
  it.each<[number, object, string, boolean, number]>([
    [400, {error: {message: 'bad'}}, 'protocol', false, 1],
    [401, {error: {message: 'who'}}, 'auth', false, 1],
    [402, {error: {message: 'pay'}}, 'quota', false, 1],
    [403, {message: 'no'}, 'auth', false, 1],
    [404, {error: 'model not found'}, 'missing', false, 1],
    [413, {}, 'protocol', false, 1],
    [429, {error: {message: 'slow down'}}, 'quota', true, 2],
    [429, {error: {message: 'x', code: 'insufficient_quota'}}, 'quota', false, 1],
    [500, {}, 'unknown', true, 2],
    [503, {error: {message: 'Loading model'}}, 'unknown', true, 2],
    [504, {}, 'timeout', true, 2],
    [529, {error: {type: 'overloaded_error', message: 'Overloaded'}}, 'unknown', true, 2],
  ])('%i %j is %s, retryable %s, after %i requests', async (status, body, code, retryable, requests) => {
    const {last, server} = await ask((_, response) => json(response, body, status))
    expect(last).toMatchObject(failed(code, retryable))
    expect(server.asked).toHaveLength(requests)
  })

  it('one more request that succeeds is a speech with a warning, after as long as the server asked for', async () => {
    const naps: number[] = []
    const {last, server} = await ask(
      (_, response, nth) =>
        nth === 1
          ? json(response, {error: {message: 'slow'}}, 429, {'retry-after': '3'})
          : play(response, [said('好'), finish(), DONE]),
      {deps: {sleep: hasty(naps)}},
    )
    expect(last).toMatchObject({type: 'done', text: '好', warnings: [expect.stringMatching(/429.*3 秒/)]})
    expect(server.asked).toHaveLength(2)
    expect(naps).toContain(3000)
  })

  it('a server that wants more patience than the deadline has is not waited for', async () => {
    const {last, server} = await ask((_, response) => json(response, {}, 429, {'retry-after': '3600'}))
    expect(last).toMatchObject(failed('quota', true))
    expect(server.asked).toHaveLength(1)
  })

  it('what was said is never asked for again by itself', async () => {
    const {server} = await ask((_, response) => play(response, [said('说'), 'data: {"error":{"message":"server_error"}}\n\n']))
    expect(server.asked).toHaveLength(1)
  })

  it('nobody at the address is said with the address', async () => {
    const gone = await serve(() => undefined)
    await gone.close()
    const voice = makeApi('deepseek', httpDeps({baseUrl: `${gone.base}/v1`}))
    const [event] = await all(voice.ask(requestOf('a', '甲'), quiet()))
    expect(event).toMatchObject({type: 'failed', fault: {code: 'missing', message: expect.stringContaining('127.0.0.1')}})
  })

  it('without a key nothing is asked, and the hint says how to give one', async () => {
    const {last, server} = await ask(() => undefined, {deps: {key: () => undefined}})
    expect(last).toMatchObject({
      type: 'failed',
      fault: {code: 'auth', hint: expect.stringMatching(/DEEPSEEK_API_KEY.*roundtable config key deepseek/)},
    })
    expect(server.asked).toHaveLength(0)
  })

  it.each(['http://example.com/v1', 'ftp://example.com', 'not an address', 'https://user:pass@example.com/v1'])(
    '%s is no place for a key',
    async baseUrl => {
      let reached = 0
      const fetch = async () => {
        reached++
        return new Response('')
      }
      const {last} = await ask(() => undefined, {settings: {baseUrl}, deps: {fetch}})
      expect(last).toMatchObject(failed('isolation', false))
      expect(reached).toBe(0)
    },
  )
})

describe('deadlines', () => {
  const slow = {firstTextMs: 60, idleMs: 60, totalMs: 5000}
  it.each<[string, readonly string[], HttpSettings, string, string]>([
    ['a server that never begins', [], slow, 'timeout', ''],
    ['one that stops in the middle', [said('说到一半')], slow, 'stalled', '说到一半'],
    ['one that only sends comments', [': keep\n\n', ': keep\n\n'], slow, 'timeout', ''],
    ['a speech that takes too long', [said('说')], {firstTextMs: 5000, idleMs: 5000, totalMs: 80}, 'timeout', '说'],
  ])('%s is given up', async (_, pieces, settings, code, partial) => {
    const {last, text} = await ask((_, response) => play(response, pieces, 'open'), {settings})
    expect(last).toMatchObject(failed(code, true))
    expect(text).toBe(partial)
  })

  it('thinking is a sign of life', async () => {
    const {last} = await ask(
      async (_, response) => {
        response.writeHead(200, {'content-type': 'text/event-stream'})
        for (let n = 0; n < 8; n++) {
          response.write(chunk({reasoning_content: '想'}))
          await new Promise(resolve => setTimeout(resolve, 40))
        }
        response.end(said('好') + finish())
      },
      {settings: {firstTextMs: 200, idleMs: 200}},
    )
    expect(last).toEqual(done('好'))
  })
})

describe('what is asked', () => {
  it('is the model, the persona and the prompt to the letter, no tools, with usage', async () => {
    const {server} = await ask((_, response) => play(response, [said('好'), finish(), DONE]), {model: 'deepseek-reasoner'})
    const [asked] = server.asked
    expect(asked).toMatchObject({method: 'POST', path: '/v1/chat/completions', headers: {authorization: `Bearer ${KEY}`}})
    expect(JSON.parse(asked?.body ?? '')).toEqual({
      model: 'deepseek-reasoner',
      messages: [
        {role: 'system', content: '你是甲'},
        {role: 'user', content: '请发言'},
      ],
      stream: true,
      stream_options: {include_usage: true},
    })
  })

  it('an address of one’s own needs no key, and gets none', async () => {
    const {server, last} = await ask((_, response) => play(response, [said('好'), finish(), DONE]), {
      id: 'mine',
      settings: {model: 'm'},
      deps: {key: () => undefined},
    })
    expect(last).toEqual(done('好'))
    expect(server.asked[0]?.headers.authorization).toBeUndefined()
  })

  it('Anthropic is spoken to as Anthropic', async () => {
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({type, ...more})}\n\n`
    const {server, last, events} = await ask(
      (_, response) =>
        play(
          response,
          [
            event('message_start', {
              message: {
                id: 'm',
                type: 'message',
                role: 'assistant',
                model: 'c',
                content: [],
                stop_reason: null,
                usage: {input_tokens: 12, output_tokens: 1},
              },
            }),
            event('content_block_start', {index: 0, content_block: {type: 'thinking', thinking: ''}}),
            event('content_block_delta', {index: 0, delta: {type: 'thinking_delta', thinking: '想'}}),
            event('content_block_stop', {index: 0}),
            event('ping'),
            event('content_block_start', {index: 1, content_block: {type: 'text', text: ''}}),
            event('content_block_delta', {index: 1, delta: {type: 'text_delta', text: '圆桌'}}),
            event('content_block_delta', {index: 1, delta: {type: 'text_delta', text: '会议'}}),
            event('content_block_stop', {index: 1}),
            event('message_delta', {delta: {stop_reason: 'end_turn', stop_sequence: null}, usage: {output_tokens: 7}}),
            event('message_stop'),
          ],
          'open',
        ),
      {id: 'anthropic'},
    )
    expect(last).toEqual(done('圆桌会议'))
    expect(events).toContainEqual({type: 'usage', usage: {inputTokens: 12, outputTokens: 7}})
    expect(server.asked[0]).toMatchObject({path: '/v1/messages', headers: {'x-api-key': KEY}})
    const body = JSON.parse(server.asked[0]?.body ?? '')
    expect(body).toMatchObject({
      system: [{type: 'text', text: '你是甲'}],
      messages: [{role: 'user', content: [{text: '请发言'}]}],
    })
    expect(body.tools).toBeUndefined()
  })

  it.each<[string, string, string]>([
    ['max_tokens', 'protocol', '说'],
    ['refusal', 'unknown', '说'],
  ])('Anthropic’s %s is no speech', async (reason, code) => {
    const event = (type: string, more: object = {}) => `event: ${type}\ndata: ${JSON.stringify({type, ...more})}\n\n`
    const {last} = await ask(
      (_, response) =>
        play(response, [
          event('message_start', {
            message: {
              id: 'm',
              type: 'message',
              role: 'assistant',
              model: 'c',
              content: [],
              stop_reason: null,
              usage: {input_tokens: 12, output_tokens: 1},
            },
          }),
          event('content_block_start', {index: 0, content_block: {type: 'text', text: ''}}),
          event('content_block_delta', {index: 0, delta: {type: 'text_delta', text: '说'}}),
          event('message_delta', {delta: {stop_reason: reason, stop_sequence: null}, usage: {output_tokens: 7}}),
          event('message_stop'),
        ]),
      {id: 'anthropic'},
    )
    expect(last).toMatchObject({type: 'failed', fault: {code}})
  })
})
