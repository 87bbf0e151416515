import {expect, test} from 'vitest'
import type {AskRequest, ProviderEvent, TurnBrief} from '../../source/providers/provider.ts'
import {makeRehearsal} from '../../source/providers/rehearsal/rehearsal.ts'
import {figure, LIMITS} from './rehearsal-table.ts'

const marx = figure('marx')
const turn: TurnBrief = {
  ...{
    key: 'opening-marx',
    topic: '远程办公好不好',
    lang: 'zh',
    stage: 'opening',
    round: 0,
    limits: LIMITS.opening,
    persona: marx,
  },
  ...{relays: [], userWords: [], own: [], others: ['毛泽东'], seed: 3},
}
const request: AskRequest = {who: {id: marx.id, name: marx.name}, system: '', prompt: '', turn}
const never = () => Promise.reject(new Error('it must not sleep'))

test('the chunks add up to the speech, in whole graphemes, and one done ends it', async () => {
  const events = await all(makeRehearsal({charsPerTick: 3, sleep: never}).ask(request, new AbortController().signal))
  const text = events.flatMap(event => (event.type === 'text' ? [event.delta] : []))
  const done = events.at(-1)
  expect(done).toEqual({type: 'done', text: text.join('')})
  expect(events.filter(({type}) => type === 'done' || type === 'failed')).toHaveLength(1)
  expect(Math.max(...text.map(chunk => [...chunk].length))).toBe(3)
  expect(events[0]).toEqual({type: 'session', id: 'rehearsal-marx-perspective'})
})

test('it sleeps before each chunk, by the clock it is given', async () => {
  const naps: number[] = []
  const sleep = async (ms: number) => void naps.push(ms)
  const events = await all(makeRehearsal({charsPerTick: 50, tickMs: 7, sleep}).ask(request, new AbortController().signal))
  expect(naps).toEqual(events.filter(({type}) => type === 'text').map(() => 7))
})

test('a session goes on under its id', async () => {
  const events = await all(makeRehearsal({sleep: never}).ask({...request, session: 's-1'}, new AbortController().signal))
  expect(events[0]).toEqual({type: 'session', id: 's-1'})
})

test.each(['before', 'asleep', 'sleep rejects'])('aborted %s, it fails once as aborted and says no more', async when => {
  const abort = new AbortController()
  let naps = 0
  const sleep = async () => {
    if (++naps < 4) return
    abort.abort()
    if (when === 'sleep rejects') throw abort.signal.reason
  }
  if (when === 'before') abort.abort()
  const events = await all(makeRehearsal({tickMs: 1, sleep}).ask(request, abort.signal))
  expect(events.filter(({type}) => type === 'text')).toHaveLength(when === 'before' ? 0 : 3)
  expect(events.at(-1)).toMatchObject({type: 'failed', fault: {code: 'aborted'}})
})

test('where it declines it fails, with no speech before', async () => {
  const events = await all(
    makeRehearsal({sleep: never}).ask({...request, turn: {...turn, stage: 'record'}}, new AbortController().signal),
  )
  expect(events).toMatchObject([{type: 'failed', fault: {code: 'protocol', retryable: false}}])
})

test('the check spends nothing and is fine', async () => {
  const provider = makeRehearsal({sleep: never})
  expect(await provider.check(new AbortController().signal)).toMatchObject({ok: true})
  expect([provider.id, provider.remembers, provider.records]).toEqual(['rehearsal', true, false])
})

async function all(events: AsyncIterable<ProviderEvent>): Promise<readonly ProviderEvent[]> {
  const list: ProviderEvent[] = []
  for await (const event of events) list.push(event)
  return list
}
