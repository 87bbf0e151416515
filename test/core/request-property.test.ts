import {expect, test} from 'vitest'
import {parseRequest, parseWith} from '../../source/core/request.ts'

/** mulberry32 */
const seeded = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296
}

const topics = [
  '人工智能会不会取代程序员',
  '自由',
  '轮回三轮是什么',
  '为什么 3 轮谈判都失败了',
  '战争与和平，哪个更贵？',
  '「自由」与「必然」的关系',
  '让机器投票，让人休息，可以吗',
  '圆桌会议的起源',
  '参与者越多越好吗',
  '时间管理',
  'AI 与 human 的边界',
  '资本论》第3卷《',
  '第三轮融资值不值得',
  '「己所不欲」、「勿施于人」',
  '  两头有空  ',
  '主题：没有主题',
  '@board:a,b 是什么',
  '/roundtable 是什么',
  '🙂 和 👨‍👩‍👧 谁更懂人',
  '𠮷野家',
  'will AI replace programmers',
  "workers' rights in the U.S.",
  'is "3 rounds" enough, or not?',
  'living with AI and robots',
  'let them eat cake',
  'whether a meeting should last for 12 rounds of talk',
  '讨论',
  '3 轮',
  '3 rounds',
]
const plainTopics = [
  '人工智能会不会取代程序员',
  '自由',
  '为什么3轮谈判都失败了',
  '战争与和平，哪个更贵？',
  '「自由」与「必然」的关系',
  '圆桌会议的起源',
  '时间管理',
  'AI 与 human 的边界',
  '第三轮融资值不值得',
  '🙂 和 👨‍👩‍👧 谁更懂人',
  '𠮷野家',
  'will AI replace programmers',
  'the price of freedom?',
]
const names = [
  '马克思',
  '毛泽东',
  '苏格拉底',
  '和珅',
  '郑和',
  '如来',
  '谈迁',
  '卡尔·荣格',
  '让-雅克·卢梭',
  'Marx',
  'Karl Popper',
  'Simone de Beauvoir',
  'A',
  'marx-perspective',
  '鲁迅:claude',
  'Mao:ollama/llama3:8b',
]
const quotes = [
  ['「', '」'],
  ['『', '』'],
  ['“', '”'],
  ['"', '"'],
]
const numerals: [string, number][] = [
  ['3 轮', 3],
  ['3轮', 3],
  ['３轮', 3],
  ['三轮', 3],
  ['两轮', 2],
  ['十二轮', 12],
  ['二十轮', 20],
  ['1 轮讨论', 1],
  ['五个回合', 5],
  ['3 rounds', 3],
  ['two rounds', 2],
]

type Parts = {readonly topic: string; readonly people: string; readonly rounds: string}
const quotedOnly: ((parts: Parts) => string)[] = [
  ({topic, people, rounds}) => `开个会，让${people}讨论${topic}${rounds}`,
  ({topic, people, rounds}) => `请${people}就${topic}展开辩论，${rounds}`,
  ({topic, people, rounds}) => `开个会讨论${topic}，请${people}参加，${rounds}`,
  ({topic, people, rounds}) => `${rounds}，让${people}围绕${topic}讨论`,
  ({topic, people, rounds}) => `圆桌会议：让${people}辩论 ${rounds}：${topic}`,
  ({topic, people, rounds}) => `/roundtable 轮次：${rounds} 主题：${topic} 参与者：${people}`,
  ({topic, people, rounds}) => `roundtable on ${topic} with ${people}, ${rounds}`,
]
const anyTopic: ((parts: Parts) => string)[] = [
  ({topic, people, rounds}) => `开个会，让${people}讨论 ${topic}，${rounds}`,
  ({topic, people, rounds}) => `开个会,让${people}讨论${topic},${rounds}。`,
  ({topic, people, rounds}) => `请 ${people} 聊聊 ${topic} ${rounds}`,
  ({topic, people, rounds}) => `${rounds}，开个圆桌会，让${people}辩论：${topic}`,
  ({topic, people, rounds}) => `/roundtable 主题：${topic} 参与者：${people} 轮次：${rounds}`,
  ({topic, people, rounds}) => `参与者：${people}；轮次：${rounds}；主题：${topic}`,
  ({topic, people, rounds}) => `hold a meeting: let ${people} discuss ${topic}, ${rounds}`,
  ({topic, people, rounds}) => `have ${people} debate ${topic} for ${rounds}`,
]

