import {fileURLToPath} from 'node:url'
import {describe, expect, test} from 'vitest'
import {bodyForModel, EXPERT_ID} from '../../source/core/expert.ts'
import {splitPersona} from '../../source/core/persona-sections.ts'
import {discoverExperts, type LoadedExpert} from '../../source/runtime/personas/experts.ts'
import {resolveName} from '../../source/runtime/personas/resolve.ts'
import {sharedRuns} from '../../source/runtime/personas/shared-runs.ts'

const BOARD = fileURLToPath(new URL('../../personas/board', import.meta.url))
const found = discoverExperts([
  {kind: 'built-in', dir: BOARD},
  {kind: 'built-in', dir: `${BOARD}/en`},
])
const {experts, facilitators, templates} = found
const zh = experts.filter(({lang}) => lang === 'zh')

test('the eight of FR-3 are there, and nothing of ours is a problem or a note', () => {
  expect(zh.map(({id}) => id)).toEqual([
    'allenzhang',
    'charlie_munger',
    'elon_musk',
    'jeff_bezos',
    'paul_graham',
    'ray_dalio',
    'steve_jobs',
    'warren_buffett',
  ])
  expect(found.problems).toEqual([])
  expect(found.notes).toEqual([])
})

test('each of the eight speaks English as well', () => {
  const en = experts.filter(({lang}) => lang === 'en').map(({id}) => id)
  expect(en).toEqual(zh.map(({id}) => `${id}-en`))
})

test('private_board seats three to five of them', () => {
  const board = templates.find(({id}) => id === 'private_board')
  expect(board?.experts.length).toBeGreaterThanOrEqual(3)
  expect(board?.experts.length).toBeLessThanOrEqual(5)
  for (const name of board?.experts ?? []) expect(resolveName(name, experts).kind).toBe('found')
})

test('a neutral facilitator speaks Chinese, another English, and neither is among the experts', () => {
  expect(facilitators.map(({lang}) => lang).sort()).toEqual(['en', 'zh'])
  expect(experts.some(({expert}) => expert.role === 'facilitator')).toBe(false)
})

test.each([
  ['马斯克', 'elon_musk'],
  ['贝佐斯', 'jeff_bezos'],
  ['张小龙', 'allenzhang'],
  ['芒格', 'charlie_munger'],
  ['PG', 'paul_graham'],
  ['乔布斯', 'steve_jobs'],
  ['巴菲特', 'warren_buffett'],
  ['达利欧', 'ray_dalio'],
  ['Elon Musk', 'elon_musk'],
  ['elon-musk', 'elon_musk'],
  ['查理·芒格', 'charlie_munger'],
])('%s is %s', (name, id) => {
  const hit = resolveName(name, experts, 'zh')
  expect(hit.kind === 'found' && hit.persona.id).toBe(id)
})

/** A year, a chapter, a page: a place where a reader can look. */
const LOCATOR = /(?:1[89]|20)\d{2}/

describe.each(experts.map(one => [one.id, one] as const))('%s', (_, one: LoadedExpert) => {
  const {expert} = one

  test('has every field of FR-3, and an id that can be typed', () => {
    expect(one.id).toMatch(EXPERT_ID)
    for (const key of [
      'persona',
      'thinking_style',
      'speaking_style',
      'decision_framework',
      'avatar',
      'title',
      'limits',
    ] as const) {
      expect(expert[key], key).not.toBe('')
    }
    expect(one.avatar).toBeDefined()
    expect(one.color).toBeDefined()
    expect(Array.isArray(expert.bound_skills)).toBe(true)
  })

  test('gives a model between 2 and 4 KB, without what is only rehearsed', () => {
    const given = bodyForModel(one.body)
    expect(Buffer.byteLength(given)).toBeGreaterThanOrEqual(2048)
    expect(Buffer.byteLength(given)).toBeLessThanOrEqual(one.lang === 'en' ? 5120 : 4096)
    expect(given).not.toMatch(/\{\w+\}/)
    expect(given).toContain(expert.persona)
  })

  test('decides by three rules, rejects one thing by habit, keeps one rule of style, each traced to a place', () => {
    expect(expert.rules).toHaveLength(3)
    const sourced = [...expert.rules, expert.rejection, expert.style_constraint]
    for (const rule of sourced) {
      expect(rule?.says.length).toBeGreaterThan(10)
      expect(rule?.source).toMatch(LOCATOR)
    }
    for (const source of expert.sources) expect(source).toMatch(LOCATOR)
    expect(expert.sources.length).toBeGreaterThanOrEqual(2)
  })

  test('speaks as itself, from public sources, and says what it is not', () => {
    expect(expert.persona).toMatch(
      one.lang === 'zh' ? /我按[^，。]{1,30}(?:公开|致股东信)/ : /\bI speak from .*(?:public|published|letters|essays|talks)/i,
    )
    expect(expert.limits).toMatch(one.lang === 'zh' ? /不代表本人/ : /not speak for|does not stand for/i)
  })

  test('can be rehearsed: six models with all their sides, objections, questions and ways of speaking', () => {
    const {models, pushback, questions, positions, heuristics, moves} = splitPersona(one.body)
    expect(one.rehearsal).toBe(true)
    expect(models).toHaveLength(6)
    for (const {keywords, facets} of models) {
      expect(keywords.length).toBeGreaterThanOrEqual(8)
      expect(Object.keys(facets).sort()).toEqual(['application', 'claim', 'example', 'limit', 'reason', 'recap'])
      expect(facets.application).toContain('{topic}')
    }
    expect([pushback.length >= 14, questions.length >= 6, positions.length >= 5, heuristics.length >= 7]).not.toContain(false)
    for (const kind of ['opening', 'counter', 'concede', 'ask', 'aside', 'ending'] as const) {
      expect(moves.filter(move => move.kind === kind).length, kind).toBeGreaterThanOrEqual(2)
    }
    expect(heuristics).toEqual(expect.arrayContaining(expert.rules.map(rule => rule.says)))
  })

  test('shares no run of twelve characters with anybody else', () => {
    const others = [...experts, ...facilitators].filter(other => other.person !== one.person)
    expect(others.flatMap(other => sharedRuns(one, other))).toEqual([])
  })
})
