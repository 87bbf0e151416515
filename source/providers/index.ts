import type {Lang} from '../core/events.ts'
import type {VoiceNote} from '../i18n/voices.ts'
import type {Attempt} from './attempts.ts'
import type {CliAgent} from './cli/reading.ts'
import type {CliWorld} from './cli/world.ts'
import type {CustomSpec} from './custom.ts'
import type {HttpDeps} from './http/parts.ts'
import {makeLazy} from './lazy.ts'
import {type ManualDesk, makeManual} from './manual.ts'
import type {Provider} from './provider.ts'
import {makeRehearsal} from './rehearsal/rehearsal.ts'
import {brokenScript, makeScript} from './script.ts'
import {parseScript} from './script-file.ts'

/** What the voices need of the world. */
export type VoiceDeps = {
  /** A text file, its path as the person wrote it. */
  readonly readFile: (path: string) => {readonly ok: string} | {readonly fault: {readonly code: string}}
  /** Resolves after `ms`; may reject or resolve early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly desk: ManualDesk
  /** Language of what `check` says. */
  readonly lang: Lang
  /** How fast the rehearsal speaks: graphemes at once, and milliseconds between. Absent: at once. */
  readonly pace?: {readonly charsPerTick: number; readonly tickMs: number}
  /** The attempts that the ledger holds already (`attemptsIn`), of whatever voice. */
  readonly resumedFrom?: readonly Attempt[]
  /** What the agents on this machine need. Absent: there are none. */
  readonly agents?: CliWorld
  /** What the voices behind an address need. Absent: there are none. */
  readonly http?: HttpDeps
  /** Commands of the person's own, by name. */
  readonly custom?: Readonly<Record<string, CustomSpec>>
}

type Kind = {
  /** `argument`: one is needed, called this. `model`: one may be named. */
  readonly takes: {readonly argument: string} | 'model' | 'nothing'
  readonly make: (deps: VoiceDeps, voice: VoiceSpec) => Provider | undefined
  /** As people know it; absent: it is called by its id. */
  readonly name?: string
  /** Other names it answers to. */
  readonly aliases?: readonly string[]
}

/** The registry: a voice is one file and one line here. */
const KINDS: Readonly<Record<string, Kind>> = {
  rehearsal: {takes: 'nothing', make: ({sleep, pace}) => makeRehearsal({sleep, ...pace})},
  manual: {takes: 'nothing', make: ({desk, lang}) => makeManual(desk, lang)},
  script: {takes: {argument: 'FILE.json'}, make: openScript},
  claude: agent('claude', 'Claude Code', async world => (await import('./claude.ts')).makeClaude(world)),
  codex: agent('codex', 'Codex', async world => (await import('./codex-app-server.ts')).makeCodex(world)),
  gemini: agent('gemini', 'Gemini CLI', async world => (await import('./gemini.ts')).makeGemini(world)),
  opencode: agent('opencode', 'opencode', async world => (await import('./opencode.ts')).makeOpencode(world)),
  qwen: agent('qwen', 'Qwen Code', async world => (await import('./qwen.ts')).makeQwen(world)),
  qoder: {
    ...agent('qoder', 'Qoder CLI', async world => oneShot((await import('./qoder.ts')).qoder, world)),
    aliases: ['qodercli'],
  },
  cursor: {
    ...agent('cursor', 'Cursor Agent', async world => oneShot((await import('./cursor.ts')).cursor, world)),
    aliases: ['agent', 'cursor-agent'],
  },
  hermes: agent('hermes', 'Hermes Agent', async world => oneShot((await import('./hermes.ts')).hermes, world)),
  deepseek: service('deepseek', 'DeepSeek'),
  moonshot: {...service('moonshot', 'Moonshot (Kimi)'), aliases: ['kimi']},
  dashscope: service('dashscope', 'DashScope (Qwen)'),
  glm: {...service('glm', 'GLM'), aliases: ['zhipu']},
  openai: service('openai', 'OpenAI'),
  openrouter: service('openrouter', 'OpenRouter'),
  anthropic: service('anthropic', 'Anthropic'),
  local: local('local', '127.0.0.1'),
  ollama: local('ollama', 'Ollama'),
  lmstudio: local('lmstudio', 'LM Studio'),
  llamacpp: local('llamacpp', 'llama.cpp'),
  vllm: local('vllm', 'vLLM'),
  jan: local('jan', 'Jan'),
  api: {
    takes: {argument: 'NAME'},
    make: ({http}, {argument = ''}) =>
      http && lazy(`api:${argument}`, async () => (await import('./api.ts')).makeApi(argument, http)),
  },
  custom: {
    takes: {argument: 'NAME'},
    make: ({agents, custom = {}}, {argument = ''}) =>
      agents &&
      lazy(`custom:${argument}`, async () => (await import('./custom.ts')).makeCustom(argument, custom[argument], agents)),
  },
}

const oneShot = async (described: CliAgent, world: CliWorld) =>
  (await import('./cli/one-shot.ts')).makeCliProvider(described, world)

/** An agent of this machine, with sessions of its own. */
function agent(id: string, name: string, load: (world: CliWorld) => Promise<Provider>): Kind {
  return {name, takes: 'model', make: ({agents}) => agents && lazy(id, () => load(agents), true)}
}

function service(id: string, name: string): Kind {
  return {name, takes: 'model', make: ({http}) => http && lazy(id, async () => (await import('./api.ts')).makeApi(id, http))}
}

function local(id: string, name: string): Kind {
  return {name, takes: 'model', make: ({http}) => http && lazy(id, async () => (await import('./local.ts')).makeLocal(id, http))}
}

// None of them needs no reminding: a session is asked for by its id, and without one the whole view goes along.
const lazy = (id: string, load: () => Promise<Provider>, sessions = false): Provider =>
  makeLazy({id, remembers: false, sessions, records: true}, load)

