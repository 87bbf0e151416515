import {fill} from '../core/template.ts'
import {type CommandWords, commandWords} from '../i18n/commands.ts'
import {tell} from '../i18n/index.ts'
import {personaWords} from '../i18n/personas.ts'
import type {Finding} from '../runtime/personas/findings.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import type {Host} from './host.ts'
import {short, shownPath} from './shown.ts'

/** What a finding says, without its place. */
export function findingText({code, slots}: Finding, host: Host): string {
  const words: CommandWords = commandWords[host.uiLang]
  const named = Object.entries(slots).map(([slot, value]) => {
    const known = slot === 'section' ? `section.${value}` : slot === 'kind' ? `where.${value}` : ''
    if (known in words) return [slot, words[known as 'section.identity']]
    if (known in host.words) return [slot, host.words[known as 'where.own']]
    return [slot, typeof value === 'string' ? short(value, 200) : value]
  })
  return fill(personaWords[host.uiLang].findings[code], Object.fromEntries(named))
}

/** As compilers and editors write it: `marx.md:12: ...`. */
export const findingLine = (finding: Finding, host: Host): string =>
  `${shownPath(finding.path, host)}:${finding.line}: ${findingText(finding, host)}`

/** For `--json`: the same, with the sentence beside the code. */
export const findingJson = (finding: Finding, host: Host) => ({...finding, text: findingText(finding, host)})

/** `马克思（marx-perspective，内置）` */
export const personaFrom = (persona: LoadedPersona, host: Host): string =>
  tell(host.words, 'personaFrom', {
    name: short(persona.displayName),
    id: short(persona.id),
    where: host.words[`where.${persona.origin.kind}`],
  })

/** Names that the author gave, then those read off heading and id, without the display name; the mined ones may be concepts. */
export function aliasesOf({names, displayName}: LoadedPersona): readonly string[] {
  const ranked = [...names.filter(name => name.rank === 'stated'), ...names.filter(name => name.rank === 'derived')]
  return [...new Set(ranked.map(name => short(name.text)))].filter(name => name !== short(displayName))
}

export const rehearsalWord = (persona: LoadedPersona, words: CommandWords): string =>
  persona.rehearsal ? words.canRehearse : words.cannotRehearse

/** What `--json` says of a persona: everything but its body. */
export const personaJson = (persona: LoadedPersona) => ({
  id: persona.id,
  name: persona.displayName,
  title: persona.title,
  description: persona.description,
  lang: persona.lang,
  rehearsal: persona.rehearsal,
  aliases: persona.names.filter(name => name.rank !== 'id').map(({text, rank}) => ({text, rank})),
  ...(persona.avatar ? {avatar: persona.avatar} : {}),
  ...(persona.color ? {color: persona.color} : {}),
  where: persona.origin.kind,
  path: persona.origin.path,
  bytes: persona.bytes,
})
