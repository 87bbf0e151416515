import {describe, expect, it} from 'vitest'
import {claude} from '../../../source/providers/claude.ts'
import {discreet} from '../../../source/providers/cli/faults.ts'
import {makeUsageBook, sessionOfTurn} from '../../../source/providers/cli/sessions.ts'

const held = '11111111-2222-4333-8444-555555555555'
const other = '99999999-2222-4333-8444-555555555555'
const uuid = () => '00000000-0000-4000-8000-000000000001'
const told = {...claude, choosesSession: false}

describe('the session of a turn', () => {
  it('has the id we chose, where the agent lets us choose', () => {
    const session = sessionOfTurn(claude, undefined, uuid)
    expect(session.call).toEqual({how: 'open', id: uuid()})
    expect(session.id()).toBe(uuid())
  })
  it('has the id the agent tells, where it does not; none before', () => {
    const session = sessionOfTurn(told, undefined, uuid)
    expect(session.id()).toBeUndefined()
    session.onSession(held)
    session.onSession(other)
    expect(session.id()).toBe(held)
  })
  it('is lost when such an agent answers in another than it was asked for', () => {
    const session = sessionOfTurn(told, held, uuid)
    expect(session.onSession(held)).toBeUndefined()
    expect(session.onSession(other)).toMatchObject({why: 'fatal', fault: {code: 'session'}})
  })
  it('takes no id that does not look like one', () => {
    const session = sessionOfTurn(told, undefined, uuid)
    session.onSession('from')
    expect(session.id()).toBeUndefined()
    expect(session.odd()).toBe(true)
  })
})

describe('what a turn used', () => {
  const sum = (inputTokens: number, outputTokens: number) => [{usage: {inputTokens, outputTokens}, cumulative: true}]
  it('is the difference where the agent counts on through the session', () => {
    const book = makeUsageBook()
    expect(book.ofTurn('s', true, sum(100, 10))).toEqual({inputTokens: 100, outputTokens: 10})
    expect(book.ofTurn('s', false, sum(250, 30))).toEqual({inputTokens: 150, outputTokens: 20})
    expect(book.ofTurn('t', true, sum(5, 1))).toEqual({inputTokens: 5, outputTokens: 1})
  })
  it('is not made up after a restart, and counted again from the next turn on', () => {
    const book = makeUsageBook()
    expect(book.ofTurn('s', false, sum(1000, 100))).toBeUndefined()
    expect(book.ofTurn('s', false, sum(1100, 110))).toEqual({inputTokens: 100, outputTokens: 10})
  })
  it('takes the last count of a turn, and a cost beside it', () => {
    const book = makeUsageBook()
    const counted = [
      {usage: {inputTokens: 1}, cumulative: false},
      {usage: {inputTokens: 7, outputTokens: 2}, cumulative: false},
      {usage: {costUsd: 0.5}, cumulative: true},
    ]
    expect(book.ofTurn('s', true, counted)).toEqual({inputTokens: 7, outputTokens: 2, costUsd: 0.5})
  })
})

it('what an agent says of its failure is told in one line, without keys and with ids by their ends', () => {
  const env = {ANTHROPIC_API_KEY: 'sk-ant-very-secret', PATH: '/bin'}
  const said = discreet(`bad key sk-ant-very-secret\n  for ${held} and sk-proj-abcdefghijklmnop ${'x'.repeat(500)}`, env)
  expect(said).not.toMatch(/very-secret|abcdefgh|\n/)
  expect(said).not.toContain(held)
  expect(said).toContain('1111…5555')
  expect([...said].length).toBeLessThanOrEqual(301)
})
