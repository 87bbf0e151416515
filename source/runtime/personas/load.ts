import {basename, dirname} from 'node:path'
import type {Lang} from '../../core/events.ts'
import type {Persona, PersonaOrigin} from '../../core/persona.ts'
import {graphemesOf} from '../../core/text.ts'
import {decode} from './decode.ts'
import {type Fields, readFields} from './fields.ts'
import {at, type Finding, type Remark, remark} from './findings.ts'
import {foldName} from './fold.ts'
import {splitFrontmatter} from './frontmatter.ts'
import {bulletOf, headingOf, sectionKind, sectionsOf, unmarked, visibleLines} from './markdown.ts'
import {label, MOST_NAME, MOST_TITLE, minedNames, type Name, namesOnHeading, type Rank, stemOf} from './names.ts'
import {readOurs} from './ours.ts'

export type LoadedPersona = Persona & {
  /** Folder of a `SKILL.md`, or the file's own name without its ending: a person may use either that or the id. */
  readonly stem: string
  /** The same for two files of one person, such as a Chinese and an English one. */
  readonly person: string
  /** Every name it answers to, with its rank; `aliases` without the ranks, and with the id. */
  readonly names: readonly Name[]
  /** Line of the file on which the body begins. */
  readonly bodyLine: number
  /** Size of the file in bytes. */
  readonly bytes: number
  /** It carries a `roundtable:` key, so it is a seat whatever its name. */
  readonly marked: boolean
}

export type Loaded =
  | {readonly kind: 'persona'; readonly persona: LoadedPersona; readonly notes: readonly Finding[]}
  /** `claims`: what could be read says that it is meant as a persona. */
  | {readonly kind: 'problem'; readonly problem: Finding; readonly claims: boolean}

/** Bytes of one file to a persona, or to the reason why there is none. Never throws. */
export function loadPersona(bytes: Uint8Array, origin: PersonaOrigin): Loaded {
  const decoded = decode(bytes)
  const refuse = (problem: Remark, text = ''): Loaded => ({
    kind: 'problem',
    problem: at(origin.path, problem),
    claims: /^(?:name:.*-perspective|roundtable:)/m.test(text.slice(0, 4000)),
  })
  if (decoded.kind === 'problem') return refuse(decoded.problem)
  const {text} = decoded
  const split = splitFrontmatter(text)
  if (split.kind === 'problem') return refuse(split.problem, text)

  const notes = [...decoded.notes]
  let fields: Fields | undefined
  let {body, bodyLine} = split
  if (split.kind === 'split') {
    notes.push(...split.notes)
    fields = readFields(split.yaml, split.yamlLine)
    if (fields === undefined) ({body, bodyLine} = {body: text, bodyLine: 1})
    else if (fields.brokenAt !== undefined) notes.push(remark('yaml-repaired', fields.brokenAt))
  }
  if (fields === undefined) {
    // A git symlink checked out as plain text holds the path it pointed to.
    if (/^\S+$/.test(text.trim()) && /[\\/]/.test(text)) return refuse(remark('link-as-text', 1))
    if (!/^ {0,3}#{1,6}\s/m.test(text)) return refuse(remark('no-text', 1))
    notes.push(remark('frontmatter-missing', 1))
  }
  const made = makePersona(
    fields,
    {body: body.replace(/^\n+/, ''), bodyLine: bodyLine + leadingLines(body), bytes: bytes.length},
    origin,
  )
  if (made.kind === 'problem') return refuse(made.problem, text)
  return {kind: 'persona', persona: made.persona, notes: [...notes, ...made.notes].map(note => at(origin.path, note))}
}

const leadingLines = (body: string): number => /^\n*/.exec(body)?.[0].length ?? 0

type Made = {kind: 'persona'; persona: LoadedPersona; notes: Remark[]} | {kind: 'problem'; problem: Remark}
type File = {readonly body: string; readonly bodyLine: number; readonly bytes: number}

function makePersona(fields: Fields | undefined, file: File, origin: PersonaOrigin): Made {
  const values = fields?.values ?? {}
  const lineOf = (...keys: string[]) => fields?.lineOf(...keys) ?? 1
  const notes: Remark[] = []
  const ours = readOurs(values.roundtable, lineOf)
  if (ours.kind === 'problem') return ours
  notes.push(...ours.notes)
  const {data} = ours

  const stem = stemOfPath(origin.path)
  const stated = typeof values.name === 'number' ? String(values.name) : values.name
  const named = typeof stated === 'string' && stated.trim() !== ''
  const id = label(named ? stated : stem, 64)
  if (named && id !== stated.trim()) notes.push(remark('label-cleaned', lineOf('name'), {key: 'name'}))
  if (!named) notes.push(remark('name-from-path', lineOf(), {name: id}))
  // An id is typed, shown and may become part of a path: `..` and its kind are refused, not repaired.
  if (id === '' || /^\.+$|[\\/]/.test(id) || !/[\p{L}\p{N}\p{S}]/u.test(id)) {
    return {kind: 'problem', problem: remark('bad-name', lineOf('name'), {name: id})}
  }

  const description = typeof values.description === 'string' ? values.description.trim() : ''
  if (description === '') notes.push(remark('description-missing', lineOf()))
  if (file.body.trim() === '') notes.push(remark('empty-body', file.bodyLine))
  const lines = visibleLines(file.body, file.bodyLine)
  const heading = lines.map(headingOf).find(found => found?.level === 1)
  const onHeading = heading === undefined ? [] : namesOnHeading(heading.text, {id, description})
  if (heading !== undefined && onHeading.length === 0 && !data.display_name) {
    notes.push(remark('heading-no-name', heading.line, {heading: label(heading.text, MOST_NAME)}))
  }
  const clean = (key: 'display_name' | 'title', max: number): string => {
    const found = label(data[key] ?? '', max)
    if (found !== (data[key] ?? '').trim()) notes.push(remark('label-cleaned', lineOf('roundtable', key), {key}))
    return found
  }
  const displayName = clean('display_name', MOST_NAME) || onHeading[0] || stemOf(id)
  const title = clean('title', MOST_TITLE) || identityOf(lines) || firstSentence(description)
  const lang = data.lang ?? langOf(file.body.trim() === '' ? description : file.body)
  const names = namesOf([
    ['id', [id, stem]],
    ['stated', [...(data.aliases ?? []), ...listed(values.aliases)]],
    [data.display_name ? 'stated' : 'derived', [displayName]],
    ['derived', [...onHeading, stemOf(id), stemOf(stem)]],
    ['mined', minedNames(description)],
  ])
  const color = data.color === undefined || COLOR.test(data.color) ? data.color : undefined
  if (color !== data.color)
    notes.push(remark('unknown-color', lineOf('roundtable', 'color'), {color: label(data.color ?? '', 20)}))
  const avatar = [...graphemesOf(label(data.avatar ?? '', 4))][0]
  const persona: LoadedPersona = {
    id,
    displayName,
    aliases: names.filter(name => name.rank !== 'id').map(name => name.text),
    title,
    description,
    lang,
    ...(avatar !== undefined && {avatar}),
    ...(color !== undefined && {color}),
    rehearsal: data.rehearsal ?? false,
    body: file.body,
    origin,
    stem,
    person: foldName(data.person ?? '') || personOf(id, lang),
    names,
    bodyLine: file.bodyLine,
    bytes: file.bytes,
    marked: Object.hasOwn(values, 'roundtable'),
  }
  return {kind: 'persona', persona, notes}
}

export const COLOR =
  /^(?:black|red|green|yellow|blue|magenta|cyan|white|gr[ae]y|(?:red|green|yellow|blue|magenta|cyan|white)Bright|#[0-9a-f]{6})$/i

/** A list of names that a foreign file has at its top level, as a list or as one text. */
function listed(value: unknown): readonly string[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,，、;；]/) : []
  return list.filter(name => typeof name === 'string')
}

