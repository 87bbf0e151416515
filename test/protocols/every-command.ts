import {expect} from 'vitest'
import type {LiveEvent, Meeting, Stamped} from '../../source/core/events.ts'
import type {Protocol} from '../../source/core/steps.ts'
import type {MeetingRun} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import type {Held, Holding} from './table.ts'

/** A protocol whose meetings are cut short, talked into and gone on with. */
export type Trial = {
  readonly protocol: Protocol
  readonly hold: (meeting: Meeting, holding: Holding) => Promise<Held>
  /** Events that say it is over, in the protocol's own terms: none after a pause, one at the end. */
  readonly endings: (log: readonly Stamped[]) => readonly unknown[]
}

type Word = {readonly after: string; readonly text: string; readonly times: number}

const PAUSE = '暂停'

export const closings = (log: readonly Stamped[]) => log.filter(event => event.type === 'meeting.closed')

/** Dies after every `step`th event from `first` on, goes on, and holds the end against the meeting that did not die. */
export async function everyCrash(
  trial: Trial,
  meeting: Meeting,
  holding: Holding,
  more: {first?: number; step?: number; alike?: (rest: Held, whole: Held, where: string) => void} = {},
): Promise<number> {
  const {first = 1, step = 1, alike} = more
  const whole = await trial.hold(meeting, holding)
  expect(whole.end).toMatchObject({how: 'closed'})
  expect(faults(trial, whole)).toEqual([])
  let crashes = 0
  for (let dieAfter = first; dieAfter < whole.log.length; dieAfter += step) {
    const cut = await trial.hold(meeting, {...holding, dieAfter})
    const finished = new Set(cut.log.flatMap(event => (event.type === 'turn.finished' ? [event.key] : [])))
    const rest = await trial.hold(meeting, {...holding, before: cut.log})
    const where = `dead after ${dieAfter}`
    expect(rest.end, where).toMatchObject({how: 'closed'})
    expect(
      rest.asked.map(request => request.turn.key).filter(key => finished.has(key)),
      where,
    ).toEqual([])
    expect(settled(rest.log), where).toEqual(settled(whole.log))
    alike?.(rest, whole, where)
    expect(faults(trial, rest), where).toEqual([])
    crashes++
  }
  return crashes
}

/** Whoever was asked again was asked with the same bytes. */
export function samePrompts(rest: Held, whole: Held, where: string): void {
  const prompts = promptsOf(whole)
  for (const [key, prompt] of promptsOf(rest)) expect(prompt, `${where}: ${key}`).toBe(prompts.get(key))
}

/** Says every command at every moment, the stopping one also twice; gives how many meetings were held. */
export async function everyCommand(
  trial: Trial,
  meeting: Meeting,
  base: Holding,
  {commands, stop, ended}: {commands: readonly string[]; stop: string; ended?: (held: Held, where: string) => void},
): Promise<number> {
  const plain = await trial.hold(meeting, base)
  const moments = momentsOf(plain)
  let held = 0
  let paused = 0
  for (const after of moments) {
    for (const text of commands) {
      for (const times of text === stop ? [1, 2] : [1]) {
        const where = `${text} x${times} after ${after}`
        let now = await trial.hold(meeting, saying({after, text, times}, [], base))
        if (text === PAUSE && now.end !== 'died' && now.end.how === 'paused') {
          paused++
          expect(trial.endings(now.log), where).toEqual([])
          now = await trial.hold(meeting, {...base, before: now.log})
          expect(settled(now.log), where).toEqual(settled(plain.log))
        }
        expect(now.end, where).toMatchObject({how: 'closed'})
        expect(trial.endings(now.log), where).toHaveLength(1)
        ended?.(now, where)
        expect(faults(trial, now), where).toEqual([])
        held++
      }
    }
  }
  expect(held).toBe(moments.length * (commands.length + 1))
  expect(paused).toBeGreaterThan(0)
  return held
}

/** Says each of `commands` at every moment, and then dies after every `step`th event; gives how often it died. */
export async function everyCommandAndCrash(
  trial: Trial,
  meeting: Meeting,
  base: Holding,
  {commands, step}: {commands: readonly string[]; step: number},
): Promise<number> {
  let crashes = 0
  for (const after of momentsOf(await trial.hold(meeting, base))) {
    for (const text of commands) {
      const word = {after, text, times: 1}
      const whole = await trial.hold(meeting, saying(word, [], base))
      const said = whole.log.find(event => event.type === 'user.said' && event.text === text)?.seq ?? 0
      for (let dieAfter = said; dieAfter < whole.log.length; dieAfter += step) {
        const cut = await trial.hold(meeting, {...saying(word, [], base), dieAfter})
        const rest = await trial.hold(meeting, {...saying(word, cut.log, base), before: cut.log})
        expect(settled(rest.log), `${text} after ${after}, dead after ${dieAfter}`).toEqual(settled(whole.log))
        crashes++
      }
    }
  }
  return crashes
}

/** Said once, or twice, the moment an event is down; where the process died before it could be said, it is said on return. */
function saying(word: Word, before: readonly Stamped[], base: Holding): Holding {
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

const momentsOf = (held: Held) => [...new Set(held.log.flatMap(e => ('key' in e ? [`${e.type}:${e.key}`] : [])))]
const promptsOf = (held: Held) => new Map(held.asked.map(request => [request.turn.key, request.prompt]))
const faults = (trial: Trial, held: Held) => verifyMeeting(trial.protocol, held.log).filter(check => !check.ok)
