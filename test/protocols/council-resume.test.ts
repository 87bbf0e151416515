import {describe, expect, it} from 'vitest'
import type {LiveEvent, Meeting, Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {council} from '../../source/protocols/council.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {recordsOf} from '../../source/records/index.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import type {MeetingRun} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {down, type Held, type Holding} from './board-table.ts'
import {answer, councilMeeting, file, holdCouncil} from './council-table.ts'

const VERDICTS = ['for', 'against', 'depends'] as const

/**
 * What a member says follows from what it was sent: a prompt that differs by a byte makes another council. The seed decides verdicts,
 * who cannot be read at first, and who cannot be had at all.
 */
const says = (request: AskRequest, failures: number) => {
  const {turn} = request
  const roll = Number.parseInt(sha256(`${turn.seed}/${turn.key}`).slice(0, 4), 16)
  if (roll % 7 === 0) return down
  if (roll % 3 === 0 && failures === 0) return 'no data at all'
  const hash = sha256(request.prompt.replace(/上一次的输出无法使用[\s\S]*$/, '') + request.system).slice(0, 8)
  const verdict = VERDICTS[roll % VERDICTS.length] ?? 'for'
  const data: Record<string, unknown> = JSON.parse(answer(request))
  return JSON.stringify({
    ...data,
    stance: `${hash}。`,
    ...('verdict' in data ? {verdict} : {revisedVerdict: verdict}),
    facts: [`${hash}（src/a.ts）`],
  })
}

/** Members finish well apart and against the seating order. */
const apart = async (request: AskRequest) => {
  for (let tick = 0; tick < (request.who.id < 'c' ? 60 : 20); tick++) await null
}

const calm: Holding = {says, takes: apart, sessions: true, onWaiting: (_, run) => run.say('跳过')}

const meetingOf = (seed: number, more: Parameters<typeof councilMeeting>[0] = {}): Meeting =>
  councilMeeting({seed, rooted: true, discovery: [{question: '问', files: [file('src/a.ts')]}], ...more})

/** The council that was held, without attempts that led nowhere; who of a round finished first is no part of it. */
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

const synthesisOf = (log: readonly Stamped[]) => recordsOf(reduceAll(log), {localDate: at => at})[1]?.text
const faults = (log: readonly Stamped[]) => verifyMeeting(council, log).filter(check => !check.ok)
const finishedIn = (held: Held) => new Set(held.log.flatMap(event => (event.type === 'turn.finished' ? [event.key] : [])))

/** Dies after every `step`th event from `first` on. */
async function everyCrash(meeting: Meeting, holding: Holding, {first = 1, step = 1} = {}): Promise<number> {
  const whole = await holdCouncil(meeting, holding)
  expect(whole.end).toMatchObject({how: 'closed'})
  expect(faults(whole.log)).toEqual([])
  let crashes = 0
  for (let dieAfter = first; dieAfter < whole.log.length; dieAfter += step) {
    const cut = await holdCouncil(meeting, {...holding, dieAfter})
    const rest = await holdCouncil(meeting, {...holding, before: cut.log})
    const where = `dead after ${dieAfter}`
    const finished = finishedIn(cut)
    expect(
      rest.asked.map(request => request.turn.key).filter(key => finished.has(key)),
      where,
    ).toEqual([])
    expect(settled(rest.log), where).toEqual(settled(whole.log))
    expect(synthesisOf(rest.log), where).toBe(synthesisOf(whole.log))
    expect(faults(rest.log), where).toEqual([])
    crashes++
  }
  return crashes
}

describe('dying after any event and going on gives the same council', () => {
  it('with each of ten seeds', async () => {
    let crashes = 0
    for (let seed = 1; seed <= 10; seed++) crashes += await everyCrash(meetingOf(seed), calm, {first: 1 + (seed % 4), step: 4})
    expect(crashes).toBeGreaterThan(50)
  })

  it('with voices that remember nothing, and three members', async () => {
    const meeting = meetingOf(4, {seatIds: ['knuth', 'beck', 'carmack']})
    expect(await everyCrash(meeting, {...calm, sessions: false, remembers: false})).toBeGreaterThan(20)
  })

  it('with nobody there to be asked', async () => {
    for (const seed of [1, 2]) expect(await everyCrash(meetingOf(seed), {...calm, present: false}, {step: 2})).toBeGreaterThan(5)
  })
})

const commands = [
  '继续',
  '结束会议',
  '停止讨论',
  '跳过结语，直接结束',
  '再来一轮',
  '提醒',
  '跳过',
  '重试',
  '暂停',
  '只有一个用户在用',
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
    says: answer,
    onEvent: (event, run) => {
      if (event.type !== 'turn.delta' && due(event)) say(run)
    },
  }
}

describe('every command at every event', () => {
  const momentsOf = async (meeting: Meeting) => {
    const plain = await holdCouncil(meeting, {...calm, says: answer})
    return [...new Set(plain.log.flatMap(event => ('key' in event ? [`${event.type}:${event.key}`] : [])))]
  }

  it('ends the council once, verified, with a synthesis, and is the same after a pause', async () => {
    const meeting = meetingOf(1)
    const moments = await momentsOf(meeting)
    for (const after of moments) {
      for (const text of commands) {
        for (const times of text === '结束会议' ? [1, 2] : [1]) {
          const word = {after, text, times}
          let held = await holdCouncil(meeting, saying(word, []))
          for (let n = 0; held.end !== 'died' && held.end.how === 'paused' && n < 5; n++) {
            held = await holdCouncil(meeting, {...saying(word, held.log), before: held.log})
          }
          const where = `${text} after ${after}`
          expect(held.end, where).toMatchObject({how: 'closed'})
          expect(held.log.filter(event => event.type === 'meeting.closed')).toHaveLength(1)
          expect(synthesisOf(held.log), where).toMatch(/^## 优化决策委员会 · 双人组\n/)
          expect(faults(held.log), where).toEqual([])
        }
      }
    }
    expect(moments.length).toBeGreaterThan(20)
  })

  it('with a crash after it, the council is the same', async () => {
    const meeting = meetingOf(1)
    let crashes = 0
    for (const after of await momentsOf(meeting)) {
      for (const text of ['结束会议', '跳过结语，直接结束', '再来一轮', '只有一个用户在用']) {
        const word = {after, text, times: 1}
        const whole = await holdCouncil(meeting, saying(word, []))
        const said = whole.log.find(event => event.type === 'user.said')?.seq ?? 0
        for (let dieAfter = said; dieAfter < whole.log.length; dieAfter += 5) {
          const cut = await holdCouncil(meeting, {...saying(word, []), dieAfter})
          const rest = await holdCouncil(meeting, {...saying(word, cut.log), before: cut.log})
          expect(settled(rest.log), `${text} after ${after}, dead after ${dieAfter}`).toEqual(settled(whole.log))
          crashes++
        }
      }
    }
    expect(crashes).toBeGreaterThan(80)
  })
})
