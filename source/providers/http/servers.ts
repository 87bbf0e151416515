import {isLoopback} from './address.ts'
import {recordOf} from './guarded-fetch.ts'
import {isSpeaker, type Looking, look, modelIds} from './models.ts'
import type {Failure, HttpDeps} from './parts.ts'

/** A server of models on this machine, as it is found. */
export type LocalServer = {
  readonly id: string
  /** As people know it. */
  readonly name: string
  readonly speaks: 'ollama' | 'openai'
  readonly base: (env: HttpDeps['env']) => string
  /** Paths that tell its models, tried in order. */
  readonly probes: readonly {readonly path: string; readonly read: (answer: unknown) => readonly string[] | undefined}[]
}

const listed = {path: '/v1/models', read: (answer: unknown) => modelIds(answer)?.filter(isSpeaker)}
const at = (port: number) => () => `http://127.0.0.1:${port}`

/** In the order in which `local` takes them. */
export const localServers: readonly LocalServer[] = [
  {id: 'ollama', name: 'Ollama', speaks: 'ollama', base: ollamaBase, probes: [{path: '/api/tags', read: ollamaModels}]},
  {
    id: 'lmstudio',
    name: 'LM Studio',
    speaks: 'openai',
    base: at(1234),
    probes: [{path: '/api/v0/models', read: studioModels}, listed],
  },
  {id: 'llamacpp', name: 'llama.cpp', speaks: 'openai', base: at(8080), probes: [listed]},
  {id: 'jan', name: 'Jan', speaks: 'openai', base: at(1337), probes: [listed]},
  {id: 'vllm', name: 'vLLM', speaks: 'openai', base: at(8000), probes: [listed]},
]

/** `OLLAMA_HOST` where it means this machine (0.0.0.0 is where it listens, not where it is); another host has to be named in the settings. */
export function ollamaBase(env: HttpDeps['env']): string {
  const said = (env.OLLAMA_HOST ?? '').trim()
  const url = said && parsed(/^[a-z]+:\/\//i.test(said) ? said : `http://${said.startsWith(':') ? `127.0.0.1${said}` : said}`)
  if (!url || !/^https?:$/.test(url.protocol)) return 'http://127.0.0.1:11434'
  const everywhere = url.hostname === '0.0.0.0' || url.hostname === '[::]'
  if (!everywhere && !isLoopback(url.hostname)) return 'http://127.0.0.1:11434'
  const host = url.hostname === '[::1]' ? '[::1]' : '127.0.0.1'
  return `${url.protocol}//${host}:${url.port || '11434'}`
}

const parsed = (text: string): URL | undefined => (URL.canParse(text) ? new URL(text) : undefined)

function ollamaModels(answer: unknown): readonly string[] | undefined {
  const {models} = recordOf(answer)
  if (!Array.isArray(models)) return undefined
  return models.flatMap(one => {
    const model = recordOf(one)
    const name = typeof model.model === 'string' ? model.model : model.name
    if (typeof name !== 'string' || isElsewhere(name) || 'remote_host' in model || 'remote_model' in model) return []
    const {family, families} = recordOf(model.details)
    const kinds = [family, ...(Array.isArray(families) ? families : [])]
    const embeds = kinds.some(kind => typeof kind === 'string' && /bert|embed/i.test(kind))
    return embeds || !isSpeaker(name) ? [] : [name]
  })
}

/** Ollama's mark of a model that runs at its maker's. */
export const isElsewhere = (model: string): boolean => /[:-]cloud$/i.test(model)

function studioModels(answer: unknown): readonly string[] | undefined {
  const {data} = recordOf(answer)
  if (!Array.isArray(data)) return undefined
  const speakers = data.map(recordOf).filter(({type}) => type === undefined || type === 'llm' || type === 'vlm')
  // What is loaded already answers at once.
  const loadedFirst = speakers.toSorted((a, b) => Number(b.state === 'loaded') - Number(a.state === 'loaded'))
  return loadedFirst.flatMap(({id}) => (typeof id === 'string' && isSpeaker(id) ? [id] : []))
}

/** Milliseconds that a server on this machine has to answer. */
const PROBE_MS = 700

export type Found =
  | {readonly models: readonly string[]}
  /** It is there and says so (503). */
  | {readonly loading: true}
  /** Something else answers there. */
  | {readonly other: true}
  | {readonly failure: Failure}

/** Looks once, within 700 ms; follows no redirect. Never throws. */
export async function probe(
  server: LocalServer,
  {base, headers}: {readonly base: string; readonly headers: Looking['headers']},
  {sleep, fetch, signal}: Pick<HttpDeps, 'sleep' | 'fetch'> & {readonly signal: AbortSignal},
): Promise<Found> {
  let found: Found = {other: true}
  const over = new AbortController()
  const bell = new AbortController()
  const ring = () => over.abort()
  sleep(PROBE_MS, bell.signal).then(ring, () => undefined)
  signal.addEventListener('abort', ring, {once: true})
  try {
    for (const {path, read} of server.probes) {
      const looking = {url: `${base}${path}`, cap: PROBE_MS, sleep, noRedirects: true}
      const seen = await look(
        {...looking, ...(headers ? {headers} : {}), ...(fetch ? {fetch} : {})},
        signal.aborted ? signal : over.signal,
      )
      if ('ok' in seen) {
        const models = read(seen.ok)
        if (models) return {models}
        continue
      }
      const {failure} = seen
      if (failure.kind === 'status' && failure.status === 503) return {loading: true}
      if (failure.kind === 'status' && (failure.status === 401 || failure.status === 403)) return {failure}
      if (failure.kind === 'unreachable') return {failure}
      found = {other: true}
    }
    return found
  } finally {
    bell.abort()
    signal.removeEventListener('abort', ring)
  }
}
