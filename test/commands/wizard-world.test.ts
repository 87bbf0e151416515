import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test} from 'vitest'
import {planMeeting} from '../../source/commands/plan.ts'
import {formFlags, wizardWorld} from '../../source/commands/wizard-world.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {openHome} from '../../source/runtime/home.ts'
import {openMeeting} from '../../source/runtime/meeting-folder.ts'
import type {WizardForm} from '../../source/ui/ports.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = mkdtempSync(join(tmpdir(), 'roundtable-wizard-'))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

const hostHere = (given: Partial<Parameters<typeof fakeHost>[0]> = {}) => fakeHost({cwd, ...given})
const form = (given: Partial<WizardForm> = {}): WizardForm => ({
  topic: '人工智能会不会取代程序员',
  protocol: 'roundtable',
  seats: [
    {id: 'marx-perspective', voice: 'rehearsal'},
    {id: 'mao-zedong-perspective', voice: 'rehearsal'},
  ],
  rounds: 2,
  ...given,
})

test('personas come with their places in words and with every folded name they answer to', () => {
  const world = wizardWorld(hostHere())
  const mao = world.personas().find(({id}) => id === 'mao-zedong-perspective')
  expect(mao).toMatchObject({name: '毛泽东', where: '内置', lang: 'zh'})
  for (const name of ['教员', '老毛', 'Mao', '毛 泽东', '毛澤東']) expect(mao?.keys, name).toContain(world.fold(name))
})

test('a file that cannot be used is a problem with file, line and reason', () => {
  const folder = join(cwd, '.claude', 'skills', 'x-perspective')
  mkdirSync(folder, {recursive: true})
  writeFileSync(join(folder, 'SKILL.md'), '')
  expect(wizardWorld(hostHere()).problems()).toEqual(['.claude/skills/x-perspective/SKILL.md:1: 文件是空的'])
})

test('voices can be chosen without a word after them, and the one the person settled on comes first', () => {
  const ids = wizardWorld(hostHere())
    .voices()
    .map(({id}) => id)
  expect(ids).toEqual(expect.arrayContaining(['rehearsal', 'manual']))
  expect(ids).not.toContain('script')
  expect(wizardWorld(hostHere({settings: {provider: 'manual'}})).voices()[0]?.id).toBe('manual')
})

describe('a sentence', () => {
  const understand = (sentence: string) => wizardWorld(hostHere()).understand(sentence)

  test('of the seed fills topic, people and rounds', () => {
    expect(understand('开个会，让马克思和教员讨论人工智能会不会取代程序员，3 轮')).toEqual({
      topic: '人工智能会不会取代程序员',
      ids: ['marx-perspective', 'mao-zedong-perspective'],
      rounds: 3,
      unknown: [],
    })
  })

  test('names whom nobody knows', () => {
    expect(understand('开个会，让马克思和张三讨论加班')).toMatchObject({ids: ['marx-perspective'], unknown: ['张三']})
  })

  test.each([['人工智能会不会取代程序员'], ['一座城市应该为谁而建？'], ['Will AI replace programmers'], ['开个会']])(
    '%s is a topic',
    topic => {
      expect(understand(topic)).toBeUndefined()
    },
  )
})

describe('what stands in the way', () => {
  const against = (given: Partial<WizardForm>) =>
    wizardWorld(hostHere())
      .objections(form(given))
      .map(({step, text}) => [step, text.includes('\u001f') ? 'mark' : text.replace(/\d+/g, '#')])

  test('is nothing for a rehearsal of two who can', () => {
    expect(against({})).toEqual([])
  })

  test.each([
    [{topic: ''}, 'topic', '还没有议题。'],
    [{rounds: 5}, 'rounds', '排练的素材只够 # 轮，不能开 # 轮：改小一些，或换一种声音。'],
    [{rounds: 21}, 'rounds', '轮次要在 # 到 # 之间，不能是「#」。'],
    [{seats: []}, 'seats', '还没有与会者，至少选两位。'],
    [{seats: form().seats.slice(0, 1)}, 'seats', '至少要两位，现在只有 马克思，再选一位。'],
    [
      {topic: 'Will AI replace programmers'},
      'seats',
      '马克思 的人物文件和议题不是同一种语言，不能排练：按空格去掉，或按 Tab 换声。',
    ],
    [{seats: [...form().seats, {id: 'gone', voice: 'rehearsal'}]}, 'seats', '「gone」已经找不到了：按空格去掉。'],
    [
      {seats: form().seats.map((seat, at) => (at === 0 ? {...seat, voice: 'manual'} : seat))},
      'seats',
      '排练不和别的声音同台：马克思 用的不是排练。按 Tab 换成同一种。',
    ],
  ] as const)('%j is said at its question, with what to do', (given, step, text) => {
    expect(against(given as Partial<WizardForm>)).toContainEqual([step, text])
  })

  test('as plain lines it is the same', () => {
    const world = wizardWorld(hostHere())
    const given = form({rounds: 9})
    expect(world.check(given)).toEqual(world.objections(given).map(({text}) => text))
  })
})

