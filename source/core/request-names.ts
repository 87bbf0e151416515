import {type Note, note} from './request-notes.ts'
import {blot, fold, han, quotesIn} from './request-shadow.ts'
import {noName} from './request-words.ts'

/** A participant as asked for; nothing is looked up here. */
export type Guest = {readonly name: string; readonly provider?: string; readonly model?: string}
export type GuestList = {readonly with: readonly Guest[]; readonly notes: readonly Note[]}

/**
 * A list of participants: `name[:provider[/model]]`, parted by commas, 、, semicolons, slashes, 和, `and` and the like. Names may hold
 * `·` and spaces, or stand in quotes. Empty items, repetitions and empty providers are notes with their position in the text.
 */
export function parseWith(text: string): GuestList {
  const notes: Note[] = []
  const guests: Guest[] = []
  const seen = new Set<string>()
  if (text.trim() === '') return {with: [], notes: []}
  for (const item of itemsOf(text)) {
    const guest = guestOf(item, notes)
    if (guest === undefined) {
      if (!item.joined) notes.push(note('name-empty', {position: item.at}))
    } else if (seen.has(key(guest.name))) {
      notes.push(note('name-twice', {name: guest.name, position: item.at}))
    } else {
      seen.add(key(guest.name))
      guests.push(guest)
    }
  }
  return {with: guests, notes}
}

/** Whether these may be names of participants, and not a piece of a sentence. */
export function plausible(guests: readonly Guest[], longest = 40): boolean {
  return guests.every(({name}) => name.length <= longest && !noName.test(fold(name)))
}

type Item = {readonly text: string; readonly at: number /** Parted by a word, not by a mark. */; readonly joined: boolean}

const separator = /\s{1,8}(?:and|vs\.?|versus)\s|以及|还有|[,、;|&+\n]|\/|[和与跟及]|\s+|:/g
const mark = /^[,、;|&+\n]$/
const joins = /^(?:[和与跟及,、;]|以及|还有|and\s|vs)/

function itemsOf(text: string): Item[] {
  const shadow = blot(fold(text), quotesIn(text))
  const items: Item[] = []
  let from = 0
  let joined = false
  let voiced = false
  const cut = (at: number, length: number, byWord: boolean): void => {
    items.push({text: text.slice(from, at), at: from, joined: joined || byWord})
    from = at + length
    joined = byWord
    voiced = false
  }
  for (const {0: sign, index} of shadow.matchAll(separator)) {
    const before = shadow.slice(from, index).trim()
    const after = shadow.slice(index + sign.length, index + sign.length + 40).trim()
    if (sign === ':') voiced = true
    else if (mark.test(sign)) cut(index, sign.length, false)
    // Behind a colon a slash parts provider and model.
    else if (sign === '/') voiced || cut(index, 1, false)
    else if (sign.trim() === '') {
      // 「马克思 毛泽东」 is two, `Karl Marx` is one.
      const apart = !voiced && han.test(before.at(-1) ?? '') && han.test(after.charAt(0)) && !joins.test(after)
      if (apart) cut(index, sign.length, true)
    } else if (/^[和与跟及]$/.test(sign)) {
      // 和珅, 郑和, 昭和天皇: part of a name. A joiner after a comma is dropped: 「、和毛泽东」, but not 「、和珅」.
      const opens = before === '' && items.length > 0 && !joined && after.search(/[\s,、;:|&+/和与跟及]|以及|还有|$/) > 1
      if (opens || (after !== '' && (before.length > 1 || /^[a-z0-9]$/.test(before)))) cut(index, 1, true)
    } else cut(index, sign.length, true)
  }
  cut(text.length, 0, false)
  return items
}

function guestOf({text, at}: Item, notes: Note[]): Guest | undefined {
  const quotes = quotesIn(text)
  const colon = blot(fold(text), quotes).indexOf(':')
  const name = unquoted(colon < 0 ? text : text.slice(0, colon))
  if (name === '') return undefined
  if (colon < 0) return {name}
  const voice = text.slice(colon + 1).trim()
  if (voice === '') notes.push(note('provider-empty', {name, position: at}))
  if (voice === '') return {name}
  // `script:folder/file.json` is a provider with its own argument, `ollama/llama3:8b` a provider and a model.
  const slash = fold(voice).search(/[:/]/)
  if (slash < 0 || fold(voice).charAt(slash) === ':') return {name, provider: voice}
  const provider = voice.slice(0, slash).trim()
  const model = voice.slice(slash + 1).trim()
  if (provider === '') notes.push(note('provider-empty', {name, position: at}))
  if (model === '') notes.push(note('model-empty', {name, position: at}))
  return {name, ...(provider === '' ? {} : {provider}), ...(model === '' ? {} : {model})}
}

function unquoted(text: string): string {
  const trimmed = text.trim()
  return quotesIn(trimmed).get(0) === trimmed.length - 1 ? trimmed.slice(1, -1).trim() : trimmed
}

const key = (name: string): string => name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ')