export function namesOf(groups: readonly (readonly [Rank, readonly string[]])[]): readonly Name[] {
  const names = new Map<string, Name>()
  for (const [rank, texts] of groups) {
    for (const text of texts.slice(0, 50)) {
      const shown = label(text, MOST_NAME)
      const key = foldName(shown)
      // The id is looked up by itself, so that an alias of the same letters still shows among the aliases.
      const slot = rank === 'id' ? `id ${key}` : key
      if (key !== '' && !names.has(slot)) names.set(slot, {text: shown, key, rank})
    }
  }
  return [...names.values()]
}

/** `SKILL.md` is named by its folder, any other file by itself. */
function stemOfPath(path: string): string {
  const file = basename(path)
  return /^(?:skill|perspective)\.md$/i.test(file) ? basename(dirname(path)) : file.replace(/\.[^.]*$/, '')
}

export const personOf = (id: string, lang: Lang): string =>
  foldName(stemOf(id.replace(new RegExp(`-${lang}$`, 'i'), '')).replace(new RegExp(`-${lang}$`, 'i'), ''))

function identityOf(lines: ReturnType<typeof visibleLines>): string {
  const section = sectionsOf(lines, 2).find(({heading}) => sectionKind(heading.text) === 'identity')
  const line = section?.lines.find(({text}) => /\p{L}/u.test(text) && !/^\s*(?:#|\||!\[)/.test(text))?.text ?? ''
  const bare = (bulletOf(line) ?? line)
    .replace(/^[>\s]+/, '')
    .replace(/^\*\*[^*]{1,20}\*\*\s*[:：]?\s*|^[^：:，。]{1,8}：\s*/, '')
  return firstSentence(unmarked(bare))
}

function firstSentence(text: string): string {
  const line = text.trim().split('\n')[0] ?? ''
  return label(/^.{4,}?(?:[。！？]|[.!?](?=\s+\p{Lu}))/u.exec(line)?.[0].replace(/[。.]$/, '') ?? line, MOST_TITLE)
}

/** By script, over the first ten thousand characters: one Han character weighs as much as half a Latin word. */
export function langOf(text: string): Lang {
  let han = 0
  let words = 0
  let letters = 0
  const end = Math.min(text.length, 10_000)
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i)
    if (code >= 0x3400 && code <= 0x9fff) han++
    letters = (code | 32) >= 97 && (code | 32) <= 122 ? letters + 1 : 0
    if (letters === 2) words++
  }
  return han > 0 && han >= words * 0.5 ? 'zh' : 'en'
}
