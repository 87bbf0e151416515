import type {Budget, Lang, Stamped, Usage, View} from './events.ts'
import type {MeetingState} from './state.ts'
import type {Stage} from './steps.ts'

/** What a meeting, or one of its seats, has used. Every attempt counts that told its usage: one that failed was paid for as well. */
export type Spent = {
  readonly inputTokens: number
  readonly outputTokens: number
  /** US dollars; absent: no attempt told a cost. */
  readonly costUsd?: number
  /** Attempts that told their usage. */
  readonly counted: number
  /** Speeches and failures that told nothing: the sums are a least then. */
  readonly untold: number
  /** Counted attempts that told no cost: the dollars are a least then. */
  readonly unpriced: number
}

export const nothingSpent: Spent = {inputTokens: 0, outputTokens: 0, counted: 0, untold: 0, unpriced: 0}

export const tokensOf = ({inputTokens, outputTokens}: Spent): number => inputTokens + outputTokens

/** Of the whole log, the recorder's turns too; or of one voice of it. */
export const spentOf = (log: readonly Stamped[], who?: string): Spent =>
  endings(log)
    .filter(ending => who === undefined || ending.who === who)
    .reduce((spent, {usage}) => plus(spent, usage), nothingSpent)

/** By seat id (or `recorder`), in the order in which they first ended a turn. */
export function spentBySeat(log: readonly Stamped[]): ReadonlyMap<string, Spent> {
  const seats = new Map<string, Spent>()
  for (const {who, usage} of endings(log)) seats.set(who, plus(seats.get(who) ?? nothingSpent, usage))
  return seats
}

type Ending = {readonly who: string; readonly usage: Usage | undefined}

const endings = (log: readonly Stamped[]): readonly Ending[] =>
  log.flatMap(event => {
    if (event.type !== 'turn.finished' && event.type !== 'turn.failed') return []
    return [{who: event.who, usage: event.usage}]
  })

function plus(spent: Spent, usage: Usage | undefined): Spent {
  if (usage === undefined || Object.values(usage).every(value => value === undefined)) return {...spent, untold: spent.untold + 1}
  const {inputTokens = 0, outputTokens = 0, costUsd} = usage
  const cost = costUsd === undefined ? spent.costUsd : (spent.costUsd ?? 0) + costUsd
  return {
    inputTokens: spent.inputTokens + inputTokens,
    outputTokens: spent.outputTokens + outputTokens,
    ...(cost === undefined ? {} : {costUsd: cost}),
    counted: spent.counted + 1,
    untold: spent.untold,
    unpriced: spent.unpriced + (costUsd === undefined ? 1 : 0),
  }
}

/**
 * What was used between two readings of counters that only grow, as claude and codex tell them. A counter that fell began anew,
 * so all of it is new; one that is absent now says nothing.
 */
export function usageSince(before: Usage | undefined, now: Usage): Usage {
  const since = (key: keyof Usage) => {
    const [was, is] = [before?.[key] ?? 0, now[key]]
    return is === undefined ? {} : {[key]: is < was ? is : is - was}
  }
  return {...since('inputTokens'), ...since('outputTokens'), ...since('costUsd')}
}

export type OverBudget = {readonly what: 'tokens' | 'usd'; readonly spent: number; readonly limit: number}

/** The limit that is reached; undefined: there is room. Dollars that no voice tells cannot be held to a limit. */
export function overBudget(state: Pick<MeetingState, 'log'>, {tokens, usd}: Budget): OverBudget | undefined {
  if (tokens === undefined && usd === undefined) return undefined
  const spent = spentOf(state.log)
  if (tokens !== undefined && tokensOf(spent) >= tokens) return {what: 'tokens', spent: tokensOf(spent), limit: tokens}
  if (usd !== undefined && (spent.costUsd ?? 0) >= usd) return {what: 'usd', spent: spent.costUsd ?? 0, limit: usd}
  return undefined
}

export type Range = {readonly min: number; readonly max: number}

/** A meeting that is about to begin, as far as its cost depends on it. */
export type ToEstimate = {
  readonly lang: Lang
  readonly topic: string
  /** Whoever speaks, the recorder too; one who is not in the list is no model and costs nothing. */
  readonly voices: readonly {
    readonly id: string
    /** The system text: the persona in the meeting's frame. */
    readonly system: string
    readonly view: Extract<View, 'session' | 'whole'>
  }[]
  /** Every turn to come, in order. */
  readonly turns: readonly {readonly who: string; readonly stage: Stage; readonly limits: Range}[]
}

/** Tokens in and out together. */
export type Estimate = {readonly calls: number; readonly tokens: Range}

/**
 * A range of what the meeting will take, when every speech keeps to its limits and none has to be asked for again. Least: the
 * speeches are short, and a session's earlier prompts are not counted again. Most: they are long, and everything before is
 * counted with every call. What an agent adds of its own (its system prompt, its reasoning) is not known before and not in it.
 */
export function estimate({lang, topic, voices, turns}: ToEstimate): Estimate {
  const known = new Map(voices.map(voice => [voice.id, {...voice, before: NONE, begun: false}]))
  const framed = sum([tokensIn(topic), FRAME])
  let calls = 0
  let total = NONE
  let spoken = NONE
  let last = NONE
  for (const {who, stage, limits} of turns) {
    const speech = spokenIn(lang, limits)
    const voice = known.get(who)
    if (voice) {
      const heard = stage === 'response' ? last : hearsAll(stage) ? spoken : NONE
      const prompt = sum([framed, heard])
      const system = tokensIn(voice.system)
      const all = sum([system, voice.before, prompt])
      const fresh = voice.begun && voice.view === 'session' ? prompt : all
      calls++
      total = sum([total, {min: fresh.min, max: all.max}, speech])
      known.set(who, {...voice, begun: true, before: sum([voice.before, prompt, speech])})
    }
    last = speech
    spoken = sum([spoken, speech])
  }
  return {calls, tokens: {min: Math.floor(total.min), max: Math.ceil(total.max)}}
}

const NONE: Range = {min: 0, max: 0}
/** What stands around topic and relay in a prompt: the stage, the participants, what is asked for. */
const FRAME: Range = {min: 80, max: 400}
/** Tokens of one Chinese character, and characters of other scripts in one token, in the vocabularies of today's models. */
const PER_HANZI: Range = {min: 0.5, max: 1.5}
const PER_OTHER: Range = {min: 1 / 5, max: 1 / 3}
const PER_WORD: Range = {min: 1.1, max: 1.8}

const hearsAll = (stage: Stage) => stage !== 'opening' && stage !== 'response' && stage !== 'closing'

const sum = (ranges: readonly Range[]): Range =>
  ranges.reduce((all, {min, max}) => ({min: all.min + min, max: all.max + max}), NONE)

function spokenIn(lang: Lang, {min, max}: Range): Range {
  const per = lang === 'zh' ? PER_HANZI : PER_WORD
  return {min: min * per.min, max: max * per.max}
}

/** Without a vocabulary at hand: between what the thriftiest and the most wasteful one would make of it. */
export function tokensIn(text: string): Range {
  const hanzi = text.match(/[\u2e80-\u9fff\uac00-\ud7ff\uf900-\ufaff\uff00-\uffef]/g)?.length ?? 0
  const others = text.length - hanzi
  return {min: hanzi * PER_HANZI.min + others * PER_OTHER.min, max: hanzi * PER_HANZI.max + others * PER_OTHER.max}
}
