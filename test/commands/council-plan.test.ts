import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {readArguments} from '../../source/arguments.ts'
import {type MeetFlags, type Plan, planMeeting} from '../../source/commands/plan.ts'
import {councilCalls} from '../../source/core/council.ts'
import type {Lang} from '../../source/core/events.ts'
import {type Around, fakeHost} from '../support/host.ts'

let place: string
beforeAll(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'council-')))
  write('s.json', '{"turns": []}')
  write('project/.git/HEAD', 'ref: refs/heads/main\n')
  write('project/package.json', '{"name": "demo", "scripts": {"bench": "x"}}')
  write('project/source/ledger.ts', 'export const append = 1\n')
  write('project/source/key.pem', 'x')
})
afterAll(() => rmSync(place, {recursive: true, force: true}))

function write(name: string, text: string): void {
  const path = join(place, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
}

type Asked = {readonly flags?: MeetFlags; readonly lang?: Lang; readonly settings?: Around['settings']; readonly at?: string}

const ask = (sentence: string | undefined, {flags = {}, lang = 'zh', settings = {}, at = ''}: Asked = {}) =>
  planMeeting({provider: `script:${join(place, 's.json')}`, ...flags}, sentence, fakeHost({cwd: join(place, at), lang, settings}))

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

describe('the command line', () => {
  it('tells --no-debate and --no-discover from silence, before a -- only', () => {
    const flagsOf = (...argv: string[]) => readArguments(argv).flags
    expect(flagsOf('council', 'x', '--no-debate', '--no-discover')).toEqual({noDebate: true, noDiscover: true})
    expect(flagsOf('council', 'x', '--debate', '--discover', '--duo')).toEqual({debate: true, discover: true, duo: true})
    expect(flagsOf('council', 'x')).toEqual({})
    expect(flagsOf('council', '--', '--no-debate')).toEqual({})
    expect(flagsOf('council', 'x', '--council-topic', 'api-design', '--repo', '.')).toEqual({
      councilTopic: 'api-design',
      repo: '.',
    })
  })
})

describe('the ways in lead to one plan', () => {
  it('a sentence with @council, the flags, and names in the request seat the same members', () => {
    const one = plan('@council:knuth,beck Should this loop be faster?')
    expect(one).toMatchObject({
      protocol: 'council',
      topic: 'Should this loop be faster?',
      lang: 'en',
      rounds: 2,
      council: {
        selection: {topic: null, mode: 'duo', members: ['knuth', 'beck'], routedBy: 'explicit', note: 'you named them'},
        debate: true,
        rooted: false,
        discovery: [],
      },
    })
    const flags = {protocol: 'council', topic: 'Should this loop be faster?'}
    for (const other of [
      plan(undefined, {flags: {...flags, members: 'knuth,beck'}}),
      plan(undefined, {flags: {...flags, with: 'Knuth,Kent Beck'}}),
      plan('Should this loop be faster?', {flags: {protocol: 'council', members: '高德纳、Beck'}}),
    ])
      expect({...other, notices: []}).toEqual({...one, notices: []})
    expect(seated(plan('Let Carmack and Muratori debate this loop', {flags: {protocol: 'council'}}))).toEqual([
      'carmack',
      'muratori',
    ])
  })

  it('by topic and by anchor words, with the reason in the language of the meeting', () => {
    const routed = (sentence: string, flags: MeetFlags = {}) =>
      plan(sentence, {flags: {protocol: 'council', ...flags}}).council?.selection
    expect(routed('要不要优化')).toEqual({
      topic: 'optimization-decision',
      mode: 'duo',
      members: ['knuth', 'beck'],
      routedBy: 'keyword',
      note: '命中锚点词：要不要优化',
    })
    expect(routed('Should I optimize it?')).toMatchObject({routedBy: 'keyword', note: 'anchor words: Should I optimize'})
    expect(routed('run the api-design council on this')).toMatchObject({topic: 'api-design', routedBy: 'explicit'})
    expect(routed('x', {councilTopic: '接口设计', triad: true})).toMatchObject({
      topic: 'api-design',
      mode: 'triad',
      members: ['ousterhout', 'abramov', 'pike'],
      note: 'you named the topic "接口设计"',
    })
    expect(routed('nothing in it', {topicChosen: 'code-review'})).toMatchObject({topic: 'code-review', routedBy: 'llm'})
    expect(plan('运行优化决策委员会：这个循环').council?.selection.topic).toBe('optimization-decision')
  })

  it('settings hold until words do, and words until flags', () => {
    const settings = {council: {mode: 'triad', debate: false}} as const
    const held = (sentence: string, flags: MeetFlags = {}) => {
      const {council, rounds} = plan(`@council ${sentence}`, {settings, flags})
      return [council?.selection.mode, council?.debate, rounds]
    }
    expect(held('要不要优化')).toEqual(['triad', false, 1])
    expect(held('两位就好，要不要优化')).toEqual(['duo', false, 1])
    expect(held('要不要优化', {duo: true, debate: true})).toEqual(['duo', true, 2])
    expect(plan('@council 要不要优化', {flags: {rounds: '1'}}).council?.debate).toBe(false)
  })

  it('each member speaks from the file in the language of the meeting, and may have a voice of its own', () => {
    for (const lang of ['zh', 'en'] as const) {
      const {seats} = plan('@council:knuth,beck x', {flags: {lang}})
      expect(seats.map(({persona}) => persona.lang)).toEqual([lang, lang])
    }
    const voices = (flags: MeetFlags) =>
      plan('@council Should I optimize?', {flags}).seats.map(seat => seat.provider.replace(/:.*/, ''))
    expect(voices({with: 'knuth:claude,beck:codex'})).toEqual(['claude', 'codex'])
    expect(voices({members: 'knuth,beck', with: 'Beck:codex'})).toEqual(['script', 'codex'])
    expect(plan('@council:knuth:claude/opus,beck x').seats[0]).toMatchObject({provider: 'claude', model: 'opus'})
  })

  it('a file of the person wins over the built-in one, and it is said', () => {
    write('own/configs/council/knuth.yaml', 'name: knuth\nrole: member\nlang: zh\naliases: [老高]\npersona: 我先量一量。\n')
    const own = plan('@council:老高,beck 要不要优化', {at: 'own'})
    expect(own.seats[0]?.persona.origin.kind).toBe('project')
    expect(own.notices).toContain('knuth 用的是 configs/council/knuth.yaml。')
    const english = plan('@council:knuth,beck optimize', {at: 'own', lang: 'en'})
    expect(english.seats[0]?.persona.origin.kind).toBe('built-in')
  })
})

it('how many calls there will be is told before the start, and with a model about how many tokens', () => {
  for (const [sentence, held] of [
    ['@council:knuth 要不要优化', {members: 1, questions: 0, debate: true}],
    ['@council:knuth,beck 要不要优化', {members: 2, questions: 0, debate: true}],
    ['@council:knuth,beck,kay 要不要优化', {members: 3, questions: 0, debate: true}],
    ['@council:knuth,beck,kay 要不要优化，不要辩论', {members: 3, questions: 0, debate: false}],
    ['@council:knuth,beck source/ledger.ts 要不要优化', {members: 2, questions: 1, debate: true}],
  ] as const)
    expect(plan(sentence, {at: 'project'}).notices.join('\n')).toContain(`最多 ${councilCalls(held)} 次调用`)
  const range = (sentence: string) => {
    const said = plan(`@council:knuth,beck ${sentence}`, {flags: {provider: 'claude'}}).notices.join('\n')
    return (/约 (\d+) 到 (\d+) token/.exec(said) ?? []).slice(1).map(Number)
  }
  const [one = [], two = []] = [range('要不要优化，不要辩论'), range('要不要优化')]
  expect(one[0]).toBeGreaterThan(0)
  expect(two[0]).toBeGreaterThan(one[0] ?? 0)
})

describe('how many members', () => {
  it('one, and more than three, are taken with a warning', () => {
    expect(plan('@council:knuth 要不要优化').notices.join('\n')).toContain('只有一位成员')
    const many = plan('@council:knuth,beck,carmack,muratori 要不要优化')
    expect([many.council?.selection.mode, seated(many).length]).toEqual(['triad', 4])
    expect(many.notices.join('\n')).toContain('4 位成员')
    for (const two of ['knuth,beck', 'knuth,beck,carmack'])
      expect(plan(`@council:${two} 要不要优化`).notices.join('\n')).not.toMatch(/位成员/)
    expect(plan('@council:knuth,高德纳,beck 要不要优化').notices.join('\n')).toContain('高德纳 只能坐一个席位')
  })
})

describe('what cannot be held is refused with what there is to choose from', () => {
  it.each<[string, string | undefined, MeetFlags, RegExp, RegExp]>([
    ['nothing asked', '@council', {}, /^没有写要讨论什么/, /^Nothing is asked/],
    [
      'a member nobody is',
      '@council:knut,beck x',
      {},
      /「knut」[\s\S]*相近的有：.*knuth[\s\S]*成员：.*dijkstra/,
      /"knut"[\s\S]*Near it: .*knuth/,
    ],
    ['a list without a name', 'x', {protocol: 'council', members: ','}, /^没有写是哪几位成员/, /^No member is named/],
    [
      'no such topic',
      '@council x',
      {councilTopic: 'lunch'},
      /「lunch」[\s\S]*api-design　接口设计：/,
      /"lunch"[\s\S]*api-design {2}API design: /,
    ],
    ['both modes', '@council optimize', {duo: true, triad: true}, /--duo 和 --triad/, /--duo and --triad/],
    ['both ways of discovery', '@council optimize', {discover: true, noDiscover: true}, /--no-discover/, /--no-discover/],
    ['three rounds', '@council optimize', {rounds: '3'}, /最多两轮.*「3」/, /two rounds at most.*"3"/],
    ['no such folder', '@council optimize', {repo: 'gone'}, /--repo.*「gone」/, /--repo.*"gone"/],
    ['a voice for somebody else', '@council:knuth,beck x', {with: 'fowler:codex'}, /「fowler」不在/, /"fowler" does not sit/],
    ['what a board has', '@council optimize', {moderator: 'knuth'}, /--moderator/, /--moderator/],
    ['what a review has', '@council optimize', {agents: 'critic:claude'}, /--agents/, /--agents/],
    ['a voice that does not exist', '@council optimize', {provider: 'clade'}, /「clade」/, /"clade"/],
  ])('%s', (_, sentence, flags, zh, en) => {
    expect(usage(sentence, {flags}).join('\n')).toMatch(zh)
    expect(usage(sentence, {flags, lang: 'en'}).join('\n')).toMatch(en)
  })

  it('what is for a council only is refused at any other meeting', () => {
    const flags = {topic: '时间管理', with: '马克思,毛泽东'}
    for (const [flag, more] of [
      ['--duo', {duo: true}],
      ['--no-discover', {noDiscover: true}],
      ['--council-topic', {councilTopic: 'api-design'}],
      ['--repo', {repo: '.'}],
    ] as const)
      expect(usage(undefined, {flags: {...flags, ...more}})).toEqual([expect.stringContaining(flag)])
    expect(usage('@board 要不要做', {flags: {members: 'knuth'}})).toEqual([expect.stringContaining('--members')])
  })

  it('a rehearsal with a model beside it', () => {
    expect(usage('@council:knuth:rehearsal,beck 要不要优化').join('\n')).toMatch(/排练/)
  })
})

describe('a request without an anchor word', () => {
  const rows = 18
  it.each(['rehearsal', 'manual'])('is refused with the list of topics where the voice is %s', provider => {
    const planned = ask('@council 中午吃什么', {flags: {provider}})
    if (!('usage' in planned)) throw new Error('planned')
    expect(planned.unrouted).toBeUndefined()
    expect(planned.usage.filter(line => line.startsWith('  '))).toHaveLength(rows)
    expect(planned.usage.at(-1)).toContain('--council-topic cryptography')
  })

  it('can be put to a voice with a model, unless something else is wrong as well', () => {
    expect(ask('@council 中午吃什么')).toMatchObject({unrouted: {topic: '中午吃什么', lang: 'zh'}})
    expect(ask('@council 中午吃什么', {flags: {rounds: '9'}})).not.toHaveProperty('unrouted')
    const dry = ask('@council 中午吃什么', {flags: {dryRun: true}})
    expect(dry).not.toHaveProperty('unrouted')
    expect('usage' in dry && dry.usage.at(-1)).toContain('--dry-run 不问任何人')
  })
})

describe('what the council rests on', () => {
  const council = (sentence: string, flags: MeetFlags = {}, at = 'project') => {
    const {council: held, notices} = plan(`@council:knuth,beck ${sentence}`, {flags, at})
    return {...held, notices, labels: held?.discovery.map(({files}) => files.map(({label}) => label))}
  }

  it.each<[string, MeetFlags, string, boolean]>([
    ['我们的账本模块要不要拆', {}, 'project', true],
    ['source/ledger.ts 要不要拆', {}, 'project', true],
    ['source/ledger.ts 要不要拆', {}, 'project/source', true],
    ['bench 命令太慢了', {}, 'project', true],
    ['一般来说，早拆还是晚拆', {}, 'project', false],
    ['一般来说，早拆还是晚拆', {discover: true}, 'project', true],
    ['结合仓库说说，早拆还是晚拆', {}, 'project', true],
    ['我们的账本模块要不要拆，只谈原则', {}, 'project', false],
    ['我们的账本模块要不要拆，只谈原则', {discover: true}, 'project', true],
    ['我们的账本模块要不要拆', {noDiscover: true}, 'project', false],
    ['我们的账本模块要不要拆', {}, '', false],
    ['一般来说，早拆还是晚拆', {repo: 'project'}, '', true],
    ['一般来说，早拆还是晚拆', {repo: 'project', noDiscover: true}, '', false],
  ])('%s %j at "%s": %s', (sentence, flags, at, rooted) => {
    expect(council(sentence, flags, at).rooted).toBe(rooted)
  })

  it('is one question, made from the request and what the topic looks for, and the files that it reads', () => {
    expect(council('source/ledger.ts 要不要拆？')).toMatchObject({
      rooted: true,
      labels: [['source/ledger.ts', 'package.json']],
      discovery: [{question: '关于“source/ledger.ts 要不要拆？”，仓库里有哪些相关的事实？'}],
    })
    const routed = plan('@council Should we optimize our ledger?', {at: 'project'}).council
    expect(routed?.discovery[0]?.question).toMatch(/^On “Should we optimize our ledger\?”: .*whether this code is hot/)
  })

  it('is a question for each side, with what it names itself and what stands around all of them', () => {
    write('sides/.git/HEAD', 'x')
    for (const name of ['README.md', 'cache.ts', 'login.ts', 'main.ts']) write(`sides/${name}`, 'x\n')
    const {labels} = council('关于 main.ts：cache.ts 的淘汰策略合理吗？login.ts 的会话过期怎么定？', {}, 'sides')
    expect(labels).toEqual([
      ['main.ts', 'cache.ts', 'README.md'],
      ['login.ts', 'README.md'],
    ])
  })

  it('is no question where nothing is found, and says so when there is no repository to be forced into', () => {
    write('bare/.git/HEAD', 'x')
    expect(council('我们的代码要不要拆', {}, 'bare')).toMatchObject({rooted: true, discovery: []})
    expect(council('早拆还是晚拆', {discover: true}, '').notices.join('\n')).toContain('不在任何仓库里')
  })

  it('never is a file with secrets, which is said', () => {
    const held = council('source/key.pem 和我们的账本要不要放一起')
    expect(JSON.stringify(held.labels)).not.toContain('key.pem')
    expect(held.notices.join('\n')).toMatch(/没有读：source\/key\.pem/)
  })
})
