import {lstatSync} from 'node:fs'
import {join} from 'node:path'
import {COUNCIL_MEMBERS} from '../../core/council-members.ts'
import type {Lang} from '../../core/events.ts'
import {packageRoot} from '../package-files.ts'
import type {Place} from './discover.ts'
import {type ExpertFile, type LoadedExpert, loadExpertFile} from './expert-file.ts'
import {yamlFilesIn} from './experts.ts'
import {at, type Finding, remark} from './findings.ts'
import {readPersonaFile} from './read.ts'
import {type Resolution, resolveName} from './resolve.ts'

export type Members = {
  /** In the order of the places, then by id; an id once a language, the first place's. */
  readonly members: readonly LoadedExpert[]
  /** Files of which no member came, each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** `configs/council/` of the working folder, `council/` of the program's own folder, those of the package: in order of precedence. */
export const memberPlacesOf = (roots: {
  readonly cwd: string
  readonly home: string
  readonly bundled: string
}): readonly Place[] => [
  {kind: 'project', dir: join(roots.cwd, 'configs', 'council')},
  {kind: 'own', dir: join(roots.home, 'council')},
  {kind: 'built-in', dir: roots.bundled},
  {kind: 'built-in', dir: join(roots.bundled, 'en')},
]

/** The members of the engineering council within reach of this person, in this folder. */
export const membersFor = (roots: {readonly cwd: string; readonly home: {readonly folder: string}}): Members =>
  discoverMembers(memberPlacesOf({cwd: roots.cwd, home: roots.home.folder, bundled: join(packageRoot(), 'personas', 'council')}))

/** A member is an expert's YAML with `role: member` in a folder of members, with one file a language under one id. Never throws. */
export function discoverMembers(places: readonly Place[]): Members {
  const members = new Map<string, LoadedExpert>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  for (const {kind, dir} of places) {
    for (const path of yamlFilesIn(dir, problems)) {
      const loaded = loadOnce(path, kind)
      if (loaded.kind === 'problem') {
        problems.push(...loaded.problems)
        continue
      }
      if (loaded.kind === 'template' || loaded.expert.expert.role !== 'member') {
        const name = loaded.kind === 'expert' ? loaded.expert.id : loaded.template.id
        problems.push(at(path, remark('member-name', 1, {name})))
        continue
      }
      notes.push(...loaded.notes)
      const {expert} = loaded
      const slot = `${expert.id} ${expert.lang}`
      const before = members.get(slot)
      if (before === undefined) members.set(slot, expert)
      else {
        const slots = {id: expert.id, other: before.origin.path}
        if (before.origin.kind === kind) problems.push(at(path, remark('same-id', 1, slots)))
        else {
          // Whoever asks for 高德纳 means this person, also where the file that comes first does not know that name.
          members.set(slot, {...before, names: [...before.names, ...expert.names]})
          notes.push(at(path, remark('shadowed', 1, {...slots, kind: before.origin.kind})))
        }
      }
    }
  }
  return {members: [...members.values()], problems, notes}
}

/** Some seventy files are read for every plan, and a wizard plans at every key: what has not changed is not parsed again. */
const read = new Map<string, {readonly stamp: string; readonly loaded: ExpertFile}>()

function loadOnce(path: string, kind: Place['kind']): ExpertFile {
  const stamp = stampOf(path, kind)
  const before = read.get(path)
  if (before !== undefined && before.stamp === stamp) return before.loaded
  const file = readPersonaFile(path)
  const loaded: ExpertFile =
    file.kind === 'problem' ? {kind: 'problem', problems: [at(path, file.problem)]} : loadExpertFile(file.bytes, {kind, path})
  if (stamp !== '') read.set(path, {stamp, loaded})
  return loaded
}

/** Empty where there is nothing to tell a change by. */
function stampOf(path: string, kind: string): string {
  try {
    const {mtimeMs, ctimeMs, size, ino} = lstatSync(path)
    return [kind, mtimeMs, ctimeMs, size, ino].join(' ')
  } catch {
    return ''
  }
}

/** The file of a member in the language of the meeting, else in any. */
export const memberFor = ({members}: Pick<Members, 'members'>, id: string, lang: Lang): LoadedExpert | undefined =>
  members.find(member => member.id === id && member.lang === lang) ?? members.find(member => member.id === id)

/** Each member once, in one language: those of the table in its order, then a person's own. */
export function membersIn(found: Pick<Members, 'members'>, lang: Lang): readonly LoadedExpert[] {
  const ids = [...new Set([...COUNCIL_MEMBERS, ...found.members.map(({id}) => id)])]
  return ids.flatMap(id => memberFor(found, id, lang) ?? [])
}

/** Whom a name means, in the language of the meeting. */
export function resolveMember(name: string, found: Pick<Members, 'members'>, lang: Lang): Resolution {
  const resolved = resolveName(name.trim().replace(/^@/, ''), found.members, lang)
  switch (resolved.kind) {
    case 'found':
      return {...resolved, persona: memberFor(found, resolved.persona.id, lang) ?? resolved.persona}
    case 'unknown': {
      const nearest = [...new Set(resolved.nearest.map(({id}) => id))].flatMap(id => memberFor(found, id, lang) ?? [])
      return {...resolved, nearest, available: membersIn(found, lang)}
    }
    case 'ambiguous':
      return resolved
    default:
      return resolved satisfies never
  }
}
