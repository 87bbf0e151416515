import {expect, it} from 'vitest'
import type {Stamped} from '../../source/core/events.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import {attemptsIn} from '../../source/providers/attempts.ts'
import {makeVoices} from '../../source/providers/index.ts'
import {runMeeting} from '../../source/runtime/run-meeting.ts'
import {board} from '../protocols/skeletons.ts'
import {Died, memoryJournal, testMeeting} from '../support/meeting.ts'

/** Named and unnamed turns, faults that are retried, and a default: whatever is used up must be known after a crash. */
const script = JSON.stringify({
  turns: [
    {who: '席b', text: 'B 先说', chunk: 1},
    {text: '谁先谁说', chunk: 2},
    {who: 'a', text: '半句', fail: {code: 'timeout', message: 'slow'}},
    {text: '再说'},
    {who: 'c', text: '一半', fail: {code: 'stalled', message: 'still'}},
    {who: 'c', text: 'C 说'},
    {text: '最后一段'},
  ],
  default: {text: '没有别的了'},
})

async function hold(
  protocol: typeof roundtable,
  log: readonly Stamped[],
  dieAfter = Number.POSITIVE_INFINITY,
): Promise<readonly Stamped[]> {
  const journal = memoryJournal(log, dieAfter)
  const seatIds = ['a', 'b', 'c']
  const meeting = testMeeting({seatIds, rounds: 2, protocol: {id: protocol.id, version: protocol.version}})
  const seats = meeting.seats.map(seat => ({...seat, provider: 'script:demo.json'}))
  try {
    if (log.length === 0) journal.append({type: 'meeting.opened', meeting: {...meeting, seats}})
    const voice = makeVoices({
      readFile: () => ({ok: script}),
      sleep: () => Promise.resolve(),
      desk: {handOut: async () => ({}), reply: async () => undefined},
      lang: 'zh',
      resumedFrom: attemptsIn(journal.events),
    })
    const run = runMeeting({
      protocol,
      journal,
      voice,
      show: () => {},
      auto: true,
      // An attempt that was lost counts as one, so that the retry of a fault after it is left to the person.
      onWaiting: waiting => {
        if (waiting) queueMicrotask(() => !journal.dead() && run.say('重试'))
      },
    })
    // A batch that dies rejects once and leaves the others hanging.
    await Promise.race([run.done, journal.death])
  } catch (error) {
    if (!(error instanceof Died)) throw error
  }
  return journal.events
}

const spoken = (log: readonly Stamped[]) =>
  log.flatMap(event => (event.type === 'turn.finished' ? [`${event.key} ${event.text}`] : [])).toSorted()

it.each([roundtable, board])('a scripted $id that dies after any event says the same in the end', async protocol => {
  const whole = await hold(protocol, [])
  expect(whole.at(-1)?.type).toBe('meeting.closed')
  expect(whole.filter(event => event.type === 'turn.failed')).toHaveLength(2)
  for (let dieAfter = 1; dieAfter < whole.length; dieAfter++) {
    const cut = await hold(protocol, [], dieAfter)
    const end = await hold(protocol, cut)
    expect(spoken(end), `dead after ${dieAfter}`).toEqual(spoken(whole))
  }
})
