import {bodyForModel} from '../core/expert.ts'
import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {expertHeadings, expertWords, roleHeading} from '../i18n/experts.ts'
import {type BoardTemplate, type Experts, expertsFor, type LoadedExpert} from '../runtime/personas/experts.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import {exit, type Host} from './host.ts'
import {aliasesOf, personaFrom, personaJson, rehearsalWord} from './persona-words.ts'
import {short, shownPath} from './shown.ts'

/** Characters of a part of an expert that are shown. */
const mostPart = 600

/** The group of experts, facilitators and boards, below the personas. */
export function expertLines({experts, facilitators, templates}: Experts, host: Host): readonly string[] {
  const words = expertWords[host.uiLang]
  const group = <T>(head: string, list: readonly T[], row: (one: T) => string) =>
    list.length > 0 ? ['', head, ...list.map(one => `  ${row(one)}`)] : []
  const person = (one: LoadedExpert) =>
    fill(words.row, {
      name: short(one.displayName),
      id: short(one.id),
      title: short(one.title),
      where: host.words[`where.${one.origin.kind}`],
      rehearsal: rehearsalWord(one, commandWords[host.uiLang]),
    })
  const board = ({id, origin, experts: names}: BoardTemplate) =>
    fill(words.board, {
      id: short(id),
      where: host.words[`where.${origin.kind}`],
      names: names.map(name => short(name)).join(host.words.listSeparator),
    })
  return [
    ...group(words.group, experts, person),
    ...group(words.facilitators, facilitators, person),
    ...group(words.boards, templates, board),
  ]
}

/** For `--json`. */
export const expertsJson = ({experts, facilitators, templates}: Experts) => ({
  experts: experts.map(expertJson),
  facilitators: facilitators.map(expertJson),
  boards: templates.map(({id, displayName, experts: names, moderator, origin}) => ({
    id,
    name: displayName,
    experts: names,
    ...(moderator === undefined ? {} : {moderator}),
    where: origin.kind,
    path: origin.path,
  })),
})

const expertJson = (one: LoadedExpert) => ({...personaJson(one), bound_skills: one.expert.bound_skills})

export function findExpert(asked: string, host: Host): LoadedExpert | undefined {
  const {experts, facilitators} = expertsFor(host)
  const all = [...experts, ...facilitators]
  const found = resolveName(asked, all, host.uiLang)
  return found.kind === 'found' ? all.find(({id}) => id === found.persona.id) : undefined
}

/** What an expert's file says of its person, part by part. */
export function showExpert(one: LoadedExpert, flags: {readonly json?: boolean}, host: Host): number {
  const words = commandWords[host.uiLang]
  const {expert} = one
  if (flags.json) {
    const {rehearsal: _, council: __, ...fields} = expert
    host.emit({...fields, ...personaJson(one), notice: words.personaNotice, body: bodyForModel(one.body)})
    return exit.closed
  }
  const own = expertWords[host.uiLang]
  const headings = expertHeadings[host.uiLang]
  const separator = host.words.listSeparator
  const look = [one.avatar, one.color].filter(mark => mark !== undefined).join(' ')
  const sourced = (rule: {readonly says: string; readonly source: string} | undefined) =>
    rule ? [rule.source ? fill(own.source, rule) : rule.says] : []
  const part = (heading: string, lines: readonly string[]) =>
    lines.some(line => line !== '') ? ['', heading, ...lines.map(line => `  ${short(line, mostPart)}`)] : []
  const lines = [
    personaFrom(one, host),
    ...(expert.role === 'expert' || expert.role === 'member' ? [words.personaNotice] : []),
    '',
    fill(words.showFile, {path: shownPath(one.origin.path, host), bytes: one.bytes}),
    fill(words.showWhere, {
      where: host.words[`where.${one.origin.kind}`],
      lang: host.words[`lang.${one.lang}`],
      rehearsal: rehearsalWord(one, words),
    }),
    fill(words.showTitle, {title: short(one.title)}),
    ...(aliasesOf(one).length > 0 ? [fill(words.showAliases, {names: aliasesOf(one).join(separator)})] : []),
    ...(look ? [fill(words.showLook, {look: short(look)})] : []),
    ...(expert.bound_skills.length > 0
      ? [fill(own.skills, {names: expert.bound_skills.map(name => short(name)).join(separator)})]
      : []),
    ...part(expert.role === 'reviewer' ? roleHeading[host.uiLang] : headings.persona, expert.persona.split('\n')),
    ...part(headings.thinking, expert.thinking_style.split('\n')),
    ...part(headings.framework, expert.decision_framework.split('\n')),
    ...part(headings.rules, expert.rules.flatMap(sourced)),
    ...part(headings.rejection, sourced(expert.rejection)),
    ...part(headings.speaking, [...expert.speaking_style.split('\n'), ...sourced(expert.style_constraint)]),
    ...part(headings.limits, expert.limits.split('\n')),
    ...part(headings.sources, expert.sources),
  ]
  for (const line of lines) host.print(line)
  return exit.closed
}
