import {afterEach, describe, expect, test} from 'vitest'
import {HOSTILE, hostileLeft} from '../../support/host.ts'
import {makeStage, type Stage} from './stage.ts'
import {makeWorld} from './world.ts'

let stage: Stage
afterEach(() => {
  stage.close()
  expect(stage.errors).toEqual([])
})

const models = () => [
  {id: 'claude', label: 'Claude'},
  {id: 'rehearsal', label: '排练（无模型）'},
]
const at = async (world = makeWorld({voices: models}), options: Parameters<typeof makeStage>[1] = {}) => {
  stage = makeStage(world, options)
  await stage.settle()
  return stage
}

describe('by keyboard', () => {
  test('topic, people, rounds, begin', async () => {
    await at()
    await stage.type('人工智能会不会取代程序员\r')
    await stage.type('教员 ')
    await stage.keys('ctrl-u')
    await stage.type('马克思 \r')
    await stage.keys('backspace')
    await stage.type('3\r')
    await stage.keys('enter')
    expect(stage.result()).toEqual({
      kind: 'begin',
      form: {
        topic: '人工智能会不会取代程序员',
        protocol: 'roundtable',
        seats: [
          {id: 'mao-zedong-perspective', voice: 'claude'},
          {id: 'marx-perspective', voice: 'claude'},
        ],
        rounds: 3,
      },
    })
  })

  test('a whole meeting in one read: every key counts, also those behind a stock field', async () => {
    await at()
    await stage.type('加班\r\x1b[B\x1b[B \x1b[A \r\x7f12\r\r')
    expect(stage.result()).toMatchObject({
      kind: 'begin',
      form: {topic: '加班', rounds: 12, seats: [{id: 'confucius-perspective'}, {id: 'mao-zedong-perspective'}]},
    })
  })

  test('↓↓ and a space in one read choose the third', async () => {
    await at()
    await stage.type('加班\r')
    await stage.type('\x1b[B\x1b[B ')
    expect(stage.screen()).toMatch(/› ◉ 1 孔子/)
  })

  test('the field of rounds takes two digits and a Backspace for each, however fast', async () => {
    await at(undefined, {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}})
    await stage.type('加班\r\r')
    await stage.type('x99２8')
    expect(stage.screen()).toMatch(/› 轮次 {4}29/)
    expect(stage.cursor().x).toBe(13)
    await stage.type('\x7f\x7f\x7f1')
    expect(stage.screen()).toMatch(/› 轮次 {4}1 /)
    await stage.keys('up', 'up')
    expect(stage.screen()).toMatch(/› 轮次 {4}3 /)
    await stage.type('\x7f\x7f5\x1b[27u')
    expect(stage.screen()).toMatch(/› 与会者/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/› 轮次 {4}5 /)
  })

  test('Escape goes back question by question, and the answers are still there', async () => {
    await at()
    await stage.type('加班\r \x1b[B \r')
    await stage.keys('esc', 'esc', 'esc', 'esc')
    expect(stage.screen()).toMatch(/› 议题 {4}加班/)
    await stage.type('的账\r')
    expect(stage.screen()).toMatch(/✓ 议题 {4}加班的账/)
    expect(stage.screen()).toMatch(/› 轮次/)
  })

  test('Ctrl+C leaves at any question', async () => {
    await at()
    await stage.type('加班\r')
    await stage.keys('ctrl-c')
    expect(stage.result()).toEqual({kind: 'quit'})
  })

  test('a topic of several lines by Alt+Enter, answered by Enter; the real cursor stands where one writes', async () => {
    await at()
    await stage.type('第一行')
    await stage.keys('alt-enter')
    await stage.type('第二')
    expect(
      stage
        .lines()
        .slice(3, 5)
        .map(line => line.trim()),
    ).toEqual(['› 议题    第一行', '第二'])
    expect(stage.cursor()).toEqual({x: 15, y: 4})
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/✓ 议题 {4}第一行 第二/)
  })

  test('a paste of 1,000 lines is a chip, and goes with every line of it', async () => {
    const lines = Array.from({length: 1000}, (_, n) => `第 ${n} 行`).join('\n')
    await at(undefined, {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}})
    await stage.paste(lines)
    expect(stage.screen()).toContain('[粘贴 1000 行]')
    await stage.type('\r\r\r\r')
    expect(stage.result()).toMatchObject({kind: 'begin', form: {topic: lines}})
  })

  test('a paste into the filter, the number or the name of a line-up stays one short line', async () => {
    await at(undefined, {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}})
    await stage.type('加班\r')
    await stage.paste('老\n毛\x1b]0;x\x07')
    expect(stage.screen()).toMatch(/› 与会者 {2}老 毛/)
    await stage.keys('ctrl-s')
    await stage.paste(`${'好'.repeat(300)}\n尾`)
    expect(stage.screen()).toContain(`存为  ${'好'.repeat(24)}`)
    expect(stage.screen()).not.toContain('好'.repeat(25))
    await stage.keys('esc', 'enter', 'backspace')
    await stage.paste('1\n7\n9')
    expect(stage.screen()).toMatch(/› 轮次 {4}17/)
  })

  test('a sentence fills everything and shows what was understood', async () => {
    await at()
    await stage.type('开个会，让马克思和毛泽东讨论加班是不是剥削，3 轮\r')
    expect(stage.screen()).toContain('听懂了：议题「加班是不是剥削」 · 马克思、毛泽东 · 3 轮')
    expect(stage.screen()).toMatch(/› 同意，开始/)
    await stage.keys('enter')
    expect(stage.result()).toMatchObject({form: {topic: '加班是不是剥削', rounds: 3}})
  })

  test('a name that nobody has says so with the nearest', async () => {
    await at()
    await stage.type('加班\r马克丝')
    expect(stage.screen()).toContain('没有人叫「马克丝」。相近的有：马克思')
  })

  test('line-ups are saved under a typed name, and offered', async () => {
    const world = makeWorld({voices: models})
    await at(world)
    await stage.type('加班\r\x1b[B \x1b[A ')
    await stage.type('\x13老搭档\r')
    expect(world.saved).toEqual([{name: '老搭档', ids: ['mao-zedong-perspective', 'marx-perspective']}])
    expect(stage.screen()).toContain('已存为「老搭档」。')
    await stage.type(' \x1b[B ')
    await stage.keys('ctrl-o', 'enter')
    expect(stage.screen()).toMatch(/毛泽东、马克思/)
  })

  test('files that could not be used are a quiet count, opened by a key', async () => {
    await at(makeWorld({voices: models, problems: () => ['x-perspective/SKILL.md:1: 文件是空的']}))
    await stage.type('加班\r')
    expect(stage.screen()).toContain('1 个文件没能用上，Ctrl+P 查看')
    await stage.keys('ctrl-p')
    expect(stage.screen()).toContain('x-perspective/SKILL.md:1: 文件是空的')
    await stage.keys('esc')
    expect(stage.screen()).toMatch(/○ {3}马克思/)
  })

  test('what speaks against an answer is shown there, with what to do, and can be mended', async () => {
    await at(undefined, {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}})
    await stage.type('加班\r\t\r')
    expect(stage.screen()).toMatch(/› 与会者[\s\S]*! 排练不和别的声音同台/)
    await stage.type('\x1b[B\t\r')
    expect(stage.screen()).toMatch(/› 轮次/)
  })
})

