import {mkdtempSync, readdirSync, readFileSync, rmSync, statSync} from 'node:fs'
import type {ServerResponse} from 'node:http'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest'
import {makeApi} from '../../../source/providers/api.ts'
import type {HttpDeps} from '../../../source/providers/http/parts.ts'
import {makeLocal} from '../../../source/providers/local.ts'
import {makeKeys} from '../../../source/runtime/keys.ts'
import {type Asked, chunk, DONE, type FakeServer, fakeServer, finish, json, play, said} from '../../support/fake-openai.ts'
import {all, quiet, requestOf} from '../asking.ts'
import {hasty, httpDeps, KEY} from './deps.ts'

let folder = ''
const open: FakeServer[] = []
const wrote: string[] = []
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'roundtable-secrecy-'))
  wrote.length = 0
  // Whatever a library of ours would say to the terminal by itself.
  for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const)
    vi.spyOn(console, name).mockImplementation((...words) => void wrote.push(words.map(String).join(' ')))
  for (const stream of [process.stdout, process.stderr])
    vi.spyOn(stream, 'write').mockImplementation(text => wrote.push(String(text)) > 0)
})
afterEach(async () => {
  vi.restoreAllMocks()
  await Promise.all(open.splice(0).map(server => server.close()))
  rmSync(folder, {recursive: true, force: true})
})

const serve = async (answer: Parameters<typeof fakeServer>[0]) => {
  const server = await fakeServer(answer)
  open.push(server)
  return server
}
type Answer = (asked: Asked, response: ServerResponse) => void | Promise<void>

/** A server that says back what it was told, the key before all. */
const parrots: readonly [string, Answer][] = [
  ['in a refusal', ({headers}, response) => json(response, {error: {message: `bad key ${headers.authorization}`}}, 401)],
  ['in a plain page', ({headers}, response) => json(response, `no ${headers.authorization}`, 500)],
  ['in a status line', (_, response) => void response.writeHead(403, `no ${KEY}`).end()],
  ['in an error of the stream', (_, response) => play(response, [said('说'), `data: {"error":{"message":"key ${KEY}"}}\n\n`])],
  ['in place of the stream', (_, response) => void response.writeHead(200).end(`hello ${KEY}`)],
  ['in a speech', (_, response) => play(response, [said(`你的密钥是${KEY}。`), finish(), DONE])],
  ['letter by letter', (_, response) => play(response, [...Array.from(`钥${KEY}匙`, said), finish(), DONE])],
  ['cut off at its last letter', (_, response) => play(response, [said(`钥${KEY}`), finish(), DONE])],
  ['in the word for the end', (_, response) => play(response, [said('说'), finish(KEY), DONE])],
  ['in the address of a redirect', (_, response) => void response.writeHead(307, {location: `http://${KEY}.example.com/`}).end()],
  ['in reasoning', (_, response) => play(response, [chunk({reasoning_content: KEY}), said('说'), finish(), DONE])],
]

describe('the key', () => {
  it.each(parrots)('said back %s, is in no event, no file and no line of the terminal', async (_, answer) => {
    const server = await serve((asked, response) =>
      asked.method === 'GET' ? json(response, {data: [{id: `m-${KEY}`}]}) : answer(asked, response),
    )
    const keys = makeKeys({folder, env: {DEEPSEEK_API_KEY: KEY}})
    const deps: HttpDeps = {...httpDeps({baseUrl: `${server.base}/v1`}, {sleep: hasty()}), key: keys.find, secrets: keys.secrets}
    const events = await all(makeApi('deepseek', deps).ask(requestOf('a', '甲'), quiet()))
    expect(server.asked[0]?.headers.authorization).toBe(`Bearer ${KEY}`)
    const joined = events.flatMap(event => (event.type === 'text' ? [event.delta] : [])).join('')
    for (const text of [JSON.stringify(events), joined, ...wrote, ...filesIn(folder)]) expect(text).not.toContain(KEY)
    expect(wrote).toEqual([])
  })

  it('is in nothing that check finds', async () => {
    for (const status of [200, 401, 500]) {
      const server = await serve(({headers}, response) =>
        json(response, {error: {message: `${headers.authorization}`}, data: [{id: `m-${KEY}`}]}, status),
      )
      const found = await makeApi('deepseek', httpDeps({baseUrl: `${server.base}/v1`})).check(quiet())
      expect(JSON.stringify(found)).not.toContain(KEY)
      expect(JSON.stringify(found.findings)).toContain('sk-t…mnop')
    }
  })

  it('that no header can carry is not said back by the library', async () => {
    const bad = `${KEY}\u4e00`
    const deps = httpDeps({baseUrl: 'http://127.0.0.1:1/v1'}, {key: () => ({value: bad, from: 'X'}), secrets: () => [bad]})
    const events = await all(makeApi('deepseek', deps).ask(requestOf('a', '甲'), quiet()))
    expect(events).toHaveLength(1)
    expect(JSON.stringify(events)).not.toContain(KEY)
  })
})

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('%i to another origin takes neither key nor prompt along', async status => {
    const other = await serve((_, response) => play(response, [said('别处的话'), finish(), DONE]))
    const server = await serve(
      (_, response) => void response.writeHead(status, {location: `${other.base}/v1/chat/completions`}).end(),
    )
    const voice = makeApi('deepseek', httpDeps({baseUrl: `${server.base}/v1`}))
    expect(await all(voice.ask(requestOf('a', '甲'), quiet()))).toMatchObject([
      {type: 'failed', fault: {code: 'isolation', retryable: false, message: expect.stringContaining(other.base.slice(7))}},
    ])
    expect(await voice.check(quiet())).toMatchObject({ok: false})
    expect(other.asked).toEqual([])
  })

  it('to the same origin is followed, with the same question, and not for ever', async () => {
    const server = await serve((asked, response) => {
      if (asked.path === '/v2/chat/completions') return play(response, [said('到了'), finish(), DONE])
      if (asked.path.startsWith('/loop')) return void response.writeHead(307, {location: '/loop/x'}).end()
      return void response.writeHead(307, {location: '/v2/chat/completions'}).end()
    })
    const ask = (base: string) => all(makeApi('deepseek', httpDeps({baseUrl: base})).ask(requestOf('a', '甲'), quiet()))
    expect((await ask(`${server.base}/v1`)).at(-1)).toEqual({type: 'done', text: '到了'})
    expect(server.asked[1]?.body).toBe(server.asked[0]?.body)
    expect((await ask(`${server.base}/loop`)).at(-1)).toMatchObject({type: 'failed', fault: {code: 'isolation'}})
    expect(server.asked.length).toBeLessThan(10)
  })
})

