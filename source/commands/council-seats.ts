import {basename} from 'node:path'
import type {Lang} from '../core/events.ts'
import type {Guest} from '../core/request.ts'
import {type CouncilWord, tellCouncil} from '../i18n/council-entry.ts'
import {tell} from '../i18n/index.ts'
import type {LoadedExpert} from '../runtime/personas/experts.ts'
import {foldName} from '../runtime/personas/fold.ts'
import {type Members, memberFor, membersIn, resolveMember} from '../runtime/personas/members.ts'
import type {Host} from './host.ts'
import {findingLine} from './persona-words.ts'
import {type PlannedSeat, type Voice, voiceOf} from './plan-voices.ts'
import {shownPath} from './shown.ts'

export type CouncilSeats = {
  readonly seats: readonly PlannedSeat[]
  readonly usage: readonly string[]
  readonly notices: readonly string[]
}

type World = {readonly found: Members; readonly lang: Lang; readonly voice: Voice; readonly host: Host}

/** Members in their order, named by id or by any name; `voices` gives some of those seated a voice of their own. */
export function seatMembers(guests: readonly Guest[], voices: readonly Guest[], {found, lang, voice, host}: World): CouncilSeats {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const nameAll = (list: readonly {readonly id: string; readonly displayName: string}[]) =>
    list.map(({displayName, id}) => say('memberRow', {name: displayName, id})).join(say('separator'))
  const seats: PlannedSeat[] = []
  const [usage, notices]: [string[], string[]] = [[], []]
  let unknown = false

  for (const guest of guests) {
    const resolved = resolveMember(guest.name, found, lang)
    switch (resolved.kind) {
      case 'found':
        if (seats.some(({persona}) => persona.id === resolved.persona.id))
          notices.push(say('memberTwice', {name: resolved.persona.displayName}))
        else seats.push({persona: resolved.persona, ...voiceFor(guest, voice, {host, usage})})
        break
      case 'ambiguous':
        usage.push(say('ambiguousMember', {name: guest.name, names: nameAll(resolved.candidates)}))
        break
      case 'unknown': {
        unknown = true
        usage.push(say('unknownMember', {name: guest.name}))
        const broken = found.problems.filter(
          ({path}) => foldName(basename(path).replace(/\.ya?ml$/i, '')) === foldName(guest.name),
        )
        usage.push(...broken.map(problem => findingLine(problem, host)))
        if (resolved.nearest.length > 0) usage.push(say('nearestMembers', {names: nameAll(resolved.nearest)}))
        break
      }
      default:
        resolved satisfies never
    }
  }
  if (unknown) usage.push(say('availableMembers', {names: nameAll(membersIn(found, host.uiLang))}))

  const seated = seats.map(seat => {
    const own = voices.find(({name}) => {
      const resolved = resolveMember(name, found, lang)
      return resolved.kind === 'found' && resolved.persona.id === seat.persona.id
    })
    return own === undefined ? seat : {persona: seat.persona, ...voiceFor(own, voice, {host, usage})}
  })
  for (const {name} of voices) {
    const resolved = resolveMember(name, found, lang)
    const sits = resolved.kind === 'found' && seats.some(({persona}) => persona.id === resolved.persona.id)
    if (!sits && seats.length > 0) usage.push(say('notSeated', {name, names: nameAll(seats.map(({persona}) => persona))}))
  }
  return {
    seats: seated,
    usage,
    notices: [...notices, ...seats.flatMap(({persona}) => ownFile(persona as LoadedExpert, lang, host))],
  }
}

/** Those of the table, whose files have to be there. */
export function seatTopic(ids: readonly string[], voices: readonly Guest[], world: World): CouncilSeats {
  const {found, lang, host} = world
  const missing = ids.filter(id => memberFor(found, id, lang) === undefined)
  if (missing.length === 0)
    return seatMembers(
      ids.map(name => ({name})),
      voices,
      world,
    )
  return {seats: [], usage: missing.map(id => tellCouncil(host.uiLang, 'missingFile', {id})), notices: []}
}

function voiceFor(guest: Guest, standard: Voice, {host, usage}: {host: Host; usage: string[]}): Voice {
  const named = guest.provider && [guest.provider, guest.model].filter(part => part !== undefined).join('/')
  return named ? voiceOf(named, host, usage) : standard
}

/** A member who speaks from the person's own file, or from one in another language, is said to. */
function ownFile({displayName, origin, lang: its}: LoadedExpert, lang: Lang, host: Host): readonly string[] {
  const own = {name: displayName, path: shownPath(origin.path, host)}
  return [
    ...(origin.kind === 'built-in' ? [] : [tellCouncil(host.uiLang, 'ownFile', own)]),
    ...(its === lang
      ? []
      : [tellCouncil(host.uiLang, 'otherLanguage', {name: displayName, lang: tell(host.words, `lang.${lang}`)})]),
  ]
}
