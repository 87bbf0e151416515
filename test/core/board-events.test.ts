import {describe, expect, it} from 'vitest'
import {boardDecision} from '../../source/core/board-decision.ts'
import {boardEntries, boardEvents} from '../../source/core/board-events.ts'
import {boardHistory, inChatOrder} from '../../source/core/board-history.ts'
import {relayedText} from '../../source/core/selectors.ts'
import {ofType, reduceAll} from '../../source/core/state.ts'
import {boardMeeting, holdBoard, reply} from '../protocols/board-table.ts'
import {down} from '../protocols/table.ts'

/** The last seated finish first. */
const backwards = async ({who, turn}: Parameters<typeof reply>[0]) => {
  const slow = turn.stage === 'response' ? 400 - 100 * ((who.id.codePointAt(0) ?? 0) - 97) : 0
  for (let tick = 0; tick < slow; tick++) await null
}
const seats = boardMeeting().seats.map(seat => (seat.id === 'a' ? {...seat, avatar: '🚀', color: '#e82127'} : seat))

const interrupted = () =>
  holdBoard(boardMeeting({rounds: 2, seats}), {
    takes: backwards,
    onEvent: (event, run) => {
      if (event.type === 'turn.started' && event.key === 'opening:m') run.say('先说背景')
      if (event.type === 'turn.finished' && event.key === 'round-1:c') run.say('关键是用户接受度')
      if (event.type === 'turn.finished' && event.key === 'summary-2') run.say('谢谢各位')
    },
  })

describe('the five events of FR-10', () => {
  it('have exactly its names and fields, in seating order whatever the order of arrival', async () => {
    const held = await interrupted()
    const arrived = held.log.flatMap(e => (e.type === 'turn.finished' && e.key.startsWith('round-1:') ? [e.who] : []))
    expect(arrived).toEqual(['c', 'b', 'a'])
    const speech = (id: string, round: number) => ({
      type: 'expert_speech',
      expert_name: `席${id}`,
      expert_avatar: id === 'a' ? '🚀' : '',
      expert_color: id === 'a' ? '#e82127' : '',
      content: `《${round ? `round-${round}` : 'opening'}:${id}》这是席${id}说的话。`,
      round,
    })
    const summary = (round: number) => ({
      type: 'round_summary',
      moderator_name: '席m',
      content: `《summary-${round}》的小结正文。`,
      round,
      continue: true,
    })
    const word = (content: string, round: number) => ({type: 'user_intervention', content, round})
    const expert = (id: string) => ({
      name: `席${id}`,
      avatar: id === 'a' ? '🚀' : '',
      color: id === 'a' ? '#e82127' : '',
      is_moderator: id === 'm',
    })
    expect(boardEvents(held.log)).toEqual([
      {
        type: 'board_started',
        team_id: 'test-meeting',
        topic: '人工智能会不会取代程序员',
        experts: ['m', 'a', 'b', 'c'].map(expert),
        max_rounds: 2,
      },
      word('先说背景', 0),
      speech('m', 0),
      word('关键是用户接受度', 1),
      ...['a', 'b', 'c'].map(id => speech(id, 1)),
      summary(1),
      ...['a', 'b', 'c'].map(id => speech(id, 2)),
      summary(2),
      word('谢谢各位', 2),
      {
        type: 'board_concluded',
        summary: '席a：席a的核心观点\n席b：席b的核心观点\n席c：席c的核心观点',
        decision_advice: '先做小范围试验。\n再看数据。\n建议行动：\n1. 两周内做出样品\n2. 请十位用户试用',
        total_rounds: 2,
        consensus_points: ['都认为要先验证'],
        dissent_points: ['投入多少仍有分歧'],
      },
    ])
  })

  it('of a beginning of the ledger are the beginning of the events of the whole', async () => {
    const {log} = await interrupted()
    const whole = boardEvents(log)
    let count = 0
    for (let length = 0; length <= log.length; length++) {
      const some = boardEvents(log.slice(0, length))
      expect(some).toEqual(whole.slice(0, some.length))
      expect(some.length).toBeGreaterThanOrEqual(count)
      count = some.length
    }
    expect(count).toBe(whole.length)
  })

  it('a command is no intervention, and a speech that failed is none', async () => {
    const held = await holdBoard(boardMeeting({rounds: 1}), {
      onEvent: (event, run) => event.type === 'turn.started' && event.key === 'round-1:a' && run.say('/stop'),
      says: request => (request.turn.key === 'round-1:a' ? down : reply(request)),
    })
    expect(boardEvents(held.log).map(event => event.type)).toEqual([
      'board_started',
      'expert_speech',
      'expert_speech',
      'expert_speech',
      'board_concluded',
    ])
  })

  it('a speech that was given again is told once', async () => {
    const {log} = await interrupted()
    const speech = ofType(log, 'turn.finished').find(event => event.key === 'round-1:a')
    if (!speech) throw new Error('no speech')
    const again = [...log, {...speech, seq: log.length + 1, attempt: 2, text: '换个说法'}]
    expect(boardEvents(again)).toEqual(boardEvents(log))
    expect(boardEntries(again).filter(entry => entry.content === '换个说法')).toHaveLength(1)
  })

  it('are none before the meeting was opened', () => {
    expect(boardEvents([])).toEqual([])
    expect(boardEntries([])).toEqual([])
    expect(boardDecision(reduceAll([]))).toEqual({by: 'extract', views: []})
  })
})

