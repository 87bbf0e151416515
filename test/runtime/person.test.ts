import {expect, it} from 'vitest'
import type {LiveEvent} from '../../source/core/events.ts'
import {hearersOf, speeches, words} from '../../source/core/selectors.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {type MeetingRun, runMeeting} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {memoryJournal, testMeeting} from '../support/meeting.ts'

/** Speaks four characters a turn of the event loop, and says which attempt it is. */
function voice(): Provider {
  let asked = 0
  return {
    id: 'fake',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      const text = `${request.who.name}说第${++asked}句话，针对${request.turn.relays.map(r => r.text).join('')}`
      for (const character of text) {
        await null
        yield {type: 'text', delta: character}
      }
      yield {type: 'done', text}
    },
  }
}

type Act = (run: MeetingRun, event: LiveEvent) => void

/** Holds a meeting of three seats and two rounds; `act` is the person, `after` every event. */
async function hold(act: Act, options: {rounds?: number; seatIds?: string[]; atPause?: (run: MeetingRun) => boolean} = {}) {
  const meeting = testMeeting({seatIds: options.seatIds ?? ['a', 'b', 'c'], rounds: options.rounds ?? 2})
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting})
  const provider = voice()
  const run = runMeeting({
    protocol: roundtable,
    journal,
    auto: false,
    voice: () => provider,
    show: event => act(run, event),
    onWaiting: waiting => {
      if (!waiting) return
      queueMicrotask(() => options.atPause?.(run) || run.say(waiting.for === 'word' ? '继续' : '重试'))
    },
  })
  const end = await run.done
  const checks = verifyMeeting(roundtable, journal.events)
  expect(checks.filter(check => !check.ok)).toEqual([])
  return {end, log: journal.events, state: run.state()}
}

/** Does something once, when `when` is first true. */
const once = (when: (event: LiveEvent) => boolean, act: (run: MeetingRun, event: LiveEvent) => void): Act => {
  let done = false
  return (run, event) => {
    if (done || !when(event)) return
    done = true
    queueMicrotask(() => act(run, event))
  }
}
const delta = (key: string, n = 1) => {
  let seen = 0
  return (event: LiveEvent) => event.type === 'turn.delta' && event.key === key && ++seen === n
}

it('a word said in the middle of a speech is written down at once and reaches every seat in the next round', async () => {
  const {log, state} = await hold(once(delta('opening:b'), run => run.say('外包公司怎么办？')))
  const said = log.findIndex(event => event.type === 'user.said' && event.text === '外包公司怎么办？')
  expect(log[said - 1]).toMatchObject({type: 'turn.started', key: 'opening:b'})
  expect(log[said + 1]).toMatchObject({type: 'turn.finished', key: 'opening:b'})
  expect(hearersOf(state, said + 1)).toEqual(['a', 'b', 'c'])
  const handed = log.flatMap(event => (event.type === 'turn.started' && event.heard.includes(said + 1) ? [event.key] : []))
  expect(handed).toEqual(['round-1:c', 'round-1:b', 'round-1:a'])
})

it('a word said in the last round is handed over with the closing', async () => {
  const {log} = await hold(
    once(delta('round-1:b'), run => run.say('最后一问')),
    {rounds: 1},
  )
  const said = log.find(event => event.type === 'user.said' && event.text === '最后一问')
  const handed = log.flatMap(event => (event.type === 'turn.started' && event.heard.includes(said?.seq ?? 0) ? [event.key] : []))
  expect(handed).toEqual(['closing:c', 'closing:b', 'closing:a'])
})

it('a word said in the closing reaches nobody, and the ledger shows it', async () => {
  const {state} = await hold(once(delta('closing:c'), run => run.say('来晚了')))
  const word = words(state).find(event => event.text === '来晚了')
  expect(word && hearersOf(state, word.seq)).toEqual([])
})

it('going to the closing lets the present speech finish', async () => {
  const {log, end} = await hold(once(delta('round-1:b'), run => run.say('结束会议')))
  expect(log.filter(e => e.type === 'turn.finished').map(e => e.key)).toEqual([
    ...['opening:a', 'opening:b', 'opening:c', 'round-1:c', 'round-1:b', 'closing:c', 'closing:b', 'closing:a'],
  ])
  expect(end).toMatchObject({how: 'closed', outcome: {how: 'shortened', rounds: 0}})
})

it('said a second time it cuts the speech and keeps what was said', async () => {
  const {log} = await hold(
    once(delta('round-1:b', 3), run => {
      run.say('结束会议')
      run.say('进入结语')
    }),
  )
  const failed = log.find(e => e.type === 'turn.failed')
  expect(failed).toMatchObject({key: 'round-1:b', fault: {code: 'aborted'}})
  expect(failed?.type === 'turn.failed' && failed.partial?.startsWith('席b说')).toBe(true)
  expect(log.find(e => e.type === 'turn.skipped')).toMatchObject({key: 'round-1:b', reason: 'cut'})
})

it('skipping the closing ends at once', async () => {
  const {log} = await hold(once(delta('round-1:c', 2), run => run.say('跳过结语，直接结束')))
  expect(log.some(e => e.type === 'phase.entered' && e.phase === 'closing')).toBe(false)
  expect(log.at(-1)).toMatchObject({type: 'meeting.closed', outcome: {how: 'shortened'}})
})

