import {httpHint, httpText} from '../i18n/http.ts'
import {checkedBase, isLoopback, serverOf} from './http/address.ts'
import {type About, faultOf} from './http/faults.ts'
import {ollamaLine} from './http/ollama.ts'
import {type Deadlines, type Failure, type HttpDeps, HttpFailure, type Line, withSettings} from './http/parts.ts'
import {sdkLine} from './http/sdk.ts'
import {type Found, isElsewhere, type LocalServer, localServers, probe} from './http/servers.ts'
import {type Opened, speak} from './http/speak.ts'
import type {Diagnosis, Finding, Provider} from './provider.ts'

/** A model has to be loaded before it says its first word. */
const DEADLINES: Deadlines = {firstText: 120_000, idle: 60_000, total: 900_000}

/** Names of the voices of `makeLocal`: each server by itself, and `local`, which is the first that is found. */
export const localIds: readonly string[] = ['local', ...localServers.map(({id}) => id)]

/**
 * A model on this machine: Ollama, LM Studio, llama.cpp or LocalAI, Jan, vLLM. Nothing leaves the machine: only 127.0.0.1 is
 * asked (or the address that the settings give), redirects are refused, and so are models that run at their maker's.
 */
export function makeLocal(id: string, deps: HttpDeps): Provider {
  const servers = localServers.filter(server => id === 'local' || server.id === id)
  const lines = new Map<string, Line>()
  /** The model that was taken where nobody named one; a seat does not change it in mid-meeting. */
  let taken: Seen | undefined

  const choose = async (signal: AbortSignal, named: string | undefined): Promise<Seen> => {
    if (taken && named === undefined) return taken
    const [only] = servers
    if (named !== undefined && id !== 'local' && only) return seenOf(only, named, deps)
    const all = await lookAll(servers, deps, signal)
    const usable = all.find(
      ({found}) => 'models' in found && (named === undefined ? found.models.length > 0 : found.models.includes(named)),
    )
    if (usable && 'models' in usable.found) {
      const seen = seenOf(usable.server, named ?? usable.found.models[0] ?? '', deps)
      if (named === undefined) taken = seen
      return seen
    }
    throw new HttpFailure(failureOf(id, all))
  }
  const open = async (asked: string | undefined, signal: AbortSignal): Promise<Opened> => {
    const {server, base, model} = await choose(signal, asked ?? deps.settings(id).model)
    if (server.speaks === 'ollama' && isElsewhere(model) && !deps.settings(server.id).trustUserConfig)
      throw new HttpFailure({kind: 'not-local', model})
    const line = lines.get(base) ?? lineOf(server, base, deps)
    lines.set(base, line)
    return {line, about: aboutOf(server.id, base, model)}
  }
  return {
    id,
    remembers: false,
    records: true,
    check: signal => check(id, servers, deps, signal),
    ask: (request, signal) =>
      speak(
        {
          deps,
          deadlines: withSettings(DEADLINES, deps.settings(id)),
          about: aboutOf(id, servers[0] && id !== 'local' ? baseOf(servers[0], deps) : '127.0.0.1', request.model ?? '—'),
          open: (asked, stop) => open(asked.model, stop),
        },
        request,
        signal,
      ),
  }
}

/** What a server of this machine is asked with where nobody says otherwise; its model is the first it tells. */
export function usualOfLocal(
  id: string,
  env: HttpDeps['env'],
): {readonly model?: string; readonly baseUrl?: string; readonly from?: string; readonly deadlines: Deadlines} {
  const server = localServers.find(one => one.id === id)
  const baseUrl = server?.base(env)
  const moved = server !== undefined && baseUrl !== server.base({})
  return {...(baseUrl === undefined ? {} : {baseUrl}), ...(moved ? {from: 'OLLAMA_HOST'} : {}), deadlines: DEADLINES}
}

type Seen = {readonly server: LocalServer; readonly base: string; readonly model: string}
type Looked = {readonly server: LocalServer; readonly found: Found}

const baseOf = (server: LocalServer, {settings, env}: HttpDeps): string =>
  (settings(server.id).baseUrl ?? server.base(env)).replace(/\/+$/, '').replace(/\/v1$/, '')

