import {readFileSync} from 'node:fs'
import {encode as cl100k} from 'gpt-tokenizer/encoding/cl100k_base'
import {encode as o200k} from 'gpt-tokenizer/encoding/o200k_base'
import {describe, expect, test} from 'vitest'
import type {MeetingEvent, Stamped, Usage} from '../../source/core/events.ts'
import {
  estimate,
  nothingSpent,
  overBudget,
  spentBySeat,
  spentOf,
  type ToEstimate,
  tokensIn,
  tokensOf,
  usageSince,
} from '../../source/core/usage.ts'
import {dice} from '../harness/dice.ts'

const log = (...events: readonly MeetingEvent[]): readonly Stamped[] =>
  events.map((event, at) => ({...event, v: 1, seq: at + 1, at: '2026-01-01T09:00:00.000Z'}))
const finished = (who: string, usage?: Usage): MeetingEvent => ({
  type: 'turn.finished',
  key: `opening:${who}`,
  attempt: 1,
  who,
  text: '好',
  ...(usage ? {usage} : {}),
})
const failed = (who: string, usage?: Usage): MeetingEvent => ({
  type: 'turn.failed',
  key: `opening:${who}`,
  attempt: 1,
  who,
  fault: {code: 'timeout', message: '', retryable: true},
  ...(usage ? {usage} : {}),
})

describe('what was used', () => {
  const events = log(
    finished('marx', {inputTokens: 100, outputTokens: 20, costUsd: 0.01}),
    failed('mao', {inputTokens: 50, costUsd: 0.02}),
    finished('mao', {inputTokens: 60, outputTokens: 30}),
    finished('marx'),
    finished('recorder', {outputTokens: 5}),
  )

  test('every attempt that told its usage counts, the failed one and the recorder too', () => {
    expect(spentOf(events)).toEqual({inputTokens: 210, outputTokens: 55, costUsd: 0.03, counted: 4, untold: 1, unpriced: 2})
    expect(tokensOf(spentOf(events))).toBe(265)
  })

  test('a seat has its own sums, and the seats together are the meeting', () => {
    const seats = spentBySeat(events)
    expect([...seats.keys()]).toEqual(['marx', 'mao', 'recorder'])
    expect(seats.get('mao')).toEqual({inputTokens: 110, outputTokens: 30, costUsd: 0.02, counted: 2, untold: 0, unpriced: 1})
    expect(seats.get('mao')).toEqual(spentOf(events, 'mao'))
    expect([...seats.values()].reduce((sum, spent) => sum + tokensOf(spent), 0)).toBe(tokensOf(spentOf(events)))
  })

  test('a cost nobody told is no cost of nothing', () => {
    expect(spentOf(log(finished('a', {outputTokens: 1})))).not.toHaveProperty('costUsd')
    expect(spentOf(log(finished('a', {costUsd: 0}))).costUsd).toBe(0)
    expect(spentOf([])).toEqual(nothingSpent)
    expect(spentOf(log(finished('a', {})))).toMatchObject({counted: 0, untold: 1})
  })
})

describe('counters that only grow', () => {
  test('the difference is what the turn used', () => {
    expect(
      usageSince({inputTokens: 10, outputTokens: 5, costUsd: 0.5}, {inputTokens: 30, outputTokens: 5, costUsd: 0.75}),
    ).toEqual({
      inputTokens: 20,
      outputTokens: 0,
      costUsd: 0.25,
    })
  })

  test('without a reading before, all of it; a counter that fell began anew; one that is gone says nothing', () => {
    expect(usageSince(undefined, {inputTokens: 7})).toEqual({inputTokens: 7})
    expect(usageSince({inputTokens: 100, outputTokens: 3}, {inputTokens: 8})).toEqual({inputTokens: 8})
  })

  test('however the turns went, the differences add up to the counter', () => {
    for (let seed = 1; seed <= 20; seed++) {
      const roll = dice(seed)
      let [before, sum]: [Usage | undefined, number] = [undefined, 0]
      for (let turn = 0; turn < 30; turn++) {
        const now: Usage = {inputTokens: (before?.inputTokens ?? 0) + roll(500)}
        sum += usageSince(before, now).inputTokens ?? 0
        before = now
      }
      expect(sum).toBe(before?.inputTokens)
    }
  })
})

