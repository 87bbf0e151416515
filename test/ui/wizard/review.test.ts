import {afterEach, describe, expect, test} from 'vitest'
import {HOSTILE, hostileLeft} from '../../support/host.ts'
import {wholeWorld} from './desks.ts'
import {makeStage, type Stage} from './stage.ts'

let stage: Stage
afterEach(() => {
  stage.close()
  expect(stage.errors).toEqual([])
})

const disk = {'plan.md': 52, 'long.txt': 50_000, 'docs/a.md': 9}

/** At the question of the files. */
async function atFiles(world = wholeWorld({models: true}, disk), options: Parameters<typeof makeStage>[1] = {}) {
  stage = makeStage(world, options)
  await stage.settle()
  await stage.type('缓存方案要不要上线\r')
  await stage.keys('down', 'down', 'enter')
  return stage
}

test('a review by keyboard: files, roles with their duty, rounds, and a judge who is no seat', async () => {
  await atFiles()
  await stage.type('plan.md,long.txt\r')
  expect(stage.screen()).toMatch(/材料 +plan\.md +52 字节/)
  expect(stage.screen()).toMatch(/› 材料 +long\.txt +50000 字节 · 截到 24576/)
  await stage.keys('tab', 'enter')
  expect(stage.screen()).toMatch(/✓ 材料 {4}2 份（1 份会截断）：plan\.md、long\.txt/)
  expect(stage.screen()).toMatch(/› 角色[\s\S]*◉ 3 架构师 +看复杂度、维护和扩展[\s\S]*◉ 1 实现派[\s\S]*◉ 2 反对派/)
  await stage.keys('enter')
  expect(stage.screen()).toMatch(/› 轮次 {4}2 /)
  await stage.keys('up', 'enter')
  expect(stage.screen()).toMatch(/裁判：claude，不参加各轮/)
  await stage.keys('tab')
  expect(stage.screen()).toMatch(/裁判：codex，/)
  expect(stage.screen().replace(/\s+/g, '')).toContain('Codex发言')
  await stage.keys('enter')
  expect(stage.result()).toEqual({
    kind: 'begin',
    form: {
      topic: '缓存方案要不要上线',
      protocol: 'review',
      seats: ['builder', 'critic', 'architect'].map(id => ({id, voice: 'claude'})),
      rounds: 3,
      voice: 'claude',
      judge: 'codex',
      files: [
        {kind: 'material', path: 'plan.md'},
        {kind: 'brief', path: 'long.txt'},
      ],
    },
  })
})

describe('files', () => {
  test('none are needed: Enter alone goes on', async () => {
    await atFiles()
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/✓ 材料 {4}没有：各角色只凭议题判断/)
    expect(stage.screen()).toMatch(/› 角色/)
  })

  test('what is refused stays in the field with the reason, and the question is not left over it', async () => {
    await atFiles()
    await stage.type('plan.md nope.md\r')
    expect(stage.screen()).toMatch(/› 材料 {4}nope\.md[\s\S]*! nope\.md：没有这个文件。[\s\S]*plan\.md/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/! nope\.md/)
    await stage.keys('ctrl-u')
    expect(stage.screen()).not.toMatch(/nope/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/✓ 材料 {4}1 份：plan\.md/)
  })

  test('dropped on the terminal they are taken at once, and Backspace takes one out again', async () => {
    await atFiles()
    await stage.paste('plan.md\nlong.txt\ndocs/a.md\n')
    expect(stage.screen()).toMatch(/plan\.md[\s\S]*long\.txt[\s\S]*› 材料 +docs\/a\.md/)
    await stage.keys('x', 'backspace', 'backspace', 'backspace')
    expect(stage.screen()).toMatch(/› 材料 +docs\/a\.md/)
    await stage.keys('up', 'backspace')
    expect(stage.screen()).not.toMatch(/long\.txt/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/2 份：plan\.md、docs\/a\.md/)
  })
})

test('more than six roles are refused, and fewer than two', async () => {
  await atFiles()
  await stage.keys('enter')
  await stage.type('\x1b[B\x1b[B \x1b[B\x1b[B \x1b[B ')
  expect(stage.screen()).toMatch(/◉ 6 销售/)
  await stage.keys('down', ' ')
  expect(stage.screen()).toContain('最多 6 个席位。')
})

