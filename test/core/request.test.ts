import {describe, expect, test} from 'vitest'
import {languageOf, parseRequest, parseWith} from '../../source/core/request.ts'
import {english, sentences} from './request-sentences.ts'

const seen = (sentence: string) => {
  const request = parseRequest(sentence)
  if (request.kind === 'none') return 'none'
  return {
    ...(request.protocol === undefined ? {} : {protocol: request.protocol}),
    topic: request.topic,
    with: request.with.map(({name, provider, model}) => [name, provider, model].filter(part => part !== undefined).join(':')),
    rounds: request.rounds,
    ...(request.lang === undefined ? {} : {lang: request.lang}),
    notes: request.notes.map(({code}) => code),
  }
}

describe('a sentence in Chinese gives its parts', () => {
  test.each(sentences)('%s', (sentence, {topic, rounds, with: people = [], notes = [], ...rest}) => {
    expect(seen(sentence)).toEqual({...rest, topic, rounds, with: people, notes})
  })
})

describe('a sentence in English gives its parts', () => {
  test.each(english)('%s', (sentence, {topic, rounds, with: people = [], notes = [], ...rest}) => {
    expect(seen(sentence)).toEqual({...rest, topic, rounds, with: people, notes})
  })
})

describe('what asks for no meeting is none', () => {
  test.each([
    '',
    '   ',
    '。',
    '人工智能会不会取代程序员',
    '圆桌会议的起源是什么',
    '圆桌会议和方桌会议有什么不同',
    '开放社会及其敌人',
    '组织会不会腐败',
    '开会讨论的效率低吗',
    '开会会不会浪费时间',
    '讨论自由的边界',
    '让我们讨论死亡',
    '让孩子讨论死亡合适吗',
    '马克思和毛泽东讨论过什么',
    '三轮车的历史',
    '怎样减税，让企业和个人受益',
    "roundtable's history",
    'is a meeting useful?',
    'how to hold a meeting',
    '如何主持会议',
    '是否该让马克思和毛泽东讨论自由',
    'have we lost the debate about climate?',
    'discuss living with grief and loss',
    'let us discuss death',
    'the end of history',
    '3 轮',
    'please',
  ])('%s', sentence => {
    expect(parseRequest(sentence)).toEqual({kind: 'none'})
  })
})

test('what is missing is said, part by part', () => {
  const missing = (sentence: string) => {
    const request = parseRequest(sentence)
    return request.kind === 'none' ? request : request.missing
  }
  expect(missing('开个会')).toEqual(['topic', 'with'])
  expect(missing('圆桌会议：自由')).toEqual(['with'])
  expect(missing('开个会，请马克思和毛泽东参加')).toEqual(['topic'])
  expect(missing('让他们辩论自由')).toEqual(['with'])
  expect(missing('开个会，让马克思和毛泽东讨论自由')).toEqual([])
  expect(missing('@board')).toEqual(['topic'])
  expect(missing('@board: 是否该做？')).toEqual(['with'])
})

test('notes carry what was said, and where', () => {
  const notes = (sentence: string) => {
    const request = parseRequest(sentence)
    return request.kind === 'none' ? request : request.notes
  }
  expect(notes('开个会，让马克思和毛泽东讨论自由，100 轮')).toEqual([
    {code: 'rounds-out-of-range', slots: {said: '100', least: 1, most: 20}},
  ])
  expect(notes('开个会，让马克思、毛泽东和马克思讨论自由')).toEqual([{code: 'name-twice', slots: {name: '马克思', position: 13}}])
  expect(notes('@team 是否该做？')).toEqual([{code: 'unknown-at', slots: {word: '@team'}}])
  expect(notes('@board:a,../b 是否该做？')).toEqual([{code: 'name-invalid', slots: {name: '../b', position: 9}}])
  expect(notes('开个会讨论统一三轮，让马克思和毛泽东参加')).not.toEqual([])
})

