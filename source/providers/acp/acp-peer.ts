import type {AnyMessage} from '@agentclientprotocol/sdk'
import {isObject} from '../cli/lines.ts'
import type {Fields} from '../json-line.ts'

/** The other end of the protocol. */
export type AcpPeer = {
  /** Rejects with the agent's error, or when it has gone. */
  readonly request: (method: string, params: object) => Promise<Fields>
  readonly notify: (method: string, params: object) => void
  /** Resolves when the agent has answered something sent just now: what it wrote before has come by then. */
  readonly echo: () => Promise<void>
  readonly take: (message: Fields) => void
  readonly end: () => void
  readonly closed: () => boolean
}

export type AcpPeerDeps = {
  readonly write: (line: string) => void
  readonly onUpdate: (params: Fields) => void
}

/** Every permission is refused, and nothing else that an agent asks for is known here. The library is loaded with its first use. */
export async function connectAcp({write, onUpdate}: AcpPeerDeps): Promise<AcpPeer> {
  const acp = await import('@agentclientprotocol/sdk')
  let closed = false
  let put: ReadableStreamDefaultController<AnyMessage> | undefined
  const readable = new ReadableStream<AnyMessage>({
    start: controller => {
      put = controller
    },
  })
  const writable = new WritableStream<AnyMessage>({
    write: message => write(`${JSON.stringify(message)}\n`),
  })
  const connection = acp
    .client({name: 'roundtable'})
    .onRequest(acp.methods.client.session.requestPermission, () => ({outcome: {outcome: 'cancelled'}}))
    // Raw, because agents send updates that no version of the protocol knows.
    .onNotification('*', ({method, params}) => {
      if (method === 'session/update' && isObject(params)) onUpdate(params)
    })
    .connect({readable, writable})
  const {agent} = connection
  return {
    request: async (method, params) => {
      const result: unknown = await agent.request(method, params)
      return isObject(result) ? result : {}
    },
    notify: (method, params) => void agent.notify(method, params).catch(() => {}),
    echo: async () => {
      await agent.request('_roundtable/echo', {}).catch(() => {})
    },
    take: message => {
      if (!closed) put?.enqueue(message as AnyMessage)
    },
    end: () => {
      if (closed) return
      closed = true
      put?.close()
      connection.close()
    },
    closed: () => closed,
  }
}