describe('check', () => {
  const check = async (answer: Answer, more: Partial<HttpDeps> = {}) => {
    const server = await serve(answer)
    const found = await makeApi('deepseek', httpDeps({baseUrl: `${server.base}/v1`}, more)).check(quiet())
    const claims = Object.fromEntries((found.findings ?? []).map(({aspect, claim, code}) => [aspect, `${claim} ${code}`]))
    return {found, claims, server}
  }

  it('asks for the models only, which shows whether the key works, and tells those that speak', async () => {
    const {found, claims, server} = await check((_, response) =>
      json(response, {data: [{id: 'deepseek-chat'}, {id: 'text-embedding-3'}, {id: 'whisper-1'}]}),
    )
    expect(found).toMatchObject({ok: true, model: 'deepseek-chat', models: ['deepseek-chat'], server: server.base.slice(7)})
    expect(claims.login).toBe('believed http-key')
    expect(server.asked.map(({method, path}) => `${method} ${path}`)).toEqual(['GET /v1/models'])
  })

  it.each<[string, Answer, boolean, string]>([
    ['a refused key', (_, response) => json(response, {}, 401), false, 'failed http-key-refused'],
    ['a server in trouble', (_, response) => json(response, {}, 500), false, 'unknown http-key-unproven'],
    ['a server without a list', (_, response) => json(response, {}, 404), true, 'unknown http-key-unproven'],
    ['a page', (_, response) => void response.end('<html>'), false, 'unknown http-key-unproven'],
  ])('%s is told apart', async (_, answer, ok, login) => {
    const {found, claims} = await check(answer)
    expect([found.ok, claims.login]).toEqual([ok, login])
  })

  it('without a key asks nobody', async () => {
    const {found, claims, server} = await check((_, response) => json(response, {}), {key: () => undefined})
    expect(found).toMatchObject({ok: false, hint: expect.stringContaining('roundtable config key deepseek')})
    expect(claims.login).toBe('failed http-no-key')
    expect(server.asked).toEqual([])
  })

  it('a server that hangs costs no more than its cap', async () => {
    const {found} = await check(() => undefined, {
      sleep: async ms => void (await new Promise(resolve => setTimeout(resolve, ms / 40))),
    })
    expect(found.ok).toBe(false)
  })

  it('every aspect is told once, by every voice behind an address', async () => {
    const aspects = ['found', 'login', 'stdin', 'sessions', 'tools', 'isolation', 'network']
    for (const voice of [makeApi('deepseek', httpDeps({baseUrl: 'http://127.0.0.1:1/v1'})), makeLocal('local', httpDeps())])
      expect((await voice.check(quiet())).findings?.map(({aspect}) => aspect)).toEqual(aspects)
  })
})

function filesIn(path: string): readonly string[] {
  return readdirSync(path, {recursive: true, encoding: 'utf8'})
    .map(name => join(path, name))
    .flatMap(file => (statSync(file).isFile() ? [readFileSync(file, 'utf8')] : []))
}
