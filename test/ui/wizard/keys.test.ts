import {lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, test, vi} from 'vitest'
import type {Subject} from '../../../source/commands/doctor-report.ts'
import {wizardWorld} from '../../../source/commands/wizard-world.ts'
import {makeKeyEntry} from '../../../source/ui/wizard/key-entry.ts'
import {type WizardAction, wizardReducer} from '../../../source/ui/wizard/reducer.ts'
import {initialState} from '../../../source/ui/wizard/state.ts'
import {fakeHost} from '../../support/host.ts'
import {makeStage, type Stage} from './stage.ts'
import {keyDesk, makeWorld} from './world.ts'

const KEY = 'sk-Zq7Vx0Wm4Kp9Rt2Lh6Bn8Cd1Fg5'
/** Any five letters of it in a row, behind what every key begins with. */
const pieces = Array.from({length: KEY.length - 7}, (_, at) => KEY.slice(at + 3, at + 8))
const leaks = (text: string) => pieces.filter(piece => text.includes(piece))

let stage: Stage
const flat = () => stage.screen().replace(/\s+/g, '')
const open = async (world: Parameters<typeof makeStage>[0], options: Parameters<typeof makeStage>[1] = {}) => {
  stage = makeStage(world, {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}, ...options})
  await stage.settle()
  await stage.type('加班\r')
}
/** To the masked field of the first service, from the list of voices. */
const toField = () => stage.type('\x1b[B\x1b[B\r\r')

afterEach(() => {
  stage?.close()
  expect(stage?.errors ?? []).toEqual([])
})

describe('a key is entered', () => {
  let asked: string[]
  beforeEach(async () => {
    asked = []
    await open(makeWorld({keys: keyDesk(asked)}))
  })

  test('letter by letter: a dot each, how many there are, and the cursor behind the last', async () => {
    await toField()
    expect(stage.screen()).toContain('DeepSeek 的密钥：粘贴，或者输入')
    await stage.type('sk-123')
    const y = stage.lines().findIndex(line => /密钥 {2}•{6} {2}6 个字符/.test(line))
    expect(stage.cursor()).toEqual({x: (stage.lines()[y] ?? '').lastIndexOf('•') + 3, y})
    await stage.keys('backspace', 'backspace')
    expect(stage.screen()).toMatch(/密钥 {2}•{4} {2}4 个字符/)
    await stage.type('\x15')
    expect(stage.screen()).not.toContain('•')
    await stage.type(`${KEY}\r`)
    expect(asked).toEqual([`deepseek ${KEY}`])
    expect(stage.screen()).not.toContain('•')
  })

  test('a paste is taken whole, without the blanks and lines around it', async () => {
    await toField()
    await stage.paste(`\n  ${KEY}\t \r\n`)
    expect(asked).toEqual([])
    expect(stage.screen()).toContain(`${KEY.length} 个字符`)
    await stage.keys('enter')
    expect(asked).toEqual([`deepseek ${KEY}`])
  })

  test('a terminal that marks no paste enters it with the line end, and what follows is no part of it', async () => {
    await toField()
    await stage.type(`${KEY}\r\x1b[A`)
    expect(asked).toEqual([`deepseek ${KEY}`])
  })

  test('Esc keeps nothing, and the field is empty when it is opened again', async () => {
    await toField()
    await stage.paste(KEY)
    await stage.keys('esc')
    expect(stage.screen()).toContain('给哪一家填密钥？')
    await stage.keys('enter', 'enter')
    expect(stage.screen()).toContain('还没有输入密钥。')
    await stage.keys('esc', 'esc')
    expect(stage.screen()).toMatch(/填一把密钥/)
    expect(asked).toEqual([])
  })

  test('the service is picked with the arrows, and the one that has a key says where from', async () => {
    await stage.type('\x1b[B\x1b[B\r')
    expect(stage.screen()).toMatch(/OpenAI +api\.openai\.com · 已有（OPENAI_API_KEY）/)
    await stage.type(`\x1b[B\r${KEY}\r`)
    expect(asked).toEqual([`openai ${KEY}`])
  })

  test('what is no key is refused, and the field stands empty and open', async () => {
    await toField()
    await stage.type('short\r')
    expect(stage.screen()).toMatch(/密钥 {3}/)
    expect(stage.screen()).toContain('! no key。')
    await stage.type(`${KEY}\r`)
    expect(asked).toEqual(['deepseek short', `deepseek ${KEY}`])
  })

  test('keys that mean something elsewhere are neither typed nor obeyed', async () => {
    await toField()
    await stage.type('sk-123')
    await stage.keys('ctrl-o', 'ctrl-p', 'ctrl-r', 'tab', 'up', 'down')
    expect(stage.screen()).toMatch(/•{6} {2}6 个字符/)
    await stage.keys('ctrl-c')
    expect(stage.result()).toEqual({kind: 'quit'})
    expect(asked).toEqual([])
  })
})

