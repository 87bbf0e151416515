import {describe, expect, it} from 'vitest'
import {boardEvents} from '../../source/core/board-events.ts'
import type {LiveEvent, MeetingEvent, Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {makeBoardStream} from '../../source/headless/board-events.ts'
import {testMeeting} from '../support/meeting.ts'

const meeting = testMeeting({
  seatIds: ['m', 'a', 'b'],
  rounds: 1,
  protocol: {id: 'board', version: 1},
  options: {rounds: 1, seed: 1, board: {moderator: 'm', parallel: true, threshold: 4000}},
})

const started = (key: string, who: string): MeetingEvent => ({
  type: 'turn.started',
  ...{key, attempt: 1, who, heard: [], view: 'session', nonce: 'n', promptSha256: '', systemSha256: ''},
})
const finished = (key: string, who: string, text: string, data?: unknown): MeetingEvent => ({
  type: 'turn.finished',
  ...{key, attempt: 1, who, text, ...(data === undefined ? {} : {data})},
})

/** A round in which the second seat is done first, and the person speaks in the middle. */
const log: readonly Stamped[] = (
  [
    {type: 'meeting.opened', meeting},
    {type: 'phase.entered', key: 'phase:opening', phase: 'opening'},
    started('opening:m', 'm'),
    finished('opening:m', 'm', '开场'),
    {type: 'phase.entered', key: 'phase:discussion:1', phase: 'discussion', round: 1},
    started('round-1:a', 'a'),
    started('round-1:b', 'b'),
    finished('round-1:b', 'b', '乙说'),
    {type: 'user.said', text: '我插一句'},
    {type: 'user.said', text: '/stop', wish: 'conclude'},
    finished('round-1:a', 'a', '甲说'),
    started('summary-1', 'm'),
    finished('summary-1', 'm', '{}', {content: '小结', continue: false}),
    {type: 'phase.entered', key: 'phase:closing', phase: 'closing'},
    {type: 'meeting.closed', outcome: {how: 'shortened', rounds: 1}},
  ] as const satisfies readonly MeetingEvent[]
).map((event, at): Stamped => ({...event, v: 1, seq: at + 1, at: '2026-01-01T09:00:00.000Z'}))

describe('a board as a stream', () => {
  it('gives each event once, in the order of the whole, wherever it is taken up', () => {
    const whole = boardEvents(log)
    expect(whole.map(({type}) => type)).toEqual([
      'board_started',
      'expert_speech',
      'user_intervention',
      'expert_speech',
      'expert_speech',
      'round_summary',
      'board_concluded',
    ])
    for (let begun = 1; begun <= log.length; begun++) {
      const stream = makeBoardStream(reduceAll(log.slice(0, begun)))
      const got = [...stream.sofar()]
      for (let at = begun; at < log.length; at++) got.push(...stream.take(log[at] as Stamped, reduceAll(log.slice(0, at + 1))))
      expect(got).toEqual(whole)
      expect(stream.sofar()).toEqual(whole)
    }
  })

  it('shows the experts of a round in seating order, each as soon as those before it are done', () => {
    const stream = makeBoardStream(reduceAll(log.slice(0, 7)))
    const take = (count: number) => stream.take(log[count - 1] as Stamped, reduceAll(log.slice(0, count)))
    expect(take(8)).toEqual([])
    expect(take(9).map(({type}) => type)).toEqual(['user_intervention'])
    expect(take(11).map(event => 'content' in event && event.content)).toEqual(['甲说', '乙说'])
  })

  it('says nothing at a delta', () => {
    const stream = makeBoardStream(reduceAll(log.slice(0, 6)))
    const delta: LiveEvent = {type: 'turn.delta', key: 'round-1:a', who: 'a', text: '甲'}
    expect(stream.take(delta, reduceAll(log.slice(0, 6)))).toEqual([])
  })
})
