import {Parser} from 'commonmark'
import {expect, it} from 'vitest'
import type {Meeting, Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {recordsOf, transcriptLines} from '../../source/records/index.ts'
import {runMeeting} from '../../source/runtime/run-meeting.ts'
import {memoryJournal, testMeeting} from '../support/meeting.ts'
import {localDate} from './ledger.ts'

const stance = (text: string) => ({text, cites: [1]})
const minutes = (meeting: Meeting) => ({
  views: meeting.seats.map(seat => ({who: seat.name, claim: stance('论点'), stance: stance('立场')})),
})

/** Says its turn's key; the first attempt of one turn breaks off, the recorder answers with data. */
function voice(meeting: Meeting): Provider {
  let broken = false
  return {
    id: 'fake',
    remembers: true,
    records: true,
    check: async () => ({ok: true, detail: ''}),
    async *ask({turn}) {
      if (turn.key === 'round-1:a' && !broken) {
        broken = true
        yield {type: 'text', delta: '说到一半'}
        yield {type: 'failed', fault: {code: 'timeout', message: 'too slow', retryable: true}}
        return
      }
      yield {type: 'done', text: turn.stage === 'record' ? JSON.stringify(minutes(meeting)) : `我认为是 ${turn.key}。\n---\n# 完`}
    },
  }
}

async function heldLog(more: Partial<Meeting>): Promise<readonly Stamped[]> {
  const meeting = testMeeting({seatIds: ['a', 'b', 'c'], rounds: 2, recorder: {provider: 'fake'}, ...more})
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting})
  const fake = voice(meeting)
  const run = runMeeting({
    protocol: roundtable,
    journal,
    auto: true,
    voice: () => fake,
    show: event => {
      if (event.type === 'turn.finished' && event.key === 'opening:b') run.say('外包公司怎么办？')
      if (event.type === 'turn.finished' && event.key === 'round-1:c') run.say('提醒')
    },
  })
  expect(await run.done).toMatchObject({how: 'closed'})
  return journal.events
}

for (const lang of ['zh', 'en'] as const) {
  it(`every beginning of a meeting gives readable files (${lang})`, async () => {
    const log = await heldLog({lang})
    let lines: readonly (number | undefined)[] = []
    for (let length = 1; length <= log.length; length++) {
      const state = reduceAll(log.slice(0, length))
      const files = recordsOf(state, {localDate})
      expect(files.map(file => file.name)).toEqual(['transcript.md', 'summary.md', 'outline.md'])
      for (const {text} of files) {
        expect(text).toMatch(/[^\n]\n$/)
        expect(text).not.toMatch(/undefined|\[object|[\x00-\x08\x0b-\x1f\x7f-\x9f]/)
        expect(text.split('\n').slice(0, 4).join().includes('roundtable resume')).toBe(length < log.length)
        expect(new Parser().parse(text).firstChild?.type).toBe('heading')
      }
      lines = transcriptLines(state, {localDate})
      expect(lines.length).toBe((files[0]?.text.split('\n').length ?? 0) - 1)
    }
    const shown = new Set(lines)
    const silent = log.filter(event => !shown.has(event.seq)).map(event => event.type)
    expect(new Set(silent)).toEqual(new Set(['turn.started', 'floor.heard']))
  })
}

it('the same log gives the same bytes, read back from its lines as well', async () => {
  const log = await heldLog({})
  const once = recordsOf(reduceAll(log), {localDate})
  const readBack = log.map(event => JSON.parse(JSON.stringify(event)) as Stamped)
  expect(recordsOf(reduceAll(readBack), {localDate})).toEqual(once)
})

it('a held meeting labels each response with what its speaker was handed', async () => {
  const log = await heldLog({})
  const text = recordsOf(reduceAll(log), {localDate})[0]?.text ?? ''
  expect(text.split('\n').filter(line => line.startsWith('**['))).toEqual([
    '**[席a]**',
    '**[席b]**',
    '**[席c]**',
    '**[席c]**（回应席b的开场发言）',
    '**[席b]**（回应席c的回应）',
    '**[席a]**（回应席b的回应）',
    '**[席a]**（回应席c第 1 轮的回应）',
    '**[席b]**（回应席a的回应）',
    '**[席c]**（回应席b的回应）',
    '**[席c]**',
    '**[席b]**',
    '**[席a]**',
  ])
  expect(text).toContain('*用户*（插话；已送达：席a、席b、席c）\n> 外包公司怎么办？')
  expect(text).toContain('*主持*\n> 请注意聚焦于会议主题')
})
