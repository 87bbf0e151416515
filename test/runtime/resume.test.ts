import {describe, expect, it} from 'vitest'
import type {LiveEvent, Meeting, Stamped} from '../../source/core/events.ts'
import type {Protocol} from '../../source/core/steps.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {AskRequest, Provider} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {type MeetingRun, runMeeting} from '../../source/runtime/run-meeting.ts'
import {board} from '../protocols/skeletons.ts'
import {Died, memoryJournal, random, testMeeting} from '../support/meeting.ts'

const commands = [
  '继续',
  '结束会议',
  'end the meeting',
  '跳过结语，直接结束',
  '再来一轮',
  '提醒',
  '跳过',
  '重试',
  '暂停',
  '外包公司怎么办？',
]

type Held = {log: readonly Stamped[]; prompts: ReadonlyMap<string, string>; asked: readonly string[]}
type Word = {after: string; text: string; times: number}

/** What a seat says follows from what it was sent, so a prompt that differs by a byte makes another meeting. */
function voice(seed: number, log: () => readonly Stamped[], asked: AskRequest[], remembers: boolean): Provider {
  return {
    id: 'fake',
    remembers,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      asked.push(request)
      const roll = random(Number.parseInt(sha256(`${seed}/${request.turn.key}`).slice(0, 8), 16))
      const text = `${request.who.id}·${sha256(request.prompt + request.system).slice(0, 4 + Math.floor(roll() * 9))}`
      const [fails, session] = [roll() < 0.15, roll() < 0.7]
      const failures = log().filter(e => e.type === 'turn.failed' && e.key === request.turn.key).length
      // Seats of a batch finish well apart, in an order that the seed decides: a cut never falls on two finishing at once.
      const slow = [0, 2, 7][((request.who.id.codePointAt(0) ?? 0) + seed) % 3] ?? 0
      for (let tick = 0; tick < slow * 100; tick++) await null
      for (const delta of text) {
        await null
        yield {type: 'text', delta}
      }
      if (failures === 0 && fails) {
        yield {type: 'failed', fault: {code: 'timeout', message: 'too slow', retryable: true}}
        return
      }
      if (session) yield {type: 'session', id: `s-${request.who.id}`}
      yield {type: 'done', text}
    },
  }
}

/** Holds the meeting on from `before`, in a process that dies once `dieAfter` events are down. */
async function hold(protocol: Protocol, meeting: Meeting, word: Word | undefined, before: readonly Stamped[], dieAfter?: number) {
  const journal = memoryJournal(before, dieAfter)
  const prompts = new Map<string, string>()
  const asked: AskRequest[] = []
  let run: MeetingRun | undefined
  const triggers = (event: LiveEvent) => 'key' in event && word?.after === `${event.type}:${event.key}`
  const saidAlready = () => journal.events.filter(e => e.type === 'user.said' && e.text === word?.text).length
  const sayDue = () => {
    if (!word || !journal.events.some(triggers)) return
    while (saidAlready() < word.times && run?.say(word.text).kind === 'said') {}
  }
  const dies = <T>(act: () => T) => {
    try {
      return act()
    } catch (error) {
      if (!(error instanceof Died)) throw error
      return undefined
    }
  }
  dies(() => {
    if (journal.events.length === 0) journal.append({type: 'meeting.opened', meeting})
  })
  if (journal.dead()) return {log: journal.events, prompts, asked: []}
  run = runMeeting({
    protocol,
    journal,
    auto: false,
    voice: () => voice(meeting.options.seed, () => journal.events, asked, meeting.options.seed % 2 === 0),
    show: event => {
      if (event.type !== 'turn.delta' && triggers(event)) sayDue()
    },
    // The person goes on at every pause and tries again after every fault.
    onWaiting: waiting => {
      if (waiting) queueMicrotask(() => dies(() => !journal.dead() && run?.say(waiting.for === 'word' ? '继续' : '重试')))
    },
  })
  dies(sayDue)
  const done = run.done.catch((error: unknown) => {
    if (!(error instanceof Died)) throw error
  })
  await Promise.race([done, journal.death])
  for (const request of asked) prompts.set(request.turn.key, request.prompt)
  return {log: journal.events, prompts, asked: asked.map(request => request.turn.key)} satisfies Held
}

async function toTheEnd(protocol: Protocol, meeting: Meeting, word: Word | undefined, from: Held): Promise<Held> {
  let held = from
  for (let go = 0; !held.log.some(e => e.type === 'meeting.closed'); go++) {
    if (go > 5) throw new Error('the meeting does not end')
    const next = await hold(protocol, meeting, word, held.log)
    held = {...next, prompts: new Map([...held.prompts, ...next.prompts])}
  }
  return held
}