describe('unfinished meetings', () => {
  const one = {folder: '/a', topic: '城市应该为谁而建', date: '2026-08-01', where: 'transcripts/a'}

  test('one is offered in a line and gone on with by one key', async () => {
    await at(makeWorld({unfinished: () => [one]}))
    expect(stage.screen()).toMatch(/上次没开完：城市应该为谁而建 {2}Ctrl\+R 接着开/)
    await stage.keys('ctrl-r')
    expect(stage.result()).toEqual({kind: 'resume', folder: '/a'})
  })

  test('several are listed, the newest first, and the topic typed so far is kept', async () => {
    await at(makeWorld({unfinished: () => [one, {...one, folder: '/b', topic: '另一场'}]}))
    await stage.type('写到一半')
    await stage.keys('ctrl-r', 'esc')
    expect(stage.screen()).toMatch(/› 议题 {4}写到一半/)
    await stage.type('\x12\x1b[B\r')
    expect(stage.result()).toEqual({kind: 'resume', folder: '/b'})
  })
})

describe('no voice with a model', () => {
  test('is said, and only an explicit choice takes one without', async () => {
    await at(makeWorld())
    await stage.type('加班\r')
    expect(stage.screen()).toContain('这里没有找到接着模型的声音')
    expect(stage.screen()).not.toContain('排练（无模型）')
    await stage.keys('enter')
    expect(stage.lines()[0]).toContain('排练（无模型）')
  })

  test('looking again finds what came meanwhile', async () => {
    let found = makeWorld().voices()
    await at(makeWorld({voices: () => found}))
    await stage.type('加班\r')
    await stage.keys('down', 'down', 'down', 'enter')
    expect(stage.screen()).toContain('又找了一遍，还是没有。')
    found = [{id: 'claude', label: 'Claude'}, ...found]
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/› claude/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/✓ 声音 {4}claude/)
  })
})

