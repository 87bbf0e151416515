import {z} from 'zod'
import type {Fault, FaultCode} from '../core/events.ts'
import {oneLine} from '../core/text.ts'
import type {VoiceNote} from '../i18n/voices.ts'
import {type JsonRead, readJson} from './json-places.ts'

/** What a scripted voice says at once. */
export type ScriptedSpeech = {
  readonly text: string
  /** Graphemes that come at once; absent: the whole text. */
  readonly chunk?: number
  /** Milliseconds before each chunk. */
  readonly everyMs: number
  /** After the text. */
  readonly fail?: Fault
}
/** `who`: a seat's id or display name, `recorder` or 记录员; absent: any seat. */
export type ScriptTurn = ScriptedSpeech & {readonly who?: string}
export type Script = {
  readonly file: string
  readonly turns: readonly ScriptTurn[]
  /** When no turn fits. */
  readonly default?: ScriptedSpeech
}

/** `line` counts from 1 in the file; `slots.key` is a path such as `turns[2].fail.code`. */
export type ScriptProblem = VoiceNote & {readonly file: string; readonly line: number}

/**
 * `{"turns": [{"who": "马克思", "text": "...", "chunk": 4, "everyMs": 20, "fail": {"code": "timeout", "message": "..."}}],
 * "default": {"text": "...", "everyMs": 20}}`. All of `who`, `chunk`, `everyMs`, `fail` and `default` may be left out, `text` only
 * beside a `fail`. `fail` may hold `hint` and `retryable`. The first mistake by place in the file is the one that comes back.
 */
export function parseScript(text: string, file: string): {readonly ok: Script} | {readonly problem: ScriptProblem} {
  const read = readJson(text.replace(/^\ufeff/, ''))
  if ('problem' in read) {
    const {line, code, slots} = read.problem
    const said = Object.entries(slots).map(([name, slot]) => [name, typeof slot === 'string' ? short(slot) : slot])
    return {problem: {file, line, code, slots: Object.fromEntries(said)}}
  }
  const checked = scriptSchema.safeParse(read.value)
  if (!checked.success) return {problem: {file, ...firstOf(checked.error, read)}}
  const {turns, default: otherwise} = checked.data
  return {
    ok: {
      file,
      turns: turns.map(turn => ({...speechOf(turn), ...(turn.who === undefined ? {} : {who: turn.who})})),
      ...(otherwise ? {default: speechOf(otherwise)} : {}),
    },
  }
}

/** A speech that takes longer between two chunks is no demonstration, and timers end at 24 days. */
const MOST_MS = 3_600_000
const FAULT_CODES = [
  'missing',
  'auth',
  'quota',
  'timeout',
  'stalled',
  'aborted',
  'empty',
  'isolation',
  'protocol',
  'unknown',
] as const satisfies readonly FaultCode[]
const RETRYABLE: ReadonlySet<FaultCode> = new Set(['timeout', 'stalled', 'quota', 'empty', 'unknown'])

const fail = z.strictObject({
  code: z.enum(FAULT_CODES),
  message: z.string(),
  hint: z.string().exactOptional(),
  retryable: z.boolean().exactOptional(),
})
const speech = {
  text: z.string().exactOptional(),
  chunk: z.int().min(1).exactOptional(),
  everyMs: z.int().min(0).max(MOST_MS).exactOptional(),
  fail: fail.exactOptional(),
}
const saysSomething = (value: {text?: string; fail?: unknown}) => value.text !== undefined || value.fail !== undefined
const scriptSchema = z.strictObject({
  turns: z.array(z.strictObject({who: z.string().min(1).exactOptional(), ...speech}).refine(saysSomething)),
  default: z.strictObject(speech).refine(saysSomething).exactOptional(),
})

function speechOf({text = '', chunk, everyMs = 0, fail}: z.infer<z.ZodObject<typeof speech>>): ScriptedSpeech {
  return {
    text,
    everyMs,
    ...(chunk === undefined ? {} : {chunk}),
    ...(fail ? {fail: {...fail, retryable: fail.retryable ?? RETRYABLE.has(fail.code)}} : {}),
  }
}

type Read = Exclude<JsonRead, {problem: unknown}>
type Found = VoiceNote & {readonly line: number}

function firstOf(error: z.ZodError, read: Read): Found {
  const found = error.issues.map(issue => foundIn(issue, read))
  return found.reduce((first, next) => (next.line < first.line ? next : first))
}

function foundIn(issue: z.core.$ZodIssue, {value, lineOf}: Read): Found {
  const line = lineOf(issue.path)
  const key = pathOf(issue.path)
  switch (issue.code) {
    case 'unrecognized_keys': {
      const lines = issue.keys.map(name => ({name, line: lineOf(issue.path, name)}))
      const first = lines.reduce((a, b) => (b.line < a.line ? b : a))
      return {line: first.line, code: 'key-unknown', slots: {key: short(first.name), known: knownAt(issue.path).join(', ')}}
    }
    case 'invalid_type':
      if (valueAt(value, issue.path) === undefined) return {line, code: 'key-missing', slots: {key}}
      return {line, code: 'wrong-type', slots: {key, expected: issue.expected}}
    case 'invalid_value':
      if (valueAt(value, issue.path) === undefined) return {line, code: 'key-missing', slots: {key}}
      return {line, code: 'not-one-of', slots: {key, known: issue.values.join(', ')}}
    case 'too_small':
      return {line, code: 'too-small', slots: {key, least: Number(issue.minimum)}}
    case 'too_big':
      return {line, code: 'too-big', slots: {key, most: Number(issue.maximum)}}
    case 'custom':
      return {line, code: 'nothing-in-turn', slots: {key}}
    default:
      return {line, code: 'wrong-value', slots: {key}}
  }
}

function knownAt(path: readonly PropertyKey[]): readonly string[] {
  if (path.length === 0) return Object.keys(scriptSchema.shape)
  if (path.at(-1) === 'fail') return Object.keys(fail.shape)
  return [...(path[0] === 'turns' ? ['who'] : []), ...Object.keys(speech)]
}

const valueAt = (value: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce<unknown>(
    (at, key) => (typeof at === 'object' && at !== null ? (at as Record<PropertyKey, unknown>)[key] : undefined),
    value,
  )

/** `turns[2].fail.code`; the whole file is `{}`. */
const pathOf = (path: readonly PropertyKey[]): string =>
  path.map((key, at) => (typeof key === 'number' ? `[${key}]` : at === 0 ? String(key) : `.${String(key)}`)).join('') || '{}'

const short = (text: string) => oneLine(text, 40)
