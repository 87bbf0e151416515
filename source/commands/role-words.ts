import {fill} from '../core/template.ts'
import {expertWords} from '../i18n/experts.ts'
import type {LoadedExpert} from '../runtime/personas/experts.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import {type Roles, rolesFor, rolesIn} from '../runtime/personas/roles.ts'
import type {Host} from './host.ts'
import {personaJson} from './persona-words.ts'
import {short} from './shown.ts'

/** The roles of a review, below the experts; each once, in the language of the screen. */
export function roleLines(found: Roles, host: Host): readonly string[] {
  const words = expertWords[host.uiLang]
  const rows = rolesIn(found, host.uiLang).map(({displayName, id, title, origin}) =>
    fill(words.role, {name: short(displayName), id: short(id), title: short(title), where: host.words[`where.${origin.kind}`]}),
  )
  return rows.length > 0 ? ['', words.roles, ...rows.map(row => `  ${row}`)] : []
}

/** For `--json`. */
export const rolesJson = (found: Roles, host: Host) => rolesIn(found, host.uiLang).map(personaJson)

export function findRole(asked: string, host: Host): LoadedExpert | undefined {
  const all = rolesIn(rolesFor(host), host.uiLang)
  const found = resolveName(asked, all, host.uiLang)
  return found.kind === 'found' ? all.find(({id}) => id === found.persona.id) : undefined
}