describe('windows', () => {
  test('everything typed survives sizes in which nothing can be shown', async () => {
    await at()
    await stage.type('城市应该为谁而建')
    for (const [columns, rows] of [
      [20, 6],
      [40, 12],
      [120, 40],
      [5, 2],
      [80, 24],
    ] as const)
      await stage.resize(columns, rows)
    expect(stage.screen()).toMatch(/› 议题 {4}城市应该为谁而建/)
    await stage.resize(20, 6)
    expect(stage.lines()[0]?.trim()).toBe('窗口太小')
  })

  test('at 40x12 the question in hand and the highlighted row are in sight, wherever one goes', async () => {
    await at(makeWorld(), {columns: 40, rows: 12})
    expect(stage.screen()).toMatch(/› 议题/)
    await stage.type('人工智能会不会取代程序员\r')
    expect(stage.screen()).toMatch(/› 声音[\s\S]*› 排练/)
    await stage.keys('enter')
    for (let down = 0; down < 9; down++) {
      expect(await stage.keys('down')).toMatch(/› ○/)
    }
    await stage.type(' \x1b[A \r')
    expect(stage.screen()).toMatch(/› 轮次/)
    await stage.keys('enter')
    expect(stage.screen()).toMatch(/› 开始/)
    for (const label of ['轮次', '与会者', '声音', '模式', '议题'])
      expect(await stage.keys('up')).toMatch(new RegExp(`› ${label}`))
  })

  test('no row is wider than its window, at any step, in both languages', async () => {
    for (const lang of ['zh', 'en'] as const) {
      for (const [columns, rows] of [
        [24, 8],
        [40, 12],
        [60, 20],
      ] as const) {
        await at(
          makeWorld(
            {unfinished: () => [{folder: '/a', topic: '长'.repeat(200), date: '2026-01-01', where: 'x/'.repeat(90)}]},
            lang,
          ),
          {columns, rows},
        )
        await stage.type('long words and 长的中文句子 '.repeat(20))
        for (let step = 0; step < 5; step++) {
          await stage.type('\r \x1b[B ')
          expect(stage.screen().split('\n')).toHaveLength(rows)
        }
        if (lang !== 'en' || rows !== 20) stage.close()
      }
    }
  })
})

