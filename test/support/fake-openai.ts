import {createServer, type IncomingMessage, type ServerResponse} from 'node:http'
import type {AddressInfo} from 'node:net'

export type Asked = {
  readonly method: string
  readonly path: string
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export type FakeServer = {
  /** Without a slash at its end. */
  readonly base: string
  readonly asked: readonly Asked[]
  readonly close: () => Promise<void>
}

/** A server on loopback; it keeps what it was asked. */
export async function fakeServer(
  answer: (asked: Asked, response: ServerResponse, nth: number) => void | Promise<void>,
): Promise<FakeServer> {
  const asked: Asked[] = []
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const one = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(parts).toString('utf8'),
    }
    asked.push(one)
    await answer(one, response, asked.length)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return {
    base: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    close: () =>
      new Promise(resolve => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}

export const json = (response: ServerResponse, value: unknown, status = 200, headers: Record<string, string> = {}): void => {
  response.writeHead(status, {'content-type': 'application/json', ...headers})
  response.end(typeof value === 'string' ? value : JSON.stringify(value))
}

/** One event of a stream in OpenAI's form. */
export const chunk = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{index: 0, delta, finish_reason: null, ...more}]})}\n\n`
export const said = (content: string): string => chunk({content})
export const finish = (reason = 'stop'): string => chunk({}, {finish_reason: reason})
export const usage = (choices: unknown = []): string =>
  `data: ${JSON.stringify({id: 'c', ...(choices === 'missing' ? {} : {choices}), usage: {prompt_tokens: 12, completion_tokens: 7}})}\n\n`
export const DONE = 'data: [DONE]\n\n'

export type StreamEnd = 'close' | 'open' | 'drop'

/** Plays the pieces as they are, each in a write of its own. `open`: the connection stays; `drop`: it breaks. */
export async function play(
  response: ServerResponse,
  pieces: readonly (string | Uint8Array)[],
  end: StreamEnd = 'close',
): Promise<void> {
  response.writeHead(200, {'content-type': 'text/event-stream'})
  for (const piece of pieces) {
    response.write(piece)
    await new Promise(resolve => setImmediate(resolve))
  }
  if (end === 'close') response.end()
  // Once what was written has gone out.
  else if (end === 'drop') setTimeout(() => response.destroy(), 20)
}
