import {httpHint, httpText} from '../i18n/http.ts'
import {checkedBase, serverOf} from './http/address.ts'
import {type About, faultOf} from './http/faults.ts'
import {isSpeaker, look, modelIds} from './http/models.ts'
import {
  type Deadlines,
  type Failure,
  type FoundKey,
  type HttpDeps,
  HttpFailure,
  type HttpSettings,
  withSettings,
} from './http/parts.ts'
import {type Preset, presetIds, presetOf} from './http/presets.ts'
import {masked, scrub} from './http/scrub.ts'
import {loadSdk, sdkLine} from './http/sdk.ts'
import {speak} from './http/speak.ts'
import type {AskRequest, Claim, Diagnosis, Finding, Provider} from './provider.ts'

const DEADLINES: Deadlines = {firstText: 90_000, idle: 60_000, total: 600_000}
/** Milliseconds that a check may take. */
const CHECK_MS = 4000

/** Names of the voices of `makeApi`: the known services, and every other one to which the settings give an address. */
export const apiIds = (withAddress: readonly string[]): readonly string[] => [
  ...presetIds,
  ...withAddress.filter(id => !presetIds.includes(id)),
]

/** Variables that may hold the key of a voice. */
export const keyVariablesOf = (id: string, {keyEnv}: HttpSettings): readonly string[] =>
  keyEnv === undefined ? (presetOf(id)?.keys ?? []) : [keyEnv]

/**
 * A model behind an HTTP address: a known service, or an address of a person's own that speaks as OpenAI does. It remembers
 * nothing, so every prompt carries the seat's whole view. Key and prompt go to that address only.
 */
export function makeApi(id: string, deps: HttpDeps): Provider {
  const settings = () => deps.settings(id)
  const place = () => placeOf(id, deps)
  return {
    id,
    remembers: false,
    records: true,
    check: signal => check(id, deps, signal),
    prepare: () => void loadSdk().catch(() => undefined),
    ask: (request, signal) => {
      const found = place()
      return speak(
        {
          deps,
          deadlines: withSettings(DEADLINES, settings()),
          about: aboutOf(found, request.model),
          open: async asked => open(found, deps, asked),
        },
        request,
        signal,
      )
    },
  }
}

/** What the settings, the environment and the table of services make of a name. */
type Place = {
  readonly id: string
  readonly preset: Preset | undefined
  readonly baseUrl: string
  readonly model: string
  readonly variables: readonly string[]
  readonly key: FoundKey | undefined
}

function placeOf(id: string, {settings, env, key}: HttpDeps): Place {
  const own = settings(id)
  const preset = presetOf(id)
  const variables = keyVariablesOf(id, own)
  return {
    id,
    preset,
    baseUrl: own.baseUrl ?? elsewhere(preset, env) ?? preset?.baseUrl ?? '',
    model: own.model ?? preset?.model ?? '',
    variables,
    key: key(id, variables),
  }
}

/** Where the vendor's own tools would go. Anthropic's leave out the version that its address needs here. */
function elsewhere(preset: Preset | undefined, env: HttpDeps['env']): string | undefined {
  const said = preset?.baseUrlEnv === undefined ? undefined : env[preset.baseUrlEnv]
  if (!said) return undefined
  const base = said.replace(/\/+$/, '')
  return preset?.speaks === 'anthropic' && !base.endsWith('/v1') ? `${base}/v1` : base
}

/** What a known service is asked with where nobody says otherwise. `from`: the variable that names its address. */
export function usualOf(
  id: string,
  env: HttpDeps['env'],
): {readonly model?: string; readonly baseUrl?: string; readonly from?: string; readonly deadlines: Deadlines} {
  const preset = presetOf(id)
  const other = elsewhere(preset, env)
  return {
    ...(preset ? {model: preset.model, baseUrl: other ?? preset.baseUrl} : {}),
    ...(other !== undefined && preset?.baseUrlEnv !== undefined ? {from: preset.baseUrlEnv} : {}),
    deadlines: DEADLINES,
  }
}

const aboutOf = ({id, baseUrl, model, variables, key}: Place, asked?: string): About => ({
  name: id,
  id,
  server: serverOf(baseUrl),
  model: asked ?? model,
  from: key?.from ?? '—',
  variables: variables.join(' / ') || '—',
})

