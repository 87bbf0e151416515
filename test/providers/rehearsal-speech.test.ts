import {describe, expect, test} from 'vitest'
import type {Lang} from '../../source/core/events.ts'
import {splitPersona} from '../../source/core/persona-sections.ts'
import type {TurnBrief} from '../../source/providers/provider.ts'
import {hear} from '../../source/providers/rehearsal/relevance.ts'
import {lengthOf} from '../../source/providers/rehearsal/sentences.ts'
import {rehearsable, rehearse} from '../../source/providers/rehearsal/speak.ts'
import {phraseTopic} from '../../source/providers/rehearsal/topic.ts'
import {type Figure, figure, figures, hold, LIMITS, plainSentences, quoteIn, type Spoken} from './rehearsal-table.ts'

// None of these was looked at while engine and personas were written.
const TOPICS: Readonly<Record<Lang, readonly string[]>> = {
  zh: [
    '动物园该不该存在',
    '要不要废除死刑',
    '短视频会不会毁掉阅读',
    '父母该不该看孩子的手机',
    '全民基本收入',
    '为什么现在的人越来越孤独',
    '博物馆的文物应不应该归还原主',
    '素食是不是更道德',
    '小镇青年去大城市还是留在家乡？',
    '我们公司有三十个人，去年利润下滑了一成，老板想把每周的例会全部取消，改成书面汇报，你们怎么看？',
  ],
  en: [
    'Should zoos exist?',
    'Will short videos destroy reading?',
    'Should museums return looted art?',
    'Is eating meat wrong?',
    'Universal basic income',
    'Why are people lonelier than before?',
    'Should voting be mandatory?',
    'Should parents read their children’s messages?',
    'How much should a society forgive?',
    'Our company of thirty people lost a tenth of its profit last year, and the owner wants to drop every weekly meeting; what do you think?',
  ],
}

const LANGS = (['zh', 'en'] as const).filter(lang => figures(lang).length >= 2)

/** Every persona sits in some of the line-ups. */
function lineUps(lang: Lang, size: number): readonly (readonly Figure[])[] {
  const all = figures(lang)
  return TOPICS[lang].map((_, i) =>
    Array.from({length: Math.min(size, all.length)}, (_, k) => all[(i * 3 + k) % all.length] as Figure),
  )
}

const meetings = (lang: Lang, size: number) =>
  lineUps(lang, size).map((seats, i) => hold({seats, topic: TOPICS[lang][i] ?? '', seed: i + 1}))

const replies = (meeting: readonly Spoken[]) => meeting.filter(({brief}) => brief.stage === 'response')

