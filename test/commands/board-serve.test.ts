import {createServer, type Server as HttpServer} from 'node:http'
import {type AddressInfo, connect} from 'node:net'
import {afterEach, describe, expect, it} from 'vitest'
import {WebSocket} from 'ws'
import {type Followed, openServer, type Server} from '../../source/commands/serve.ts'
import {entryWords} from '../../source/i18n/board-entry.ts'
import type {Said} from '../../source/runtime/run-meeting.ts'

const open: Server[] = []
const others: HttpServer[] = []
afterEach(async () => {
  await Promise.all(open.splice(0).map(server => server.close('closed')))
  for (const server of others.splice(0)) server.close()
})

async function serve(meeting?: Followed, lang: 'zh' | 'en' = 'zh'): Promise<Server> {
  const opened = await openServer(0, entryWords(lang))
  if ('fault' in opened) throw new Error(opened.fault.code)
  open.push(opened.ok)
  if (meeting) opened.ok.follow(meeting)
  return opened.ok
}

const silent: Followed = {sofar: () => [], say: () => ({kind: 'nothing'})}

/** A client, what it got, and how it ended. */
function join(url: string, options: {origin?: string} = {}) {
  const socket = new WebSocket(url, options)
  const got: {type: string; code?: string; message?: string; n?: number}[] = []
  const waiters = new Set<() => void>()
  const told = () => {
    for (const waiter of [...waiters]) waiter()
  }
  socket.on('message', data => {
    got.push(JSON.parse(String(data)))
    told()
  })
  const closed = new Promise<{code: number; reason: string}>(resolve => {
    socket.on('close', (code, reason) => resolve({code, reason: String(reason)}))
  })
  const opened = new Promise<'open' | number>(resolve => {
    socket.on('open', () => resolve('open'))
    socket.on('unexpected-response', (_request, response) => resolve(response.statusCode ?? 0))
    socket.on('error', () => resolve(0))
  })
  const until = (count: number) =>
    new Promise<typeof got>(resolve => {
      const look = () => {
        if (got.length < count) return
        waiters.delete(look)
        resolve(got)
      }
      waiters.add(look)
      look()
    })
  return {socket, got, opened, closed, until}
}

describe('who may come in', () => {
  it('is whoever has the token; a missing, wrong or longer one and another path are refused alike', async () => {
    const {url} = await serve(silent)
    const base = url.slice(0, url.indexOf('?'))
    const urls = [base, `${base}?token=`, `${base}?token=wrong`, `${url}x`, url.replace('/?', '/other?'), url.slice(0, -1)]
    expect(await Promise.all(urls.map(wrong => join(wrong).opened))).toEqual(urls.map(() => 401))
    expect(await join(url).opened).toBe('open')
  })

  it('is no page from elsewhere: an Origin has to be of this machine', async () => {
    const {url} = await serve(silent)
    const foreign = ['https://example.com', 'http://127.0.0.1.example.com', 'http://localhost.example', 'null', 'file://', 'x']
    expect(await Promise.all(foreign.map(origin => join(url, {origin}).opened))).toEqual(foreign.map(() => 403))
    const near = ['http://localhost:5173', 'http://127.0.0.1:8080', 'https://localhost', 'http://[::1]:3000']
    expect(await Promise.all(near.map(origin => join(url, {origin}).opened))).toEqual(near.map(() => 'open'))
  })

  it('is nobody from another address: the port is open on 127.0.0.1 only, and a plain request learns nothing', async () => {
    const {url} = await serve(silent)
    const {port} = new URL(url)
    await expect(
      new Promise((resolve, reject) =>
        connect({host: '::1', port: Number(port)})
          .on('connect', resolve)
          .on('error', reject),
      ),
    ).rejects.toThrow()
    const plain = await fetch(url.replace('ws:', 'http:'))
    expect([plain.status, await plain.text()]).toEqual([426, 'WebSocket only\n'])
  })

  it('knows another token with every server', async () => {
    const tokens = await Promise.all([serve(), serve()]).then(both => both.map(({url}) => new URL(url).searchParams.get('token')))
    expect(new Set(tokens).size).toBe(2)
    for (const token of tokens) expect(token).toMatch(/^[\w-]{32}$/)
  })
})

