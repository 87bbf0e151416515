import {mkdirSync, readFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {z} from 'zod'
import {attempt, type DiskFault, nodeDisk} from './disk/disk.ts'
import {writeFile} from './disk/write-file.ts'
import {settings} from './home.ts'

export type Raw = Readonly<Record<string, unknown>>

/** What is wrong with a change or with the file. `key`: dotted; `schema`: what should stand there. */
export type SettingsProblem =
  | {readonly kind: 'unknown'; readonly key: string}
  | {readonly kind: 'value'; readonly key: string; readonly schema: z.ZodType | undefined}
  | {readonly kind: 'not-json'}
  | {readonly kind: 'disk'; readonly fault: DiskFault}

export const settingsPath = (folder: string): string => join(folder, 'config.json')

/** The file as it stands; nothing when there is none. */
export function readSettings(folder: string): {readonly ok: Raw} | {readonly problem: SettingsProblem} {
  const path = settingsPath(folder)
  if (nodeDisk.lstat(path) === undefined) return {ok: {}}
  const read = attempt(path, () => readFileSync(path, 'utf8'))
  if ('fault' in read) return {problem: {kind: 'disk', fault: read.fault}}
  try {
    const value: unknown = JSON.parse(read.ok)
    return isGroup(value) ? {ok: value} : {problem: {kind: 'not-json'}}
  } catch {
    return {problem: {kind: 'not-json'}}
  }
}

/** The first value that does not fit, if any. */
export function problemIn(raw: Raw): SettingsProblem | undefined {
  const read = settings.safeParse(raw)
  const issue = read.error?.issues[0]
  if (!issue) return undefined
  const path = issue.path.map(String)
  return {kind: 'value', key: path.join('.'), schema: schemaAt(path)}
}

/**
 * Puts a value where it belongs, as text, as JSON or as a list of words, whichever fits first. The rest of the file stays, also what
 * this version does not know.
 */
export function setIn(
  raw: Raw,
  key: string,
  said: string,
): {readonly ok: Raw; readonly value: unknown} | {readonly problem: SettingsProblem} {
  const path = key.split('.')
  const schema = settable(path) ? schemaAt(path) : undefined
  if (!schema) return {problem: {kind: 'unknown', key}}
  for (const value of readings(said)) {
    const fits = schema.safeParse(value)
    if (!fits.success || value === undefined) continue
    const ok = withAt(raw, path, value)
    const problem = problemIn(ok)
    return problem ? {problem} : {ok, value}
  }
  return {problem: {kind: 'value', key, schema}}
}

/** `there`: whether it was set. */
export function unsetIn(
  raw: Raw,
  key: string,
): {readonly ok: Raw; readonly there: boolean} | {readonly problem: SettingsProblem} {
  const path = key.split('.')
  const there = at(raw, path) !== undefined
  if (!there && !(settable(path) && schemaAt(path))) return {problem: {kind: 'unknown', key}}
  const ok = there ? withAt(raw, path, undefined) : raw
  // What was wrong before may be wrong still: it is mended one by one.
  const problem = problemIn(raw) ? undefined : problemIn(ok)
  return problem ? {problem} : {ok, there}
}

/** As a whole or not at all. */
export function writeSettings(folder: string, raw: Raw): {readonly ok: true} | {readonly problem: SettingsProblem} {
  const path = settingsPath(folder)
  const made = attempt(folder, () => mkdirSync(dirname(path), {recursive: true, mode: 0o700}))
  // As the store that remembers meetings lays it out.
  const content = `${JSON.stringify(raw, null, '\t')}\n`
  const written = 'fault' in made ? made : writeFile({disk: nodeDisk, path, content})
  return 'fault' in written ? {problem: {kind: 'disk', fault: written.fault}} : {ok: true}
}

/** Every key that a person may set; `NAME` stands for the name of a voice. */
export function knownKeys(schema: z.ZodType = settings, before = ''): readonly string[] {
  const inner = bare(schema)
  if (inner instanceof z.ZodRecord) return knownKeys(inner.valueType as z.ZodType, `${before}NAME.`)
  if (!(inner instanceof z.ZodObject)) return [before.slice(0, -1)]
  const parts = Object.entries(inner.shape as Readonly<Record<string, z.ZodType>>)
  return parts
    .filter(([name]) => before !== '' || !OURS.has(name))
    .flatMap(([name, part]) => knownKeys(part, `${before}${name}.`))
}

/** Kept by the program itself. */
const OURS: ReadonlySet<string> = new Set(['meetings', 'lineups'])
const settable = ([first = '']: readonly string[]) => !OURS.has(first)

function* readings(said: string): Generator<unknown> {
  yield said
  try {
    yield JSON.parse(said)
  } catch {
    yield said.split(/\s+/).filter(Boolean)
  }
}

export const isGroup = (value: unknown): value is Raw => typeof value === 'object' && value !== null && !Array.isArray(value)

export function at(raw: Raw, [name = '', ...rest]: readonly string[]): unknown {
  const value = Object.hasOwn(raw, name) ? raw[name] : undefined
  if (rest.length === 0) return value
  return isGroup(value) ? at(value, rest) : undefined
}

/** Groups that become empty go. */
function withAt(raw: Raw, [name = '', ...rest]: readonly string[], value: unknown): Raw {
  const {[name]: present, ...others} = raw
  const next = rest.length === 0 ? value : withAt(isGroup(present) ? present : {}, rest, value)
  const gone = next === undefined || (rest.length > 0 && isGroup(next) && Object.keys(next).length === 0)
  if (gone) return others
  return name in raw
    ? Object.fromEntries(Object.entries(raw).map(([key, old]) => [key, key === name ? next : old]))
    : {...raw, [name]: next}
}

function schemaAt(path: readonly string[]): z.ZodType | undefined {
  let schema: z.ZodType = settings
  for (const name of path) {
    const inner = bare(schema)
    if (inner instanceof z.ZodRecord) {
      if (!(inner.keyType as z.ZodType).safeParse(name).success) return undefined
      schema = inner.valueType as z.ZodType
    } else if (inner instanceof z.ZodObject && Object.hasOwn(inner.shape, name)) {
      schema = inner.shape[name] as z.ZodType
    } else return undefined
  }
  return bare(schema)
}

/** Without what makes it optional. */
export function bare(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodExactOptional || schema instanceof z.ZodDefault)
    return bare(schema.unwrap() as z.ZodType)
  return schema
}