test('rounds are two, and five at most', async () => {
  await atFiles()
  await stage.keys('enter', 'enter')
  expect(stage.screen()).toContain('评几轮，1 到 5')
  await stage.type('\x7f9\r')
  expect(stage.screen()).toContain('轮次要在 1 到 5 之间')
  await stage.keys('down')
  expect(stage.screen()).toMatch(/› 轮次 {4}5 /)
})

test('a board asks for five rounds by itself, unless somebody said how many', async () => {
  stage = makeStage(wholeWorld({models: true, understand: () => undefined}))
  await stage.settle()
  await stage.type('要不要做\r')
  await stage.keys('down', 'enter')
  expect(stage.screen()).toMatch(/ 轮次 {4}5 轮/)
})

test('a rehearsed review has a rehearsed judge, and nothing else to switch to', async () => {
  await atFiles(wholeWorld({models: true}, disk), {initial: {voice: 'rehearsal'}})
  await stage.keys('enter', 'enter', 'enter')
  expect(stage.screen()).toMatch(/裁判：排练/)
  expect(stage.screen()).not.toMatch(/换裁判/)
  await stage.keys('enter')
  expect(stage.result()).toMatchObject({form: {judge: 'rehearsal'}})
})

test('voices that a sentence gave to roles stay when the voice for all is chosen', async () => {
  const understand = () => ({
    protocol: 'review',
    topic: '要不要做',
    ids: ['builder', 'critic'],
    voices: {critic: 'codex'},
    rounds: 2,
    unknown: [],
  })
  const voices = () => [
    {id: 'hermes', label: 'Hermes', experimental: true},
    {id: 'codex', label: 'Codex', experimental: true},
  ]
  stage = makeStage(wholeWorld({understand, voices}))
  await stage.settle()
  await stage.type('@review\r\r\r')
  expect(stage.screen()).toMatch(/实现派[^\n]*hermes[\s\S]*反对派[^\n]*codex/)
})

test('at 40x12 the question in hand is in sight at every step, in both languages', async () => {
  for (const lang of ['zh', 'en'] as const) {
    await atFiles(wholeWorld({lang}, disk), {columns: 40, rows: 12})
    const see = (zh: RegExp, en: RegExp) => expect(stage.screen()).toMatch(lang === 'zh' ? zh : en)
    see(/› 材料/, /› Files/)
    await stage.paste('plan.md long.txt docs/a.md')
    see(/› 材料[\s\S]*› 材料 +docs/, /› Files[\s\S]*› material +docs/)
    await stage.keys('enter', 'enter')
    see(/› 角色[\s\S]*› ◉/, /› Roles[\s\S]*› ◉/)
    await stage.keys('enter')
    see(/› 轮次/, /› Rounds/)
    await stage.keys('enter')
    see(/› 开始/, /› Begin/)
    for (const label of lang === 'zh' ? ['轮次', '角色', '声音', '材料'] : ['Rounds', 'Roles', 'Voice', 'Files'])
      expect(await stage.keys('up')).toMatch(new RegExp(`› ${label}`))
    if (lang === 'zh') stage.close()
  }
})

test('hostile labels, reasons and remarks leave nothing of theirs on the terminal', async () => {
  for (const text of HOSTILE) {
    const file = {kind: 'material', path: text, label: `x${text}`, bytes: 1, remarks: [text]} as const
    const read = () => ({files: [file], refused: [{said: text, text}]})
    await atFiles(wholeWorld({review: {usual: () => ['builder', 'critic'], read}}))
    await stage.type('x\r')
    await stage.keys('ctrl-u', 'enter', 'enter', 'enter', 'enter')
    const foreign = stage.raw().replace(/\x1b\[\??[\d;]*[A-Za-z]/g, '')
    expect(hostileLeft(foreign), JSON.stringify(text)).toBeUndefined()
    expect(stage.raw(), JSON.stringify(text)).not.toMatch(/\x1b\[2J|\x1b[\]P]/)
    stage.close()
  }
})