function open(place: Place, {sleep, fetch}: HttpDeps, {model}: AskRequest) {
  const baseUrl = checkedBase(place.baseUrl)
  // An address of one's own may be open to everybody on the machine.
  if (place.preset && !place.key) throw new HttpFailure({kind: 'no-key'})
  const about = aboutOf(place, model)
  if (about.model === '') throw new HttpFailure({kind: 'no-model'})
  return {
    about,
    line: sdkLine({
      speaks: place.preset?.speaks ?? 'openai',
      name: place.id,
      baseUrl,
      key: place.key?.value,
      sleep,
      ...(fetch ? {fetch} : {}),
    }),
  }
}

async function check(id: string, deps: HttpDeps, signal: AbortSignal): Promise<Diagnosis> {
  const place = placeOf(id, deps)
  const about = aboutOf(place)
  const {lang} = deps
  const tried = await tryKey(place, deps, signal)
  const clean = (text: string) => scrub(text, deps.secrets())
  const models = 'models' in tried ? tried.models.filter(isSpeaker).map(clean) : undefined
  const shared = {findings: findingsOf(place, tried), ...(models ? {models} : {}), server: about.server}
  if ('failure' in tried && tried.failure) {
    const fault = faultOf(tried.failure, about, lang)
    return {ok: false, detail: clean(fault.message), ...(fault.hint ? {hint: clean(fault.hint)} : {}), ...shared}
  }
  const model = about.model || models?.[0]
  if (model === undefined) {
    const hint = httpHint(lang, 'no-model', about)
    return {ok: false, detail: httpText(lang, 'no-model', about), ...(hint ? {hint} : {}), ...shared}
  }
  const detail = httpText(lang, place.key ? 'ready' : 'ready-open', {...about, model})
  return {ok: true, detail, model, ...shared}
}

type Tried =
  | {readonly models: readonly string[]}
  /** The server is well and has no list of models: whether the key works shows with the first speech. */
  | {readonly unproven: true}
  | {readonly failure: Failure}

async function tryKey(place: Place, {sleep, fetch}: HttpDeps, signal: AbortSignal): Promise<Tried> {
  let base: string
  try {
    base = checkedBase(place.baseUrl)
  } catch (error) {
    if (error instanceof HttpFailure) return {failure: error.failure}
    throw error
  }
  if (place.preset && !place.key) return {failure: {kind: 'no-key'}}
  const key = place.key?.value
  const headers: Record<string, string> =
    key === undefined
      ? {}
      : place.preset?.speaks === 'anthropic'
        ? {'x-api-key': key, 'anthropic-version': '2023-06-01'}
        : {authorization: `Bearer ${key}`}
  const found = await look(
    {url: `${base}/models`, headers, cap: CHECK_MS, sleep, noRedirects: false, ...(fetch ? {fetch} : {})},
    signal,
  )
  if ('failure' in found) {
    const {failure} = found
    const listless = failure.kind === 'status' && (failure.status === 404 || failure.status === 405)
    return listless ? {unproven: true} : {failure}
  }
  const models = modelIds(found.ok)
  return models ? {models} : {unproven: true}
}

function findingsOf(place: Place, tried: Tried): readonly Finding[] {
  const {key, preset} = place
  const server = serverOf(place.baseUrl)
  const failure = 'failure' in tried ? tried.failure : undefined
  const refused = failure?.kind === 'status' && (failure.status === 401 || failure.status === 403)
  const nobody = failure?.kind === 'unreachable'
  const works = 'models' in tried
  const one = (aspect: Finding['aspect'], claim: Claim, code: string, slots: Finding['slots'] = {}): Finding => ({
    aspect,
    claim,
    code,
    slots,
  })
  const shown = {key: masked(key?.value ?? ''), from: key?.from ?? '—'}
  const login = key
    ? refused
      ? one('login', 'failed', 'http-key-refused', shown)
      : works
        ? one('login', 'believed', 'http-key', shown)
        : one('login', 'unknown', 'http-key-unproven', shown)
    : preset
      ? one('login', 'failed', 'http-no-key')
      : one('login', works ? 'believed' : 'unknown', 'http-open')
  const asked = works || 'unproven' in tried || (failure?.kind === 'status' && failure.status < 500)
  return [
    nobody
      ? one('found', 'failed', 'http-nobody', {server})
      : one('found', asked ? 'believed' : 'unknown', 'http-server', {server}),
    login,
    one('stdin', 'believed', 'http-body'),
    one('sessions', 'believed', 'http-whole'),
    one('tools', 'believed', 'http-no-tools'),
    one('isolation', 'believed', 'http-alone'),
    failure?.kind === 'address' && failure.reason === 'clear'
      ? one('network', 'failed', 'http-clear', {server})
      : one('network', 'believed', 'http-only-there', {server}),
  ]
}