describe('budgets', () => {
  const state = {log: log(finished('a', {inputTokens: 90, outputTokens: 10, costUsd: 0.5}))}

  test('is over when it is reached, and says which one', () => {
    expect(overBudget(state, {tokens: 101, usd: 0.51})).toBeUndefined()
    expect(overBudget(state, {tokens: 100})).toEqual({what: 'tokens', spent: 100, limit: 100})
    expect(overBudget(state, {tokens: 101, usd: 0.5})).toEqual({what: 'usd', spent: 0.5, limit: 0.5})
  })

  test('without one nothing is ever over', () => {
    expect(overBudget(state, {})).toBeUndefined()
  })
})

describe('an estimate', () => {
  const system = '设定'.repeat(1000)
  const limits = {min: 200, max: 600}
  const table = (rounds: number, view: 'session' | 'whole'): ToEstimate => ({
    lang: 'zh',
    topic: '人工智能会不会取代程序员',
    voices: ['a', 'b', 'c'].map(id => ({id, system, view})),
    turns: Array.from({length: rounds + 1}, (_, round) =>
      ['a', 'b', 'c'].map(who => ({who, stage: round === 0 ? ('opening' as const) : ('response' as const), limits})),
    ).flat(),
  })

  test('counts a call for each turn, and none for who is no model', () => {
    expect(estimate(table(2, 'session')).calls).toBe(9)
    const mixed = estimate({...table(2, 'session'), voices: [{id: 'a', system, view: 'session'}]})
    expect(mixed.calls).toBe(3)
    expect(estimate({...table(2, 'session'), voices: []})).toEqual({calls: 0, tokens: {min: 0, max: 0}})
  })

  test('is a range that grows with rounds, persona and limits', () => {
    const base = estimate(table(2, 'session')).tokens
    expect(base.min).toBeGreaterThan(0)
    expect(base.max).toBeGreaterThan(base.min)
    const more = [
      estimate(table(3, 'session')),
      estimate({...table(2, 'session'), voices: table(2, 'session').voices.map(voice => ({...voice, system: system + system}))}),
      estimate({...table(2, 'session'), turns: table(2, 'session').turns.map(turn => ({...turn, limits: {min: 300, max: 900}}))}),
    ]
    for (const {tokens} of more) {
      expect(tokens.min).toBeGreaterThan(base.min)
      expect(tokens.max).toBeGreaterThan(base.max)
    }
  })

  test('a voice that remembers may send less, and never more, than one that is told everything', () => {
    const [session, whole] = [estimate(table(4, 'session')).tokens, estimate(table(4, 'whole')).tokens]
    expect(session.min).toBeLessThan(whole.min / 2)
    expect(session.max).toBe(whole.max)
  })

  test('one turn is its system, its prompt and its speech', () => {
    const {tokens} = estimate({
      lang: 'en',
      topic: '',
      voices: [{id: 'a', system: '', view: 'session'}],
      turns: [{who: 'a', stage: 'opening', limits: {min: 100, max: 200}}],
    })
    expect(tokens).toEqual({min: Math.floor(80 + 100 * 1.1), max: Math.ceil(400 + 200 * 1.8)})
  })

  test.each(['personas/figures/marx.md', 'personas/figures/en/marx.md', 'prompts/roundtable.zh.md', 'prompts/roundtable.en.md'])(
    'what real vocabularies make of %s lies in the range',
    file => {
      const text = readFileSync(file, 'utf8')
      const range = tokensIn(text)
      for (const encode of [o200k, cl100k]) {
        const {length} = encode(text)
        expect(length).toBeGreaterThan(range.min)
        expect(length).toBeLessThan(range.max)
      }
      expect(range.max / range.min).toBeLessThan(3.2)
    },
  )
})
