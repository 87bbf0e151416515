import {describe, expect, it} from 'vitest'
import type {LiveEvent, Meeting, Stamped} from '../../source/core/events.ts'
import {review} from '../../source/protocols/review.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import type {MeetingRun} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {random} from '../support/meeting.ts'
import {analysis, down, type Held, type Holding, holdReview, report, reviewMeeting} from './review-table.ts'

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
const faults = (held: Held) => verifyMeeting(review, held.log).filter(check => !check.ok)

/** Dies after every event of the meeting, goes on, and holds the end against the meeting that did not die. */
async function everyCrash(meeting: Meeting, holding: Holding, step = 1, first = 1): Promise<number> {
  const whole = await holdReview(meeting, holding)
  const prompts = promptsOf(whole)
  expect(faults(whole)).toEqual([])
  let crashes = 0
  for (let dieAfter = first; dieAfter < whole.log.length; dieAfter += step) {
    const cut = await holdReview(meeting, {...holding, dieAfter})
    const finished = new Set(cut.log.flatMap(event => (event.type === 'turn.finished' ? [event.key] : [])))
    const rest = await holdReview(meeting, {...holding, before: cut.log})
    const where = `dead after ${dieAfter}`
    expect(rest.end, where).toMatchObject({how: 'closed'})
    expect(
      rest.asked.map(request => request.turn.key).filter(key => finished.has(key)),
      where,
    ).toEqual([])
    expect(settled(rest.log), where).toEqual(settled(whole.log))
    for (const [key, prompt] of promptsOf(rest)) expect(prompt, `${where}: ${key}`).toBe(prompts.get(key))
    expect(faults(rest), where).toEqual([])
    crashes++
  }
  return crashes
}

describe('dying after any event and going on gives the same review', () => {
  it('two rounds of three', async () => {
    expect(await everyCrash(reviewMeeting(), calm)).toBeGreaterThan(25)
  })

  it('with voices that remember nothing', async () => {
    expect(await everyCrash(reviewMeeting(), {...calm, sessions: false, remembers: false}, 3)).toBeGreaterThan(8)
  })

  it('with somebody missing, somebody hollow, and a report that has to be repaired', async () => {
    const says: Holding['says'] = (request, failures) => {
      if (request.turn.key === 'round-2:a') return down
      if (request.turn.key === 'round-1:b') return '同意。\nSTANCE: 继续 CONFIDENCE: 0.9'
      return request.turn.stage === 'decision' && failures === 0 ? report('zh', ['risks']) : echo(request)
    }
    expect(await everyCrash(reviewMeeting(), {...calm, says}, 2)).toBeGreaterThan(15)
  })

  it('with a judge who gives no report', async () => {
    const says = (request: AskRequest) => (request.turn.stage === 'decision' ? down : echo(request))
    expect(await everyCrash(reviewMeeting({rounds: 1}), {...calm, says})).toBeGreaterThan(18)
  })

  it('ten seeds of trouble', async () => {
    let crashes = 0
    for (let seed = 1; seed <= 10; seed++) {
      const holding = {...calm, takes: apart(seed), says: troubled(seed)}
      crashes += await everyCrash(reviewMeeting({seed}), holding, 10, 1 + ((seed * 3) % 10))
    }
    expect(crashes).toBeGreaterThan(30)
  })
})

const commands = ['继续', '结束会议', '跳过结语，直接结束', '再来一轮', '提醒', '跳过', '重试', '暂停', '成本不是主要问题']

/** Said the moment an event is down; where the process died before it could be said, it is said on return. */
function saying(word: {after: string; text: string; times: number}, before: readonly Stamped[], base: Holding): Holding {
  const due = (event: LiveEvent) => 'key' in event && `${event.type}:${event.key}` === word.after
  let said = before.filter(event => event.type === 'user.said' && event.text === word.text).length
  const say = (run: MeetingRun) => {
    while (said < word.times && run.say(word.text).kind === 'said') said++
  }
  return {
    ...base,
    onEvent: (event, run) => {
      if (event.type !== 'turn.delta' && due(event)) say(run)
    },
  }
}

const momentsOf = (held: Held) => [...new Set(held.log.flatMap(e => ('key' in e ? [`${e.type}:${e.key}`] : [])))]

describe('every command at every event', () => {
  it.each([
    {name: 'all is well', says: echo},
    {
      name: 'somebody is missing',
      says: (request: AskRequest) => (request.turn.key.startsWith('round-1:a') ? down : echo(request)),
    },
  ])('ends the review once, verified, and is the same after a pause ($name)', async ({says}) => {
    const meeting = reviewMeeting({rounds: 1, seatIds: ['a', 'b']})
    const base = {...calm, says}
    const plain = await holdReview(meeting, base)
    for (const after of momentsOf(plain)) {
      for (const text of commands) {
        for (const times of text === '结束会议' ? [1, 2] : [1]) {
          const where = `${text} x${times} after ${after}`
          let now = await holdReview(meeting, saying({after, text, times}, [], base))
          if (text === '暂停' && now.end !== 'died' && now.end.how === 'paused') {
            now = await holdReview(meeting, {...base, before: now.log})
            expect(settled(now.log), where).toEqual(settled(plain.log))
          }
          expect(now.end, where).toMatchObject({how: 'closed'})
          expect(now.log.filter(event => event.type === 'meeting.closed')).toHaveLength(1)
          expect(faults(now), where).toEqual([])
        }
      }
    }
  })

  it('with a crash after it, the review is the same', async () => {
    const meeting = reviewMeeting({rounds: 1, seatIds: ['a', 'b']})
    const says = (request: AskRequest) => (request.turn.key === 'round-1:a' ? down : echo(request))
    const base = {...calm, says}
    let crashes = 0
    for (const after of momentsOf(await holdReview(meeting, base))) {
      for (const text of ['结束会议', '再来一轮', '跳过结语，直接结束', '成本不是主要问题']) {
        const word = {after, text, times: 1}
        const whole = await holdReview(meeting, saying(word, [], base))
        const said = whole.log.find(event => event.type === 'user.said' && event.text === text)?.seq ?? 0
        for (let dieAfter = said; dieAfter < whole.log.length; dieAfter += 9) {
          const cut = await holdReview(meeting, {...saying(word, [], base), dieAfter})
          const rest = await holdReview(meeting, {...saying(word, cut.log, base), before: cut.log})
          expect(settled(rest.log), `${text} after ${after}, dead after ${dieAfter}`).toEqual(settled(whole.log))
          crashes++
        }
      }
    }
    expect(crashes).toBeGreaterThan(50)
  })
})
