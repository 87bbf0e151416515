import {readdirSync, readFileSync} from 'node:fs'
import type {Lang} from '../../source/core/events.ts'
import type {TurnBrief} from '../../source/providers/provider.ts'
import {rehearse} from '../../source/providers/rehearsal/speak.ts'

/** A meeting of rehearsal speakers as the protocol runs it, without the program around it. */

export type Figure = {
  readonly id: string
  readonly name: string
  readonly body: string
  readonly lang: Lang
  readonly bytes: number
}
export type Spoken = {readonly who: Figure; readonly brief: TurnBrief; readonly text: string}

const FIGURES = new URL('../../personas/figures/', import.meta.url)

export function figures(lang: Lang): readonly Figure[] {
  const folder = lang === 'zh' ? FIGURES : new URL('en/', FIGURES)
  return readdirSync(folder)
    .filter(file => file.endsWith('.md'))
    .sort()
    .map(file => readFigure(readFileSync(new URL(file, folder), 'utf8'), lang))
}

export function figure(id: string, lang: Lang = 'zh'): Figure {
  const found = figures(lang).find(one => one.id.startsWith(id))
  if (!found) throw new Error(`no figure ${id}`)
  return found
}

export const LIMITS = {
  opening: {min: 300, max: 800},
  response: {min: 200, max: 600},
  closing: {min: 200, max: 400},
} as const

export type Setting = {
  readonly seats: readonly Figure[]
  readonly topic: string
  readonly rounds?: number
  readonly seed?: number
  /** Round -> what the person said before it; the closing is round 0. */
  readonly words?: Readonly<Record<number, readonly string[]>>
}

/** Openings in seating order, each round reversing the one before, closings in reversed seating order. */
export function hold({seats, topic, rounds = 3, seed = 1, words = {}}: Setting): readonly Spoken[] {
  const spoken: Spoken[] = []
  const handed = new Set<string>()
  const turn = (who: Figure, stage: keyof typeof LIMITS, round: number) => {
    const at = stage === 'response' ? spoken.findLastIndex((one, i) => one.who !== who && !handed.has(`${who.id}/${i}`)) : -1
    if (at >= 0) handed.add(`${who.id}/${at}`)
    const relay = spoken[at]
    const brief: TurnBrief = {
      key: `${stage}-${round}-${who.id}`,
      topic,
      lang: who.lang,
      stage,
      round,
      limits: LIMITS[stage],
      persona: who,
      relays: relay ? [{who: relay.who.name, text: relay.text}] : [],
      userWords: stage === 'opening' ? [] : (words[round] ?? []),
      own: spoken.filter(one => one.who === who).map(one => one.text),
      others: seats.filter(seat => seat !== who).map(seat => seat.name),
      seed,
    }
    const speech = rehearse(brief)
    if ('fault' in speech) throw new Error(`${who.name}, ${stage} ${round}, ${topic}, seed ${seed}: ${speech.fault.message}`)
    spoken.push({who, brief, text: speech.text})
  }
  for (const seat of seats) turn(seat, 'opening', 0)
  let order = [...seats]
  for (let round = 1; round <= rounds; round++) {
    order = order.reverse()
    for (const seat of order) turn(seat, 'response', round)
  }
  for (const seat of [...seats].reverse()) turn(seat, 'closing', 0)
  return spoken
}

/** The first thing said in quotation marks, if anything is. */
export const quoteIn = (text: string) => /[「“]([^」”]+)[」”]/u.exec(text)?.[1]

export const plainSentences = (text: string) =>
  text
    .split(/(?<=[。！？!?])|(?<=\.)\s|\n/u)
    .map(sentence => sentence.trim())
    .filter(sentence => /[\p{L}\p{N}]/u.test(sentence))

function readFigure(file: string, lang: Lang): Figure {
  const [, front = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(file) ?? []
  const value = (key: string) => new RegExp(`^\\s*${key}: (.+)$`, 'm').exec(front)?.[1] ?? ''
  return {id: value('name'), name: value('display_name'), body, lang, bytes: Buffer.byteLength(file)}
}
