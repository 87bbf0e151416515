import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {type MeetFlags, planMeeting} from '../../source/commands/plan.ts'
import {formFlags, wizardWorld} from '../../source/commands/wizard-world.ts'
import type {Lang} from '../../source/core/events.ts'
import type {WizardCouncil, WizardForm} from '../../source/ui/ports.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'council-wizard-')))
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, 'ledger.ts'), 'export const append = 1\n')
  const turns = [{who: 'council-topic', text: 'code-review'}]
  writeFileSync(join(cwd, 's.json'), JSON.stringify({turns}))
  writeFileSync(
    join(cwd, 'dumb.json'),
    JSON.stringify({
      turns: [
        {who: 'council-topic', text: '午饭'},
        {who: 'council-topic', text: '午饭'},
      ],
    }),
  )
})
afterAll(() => rmSync(cwd, {recursive: true, force: true}))

const hostHere = (lang: Lang = 'zh') => fakeHost({cwd, lang})
const worldHere = (lang: Lang = 'zh') => wizardWorld(hostHere(lang))

/** With those who sit by `council`, as the page would have them. */
function form(council: WizardCouncil, given: Partial<WizardForm> = {}): WizardForm {
  const bare = {topic: 'ledger.ts 要不要优化', protocol: 'council', seats: [], rounds: 2, voice: 'codex', council, ...given}
  const seats =
    bare.seats.length > 0
      ? bare.seats
      : worldHere()
          .council.route(bare)
          .members.map(id => ({id, voice: bare.voice}))
  return {...bare, seats}
}
const seatedAs = (...ids: readonly string[]) => ids.map(id => ({id, voice: 'codex'}))

describe('who sits', () => {
  it.each([
    [{by: 'request'}, {members: ['knuth', 'beck'], topic: '优化决策', mode: 'duo', routedBy: '关键词', why: '要不要优化'}],
    [
      {by: 'request', mode: 'triad'},
      {members: ['knuth', 'beck', 'carmack'], mode: 'triad'},
    ],
    [
      {by: 'topic', topic: 'api-design'},
      {topic: '接口设计', routedBy: '指定', why: '你指定了主题「接口设计」'},
    ],
    [{by: 'model', topic: 'code-review'}, {members: ['knuth', 'beck']}],
    [{by: 'members'}, {members: []}],
  ] as const)('by %j', (council, routing) => {
    const bare = {topic: 'ledger.ts 要不要优化', protocol: 'council', seats: [], rounds: 2, voice: 'codex', council}
    expect(worldHere().council.route(bare)).toMatchObject(routing)
  })

  it('is open where no word settles it, and what the request says of debate and repository is known all the same', () => {
    const routing = worldHere().council.route(form({by: 'request'}, {topic: '中午吃什么，不要辩论，不要看仓库'}))
    expect(routing).toMatchObject({members: [], debate: false, discover: 'off'})
  })

  it('a topic picked by hand goes before names in the request', () => {
    const topic = '让高德纳和贝克讨论要不要优化'
    expect(worldHere().council.route(form({by: 'request'}, {topic})).members).toEqual(['knuth', 'beck'])
    expect(worldHere().council.route(form({by: 'topic', topic: 'microservices-vs-monolith'}, {topic})).members).toEqual([
      'fowler',
      'dhh',
    ])
  })

  it('is told in the language of the screen, also of a request in the other one', () => {
    const routing = worldHere('en').council.route(form({by: 'request'}))
    expect(routing).toMatchObject({topic: 'whether to optimize', routedBy: 'keyword', why: '要不要优化'})
  })
})

it('members sit at councils only, and each is found by its names in every language', () => {
  const world = worldHere('en')
  const knuth = world.guests('council').find(({id}) => id === 'knuth')
  expect(world.guests('council')).toHaveLength(33)
  expect(knuth).toMatchObject({name: expect.stringContaining('Knuth'), protocol: 'council'})
  for (const name of ['knuth', '高德纳', 'Donald Knuth']) expect(knuth?.keys, name).toContain(world.fold(name))
  expect(world.council.topics()).toHaveLength(18)
})

