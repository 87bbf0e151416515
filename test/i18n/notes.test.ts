import {expect, it} from 'vitest'
import {parseRequest, parseWith} from '../../source/core/request.ts'
import type {Note, NoteCode} from '../../source/core/request-notes.ts'
import {noteText} from '../../source/i18n/notes.ts'

const SENTENCES: readonly string[] = [
  '让马克思和毛泽东讨论自由，3轮',
  '开个会，让马克思和毛泽东讨论自由，0轮',
  '开个会，让马克思和毛泽东讨论自由，2-3轮',
  '开个会，让马克思和毛泽东讨论自由三轮',
  '开个会，让马克思和毛泽东讨论自由，3轮，5轮',
  '开个3轮的会，让马克思和毛泽东讨论自由，共5轮',
  '/roundtable free will with marx and mao',
  'roundtable on living with AI',
  '@team 是否该做？',
  '@board 是否该做 X 功能？',
  '@board:马斯克,贝佐斯 是否该做？',
  '@board:a,a,../b 是否该做？',
  `@board:${Array.from({length: 30}, (_, n) => `a${n}`).join(',')} 是否该做？`,
  '主题：自由 主题：平等 参与者：马克思 轮次：3 语言：火星语',
  '主题：自由 参与者：马克思 轮次：3 轮次：5 随便说说',
  '今天天气好。主题：自由 参与者：马克思',
]
const LISTS: readonly string[] = ['a,,b', 'a,a', 'a:,b', 'a:claude/', 'a:/m']

const notes: readonly Note[] = [
  ...SENTENCES.flatMap(sentence => {
    const read = parseRequest(sentence)
    return read.kind === 'meeting' ? read.notes : []
  }),
  ...LISTS.flatMap(list => parseWith(list).notes),
]

it('every note that reading a request leaves is a whole sentence, in both languages', () => {
  for (const note of notes) {
    expect(noteText('zh', note)).toMatch(/。$/)
    expect(noteText('en', note)).toMatch(/\.$/)
    for (const lang of ['zh', 'en'] as const) expect(noteText(lang, note)).not.toMatch(/\{\w+\}|undefined/)
  }
})

it('the sentences above leave a note of every kind', () => {
  const every: Readonly<Record<NoteCode, true>> = {
    'understood-as-request': true,
    'rounds-out-of-range': true,
    'rounds-unclear': true,
    'rounds-understood': true,
    'rounds-left-in-topic': true,
    'rounds-twice': true,
    'with-understood': true,
    'with-left-in-topic': true,
    'name-empty': true,
    'name-twice': true,
    'name-invalid': true,
    'name-unusual': true,
    'provider-empty': true,
    'model-empty': true,
    'too-many-names': true,
    'key-twice': true,
    'lang-unclear': true,
    'words-left-out': true,
    'unknown-at': true,
    'default-line-up': true,
  }
  expect(Object.keys(every).filter(code => !notes.some(note => note.code === code))).toEqual([])
})
