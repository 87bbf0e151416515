import {expect, it} from 'vitest'
import type {LiveEvent, MeetingEvent, Stamped} from '../../source/core/events.ts'
import {emptyState, reduce} from '../../source/core/state.ts'
import {makePlain} from '../../source/headless/plain.ts'
import {wordsFor} from '../../source/i18n/index.ts'
import {testMeeting} from '../support/meeting.ts'

const started = (key: string, who: string, batch?: string): MeetingEvent => ({
  type: 'turn.started',
  key,
  attempt: 1,
  who,
  ...(batch ? {batch} : {}),
  heard: [],
  view: 'session',
  nonce: 'n',
  promptSha256: '',
  systemSha256: '',
})
const finished = (key: string, who: string, text: string): MeetingEvent => ({type: 'turn.finished', key, attempt: 1, who, text})
const delta = (key: string, who: string, text: string, again = false): LiveEvent => ({type: 'turn.delta', key, who, text, again})

function told(events: readonly (MeetingEvent | LiveEvent)[]): string {
  let out = ''
  let state = emptyState
  const plain = makePlain(wordsFor('zh'), text => {
    out += text
  })
  for (const event of [{type: 'meeting.opened', meeting: testMeeting({seatIds: ['a', 'b', 'c']})} as const, ...events]) {
    const live = event.type === 'turn.delta' ? event : ({...event, v: 1, seq: state.log.length + 1, at: ''} as Stamped)
    state = reduce(state, live)
    plain.show(live, state)
  }
  return out
}

it('seats that speak at once stand whole and in seating order, whoever is ready first', () => {
  const out = told([
    ...['a', 'b', 'c'].map(who => started(`r:${who}`, who, 'r')),
    delta('r:a', 'a', '甲的'),
    delta('r:c', 'c', '丙'),
    finished('r:c', 'c', '丙的话'),
    delta('r:b', 'b', '乙'),
    {type: 'turn.skipped', key: 'r:b', who: 'b', reason: 'failed'},
    delta('r:a', 'a', '话'),
    finished('r:a', 'a', '甲的话'),
    started('s:a', 'a'),
    delta('s:a', 'a', '再说'),
    finished('s:a', 'a', '再说'),
  ])
  const lines = out.split('\n').filter(line => line.trim() !== '')
  expect(lines).toEqual(['【席a】', '  甲的话', expect.stringContaining('席b'), '【席c】', '  丙的话', '【席a】', '  再说'])
})

it('a voice that begins again says so, and is not told twice', () => {
  const out = told([
    started('o:a', 'a'),
    delta('o:a', 'a', '半句作废'),
    delta('o:a', 'a', '', true),
    delta('o:a', 'a', '重新说的话'),
    finished('o:a', 'a', '重新说的话'),
  ])
  expect(out).toContain('重新作答')
  expect(out.match(/重新说的话/g)).toHaveLength(1)
})
