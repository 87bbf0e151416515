import {expect, it} from 'vitest'
import type {Fault, LiveEvent, Meeting} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {board} from '../../source/protocols/board.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {AskRequest, Provider, ProviderEvent} from '../../source/providers/provider.ts'
import {recordsOf} from '../../source/records/index.ts'
import {type RunOptions, runMeeting} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {boardMeeting, reply} from '../protocols/board-table.ts'
import {memoryJournal, testMeeting} from '../support/meeting.ts'

const speech = (request: AskRequest) => `${request.who.name} 在 ${request.turn.key} 说的话。`
const lost: Fault = {code: 'session', message: 'No conversation found', retryable: true}
const broken: Fault = {code: 'auth', message: 'logged out', retryable: false}

type Answer = (request: AskRequest, nth: number) => readonly ProviderEvent[]

/** A voice with sessions of its own: `open` counts those it opened. */
function sessionVoice(id: string, answer: Answer, more: Partial<Provider> = {}) {
  const asked: AskRequest[] = []
  const voice: Provider = {
    id,
    remembers: false,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      asked.push(request)
      yield* answer(request, asked.length)
    },
    ...more,
  }
  return {voice, asked}
}

const good: Answer = (request, nth) => [
  {type: 'session', id: request.session ?? `session-${nth}`},
  {type: 'text', delta: speech(request)},
  {type: 'usage', usage: {inputTokens: 100, outputTokens: 20, costUsd: 0.01}},
  {type: 'done', text: speech(request)},
]

async function hold(voices: Readonly<Record<string, Provider>>, meeting: Partial<Meeting> = {}, more: Partial<RunOptions> = {}) {
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting: testMeeting({seatIds: ['a', 'b', 'c'], ...meeting})})
  const shown: LiveEvent[] = []
  const run = runMeeting({
    protocol: roundtable,
    journal,
    voice: id => voices[id],
    show: event => shown.push(event),
    auto: true,
    ...more,
  })
  run.gone()
  const end = await run.done
  return {log: journal.events, end, run, shown, wrong: verifyMeeting(roundtable, journal.events).filter(check => !check.ok)}
}

it('a seat goes on with its own session, and later prompts carry nothing it said or heard before', async () => {
  const {voice, asked} = sessionVoice('fake', good)
  const {log, wrong} = await hold({fake: voice})
  expect(wrong).toEqual([])
  for (const id of ['a', 'b', 'c']) {
    const mine = asked.filter(request => request.who.id === id)
    expect(mine.map(request => request.session)).toEqual([
      undefined,
      ...mine.slice(1).map(() => `session-${'abc'.indexOf(id) + 1}`),
    ])
    for (const later of mine.slice(1)) expect(later.prompt).not.toContain(`席${id} 在`)
  }
  expect(
    ofType(log, 'turn.started')
      .slice(3)
      .every(turn => turn.view === 'session'),
  ).toBe(true)
})

it('a session that is lost is opened anew once, with a prompt that stands by itself, and the records say so', async () => {
  const {voice, asked} = sessionVoice('fake', (request, nth) =>
    request.who.id === 'b' && request.session !== undefined && request.turn.stage === 'response'
      ? [{type: 'failed', fault: lost}]
      : good(request, nth),
  )
  const {log, end, run, wrong} = await hold({fake: voice})
  expect(end.how).toBe('closed')
  expect(wrong).toEqual([])
  const again = asked.filter(request => request.turn.key === 'round-1:b')
  expect(again).toHaveLength(2)
  expect(again[1]?.session).toBeUndefined()
  expect(again[1]?.prompt).toContain('席b 在 opening:b 说的话。')
  expect(ofType(log, 'turn.finished').find(event => event.key === 'round-1:b')?.sessionMode).toBe('recovered')
  expect(ofType(log, 'turn.started').findLast(event => event.key === 'round-1:b')?.view).toBe('whole')
  const [transcript, , outline] = recordsOf(run.state(), {localDate: () => '2026-01-01'})
  expect(transcript?.text).toContain('原来的会话已失效')
  expect(outline?.text).toContain('- 用量合计: 至少 输入 900，输出 180 token，0.0900 美元（有 1 次没有报告用量）')
})

it('a second failure after a lost session is a failure', async () => {
  const {voice, asked} = sessionVoice('fake', (request, nth) =>
    request.turn.key === 'round-1:b' ? [{type: 'failed', fault: request.session ? lost : broken}] : good(request, nth),
  )
  const {log, end} = await hold({fake: voice}, {}, {skipFailed: true})
  expect(end.how).toBe('closed')
  expect(asked.filter(request => request.turn.key === 'round-1:b')).toHaveLength(2)
  expect(ofType(log, 'turn.skipped')).toMatchObject([{key: 'round-1:b', reason: 'failed'}])
})

it('a voice that names no session is marked stateless, and its next prompt carries everything', async () => {
  const {voice, asked} = sessionVoice('fake', request => [{type: 'done', text: speech(request), stateless: true}])
  const {log, wrong} = await hold({fake: voice})
  expect(wrong).toEqual([])
  expect(ofType(log, 'turn.finished').every(event => event.sessionMode === 'stateless' && event.session === undefined)).toBe(true)
  expect(asked.find(request => request.turn.key === 'round-1:b')?.prompt).toContain('席b 在 opening:b 说的话。')
})

