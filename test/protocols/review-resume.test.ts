import {describe, expect, it} from 'vitest'
import type {Meeting} from '../../source/core/events.ts'
import {review} from '../../source/protocols/review.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {random} from '../support/meeting.ts'
import {closings, everyCommand, everyCommandAndCrash, everyCrash, samePrompts, type Trial} from './every-command.ts'
import {analysis, holdReview, report, reviewMeeting} from './review-table.ts'
import {down, type Holding} from './table.ts'

/** What a role says follows from what it was sent: a prompt that differs by a byte makes another meeting. */
const echo = (request: AskRequest): string => {
  const hash = sha256(request.prompt + request.system).slice(0, 6)
  if (request.turn.stage === 'decision') return report(request.turn.lang).replace('advice', hash)
  return analysis(request.turn.key, {filling: `${hash} 由于证据和约束，我的判断与依据如上，值得逐条核对`})
}

/** Roles of a batch finish well apart, in an order that the seed decides. */
const apart = (seed: number) => async (request: AskRequest) => {
  const slow = request.turn.stage === 'response' ? 100 * (((request.who.id.codePointAt(0) ?? 0) * (seed + 1)) % 3) : 0
  for (let tick = 0; tick < slow; tick++) await null
}

const calm: Holding = {
  says: echo,
  takes: apart(1),
  sessions: true,
  auto: false,
  onWaiting: (_, run) => run.say('继续'),
}

/** Fails, or answers unreadably, or hollowly, as the seed has it; the same in every attempt to hold it. */
const troubled =
  (seed: number): NonNullable<Holding['says']> =>
  (request, failures) => {
    const roll = random(Number.parseInt(sha256(`${seed}/${request.turn.key}`).slice(0, 8), 16))()
    if (roll < 0.15) return down
    if (roll < 0.3 && failures === 0) return {code: 'timeout', message: 'too slow', retryable: true}
    if (roll < 0.4 && failures === 0) return '没有那一行'
    if (roll < 0.55 && request.turn.key.startsWith('round')) return '同意。\nSTANCE: 继续 CONFIDENCE: 0.9'
    return echo(request)
  }

const trial: Trial = {protocol: review, hold: holdReview, endings: closings}

const crashes = (meeting: Meeting, holding: Holding, step = 1, first = 1) =>
  everyCrash(trial, meeting, holding, {first, step, alike: samePrompts})

describe('dying after any event and going on gives the same review', () => {
  it('two rounds of three', async () => {
    expect(await crashes(reviewMeeting(), calm)).toBeGreaterThan(25)
  })

  it('with voices that remember nothing', async () => {
    expect(await crashes(reviewMeeting(), {...calm, sessions: false, remembers: false}, 3)).toBeGreaterThan(8)
  })

  it('with somebody missing, somebody hollow, and a report that has to be repaired', async () => {
    const says: Holding['says'] = (request, failures) => {
      if (request.turn.key === 'round-2:a') return down
      if (request.turn.key === 'round-1:b') return '同意。\nSTANCE: 继续 CONFIDENCE: 0.9'
      return request.turn.stage === 'decision' && failures === 0 ? report('zh', ['risks']) : echo(request)
    }
    expect(await crashes(reviewMeeting(), {...calm, says}, 2)).toBeGreaterThan(15)
  })

  it('with a judge who gives no report', async () => {
    const says = (request: AskRequest) => (request.turn.stage === 'decision' ? down : echo(request))
    expect(await crashes(reviewMeeting({rounds: 1}), {...calm, says})).toBeGreaterThan(18)
  })

  it('ten seeds of trouble', async () => {
    let died = 0
    for (let seed = 1; seed <= 10; seed++) {
      const holding = {...calm, takes: apart(seed), says: troubled(seed)}
      died += await crashes(reviewMeeting({seed}), holding, 10, 1 + ((seed * 3) % 10))
    }
    expect(died).toBeGreaterThan(30)
  })
})

const commands = ['继续', '结束会议', '跳过结语，直接结束', '再来一轮', '提醒', '跳过', '重试', '暂停', '成本不是主要问题']

describe('every command at every event', () => {
  it.each([
    {name: 'all is well', says: echo},
    {
      name: 'somebody is missing',
      says: (request: AskRequest) => (request.turn.key.startsWith('round-1:a') ? down : echo(request)),
    },
  ])('ends the review once, verified, and is the same after a pause ($name)', async ({says}) => {
    const meeting = reviewMeeting({rounds: 1, seatIds: ['a', 'b']})
    await everyCommand(trial, meeting, {...calm, says}, {commands, stop: '结束会议'})
  })

  it('with a crash after it, the review is the same', async () => {
    const meeting = reviewMeeting({rounds: 1, seatIds: ['a', 'b']})
    const says = (request: AskRequest) => (request.turn.key === 'round-1:a' ? down : echo(request))
    const said = ['结束会议', '再来一轮', '跳过结语，直接结束', '成本不是主要问题']
    expect(await everyCommandAndCrash(trial, meeting, {...calm, says}, {commands: said, step: 9})).toBeGreaterThan(50)
  })
})
