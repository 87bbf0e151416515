import {readdirSync} from 'node:fs'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {exportMeeting} from '../../source/commands/export.ts'
import {meet} from '../../source/commands/meet.ts'
import type {MeetFlags} from '../../source/commands/plan.ts'
import {resume} from '../../source/commands/resume.ts'
import type {BoardEvent} from '../../source/core/board-events.ts'
import {type Around, fakeHost} from '../support/host.ts'
import {boardPlace, boardScript, decision} from './board-table.ts'

let place: ReturnType<typeof boardPlace>
beforeEach(() => {
  place = boardPlace({'s.json': boardScript({moderator: 'ada', speakers: ['grace', 'linus'], rounds: 2})})
})
afterEach(() => place.remove())

const sentence = '@board:ada,grace,linus 要不要做？'
const asEvents: MeetFlags = {provider: 'script:s.json', rounds: '2', json: true, events: 'board'}

async function hold(flags: MeetFlags, around: Partial<Around> = {}) {
  const host = fakeHost({cwd: place.cwd, ...around})
  const code = await meet({...asEvents, ...flags}, sentence, host)
  return {code, events: host.emitted as readonly BoardEvent[], err: host.err()}
}

const folder = () => join('transcripts', readdirSync(join(place.cwd, 'transcripts'))[0] ?? '')
const types = (events: readonly BoardEvent[]) => events.map(({type}) => type)

describe('--json --events board', () => {
  it('is the five events of FR-10, with exactly their fields, and nothing else', async () => {
    const {code, events} = await hold({auto: true})
    expect(code).toBe(0)
    expect(events).toEqual([
      {
        type: 'board_started',
        team_id: expect.stringMatching(/^[\w-]{36}$/),
        topic: '要不要做？',
        experts: [
          {name: '艾达', avatar: '🧮', color: 'cyan', is_moderator: true},
          {name: '格蕾丝', avatar: '🚢', color: 'blue', is_moderator: false},
          {name: '林纳斯', avatar: '🐧', color: 'yellow', is_moderator: false},
        ],
        max_rounds: 2,
      },
      {type: 'expert_speech', expert_name: '艾达', expert_avatar: '🧮', expert_color: 'cyan', content: 'ada 开场。', round: 0},
      ...[1, 2].flatMap(round => [
        {
          type: 'expert_speech',
          expert_name: '格蕾丝',
          expert_avatar: '🚢',
          expert_color: 'blue',
          content: `grace 第 ${round} 轮。`,
          round,
        },
        {
          type: 'expert_speech',
          expert_name: '林纳斯',
          expert_avatar: '🐧',
          expert_color: 'yellow',
          content: `linus 第 ${round} 轮。`,
          round,
        },
        {type: 'round_summary', moderator_name: '艾达', content: `第 ${round} 轮小结。`, round, continue: round < 2},
      ]),
      {
        type: 'board_concluded',
        summary: '格蕾丝：先做\n林纳斯：看代码',
        decision_advice: expect.stringContaining(decision.advice),
        total_rounds: 2,
        consensus_points: decision.consensus,
        dissent_points: decision.dissent,
      },
    ])
  })

  it('tells what the person says with the round it fell in, and not their commands', async () => {
    const {code, events} = await hold({}, {typed: ['我觉得关键是接受度', '/stop']})
    expect(code).toBe(0)
    expect(events.filter(({type}) => type === 'user_intervention')).toEqual([
      {type: 'user_intervention', content: '我觉得关键是接受度', round: expect.any(Number)},
    ])
    expect(types(events).filter(type => type === 'board_concluded')).toHaveLength(1)
  })

  it('concludes once on every ending: complete, stopped, cut at once, with no expert left, with no moderator left', async () => {
    const broken = (who: string) =>
      JSON.stringify({
        turns: [{who, fail: {code: 'auth', message: 'no key'}}].flatMap(turn => new Array(20).fill(turn)),
        default: {text: JSON.stringify({...decision, content: '小结', continue: true})},
      })
    place.write('silent.json', JSON.stringify({turns: [], default: {fail: {code: 'auth', message: 'no key'}}}))
    place.write('leaderless.json', broken('ada'))
    const endings: readonly (readonly [MeetFlags, readonly string[]])[] = [
      [{auto: true}, []],
      [{}, ['停止讨论']],
      [{}, ['/stop', '/stop']],
      [{}, ['跳过结语']],
      [{auto: true, provider: 'script:silent.json'}, []],
      [{auto: true, provider: 'script:leaderless.json'}, []],
      [{auto: true, sequential: true}, []],
    ]
    for (const [flags, typed] of endings) {
      const {code, events} = await hold(flags, {typed})
      expect([code, types(events).filter(type => type === 'board_concluded').length, types(events).at(-1)]).toEqual([
        0,
        1,
        'board_concluded',
      ])
    }
  })

  it('does not conclude where the program only pauses, and the resumed stream begins with what was', async () => {
    place.write('s.json', boardScript({moderator: 'ada', speakers: ['grace', 'linus'], rounds: 2, everyMs: 5}))
    const leaving = new AbortController()
    const host = fakeHost({cwd: place.cwd})
    const code = await meet({...asEvents, auto: true}, sentence, {
      ...host,
      signal: leaving.signal,
      emit: value => {
        host.emit(value)
        if ((value as BoardEvent).type === 'round_summary') leaving.abort()
      },
    })
    const before = host.emitted as readonly BoardEvent[]
    expect(code).toBe(3)
    expect(types(before).at(-1)).toBe('round_summary')
    const again = fakeHost({cwd: place.cwd})
    expect(await resume(folder(), {auto: true, json: true, events: 'board'}, again)).toBe(0)
    const after = again.emitted as readonly BoardEvent[]
    expect(after.slice(0, before.length)).toEqual(before)
    expect(types(after).filter(type => type === 'board_concluded')).toHaveLength(1)
    expect(types(after)).toEqual(types((await hold({auto: true})).events))
  })

  it('is refused for a meeting that is no board', async () => {
    const host = fakeHost({cwd: place.cwd})
    await meet({topic: '时间', with: '马克思,毛泽东', provider: 'rehearsal'}, undefined, host)
    for (const flags of [{json: true, events: 'board'}, {serve: '0'}]) {
      const other = fakeHost({cwd: place.cwd})
      expect(await resume(folder(), flags, other)).toBe(2)
      expect(other.err()).toContain('只用于私董会')
    }
  })
})