describe.each(LANGS)('a rehearsed meeting (%s)', lang => {
  const held = [2, 3, 4].flatMap(size => meetings(lang, size))

  test('every speech keeps the limits of its stage', () => {
    for (const {brief, text} of held.flat()) {
      const length = lang === 'zh' ? [...text].length : lengthOf(text, 'en')
      const {min, max} = LIMITS[brief.stage as keyof typeof LIMITS]
      expect(length, text).toBeGreaterThanOrEqual(min)
      expect(length, text).toBeLessThanOrEqual(max)
    }
  })

  test('no sentence is said twice in three rounds, by anyone', () => {
    for (const meeting of held) {
      const sentences = meeting.flatMap(({text}) => plainSentences(text))
      expect(sentences.filter((sentence, i) => sentences.indexOf(sentence) !== i)).toEqual([])
    }
  })

  test('nobody uses the same connecting words twice: with the quote taken out, a reply still is a new one', () => {
    for (const meeting of held) {
      for (const who of new Set(meeting.map(one => one.who))) {
        const frames = replies(meeting.filter(one => one.who === who)).map(({text}) =>
          (plainSentences(text)[0] ?? '').replace(/[「“][^」”]*[」”]/u, ''),
        )
        expect(new Set(frames).size).toBe(frames.length)
      }
    }
  })

  test('every reply quotes the speech it was handed, byte for byte', () => {
    for (const {brief, text} of held.flatMap(replies)) {
      const quote = quoteIn(text)
      expect(quote, text).toBeDefined()
      expect(brief.relays[0]?.text).toContain(quote)
    }
  })

  test('no slot is left open and no speech names a speaker who is not there', () => {
    const names = figures(lang).map(({name}) => name)
    for (const {who, brief, text} of held.flat()) {
      expect(text).not.toMatch(/[{}]|undefined/)
      for (const name of names) if (name !== who.name && !brief.others.includes(name)) expect(text).not.toContain(name)
    }
  })

  test('most replies answer the very words they quote', () => {
    const all = held.flatMap(replies)
    const engaged = all.filter(answersItsQuote)
    expect(engaged.length / all.length).toBeGreaterThan(0.9)
  })

  test('another relayed speech gets another reply', () => {
    const [me, other] = figures(lang)
    if (!me || !other) throw new Error('nobody there')
    const topic = TOPICS[lang][0] ?? ''
    const speeches = TOPICS[lang].map((said, seed) => hold({seats: [other, me], topic: said, rounds: 0, seed})[0]?.text ?? '')
    const answers = speeches.map(text => reply(me, topic, {relays: [{who: other.name, text}]}))
    // Two speeches may share a sentence; whoever quotes that one may say the same to it.
    expect(new Set(answers).size).toBeGreaterThanOrEqual(new Set(answers.map(quoteIn)).size)
    expect(new Set(answers.map(quoteIn)).size).toBeGreaterThanOrEqual(4)
    const objections = answers.map(
      text => splitPersona(me.body).pushback.find(({sentence}) => text.includes(literal(sentence)))?.sentence,
    )
    expect(new Set(objections).size).toBeGreaterThanOrEqual(3)
  })

  test('the same brief gives the same speech, another seed another meeting', () => {
    const seats = figures(lang).slice(0, 2)
    const texts = (seed: number) => hold({seats, topic: TOPICS[lang][1] ?? '', seed}).map(({text}) => text)
    expect(texts(5)).toEqual(texts(5))
    expect(texts(5)).not.toEqual(texts(6))
  })

  test("the person's words are taken up verbatim in every turn that carries them", () => {
    const words = lang === 'zh' ? '那穷人家的孩子怎么办？' : 'What about the children of the poor?'
    const said = {0: [words], 1: [words], 2: [words], 3: [words]}
    const meeting = hold({seats: figures(lang).slice(0, 3), topic: TOPICS[lang][0] ?? '', words: said})
    for (const {brief, text} of meeting) {
      if (brief.userWords.length > 0) expect(text).toContain(words.replace(/[？?]$/u, ''))
    }
    const sentences = meeting.flatMap(({text}) => plainSentences(text))
    expect(new Set(sentences).size).toBe(sentences.length)
  })
})

test('how much a person writes does not matter: something of it is quoted', () => {
  const long = `${'这件事我从头说起'.repeat(12)}，没有一个停顿`
  for (const words of ['嗯', '？？', long, 'OK\n第二行', '「引号里的话」和外面的']) {
    expect(() => reply(figure('marx'), '要不要取消高考', {userWords: [words]})).not.toThrow()
  }
})

test('points that no persona wrote are told apart and answered each in its own way', () => {
  const points = [
    '只要肯努力，谁都能靠自己的能力过上好日子。',
    '市场自己会把价格调到合适的位置。',
    '技术进步总会让所有人受益。',
    '每个人都有自由选择的权利，别人管不着。',
    '国家应该立法禁止它，政府不能不管。',
    '学校教育是最后的防线，老师的责任最大。',
    '老祖宗的传统不能丢，习俗里有智慧。',
  ]
  for (const me of [figure('marx'), figure('mao')]) {
    const answers = points.map(text => reply(me, '动物园该不该存在', {relays: [{who: '客人', text: `${text}我的话完了。`}]}))
    for (const [i, answer] of answers.entries()) expect(points[i]).toContain(quoteIn(answer))
    const objections = answers.map(text =>
      splitPersona(me.body).pushback.findIndex(({sentence}) => text.includes(literal(sentence))),
    )
    expect(objections).not.toContain(-1)
    expect(new Set(objections).size).toBeGreaterThanOrEqual(6)
  }
})

