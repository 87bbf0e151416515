import {basename} from 'node:path'
import type {z} from 'zod'
import type {Lang} from '../../core/events.ts'
import {boardTemplateSchema, EXPERT_ID, type Expert, expertBody, expertSchema} from '../../core/expert.ts'
import type {PersonaOrigin} from '../../core/persona.ts'
import {graphemesOf} from '../../core/text.ts'
import {expertHeadings, roleHeading} from '../../i18n/experts.ts'
import {decode} from './decode.ts'
import {at, type Finding, type Remark, remark} from './findings.ts'
import {foldName} from './fold.ts'
import {COLOR, type LoadedPersona, langOf, namesOf, personOf} from './load.ts'
import {label, MOST_NAME, MOST_TITLE} from './names.ts'
import {readWholeYaml, type WholeYaml} from './whole-yaml.ts'

/** An expert as a persona like any other, with what the file says beside it. */
export type LoadedExpert = LoadedPersona & {readonly expert: Expert}

/** `experts` and `moderator` as the file names them: ids or any other name that resolves. */
export type BoardTemplate = {
  readonly id: string
  readonly displayName: string
  readonly experts: readonly string[]
  readonly moderator?: string
  readonly origin: PersonaOrigin
  /** Line of each of `experts`. */
  readonly lines: readonly number[]
}

export type ExpertFile =
  | {readonly kind: 'expert'; readonly expert: LoadedExpert; readonly notes: readonly Finding[]}
  | {readonly kind: 'template'; readonly template: BoardTemplate; readonly notes: readonly Finding[]}
  | {readonly kind: 'problem'; readonly problems: readonly Finding[]}

/**
 * One YAML file: an expert, or a template where it has a list of `experts` and no `persona`. The id is `name` where that can be
 * typed after `@board:`, else the file's own name, and then `name` is what is shown. Never throws.
 */
export function loadExpertFile(bytes: Uint8Array, origin: PersonaOrigin): ExpertFile {
  const refuse = (...problems: readonly Remark[]): ExpertFile => ({
    kind: 'problem',
    problems: problems.map(problem => at(origin.path, problem)),
  })
  const decoded = decode(bytes)
  if (decoded.kind === 'problem') return refuse(decoded.problem)
  const yaml = readWholeYaml(decoded.text)
  if (yaml.kind === 'problem') return refuse(yaml.problem)
  const isTemplate = Object.hasOwn(yaml.values, 'experts') && !Object.hasOwn(yaml.values, 'persona')
  const made = isTemplate ? makeTemplate(yaml, origin) : makeExpert(yaml, {bytes: bytes.length, origin})
  if (made.kind === 'problem') return refuse(...made.problems)
  const notes = [...decoded.notes, ...made.notes].map(note => at(origin.path, note))
  return made.kind === 'expert'
    ? {kind: 'expert', expert: made.expert, notes}
    : {kind: 'template', template: made.template, notes}
}

type Values = WholeYaml & {kind: 'values'}
type Refused = {kind: 'problem'; problems: readonly Remark[]}
type Made =
  | {kind: 'expert'; expert: LoadedExpert; notes: readonly Remark[]}
  | {kind: 'template'; template: BoardTemplate; notes: readonly Remark[]}
  | Refused

function makeTemplate({values, lineOf}: Values, origin: PersonaOrigin): Made {
  const read = boardTemplateSchema.safeParse(withName(withoutNulls(values), origin))
  if (!read.success) return {kind: 'problem', problems: problemsOf(read.error.issues, values, lineOf)}
  const {name, display_name, experts, moderator} = read.data
  const id = idOf(name, origin)
  if (id === undefined)
    return {kind: 'problem', problems: [remark('expert-name', lineOf('name'), {name: label(name, MOST_NAME)})]}
  const template = {
    id,
    displayName: label(display_name || name, MOST_NAME),
    experts,
    ...(moderator === undefined ? {} : {moderator}),
    origin,
    lines: experts.map((_, index) => lineOf('experts', index)),
  }
  return {kind: 'template', template, notes: unknownKeys(values, boardTemplateSchema, lineOf)}
}

type Lines = Values['lineOf']