describe('voices that are looked for in the background', () => {
  const claude = {id: 'claude', label: 'Claude Code', asks: 'paid', model: 'sonnet', server: 'api.anthropic.com'} as const
  const seated = {initial: {ids: ['marx-perspective', 'mao-zedong-perspective']}}

  /** A world whose looking ends when the test says so. */
  function looked() {
    let voices = makeWorld().voices()
    const asked: (() => void)[] = []
    let calledOff = 0
    const look = (found: () => void) => {
      asked.push(found)
      return () => void calledOff++
    }
    const world = makeWorld({voices: () => voices, look})
    const find = async (...found: ReturnType<typeof world.voices>) => {
      voices = [
        ...found.filter(({experimental}) => !experimental),
        ...makeWorld().voices(),
        ...found.filter(voice => voice.experimental),
      ]
      asked.shift()?.()
      await stage.settle()
    }
    return {world, find, asked, calledOff: () => calledOff}
  }

  test('the first frame does not wait for them, and the question says that they are being looked for', async () => {
    const {world, find, asked} = looked()
    await at(world, seated)
    expect(asked).toHaveLength(1)
    await stage.type('加班\r')
    expect(stage.screen()).toContain('正在找接着模型的声音…')
    expect(stage.screen()).not.toContain('再找一遍')
    await find()
    expect(stage.screen()).toContain('这里没有找到接着模型的声音')
    for (const choice of ['排练', '转交', '填一把密钥', '再找一遍']) expect(stage.screen()).toContain(choice)
  })

  test('what is found is proposed with model and server, and nothing begins before the person agreed to where it goes', async () => {
    const {world, find} = looked()
    await at(
      {...world, preview: () => ({speeches: 8, folder: 'x', estimate: {calls: 8, tokens: {min: 12345, max: 98765}}})},
      seated,
    )
    await stage.type('加班\r')
    await find(claude)
    expect(stage.screen()).toMatch(/› claude +由 Claude Code 发言 · sonnet · api\.anthropic\.com/)
    await stage.type('\r\r\r')
    const text = stage.screen().replace(/\s+/g, '')
    expect(text).toContain('ClaudeCode发言（sonnet）：议题、人物和发言会发到api.anthropic.com，可能计费或占用额度。')
    expect(text).toContain('约8次调用，12,000到99,000个token')
    expect(stage.result()).toBeUndefined()
    expect(stage.screen()).toMatch(/› 同意，开始/)
    await stage.keys('enter')
    expect(stage.result()).toMatchObject({kind: 'begin', form: {seats: [{voice: 'claude'}, {voice: 'claude'}]}})
  })

  test('who leaves is not kept waiting for it', async () => {
    const {world, calledOff} = looked()
    await at(world, seated)
    await stage.keys('ctrl-c')
    expect([stage.result(), calledOff()]).toEqual([{kind: 'quit'}, 1])
  })

  test('an answer the person gave meanwhile stays', async () => {
    const {world, find} = looked()
    await at(world, seated)
    await stage.type('加班\r\r')
    await find(claude)
    expect(stage.lines()[0]).toContain('排练（无模型）')
    await stage.type('\r\r\r')
    expect(stage.result()).toMatchObject({form: {seats: [{voice: 'rehearsal'}, {voice: 'rehearsal'}]}})
  })

  test('an experimental one is listed as such and never taken by itself', async () => {
    const {world, find} = looked()
    await at(world, seated)
    await stage.type('加班\r')
    await find({id: 'hermes', label: 'Hermes', asks: 'paid', experimental: true})
    expect(stage.screen()).toMatch(/› 排练/)
    expect(stage.screen()).toMatch(/hermes +实验：隔离没有证明/)
  })

  test('a model of this machine costs nothing, and so it is said', async () => {
    const {world, find} = looked()
    await at(world, seated)
    await stage.type('加班\r')
    await find({id: 'ollama', label: 'Ollama', asks: 'local', model: 'qwen3:8b', server: '127.0.0.1:11434'})
    await stage.type('\r\r\r')
    expect(stage.screen()).toContain('Ollama 在本机运行（qwen3:8b），不花钱')
    expect(stage.screen()).toMatch(/› 开始/)
  })

  test('a voice nobody looked at may cost something: that is said too', async () => {
    await at(makeWorld(), {initial: {...seated.initial, voice: 'codex/gpt-5'}})
    await stage.type('加班\r\r\r')
    expect(stage.screen()).toContain('codex/gpt-5 发言（gpt-5）')
    expect(stage.screen()).toMatch(/› 同意，开始/)
  })

  test('looking again looks anew, and says so only when it found nothing', async () => {
    const {world, find, asked} = looked()
    await at(world, seated)
    await stage.type('加班\r')
    await find()
    await stage.keys('down', 'down', 'down', 'enter')
    expect(asked).toHaveLength(1)
    expect(stage.screen()).toContain('正在找接着模型的声音…')
    await find()
    expect(stage.screen()).toContain('又找了一遍，还是没有。')
    await stage.keys('end', 'enter')
    await find(claude)
    expect(stage.screen()).not.toContain('又找了一遍')
    expect(stage.screen()).toMatch(/› claude/)
  })
})

test('hostile names, titles, places, problems and topics leave nothing of theirs on the terminal', async () => {
  for (const text of HOSTILE) {
    const world = makeWorld({
      voices: models,
      personas: () =>
        [0, 1].map(n => ({
          id: `x${n}${text}`,
          name: `甲${text}`,
          title: text,
          keys: ['x'],
          where: text,
          lang: 'zh',
          color: text,
        })),
      problems: () => [text],
      unfinished: () => [{folder: '/a', topic: text, date: text, where: text}],
      lineups: () => [{name: text, ids: [text]}],
      objections: () => [{step: 'rounds', text}],
      preview: () => ({speeches: 1, folder: text}),
    })
    await at(world)
    await stage.paste(text)
    await stage.type('话题\r')
    await stage.keys('ctrl-p')
    await stage.keys('esc')
    await stage.keys('ctrl-o', 'enter')
    await stage.type(' \x1b[B \r\r')
    const foreign = stage.raw().replace(/\x1b\[\??[\d;]*[A-Za-z]/g, '')
    expect(hostileLeft(foreign), JSON.stringify(text)).toBeUndefined()
    expect(stage.raw(), JSON.stringify(text)).not.toMatch(/\x1b\[2J|\x1b[\]P]/)
    stage.close()
  }
})
