import {fileURLToPath} from 'node:url'
import type {Lang} from '../../source/core/events.ts'
import type {BoardSaid, TurnBrief} from '../../source/providers/provider.ts'
import {rehearse} from '../../source/providers/rehearsal/speak.ts'
import {discoverExperts} from '../../source/runtime/personas/experts.ts'

/** A board of rehearsal speakers as the protocol runs it, without the program around it. */

const BOARD = fileURLToPath(new URL('../../personas/board', import.meta.url))
const found = {
  zh: discoverExperts([{kind: 'built-in', dir: BOARD}]),
  en: discoverExperts([{kind: 'built-in', dir: `${BOARD}/en`}]),
}

export type Member = {readonly id: string; readonly name: string; readonly body: string; readonly lang: Lang}
const members = (lang: Lang, list: 'experts' | 'facilitators'): readonly Member[] =>
  found[lang][list].map(({id, displayName, body}) => ({id, name: displayName, body, lang}))

export const boardExperts = (lang: Lang = 'zh'): readonly Member[] => members(lang, 'experts')
export const facilitator = (lang: Lang = 'zh'): Member => {
  const [one] = members(lang, 'facilitators')
  if (!one) throw new Error('there is no facilitator')
  return one
}

export type Setting = {
  readonly moderator: Member
  readonly experts: readonly Member[]
  readonly topic: string
  readonly rounds?: number
  readonly seed?: number
  /** Round -> what the person said before it. */
  readonly words?: Readonly<Record<number, string>>
}
export type Held = {
  readonly speeches: readonly {readonly who: Member; readonly brief: TurnBrief; readonly text: string}[]
  readonly opening: string
  readonly summaries: readonly {readonly content: string; readonly continue: boolean}[]
  readonly decision: Decision
  readonly said: readonly BoardSaid[]
  readonly turn: (who: Member, brief: Partial<TurnBrief>) => string
}
export type Decision = {
  readonly advice: string
  readonly views: readonly {readonly who: string; readonly view: string}[]
  readonly consensus: readonly string[]
  readonly dissent: readonly string[]
  readonly actions: readonly string[]
}

export const SPEECH = {zh: {min: 120, max: 400}, en: {min: 60, max: 220}} as const

export function holdBoard({moderator, experts, topic, rounds = 5, seed = 1, words = {}}: Setting): Held {
  const {lang} = moderator
  const seats = [moderator, ...experts]
  const said: BoardSaid[] = []
  const speeches: Held['speeches'][number][] = []
  const own = new Map<string, string[]>()
  const briefOf = (who: Member, more: Partial<TurnBrief>): TurnBrief => ({
    ...{key: `${more.stage}:${more.round ?? 0}:${who.id}`, topic, lang, stage: 'response', round: 0, limits: SPEECH[lang]},
    ...{persona: who, relays: [], userWords: [], own: own.get(who.id) ?? [], seed},
    others: seats.filter(seat => seat.id !== who.id).map(seat => seat.name),
    board: {moderator: {id: moderator.id, name: moderator.name}, rounds, said: who.id === moderator.id ? [...said] : []},
    ...more,
  })
  const speak = (who: Member, brief: TurnBrief): string => {
    const speech = rehearse(brief)
    if ('fault' in speech) throw new Error(`${who.name}, ${brief.key}, ${topic}, seed ${seed}: ${speech.fault.message}`)
    own.set(who.id, [...(own.get(who.id) ?? []), speech.text])
    return speech.text
  }
  const turn = (who: Member, more: Partial<TurnBrief>) => speak(who, briefOf(who, more))
  const opening = turn(moderator, {stage: 'opening', limits: {min: 100, max: 400}})
  const summaries: Held['summaries'][number][] = []
  let fresh: {who: Member; text: string}[] = [{who: moderator, text: opening}]
  for (let round = 1; round <= rounds; round++) {
    const word = words[round]
    if (word) said.push({kind: 'word', round: round - 1, text: word})
    const spoken = experts.map(who => {
      const relays = fresh.filter(one => one.who !== who).map(one => ({who: one.who.name, text: one.text}))
      const brief = briefOf(who, {round, relays, userWords: word ? [word] : []})
      return {who, brief, text: speak(who, brief)}
    })
    for (const {who, text} of spoken) said.push({kind: 'speech', who: who.id, name: who.name, round, text})
    speeches.push(...spoken)
    const text = turn(moderator, {stage: 'summary', round})
    summaries.push(JSON.parse(text) as Held['summaries'][number])
    fresh = [...spoken, {who: moderator, text}]
  }
  const decision = JSON.parse(turn(moderator, {stage: 'decision'})) as Decision
  return {speeches, opening, summaries, decision, said, turn}
}