describe('what they get', () => {
  it('is everything so far when they come, then what happens, in order and once', async () => {
    const events = [
      {type: 'e', n: 1},
      {type: 'e', n: 2},
    ]
    const server = await serve({...silent, sofar: () => events})
    const early = join(server.url)
    await early.until(2)
    const third = {type: 'e', n: 3}
    events.push(third)
    server.send(third)
    const late = join(server.url)
    for (const client of [early, late]) expect((await client.until(3)).map(({n}) => n)).toEqual([1, 2, 3])
  })

  it('is the meeting as a whole also for those who came before it began', async () => {
    const server = await serve()
    const early = join(server.url)
    await early.opened
    server.follow({...silent, sofar: () => [{type: 'e', n: 1}]})
    expect(await early.until(1)).toEqual([{type: 'e', n: 1}])
  })

  it('is a good-bye at the end that says whether the meeting goes on another day', async () => {
    for (const [how, code] of [
      ['closed', 1000],
      ['paused', 1001],
    ] as const) {
      const server = await serve(silent)
      const client = join(server.url)
      await client.opened
      server.send({type: 'e', n: 1})
      await server.close(how)
      expect(await client.closed).toEqual({code, reason: how})
      expect(client.got).toEqual([{type: 'e', n: 1}])
      expect(await join(server.url).opened).toBe(0)
    }
  })

  it('does not hold the meeting up: who reads nothing is dropped, the others get everything, and the end is not waited for', async () => {
    const server = await serve(silent)
    const [deaf, good] = [join(server.url), join(server.url)]
    await Promise.all([deaf.opened, good.opened])
    deaf.socket.pause()
    const event = {type: 'e', text: 'x'.repeat(100_000)}
    const sent = 200
    for (let n = 0; n < sent; n++) {
      server.send(event)
      await good.until(n + 1)
    }
    expect(good.got).toHaveLength(sent)
    const begun = performance.now()
    await server.close('closed')
    expect(performance.now() - begun).toBeLessThan(2000)
    deaf.socket.resume()
    expect((await deaf.closed).code).toBe(1006)
    expect(deaf.got.length).toBeLessThan(sent)
  })
})

describe('what they say', () => {
  const heard: string[] = []
  const said = {kind: 'said'} as Said
  const meeting = (say: Followed['say']): Followed => ({sofar: () => [], say})

  it('goes to the meeting as the person would have typed it, and is not answered', async () => {
    const {url} = await serve(
      meeting(text => {
        heard.push(text)
        return said
      }),
    )
    const client = join(url)
    await client.opened
    for (const text of ['我觉得成本不是主要问题\n关键是接受度', '/stop']) client.socket.send(JSON.stringify({type: 'say', text}))
    client.socket.send('{}')
    expect((await client.until(1)).map(({type}) => type)).toEqual(['error'])
    expect(heard).toEqual(['我觉得成本不是主要问题\n关键是接受度', '/stop'])
  })

  it.each([
    ['zh', /不认识这条消息/, /没有「\/stpo」这个命令。相近的有：\/stop/],
    ['en', /This message is unknown/, /no command \/stpo\. Near it: \/stop/],
  ] as const)('is answered with an error object where it means nothing, in %s', async (lang, unknown, command) => {
    const say = (text: string): Said =>
      text === 'full'
        ? {kind: 'not-written', fault: {code: 'unknown', message: 'ENOSPC', retryable: true}}
        : text === ''
          ? {kind: 'nothing'}
          : {kind: 'unknown', command: {word: 'stpo', nearest: ['stop']}}
    const {url} = await serve(meeting(say), lang)
    const client = join(url)
    await client.opened
    const messages: (string | Buffer)[] = [
      '{"type":"say"',
      '7',
      'null',
      '[]',
      '{"type":"say","text":7}',
      '{"type":"shout","text":"x"}',
    ]
    const says = ['', '/stpo', 'full'].map(text => JSON.stringify({type: 'say', text}))
    for (const message of [...messages, ...says, Buffer.from('{"type":"say","text":"x"}')]) client.socket.send(message)
    const errors = await client.until(10)
    expect(errors.map(({type, code}) => [type, code])).toEqual(
      ['not_json', ...new Array(5).fill('unknown_message'), 'nothing_said', 'unknown_command', 'not_written', 'not_text'].map(
        code => ['error', code],
      ),
    )
    expect(errors[1]?.message).toMatch(unknown)
    expect(errors[7]?.message).toMatch(command)
    expect(errors[8]?.message).toContain('ENOSPC')
  })

  it('of more than 64 KiB ends the connection and reaches nobody', async () => {
    heard.splice(0)
    const {url} = await serve(
      meeting(text => {
        heard.push(text)
        return said
      }),
    )
    const client = join(url)
    await client.opened
    client.socket.send(JSON.stringify({type: 'say', text: 'x'.repeat(70_000)}))
    expect((await client.closed).code).toBe(1009)
    expect(heard).toEqual([])
  })
})

it('a port that is taken is a fault with its number, not a crash', async () => {
  const other = createServer()
  others.push(other)
  await new Promise<void>(resolve => other.listen(0, '127.0.0.1', resolve))
  const {port} = other.address() as AddressInfo
  expect(await openServer(port, entryWords('zh'))).toEqual({fault: {code: 'EADDRINUSE', port}})
})
