import {describe, expect, it} from 'vitest'
import type {Meeting, Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {council} from '../../source/protocols/council.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {recordsOf} from '../../source/records/index.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {answer, councilMeeting, file, holdCouncil} from './council-table.ts'
import {closings, everyCommand, everyCommandAndCrash, everyCrash, type Trial} from './every-command.ts'
import {down, type Holding} from './table.ts'

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

const synthesisOf = (log: readonly Stamped[]) => recordsOf(reduceAll(log), {localDate: at => at})[1]?.text
const trial: Trial = {protocol: council, hold: holdCouncil, endings: closings}

const crashes = (meeting: Meeting, holding: Holding, more: {first?: number; step?: number} = {}) =>
  everyCrash(trial, meeting, holding, {
    ...more,
    alike: (rest, whole, where) => expect(synthesisOf(rest.log), where).toBe(synthesisOf(whole.log)),
  })

describe('dying after any event and going on gives the same council', () => {
  it('with each of ten seeds', async () => {
    let died = 0
    for (let seed = 1; seed <= 10; seed++) died += await crashes(meetingOf(seed), calm, {first: 1 + (seed % 4), step: 4})
    expect(died).toBeGreaterThan(50)
  })

  it('with voices that remember nothing, and three members', async () => {
    const meeting = meetingOf(4, {seatIds: ['knuth', 'beck', 'carmack']})
    expect(await crashes(meeting, {...calm, sessions: false, remembers: false})).toBeGreaterThan(20)
  })

  it('with nobody there to be asked', async () => {
    for (const seed of [1, 2]) expect(await crashes(meetingOf(seed), {...calm, present: false}, {step: 2})).toBeGreaterThan(5)
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

describe('every command at every event', () => {
  const base = {...calm, says: answer}

  it('ends the council once, verified, with a synthesis, and is the same after a pause', async () => {
    const held = await everyCommand(trial, meetingOf(1), base, {
      ...{commands, stop: '结束会议'},
      ended: ({log}, where) => expect(synthesisOf(log), where).toMatch(/^## 优化决策委员会 · 双人组\n/),
    })
    expect(held).toBeGreaterThan(20 * (commands.length + 1))
  })

  it('with a crash after it, the council is the same', async () => {
    const said = ['结束会议', '跳过结语，直接结束', '再来一轮', '只有一个用户在用']
    expect(await everyCommandAndCrash(trial, meetingOf(1), base, {commands: said, step: 5})).toBeGreaterThan(80)
  })
})
