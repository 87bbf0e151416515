import {readdirSync} from 'node:fs'
import {afterAll, describe, expect, it} from 'vitest'
import {meet} from '../../source/commands/meet.ts'
import {type MeetFlags, type Plan, planMeeting} from '../../source/commands/plan.ts'
import {boardCalls} from '../../source/core/board.ts'
import type {Lang} from '../../source/core/events.ts'
import {type Around, fakeHost} from '../support/host.ts'
import {boardPlace} from './board-table.ts'

const place = boardPlace({'configs/experts/kaputt.yaml': 'name: kaputt\npersona: "ab\n', 's.json': '{"turns": []}'})
afterAll(place.remove)
const voice = {provider: 'script:s.json'}

type Asked = {readonly flags?: MeetFlags; readonly lang?: Lang; readonly settings?: Around['settings']}

const ask = (sentence: string | undefined, {flags = {}, lang = 'zh', settings = {}}: Asked = {}) =>
  planMeeting({...voice, ...flags}, sentence, fakeHost({cwd: place.cwd, lang, settings}))

function plan(sentence: string | undefined, asked: Asked = {}): Plan {
  const planned = ask(sentence, asked)
  if ('usage' in planned) throw new Error(planned.usage.join('\n'))
  return planned.plan
}

const usage = (sentence: string | undefined, asked: Asked = {}): readonly string[] => {
  const planned = ask(sentence, asked)
  return 'usage' in planned ? planned.usage : []
}

const seated = ({seats}: Plan) => seats.map(({persona}) => persona.id)

describe('the ways in lead to one plan', () => {
  it('a sentence with @board, the flags, and an alias seat the same people in the same order', () => {
    const one = plan('@board:ada,grace,linus 要不要做？')
    expect(one).toMatchObject({
      protocol: 'board',
      topic: '要不要做？',
      lang: 'zh',
      rounds: 5,
      board: {moderator: 'ada', parallel: true, threshold: 4000},
    })
    expect(seated(one)).toEqual(['ada', 'grace', 'linus'])
    const others = [
      plan('＠board：阿达，格蕾丝、Linus-T 要不要做？'),
      plan(undefined, {flags: {protocol: 'board', topic: '要不要做？', with: 'ada,格蕾丝,LINUS'}}),
      plan('要不要做？', {flags: {protocol: 'board', with: 'ada,grace,linus'}}),
      plan('@board:edsger 要不要做？', {flags: {with: 'ada,grace,linus'}}),
      plan('开个私董会，让阿达、格蕾丝和林纳斯讨论要不要做？'),
    ]
    for (const other of others) expect({...other, topic: one.topic, notices: one.notices}).toEqual(one)
  })

  it('without names, or by its name, the default board sits down; a setting names another', () => {
    for (const sentence of ['@board 要不要做？', '@board:private_board 要不要做？', '@board:自己的会 要不要做？'])
      expect(seated(plan(sentence))).toEqual(['ada', 'grace', 'linus', 'edsger'])
    expect(seated(plan(undefined, {flags: {protocol: 'board', topic: 'x'}}))).toHaveLength(4)
    place.write('configs/experts/two.yaml', 'name: two\nexperts: [linus, ada, grace]\nmoderator: grace\n')
    const other = plan('@board 要不要做？', {settings: {board: {default_template: 'two'}}})
    expect([seated(other), other.board?.moderator]).toEqual([['linus', 'ada', 'grace'], 'grace'])
  })

  it('an expert that was just written is there at once', () => {
    expect(usage('@board:ken,ada,grace 要不要做？')).toContain('没有找到专家「ken」。')
    place.write('configs/experts/ken.yaml', 'name: ken\npersona: 能用就行。\n')
    expect(seated(plan('@board:ken,ada,grace 要不要做？'))).toEqual(['ken', 'ada', 'grace'])
  })

  it('each seat may have a voice of its own, and a board with an expert beside it seats nobody twice', () => {
    const mixed = plan(undefined, {flags: {protocol: 'board', topic: 'x', with: 'private_board, linus:manual, ada'}})
    expect(seated(mixed)).toEqual(['ada', 'grace', 'linus', 'edsger'])
    expect(mixed.notices).toContain('林纳斯 只能坐一个席位，只算一次。')
    const voiced = plan(undefined, {flags: {protocol: 'board', topic: 'x', with: 'ada,grace:manual,linus'}})
    expect(voiced.seats.map(({provider}) => provider)).toEqual(['script:s.json', 'manual', 'script:s.json'])
  })

  it('the settings of FR-15 hold until a flag says otherwise', () => {
    const settings = {board: {max_rounds: 7, parallel_speech: false, history_compression_threshold: 900}}
    expect(plan('@board x', {settings})).toMatchObject({rounds: 7, board: {parallel: false, threshold: 900}})
    expect(plan('@board x', {settings, flags: {rounds: '2'}}).rounds).toBe(2)
    expect(plan('@board x，3 轮', {settings}).rounds).toBe(3)
    expect(plan('@board x', {flags: {sequential: true}}).board?.parallel).toBe(false)
  })
})

