import type {Lang} from '../../core/events.ts'
import {editDistance, foldName} from './fold.ts'
import type {LoadedPersona} from './load.ts'
import type {Rank} from './names.ts'

/** Names that are shown when one is unknown. */
const MOST_NEAREST = 3

export type Resolution =
  | {
      readonly kind: 'found'
      readonly asked: string
      readonly persona: LoadedPersona
      readonly by: Rank
      /** The same person in another language or in a place behind: not taken, to be said. */
      readonly passedOver: readonly LoadedPersona[]
    }
  /** Different people, or one person twice in one place: the person is asked. An id names each candidate alone. */
  | {readonly kind: 'ambiguous'; readonly asked: string; readonly candidates: readonly LoadedPersona[]}
  | {
      readonly kind: 'unknown'
      readonly asked: string
      readonly nearest: readonly LoadedPersona[]
      readonly available: readonly LoadedPersona[]
    }

/**
 * Each name as a person writes it to the persona it means. An exact id decides alone; else the surest rank on which any file
 * answers to the name. Two files of one person are told apart by the meeting's language, then by place (project, user, own,
 * built in); anything else that fits twice is asked, never guessed. Pure.
 */
export const resolveNames = (names: readonly string[], personas: readonly LoadedPersona[], lang?: Lang): readonly Resolution[] =>
  names.map(name => resolveName(name, personas, lang))

export function resolveName(asked: string, personas: readonly LoadedPersona[], lang?: Lang): Resolution {
  const literal = asked.trim().normalize('NFC')
  const exact =
    personas.find(persona => persona.id.normalize('NFC') === literal) ??
    only(personas.filter(persona => persona.stem === literal))
  if (exact !== undefined) return {kind: 'found', asked, persona: exact, by: 'id', passedOver: []}

  const key = foldName(asked)
  for (const rank of RANKS) {
    const hits = key === '' ? [] : personas.filter(persona => persona.names.some(name => name.rank === rank && name.key === key))
    const [first] = hits
    if (first === undefined) continue
    if (hits.some(hit => hit.person !== first.person)) return {kind: 'ambiguous', asked, candidates: hits}
    return onePerson(asked, {hits, rank, everyFile: personas.filter(persona => persona.person === first.person)}, lang)
  }
  return {kind: 'unknown', asked, nearest: nearestTo(key, personas), available: personas}
}

const RANKS: readonly Rank[] = ['id', 'stated', 'derived', 'mined']
const PLACES = ['project', 'user', 'own', 'built-in']

type Hits = {readonly hits: readonly LoadedPersona[]; readonly rank: Rank; readonly everyFile: readonly LoadedPersona[]}

function onePerson(asked: string, {hits, rank, everyFile}: Hits, lang: Lang | undefined): Resolution {
  // Without a language of the meeting, or without a file in it, the files that bear the name itself decide.
  const inLang = everyFile.filter(persona => persona.lang === lang)
  const fitting = inLang.length > 0 ? inLang : hits
  const place = Math.min(...fitting.map(placeOf))
  const nearest = fitting.filter(persona => placeOf(persona) === place)
  const [persona, second] = nearest
  if (persona === undefined || second !== undefined) return {kind: 'ambiguous', asked, candidates: nearest}
  return {kind: 'found', asked, persona, by: rank, passedOver: everyFile.filter(other => other !== persona)}
}

const placeOf = (persona: LoadedPersona): number => PLACES.indexOf(persona.origin.kind)
const only = <T>(list: readonly T[]): T | undefined => (list.length === 1 ? list[0] : undefined)

/** By edit distance over every name but the mined ones; a name that holds the other counts as near. At most a third may differ. */
function nearestTo(key: string, personas: readonly LoadedPersona[]): readonly LoadedPersona[] {
  const size = [...key].length
  if (size === 0) return []
  const scored = personas.flatMap(persona => {
    const distances = persona.names
      .filter(name => name.rank !== 'mined')
      .map(name => {
        if (size > 1 && [...name.key].length > 1 && (name.key.includes(key) || key.includes(name.key))) return 0.5
        const distance = editDistance(key, name.key)
        return distance <= Math.max(1, Math.floor(Math.max(size, [...name.key].length) / 3)) && distance < size
          ? distance
          : Number.POSITIVE_INFINITY
      })
    const best = Math.min(...distances)
    return Number.isFinite(best) ? [{persona, best}] : []
  })
  return scored
    .sort((a, b) => a.best - b.best)
    .slice(0, MOST_NEAREST)
    .map(({persona}) => persona)
}

/**
 * A list as a person writes it (`马克思、毛泽东和 Mao, Keynes & Hayek`) to its names. `和`, `与`, `and` part two names only where
 * the whole is nobody and both sides are somebody: 郑和 stays one.
 */
export function splitNames(list: string, personas: readonly LoadedPersona[]): readonly string[] {
  return list
    .split(/[、，,;；\n&＆]+/)
    .map(name => name.replace(/^\s*(?:和|与|與|及|以及|and\s)\s*/i, '').trim())
    .filter(name => name !== '')
    .flatMap(name => partedByWords(name, personas))
}

function partedByWords(name: string, personas: readonly LoadedPersona[]): readonly string[] {
  const known = (part: string) => part !== '' && resolveName(part, personas).kind !== 'unknown'
  if (known(name)) return [name]
  for (const match of name.matchAll(/\s+(?:and|vs\.?)\s+|\s*(?:以及|和|与|與|跟|同|及|对|對)\s*/gi)) {
    const left = name.slice(0, match.index).trim()
    const rest = name.slice(match.index + match[0].length).trim()
    if (!known(left)) continue
    const parts = partedByWords(rest, personas)
    if (parts.every(known)) return [left, ...parts]
  }
  return [name]
}
