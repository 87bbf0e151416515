import {describe, expect, it} from 'vitest'
import {boardEvents} from '../../source/core/board-events.ts'
import type {LiveEvent, Meeting, Stamped} from '../../source/core/events.ts'
import {board} from '../../source/protocols/board.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import type {MeetingRun} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {boardMeeting, down, type Held, type Holding, holdBoard, reply} from './board-table.ts'

/** What a seat says follows from what it was sent: a prompt that differs by a byte makes another meeting. */
const echo = (request: AskRequest): string => {
  const hash = sha256(request.prompt + request.system).slice(0, 6)
  if (request.turn.stage === 'summary') return JSON.stringify({content: `小结 ${hash}`, continue: true})
  return request.turn.stage === 'decision' ? reply(request) : `${request.who.id} ${hash}`
}

/** Seats of a round finish well apart and against the seating order. */
const apart = async (request: AskRequest) => {
  const slow = request.turn.stage === 'response' ? 300 - 100 * ((request.who.id.codePointAt(0) ?? 0) % 3) : 0
  for (let tick = 0; tick < slow; tick++) await null
}

const calm: Holding = {
  says: echo,
  takes: apart,
  sessions: true,
  auto: false,
  onWaiting: (_, run) => run.say('继续'),
}

/** The meeting that was held, without attempts that led nowhere; who of a round finished first is no part of it. */
function settled(log: readonly Stamped[]): readonly string[] {
  const turns = new Map<string, string>()
  const rest = log.flatMap((event): readonly string[] => {
    switch (event.type) {
      case 'phase.entered':
        return [event.key]
      case 'chair.said':
        return [`${event.key} ${JSON.stringify(event.line)}`]
      case 'noted':
        return [`${event.key} ${JSON.stringify(event.note)}`]
      case 'floor.heard':
        return [`${event.key} ${JSON.stringify(event.heard)}`]
      case 'meeting.closed':
        return [JSON.stringify(event.outcome)]
      case 'turn.finished':
        turns.set(event.key, event.text)
        return []
      case 'turn.skipped':
        turns.set(event.key, event.reason)
        return []
      default:
        return []
    }
  })
  return [...rest, ...[...turns].sort().map(turn => turn.join(' '))]
}

const promptsOf = (held: Held) => new Map(held.asked.map(request => [request.turn.key, request.prompt]))

/** Dies after every event of the meeting, goes on, and holds the end against the meeting that did not die. */
async function everyCrash(meeting: Meeting, holding: Holding, step = 1): Promise<number> {
  const whole = await holdBoard(meeting, holding)
  const prompts = promptsOf(whole)
  expect(verifyMeeting(board, whole.log).filter(check => !check.ok)).toEqual([])
  let crashes = 0
  for (let dieAfter = 1; dieAfter < whole.log.length; dieAfter += step) {
    const cut = await holdBoard(meeting, {...holding, dieAfter})
    const finished = new Set(cut.log.flatMap(event => (event.type === 'turn.finished' ? [event.key] : [])))
    const rest = await holdBoard(meeting, {...holding, before: cut.log})
    const where = `dead after ${dieAfter}`
    expect(rest.end, where).toMatchObject({how: 'closed'})
    expect(
      rest.asked.map(request => request.turn.key).filter(key => finished.has(key)),
      where,
    ).toEqual([])
    expect(settled(rest.log), where).toEqual(settled(whole.log))
    for (const [key, prompt] of promptsOf(rest)) expect(prompt, `${where}: ${key}`).toBe(prompts.get(key))
    expect(boardEvents(rest.log), where).toEqual(boardEvents(whole.log))
    expect(
      verifyMeeting(board, rest.log).filter(check => !check.ok),
      where,
    ).toEqual([])
    crashes++
  }
  return crashes
}

describe('dying after any event and going on gives the same meeting', () => {
  it.each([
    {name: 'in parallel', more: {rounds: 2}},
    {name: 'in turn', more: {rounds: 2, parallel: false}},
    {name: 'condensing before every round', more: {rounds: 3, threshold: 40}},
    {name: 'with a facilitator', more: {rounds: 2, seatIds: ['a', 'b', 'n'], moderator: 'n'}},
  ])('$name', async ({more}) => {
    expect(await everyCrash(boardMeeting(more), calm)).toBeGreaterThan(30)
  })

  it('with voices that remember nothing', async () => {
    expect(await everyCrash(boardMeeting({rounds: 2}), {...calm, sessions: false, remembers: false})).toBeGreaterThan(30)
  })

  it('with an expert who fails, a summary that cannot be read, and a moderator who does not decide', async () => {
    const says = (request: AskRequest) => {
      if (request.turn.key === 'round-1:a' || request.turn.stage === 'decision') return down
      return request.turn.key === 'summary-1' ? 'nonsense' : echo(request)
    }
    expect(await everyCrash(boardMeeting({rounds: 2}), {...calm, says})).toBeGreaterThan(30)
  })

  it('with nobody who can speak', async () => {
    expect(await everyCrash(boardMeeting({rounds: 2}), {...calm, says: () => down, auto: true})).toBeGreaterThan(15)
  })
})