describe('who moderates', () => {
  const three = '@board:ada,grace,linus 要不要做？'
  it('is the first expert, or whom --moderator names, or a facilitator with a seat before all others', () => {
    expect(plan(three).board?.moderator).toBe('ada')
    for (const moderator of ['linus', '林纳斯', 'Linus T']) {
      const led = plan(three, {flags: {moderator}})
      expect([led.board?.moderator, seated(led)]).toEqual(['linus', ['ada', 'grace', 'linus']])
    }
    for (const moderator of ['facilitator', 'Facilitator']) {
      const led = plan(three, {flags: {moderator}})
      expect([led.board?.moderator, seated(led)]).toEqual(['facilitator', ['facilitator', 'ada', 'grace', 'linus']])
    }
  })

  it('is a facilitator with one or two experts', () => {
    expect(seated(plan('@board:ada 要不要做？'))).toEqual(['facilitator', 'ada'])
    expect(seated(plan('@board:ada,grace 要不要做？'))).toEqual(['facilitator', 'ada', 'grace'])
    expect(usage('@board:ada,grace 要不要做？', {flags: {moderator: 'ada'}})).toEqual([
      expect.stringMatching(/^只有 2 位专家.*「ada」/),
    ])
  })

  it('is a facilitator who speaks the language of the meeting', () => {
    expect(plan('@board:ada Should we?').board?.moderator).toBe('facilitator-en')
    expect(plan('@board:ada Should we?', {flags: {lang: 'zh'}}).board?.moderator).toBe('facilitator')
  })

  it('has to be seated', () => {
    expect(usage(three, {flags: {moderator: 'edsger'}})).toEqual([
      '主持人要是在座的一位，或 facilitator，不能是「edsger」。在座的有：艾达、格蕾丝、林纳斯',
    ])
  })

  it.each([
    ['zh', /^主持人：艾达/, /^主持人：.*专职，不在专家之列/, /^主持人：.*一两位专家时自动如此/],
    ['en', /^Moderator: 艾达/, /^Moderator: .*not one of the experts/, /^Moderator: .*one or two experts/],
  ] as const)('is said before the beginning, in %s', (lang, expert, chosen, automatic) => {
    const said = (sentence: string, flags: MeetFlags = {}) => plan(sentence, {lang, flags}).notices.join('\n')
    expect(said(three)).toMatch(new RegExp(expert.source, 'm'))
    expect(said(three, {moderator: 'facilitator'})).toMatch(new RegExp(chosen.source, 'm'))
    expect(said('@board:ada,grace 要不要做？')).toMatch(new RegExp(automatic.source, 'm'))
  })
})

describe('how much there is to come', () => {
  it.each([
    ['@board:ada,grace,linus x', {}, {experts: 3, facilitator: false}],
    ['@board x', {}, {experts: 4, facilitator: false}],
    ['@board x', {moderator: 'facilitator'}, {experts: 4, facilitator: true}],
    ['@board:ada x', {}, {experts: 1, facilitator: true}],
    ['@board:ada,grace x', {sequential: true}, {experts: 2, facilitator: true}],
  ] as const)('%s %j: the calls are told before the start', (sentence, flags, board) => {
    for (const rounds of [1, 2, 5, 10]) {
      const {notices} = plan(sentence, {flags: {...flags, rounds: String(rounds)}})
      expect(notices.join('\n')).toContain(`共 ${boardCalls({...board, rounds})} 次调用`)
    }
  })

  it('with a model a range of tokens stands beside them, which grows with the rounds', () => {
    const range = (rounds: string) => {
      const {notices} = plan('@board:ada,grace,linus x', {flags: {provider: 'claude', rounds}})
      const [, least, most] = /约 (\d+) 到 (\d+) token/.exec(notices.join('\n')) ?? []
      return [Number(least), Number(most)] as const
    }
    const [few, many] = [range('1'), range('5')]
    expect(few[0]).toBeGreaterThan(0)
    expect(few[1]).toBeGreaterThan(few[0])
    expect(many[0]).toBeGreaterThan(few[0])
    expect(many[1]).toBeGreaterThan(few[1])
  })
})

