import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import type {Lang} from '../../core/events.ts'
import {packageRoot} from '../package-files.ts'
import type {Place} from './discover.ts'
import {type BoardTemplate, type LoadedExpert, loadExpertFile} from './expert-file.ts'
import {at, type Finding, remark} from './findings.ts'
import {errnoOf, readPersonaFile} from './read.ts'
import {resolveName} from './resolve.ts'

export type {BoardTemplate, LoadedExpert} from './expert-file.ts'

export type Experts = {
  /** In the order of the places, then by id; each id once. Facilitators stand apart. */
  readonly experts: readonly LoadedExpert[]
  /** Those who moderate and are nobody in particular, `facilitator` and `facilitator-en` among them. */
  readonly facilitators: readonly LoadedExpert[]
  /** Each id once, the first place's. */
  readonly templates: readonly BoardTemplate[]
  /** Files of which nobody came, and templates that name nobody we know; each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** `configs/experts/` of the working folder, `experts/` of the program's own folder, those of the package: in order of precedence. */
export const expertPlacesOf = (roots: {
  readonly cwd: string
  readonly home: string
  readonly bundled: string
}): readonly Place[] => [
  {kind: 'project', dir: join(roots.cwd, 'configs', 'experts')},
  {kind: 'own', dir: join(roots.home, 'experts')},
  {kind: 'built-in', dir: roots.bundled},
  {kind: 'built-in', dir: join(roots.bundled, 'en')},
]

/** All experts and boards within reach of this person, in this folder. */
export const expertsFor = (roots: {readonly cwd: string; readonly home: {readonly folder: string}}): Experts =>
  discoverExperts(expertPlacesOf({cwd: roots.cwd, home: roots.home.folder, bundled: join(packageRoot(), 'personas', 'board')}))

/** Never throws; a place that does not exist is empty, one that cannot be read is a problem. */
export function discoverExperts(places: readonly Place[]): Experts {
  const experts = new Map<string, LoadedExpert>()
  const templates = new Map<string, BoardTemplate>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  for (const {kind, dir} of places) {
    for (const path of yamlFilesIn(dir, problems)) {
      const read = readPersonaFile(path)
      if (read.kind === 'problem') {
        problems.push(at(path, read.problem))
        continue
      }
      const loaded = loadExpertFile(read.bytes, {kind, path})
      if (loaded.kind === 'problem') {
        problems.push(...loaded.problems)
        continue
      }
      if (loaded.kind === 'expert' && loaded.expert.expert.role === 'reviewer') {
        problems.push(at(path, remark('role-place', 1, {name: loaded.expert.id})))
        continue
      }
      if (loaded.kind === 'expert' && loaded.expert.expert.role === 'member') {
        problems.push(at(path, remark('member-place', 1, {name: loaded.expert.id})))
        continue
      }
      notes.push(...loaded.notes)
      const before = loaded.kind === 'expert' ? experts.get(loaded.expert.id) : templates.get(loaded.template.id)
      if (before !== undefined) {
        const slots = {id: before.id, other: before.origin.path}
        if (before.origin.kind === kind) problems.push(at(path, remark('same-id', 1, slots)))
        else notes.push(at(path, remark('shadowed', 1, {...slots, kind: before.origin.kind})))
      }
      if (loaded.kind === 'template') {
        if (before === undefined) templates.set(loaded.template.id, loaded.template)
      } else if (before === undefined) experts.set(loaded.expert.id, loaded.expert)
      else experts.set(before.id, answeringTo(experts.get(before.id) ?? loaded.expert, loaded.expert))
    }
  }
  for (const id of templates.keys()) {
    const expert = experts.get(id)
    if (expert === undefined) continue
    problems.push(at(expert.origin.path, remark('expert-reserved', 1, {name: id})))
    experts.delete(id)
  }
  const all = [...experts.values()]
  problems.push(...[...templates.values()].flatMap(template => strangersOn(template, all)))
  return {
    experts: all.filter(({expert}) => expert.role === 'expert'),
    facilitators: all.filter(({expert}) => expert.role === 'facilitator'),
    templates: [...templates.values()],
    problems,
    notes,
  }
}

/** The neutral moderator who speaks this language. */
export const facilitatorFor = ({facilitators}: Experts, lang: Lang): LoadedExpert | undefined =>
  facilitators.find(one => one.lang === lang) ?? facilitators[0]

/** Whoever asks for 马斯克 means this person, also where the file that comes first does not know that name. */
const answeringTo = (first: LoadedExpert, other: LoadedExpert): LoadedExpert => ({
  ...first,
  names: [...first.names, ...other.names],
})

function strangersOn(template: BoardTemplate, experts: readonly LoadedExpert[]): readonly Finding[] {
  const named = template.experts.map((name, index) => ({name, line: template.lines[index] ?? 1}))
  const moderator = template.moderator === undefined ? [] : [{name: template.moderator, line: 1}]
  return [...named, ...moderator]
    .filter(({name}) => resolveName(name, experts).kind === 'unknown')
    .map(({name, line}) => at(template.origin.path, remark('template-unknown', line, {name})))
}

/** Sorted, so that two files of one name are met in the same order everywhere. Hidden files and other kinds are left alone. */
export function yamlFilesIn(dir: string, problems: Finding[]): readonly string[] {
  try {
    return readdirSync(dir)
      .filter(name => /^[^.].*\.ya?ml$/i.test(name))
      .sort()
      .map(name => join(dir, name))
  } catch (error) {
    const errno = errnoOf(error)
    if (errno !== 'ENOENT' && errno !== 'ENOTDIR') problems.push(at(dir, remark('place-unreadable', 1, {errno})))
    return []
  }
}
