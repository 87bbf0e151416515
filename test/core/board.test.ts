import {describe, expect, it} from 'vitest'
import {boardCalls, boardOptions, boardStatus, boardTurn, moderatorOf, speakersOf} from '../../source/core/board.ts'
import {asDecision, asSummary, parseDecision, parseSummary} from '../../source/core/board-data.ts'
import type {Meeting} from '../../source/core/events.ts'
import {testMeeting} from '../support/meeting.ts'

const meeting = testMeeting({seatIds: ['a', 'b', 'c']})
const withModerator = (moderator: string): Meeting => ({
  ...meeting,
  options: {...meeting.options, board: {moderator, parallel: true, threshold: 1}},
})

describe('a turn of a board', () => {
  it.each([
    ['opening:musk', {kind: 'opening', round: 0, part: 'opening'}],
    ['round-2:musk', {kind: 'speech', round: 2, part: 'round-2'}],
    ['round-10.3:a:b', {kind: 'speech', round: 10, part: 'round-10.3'}],
    ['summary-4', {kind: 'summary', round: 4, part: 'summary-4'}],
    ['condense-3', {kind: 'condensed', round: 3, part: 'condense-3'}],
    ['decision', {kind: 'decision', round: 0, part: 'decision'}],
    ['decision.2', {kind: 'decision', round: 0, part: 'decision.2'}],
  ])('%s is known by its key', (key, turn) => {
    expect(boardTurn(key)).toEqual(turn)
  })

  it.each(['record:minutes', 'closing:a', 'constructor', 'rounds-1:a', ''])('«%s» is none', key => {
    expect(boardTurn(key)).toBeUndefined()
  })
})

describe('who moderates', () => {
  it('is the first seat, unless another is named; one who is not there moderates nothing', () => {
    expect(moderatorOf(meeting)?.id).toBe('a')
    expect(boardOptions(meeting)).toEqual({moderator: 'a', parallel: true, threshold: 4000})
    expect(moderatorOf(withModerator('b'))?.id).toBe('b')
    expect(moderatorOf(withModerator('nobody'))?.id).toBe('a')
    expect(speakersOf(withModerator('b')).map(seat => seat.id)).toEqual(['a', 'c'])
  })
})

it('the number of calls is R(E-1)+R+2, and R*E+R+2 with a facilitator', () => {
  for (let rounds = 1; rounds <= 10; rounds++) {
    for (let experts = 1; experts <= 10; experts++) {
      expect(boardCalls({experts, rounds, facilitator: false})).toBe(rounds * (experts - 1) + rounds + 2)
      expect(boardCalls({experts, rounds, facilitator: true})).toBe(rounds * experts + rounds + 2)
    }
  }
})

it('an empty ledger is forming', () => {
  expect(boardStatus([])).toBe('FORMING')
})

describe('a summary', () => {
  it('is read out of prose and out of a code fence', () => {
    const data = {content: '小结', continue: false}
    expect(parseSummary(`好的：\n\`\`\`json\n${JSON.stringify(data)}\n\`\`\``)).toEqual({data})
  })

  it('is the first object that fits', () => {
    expect(parseSummary('{"content": 1} {"content": " 好 ", "continue": true, "more": 1}')).toEqual({
      data: {content: '好', continue: true},
    })
  })

  it.each([
    ['就这样。', 'no JSON object in the reply'],
    ['{"continue": true}', 'content: '],
    ['{"content": "  ", "continue": true}', 'content: '],
    ['{"content": "好", "continue": "true"}', 'continue: '],
  ])('%s is refused with what is wrong', (text, problem) => {
    expect(parseSummary(text)).toEqual({problem: expect.stringContaining(problem)})
  })

  it('is read back from a ledger, or not at all', () => {
    expect(asSummary({content: '好', continue: true})).toEqual({content: '好', continue: true})
    expect(asSummary(undefined)).toBeUndefined()
  })
})

describe('a decision', () => {
  const data = {advice: '做', views: [{who: '席b', view: '要快'}], consensus: [], dissent: ['成本'], actions: ['试']}

  it('names seats by name or id, and holds the name', () => {
    expect(parseDecision(JSON.stringify(data), meeting)).toEqual({data})
    const byId = {...data, views: [{who: 'b', view: '要快'}]}
    expect(parseDecision(JSON.stringify(byId), meeting)).toEqual({data})
    expect(asDecision(data)).toEqual(data)
  })

  it.each([
    [{...data, views: [{who: '路人', view: '不做'}]}, 'views: "who" must be one of 席a, 席b, 席c'],
    [{...data, advice: ''}, 'advice: '],
    [{...data, actions: [1]}, 'actions.0: '],
    [{advice: '做', views: []}, 'consensus: '],
  ])('%j is refused, and what was sent is not repeated in the reason', (sent, problem) => {
    const read = parseDecision(JSON.stringify(sent), meeting)
    expect(read).toEqual({problem: expect.stringContaining(problem)})
    expect(JSON.stringify(read)).not.toContain('路人')
  })

  it('that is none of ours is not read back', () => {
    expect(asDecision({advice: '做'})).toBeUndefined()
  })
})
