import {describe, expect, it} from 'vitest'
import {type MeetingRequest, parseRequest} from '../../source/core/request.ts'
import {agentsIn, type ReviewFlags, reviewLimits, reviewRequest} from '../../source/core/review-request.ts'
import {cpuMs} from '../support/cpu.ts'

const none: MeetingRequest = {kind: 'meeting', with: [], missing: [], notes: []}

function asked(sentence: string, flags: ReviewFlags = {}) {
  const request = parseRequest(sentence)
  if (request.kind === 'none') throw new Error(`no request: ${sentence}`)
  const {protocol, topic, missing} = request
  const {agents, ...review} = reviewRequest(request, flags)
  return {...review, protocol, topic, missing, agents: agents.map(({role, voice}) => `${role}:${voice}`)}
}

const withAgents = (agents: string, flags: ReviewFlags = {}) => reviewRequest(none, {...flags, agents})

describe('@review at the start of a sentence', () => {
  it.each([
    ['@review 要不要上队列？', [], '要不要上队列？'],
    ['＠review　要不要上？', [], '要不要上？'],
    ['@review：要不要上？', [], '要不要上？'],
    ['@review: 要不要上？', [], '要不要上？'],
    ['@REVIEW:builder:codex,critic:claude 要不要上？', ['builder:codex', 'critic:claude'], '要不要上？'],
    ['＠review：Builder：codex，critic：claude/Opus 要不要上？', ['builder:codex', 'critic:claude/Opus'], '要不要上？'],
    ['@review: builder:codex, critic:claude 要不要上？', ['builder:codex', 'critic:claude'], '要不要上？'],
    ['@review:builder:codex,,critic:claude, 要不要上？', ['builder:codex', 'critic:claude'], '要不要上？'],
    [
      '@review:builder:script:a/b.json,critic:rehearsal should we?',
      ['builder:script:a/b.json', 'critic:rehearsal'],
      'should we?',
    ],
    ['@review:builder:codex,critic:claude\n第一行\n第二行', ['builder:codex', 'critic:claude'], '第一行\n第二行'],
    ['@review:builder:codex,critic:claude /stop 是什么', ['builder:codex', 'critic:claude'], '/stop 是什么'],
  ])('%s', (sentence, agents, topic) => {
    expect(asked(sentence)).toMatchObject({protocol: 'review', agents, topic, problems: [], missing: []})
  })

  it('takes its rounds from the end of the sentence, and flags win', () => {
    expect(asked('@review 要不要上？3 轮')).toMatchObject({rounds: 3, topic: '要不要上？'})
    expect(asked('@review 要不要上？3 轮', {rounds: '4'}).rounds).toBe(4)
    expect(asked('@review:a:codex,b:claude x', {agents: 'critic:codex,builder:claude'}).agents).toEqual([
      'critic:codex',
      'builder:claude',
    ])
  })

  it('without a topic misses one', () => {
    for (const sentence of ['@review', '@review:builder:codex,critic:claude']) expect(asked(sentence).missing).toEqual(['topic'])
  })

  it('is no @reviewer, and nothing in the middle of a sentence', () => {
    expect(parseRequest('@reviewer 要不要上？')).not.toHaveProperty('protocol')
    expect(parseRequest('我们用 @review 讨论')).toEqual({kind: 'none'})
  })
})

describe('a plain sentence', () => {
  it.each([
    ['评审一下这个方案：用队列解耦', '用队列解耦'],
    ['请帮我评审下面的设计: 用队列解耦', '用队列解耦'],
    ['评审：用队列解耦', '用队列解耦'],
    ['Please review this plan: move to queues', 'move to queues'],
    ['review our architecture: one queue a team', 'one queue a team'],
  ])('%s', (sentence, topic) => {
    expect(asked(sentence)).toMatchObject({protocol: 'review', topic, agents: [], problems: []})
  })

  it.each([
    '评审制度要不要改？',
    '怎么评审一个方案：有三步',
    'review of the plan',
    'the review: what it found',
    'peer review: good?',
  ])('%s asks for no review', sentence => {
    expect(parseRequest(sentence)).not.toHaveProperty('protocol')
  })
})