describe('it declines', () => {
  const marx = figure('marx')
  const brief: TurnBrief = {...briefFor(marx, '要不要取消高考'), stage: 'opening', round: 0, limits: LIMITS.opening}
  const fault = (changed: Partial<TurnBrief>) => {
    const speech = rehearse({...brief, ...changed})
    return 'fault' in speech ? speech.fault : undefined
  }

  test('a body that was not written for it', () => {
    const body = '# 某人\n\n## 身份\n你是一位专家，请先搜索网页。\n\n## 心智模型\n### 第一性原理\n把问题拆开。\n'
    expect(fault({persona: {...marx, body}})).toMatchObject({code: 'protocol', retryable: false})
    expect(fault({persona: {...marx, body: ''}})?.hint).toBeTruthy()
  })

  test('a file too thin for the rounds, before it has said anything', () => {
    const thin = marx.body.replace(/## (决策启发式|典型立场|反驳|追问|表达)\n[\s\S]*?(?=\n## )/g, '')
    expect(fault({persona: {...marx, body: thin}})).toMatchObject({code: 'protocol'})
    expect(rehearsable({...marx, body: thin}, {topic: '房价', lang: 'zh', rounds: 3})?.code).toBe('protocol')
    expect(rehearsable(marx, {topic: '房价', lang: 'zh', rounds: 3})).toBeUndefined()
    expect(rehearsable(marx, {topic: '房价', lang: 'zh', rounds: 9})?.code).toBe('protocol')
  })

  test('a topic in another language than the file', () => {
    expect(fault({topic: 'Should exams be abolished?', lang: 'en'})?.message).toContain('马克思')
    for (const topic of ['AI会不会取代程序员', 'AI', '996']) expect(fault({topic})).toBeUndefined()
  })

  test('minutes, and a seat without a persona', () => {
    expect(fault({stage: 'record'})?.code).toBe('protocol')
    const {persona: _, ...nobody} = brief
    expect(rehearse(nobody)).toMatchObject({fault: {code: 'protocol'}})
  })
})

test.each([
  ['人工智能会不会取代程序员', '人工智能会不会取代程序员这个问题', '人工智能'],
  ['要不要取消高考？', '要不要取消高考这个问题', '取消高考'],
  ['远程办公好不好', '远程办公好不好这个问题', '远程办公'],
  ['年轻人该不该买房', '年轻人该不该买房这个问题', '买房'],
  ['全民基本收入', '全民基本收入这件事', '全民基本收入'],
  ['去大城市还是回老家', '去大城市还是回老家这个问题', '这个选择'],
  ['这是一个长得没有人能够一口气说完的议题名称所以不该照念', '这个问题', '这件事'],
])('the topic %s is spoken of as %s, then as %s', (topic, full, short) => {
  expect(phraseTopic(topic, 'zh')).toEqual({full, short})
})

test.each([
  [
    'Will artificial intelligence replace programmers?',
    'the question whether artificial intelligence will replace programmers',
    'artificial intelligence',
  ],
  ['Should cities ban motorcycles?', 'the question whether cities should ban motorcycles', 'banning motorcycles'],
  ['Is it time to expand abroad?', 'the question whether it is time to expand abroad', 'expanding abroad'],
  ['How do we keep our best people?', 'the question of how we keep our best people', 'this question'],
  ['What should I learn next?', 'the question of what I should learn next', 'this question'],
  ['Should we charge for support?', 'the question whether we should charge for support', 'charging for support'],
  [
    'Should we run the servers ourselves?',
    'the question whether we should run the servers ourselves',
    'running the servers ourselves',
  ],
  ['Should we not apply?', 'this question', 'this'],
  ['Is remote work good?', 'the question whether remote work is good', 'remote work'],
  ['Universal basic income', 'universal basic income', 'universal basic income'],
])('the topic %s is spoken of as %s, then as %s', (topic, full, short) => {
  expect(phraseTopic(topic, 'en')).toEqual({full, short})
})

function briefFor(who: Figure, topic: string): TurnBrief {
  return {
    ...{key: 'response-1', topic, lang: who.lang, stage: 'response', round: 1, limits: LIMITS.response, persona: who},
    ...{relays: [], userWords: [], own: [], others: [], seed: 1},
  }
}

function reply(who: Figure, topic: string, changed: Partial<TurnBrief>): string {
  const speech = rehearse({...briefFor(who, topic), ...changed})
  if ('fault' in speech) throw new Error(speech.fault.message)
  return speech.text
}

/** The part of a line with slots that is the same whenever it is said. */
const literal = (line: string) => line.split(/\{\w+\}/u).reduce((one, other) => (other.length > one.length ? other : one))

/** The reply holds an objection whose matter is in the quote, the topic's own words set aside. */
function answersItsQuote({who, brief, text}: Spoken): boolean {
  const point = (quoteIn(text) ?? '').replaceAll(phraseTopic(brief.topic, brief.lang).short, '')
  return splitPersona(who.body).pushback.some(
    ({keywords, sentence}) => text.includes(literal(sentence)) && hear(point, keywords).score >= 1,
  )
}