it('killed in the middle of a parallel round, only the unfinished are asked again', async () => {
  const meeting = boardMeeting({rounds: 1, seatIds: ['m', 'a', 'b', 'c', 'd', 'e']})
  const whole = await holdBoard(meeting, calm)
  const first = whole.log.findIndex(event => event.type === 'turn.finished' && event.key.startsWith('round-1:'))
  for (const finished of [1, 2, 3, 4]) {
    const cut = await holdBoard(meeting, {...calm, dieAfter: first + finished})
    const done = cut.log.flatMap(e => (e.type === 'turn.finished' && e.key.startsWith('round-1:') ? [e.who] : []))
    expect(done).toHaveLength(finished)
    const rest = await holdBoard(meeting, {...calm, before: cut.log})
    const again = rest.asked.flatMap(({turn, who}) => (turn.key.startsWith('round-1:') ? [who.id] : []))
    expect(again).toEqual(['a', 'b', 'c', 'd', 'e'].filter(id => !done.includes(id)))
  }
})

const commands = [
  '继续',
  '/stop',
  '停止讨论',
  '跳过结语，直接结束',
  '再来一轮',
  '提醒',
  '跳过',
  '重试',
  '暂停',
  '成本不是主要问题',
]

/** Said once, or twice, the moment an event is down; where the process died before it could be said, it is said on return. */
function saying(word: {after: string; text: string; times: number}, before: readonly Stamped[]): Holding {
  const due = (event: LiveEvent) => 'key' in event && `${event.type}:${event.key}` === word.after
  let said = before.filter(event => event.type === 'user.said' && event.text === word.text).length
  const say = (run: MeetingRun) => {
    while (said < word.times && run.say(word.text).kind === 'said') said++
  }
  return {
    ...calm,
    onEvent: (event, run) => {
      if (event.type !== 'turn.delta' && due(event)) say(run)
    },
  }
}

describe('every command at every event', () => {
  it.each([
    {name: 'in parallel', more: {rounds: 1}},
    {name: 'in turn', more: {rounds: 1, parallel: false}},
    {name: 'condensing', more: {rounds: 2, threshold: 40, seatIds: ['m', 'a', 'b']}},
  ])('ends the board once, verified, and is the same after a pause ($name)', async ({more}) => {
    const meeting = boardMeeting(more)
    const plain = await holdBoard(meeting, calm)
    const moments = [...new Set(plain.log.flatMap(e => ('key' in e ? [`${e.type}:${e.key}`] : [])))]
    let held = 0
    for (const after of moments) {
      for (const text of commands) {
        for (const times of text === '/stop' ? [1, 2] : [1]) {
          const where = `${text} x${times} after ${after}`
          let now = await holdBoard(meeting, saying({after, text, times}, []))
          if (text === '暂停' && now.end !== 'died' && now.end.how === 'paused') {
            expect(
              boardEvents(now.log).some(event => event.type === 'board_concluded'),
              where,
            ).toBe(false)
            now = await holdBoard(meeting, {...calm, before: now.log})
            expect(settled(now.log), where).toEqual(settled(plain.log))
          }
          expect(now.end, where).toMatchObject({how: 'closed'})
          expect(
            boardEvents(now.log).filter(event => event.type === 'board_concluded'),
            where,
          ).toHaveLength(1)
          expect(
            verifyMeeting(board, now.log).filter(check => !check.ok),
            where,
          ).toEqual([])
          held++
        }
      }
    }
    expect(held).toBe(moments.length * (commands.length + 1))
  })

  it('with a crash after it, the meeting is the same', async () => {
    const meeting = boardMeeting({rounds: 1, seatIds: ['m', 'a', 'b']})
    const plain = await holdBoard(meeting, calm)
    const moments = [...new Set(plain.log.flatMap(e => ('key' in e ? [`${e.type}:${e.key}`] : [])))]
    let crashes = 0
    for (const after of moments) {
      for (const text of ['/stop', '再来一轮', '跳过结语，直接结束', '成本不是主要问题']) {
        const word = {after, text, times: 1}
        const whole = await holdBoard(meeting, saying(word, []))
        const said = whole.log.find(event => event.type === 'user.said')?.seq ?? 0
        for (let dieAfter = said; dieAfter < whole.log.length; dieAfter += 3) {
          const cut = await holdBoard(meeting, {...saying(word, []), dieAfter})
          const rest = await holdBoard(meeting, {...saying(word, cut.log), before: cut.log})
          expect(settled(rest.log), `${text} after ${after}, dead after ${dieAfter}`).toEqual(settled(whole.log))
          crashes++
        }
      }
    }
    expect(crashes).toBeGreaterThan(200)
  })
})