it('a word that only looks like a command goes to the table, and a mistyped command does not', async () => {
  const answers: unknown[] = []
  const {state} = await hold(
    once(delta('opening:a'), run => {
      answers.push(run.say('结束会议吧'), run.say('/结束会义'))
    }),
  )
  expect(answers).toMatchObject([{kind: 'said'}, {kind: 'unknown', command: {nearest: ['结束会议']}}])
  expect(words(state).map(word => word.text)).toEqual(['结束会议吧'])
})

it('one more round is one more round, in the same alternation', async () => {
  const {log, end} = await hold(
    once(
      e => e.type === 'chair.said' && e.line.id === 'pause.closing',
      run => run.say('再来一轮'),
    ),
    {rounds: 1},
  )
  expect(
    log
      .filter(e => e.type === 'turn.finished')
      .map(e => e.who)
      .join(''),
  ).toBe('abccbaabccba')
  expect(end).toMatchObject({outcome: {how: 'complete', rounds: 2}})
})

it('the reminder is the one neutral sentence, and goes into the next prompt alone', async () => {
  const {log} = await hold(once(delta('round-1:c'), run => run.say('提醒')))
  const reminder = log.find(e => e.type === 'chair.said' && e.line.id === 'reminder')
  const handed = log.flatMap(e => (e.type === 'turn.started' && e.heard.includes(reminder?.seq ?? 0) ? [e.key] : []))
  expect(handed).toEqual(['round-1:b'])
})

it('a word can be taken back until somebody has been handed it', async () => {
  const taken: boolean[] = []
  const {log, state} = await hold((run, event) => {
    if (event.type === 'turn.started' && event.key === 'opening:b') queueMicrotask(() => run.say('收回的话'))
    const word = words(run.state()).find(w => w.text === '收回的话')
    if (event.type === 'turn.finished' && event.key === 'opening:b') taken.push(run.withdraw(word?.seq ?? 0))
    if (event.type === 'turn.started' && event.key === 'opening:c') queueMicrotask(() => run.say('留下的话'))
    const kept = words(run.state()).find(w => w.text === '留下的话')
    if (event.type === 'turn.started' && event.key === 'round-1:c') queueMicrotask(() => taken.push(run.withdraw(kept?.seq ?? 0)))
  })
  expect(taken).toEqual([true, false])
  expect(words(state).map(word => word.text)).toEqual(['留下的话'])
  expect(log.filter(e => e.type === 'turn.started' && e.heard.some(seq => log[seq - 1]?.type === 'user.withdrew'))).toEqual([])
})

it('a muted seat leaves out its next turn, and only that', async () => {
  const {log} = await hold(once(delta('opening:c'), run => run.mute('c')))
  expect(
    log
      .filter(e => e.type === 'turn.finished')
      .map(e => e.who)
      .join(''),
  ).toBe('abcbaabccba')
  expect(log.find(e => e.type === 'turn.skipped')).toMatchObject({key: 'round-1:c', reason: 'muted'})
})

it('a speech can be given again while nobody has heard it, and the next seat hears the new one', async () => {
  const redone: boolean[] = []
  const {log, state} = await hold(() => {}, {
    seatIds: ['a', 'b'],
    atPause: run => {
      const isFirst = run.state().log.at(-1)?.type === 'chair.said' && redone.length === 0
      if (isFirst) redone.push(run.redo())
      return isFirst
    },
  })
  expect(redone).toEqual([true])
  const given = log.filter(e => e.type === 'turn.finished' && e.key === 'opening:b')
  expect(given).toHaveLength(2)
  expect(speeches(state).find(s => s.key === 'opening:b')?.seq).toBe(given[1]?.seq)
  expect(log.filter(e => e.type === 'turn.started' && e.heard.includes(given[0]?.seq ?? 0))).toEqual([])
  expect(log.filter(e => e.type === 'turn.started' && e.heard.includes(given[1]?.seq ?? 0))).not.toEqual([])
})

it('a speech that somebody has heard is not given again', async () => {
  const redone: boolean[] = []
  const {log} = await hold(once(delta('opening:c'), run => redone.push(run.redo())))
  expect(redone).toEqual([false])
  expect(log.some(e => e.type === 'turn.reopened')).toBe(false)
})

it('in the closing only the end can still be asked for: nobody loses the last word by a repeated command', async () => {
  const {log, end} = await hold(
    once(delta('closing:c'), run => {
      run.say('进入结语')
      run.say('再来一轮')
    }),
    {rounds: 1},
  )
  expect(
    log
      .filter(e => e.type === 'turn.finished')
      .map(e => e.key)
      .slice(-3),
  ).toEqual(['closing:c', 'closing:b', 'closing:a'])
  expect(log.some(e => e.type === 'chair.said' && e.line.id === 'rounds.now')).toBe(false)
  expect(end).toMatchObject({outcome: {how: 'complete', rounds: 1}})
  const ended = await hold(
    once(delta('closing:c'), run => run.say('跳过结语，直接结束')),
    {rounds: 1},
  )
  expect(ended.log.filter(e => e.type === 'turn.finished' && e.key.startsWith('closing'))).toEqual([])
})
