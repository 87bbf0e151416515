import {createHash, randomBytes, timingSafeEqual} from 'node:crypto'
import {createServer, type IncomingMessage} from 'node:http'
import type {AddressInfo} from 'node:net'
import type {Duplex} from 'node:stream'
import type {WebSocket} from 'ws'
import {type EntryWords, tellEntry} from '../i18n/board-entry.ts'
import type {Said} from '../runtime/run-meeting.ts'

/** What a meeting gives to those who follow it from another front end. */
export type Followed = {
  /** Every event so far, in order. */
  readonly sofar: () => readonly object[]
  /** As the person would have typed it. */
  readonly say: (text: string) => Said
}

export type Server = {
  /** With the token; whoever knows it can read and speak. */
  readonly url: string
  /** From now on those who come follow this meeting. */
  readonly follow: (meeting: Followed) => void
  /** To everybody who follows; whoever does not read is left behind, never waited for. */
  readonly send: (event: object) => void
  /** Says good-bye and lets the port go; resolves after half a second at the latest. Idempotent. */
  readonly close: (how: 'closed' | 'paused') => Promise<void>
}

export type ServeFault = {readonly code: string; readonly port: number}

/** Longest message that is taken, bytes. */
const mostBytes = 64 * 1024
/** What may wait for a client that does not read, bytes. */
const mostWaiting = 1024 * 1024
const mostClients = 32
const goodbyeMs = 500

/**
 * A WebSocket on 127.0.0.1 and nowhere else. Who connects shows the token of the URL, and, where a browser says from which page it
 * comes, comes from a page of this machine: otherwise any page that is open somewhere could listen. Port 0: any that is free.
 */
export async function openServer(port: number, words: EntryWords): Promise<{ok: Server} | {fault: ServeFault}> {
  const {WebSocketServer} = await import('ws')
  const token = randomBytes(24).toString('base64url')
  const sockets = new WebSocketServer({noServer: true, maxPayload: mostBytes, perMessageDeflate: false})
  const http = createServer((_request, response) => {
    response.writeHead(426, {connection: 'close', 'content-type': 'text/plain'}).end('WebSocket only\n')
  })
  let meeting: Followed | undefined
  let closing: Promise<void> | undefined

  http.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const refusal = closing ? '503 Service Unavailable' : refusalOf(request, token)
    if (refusal !== undefined || sockets.clients.size >= mostClients) {
      socket.end(`HTTP/1.1 ${refusal ?? '503 Service Unavailable'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`)
      return
    }
    sockets.handleUpgrade(request, socket, head, welcome)
  })

  function welcome(client: WebSocket): void {
    // A broken client is none of the meeting's business.
    client.on('error', () => client.terminate())
    client.on('message', (data, binary) => {
      const wrong = binary ? 'not_text' : heard(String(data), meeting)
      if (wrong !== undefined) post(client, {type: 'error', code: codeOf(wrong), message: messageOf(wrong, words)})
    })
    for (const event of meeting?.sofar() ?? []) client.send(JSON.stringify(event))
  }

  const bound = await new Promise<ServeFault | undefined>(resolve => {
    http.once('error', (error: NodeJS.ErrnoException) => resolve({code: error.code ?? error.message, port}))
    http.listen({port, host: '127.0.0.1', exclusive: true}, () => resolve(undefined))
  })
  if (bound) return {fault: bound}
  http.removeAllListeners('error').on('error', () => {})

  return {
    ok: {
      url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}/?token=${token}`,
      follow: now => {
        meeting = now
        for (const client of sockets.clients) for (const event of now.sofar()) post(client, event)
      },
      send: event => {
        for (const client of sockets.clients) post(client, event)
      },
      close: how => {
        closing ??= goodbye(how)
        return closing
      },
    },
  }

  async function goodbye(how: 'closed' | 'paused'): Promise<void> {
    const gone = new Promise<void>(resolve => http.close(() => resolve()))
    // 1000: it is over; 1001: it goes on another day.
    for (const client of sockets.clients) client.close(how === 'closed' ? 1000 : 1001, how)
    const late = setTimeout(() => {
      for (const client of sockets.clients) client.terminate()
      http.closeAllConnections()
    }, goodbyeMs)
    await gone
    clearTimeout(late)
  }
}

function post(client: WebSocket, event: object): void {
  if (client.readyState !== client.OPEN) return
  if (client.bufferedAmount > mostWaiting) client.terminate()
  else client.send(JSON.stringify(event))
}

/** Undefined: let in. The status line otherwise; it does not say which of token and path was wrong. */
function refusalOf(request: IncomingMessage, token: string): string | undefined {
  const {origin} = request.headers
  if (origin !== undefined && !isLoopback(origin)) return '403 Forbidden'
  const asked = urlOf(request.url ?? '', 'ws://127.0.0.1')
  if (asked?.pathname !== '/' || !same(asked.searchParams.get('token') ?? '', token)) return '401 Unauthorized'
  return undefined
}

function isLoopback(origin: string): boolean {
  const url = urlOf(origin)
  return url !== undefined && /^https?:$/.test(url.protocol) && /^(?:localhost|127\.0\.0\.1|\[::1\])$/.test(url.hostname)
}

function urlOf(text: string, base?: string): URL | undefined {
  return URL.canParse(text, base) ? new URL(text, base) : undefined
}

/** In a time that says nothing about how much of it is right. */
function same(said: string, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(said), digest(token))
}

type Wrong = 'not_text' | 'not_json' | 'unknown_message' | 'nothing_said' | Exclude<Said, {kind: 'said' | 'nothing'}>

/** `{"type":"say","text":"..."}` is said; anything else is wrong in some way. */
function heard(data: string, meeting: Followed | undefined): Wrong | undefined {
  const message = parsed(data)
  if (message === undefined) return 'not_json'
  if (typeof message !== 'object' || message === null) return 'unknown_message'
  const {type, text} = message as {readonly type?: unknown; readonly text?: unknown}
  if (type !== 'say' || typeof text !== 'string') return 'unknown_message'
  const said = meeting?.say(text) ?? {kind: 'nothing' as const}
  if (said.kind === 'said') return undefined
  return said.kind === 'nothing' ? 'nothing_said' : said
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return undefined
  }
}

const codeOf = (wrong: Wrong): string =>
  typeof wrong === 'string' ? wrong : wrong.kind === 'unknown' ? 'unknown_command' : 'not_written'

function messageOf(wrong: Wrong, words: EntryWords): string {
  if (typeof wrong === 'string') return tellEntry(words, `serve.${wrong}`)
  if (wrong.kind === 'not-written') return tellEntry(words, 'serve.not_written', {message: wrong.fault.message})
  const nearest = wrong.command.nearest.map(word => `/${word}`).join(words.separator)
  const hint = nearest && tellEntry(words, 'serve.nearest', {nearest})
  return tellEntry(words, 'serve.unknown_command', {word: wrong.command.word, nearest: hint})
}