describe('--agents', () => {
  it.each([
    ['builder:codex,critic:claude', ['builder:codex', 'critic:claude']],
    [' builder : codex ， critic ： claude/opus-4 ', ['builder:codex', 'critic:claude/opus-4']],
    ['my-role2:api:deepseek;critic:custom:mine', ['my-role2:api:deepseek', 'critic:custom:mine']],
    ['builder:script:my file.json、critic:manual', ['builder:script:my file.json', 'critic:manual']],
  ])('%s', (list, expected) => {
    const {agents, problems} = agentsIn(list)
    expect([agents.map(({role, voice}) => `${role}:${voice}`), problems]).toEqual([expected, []])
  })

  it.each([
    ['builder', {code: 'agent-form', said: 'builder'}],
    ['builder:', {code: 'agent-form', said: 'builder:'}],
    [':codex', {code: 'agent-form', said: ':codex'}],
    ['builder codex', {code: 'agent-form', said: 'builder codex'}],
    ['builder:codex critic:claude', {code: 'agent-form', said: 'builder:codex critic:claude'}],
    ['builder:codex extra', {code: 'agent-form', said: 'builder:codex extra'}],
    ['the builder:codex', {code: 'agent-form', said: 'the builder:codex'}],
    ['judge:codex', {code: 'judge-seat'}],
    ['Judge:codex', {code: 'judge-seat'}],
    ['2nd:codex', {code: 'role-key', said: '2nd'}],
    ['../etc:codex', {code: 'role-key', said: '../etc'}],
    ['实现派:codex', {code: 'role-key', said: '实现派'}],
    [`a${'b'.repeat(32)}:codex`, {code: 'role-key', said: `a${'b'.repeat(32)}`}],
  ])('%s is refused', (item, problem) => {
    const {agents, problems} = agentsIn(`architect:codex,${item},user-advocate:claude`)
    expect(problems).toEqual([problem])
    expect(agents.map(({role}) => role)).toEqual(['architect', 'user-advocate'])
  })

  it('has a role once, and says every item that is wrong', () => {
    expect(withAgents('critic:codex,judge:x,critic:claude,nothing').problems).toEqual([
      {code: 'judge-seat'},
      {code: 'role-twice', role: 'critic'},
      {code: 'agent-form', said: 'nothing'},
    ])
  })

  it('takes two to six, or as many as --max-agents says, twelve at most', () => {
    const list = (count: number) => Array.from({length: count}, (_, n) => `role-${n}:codex`).join(',')
    expect(withAgents('').problems).toEqual([{code: 'too-few', count: 0}])
    expect(withAgents(',').problems).toEqual([{code: 'too-few', count: 0}])
    expect(withAgents(list(1)).problems).toEqual([{code: 'too-few', count: 1}])
    expect(withAgents(list(6)).problems).toEqual([])
    expect(withAgents(list(7)).problems).toEqual([{code: 'too-many', count: 7, most: 6}])
    expect(withAgents(list(12), {maxAgents: '12'}).problems).toEqual([])
    expect(withAgents(list(3), {maxAgents: '2'}).problems).toEqual([{code: 'too-many', count: 3, most: 2}])
  })
})

describe('the caps', () => {
  it('are those of the seed until a flag says otherwise', () => {
    expect(reviewRequest(none, {})).toEqual({
      ...{agents: [], mostAgents: 6, rounds: 2, mostRounds: 5, mostMaterials: 20, problems: []},
    })
    expect(reviewLimits.turnMs).toBe(30 * 60 * 1000)
    expect(reviewRequest(none, {maxAgents: '12', maxRounds: '10', maxMaterials: '60', timeoutMs: '60000', rounds: '10'})).toEqual(
      {
        ...{agents: [], mostAgents: 12, rounds: 10, mostRounds: 10, mostMaterials: 60, turnMs: 60_000, problems: []},
      },
    )
    expect(reviewRequest(none, {maxRounds: '1'}).rounds).toBe(1)
  })

  it.each([
    [{maxAgents: '13'}, {code: 'number', flag: '--max-agents', said: '13', least: 2, most: 12}],
    [{maxAgents: '1'}, {code: 'number', flag: '--max-agents', said: '1', least: 2, most: 12}],
    [{maxRounds: '11'}, {code: 'number', flag: '--max-rounds', said: '11', least: 1, most: 10}],
    [{maxMaterials: '0'}, {code: 'number', flag: '--max-materials', said: '0', least: 1, most: 60}],
    [{timeoutMs: '30m'}, {code: 'number', flag: '--timeout-ms', said: '30m', least: 100, most: 21_600_000}],
    [{rounds: '6'}, {code: 'rounds', said: '6', most: 5}],
    [{rounds: '0'}, {code: 'rounds', said: '0', most: 5}],
    [
      {rounds: '3', maxRounds: '2'},
      {code: 'rounds', said: '3', most: 2},
    ],
    [{rounds: 'two'}, {code: 'rounds', said: 'two', most: 5}],
  ] as const)('%j is refused', (flags, problem) => {
    expect(reviewRequest(none, flags).problems).toEqual([problem])
  })

  it('hold for a sentence, too', () => {
    expect(asked('@review 要不要上？6 轮').problems).toEqual([{code: 'rounds', said: '6', most: 5}])
    expect(asked('@review 要不要上？30 轮').problems).toEqual([{code: 'rounds', said: '30', most: 5}])
  })
})

it('a list of any length is read in linear time', () => {
  const read = (count: number) => {
    const sentence = `@review:${'a:b,'.repeat(count)}${' , '.repeat(count)} x`
    const before = cpuMs()
    for (let again = 0; again < 3; again++) parseRequest(sentence)
    return cpuMs() - before
  }
  read(500)
  expect(read(20_000)).toBeLessThan(Math.max(300, read(2000) * 40))
})
