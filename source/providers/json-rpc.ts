import {type Fields, fieldsAt, numberAt, objectsIn, textAt} from './json-line.ts'

/** A request that the other side answered with an error, in its own words. */
export class RpcError extends Error {
  readonly code: number | undefined
  constructor(message: string, code: number | undefined) {
    super(message)
    this.code = code
  }
}

export type Rpc = {
  /** Rejects with `RpcError`, also when the other side has gone. */
  readonly request: (method: string, params: object) => Promise<Fields>
  readonly notify: (method: string, params?: object) => void
  /** A line from the other side; noise means nothing. */
  readonly take: (line: string) => void
  readonly end: () => void
}

export type RpcDeps = {
  readonly write: (text: string) => void
  readonly onNotification: (method: string, params: Fields) => void
  /** What is answered to a request of the other side; undefined: that it is not known here. */
  readonly onRequest: (method: string, params: Fields) => object | undefined
}

/** JSON-RPC, a message a line. */
export function makeRpc({write, onNotification, onRequest}: RpcDeps): Rpc {
  const waiting = new Map<number, {resolve: (result: Fields) => void; reject: (error: RpcError) => void}>()
  let last = 0
  let ended = false
  const send = (message: object) => write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`)

  const takeMessage = (message: Fields) => {
    const method = textAt(message, 'method')
    const params = fieldsAt(message, 'params') ?? {}
    if (method !== undefined) {
      if (message.id === undefined) return onNotification(method, params)
      const result = onRequest(method, params)
      return send({id: message.id, ...(result ? {result} : {error: {code: -32601, message: 'Method not found'}})})
    }
    const id = numberAt(message, 'id')
    const request = id === undefined ? undefined : waiting.get(id)
    if (id === undefined || !request) return
    waiting.delete(id)
    const error = fieldsAt(message, 'error')
    if (error) request.reject(new RpcError(textAt(error, 'message') ?? '', numberAt(error, 'code')))
    else request.resolve(fieldsAt(message, 'result') ?? {})
  }

  return {
    request: (method, params) =>
      new Promise((resolve, reject) => {
        if (ended) return reject(new RpcError('ended', undefined))
        const id = ++last
        waiting.set(id, {resolve, reject})
        send({id, method, params})
      }),
    notify: (method, params = {}) => send({method, params}),
    take: line => {
      for (const message of objectsIn(line)) takeMessage(message)
    },
    end: () => {
      ended = true
      for (const {reject} of waiting.values()) reject(new RpcError('ended', undefined))
      waiting.clear()
    },
  }
}