describe('a form is planned as the command line would plan it', () => {
  const same: readonly (readonly [WizardCouncil, MeetFlags])[] = [
    [{by: 'request'}, {}],
    [
      {by: 'request', mode: 'triad', debate: false, discover: 'off'},
      {triad: true, noDebate: true, noDiscover: true},
    ],
    [{by: 'topic', topic: 'api-design'}, {councilTopic: '接口设计'}],
    [
      {by: 'members', discover: 'on'},
      {members: 'dhh,beck', discover: true},
    ],
  ]
  it.each(same)('%j', (council, flags) => {
    const seats = council.by === 'members' ? {seats: seatedAs('dhh', 'beck')} : {}
    const planned = planMeeting(formFlags(form(council, seats)), undefined, hostHere())
    const said = planMeeting(
      {protocol: 'council', provider: 'codex', topic: 'ledger.ts 要不要优化', ...flags},
      undefined,
      hostHere(),
    )
    expect(planned).toEqual(said)
    expect(planned).toHaveProperty('plan')
  })

  it('with a voice of its own for one of those who sit, whoever settled that', () => {
    const seats = [
      {id: 'knuth', voice: 'claude/opus'},
      {id: 'beck', voice: 'codex'},
    ]
    const planned = planMeeting(formFlags(form({by: 'request'}, {seats})), undefined, hostHere())
    expect('plan' in planned && planned.plan.seats).toMatchObject([{provider: 'claude', model: 'opus'}, {provider: 'codex'}])
    expect('plan' in planned && planned.plan.council?.selection.routedBy).toBe('keyword')
  })

  it('with the topic that a model chose', () => {
    const planned = planMeeting(
      formFlags(form({by: 'model', topic: 'code-review'}, {topic: '中午吃什么'})),
      undefined,
      hostHere(),
    )
    expect('plan' in planned && planned.plan.council?.selection).toMatchObject({topic: 'code-review', routedBy: 'llm'})
  })
})

describe('before it begins', () => {
  it('the confirmation says what is read, why, and how many calls there are', () => {
    const preview = worldHere().preview(form({by: 'request'}))
    expect(preview).toMatchObject({files: 1, ground: expect.stringMatching(/^看 .*，读 1 个文件（提到了 ledger\.ts）$/)})
    expect(preview.facts?.join('\n')).toMatch(/^查 1：[\s\S]*已读文件：ledger\.ts$/)
    expect(preview.estimate?.calls).toBe(5)
  })

  it('the ways of looking into the repository are told apart', () => {
    const {open, on} = worldHere().council.ground(form({by: 'request'}, {topic: '一般来说要不要优化循环'}))
    expect(open).toBe('不看（问题没有提到这里的任何具体东西）')
    expect(on).toMatch(/^看 .*（你要求看仓库）$/)
  })

  it('more than three members, or one alone, are accepted and said', () => {
    const four = form({by: 'members'}, {seats: seatedAs('dhh', 'beck', 'knuth', 'kay')})
    expect(worldHere().preview(four).facts?.join()).toContain('4 位成员')
    expect(worldHere().objections(form({by: 'members'}, {seats: seatedAs('kay')}))).toEqual([])
  })

  it('a rehearsal beside another voice is said at the members', () => {
    const seats = [
      {id: 'knuth', voice: 'rehearsal'},
      {id: 'beck', voice: 'codex'},
    ]
    expect(worldHere().objections(form({by: 'request'}, {seats}))).toMatchObject([{step: 'seats'}])
  })
})

describe('a model that is asked for the topic', () => {
  const ask = (voice: string) =>
    new Promise(resolve => worldHere().council.ask(form({by: 'request'}, {topic: '中午吃什么', voice, seats: []}), resolve))

  it('gives one of the list, or its failure is told', async () => {
    expect(await ask('script:s.json')).toEqual({topic: 'code-review'})
    expect(await ask('script:dumb.json')).toEqual({problem: expect.stringContaining('两次都没有从表里选出主题')})
  })
})

describe('a sentence', () => {
  it.each([
    ['@council 要不要优化', {topic: '要不要优化', ids: []}],
    ['@council:knuth,贝克 要不要优化', {topic: '要不要优化', ids: ['knuth', 'beck'], unknown: []}],
    ['@council:knuth:claude,nobody 要不要优化', {ids: ['knuth'], voices: {knuth: 'claude'}, unknown: ['nobody']}],
    ['让高德纳和贝克讨论要不要优化', {topic: '要不要优化', ids: ['knuth', 'beck']}],
    ['接口设计委员会：字段要不要改名', {ids: []}],
  ])('%s fills the answers', (sentence, filled) => {
    expect(worldHere().understand(sentence)).toMatchObject({protocol: 'council', ...filled})
  })

  it('that names a persona is no council', () => {
    expect(worldHere().understand('让马克思和毛泽东讨论加班')).not.toHaveProperty('protocol')
    expect(worldHere().understand('要不要优化')).toBeUndefined()
  })
})
