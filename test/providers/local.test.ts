import type {ServerResponse} from 'node:http'
import {afterEach, describe, expect, it} from 'vitest'
import type {HttpDeps, HttpSettings} from '../../source/providers/http/parts.ts'
import {localServers, ollamaBase} from '../../source/providers/http/servers.ts'
import {localIds, makeLocal} from '../../source/providers/local.ts'
import {fakeOllama, type OllamaModel, sayLines, speech} from '../support/fake-ollama.ts'
import {type Asked, DONE, type FakeServer, fakeServer, finish, json, play, said, usage} from '../support/fake-openai.ts'
import {all, quiet, requestOf} from './asking.ts'
import {httpDeps} from './http/deps.ts'

const open: FakeServer[] = []
const kept = async (starting: Promise<FakeServer>) => {
  const server = await starting
  open.push(server)
  return server
}
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close()))
})

/** Each server of this machine at an address of the test, or nowhere. */
function depsAt(bases: Readonly<Record<string, string>>, settings: HttpSettings = {}, more: Partial<HttpDeps> = {}): HttpDeps {
  const nowhere = 'http://127.0.0.1:9'
  return httpDeps({}, {key: () => undefined, settings: id => ({baseUrl: bases[id] ?? nowhere, ...settings}), ...more})
}
const models: readonly OllamaModel[] = [
  {model: 'nomic-embed-text:latest', details: {family: 'nomic-bert', families: ['nomic-bert']}},
  {model: 'gpt-oss:120b-cloud', remote_host: 'https://ollama.com:443'},
  {model: 'kimi-k2:1t-cloud'},
  {model: 'qwen3:8b', details: {family: 'qwen3'}},
  {model: 'library/tiny:1b', context: 2048},
]
type Chat = (asked: Asked, response: ServerResponse) => void | Promise<void>

async function askOllama({
  chat,
  model,
  settings = {},
  prompt,
}: {
  chat?: Chat
  model?: string
  settings?: HttpSettings
  prompt?: string
}) {
  const server = await kept(fakeOllama(models, chat))
  const voice = makeLocal('ollama', depsAt({ollama: server.base}, settings))
  const events = await all(voice.ask(requestOf('a', '甲', {...(model ? {model} : {}), ...(prompt ? {prompt} : {})}), quiet()))
  const chats = server.asked.filter(({path}) => path === '/api/chat')
  return {server, events, last: events.at(-1), sent: chats.length > 0 ? JSON.parse(chats[0]?.body ?? '') : undefined}
}
const textOf = (events: Awaited<ReturnType<typeof askOllama>>['events']) =>
  events.flatMap(event => (event.type === 'text' ? [event.delta] : [])).join('')