function makeExpert({values, lineOf}: Values, {bytes, origin}: {bytes: number; origin: PersonaOrigin}): Made {
  const read = expertSchema.safeParse(withoutNulls(values))
  if (!read.success) return {kind: 'problem', problems: problemsOf(read.error.issues, values, lineOf)}
  const expert = read.data
  const id = idOf(expert.name, origin)
  const shown = label(expert.name, MOST_NAME)
  if (id === undefined) return {kind: 'problem', problems: [remark('expert-name', lineOf('name'), {name: shown})]}
  const notes = [...unknownKeys(values, expertSchema, lineOf)]
  const clean = (key: 'name' | 'display_name' | 'title', most: number): string => {
    const found = label(expert[key], most)
    if (found !== expert[key]) notes.push(remark('label-cleaned', lineOf(key), {key}))
    return found
  }
  const displayName = clean('display_name', MOST_NAME) || clean('name', MOST_NAME)
  const title = clean('title', MOST_TITLE) || label(expert.decision_framework || expert.persona, MOST_TITLE)
  const color = COLOR.test(expert.color) ? expert.color : undefined
  if (expert.color !== '' && color === undefined)
    notes.push(remark('unknown-color', lineOf('color'), {color: label(expert.color, 20)}))
  const avatar = [...graphemesOf(label(expert.avatar, 4))][0]
  const lang = expert.lang ?? langOf(expert.persona)
  const stem = stemOf(origin)
  const names = namesOf([
    ['id', [id, stem]],
    ['stated', [...expert.aliases, ...(expert.display_name === '' ? [] : [displayName])]],
    ['derived', [shown, displayName]],
  ])
  const persona: LoadedExpert = {
    id,
    displayName,
    aliases: names.filter(name => name.rank !== 'id').map(name => name.text),
    title,
    description: expert.title,
    lang,
    ...(avatar === undefined ? {} : {avatar}),
    ...(color === undefined ? {} : {color}),
    rehearsal: expert.rehearsal !== '' || expert.council !== undefined,
    body: expertBody(expert, displayName, headingsOf(expert, lang)),
    origin,
    stem,
    person: personOf(id, lang) || foldName(id),
    names,
    bodyLine: lineOf('persona'),
    bytes,
    marked: true,
    expert,
  }
  return {kind: 'expert', expert: persona, notes}
}

const headingsOf = ({role}: Expert, lang: Lang) =>
  role === 'reviewer' ? {...expertHeadings[lang], persona: roleHeading[lang]} : expertHeadings[lang]

const stemOf = ({path}: PersonaOrigin): string => basename(path).replace(/\.[^.]*$/, '')
const idOf = (name: string, origin: PersonaOrigin): string | undefined =>
  [name, stemOf(origin)].find(candidate => EXPERT_ID.test(candidate))

/** `bound_skills:` with nothing after it is a key left empty, not a mistake. */
const withoutNulls = (values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))

/** A template may be named by its file alone. */
const withName = (values: Readonly<Record<string, unknown>>, origin: PersonaOrigin) => ({name: stemOf(origin), ...values})

function problemsOf(issues: readonly z.core.$ZodIssue[], values: Values['values'], lineOf: Lines): readonly Remark[] {
  const seen = new Set<string>()
  return issues.flatMap(issue => {
    const path = issue.path.filter(step => typeof step !== 'symbol')
    const [top, ...below] = path
    // A block of a member names what is wrong in it; of any other key the key is enough.
    const inner = top === 'council' ? (unknownIn(issue) ?? below.find(step => typeof step === 'string')) : undefined
    const key = inner === undefined ? String(top ?? '') : `${String(top)}.${inner}`
    if (seen.has(key)) return []
    seen.add(key)
    const line = lineOf(...path)
    const value = valueAt(values, inner === undefined ? [String(top ?? '')] : ['council', inner])
    const absent = value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
    if (key === 'experts' && Array.isArray(value) && path.length === 1)
      return [remark('template-size', line, {count: value.length})]
    return [absent ? remark('expert-missing', line, {key}) : remark('wrong-type', line, {key, expected: EXPECTED[key] ?? 'text'})]
  })
}

const EXPECTED: Readonly<Record<string, string>> = {
  bound_skills: '[text, ...]',
  aliases: '[text, ...]',
  sources: '[text, ...]',
  experts: '[text, ...]',
  rules: '[{says, source}, ...]',
  rejection: '{says, source}',
  style_constraint: '{says, source}',
  lang: 'zh | en',
  role: 'expert | facilitator | reviewer | member',
  council: '{for, against, otherwise, stances, concerns, tradeoffs, recommend, concede, hold}',
  'council.for': '[text, ...]',
  'council.against': '[text, ...]',
  'council.otherwise': 'for | against | depends',
  'council.stances': '["... {topic} ...", ...]',
  'council.concerns': '[text, ...]',
  'council.tradeoffs': '["axis: A over B" | "轴：A 优先于 B", ...]',
  'council.recommend': '{for, against, depends}',
  'council.concede': '"... {name} ... {point} ..."',
  'council.hold': '"... {name} ... {point} ..."',
}

const unknownIn = (issue: z.core.$ZodIssue): string | undefined =>
  issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined

const valueAt = (values: unknown, path: readonly string[]): unknown =>
  path.reduce<unknown>(
    (value, step) => (typeof value === 'object' && value !== null ? Reflect.get(value, step) : undefined),
    values,
  )

function unknownKeys(values: Values['values'], {shape}: {readonly shape: object}, lineOf: Lines): readonly Remark[] {
  const unknown = Object.keys(values).filter(key => !Object.hasOwn(shape, key))
  return unknown.slice(0, 20).map(key => remark('expert-unknown-key', lineOf(key), {key: label(key, MOST_NAME)}))
}

/** Whoever asks for 马斯克 means this person, also where the file that comes first does not know that name. */
export const answeringTo = (first: LoadedExpert, other: LoadedExpert): LoadedExpert => ({
  ...first,
  names: [...first.names, ...other.names],
})