test('a key longer than its window is counted, and its end stays in sight', async () => {
  for (const [columns, rows] of [
    [40, 12],
    [60, 20],
    [80, 24],
  ] as const) {
    await open(makeWorld(), {columns, rows})
    await toField()
    await stage.paste('k'.repeat(164))
    const y = stage.cursor().y
    expect(stage.lines()[y], `${columns}`).toMatch(/…•+ {2}164/)
    expect(stage.cursor().x).toBeLessThan(columns)
    if (columns !== 80) stage.close()
  }
})

describe('after it is kept', () => {
  const voice = {id: 'deepseek', label: 'DeepSeek', asks: 'paid', model: 'deepseek-chat', server: 'api.deepseek.com'} as const
  /** A world that looks when it is told to, and finds what the test gives it. */
  function looked(trouble?: string) {
    let voices = makeWorld().voices()
    const waiting: (() => void)[] = []
    const world = makeWorld({
      voices: () => voices,
      look: found => {
        waiting.push(found)
        return () => void waiting.splice(0)
      },
      keys: {...keyDesk(), trouble: () => trouble},
    })
    const find = async (...found: ReturnType<typeof world.voices>) => {
      voices = [...found, ...makeWorld().voices()]
      waiting.shift()?.()
      await stage.settle()
    }
    return {world, find}
  }
  const keyed = async (way: ReturnType<typeof looked>) => {
    await open(way.world)
    await way.find()
    await toField()
    await stage.type(`${KEY}\r`)
  }

  test('the wizard looks again and proposes that service, not whatever is best otherwise', async () => {
    const way = looked()
    await keyed(way)
    expect(flat()).toContain('✓DeepSeek的密钥sk-Z…1Fg5已存入~/.roundtable/keys.json，只有你能读。')
    expect(stage.screen()).toContain('正在找接着模型的声音…')
    // Nothing is under the hand of somebody who is too quick.
    await stage.keys('enter')
    expect(stage.screen()).toContain('正在找接着模型的声音…')
    await way.find({id: 'claude', label: 'Claude Code', asks: 'paid'}, voice)
    expect(stage.screen()).toMatch(/› deepseek +由 DeepSeek 发言 · deepseek-chat · api\.deepseek\.com/)
    expect(stage.screen()).toContain('可以用它开会了')
    await stage.type('\r\r\r\r')
    expect(stage.result()).toMatchObject({kind: 'begin', form: {seats: [{voice: 'deepseek'}, {voice: 'deepseek'}]}})
  })

  test('a service that cannot be used all the same says why, and takes nobody’s place', async () => {
    const way = looked('api.deepseek.com 不接受 DeepSeek 的密钥（401）')
    await keyed(way)
    await way.find()
    expect(flat()).toContain('!现在还用不上：api.deepseek.com不接受DeepSeek的密钥（401）。DeepSeek的密钥sk-Z…1Fg5已存好')
    expect(stage.screen()).toContain('这里没有找到接着模型的声音')
  })

  test('an answer given while it is looked for stays', async () => {
    const way = looked()
    await keyed(way)
    await stage.keys('up', 'up', 'enter')
    await way.find(voice)
    await stage.type('\r\r\r')
    expect(stage.result()).toMatchObject({form: {seats: [{voice: 'rehearsal'}, {voice: 'rehearsal'}]}})
  })
})