describe('what cannot be held is refused with what there is to choose from, exit 2, and nothing on disk', () => {
  const eleven = Array.from({length: 11}, (_, n) => `e${n}`).join(',')
  const cases: readonly (readonly [name: string, sentence: string | undefined, flags: MeetFlags, zh: RegExp[], en: RegExp[]])[] =
    [
      [
        'nobody',
        '@board: 做不做？',
        {},
        [/^没有写请哪几位专家/, /^现有的专家：.*艾达（ada）.*$/, /^现有的专家团：.*private_board/],
        [/^No expert is named/, /^Experts: .*ada/, /^Boards: .*private_board/],
      ],
      [
        'a name nobody has',
        '@board:adaa,grace,linus x',
        {},
        [/^没有找到专家「adaa」/, /^相近的有：艾达（ada）/, /^现有的专家：/, /^现有的专家团：/],
        [/^There is no expert "adaa"/, /^Near it: .*ada/, /^Experts: /, /^Boards: /],
      ],
      [
        'a broken file',
        '@board:kaputt,ada,grace x',
        {},
        [/^没有找到专家「kaputt」/, /^configs\/experts\/kaputt\.yaml:\d+: /, /^现有的专家：/, /^现有的专家团：/],
        [/no expert "kaputt"/, /^configs\/experts\/kaputt\.yaml:\d+: /, /^Experts: /, /^Boards: /],
      ],
      ['a name that is none', '@board:a!b,ada,grace,linus x', {}, [/^「a!b」不能当专家的名字/], [/^"a!b" cannot be the name/]],
      ['no topic', '@board:ada,grace,linus', {}, [/^没有议题/], [/topic/i]],
      ['0 rounds', '@board x', {rounds: '0'}, [/^私董会的轮次要在 1 到 10 之间，不能是「0」/], [/from 1 to 10, not "0"/]],
      ['11 rounds', '@board x', {rounds: '11'}, [/不能是「11」/], [/not "11"/]],
      ['12 rounds in the sentence', '@board 做不做？12 轮', {}, [/不能是「12」/], [/not "12"/]],
      ['a voice that does not exist', '@board x', {provider: 'rehersal'}, [/没有叫「rehersal」的声音/], [/no voice "rehersal"/]],
    ]
  for (const [name, sentence, flags, ...lines] of cases) {
    it.each(['zh', 'en'] as const)(`${name}, in %s`, async lang => {
      const before = readdirSync(place.cwd).sort()
      const host = fakeHost({cwd: place.cwd, lang})
      expect(await meet({...voice, ...flags}, sentence, host)).toBe(2)
      const said = host.err().trimEnd().split('\n')
      const expected = lines[lang === 'zh' ? 0 : 1] ?? []
      expect(said).toHaveLength(expected.length + 1)
      for (const [at, pattern] of expected.entries()) expect(said[at]).toMatch(pattern)
      expect([host.out(), readdirSync(place.cwd).sort()]).toEqual(['', before])
    })
  }

  it('more than ten, whether each is known or not', () => {
    expect(usage(`@board:${eleven} x`)[0]).toBe('私董会最多 10 位专家，现在有 11 位。')
  })

  it.each(['zh', 'en'] as const)('what is for boards only is refused at another meeting, in %s', lang => {
    const flags: MeetFlags = {topic: '时间管理', with: '马克思,毛泽东', provider: 'rehearsal'}
    for (const [flag, more] of [
      ['--moderator', {moderator: '马克思'}],
      ['--sequential', {sequential: true}],
      ['--serve', {serve: '0'}],
      ['--events board', {json: true, events: 'board'}],
    ] as const) {
      const lines = usage(undefined, {flags: {...flags, ...more}, lang})
      expect(lines).toEqual([expect.stringContaining(flag)])
    }
  })
})

describe('another @word', () => {
  it.each([
    ['zh', /「@team」.*不是命令/],
    ['en', /"@team" is no command here/],
  ] as const)('is said to be no command and stays text, in %s', (lang, said) => {
    expect(usage('@team 做一个网站', {lang}).join('\n')).toMatch(said)
    const flags = {with: '马克思,毛泽东', provider: 'rehearsal'}
    const meeting = plan('@team 做一个网站', {lang, flags})
    expect(meeting).toMatchObject({protocol: 'roundtable', topic: '@team 做一个网站'})
    expect(meeting.notices.join('\n')).toMatch(said)
  })

  it('and @board in the middle are text', () => {
    const meeting = plan('我们用 @board:ada 讨论', {flags: {with: '马克思,毛泽东', provider: 'rehearsal'}})
    expect(meeting).toMatchObject({protocol: 'roundtable', topic: '我们用 @board:ada 讨论', notices: []})
  })
})

it('a rehearsal has the five rounds of any board, and as many as ten', () => {
  const rehearsed = plan('@board:elon_musk,jeff_bezos 要不要做社交产品？', {flags: {provider: 'rehearsal'}})
  expect(rehearsed.rounds).toBe(5)
  expect(plan('@board:elon_musk,jeff_bezos 要不要做社交产品？', {flags: {provider: 'rehearsal', rounds: '10'}}).rounds).toBe(10)
  expect(rehearsed.notices.join('\n')).toContain('不经过任何模型')
})
