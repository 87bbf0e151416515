import {join} from 'node:path'
import type {Lang} from '../../core/events.ts'
import {bodyForModel} from '../../core/expert.ts'
import {isRoleKey, judgeKey} from '../../core/review-request.ts'
import {packageRoot} from '../package-files.ts'
import {cardPlaces, cardsIn, tellShadowed} from './cards.ts'
import type {Place} from './discover.ts'
import type {LoadedExpert} from './expert-file.ts'
import {at, type Finding, remark} from './findings.ts'

export type Roles = {
  /** In the order of the places, then by key; a key once a language, the first place's. */
  readonly roles: readonly LoadedExpert[]
  /** Files of which no role came, each with line and reason. */
  readonly problems: readonly Finding[]
  readonly notes: readonly Finding[]
}

/** The cards of all roles of a review within reach of this person, in this folder. */
export const rolesFor = ({cwd, home}: {readonly cwd: string; readonly home: {readonly folder: string}}): Roles =>
  discoverRoles(cardPlaces('roles', {cwd, home: home.folder, bundled: join(packageRoot(), 'personas', 'roles')}))

/** A role is an expert's YAML in a folder of roles; its key is what stands before the colon of `role:provider`. Never throws. */
export function discoverRoles(places: readonly Place[]): Roles {
  const roles = new Map<string, LoadedExpert>()
  const problems: Finding[] = []
  const notes: Finding[] = []
  for (const card of cardsIn(places, problems)) {
    const role = card.kind === 'expert' ? asRole(card.expert) : undefined
    if (role === undefined || !isRoleKey(role.id) || role.id === judgeKey) {
      const name = card.kind === 'expert' ? card.expert.id : card.template.id
      problems.push(at(card.origin.path, remark('role-name', 1, {name})))
      continue
    }
    notes.push(...card.notes)
    const slot = `${role.id} ${role.lang}`
    const before = roles.get(slot)
    if (before === undefined) roles.set(slot, role)
    else tellShadowed(card, before, {problems, notes})
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
