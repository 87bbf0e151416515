import type {Lang} from './events.ts'
import {type Guest, parseWith, plausible} from './request-names.ts'
import {type Note, note} from './request-notes.ts'
import {roundsFrom} from './request-rounds.ts'
import {blot, fold, type Quotes, quotesIn} from './request-shadow.ts'
import {betweenNames, number, unit} from './request-words.ts'

/** A request while it is being read. Positions are those of `text`; `shadow` is its blotted shadow. */
export type Draft = {
  readonly text: string
  readonly shadow: string
  readonly quotes: Quotes
  readonly notes: Note[]
  /** Some word says that this is about a meeting. */
  meeting: boolean
  protocol?: 'roundtable' | 'board' | 'review'
  /** Behind `@review:`, as it was typed. */
  agents?: string
  guests?: readonly Guest[]
  rounds?: number
  /** As said, also when it was no number in range. */
  roundsSaid?: string
  lang?: Lang
  /** The topic, where it stands inside the words that open the meeting. */
  framed?: readonly [number, number]
}

export function draftOf(text: string): Draft {
  const quotes = quotesIn(text)
  return {text, quotes, shadow: blot(fold(text), quotes), notes: [], meeting: false}
}

/** The first number of rounds counts; another one is noted. */
export function takeRounds(draft: Draft, said: string): void {
  if (draft.roundsSaid !== undefined) {
    draft.notes.push(note('rounds-twice', {kept: draft.roundsSaid, said}))
    return
  }
  draft.roundsSaid = said
  const {rounds, notes} = roundsFrom(said)
  draft.notes.push(...notes)
  if (rounds !== undefined) draft.rounds = rounds
}

/** Takes the names between two positions, if they may be names. Positions in notes become those of the sentence. */
export function takeNames(draft: Draft, [from, to]: readonly [number, number], least = 1): boolean {
  const found = parseWith(draft.text.slice(from, to))
  if (found.with.length < least || !plausible(found.with)) return false
  draft.guests = found.with
  for (const {code, slots} of found.notes) {
    // An empty item in running text is a stray comma.
    if (code === 'name-empty') continue
    draft.notes.push(note(code, typeof slots.position === 'number' ? {...slots, position: slots.position + from} : slots))
  }
  return true
}

const outer = /[\s,:;、]/

/** Narrows a span to what stands between the marks that part clauses. */
export function trimSpan(draft: Draft, [from, to]: readonly [number, number]): readonly [number, number] {
  let start = from
  let end = to
  while (start < end && outer.test(draft.shadow.charAt(start))) start++
  while (end > start && outer.test(draft.shadow.charAt(end - 1))) end--
  return [start, end]
}

/** Drops 一起, 来, 进行三轮 from the end of a list; a single sign only where a whole name is left: 孙悟空和如来. */
export function withoutBetween(draft: Draft, [from, to]: readonly [number, number]): number {
  const {shadow} = draft
  let end = to
  for (let i = 0; i < 8; i++) {
    while (end > from && /[\s,;]/.test(shadow.charAt(end - 1))) end--
    const start = Math.max(from, end - 24)
    const found = betweenAtEnd.exec(shadow.slice(start, end))
    if (found === null || start + found.index <= from) break
    const left = shadow.slice(Math.max(from, start + found.index - 2), start + found.index)
    if (found[0].length === 1 && !/(?:\s|[a-z0-9]|[^\s和与跟及、,;]{2})$/.test(left)) break
    if (found[1] !== undefined) takeRounds(draft, found[1])
    if (found[0].startsWith('用')) draft.lang ??= found[0].includes('英') ? 'en' : 'zh'
    end = start + found.index
  }
  return end
}

const betweenAtEnd = new RegExp(`(?:${betweenNames}|(${number})${unit}的?)$`)
