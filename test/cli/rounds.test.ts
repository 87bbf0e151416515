import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {meet} from '../../source/commands/meet.ts'
import type {Stamped} from '../../source/core/events.ts'
import {ofType} from '../../source/core/state.ts'
import {ledgerOf, makePlace, meetingsIn, onlyMeeting, type Place, runCli} from '../support/cli.ts'
import {fakeHost} from '../support/host.ts'
import {verdictOn} from '../support/tamper.ts'

const ORDER = 'ABC | CBA | ABC | CBA | CBA'

/** Phases as letters of the seats in seating order. */
function orderOf(log: readonly Stamped[]): string {
  const [opened] = log
  const ids = opened?.type === 'meeting.opened' ? opened.meeting.seats.map(seat => seat.id) : []
  const parts = new Map<string, string>()
  for (const {key, who} of ofType(log, 'turn.finished')) {
    const [part = ''] = key.split(':')
    parts.set(part, (parts.get(part) ?? '') + 'ABC'.charAt(ids.indexOf(who)))
  }
  return [...parts.values()].join(' | ')
}

const sentencesOf = (text: string) =>
  text
    .split(/(?<=[。！？!?；])[」”]?|\n+/)
    .map(sentence => sentence.trim())
    .filter(sentence => [...sentence].length > 5)

function judge(log: readonly Stamped[], what: string) {
  expect(orderOf(log), what).toBe(ORDER)
  const said = ofType(log, 'turn.finished')
  const seen = new Map<string, string>()
  for (const {key, text} of said) {
    for (const sentence of sentencesOf(text)) {
      expect(seen.get(sentence), `${what}: «${sentence}» in ${key}`).toBeUndefined()
      seen.set(sentence, key)
    }
  }
  // What a reply quotes stands in what its speaker was handed, to the letter.
  let quotes = 0
  for (const {key, attempt, text} of said.filter(speech => speech.key.startsWith('round-'))) {
    const start = ofType(log, 'turn.started').find(event => event.key === key && event.attempt === attempt)
    const handed = (start?.heard ?? []).map(seq => log[seq - 1]).map(event => (event?.type === 'turn.finished' ? event.text : ''))
    for (const [, quote = ''] of text.matchAll(/「([^「」]{7,})」/g)) {
      quotes++
      expect(
        handed.some(heard => heard.includes(quote)),
        `${what} ${key}: 「${quote}」`,
      ).toBe(true)
    }
  }
  expect(quotes, what).toBeGreaterThan(0)
}

describe('three seats and three rounds of rehearsal', () => {
  let place: Place
  beforeAll(() => {
    place = makePlace()
  })
  afterAll(() => place.remove())

  it('through the whole program: ABC, CBA, ABC, CBA, and a closing CBA', async () => {
    const args = [
      'meet',
      '--topic',
      '养老院该不该用机器人陪护',
      '--with',
      '马克思、毛泽东、苏格拉底',
      '--rounds',
      '3',
      '--provider',
      'rehearsal',
      '--auto',
      '--json',
    ]
    const ran = await runCli(args, {place})
    expect(ran.code, ran.stderr).toBe(0)
    judge(ledgerOf(onlyMeeting(place)), 'whole')
    expect((await verdictOn(onlyMeeting(place))).code).toBe(0)
  })

  const fresh: readonly (readonly [topic: string, seats: string])[] = [
    ['小县城还要不要修地铁', '马克思,毛泽东,孔子'],
    ['该不该给宠物立遗嘱', '鲁迅,达尔文,苏格拉底'],
    ['外卖平台的评分制度公平吗', '马克思,亚当·斯密,毛泽东'],
    ['小学生要不要学编程', '孔子,苏格拉底,阿伦特'],
    ['月球的矿产归谁所有', '达尔文,马克思,亚当·斯密'],
    ['办公室里能不能午睡', '毛泽东,鲁迅,孔子'],
    ['博物馆应不应该免费', '阿伦特,苏格拉底,马克思'],
    ['网红店排队值不值', '亚当·斯密,孔子,达尔文'],
    ['乡村教师该不该轮岗', '毛泽东,马克思,阿伦特'],
    ['人类要不要主动联系外星文明', '苏格拉底,达尔文,鲁迅'],
  ]
  it.each(fresh)('%s, %s: no sentence comes twice, every quote is verbatim', async (topic, seats) => {
    const own = makePlace()
    const host = fakeHost({cwd: own.cwd})
    const code = await meet({topic, with: seats, rounds: '3', provider: 'rehearsal', auto: true, json: true}, undefined, host)
    expect(code, host.err()).toBe(0)
    judge(ledgerOf(meetingsIn(own)[0] ?? ''), topic)
    own.remove()
  })
})