describe('Ollama', () => {
  it('is asked in its own way, with room for a persona and without thinking', async () => {
    const {last, events, sent} = await askOllama({model: 'qwen3:8b'})
    expect(last).toEqual({type: 'done', text: '圆桌会议'})
    expect(events).toContainEqual({type: 'usage', usage: {inputTokens: 12, outputTokens: 7}})
    expect(sent).toEqual({
      model: 'qwen3:8b',
      messages: [
        {role: 'system', content: '你是甲'},
        {role: 'user', content: '请发言'},
      ],
      stream: true,
      think: false,
      options: {num_ctx: 8192},
    })
  })

  it('a long prompt gets a context that holds it, as far as the model has one', async () => {
    expect((await askOllama({model: 'qwen3:8b', prompt: '字'.repeat(20_000)})).sent.options).toEqual({num_ctx: 32768})
    const {sent, last} = await askOllama({model: 'library/tiny:1b'})
    expect(sent.options).toEqual({num_ctx: 2048})
    expect(last).toMatchObject({type: 'done', warnings: [expect.stringContaining('2048')]})
  })

  it('where no model is named, it is the first that speaks and is here, and stays it', async () => {
    expect((await askOllama({})).sent.model).toBe('qwen3:8b')
    expect((await askOllama({settings: {model: 'library/tiny:1b'}})).sent.model).toBe('library/tiny:1b')
  })

  it('a model that runs at its maker’s is not local, unless the person says so', async () => {
    const refused = await askOllama({model: 'kimi-k2:1t-cloud'})
    expect(refused.last).toMatchObject({type: 'failed', fault: {code: 'isolation'}})
    expect(refused.sent).toBeUndefined()
    expect((await askOllama({model: 'kimi-k2:1t-cloud', settings: {trustUserConfig: true}})).last).toMatchObject({type: 'done'})
  })

  it('thinking is no speech, in its own field or in tags', async () => {
    const {events, last} = await askOllama({
      chat: (_, response) =>
        sayLines(response, [
          {message: {role: 'assistant', content: '', thinking: '想'}, done: false},
          ...speech('<think>想</think>圆桌会议'),
        ]),
    })
    expect(last).toEqual({type: 'done', text: '圆桌会议'})
    expect(textOf(events)).toBe('圆桌会议')
  })

  it.each<[string, Chat, string, string]>([
    ['an unknown model', (_, response) => json(response, {error: "model 'x' not found"}, 404), 'missing', ''],
    [
      'an error in the middle',
      (_, response) => sayLines(response, [...speech('说到').slice(0, 1), {error: 'llama runner stopped'}]),
      'unknown',
      '说到',
    ],
    [
      'a cut at the length limit',
      (_, response) => sayLines(response, [...speech('说到').slice(0, 1), {done: true, done_reason: 'length'}]),
      'protocol',
      '说到',
    ],
    ['a broken connection', (_, response) => sayLines(response, speech('说到').slice(0, 1), 'drop'), 'protocol', '说到'],
    ['an end without a last line', (_, response) => sayLines(response, speech('说到').slice(0, 1)), 'protocol', '说到'],
    ['no text', (_, response) => sayLines(response, speech()), 'empty', ''],
    ['a page', (_, response) => response.writeHead(200).end('<html>\n</html>\n') && undefined, 'protocol', ''],
    ['a redirect', (_, response) => response.writeHead(307, {location: '/elsewhere'}).end() && undefined, 'isolation', ''],
  ])('%s is a failure, and what was said is kept', async (_, chat, code, partial) => {
    const {last, events} = await askOllama({chat})
    expect(last).toMatchObject({type: 'failed', fault: {code}})
    expect(textOf(events)).toBe(partial)
  })

  it('one that never begins is given up', async () => {
    const {last} = await askOllama({chat: () => undefined, settings: {firstTextMs: 60}})
    expect(last).toMatchObject({type: 'failed', fault: {code: 'timeout', retryable: true}})
  })

  it.each([
    [undefined, 'http://127.0.0.1:11434'],
    ['0.0.0.0', 'http://127.0.0.1:11434'],
    ['0.0.0.0:8888', 'http://127.0.0.1:8888'],
    [':8888', 'http://127.0.0.1:8888'],
    ['http://localhost:1234/', 'http://127.0.0.1:1234'],
    ['[::1]:99', 'http://[::1]:99'],
    ['192.168.1.4:11434', 'http://127.0.0.1:11434'],
    ['https://evil.example', 'http://127.0.0.1:11434'],
    ['not a host', 'http://127.0.0.1:11434'],
  ])('OLLAMA_HOST=%s is looked for at %s', (said, base) => {
    expect(ollamaBase(said === undefined ? {} : {OLLAMA_HOST: said})).toBe(base)
  })
})

