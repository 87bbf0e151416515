import {readdirSync, statSync} from 'node:fs'
import {join} from 'node:path'
import type {PersonaOrigin} from '../../core/persona.ts'
import {at, type Finding, remark, type Slots} from './findings.ts'
import {type LoadedPersona, loadPersona} from './load.ts'
import {errnoOf, readPersonaFile} from './read.ts'

type Kind = PersonaOrigin['kind']

/** A folder to look in, absolute. The order is the order of precedence. */
export type Place = {readonly kind: Kind; readonly dir: string}

export type Discovered = {
  /** In the order of the places, then by id; each id once. */
  readonly personas: readonly LoadedPersona[]
  /** Files that are meant as personas and are none, each with line and reason. */
  readonly problems: readonly Finding[]
  /** What was repaired, and which file stands behind another. */
  readonly notes: readonly Finding[]
}

/** The four places, in order. `home` is the program's own folder (`ROUNDTABLE_HOME`), `bundled` the package's `personas/`. */
export const placesOf = (roots: {
  readonly cwd: string
  readonly userHome: string
  readonly home: string
  readonly bundled: string
}): readonly Place[] => [
  {kind: 'project', dir: join(roots.cwd, '.claude', 'skills')},
  {kind: 'user', dir: join(roots.userHome, '.claude', 'skills')},
  {kind: 'own', dir: join(roots.home, 'personas')},
  {kind: 'built-in', dir: roots.bundled},
]

/**
 * Every persona there is. Never throws; a place that does not exist is empty, one that cannot be read is a problem. In skills
 * folders only seats are looked for: `*-perspective` by folder or name, or a `roundtable:` key; other skills are left alone.
 */
export function discover(places: readonly Place[]): Discovered {
  const personas = new Map<string, LoadedPersona>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  const seen = new Set<string>()
  for (const {kind, dir} of places) {
    // A run inside the home folder makes project and user the same place.
    if (seen.has(dir)) continue
    seen.add(dir)
    const skills = kind === 'project' || kind === 'user'
    const found: LoadedPersona[] = []
    for (const file of filesIn(dir, skills)) {
      if (file.problem !== undefined) {
        problems.push(file.problem)
        continue
      }
      const read = readPersonaFile(file.path)
      const loaded = read.kind === 'bytes' ? loadPersona(read.bytes, {kind, path: file.path}) : undefined
      if (loaded === undefined || loaded.kind === 'problem') {
        if (!file.claimed && !(loaded?.claims ?? false)) continue
        problems.push(loaded?.problem ?? at(file.path, read.kind === 'problem' ? read.problem : remark('unreadable', 1)))
      } else if (file.claimed || loaded.persona.marked || isSeat(loaded.persona.id)) {
        found.push(loaded.persona)
        notes.push(...loaded.notes)
      }
    }
    for (const persona of found.sort(byId)) {
      const before = personas.get(persona.id)
      if (before === undefined) personas.set(persona.id, persona)
      else if (before.origin.kind === kind)
        problems.push(finding('same-id', persona, {id: persona.id, other: before.origin.path}))
      else {
        // Whoever asks for 教员 means this person, even when the file that comes first does not know that name.
        personas.set(persona.id, {...before, names: [...before.names, ...persona.names]})
        notes.push(finding('shadowed', persona, {id: persona.id, kind: before.origin.kind, other: before.origin.path}))
      }
    }
  }
  return {personas: [...personas.values()], problems, notes}
}

const finding = (code: 'same-id' | 'shadowed', persona: LoadedPersona, slots: Slots) =>
  at(persona.origin.path, remark(code, 1, slots))

/** `marx-perspective`, and `chris-perspective-grok4p5-high-all`. */
const isSeat = (name: string): boolean => /.-perspective(?:-[\p{L}\p{N}._-]+)?$/iu.test(name)
const byId = (a: LoadedPersona, b: LoadedPersona) => compare(a.id, b.id) || compare(a.origin.path, b.origin.path)
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** `claimed`: meant as a persona whatever it holds, so that it may not vanish without a word. */
type File = {readonly path: string; readonly claimed: boolean; readonly problem?: Finding}

function filesIn(dir: string, skills: boolean): readonly File[] {
  const entries = list(dir)
  if (entries === undefined) return []
  if (typeof entries === 'string') return [refused(dir, 'place-unreadable', {errno: entries})]
  return entries.flatMap(name => (skills ? skillIn(dir, name) : ownIn(dir, name, 2)))
}

function skillIn(dir: string, name: string): readonly File[] {
  const path = join(dir, name)
  const claimed = isSeat(name)
  const what = kindOf(path)
  if (what === 'folder') {
    const entries = list(path)
    if (typeof entries === 'string') return claimed ? [refused(path, 'unreadable', {errno: entries})] : []
    const file = skillFile(path)
    if (file !== undefined) return [{path: file, claimed}]
    return claimed ? [refused(path, 'no-skill-file')] : []
  }
  if (!claimed && !isSeat(name.replace(/\.md$/i, ''))) return []
  return [refused(path, what === 'dangling' ? 'dangling-link' : 'file-instead-of-folder')]
}

/** Markdown files, folders with a `SKILL.md`, and sets of either, `depth` folders down. */
function ownIn(dir: string, name: string, depth: number): readonly File[] {
  const path = join(dir, name)
  const what = kindOf(path)
  const markdown = /\.md$/i.test(name)
  if (/^(?:readme|changelog|licen[cs]e)(?:\.|$)/i.test(name)) return []
  if (what === 'dangling') return [refused(path, 'dangling-link')]
  if (what === 'file') return markdown ? [{path, claimed: true}] : []
  if (markdown) return [refused(path, 'folder-instead-of-file')]
  const file = skillFile(path)
  if (file !== undefined) return [{path: file, claimed: true}]
  const entries = list(path)
  if (typeof entries === 'string') return [refused(path, 'place-unreadable', {errno: entries})]
  return depth > 1 ? (entries ?? []).flatMap(inner => ownIn(path, inner, depth - 1)) : []
}

const refused = (path: string, code: Finding['code'], slots: Slots = {}): File => ({
  path,
  claimed: true,
  problem: at(path, remark(code, 1, slots)),
})

function skillFile(folder: string): string | undefined {
  const entries = list(folder)
  if (!Array.isArray(entries)) return undefined
  const name = entries.find(entry => /^skill\.md$/i.test(entry)) ?? entries.find(entry => /^perspective\.md$/i.test(entry))
  return name && join(folder, name)
}

/** Folders may be links: people keep their skills elsewhere. Files may not, which `readPersonaFile` sees to. */
function kindOf(path: string): 'folder' | 'file' | 'dangling' {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'file'
  } catch {
    return 'dangling'
  }
}

/** Names in a folder, sorted, without hidden ones. Undefined: no such folder. A text: the error's code. */
function list(dir: string): readonly string[] | string | undefined {
  try {
    return readdirSync(dir)
      .filter(name => !name.startsWith('.'))
      .sort(compare)
  } catch (error) {
    const errno = errnoOf(error)
    return errno === 'ENOENT' ? undefined : errno
  }
}