it('in plain lines a summary is its words and a decision its parts, never the data', async () => {
  const host = fakeHost({cwd: place.cwd})
  expect(await meet({provider: 'script:s.json', rounds: '2', auto: true}, sentence, host)).toBe(0)
  const out = host.out()
  expect(out).toContain('【艾达】\n  第 1 轮小结。\n')
  for (const part of [decision.advice, '格蕾丝：先做', ...decision.consensus, ...decision.dissent, ...decision.actions]) {
    expect(out).toContain(part)
  }
  expect(out).not.toContain('{"')
})

describe('export --history of a board', () => {
  it("is FR-8's shape: rounds, names, the moderator's summaries in words, and the person by role", async () => {
    await hold({}, {typed: ['我觉得关键是接受度', '']})
    const host = fakeHost({cwd: place.cwd})
    expect(await exportMeeting([folder()], {history: true}, host)).toBe(0)
    const [entries] = host.emitted as [readonly Record<string, unknown>[]]
    for (const entry of entries) {
      const keys =
        entry.role === 'user' ? ['round', 'role', 'content', 'timestamp'] : ['round', 'expert_name', 'content', 'timestamp']
      expect(Object.keys(entry)).toEqual(keys)
      expect(entry.timestamp).toMatch(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/)
    }
    const said = entries.map(({round, expert_name, role, content}) => [round, expert_name ?? role, content])
    expect(said.filter(([, who]) => who === 'user')).toEqual([[expect.any(Number), 'user', '我觉得关键是接受度']])
    expect(said.filter(([, who]) => who !== 'user')).toEqual([
      [0, '艾达', 'ada 开场。'],
      [1, '格蕾丝', 'grace 第 1 轮。'],
      [1, '林纳斯', 'linus 第 1 轮。'],
      [1, '艾达', '第 1 轮小结。'],
      [2, '格蕾丝', 'grace 第 2 轮。'],
      [2, '林纳斯', 'linus 第 2 轮。'],
      [2, '艾达', '第 2 轮小结。'],
    ])
  })
})

it.each([
  ['zh', /主持人：艾达/, /决策建议/, /第 2 轮小结/],
  ['en', /Moderator: 艾达/, /Decision/, /Summary of round 2/],
] as const)(
  'the dry run shows who moderates, the calls, and every prompt to the decision, asks nobody and writes nothing, in %s',
  async (lang, moderator, end, summary) => {
    const host = fakeHost({cwd: place.cwd, lang})
    expect(await meet({provider: 'script:s.json', rounds: '2', dryRun: true}, sentence, host)).toBe(0)
    expect(host.err()).toMatch(moderator)
    expect(host.err()).toMatch(/8/)
    expect(host.out()).toMatch(summary)
    expect(host.out()).toMatch(end)
    expect(host.out().match(/^── \d+\. /gm)).toHaveLength(8)
    expect(readdirSync(place.cwd)).not.toContain('transcripts')
  },
)