describe('a list of participants', () => {
  const list = (text: string) => parseWith(text).with.map(({name, provider, model}) => [name, provider, model])

  test.each<[string, (string | undefined)[][]]>([
    [
      '马克思:claude,毛泽东、Socrates',
      [
        ['马克思', 'claude', undefined],
        ['毛泽东', undefined, undefined],
        ['Socrates', undefined, undefined],
      ],
    ],
    [
      '马克思：claude/opus，毛泽东',
      [
        ['马克思', 'claude', 'opus'],
        ['毛泽东', undefined, undefined],
      ],
    ],
    [
      'Marx:ollama/llama3:8b; Mao',
      [
        ['Marx', 'ollama', 'llama3:8b'],
        ['Mao', undefined, undefined],
      ],
    ],
    ['Marx:openrouter/anthropic/claude', [['Marx', 'openrouter', 'anthropic/claude']]],
    ['Marx:script:demo/turns.json', [['Marx', 'script:demo/turns.json', undefined]]],
    [
      'Karl Marx, Mao Zedong',
      [
        ['Karl Marx', undefined, undefined],
        ['Mao Zedong', undefined, undefined],
      ],
    ],
    [
      '卡尔·马克思 和 让-雅克·卢梭',
      [
        ['卡尔·马克思', undefined, undefined],
        ['让-雅克·卢梭', undefined, undefined],
      ],
    ],
    [
      '和珅和纪晓岚',
      [
        ['和珅', undefined, undefined],
        ['纪晓岚', undefined, undefined],
      ],
    ],
    [
      '郑和、和珅',
      [
        ['郑和', undefined, undefined],
        ['和珅', undefined, undefined],
      ],
    ],
    [
      '郑和和郑成功',
      [
        ['郑和', undefined, undefined],
        ['郑成功', undefined, undefined],
      ],
    ],
    [
      'A和B',
      [
        ['A', undefined, undefined],
        ['B', undefined, undefined],
      ],
    ],
    [
      '马克思/毛泽东',
      [
        ['马克思', undefined, undefined],
        ['毛泽东', undefined, undefined],
      ],
    ],
    [
      '马克思 毛泽东',
      [
        ['马克思', undefined, undefined],
        ['毛泽东', undefined, undefined],
      ],
    ],
    [
      'Marx, Mao, and Anderson',
      [
        ['Marx', undefined, undefined],
        ['Mao', undefined, undefined],
        ['Anderson', undefined, undefined],
      ],
    ],
    [
      'Marx  and  Mao',
      [
        ['Marx', undefined, undefined],
        ['Mao', undefined, undefined],
      ],
    ],
    [
      '"Simon and Garfunkel", Dylan',
      [
        ['Simon and Garfunkel', undefined, undefined],
        ['Dylan', undefined, undefined],
      ],
    ],
    [
      '马克思、毛泽东，以及苏格拉底',
      [
        ['马克思', undefined, undefined],
        ['毛泽东', undefined, undefined],
        ['苏格拉底', undefined, undefined],
      ],
    ],
    [
      '马克思、毛泽东、和苏格拉底',
      [
        ['马克思', undefined, undefined],
        ['毛泽东', undefined, undefined],
        ['苏格拉底', undefined, undefined],
      ],
    ],
    ['', []],
  ])('%s', (text, expected) => {
    expect(list(text)).toEqual(expected)
    expect(parseWith(text).notes).toEqual([])
  })

  test('empty items, repetitions and empty voices are notes with their position', () => {
    expect(parseWith('马克思,,毛泽东:,马克思:codex,A:claude/,A :x')).toEqual({
      with: [{name: '马克思'}, {name: '毛泽东'}, {name: 'A', provider: 'claude'}],
      notes: [
        {code: 'name-empty', slots: {position: 4}},
        {code: 'provider-empty', slots: {name: '毛泽东', position: 5}},
        {code: 'name-twice', slots: {name: '马克思', position: 10}},
        {code: 'model-empty', slots: {name: 'A', position: 20}},
        {code: 'name-twice', slots: {name: 'A', position: 30}},
      ],
    })
    expect(parseWith(',a').notes).toEqual([{code: 'name-empty', slots: {position: 0}}])
  })
})

test.each([
  ['人工智能会不会取代程序员', 'zh'],
  ['AI 会取代 programmers 吗', 'zh'],
  ['Will AI replace programmers?', 'en'],
  ["L'enfer, c'est les autres", 'en'],
  ['Будет ли мир?', 'zh'],
  ['自由 vs. security and the long tail of everything', 'zh'],
  ['42?', 'zh'],
  ['', 'zh'],
])('the language of "%s" is %s', (topic, lang) => {
  expect(languageOf(topic)).toBe(lang)
})