const seenOf = (server: LocalServer, model: string, deps: HttpDeps): Seen => ({
  server,
  base: checkedBase(baseOf(server, deps)),
  model,
})

/** All at once. */
const lookAll = (servers: readonly LocalServer[], deps: HttpDeps, signal: AbortSignal): Promise<readonly Looked[]> =>
  Promise.all(
    servers.map(async server => {
      const key = keyOf(server, deps)
      const headers = key === undefined ? undefined : {authorization: `Bearer ${key}`}
      try {
        const base = checkedBase(baseOf(server, deps))
        return {server, found: await probe(server, {base, headers}, {...deps, signal})}
      } catch (error) {
        if (error instanceof HttpFailure) return {server, found: {failure: error.failure}}
        throw error
      }
    }),
  )

/** Only where somebody gave one; most of them want none. */
const keyOf = (server: LocalServer, {key, settings}: HttpDeps): string | undefined => {
  const {keyEnv} = settings(server.id)
  return key(server.id, keyEnv === undefined ? [] : [keyEnv])?.value
}

function lineOf(server: LocalServer, base: string, deps: HttpDeps): Line {
  const shared = {noRedirects: true, ...(deps.fetch ? {fetch: deps.fetch} : {})}
  if (server.speaks === 'ollama') return ollamaLine({base, ...shared})
  return sdkLine({
    speaks: 'openai',
    name: server.id,
    baseUrl: `${base}/v1`,
    key: keyOf(server, deps),
    sleep: deps.sleep,
    ...shared,
  })
}

const aboutOf = (id: string, base: string, model: string): About => ({
  name: localServers.find(server => server.id === id)?.name ?? id,
  id,
  server: serverOf(base),
  model,
  from: '—',
  variables: '—',
})

function failureOf(id: string, all: readonly Looked[]): Failure {
  if (all.some(({found}) => 'loading' in found)) return {kind: 'loading'}
  if (all.some(({found}) => 'models' in found)) return {kind: 'no-model'}
  if (id === 'local') return {kind: 'no-server'}
  const found = all[0]?.found
  if (found && 'failure' in found) return found.failure.kind === 'unreachable' ? {kind: 'not-running'} : found.failure
  return {kind: 'not-ours'}
}

async function check(id: string, servers: readonly LocalServer[], deps: HttpDeps, signal: AbortSignal): Promise<Diagnosis> {
  const {lang, settings} = deps
  const all = await lookAll(servers, deps, signal)
  const usable = all.find(({found}) => 'models' in found && found.models.length > 0)
  const here = usable?.server ?? (id === 'local' ? undefined : servers[0])
  const base = here ? baseOf(here, deps) : 'http://127.0.0.1'
  const about = aboutOf(here?.id ?? id, base, settings(id).model ?? '')
  const models = usable && 'models' in usable.found ? usable.found.models : []
  const findings = findingsOf(usable !== undefined, about.server, base)
  const [first] = models
  if (first === undefined) {
    const fault = faultOf(failureOf(id, all), about, lang)
    const hint = fault.hint ?? httpHint(lang, 'no-server', about)
    return {ok: false, detail: fault.message, ...(hint ? {hint} : {}), findings, server: about.server}
  }
  const model = settings(id).model ?? first
  return {ok: true, detail: httpText(lang, 'ready-open', {...about, model}), model, models, findings, server: about.server}
}

function findingsOf(there: boolean, server: string, base: string): readonly Finding[] {
  const near = URL.canParse(base) && isLoopback(new URL(base).hostname)
  const one = (aspect: Finding['aspect'], claim: Finding['claim'], code: string): Finding => ({
    aspect,
    claim,
    code,
    slots: {server},
  })
  return [
    there ? one('found', 'believed', 'http-server') : one('found', 'failed', 'http-nobody'),
    there ? one('login', 'believed', 'http-open') : one('login', 'unknown', 'http-open'),
    one('stdin', 'believed', 'http-body'),
    one('sessions', 'believed', 'http-whole'),
    one('tools', 'believed', 'http-no-tools'),
    one('isolation', 'believed', 'http-alone'),
    near || base.startsWith('https:') ? one('network', 'believed', 'http-only-there') : one('network', 'believed', 'http-clear'),
  ]
}