test('a form is planned as the command line would plan it, seat by seat', () => {
  const seats = [
    {id: 'mao-zedong-perspective', voice: 'manual'},
    {id: 'marx-perspective', voice: 'script:a/b.json'},
  ]
  const planned = planMeeting(formFlags(form({seats, rounds: 4})), undefined, hostHere())
  if (!('plan' in planned)) throw new Error(planned.usage.join('\n'))
  expect(planned.plan).toMatchObject({topic: form().topic, rounds: 4, protocol: 'roundtable'})
  expect(planned.plan.seats.map(({persona, provider}) => [persona.id, provider])).toEqual(seats.map(({id, voice}) => [id, voice]))
})

test('an id that holds what parts names is still one seat', () => {
  for (const id of ['孔子和老子', 'a, b', 'Jean Paul 萨特', 'x/y', 'p:q']) {
    const folder = join(cwd, '.home', 'personas')
    mkdirSync(folder, {recursive: true})
    writeFileSync(join(folder, 'one.md'), `---\nname: "${id}"\ndescription: 一位\n---\n# 甲\n\n我说话。\n`)
    const world = wizardWorld(hostHere())
    // Some of these names the loader refuses already.
    if (!world.personas().some(persona => persona.id === id)) continue
    const seats = [
      {id, voice: 'manual'},
      {id: 'marx-perspective', voice: 'manual'},
    ]
    expect(world.check(form({seats})), id).toEqual([])
  }
})

test('the speeches to come are counted on the protocol itself, and the folder is the one that will be claimed', () => {
  const preview = wizardWorld(hostHere()).preview(form({rounds: 3}))
  expect(preview.speeches).toBe(10)
  expect(preview.folder).toMatch(/^transcripts\/\d{4}-\d{2}-\d{2}-\d{4}-人工智能会不会取代程序员$/)
})

test('unfinished meetings are offered with topic, day and place; closed and open ones are not', () => {
  const host = hostHere()
  expect(wizardWorld(host).unfinished()).toEqual([])
  const planned = planMeeting(formFlags(form()), undefined, host)
  if (!('plan' in planned)) throw new Error('no plan')
  const opened = openMeeting(
    {...planned.plan, version: host.version},
    {disk: nodeDisk, cwd, root: join(cwd, 'transcripts'), now: host.now()},
  )
  if (!('ok' in opened)) throw new Error('not opened')
  expect(wizardWorld(host).unfinished()).toEqual([])
  opened.ok.letGo()
  expect(wizardWorld(host).unfinished()).toMatchObject([
    {folder: opened.ok.folder, topic: form().topic, where: expect.stringMatching(/^transcripts\//)},
  ])
})

test('a line-up that is saved is there on another day, and takes the place of its namesake', () => {
  const folder = join(cwd, 'home')
  const host = () => ({...hostHere(), home: openHome(folder)})
  const first = wizardWorld(host())
  first.saveLineup('老搭档', ['a', 'b'])
  first.saveLineup('另一组', ['c', 'd'])
  first.saveLineup('老搭档', ['b', 'a'])
  expect(wizardWorld(host()).lineups()).toEqual([
    {name: '老搭档', ids: ['b', 'a']},
    {name: '另一组', ids: ['c', 'd']},
  ])
})
