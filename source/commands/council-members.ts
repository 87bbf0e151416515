import {fill} from '../core/template.ts'
import {expertWords} from '../i18n/experts.ts'
import type {LoadedExpert} from '../runtime/personas/experts.ts'
import {type Members, membersFor, membersIn, resolveMember} from '../runtime/personas/members.ts'
import type {Host} from './host.ts'
import {personaJson} from './persona-words.ts'
import {short} from './shown.ts'

/** The members of the engineering council, below the experts; each once, in the language of the screen. */
export function memberLines(found: Members, host: Host): readonly string[] {
  const words = expertWords[host.uiLang]
  const rows = membersIn(found, host.uiLang).map(({displayName, id, title, origin}) =>
    fill(words.role, {name: short(displayName), id: short(id), title: short(title), where: host.words[`where.${origin.kind}`]}),
  )
  return rows.length > 0 ? ['', words.members, ...rows.map(row => `  ${row}`)] : []
}

/** For `--json`. */
export const membersJson = (found: Members, host: Host) => membersIn(found, host.uiLang).map(personaJson)

export function findMember(asked: string, host: Host): LoadedExpert | undefined {
  const found = membersFor(host)
  const resolved = resolveMember(asked, found, host.uiLang)
  return resolved.kind === 'found' ? found.members.find(member => member === resolved.persona) : undefined
}
