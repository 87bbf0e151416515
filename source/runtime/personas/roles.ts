import {join} from 'node:path'
import type {Lang} from '../../core/events.ts'
import {bodyForModel} from '../../core/expert.ts'
import {isRoleKey, judgeKey} from '../../core/review-request.ts'
import {packageRoot} from '../package-files.ts'
import type {Place} from './discover.ts'
import {type LoadedExpert, loadExpertFile} from './expert-file.ts'
import {yamlFilesIn} from './experts.ts'
import {at, type Finding, remark} from './findings.ts'
import {readPersonaFile} from './read.ts'

export type Roles = {
  /** In the order of the places, then by key; a key once a language, the first place's. */
  readonly roles: readonly LoadedExpert[]
  /** Files of which no role came, each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** `configs/roles/` of the working folder, `roles/` of the program's own folder, those of the package: in order of precedence. */
export const rolePlacesOf = (roots: {
  readonly cwd: string
  readonly home: string
  readonly bundled: string
}): readonly Place[] => [
  {kind: 'project', dir: join(roots.cwd, 'configs', 'roles')},
  {kind: 'own', dir: join(roots.home, 'roles')},
  {kind: 'built-in', dir: roots.bundled},
  {kind: 'built-in', dir: join(roots.bundled, 'en')},
]

/** The cards of all roles of a review within reach of this person, in this folder. */
export const rolesFor = (roots: {readonly cwd: string; readonly home: {readonly folder: string}}): Roles =>
  discoverRoles(rolePlacesOf({cwd: roots.cwd, home: roots.home.folder, bundled: join(packageRoot(), 'personas', 'roles')}))

/** A role is an expert's YAML in a folder of roles; its key is what stands before the colon of `role:provider`. Never throws. */
export function discoverRoles(places: readonly Place[]): Roles {
  const roles = new Map<string, LoadedExpert>()
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
      const role = loaded.kind === 'expert' ? asRole(loaded.expert) : undefined
      if (role === undefined || !isRoleKey(role.id) || role.id === judgeKey) {
        const name = loaded.kind === 'expert' ? loaded.expert.id : loaded.template.id
        problems.push(at(path, remark('role-name', 1, {name})))
        continue
      }
      notes.push(...loaded.notes)
      const slot = `${role.id} ${role.lang}`
      const before = roles.get(slot)
      if (before === undefined) roles.set(slot, role)
      else {
        const slots = {id: role.id, other: before.origin.path}
        if (before.origin.kind === kind) problems.push(at(path, remark('same-id', 1, slots)))
        else notes.push(at(path, remark('shadowed', 1, {...slots, kind: before.origin.kind})))
      }
    }
  }
  return {roles: [...roles.values()], problems, notes}
}

/** The card of a role in the language of the meeting, else in any. */
export const roleFor = ({roles}: Roles, key: string, lang: Lang): LoadedExpert | undefined =>
  roles.find(role => role.id === key && role.lang === lang) ?? roles.find(role => role.id === key)

/** Each role once, in one language. */
export const rolesIn = (found: Roles, lang: Lang): readonly LoadedExpert[] =>
  [...new Set(found.roles.map(({id}) => id))].flatMap(key => roleFor(found, key, lang) ?? [])

/** What a rehearsal would recite is no part of a role. */
const asRole = (one: LoadedExpert): LoadedExpert => ({
  ...one,
  body: `${bodyForModel(one.body).trimEnd()}\n`,
  expert: {...one.expert, role: 'reviewer'},
})
