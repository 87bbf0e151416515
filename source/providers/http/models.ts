import {orAborted} from '../or-aborted.ts'
import {guardedFetch, recordOf} from './guarded-fetch.ts'
import {type Failure, HttpFailure} from './parts.ts'

/** Bytes of an answer that are read. */
const MOST_ANSWER = 8 * 1024 * 1024

export type Looking = {
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Milliseconds, of the whole look. */
  readonly cap: number
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly noRedirects: boolean
  readonly fetch?: typeof fetch
}

/** A GET that spends nothing; the JSON it brings, within the cap. Never throws; a server that hangs is `unreachable`. */
export async function look(
  {url, headers = {}, cap, sleep, ...guard}: Looking,
  signal: AbortSignal,
): Promise<{readonly ok: unknown} | {readonly failure: Failure}> {
  const over = new AbortController()
  const bell = new AbortController()
  const timer = sleep(cap, bell.signal).then(
    () => over.abort(),
    () => undefined,
  )
  const stop = () => over.abort()
  signal.addEventListener('abort', stop, {once: true})
  if (signal.aborted) over.abort()
  try {
    const found = await orAborted(read(guardedFetch(guard), url, {headers, signal: over.signal}), over.signal)
    if (found === 'aborted') return {failure: {kind: 'unreachable', errno: signal.aborted ? 'ABORTED' : 'ETIMEDOUT'}}
    if ('ok' in found) return found
    return {
      failure: found.error instanceof HttpFailure ? found.error.failure : {kind: 'no-stream', message: ''},
    }
  } finally {
    signal.removeEventListener('abort', stop)
    bell.abort()
    void timer
    over.abort()
  }
}

async function read(get: typeof fetch, url: string, init: RequestInit): Promise<unknown> {
  const response = await get(url, init)
  const reader = response.body?.getReader()
  const decoder = new TextDecoder()
  let text = ''
  if (reader) {
    for (;;) {
      const {done, value} = await reader.read()
      if (done) break
      text += decoder.decode(value, {stream: true})
      if (text.length > MOST_ANSWER) throw new HttpFailure({kind: 'too-long', megabytes: MOST_ANSWER / 1024 / 1024})
    }
  }
  return JSON.parse(text)
}

/** Ids in the shape of `GET /v1/models`; undefined: another shape. */
export function modelIds(answer: unknown): readonly string[] | undefined {
  const {data} = recordOf(answer)
  if (!Array.isArray(data)) return undefined
  return data.flatMap(one => {
    const {id} = recordOf(one)
    return typeof id === 'string' && id !== '' ? [id] : []
  })
}

/** Models that make no speech: embeddings, sounds, pictures, rankers. */
export const isSpeaker = (id: string): boolean =>
  !/embed|whisper|tts|dall-e|rerank|moderation|transcri|image|sora|realtime|asr|wanx|cogview|cogvideo/i.test(id)
