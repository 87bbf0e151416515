import {describe, expect, it} from 'vitest'
import {boardEvents} from '../../source/core/board-events.ts'
import type {Meeting} from '../../source/core/events.ts'
import {board} from '../../source/protocols/board.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {boardMeeting, holdBoard, reply} from './board-table.ts'
import {everyCommand, everyCommandAndCrash, everyCrash, samePrompts, type Trial} from './every-command.ts'
import {down, type Holding} from './table.ts'

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

const trial: Trial = {
  protocol: board,
  hold: holdBoard,
  endings: log => boardEvents(log).filter(event => event.type === 'board_concluded'),
}

const crashes = (meeting: Meeting, holding: Holding) =>
  everyCrash(trial, meeting, holding, {
    alike: (rest, whole, where) => {
      samePrompts(rest, whole, where)
      expect(boardEvents(rest.log), where).toEqual(boardEvents(whole.log))
    },
  })

describe('dying after any event and going on gives the same meeting', () => {
  it.each([
    {name: 'in parallel', more: {rounds: 2}},
    {name: 'in turn', more: {rounds: 2, parallel: false}},
    {name: 'condensing before every round', more: {rounds: 3, threshold: 40}},
    {name: 'with a facilitator', more: {rounds: 2, seatIds: ['a', 'b', 'n'], moderator: 'n'}},
  ])('$name', async ({more}) => {
    expect(await crashes(boardMeeting(more), calm)).toBeGreaterThan(30)
  })

  it('with voices that remember nothing', async () => {
    expect(await crashes(boardMeeting({rounds: 2}), {...calm, sessions: false, remembers: false})).toBeGreaterThan(30)
  })

  it('with an expert who fails, a summary that cannot be read, and a moderator who does not decide', async () => {
    const says = (request: AskRequest) => {
      if (request.turn.key === 'round-1:a' || request.turn.stage === 'decision') return down
      return request.turn.key === 'summary-1' ? 'nonsense' : echo(request)
    }
    expect(await crashes(boardMeeting({rounds: 2}), {...calm, says})).toBeGreaterThan(30)
  })

  it('with nobody who can speak', async () => {
    expect(await crashes(boardMeeting({rounds: 2}), {...calm, says: () => down, auto: true})).toBeGreaterThan(15)
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

describe('every command at every event', () => {
  it.each([
    {name: 'in parallel', more: {rounds: 1}},
    {name: 'in turn', more: {rounds: 1, parallel: false}},
    {name: 'condensing', more: {rounds: 2, threshold: 40, seatIds: ['m', 'a', 'b']}},
  ])('ends the board once, verified, and is the same after a pause ($name)', async ({more}) => {
    await everyCommand(trial, boardMeeting(more), calm, {commands, stop: '/stop'})
  })

  it('with a crash after it, the meeting is the same', async () => {
    const meeting = boardMeeting({rounds: 1, seatIds: ['m', 'a', 'b']})
    const said = ['/stop', '再来一轮', '跳过结语，直接结束', '成本不是主要问题']
    expect(await everyCommandAndCrash(trial, meeting, calm, {commands: said, step: 3})).toBeGreaterThan(200)
  })
})
