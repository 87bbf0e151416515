import {fill} from '../core/template.ts'
import {charCount} from '../core/text.ts'
import {commandWords} from '../i18n/commands.ts'
import {tell} from '../i18n/index.ts'
import {personaWords} from '../i18n/personas.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import type {LoadedPersona} from '../runtime/personas/load.ts'
import {bulletOf, sectionKind, sectionsOf, visibleLines} from '../runtime/personas/markdown.ts'
import {type OrderCode, ordersOf} from '../runtime/personas/orders.ts'
import {type Resolution, resolveName} from '../runtime/personas/resolve.ts'
import {findMember} from './council-members.ts'
import {findExpert, showExpert} from './expert-words.ts'
import {exit, type Host} from './host.ts'
import {aliasesOf, personaFrom, personaJson, rehearsalWord} from './persona-words.ts'
import {findRole} from './role-words.ts'
import {short, shownPath} from './shown.ts'

const mostDescription = 400
const mostSource = 200

/** What a file says and holds, before it takes a seat. `asked`: an id, or any name it answers to. */
export function showPersona(asked: string, flags: {readonly json?: boolean}, host: Host): number {
  const words = commandWords[host.uiLang]
  if (asked.trim() === '') {
    host.warn(words.showNeedsName)
    return exit.usage
  }
  const found = resolveName(asked, discoverFor(host).personas, host.uiLang)
  if (found.kind === 'unknown') {
    const expert = findExpert(asked, host) ?? findRole(asked, host) ?? findMember(asked, host)
    if (expert) return showExpert(expert, flags, host)
  }
  if (found.kind !== 'found') {
    for (const line of notFound(found, host)) host.warn(line)
    return exit.usage
  }
  const {persona, passedOver} = found
  const parts = partsOf(persona)
  if (flags.json) {
    host.emit({
      ...personaJson(persona),
      notice: words.personaNotice,
      sections: parts.sections,
      sources: parts.sources,
      orders: parts.orders,
      passedOver: passedOver.map(personaJson),
    })
    return exit.closed
  }
  for (const line of [...facts(persona, host), ...sectionLines(parts, host)]) host.print(line)
  if (passedOver.length > 0) {
    host.print(fill(words.passedOver, {names: passedOver.map(other => personaFrom(other, host)).join(host.words.listSeparator)}))
  }
  return exit.closed
}

function notFound(found: Exclude<Resolution, {kind: 'found'}>, host: Host): readonly string[] {
  const named = (list: readonly LoadedPersona[]) => list.map(other => personaFrom(other, host)).join(host.words.listSeparator)
  const name = short(found.asked)
  if (found.kind === 'ambiguous') return [tell(host.words, 'ambiguousPersona', {name, names: named(found.candidates)})]
  return [
    tell(host.words, 'unknownPersona', {name}),
    ...(found.nearest.length > 0 ? [tell(host.words, 'nearestPersonas', {names: named(found.nearest)})] : []),
    tell(host.words, 'availablePersonas', {names: named(found.available)}),
  ]
}

type Parts = {
  /** `line` in the file; `chars` as a person counts them. */
  readonly sections: readonly {readonly heading: string; readonly kind?: string; readonly line: number; readonly chars: number}[]
  readonly sources: readonly string[]
  /** Each order once, with every line that gives it. */
  readonly orders: readonly {readonly code: OrderCode; readonly lines: readonly number[]}[]
}

function partsOf({body, bodyLine}: LoadedPersona): Parts {
  const sections = sectionsOf(visibleLines(body, bodyLine), 2).map(section => ({
    ...section,
    kind: sectionKind(section.heading.text),
  }))
  const orders = new Map<OrderCode, number[]>()
  for (const {code, line} of ordersOf(body, bodyLine)) orders.set(code, [...(orders.get(code) ?? []), line])
  return {
    sections: sections.map(({heading, kind, lines}) => ({
      heading: heading.text,
      ...(kind ? {kind} : {}),
      line: heading.line,
      chars: charCount(lines.map(line => line.text).join('\n')),
    })),
    sources: sections
      .filter(({kind}) => kind === 'sources')
      .flatMap(({lines}) => lines.flatMap(({text}) => bulletOf(text) ?? [])),
    orders: [...orders].map(([code, lines]) => ({code, lines})),
  }
}

function facts(persona: LoadedPersona, host: Host): readonly string[] {
  const words = commandWords[host.uiLang]
  const look = [persona.avatar, persona.color].filter(mark => mark !== undefined).join(' ')
  const aliases = aliasesOf(persona)
  return [
    personaFrom(persona, host),
    words.personaNotice,
    '',
    fill(words.showFile, {path: shownPath(persona.origin.path, host), bytes: persona.bytes}),
    fill(words.showWhere, {
      where: host.words[`where.${persona.origin.kind}`],
      lang: host.words[`lang.${persona.lang}`],
      rehearsal: rehearsalWord(persona, words),
    }),
    ...(persona.title ? [fill(words.showTitle, {title: short(persona.title)})] : []),
    ...(persona.description ? [fill(words.showDescription, {text: short(persona.description, mostDescription)})] : []),
    ...(aliases.length > 0 ? [fill(words.showAliases, {names: aliases.join(host.words.listSeparator)})] : []),
    ...(look ? [fill(words.showLook, {look: short(look)})] : []),
  ]
}

function sectionLines({sections, sources, orders}: Parts, host: Host): readonly string[] {
  const words = commandWords[host.uiLang]
  const {orders: orderWords, lines} = personaWords[host.uiLang]
  return [
    '',
    sections.length > 0 ? words.showSections : words.noSections,
    ...sections.map(({heading, line, chars}) => fill(words.showSection, {heading: short(heading), line, count: chars})),
    '',
    sources.length > 0 ? words.showSources : words.noSources,
    ...sources.map(source => `  ${short(source, mostSource)}`),
    ...(orders.length > 0 ? ['', words.showOrders] : []),
    ...orders.map(order => {
      const at = order.lines.join(host.words.listSeparator)
      return `  ${fill(lines.orderOverridden, {order: orderWords[order.code], line: at})}`
    }),
  ]
}