describe('the ledger in chat order', () => {
  it('holds a speech back until those seated before it have spoken or failed', async () => {
    const {log} = await interrupted()
    const first = log.findIndex(e => e.type === 'turn.finished' && e.key === 'round-1:c')
    const shown = (all: boolean, length: number) =>
      inChatOrder(reduceAll(log.slice(0, length)), all).flatMap(e => (e.type === 'turn.finished' ? [e.key] : []))
    expect(shown(false, first + 1)).toEqual(['opening:m'])
    expect(shown(true, first + 1)).toEqual(['opening:m', 'round-1:c'])
    expect(inChatOrder(reduceAll(log), false)).toHaveLength(log.length)
    expect(inChatOrder(reduceAll([]), true)).toEqual([])
  })

  it('is the same whoever finished first', async () => {
    const meeting = boardMeeting({rounds: 2})
    const keys = (log: Parameters<typeof boardEvents>[0]) =>
      inChatOrder(reduceAll(log), true).flatMap(e => (e.type === 'turn.finished' ? [e.key] : []))
    const [one, other] = [await holdBoard(meeting), await holdBoard(meeting, {takes: backwards})]
    expect(one.log.map(e => ('key' in e ? e.key : e.type))).not.toEqual(other.log.map(e => ('key' in e ? e.key : e.type)))
    expect(keys(other.log)).toEqual(keys(one.log))
    expect(boardHistory(reduceAll(other.log)).map(relayedText)).toEqual(boardHistory(reduceAll(one.log)).map(relayedText))
  })
})

describe('the history in the shape of FR-8', () => {
  it('has rounds, names and times; the person is marked by role; what was taken back is gone', async () => {
    const held = await holdBoard(boardMeeting({rounds: 1, threshold: 1}), {
      onEvent: (event, run) => {
        if (event.type !== 'turn.started' || event.key !== 'round-1:a') return
        const said = run.say('这句收回')
        if (said.kind === 'said') run.withdraw(said.event.seq)
        run.say('关键是用户接受度')
      },
    })
    const timestamp = '2026-01-01T09:00:00.000Z'
    expect(boardEntries(held.log)).toEqual([
      {round: 0, expert_name: '席m', content: '《opening:m》这是席m说的话。', timestamp},
      {round: 1, role: 'user', content: '关键是用户接受度', timestamp},
      ...['a', 'b', 'c'].map(id => ({
        round: 1,
        expert_name: `席${id}`,
        content: `《round-1:${id}》这是席${id}说的话。`,
        timestamp,
      })),
      {round: 1, expert_name: '席m', content: '《summary-1》的小结正文。', timestamp},
    ])
  })
})

describe('a decision that nobody gave', () => {
  it('takes of each expert one sentence of the last speech that says something, word for word', async () => {
    const texts: Readonly<Record<string, string>> = {
      a: '先问一句，为什么要做？好。从成本看，这件事必须先做样品再谈规模。后面再说。',
      b: '做吗？',
    }
    const held = await holdBoard(boardMeeting({rounds: 1}), {
      says: request =>
        request.turn.stage === 'decision' || request.who.id === 'c' ? down : (texts[request.who.id] ?? reply(request)),
    })
    expect(boardDecision(held.run.state())).toEqual({
      by: 'extract',
      views: [
        {who: '席a', view: '从成本看，这件事必须先做样品再谈规模。'},
        {who: '席b', view: '做吗？'},
      ],
      summary: {round: 1, content: '《summary-1》的小结正文。'},
    })
  })
})
