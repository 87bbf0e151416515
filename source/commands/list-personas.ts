import {fill} from '../core/template.ts'
import {type CommandWords, commandWords} from '../i18n/commands.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import {expertsFor} from '../runtime/personas/experts.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import {membersFor} from '../runtime/personas/members.ts'
import {rolesFor} from '../runtime/personas/roles.ts'
import {memberLines, membersJson} from './council-members.ts'
import {expertLines, expertsJson} from './expert-words.ts'
import {exit, type Host} from './host.ts'
import {aliasesOf, findingJson, findingLine, personaJson, rehearsalWord} from './persona-words.ts'
import {roleLines, rolesJson} from './role-words.ts'
import {short} from './shown.ts'

/** Aliases on a line; all of them stand in `personas show`. */
const mostAliases = 4

/** Everyone who can take a seat, the files that nobody came of, and with `verbose` what was noticed while reading. */
export function listPersonas(flags: {readonly json?: boolean; readonly verbose?: boolean}, host: Host): number {
  const words = commandWords[host.uiLang]
  const {personas, ...found} = discoverFor(host)
  const experts = expertsFor(host)
  const roles = rolesFor(host)
  const members = membersFor(host)
  const problems = [...found.problems, ...experts.problems, ...roles.problems, ...members.problems]
  const notes = [...found.notes, ...experts.notes, ...roles.notes, ...members.notes]
  if (flags.json) {
    host.emit({
      personas: personas.map(personaJson),
      ...expertsJson(experts),
      roles: rolesJson(roles, host),
      members: membersJson(members, host),
      problems: problems.map(finding => findingJson(finding, host)),
      notes: notes.map(finding => findingJson(finding, host)),
    })
    return exit.closed
  }
  if (personas.length === 0) host.print(words.noPersonas)
  for (const persona of personas) for (const line of linesOf(persona, words, host)) host.print(line)
  for (const line of [...expertLines(experts, host), ...roleLines(roles, host), ...memberLines(members, host)]) host.print(line)
  if (problems.length > 0) {
    host.print(`\n${words.problemsHead}`)
    for (const problem of problems) host.print(`  ${findingLine(problem, host)}`)
  }
  if (notes.length > 0 && !flags.verbose) host.print(`\n${fill(words.notesHidden, {count: notes.length})}`)
  if (notes.length > 0 && flags.verbose) {
    host.print(`\n${words.notesHead}`)
    for (const found of notes) host.print(`  ${findingLine(found, host)}`)
  }
  return exit.closed
}

function linesOf(persona: LoadedPersona, words: CommandWords, host: Host): readonly string[] {
  const head = fill(words.listHead, {
    name: short(persona.displayName),
    id: short(persona.id),
    where: host.words[`where.${persona.origin.kind}`],
    lang: host.words[`lang.${persona.lang}`],
    rehearsal: rehearsalWord(persona, words),
  })
  const aliases = aliasesOf(persona)
  if (aliases.length === 0) return [head]
  const names = aliases.slice(0, mostAliases).join(host.words.listSeparator)
  return [head, `    ${fill(words.listAliases, {names: aliases.length > mostAliases ? `${names} …` : names})}`]
}