test('a composed sentence gives back exactly its parts', () => {
  const random = seeded(20_240_617)
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T
  const wrong: string[] = []
  for (let i = 0; i < 3000; i++) {
    const people = [...new Set([pick(names), pick(names), pick(names)])]
    if (people.length < 2) continue
    const quoted = random() < 0.5
    const topic = pick(quoted ? topics : plainTopics)
    const [open, close] = pick(quotes.filter(pair => !pair.some(sign => topic.includes(sign)))) as [string, string]
    const [said, rounds] = pick(numerals)
    const template = pick(quoted ? [...quotedOnly, ...anyTopic] : anyTopic)
    const list = `${people.slice(0, -1).join(pick(['、', '，', ', ', ',', ' & ']))}${pick(['和', '、', ' and ', '以及', '与'])}${people.at(-1)}`
    const sentence = template({topic: quoted ? `${open}${topic}${close}` : topic, people: list, rounds: said})
    const request = parseRequest(sentence)
    if (request.kind === 'none') {
      wrong.push(`none: ${sentence}`)
      continue
    }
    const got = {
      topic: request.topic,
      with: request.with.map(({name, provider, model}) => name + (provider ? `:${provider}` : '') + (model ? `/${model}` : '')),
      rounds: request.rounds,
      missing: request.missing,
    }
    const wanted = JSON.stringify({topic, with: people, rounds, missing: []})
    if (JSON.stringify(got) !== wanted) wrong.push(`${sentence} -> ${JSON.stringify(got)}`)
  }
  expect(wrong).toEqual([])
})

test('never throws, and the topic is always a piece of the sentence', () => {
  const random = seeded(7)
  const pieces = [
    '开个会',
    '，',
    ',',
    '让',
    '请',
    '和',
    '与',
    '讨论',
    '就',
    '围绕',
    '展开',
    '3 轮',
    '三轮',
    '轮',
    '「',
    '」',
    '“',
    '”',
    '"',
    "'",
    ' ',
    '　',
    '\n',
    ':',
    '：',
    '主题：',
    '参与者：',
    '轮次：',
    '@board',
    '@',
    '/roundtable',
    'roundtable',
    'with',
    ' and ',
    'let ',
    'discuss ',
    'hold a meeting',
    ' rounds',
    '马克思',
    '毛泽东',
    'Marx',
    '他们',
    '以',
    '为题',
    '对',
    '。',
    '?',
    '谢谢',
    '用英文',
    '圆桌会议',
    '开',
    '会',
    '\ud800',
    '\u0000',
    '🙂',
    'İ',
    '\ue000',
  ]
  for (let i = 0; i < 8000; i++) {
    const wild = random() < 0.3
    const length = Math.floor(random() * 14)
    let sentence = ''
    for (let j = 0; j < length; j++) {
      sentence += wild ? String.fromCharCode(Math.floor(random() * 0x10000)) : pieces[Math.floor(random() * pieces.length)]
    }
    const request = parseRequest(sentence)
    parseWith(sentence)
    if (request.kind === 'none') continue
    if (request.topic !== undefined) {
      expect(sentence.includes(request.topic), sentence).toBe(true)
      expect(request.topic.trim(), sentence).not.toBe('')
    }
    expect(request.missing.includes('topic'), sentence).toBe(request.topic === undefined)
    if (request.rounds !== undefined) expect(request.rounds >= 1 && request.rounds <= 20, sentence).toBe(true)
    for (const {name} of request.with) expect(sentence.includes(name), sentence).toBe(true)
  }
})

test('time grows with the length, not with its square', () => {
  const pieces = [
    '让',
    '让马克思和毛泽东讨论',
    '，让A和B',
    '和',
    '马克思、',
    '「',
    '"',
    "'",
    '” “',
    ' ',
    '，',
    '3 轮 ',
    '三轮，',
    '主题：',
    '参与者：A ',
    '轮次:',
    ' with A and B',
    'a ',
    'a/b:',
    '对',
    '以',
    '就',
    '开个会',
    '开个会，',
    '.',
    '。',
    '请',
    '@board:',
    'a,',
    '谢谢，',
    ' in english,',
    '一',
    '1',
    '-',
    'let ',
    ' and',
    '讨论',
    '讨论的',
    '来',
  ]
  const heads = [
    '开个会，让马克思和毛泽东讨论 ',
    '开个会，让',
    '/roundtable 参与者：',
    '主题：',
    '@board:a,b ',
    '@board:',
    'roundtable on x with ',
    '请',
  ]
  const slow: string[] = []
  for (const [i, piece] of pieces.entries()) {
    const sentence = heads[i % heads.length] + piece.repeat(Math.ceil(100_000 / piece.length))
    const start = performance.now()
    parseRequest(sentence)
    const took = performance.now() - start
    // A square of 100 KB takes many seconds; what grows with the length, some tens of milliseconds.
    if (took > 3000) slow.push(`${sentence.slice(0, 40)}... took ${Math.round(took)} ms`)
  }
  for (const piece of pieces) {
    const start = performance.now()
    parseWith(piece.repeat(Math.ceil(100_000 / piece.length)))
    if (performance.now() - start > 3000) slow.push(`parseWith (${piece})*`)
  }
  expect(slow).toEqual([])
})
