import {basename} from 'node:path'
import type {Lang} from '../core/events.ts'
import type {Guest} from '../core/request.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import type {BoardTemplate, Experts, LoadedExpert} from '../runtime/personas/experts.ts'
import {foldName} from '../runtime/personas/fold.ts'
import {type Resolution, resolveName} from '../runtime/personas/resolve.ts'
import type {Host} from './host.ts'
import {findingLine} from './persona-words.ts'
import {type PlannedSeat, type Voice, voiceOf} from './plan-voices.ts'

export type Seating = {
  readonly seats: readonly PlannedSeat[]
  /** Names that nobody has. */
  readonly unknown: readonly string[]
  /** Who moderates if the template says so. */
  readonly templateModerator?: string
  /** What is wrong, and what there is to choose from. */
  readonly usage: readonly string[]
  readonly notices: readonly string[]
  /** Who there is, as lines for a person who named nobody. */
  readonly available: () => readonly string[]
  /** One of those seated, by any name. */
  readonly find: (name: string) => PlannedSeat | undefined
}

type World = {readonly experts: Experts; readonly lang: Lang; readonly voice: Voice; readonly host: Host}

/** Experts and templates as a person names them, in their order; a template stands for its experts. */
export function seatExperts(guests: readonly Guest[], {experts, lang, voice, host}: World): Seating {
  const words = entryWords(host.uiLang)
  const seats: PlannedSeat[] = []
  const [usage, notices]: [string[], string[]] = [[], []]
  let templateModerator: string | undefined
  const unknown: string[] = []
  const nameAll = (list: readonly LoadedExpert[]) =>
    list.map(({displayName, id}) => tellEntry(words, 'expertRow', {name: displayName, id})).join(words.separator)
  const available = () => [
    tellEntry(words, 'availableExperts', {names: nameAll(experts.experts)}),
    tellEntry(words, 'availableBoards', {names: experts.templates.map(({id}) => id).join(words.separator)}),
  ]

  const seat = (name: string, standard: Voice) => {
    const found = resolveExpert(name, experts.experts, lang)
    switch (found.kind) {
      case 'found':
        if (seats.some(({persona}) => persona.person === found.persona.person))
          notices.push(tellEntry(words, 'expertTwice', {name: found.persona.displayName}))
        else seats.push({persona: found.persona, ...standard})
        return
      case 'ambiguous':
        usage.push(tellEntry(words, 'ambiguousExpert', {name, names: nameAll(found.candidates as readonly LoadedExpert[])}))
        return
      case 'unknown': {
        unknown.push(name)
        usage.push(tellEntry(words, 'unknownExpert', {name}))
        const broken = experts.problems.filter(({path}) => foldName(basename(path).replace(/\.ya?ml$/i, '')) === foldName(name))
        usage.push(...broken.map(problem => findingLine(problem, host)))
        const near = found.nearest as readonly LoadedExpert[]
        if (near.length > 0) usage.push(tellEntry(words, 'nearestExperts', {names: nameAll(near)}))
        return
      }
      default:
        found satisfies never
    }
  }

  for (const guest of guests) {
    const named = guest.provider && [guest.provider, guest.model].filter(part => part !== undefined).join('/')
    const standard = named ? voiceOf(named, host, usage) : voice
    const template = templateNamed(guest.name, experts.templates)
    if (template === undefined) {
      seat(guest.name, standard)
      continue
    }
    const before = seats.length
    for (const name of template.experts) seat(name, standard)
    templateModerator ??= template.moderator
    const names = seats.slice(before).map(({persona}) => persona.displayName)
    notices.push(tellEntry(words, 'boardUsed', {name: template.displayName, names: names.join(words.separator)}))
  }
  if (unknown.length > 0) usage.push(...available())
  return {
    seats,
    unknown,
    ...(templateModerator === undefined ? {} : {templateModerator}),
    usage,
    notices,
    available,
    find: name => {
      const personas = seats.map(({persona}) => persona)
      const found = resolveName(name, personas, lang)
      return found.kind === 'found' ? seats.find(({persona}) => persona.id === found.persona.id) : undefined
    },
  }
}

/** An id names one file, and with it a person: where that person has a file in the meeting's language, that one speaks. */
export function resolveExpert(name: string, experts: readonly LoadedExpert[], lang: Lang): Resolution {
  const found = resolveName(name, experts, lang)
  if (found.kind !== 'found' || found.persona.lang === lang || /-(?:zh|en)$/i.test(name.trim())) return found
  const other = experts.find(({person, lang: its}) => person === found.persona.person && its === lang)
  return other === undefined ? found : {...found, persona: other}
}

const templateNamed = (name: string, templates: readonly BoardTemplate[]): BoardTemplate | undefined =>
  templates.find(({id}) => id === name.trim()) ??
  templates.find(({id, displayName}) => [id, displayName].some(its => foldName(its) === foldName(name)))