export const voiceIds: readonly string[] = Object.keys(KINDS)

/** Voices that ask a model, and so need a person's consent before the first call. */
export const modelVoiceIds: readonly string[] = voiceIds.filter(id => !['rehearsal', 'manual', 'script'].includes(id))

/** As people know a voice. */
export const voiceName = (id: string): string => KINDS[id]?.name ?? id

const called = (name: string): string | undefined =>
  Object.hasOwn(KINDS, name) ? name : voiceIds.find(id => KINDS[id]?.aliases?.includes(name))

/** `name`, `name:argument` or `name/model`; never both. */
export type VoiceSpec = {readonly provider: string; readonly argument?: string; readonly model?: string}

/**
 * The first `:` or `/` decides: behind a `:` all is the argument, whatever it holds (`script:会议/a:b.json`), behind a `/` all is
 * the model (`ollama/library/qwen3:8b`). The full-width signs count too; the name is read without regard to case. Problems:
 * `voice-unnamed`, `voice-unknown(-near)`, `argument-missing|unwanted`, `model-missing|unwanted`.
 */
export function parseVoice(text: string): {readonly ok: VoiceSpec} | {readonly problem: VoiceNote} {
  const {name: said, sign, rest} = split(text)
  const name = called(said) ?? said
  const kind = Object.hasOwn(KINDS, name) ? KINDS[name] : undefined
  if (kind === undefined) return {problem: unknownVoice(name)}
  const problem = (code: VoiceNote['code'], slots: VoiceNote['slots'] = {}) => ({problem: {code, slots: {name, ...slots}}})
  if (sign === '/') {
    if (kind.takes !== 'model') return problem('model-unwanted', {model: rest})
    return rest === '' ? problem('model-missing') : {ok: {provider: name, model: rest}}
  }
  if (typeof kind.takes === 'object') {
    return rest === '' ? problem('argument-missing', {expected: kind.takes.argument}) : {ok: {provider: name, argument: rest}}
  }
  return sign === ':' ? problem('argument-unwanted', {argument: rest}) : {ok: {provider: name}}
}

/** As the ledger names it: with its argument, without the model. */
export const ledgerName = ({provider, argument}: VoiceSpec): string =>
  argument === undefined ? provider : `${provider}:${argument}`

/** `close` ends whatever the voices have running; resolves when it is gone. */
export type Voices = ((provider: string) => Provider | undefined) & {readonly close: () => Promise<void>}

/**
 * The voice of a provider as the ledger names it (`script:demo.json`), each made once, when it is first asked for; undefined for a
 * name that `parseVoice` does not know. A script that cannot be read is a voice too: `check` and every turn say what is wrong.
 */
export function makeVoices(deps: VoiceDeps): Voices {
  const made = new Map<string, Provider>()
  const voiceOf = (provider: string) => {
    const parsed = parseVoice(provider)
    if ('problem' in parsed) return undefined
    const name = ledgerName(parsed.ok)
    const voice = made.get(name) ?? KINDS[parsed.ok.provider]?.make(deps, parsed.ok)
    if (voice) made.set(name, voice)
    return voice
  }
  const close = async () => {
    await Promise.all([...made.values()].map(voice => voice.close?.()))
  }
  return Object.assign(voiceOf, {close})
}

function openScript({readFile, sleep, lang, resumedFrom = []}: VoiceDeps, voice: VoiceSpec): Provider {
  const file = voice.argument ?? ''
  const read = readFile(file)
  if ('fault' in read) return brokenScript({file, line: 1, code: 'unreadable', slots: {errno: read.fault.code}}, lang)
  const parsed = parseScript(read.ok, file)
  if ('problem' in parsed) return brokenScript(parsed.problem, lang)
  const name = ledgerName(voice)
  return makeScript({script: parsed.ok, sleep, lang, resumedFrom: resumedFrom.filter(({provider}) => provider === name)})
}

function split(text: string): {name: string; sign: string; rest: string} {
  const trimmed = text.trim()
  const at = trimmed.search(/[:/：／]/)
  if (at < 0) return {name: folded(trimmed), sign: '', rest: ''}
  return {name: folded(trimmed.slice(0, at)), sign: trimmed.charAt(at).normalize('NFKC'), rest: trimmed.slice(at + 1).trim()}
}

const folded = (name: string) => name.normalize('NFKC').trim().toLowerCase()

const MOST_NEAREST = 3
/** Share of common letter pairs from which a name counts as near: two letters swapped in a word of six are. */
const NEAR = 0.4

function unknownVoice(name: string): VoiceNote {
  const available = voiceIds.join(', ')
  if (name === '') return {code: 'voice-unnamed', slots: {available}}
  const nearest = voiceIds
    .map(id => ({id, near: likeness(name, id)}))
    .filter(({near}) => near >= NEAR)
    .sort((a, b) => b.near - a.near)
    .slice(0, MOST_NEAREST)
    .map(({id}) => id)
  if (nearest.length === 0) return {code: 'voice-unknown', slots: {name, available}}
  return {code: 'voice-unknown-near', slots: {name, available, nearest: nearest.join(', ')}}
}

/** 0 to 1: how many pairs of neighbouring letters two words share (Dice); a beginning is as near as can be. */
function likeness(a: string, b: string): number {
  if (a.length > 1 && b.startsWith(a)) return 1
  const [one, two] = [pairs(a), pairs(b)]
  const common = [...one].filter(pair => two.has(pair)).length
  return (2 * common) / (one.size + two.size)
}

const pairs = (word: string): ReadonlySet<string> =>
  new Set(Array.from(`^${word.slice(0, 40)}`, (letter, at) => letter + (word[at] ?? '$')))