/**
 * The meeting that was held: what is settled, without attempts that led nowhere. Turns stand in the order they began: who of a
 * batch finishes first is chance, and no part of the meeting.
 */
function settled(log: readonly Stamped[]) {
  const begun = [...new Set(log.flatMap(e => (e.type === 'turn.started' || e.type === 'turn.skipped' ? [e.key] : [])))]
  const isTurn = (e: Stamped) => e.type === 'turn.finished' || e.type === 'turn.skipped'
  const turns = log
    .filter(isTurn)
    .toSorted((a, b) => begun.indexOf('key' in a ? a.key : '') - begun.indexOf('key' in b ? b.key : ''))
  return [...log.filter(e => !isTurn(e)), ...turns].flatMap((e): readonly string[] => {
    switch (e.type) {
      case 'phase.entered':
        return [e.key]
      case 'chair.said':
        return [`${e.key} ${JSON.stringify(e.line)}`]
      case 'turn.finished':
        return [`${e.key} ${e.text} ${e.session} ${JSON.stringify(e.data)}`]
      case 'turn.skipped':
        return [`${e.key} ${e.reason}`]
      case 'noted':
        return [`${e.key} ${JSON.stringify(e.note)}`]
      case 'floor.heard':
        return [`${e.key} ${JSON.stringify(e.heard)}`]
      case 'meeting.closed':
        return [JSON.stringify(e.outcome)]
      default:
        return []
    }
  })
}

const protocols: readonly [string, Protocol, string[]][] = [
  ['roundtable', roundtable, ['a', 'b']],
  ['board', board, ['m', 'a', 'b']],
]

/**
 * Every command at every event, and for each a crash after every fortieth event, others with each seed: over ten seeds every event
 * is a crash, and a quarter of all triples of command, event and crash are held.
 */
async function everyCommandAtEveryEvent(protocol: Protocol, seatIds: string[], seed: number) {
  const meeting = testMeeting({seatIds, rounds: 1, seed, protocol: {id: protocol.id, version: 1}})
  const start = {log: [], prompts: new Map(), asked: []}
  const plain = await toTheEnd(protocol, meeting, undefined, start)
  const moments = plain.log.flatMap(e => ('key' in e ? [`${e.type}:${e.key}`] : []))
  let resumed = 0
  for (const [moment, after] of moments.entries()) {
    for (const [command, text] of commands.entries()) {
      const word = {after, text, times: text === '结束会议' ? 2 : 1}
      const whole = await toTheEnd(protocol, meeting, word, start)
      for (let dieAfter = 1 + ((4 * seed + moment + command) % 40); dieAfter <= whole.log.length; dieAfter += 40) {
        const cut = await hold(protocol, meeting, word, [], dieAfter)
        const finished = new Set(cut.log.flatMap(e => (e.type === 'turn.finished' ? [e.key] : [])))
        const rest = await hold(protocol, meeting, word, cut.log)
        const again = rest.asked.filter(key => finished.has(key))
        const end = await toTheEnd(protocol, meeting, word, {...rest, prompts: new Map([...cut.prompts, ...rest.prompts])})
        const where = `seed ${seed}: ${text} after ${after}, dead after ${dieAfter}`
        if (again.length > 0) expect(again, where).toEqual([])
        const [was, is] = [settled(whole.log), settled(end.log)]
        if (JSON.stringify(was) !== JSON.stringify(is)) expect(is, where).toEqual(was)
        for (const [key, prompt] of end.prompts) {
          if (whole.prompts.has(key) && prompt !== whole.prompts.get(key))
            expect(prompt, `${where}: ${key}`).toBe(whole.prompts.get(key))
        }
        resumed++
      }
    }
  }
  return resumed
}

describe('dying after any event and resuming gives the same meeting, with every command at every event', () => {
  for (const [name, protocol, seatIds] of protocols) {
    it(`${name}, ten seeds`, {timeout: 240_000}, async () => {
      let resumed = 0
      for (let seed = 1; seed <= 10; seed++) resumed += await everyCommandAtEveryEvent(protocol, seatIds, seed)
      expect(resumed).toBeGreaterThan(150)
    })
  }
})

it('a ledger that answers what the protocol never asks stops loudly', async () => {
  const meeting = testMeeting()
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting})
  journal.append({type: 'chair.said', key: 'chair:from-nowhere', line: {id: 'reminder', slots: {}}})
  const run = runMeeting({protocol: roundtable, journal, voice: () => undefined, show: () => {}, auto: true})
  expect(await run.done).toMatchObject({
    how: 'paused',
    why: 'mismatch',
    fault: {message: expect.stringContaining('chair:from-nowhere')},
  })
  expect(journal.events).toHaveLength(2)
})