it('a voice that begins again voids what it had said, on the screen and in the ledger', async () => {
  const {voice} = sessionVoice('fake', request => [
    {type: 'text', delta: '半句'},
    {type: 'reset'},
    {type: 'text', delta: '重来'},
    ...(request.who.id === 'b' ? [{type: 'failed', fault: broken} as const] : [{type: 'done', text: '重来'} as const]),
  ])
  const {log, shown} = await hold({fake: voice}, {}, {skipFailed: true})
  expect(ofType(log, 'turn.failed').map(event => event.partial)).toEqual(ofType(log, 'turn.failed').map(() => '重来'))
  expect(shown.filter(event => event.type === 'turn.delta' && event.again).length).toBeGreaterThanOrEqual(3)
})

it('a voice that fails without a person gives way to the fallback, which gets the seat’s whole view; verify agrees', async () => {
  const dies = sessionVoice('fake', (request, nth) =>
    request.turn.key === 'round-1:b' ? [{type: 'failed', fault: broken}] : good(request, nth),
  )
  const other = sessionVoice('other', good)
  const {log, end, run, wrong} = await hold(
    {fake: dies.voice, other: other.voice},
    {},
    {fallback: who => (who === 'b' ? {provider: 'other', reason: '按 --fallback 改用另一个声音'} : undefined)},
  )
  expect(end.how).toBe('closed')
  expect(wrong).toEqual([])
  expect(ofType(log, 'seat.changed')).toMatchObject([{who: 'b', provider: 'other'}])
  expect(other.asked[0]?.prompt).toContain('席b 在 opening:b 说的话。')
  expect(other.asked[0]?.system).toContain('人物 b')
  expect(other.asked.map(request => request.who.id)).toEqual(['b', 'b'])
  const transcript = recordsOf(run.state(), {localDate: () => '2026-01-01'})[0]?.text ?? ''
  expect(transcript).toContain('other')
  expect(transcript).toContain('按 --fallback 改用另一个声音')
})

it('an expert of a board, whose failure holds nobody up, gives way to the fallback as well', async () => {
  const dies = sessionVoice('fake', request => [{type: 'failed', fault: {...broken, message: request.who.id}}])
  const other = sessionVoice('other', request => [{type: 'done', text: reply(request)}])
  const {log, end} = await hold({fake: dies.voice, other: other.voice}, boardMeeting({seatIds: ['m', 'a', 'b']}), {
    protocol: board,
    countTokens: async () => 0,
    fallback: () => ({provider: 'other', reason: 'r'}),
  })
  expect(end.how).toBe('closed')
  expect(
    ofType(log, 'seat.changed')
      .map(event => event.who)
      .sort(),
  ).toEqual(['a', 'b', 'm'])
  expect(ofType(log, 'turn.skipped')).toEqual([])
  expect(verifyMeeting(board, log).filter(check => !check.ok)).toEqual([])
})

it('a fallback that fails as well is not tried for ever', async () => {
  const both = sessionVoice('fake', () => [{type: 'failed', fault: broken}])
  const {end} = await hold(
    {fake: both.voice, other: both.voice},
    {},
    {fallback: () => ({provider: 'other', reason: 'r'}), skipFailed: false},
  )
  // The seat’s own voice, and the one it fell back to.
  expect(both.asked).toHaveLength(2)
  expect(end.how).toBe('paused')
}, 5_000)

it('a voice that remembers but takes over a seat gets the whole view once', async () => {
  const dies = sessionVoice('fake', (request, nth) =>
    request.turn.key === 'round-1:b' ? [{type: 'failed', fault: broken}] : good(request, nth),
  )
  const other = sessionVoice('other', request => [{type: 'done', text: speech(request)}], {remembers: true})
  await hold({fake: dies.voice, other: other.voice}, {}, {fallback: () => ({provider: 'other', reason: 'r'})})
  expect(other.asked[0]?.prompt).toContain('席b 在 opening:b 说的话。')
  expect(other.asked[1]?.prompt).not.toContain('席b 在 opening:b 说的话。')
})

it('while one speaks, the voices beside it are made ready', async () => {
  const prepared: string[] = []
  const {voice} = sessionVoice('fake', good, {prepare: ({who}) => void prepared.push(who.id)})
  const {log} = await hold({fake: voice})
  expect(prepared.slice(0, 3)).toEqual(['b', 'c', 'a'])
  expect(log.at(-1)?.type).toBe('meeting.closed')
})

it('a budget leads the discussion into its closing, says so once, and the closing is held', async () => {
  const {voice} = sessionVoice('fake', good)
  const {log, wrong} = await hold({fake: voice}, {options: {rounds: 5, seed: 1, budget: {tokens: 600}}})
  expect(wrong).toEqual([])
  // Five speeches of 120 tokens: three openings, two of the first round.
  expect(ofType(log, 'turn.finished').filter(event => event.key.startsWith('round-'))).toHaveLength(2)
  expect(ofType(log, 'turn.finished').filter(event => event.key.startsWith('closing:'))).toHaveLength(3)
  expect(ofType(log, 'chair.said').filter(event => event.line.id === 'budget.spent')).toHaveLength(1)
  expect(ofType(log, 'floor.heard').filter(event => event.heard.spent)).toHaveLength(1)
})
