import {afterEach, describe, expect, test} from 'vitest'
import {wholeWorld} from './desks.ts'
import {makeStage, type Stage} from './stage.ts'

let stage: Stage
afterEach(() => {
  stage.close()
  expect(stage.errors).toEqual([])
})

/** The mode was chosen: a council on this request. */
async function call(request: string, world = wholeWorld({models: true}), options: Parameters<typeof makeStage>[1] = {}) {
  stage = makeStage(world, options)
  await stage.settle()
  await stage.type(`${request}\r`)
  await stage.keys('end', 'enter')
  return stage
}
const rehearsed = {initial: {voice: 'rehearsal'}} as const

test('a word of the request says who sits, on one line, and the confirmation is next', async () => {
  await call('要不要优化')
  expect(stage.screen()).toMatch(/✓ 成员 {4}优化决策 · 双人组 · request · 优化/)
  expect(stage.screen()).toMatch(/▌1 +高德纳[\s\S]*▌2 +Kent Beck/)
  expect(stage.screen()).toMatch(/✓ 仓库 {4}看 ~\/proj，读 2 个文件/)
  expect(stage.screen()).toContain('2 份文件的内容也随提示词发出去。')
  await stage.keys('enter')
  expect(stage.result()).toEqual({
    kind: 'begin',
    form: {
      topic: '要不要优化',
      protocol: 'council',
      seats: ['knuth', 'beck'].map(id => ({id, voice: 'claude'})),
      rounds: 2,
      voice: 'claude',
      council: {by: 'request'},
    },
  })
})

describe('the selection, opened again by Esc', () => {
  test('three instead of two, another topic, and back to what the request says', async () => {
    await call('要不要优化')
    await stage.keys('esc')
    expect(stage.screen()).toMatch(/› 照问题里说的 +优化决策 · 双人组 · 高德纳、Kent Beck/)
    await stage.keys('tab')
    expect(stage.screen()).toMatch(/› 照问题里说的 +优化决策 · 三人组 · 高德纳、Kent Beck、约翰·卡马克/)
    await stage.keys('down', 'down', 'enter')
    expect(stage.screen()).toMatch(/架构评审 · 三人组[\s\S]*▌3 +高德纳/)
    await stage.keys('esc')
    expect(stage.screen()).toMatch(/› 架构评审/)
    await stage.keys('home', 'tab', 'enter', 'enter')
    expect(stage.result()).toMatchObject({
      form: {seats: [{id: 'knuth'}, {id: 'beck'}], council: {by: 'request', mode: 'duo'}},
    })
  })

  test('members are picked by hand as soon as one types, and whoever changes them names them', async () => {
    await call('要不要优化')
    await stage.keys('esc')
    await stage.type('dhh')
    expect(stage.screen()).toMatch(/› ○ +DHH/)
    await stage.keys('enter', 'enter')
    expect(stage.screen()).toMatch(/✓ 成员 {4}点名的成员 · 你[\s\S]*▌3 +DHH/)
    await stage.keys('enter')
    expect(stage.result()).toMatchObject({form: {council: {by: 'members'}, seats: [{}, {}, {id: 'dhh'}]}})
  })

  test('a voice of its own for one member leaves the selection as it was', async () => {
    await call('要不要优化')
    await stage.keys('esc', 'end', 'enter')
    expect(stage.screen()).toMatch(/› ◉ 1 高德纳/)
    await stage.keys('tab', 'enter', 'enter')
    expect(stage.result()).toMatchObject({
      form: {
        council: {by: 'request'},
        seats: [
          {id: 'knuth', voice: 'codex'},
          {id: 'beck', voice: 'claude'},
        ],
      },
    })
  })

  test('Esc among the members leads to the topics, and from there to the question before', async () => {
    await call('要不要优化')
    await stage.keys('esc')
    await stage.type('beck')
    await stage.keys('esc')
    expect(stage.screen()).toMatch(/› 照问题里说的/)
    await stage.keys('esc')
    expect(stage.screen()).toMatch(/› 声音/)
  })
})

test('debate and repository are rows of the confirmation, each a short list', async () => {
  await call('要不要优化')
  await stage.keys('up', 'up', 'enter')
  expect(stage.screen()).toMatch(/› 辩论[\s\S]*› 要 /)
  await stage.keys('down', 'enter')
  expect(stage.screen()).toMatch(/✓ 辩论 {4}不要/)
  await stage.keys('up', 'enter')
  expect(stage.screen()).toMatch(/› 仓库[\s\S]*› 看问题而定 +看 ~\/proj，读 2 个文件[\s\S]*要看 +看 ~\/proj/)
  await stage.keys('end', 'enter', 'enter')
  expect(stage.result()).toMatchObject({form: {council: {by: 'request', debate: false, discover: 'off'}}})
})