describe('the key itself', () => {
  let cwd: string
  const wrote: string[] = []
  beforeEach(() => {
    cwd = mkdtempSync(join(tmpdir(), 'roundtable-wizard-key-'))
    wrote.length = 0
    for (const name of ['log', 'error', 'warn', 'info', 'debug'] as const)
      vi.spyOn(console, name).mockImplementation((...words) => void wrote.push(words.map(String).join(' ')))
    for (const stream of [process.stdout, process.stderr])
      vi.spyOn(stream, 'write').mockImplementation(text => wrote.push(String(text)) > 0)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    rmSync(cwd, {recursive: true, force: true})
  })
  const filesIn = (path: string) =>
    readdirSync(path, {recursive: true, encoding: 'utf8'})
      .map(name => join(path, name))
      .filter(file => statSync(file).isFile())
  const deepseek: Subject = {
    id: 'deepseek',
    name: 'DeepSeek',
    check: async () => ({
      ok: true,
      detail: '',
      model: 'deepseek-chat',
      findings: [{aspect: 'login', claim: 'believed', code: 'http-key'}],
    }),
  }
  let subjects: readonly Subject[] = []
  /** The host's own world, up to the masked field. */
  const real = async () => {
    const host = fakeHost({cwd})
    subjects = []
    const world = wizardWorld(host, async () => subjects)
    await open(world, {initial: {}})
    await stage.keys('enter')
    await until('填一把密钥')
    await toField()
    expect(stage.screen()).toContain('DeepSeek 的密钥')
    return {host, world}
  }
  const until = async (text: string) => {
    for (let waited = 0; !stage.screen().includes(text) && waited < 200; waited++) await stage.settle()
  }

  test('is in its own file, which nobody else can read, and on no screen, in no other file, no line and no answer', async () => {
    const {host, world} = await real()
    for (const letter of KEY.slice(0, 9)) await stage.keys(letter)
    await stage.paste(`${KEY.slice(9)}\n`)
    subjects = [deepseek]
    await stage.keys('enter')
    await until('› deepseek')
    expect(stage.screen()).toMatch(/✓ DeepSeek 的密钥 sk-Z…1Fg5 已存好/)
    await stage.keys('esc', 'esc')
    await stage.keys('ctrl-c')

    const kept = join(cwd, '.home', 'keys.json')
    expect(JSON.parse(readFileSync(kept, 'utf8'))).toEqual({v: 1, keys: {deepseek: KEY}})
    if (process.platform !== 'win32') expect(lstatSync(kept).mode & 0o777).toBe(0o600)
    expect(filesIn(cwd)).toEqual([kept])
    const told = [stage.raw(), ...wrote, ...host.given, JSON.stringify(host.emitted), JSON.stringify(stage.result())]
    for (const text of told) expect(leaks(text)).toEqual([])
    expect(JSON.stringify([world.voices(), world.keys.services(), world.lineups()])).not.toContain(KEY.slice(4, -4))
  })

  test.each(['Esc', 'Ctrl+C', 'a refusal', 'a disk that does not take it'])('leaves nothing behind after %s', async way => {
    if (way === 'a disk that does not take it') writeFileSync(join(cwd, '.home'), 'in the way')
    const {host} = await real()
    await stage.paste(way === 'a refusal' ? `${KEY} ${KEY}` : KEY)
    await stage.keys(way === 'Esc' ? 'esc' : way === 'Ctrl+C' ? 'ctrl-c' : 'enter')
    const files = filesIn(cwd).map(file => readFileSync(file, 'utf8'))
    for (const text of [stage.raw(), ...wrote, ...host.given, ...files]) expect(leaks(text)).toEqual([])
    const said = flat()
    if (way === 'a refusal') expect(said).toContain('这不像一个密钥')
    if (way === 'a disk that does not take it') {
      expect(said).toMatch(/!\.home\/keys\.json(读|写)不了（(ENOTDIR|EEXIST)）/)
      expect(said).toContain('密钥没有存下，这里也没有留着：处理好再填一次，或者退出后用环境变量给')
    }
  })

  test('is in no state of the wizard and in no action, at any moment', () => {
    const world = makeWorld()
    const actions: WizardAction[] = []
    let state = initialState('zh')
    const dispatch = (action: WizardAction) => {
      actions.push(action)
      state = wizardReducer(state, action)
      entry.settle()
      expect(leaks(JSON.stringify([state, action]))).toEqual([])
    }
    const entry = makeKeyEntry({world, state: () => state, dispatch, look: known => known()})
    const key = (name: string) => ({type: 'key', name, ctrl: false, alt: false, shift: false}) as const
    const facts = {voices: world.voices(), services: world.keys.services(), keysAt: world.keys.path()}
    dispatch({type: 'found', facts})
    dispatch({type: 'open', step: 'voice'})
    for (const [how, end] of [
      ['text', 'enter'],
      ['paste', 'enter'],
      ['paste', 'back'],
    ] as const) {
      dispatch({type: 'overlay', overlay: 'services'})
      dispatch({type: 'enter', objections: []})
      expect(state).toMatchObject({overlay: 'key', keyFor: 'deepseek', keyTyped: 0})
      expect(entry.take({type: how, text: KEY})).toBe(true)
      expect(state.keyTyped).toBe(KEY.length)
      if (end === 'enter') expect(entry.take(key('enter'))).toBe(true)
      else dispatch({type: 'back'})
      expect(state.keyTyped).toBe(0)
      if (end === 'back') expect(state.overlay).toBe('services')
    }
    expect(actions.some(({type}) => type === 'keyKept')).toBe(true)
    dispatch({type: 'enter', objections: []})
    entry.take(key('enter'))
    expect(state.notice?.key).toBe('keyMissing')
  })
})
