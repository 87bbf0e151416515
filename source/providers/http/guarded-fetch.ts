import {type Failure, HttpFailure} from './parts.ts'

export type Guard = {
  /** Every redirect is a failure; otherwise those to the same origin are followed. */
  readonly noRedirects?: boolean
  readonly fetch?: typeof fetch
}

const MOST_REDIRECTS = 3
/** Bytes of an error's body that are looked at. */
const MOST_ERROR = 64 * 1024

/**
 * A fetch that sends key and prompt to nobody but the origin it was told, and that knows only two outcomes: a response that is
 * well, or an `HttpFailure`. An abort goes through as it is.
 */
export function guardedFetch({noRedirects = false, fetch: real = fetch}: Guard): typeof fetch {
  return async (input, init) => {
    const asked = new URL(input instanceof Request ? input.url : String(input))
    let url = asked
    for (let hop = 0; ; hop++) {
      const response = await reach(real, url, init)
      const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
      if (location === null) {
        if (response.ok) return response
        throw new HttpFailure(await statusFailure(response))
      }
      void response.body?.cancel().catch(() => undefined)
      const to = URL.canParse(location, url.href) ? new URL(location, url.href) : undefined
      if (noRedirects || to?.origin !== asked.origin || hop === MOST_REDIRECTS)
        throw new HttpFailure({kind: 'redirect', to: to?.host ?? '?'})
      // A POST that came back as a GET would ask nothing.
      if (init?.method === 'POST' && response.status !== 307 && response.status !== 308)
        throw new HttpFailure({kind: 'redirect', to: to.host})
      url = to
    }
  }
}

async function reach(real: typeof fetch, url: URL, init: RequestInit | undefined): Promise<Response> {
  try {
    return await real(url, {...init, redirect: 'manual'})
  } catch (error) {
    if (init?.signal?.aborted) throw error
    throw new HttpFailure({kind: 'unreachable', errno: errnoOf(error)})
  }
}

/** The system's code of a failed connection, from wherever in the chain of causes it stands. */
export function errnoOf(error: unknown): string {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; depth++) {
    if ('code' in cause && typeof cause.code === 'string') return cause.code
    cause = cause instanceof AggregateError ? cause.errors[0] : cause.cause
  }
  return error instanceof Error ? error.name : 'unknown'
}

async function statusFailure(response: Response): Promise<Failure> {
  const text = await beginningOf(response)
  const {message, code} = readError(text)
  const retryAfter = retryAfterOf(response.headers)
  return {
    kind: 'status',
    status: response.status,
    message: message || response.statusText,
    ...(code === undefined ? {} : {code}),
    ...(retryAfter === undefined ? {} : {retryAfter}),
  }
}

async function beginningOf(response: Response): Promise<string> {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  try {
    for (let size = 0; size < MOST_ERROR; ) {
      const {done, value} = await reader.read()
      if (done) break
      size += value.length
      text += decoder.decode(value, {stream: true})
    }
  } catch {
    // What came before the connection broke says enough.
  } finally {
    void reader.cancel().catch(() => undefined)
  }
  return text
}

/** What an error's body says, in the shapes that servers use: `error.message`, `error` as text, `message`, `detail`, plain text. */
export function readError(body: string): {readonly message: string; readonly code?: string} {
  let read: unknown
  try {
    read = JSON.parse(body)
  } catch {
    return {message: /^\s*</.test(body) ? '' : oneLine(body)}
  }
  const outer = recordOf(Array.isArray(read) ? read[0] : read)
  const inner = recordOf(outer.error)
  const message = [inner.message, outer.error, outer.message, outer.detail, outer.msg].find(said => typeof said === 'string')
  const code = [inner.code, inner.type, outer.code].find(said => typeof said === 'string' && said !== '')
  return {message: oneLine(typeof message === 'string' ? message : ''), ...(typeof code === 'string' ? {code} : {})}
}

export const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? {...value} : {}

const MOST_MESSAGE = 300

export function oneLine(text: string): string {
  const flat = text.replace(/\s+/g, ' ').trim()
  const letters = Array.from(flat.slice(0, MOST_MESSAGE * 2))
  return letters.length > MOST_MESSAGE ? `${letters.slice(0, MOST_MESSAGE).join('')}…` : flat
}

/** Milliseconds. A date counts from the server's own clock. */
export function retryAfterOf(headers: Headers): number | undefined {
  const ms = Number.parseFloat(headers.get('retry-after-ms') ?? '')
  if (Number.isFinite(ms) && ms >= 0) return ms
  const said = headers.get('retry-after')
  if (said === null) return undefined
  if (/^\s*\d+(\.\d+)?\s*$/.test(said)) return Number.parseFloat(said) * 1000
  const span = Date.parse(said) - Date.parse(headers.get('date') ?? '')
  return Number.isFinite(span) ? Math.max(0, span) : undefined
}