describe('where no word settles a topic', () => {
  test('in rehearsal the person picks, and nobody is asked', async () => {
    const world = wholeWorld()
    await call('中午吃什么', world, rehearsed)
    expect(stage.screen()).toContain('问题里没有一个词能定下主题。请选一个，或者点名成员：')
    expect(stage.screen()).toMatch(/› 优化决策/)
    await stage.keys('down', 'enter', 'enter')
    expect(stage.result()).toMatchObject({
      form: {council: {by: 'topic', topic: 'architecture-review'}, seats: [{id: 'fowler'}, {id: 'dhh'}]},
    })
    expect(world.asked).toEqual([])
  })

  test('a model can be asked, which is said with what it costs, and its choice is confirmed like any other', async () => {
    const world = wholeWorld({models: true})
    await call('中午吃什么', world)
    expect(stage.screen().replace(/\s+/g, '')).toContain('可以请claude选（问一次，花少量token）')
    expect(world.asked).toEqual([])
    await stage.keys('enter')
    expect(stage.screen()).toContain('正在问 claude 该归哪个主题…')
    await stage.type('x\r')
    expect(world.asked).toMatchObject([{topic: '中午吃什么', voice: 'claude'}])
    world.answers[0]?.({topic: 'architecture-review'})
    await stage.settle()
    expect(stage.screen()).toMatch(/✓ 成员 {4}架构评审 · 双人组 · model/)
    await stage.keys('enter')
    expect(stage.result()).toMatchObject({form: {council: {by: 'model', topic: 'architecture-review'}}})
  })

  test('what goes wrong with it is said, and Esc calls it off', async () => {
    const world = wholeWorld({models: true})
    await call('中午吃什么', world)
    await stage.keys('enter')
    world.answers[0]?.({problem: 'claude 没能回答：登录过期'})
    await stage.settle()
    expect(stage.screen()).toContain('! claude 没能回答：登录过期 请自己选一个主题')
    await stage.keys('enter', 'esc')
    expect(world.calledOff()).toBe(1)
    expect(stage.screen()).toMatch(/› 请 claude 选/)
    await stage.keys('enter', 'ctrl-c')
    expect([world.calledOff(), stage.result()]).toEqual([2, {kind: 'quit'}])
  })

  test('another request drops what a model chose for the one before', async () => {
    const world = wholeWorld({models: true})
    await call('中午吃什么', world)
    await stage.keys('enter')
    world.answers[0]?.({topic: 'architecture-review'})
    await stage.settle()
    await stage.keys('home', 'enter')
    await stage.type('，再优化\r')
    expect(stage.screen()).toMatch(/✓ 成员 {4}优化决策 · 双人组 · request/)
  })
})

test('a sentence with members fills the page, and the selection is theirs', async () => {
  const understand = () => ({protocol: 'council', topic: '要不要优化', ids: ['dhh', 'beck'], unknown: []})
  stage = makeStage(wholeWorld({models: true, understand}))
  await stage.settle()
  await stage.type('@council:dhh,beck 要不要优化\r')
  expect(stage.screen()).toMatch(/✓ 成员 {4}点名的成员[\s\S]*▌1 +DHH[\s\S]*› 同意，开始/)
})

test('at 40x12 the question in hand is in sight at every step, in both languages', async () => {
  for (const lang of ['zh', 'en'] as const) {
    await call('lunch', wholeWorld({lang}), {columns: 40, rows: 12, ...rehearsed})
    const see = (zh: RegExp, en: RegExp) => expect(stage.screen()).toMatch(lang === 'zh' ? zh : en)
    see(/› 成员[\s\S]*› 优化决策/, /› Seats[\s\S]*› whether/)
    await stage.type('beck')
    see(/› 成员 {4}beck[\s\S]*› ○ +Kent/, /› Seats +beck[\s\S]*› ○ +Kent/)
    await stage.keys('esc', 'enter')
    see(/› 开始/, /› Begin/)
    for (const label of lang === 'zh' ? ['仓库', '辩论', '成员', '声音'] : ['Repo', 'Debate', 'Seats', 'Voice'])
      expect(await stage.keys('up')).toMatch(new RegExp(`› ${label}`))
    if (lang === 'zh') stage.close()
  }
})

test('those who sit at one kind of meeting only are read while the kinds are listed, before one is chosen', async () => {
  const invited: string[] = []
  const base = wholeWorld({models: true})
  stage = makeStage({
    ...base,
    guests(protocol) {
      invited.push(protocol)
      return base.guests?.(protocol) ?? []
    },
  })
  await stage.settle()
  expect(invited).toEqual([])
  await stage.type('要不要优化\r')
  expect(invited).toEqual(expect.arrayContaining(['review', 'council']))
  const before = invited.length
  await stage.keys('end', 'enter')
  expect(invited.length).toBe(before)
})
