import {type CouncilSaid, councilSaid} from './council-at.ts'
import type {Lang} from './events.ts'
import {atWord, readBoard, readReview, reviewAsked} from './request-at.ts'
import {type Draft, draftOf, trimSpan} from './request-draft.ts'
import {readHead} from './request-head.ts'
import {readKeyed} from './request-keys.ts'
import {type Guest, parseWith} from './request-names.ts'
import {type Note, note} from './request-notes.ts'
import {fold, quotesIn} from './request-shadow.ts'
import {peelEnd, peelPeople, topicOf} from './request-topic.ts'
import {caller, naming, opening} from './request-words.ts'

export {type Guest, type GuestList, parseWith} from './request-names.ts'
export type {Note, NoteCode} from './request-notes.ts'

export type MeetingRequest = {
  readonly kind: 'meeting'
  /** Absent: the sentence does not say. */
  readonly protocol?: 'roundtable' | 'board' | 'review' | 'council'
  /** A piece of the sentence, byte for byte, without the quotes around the whole. */
  readonly topic?: string
  readonly with: readonly Guest[]
  /** The list behind `@review:`, as it was typed; it may be empty of sense. */
  readonly agents?: string
  /** 1 to 20; a number out of range is left out and noted. */
  readonly rounds?: number
  /** Only when the sentence asks for a language. */
  readonly lang?: Lang
  readonly missing: readonly ('topic' | 'with')[]
  readonly notes: readonly Note[]
}
export type Request = MeetingRequest | {readonly kind: 'none'}

/**
 * Reads a sentence that asks for a meeting, in Chinese or English, as seeds/roundtable.txt and seeds/board.txt show it, or as keys.
 * `none`: it asks for no meeting (it may well be a topic). Never throws; time is linear in the length of the sentence.
 */
export function parseRequest(sentence: string): Request {
  const council = councilSaid(sentence)
  if (council !== undefined) return councilFrom(council)
  const shadow = fold(sentence)
  const at = atWord(shadow)
  if (at === undefined) {
    const asked = reviewAsked(shadow)
    if (asked === 0) return parseSentence(sentence, 0)
    const draft = draftOf(sentence)
    return finish(draft, readReview(draft, asked))
  }
  const end = shadow.indexOf(at) + at.length
  const board = /^@board(?![a-z0-9_-])/.exec(at)
  if (board !== null) {
    const draft = draftOf(sentence)
    return finish(draft, readBoard(draft, shadow.indexOf(at) + board[0].length))
  }
  const review = /^@review(?![a-z0-9_-])/.exec(at)
  if (review !== null) {
    const draft = draftOf(sentence)
    return finish(draft, readReview(draft, shadow.indexOf(at) + review[0].length))
  }
  const word = note('unknown-at', {word: sentence.slice(end - at.length, end)})
  const inner = parseSentence(sentence, end)
  if (inner.kind === 'meeting') return {...inner, notes: [word, ...inner.notes]}
  return {kind: 'meeting', topic: sentence.trim(), with: [], missing: ['with'], notes: [word]}
}

/** A council's request is its topic as it stands: what else it says of the council is read when the council is planned. */
function councilFrom({request, listed}: CouncilSaid): MeetingRequest {
  const {with: guests, notes} = parseWith(listed ?? '')
  const topic = request === '' ? {} : {topic: request}
  return {kind: 'meeting', protocol: 'council', ...topic, with: guests, missing: request === '' ? ['topic'] : [], notes}
}

/** Chinese, unless the text is plainly in another language: no Han character, and mostly Latin letters. */
export function languageOf(topic: string): Lang {
  if (/\p{Script=Han}/u.test(topic)) return 'zh'
  const letters = topic.match(/\p{L}/gu)?.length ?? 0
  const latin = topic.match(/\p{Script=Latin}/gu)?.length ?? 0
  return latin > 0 && latin * 2 > letters ? 'en' : 'zh'
}

function parseSentence(text: string, from: number): Request {
  // A leading `@word` is blanked, so that positions stay those of the sentence.
  const sentence = unwrapped(' '.repeat(from) + text.slice(from))
  const blank = draftOf(sentence)
  const keyed = {...blank, notes: []}
  const values = readKeyed(keyed)
  if (values !== undefined) return finish(keyed, values)
  const free = parseFree(blank, 0)
  if (free.kind === 'meeting') return free
  const later = openingAfter(blank)
  if (later === undefined) return free
  const found = parseFree(blank, later)
  if (found.kind === 'none') return free
  return withWordsBefore(found, blank, later)
}

/** A sentence that stands in quotes as a whole, as one copies it from a page; the quotes become blanks. */
function unwrapped(sentence: string): string {
  const [start, end] = [sentence.length - sentence.trimStart().length, sentence.trimEnd().length - 1]
  if (quotesIn(sentence).get(start) !== end) return sentence
  return `${' '.repeat(start + 1)}${sentence.slice(start + 1, end)} `
}

function parseFree(blank: Draft, from: number): Request {
  const draft = {...blank, notes: []}
  const whole = peelEnd(draft, trimSpan(draft, [from, draft.text.length]))
  const head = readHead(draft, whole)
  let span = trimSpan(draft, [head.at, head.end ?? whole[1]])
  if (draft.guests === undefined) {
    const rest = peelPeople(draft, span)
    span = draft.guests === undefined ? span : peelEnd(draft, rest)
  }
  const topic =
    topicOf(draft, span, head.form) ?? (draft.framed === undefined ? undefined : topicOf(draft, draft.framed, 'plain'))
  return finish(draft, topic === undefined ? {} : {topic})
}

const openingLater = new RegExp(String.raw`(?<=[,;。?!]\s?)(?:${opening}|${naming})(?=$|[\s,:;。!]|${caller})`)

/** 「人工智能会不会取代程序员？开个会讨论一下，让 ...」: where a meeting is spoken of only in a later clause. */
function openingAfter({shadow}: Draft): number | undefined {
  const found = openingLater.exec(shadow.slice(0, 400))
  return found === null || found.index === 0 ? undefined : found.index
}

/** The words before it are the topic if there is no other, and otherwise have no place. */
function withWordsBefore(found: MeetingRequest, blank: Draft, end: number): Request {
  const before = topicOf(blank, [0, end], 'plain')
  if (before === undefined) return found
  if (found.topic !== undefined) return {...found, notes: [...found.notes, note('words-left-out', {said: before})]}
  return {...found, topic: before, missing: found.missing.filter(part => part !== 'topic')}
}

function finish(draft: Draft, {topic}: {readonly topic?: string}): Request {
  const guests = draft.guests ?? []
  if (!draft.meeting && guests.length < 2) return {kind: 'none'}
  if (!draft.meeting) draft.notes.unshift(note('understood-as-request'))
  const defaults = draft.notes.some(({code}) => code === 'default-line-up')
  return {
    kind: 'meeting',
    ...(draft.protocol === undefined ? {} : {protocol: draft.protocol}),
    ...(topic === undefined ? {} : {topic}),
    with: guests,
    ...(draft.agents === undefined ? {} : {agents: draft.agents}),
    ...(draft.rounds === undefined ? {} : {rounds: draft.rounds}),
    ...(draft.lang === undefined ? {} : {lang: draft.lang}),
    missing: [
      ...(topic === undefined ? (['topic'] as const) : []),
      ...(guests.length > 0 || defaults || draft.protocol === 'review' ? [] : (['with'] as const)),
    ],
    notes: draft.notes,
  }
}