describe('the servers that speak as OpenAI does', () => {
  const serving = (list: unknown, answer: Chat = (_, response) => play(response, [said('圆桌会议'), finish(), usage(), DONE])) =>
    kept(fakeServer((asked, response) => (asked.method === 'GET' ? json(response, list) : answer(asked, response))))

  it.each(['lmstudio', 'llamacpp', 'jan', 'vllm'])('%s speaks with its first model, without a key', async id => {
    const server = await serving({data: [{id: 'text-embedding-x'}, {id: 'qwen3-8b'}]})
    const events = await all(makeLocal(id, depsAt({[id]: server.base})).ask(requestOf('a', '甲'), quiet()))
    expect(events.at(-1)).toEqual({type: 'done', text: '圆桌会议'})
    const post = server.asked.find(({method}) => method === 'POST')
    expect(post).toMatchObject({path: '/v1/chat/completions'})
    expect(JSON.parse(post?.body ?? '')).toMatchObject({model: 'qwen3-8b'})
    expect(post?.headers.authorization).toBeUndefined()
  })

  it('LM Studio’s loaded model goes first', async () => {
    const server = await serving({
      data: [
        {id: 'e', type: 'embeddings', state: 'loaded'},
        {id: 'cold', type: 'llm', state: 'not-loaded'},
        {id: 'warm', type: 'llm', state: 'loaded'},
      ],
    })
    expect(await makeLocal('lmstudio', depsAt({lmstudio: server.base})).check(quiet())).toMatchObject({
      ok: true,
      models: ['warm', 'cold'],
    })
  })

  it('a redirect takes nobody along', async () => {
    const victim = await serving({data: []})
    const server = await serving({data: [{id: 'm'}]}, (_, response) => {
      response.writeHead(307, {location: `${victim.base}/v1/chat/completions`}).end()
    })
    const events = await all(makeLocal('vllm', depsAt({vllm: server.base})).ask(requestOf('a', '甲'), quiet()))
    expect(events.at(-1)).toMatchObject({type: 'failed', fault: {code: 'isolation', retryable: false}})
    expect(victim.asked).toEqual([])
  })

  it('local is the first server in the order that has a model', async () => {
    const empty = await kept(fakeOllama([]))
    const server = await serving({data: [{id: 'm'}]})
    const voice = makeLocal('local', depsAt({ollama: empty.base, jan: server.base}))
    expect((await all(voice.ask(requestOf('a', '甲'), quiet()))).at(-1)).toEqual({type: 'done', text: '圆桌会议'})
    expect(await voice.check(quiet())).toMatchObject({ok: true, model: 'm', server: server.base.slice(7)})
  })
})

describe('looking for them', () => {
  it('an unknown program, one that is loading, nobody, and a redirect are told apart', async () => {
    const other = await kept(fakeServer((_, response) => json(response, {hello: 1})))
    const loading = await kept(fakeServer((_, response) => json(response, {error: {message: 'Loading model'}}, 503)))
    const away = await kept(fakeServer((_, response) => void response.writeHead(302, {location: 'http://example.com/'}).end()))
    const check = async (base: string) => (await makeLocal('llamacpp', depsAt({llamacpp: base})).check(quiet())).detail
    expect(await check(other.base)).toContain('another program')
    expect(await check(loading.base)).toContain('loading')
    expect(await check(away.base)).toContain('another program')
    expect(await check('http://127.0.0.1:9')).toContain('not running')
  })

  it('one that hangs costs less than a second, and not the others', async () => {
    const hanging = await kept(fakeServer(() => undefined))
    const ollama = await kept(fakeOllama(models))
    const before = performance.now()
    const found = await makeLocal('local', depsAt({ollama: ollama.base, vllm: hanging.base, jan: hanging.base})).check(quiet())
    expect(performance.now() - before).toBeLessThan(2000)
    expect(found).toMatchObject({ok: true, models: ['qwen3:8b', 'library/tiny:1b']})
  })

  it('nobody at all is said with what to start', async () => {
    expect(await makeLocal('local', depsAt({})).check(quiet())).toMatchObject({
      ok: false,
      hint: expect.stringContaining('Ollama'),
    })
    const events = await all(makeLocal('local', depsAt({})).ask(requestOf('a', '甲'), quiet()))
    expect(events).toMatchObject([{type: 'failed', fault: {code: 'missing'}}])
  })

  it('every address of theirs is this machine by its number', () => {
    for (const server of localServers) expect(server.base({})).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
    expect(localIds).toEqual(['local', 'ollama', 'lmstudio', 'llamacpp', 'jan', 'vllm'])
  })
})
