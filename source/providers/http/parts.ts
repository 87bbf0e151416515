import type {Lang, Usage} from '../../core/events.ts'

/** What one request brings, whichever way the server speaks. After `finish` nothing but `usage` follows. */
export type Part =
  | {readonly type: 'text'; readonly delta: string}
  /** A sign of life that is no speech: the model thinks. */
  | {readonly type: 'thinking'}
  | {readonly type: 'usage'; readonly usage: Usage}
  | {readonly type: 'warning'; readonly code: 'context-short'; readonly slots: Readonly<Record<string, string | number>>}
  /** `raw`: the word of the server itself. */
  | {readonly type: 'finish'; readonly reason: FinishReason; readonly raw?: string}

export type FinishReason = 'stop' | 'length' | 'filter' | 'tools' | 'error' | 'other'

/** One request and its answer. Throws `HttpFailure`, or anything at all when the connection breaks; ends when aborted. */
export type Line = (call: Call, signal: AbortSignal) => AsyncIterable<Part>

export type Call = {readonly system: string; readonly prompt: string; readonly model: string}

/** Why there is no answer, or no more of it. `message` is the server's own text, one line, at most 300 characters. */
export type Failure =
  | {
      readonly kind: 'status'
      readonly status: number
      readonly message: string
      /** The server's own code of the error, where it has one. */
      readonly code?: string
      /** Milliseconds. */
      readonly retryAfter?: number
    }
  /** To another place than the one that was asked: not followed, since the key and the prompt would go along. */
  | {readonly kind: 'redirect'; readonly to: string}
  /** Nothing like a stream: a page, another protocol. */
  | {readonly kind: 'no-stream'; readonly message: string}
  /** An error in the place of the answer, or in the middle of it. */
  | {readonly kind: 'said'; readonly message: string; readonly code?: string}
  | {readonly kind: 'unreachable'; readonly errno: string}
  | {readonly kind: 'dropped'; readonly errno: string}
  | {readonly kind: 'too-long'; readonly megabytes: number}
  /** The address is no address, or would carry the key in the clear. */
  | {readonly kind: 'address'; readonly reason: 'no-address' | 'malformed' | 'clear'}
  | {readonly kind: 'no-key'}
  | {readonly kind: 'no-model'}
  | {readonly kind: 'no-server'}
  /** Nobody listens where a server of this machine is expected; something else does. */
  | {readonly kind: 'not-running'}
  | {readonly kind: 'not-ours'}
  /** Named as a local model, but it runs at its maker's. */
  | {readonly kind: 'not-local'; readonly model: string}
  | {readonly kind: 'loading'}

export class HttpFailure extends Error {
  constructor(readonly failure: Failure) {
    super(failure.kind)
  }
}

/** Milliseconds; none is infinite. `firstText` begins anew with a second request, `total` does not. */
export type Deadlines = {readonly firstText: number; readonly idle: number; readonly total: number}

/** What the settings say of one voice that speaks over HTTP. */
export type HttpSettings = {
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  /** Name of the environment variable that holds its key. */
  readonly keyEnv?: string | undefined
  readonly firstTextMs?: number | undefined
  readonly idleMs?: number | undefined
  readonly totalMs?: number | undefined
  /** For Ollama: models that run at their maker's are allowed. */
  readonly trustUserConfig?: boolean | undefined
}

/** A key, and where it was found: the name of a variable, or our own store. */
export type FoundKey = {readonly value: string; readonly from: string}

/** What the voices that speak over HTTP need of the world. */
export type HttpDeps = {
  /** Language of what `check` says. */
  readonly lang: Lang
  /** Resolves after `ms`; may reject or resolve early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly env: Readonly<Record<string, string | undefined>>
  /** The first of these variables that holds a key, else what our store keeps under `id`. Read anew for every request. */
  readonly key: (id: string, variables: readonly string[]) => FoundKey | undefined
  /** Every key there is, whosever: none of them may appear anywhere. */
  readonly secrets: () => readonly string[]
  readonly settings: (id: string) => HttpSettings
  /** The real one unless told. */
  readonly fetch?: typeof fetch
}

export const withSettings = (deadlines: Deadlines, {firstTextMs, idleMs, totalMs}: HttpSettings): Deadlines => ({
  firstText: firstTextMs ?? deadlines.firstText,
  idle: idleMs ?? deadlines.idle,
  total: totalMs ?? deadlines.total,
})
