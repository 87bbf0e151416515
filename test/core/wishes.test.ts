import {describe, expect, test} from 'vitest'
import type {Wish} from '../../source/core/events.ts'
import {unknownCommand, wishOf, wishWords} from '../../source/core/wishes.ts'
import {cpuMs} from '../support/cpu.ts'

describe('a line that is a command as a whole is a wish', () => {
  test.each<[Wish, string[]]>([
    [
      'continue',
      [
        '继续',
        '下一步',
        'continue',
        'Go on',
        'NEXT',
        '繼續',
        '「继续」',
        ' 继续。',
        '继续！',
        '／继续',
        '/ continue',
        'ｃｏｎｔｉｎｕｅ',
        'go  on...',
        '继续\n',
        '继续～',
      ],
    ],
    [
      'conclude',
      [
        '进入结语',
        '结束会议',
        '结束讨论',
        'close',
        'end',
        'End the meeting.',
        'conclude',
        '結束會議',
        '進入結語',
        '結束討論',
        '/stop',
        '停止讨论',
      ],
    ],
    [
      'finish',
      [
        '跳过结语，直接结束',
        '跳过结语,直接结束',
        '跳过结语 直接结束',
        '跳过结语直接结束',
        '跳過結語，直接結束',
        '跳过结语',
        '直接结束',
        'skip closing',
        'Skip the closing!',
        'end now',
      ],
    ],
    ['more', ['再来一轮', '加一轮', '再加一轮', '再來一輪', 'one more round', 'another round']],
    ['remind', ['提醒', '中性提醒', '聚焦', '请注意聚焦于会议主题', '請注意聚焦於會議主題。', 'focus', 'remind']],
    ['skip', ['跳过', '跳過', 'skip']],
    ['retry', ['重试', '重試', 'retry']],
    ['pause', ['暂停', '离开', '離開', '暫停', 'pause', 'leave']],
  ])('%s', (wish, lines) => {
    for (const line of lines) expect([line, wishOf(line)]).toEqual([line, wish])
  })
})

test('everything else is a word to the table, an empty line is left to the caller', () => {
  for (const line of [
    '结束会议吧',
    'the end of history',
    '继续深入',
    '我们继续',
    '继续，不要停',
    '不要结束会议',
    'end of story',
    'skip it',
    'nextdoor',
    '//continue',
    '//',
    '/',
    '',
    '   ',
    '。。。',
    '继续'.repeat(500),
    'closed',
    '跳过结语的人',
    '结束',
    'en d',
    '継続',
  ]) {
    expect([line, wishOf(line)]).toEqual([line, undefined])
  }
})

test('every listed word is its own wish, with and without a slash, and no word is listed twice', () => {
  const all = Object.entries(wishWords).flatMap(([wish, {zh, en}]) => [...zh, ...en].map(word => [word, wish] as const))
  for (const [word, wish] of all) expect([word, wishOf(word), wishOf(`/${word}`)]).toEqual([word, wish, wish])
  expect(new Set(all.map(([word]) => word)).size).toBe(all.length)
})

test('a word behind a slash that is no command comes back with the nearest commands', () => {
  expect(unknownCommand('/contineu')).toEqual({word: 'contineu', nearest: ['continue']})
  expect(unknownCommand('/继绪')?.nearest).toContain('继续')
  expect(unknownCommand('/结束会义')?.nearest[0]).toBe('结束会议')
  expect(unknownCommand('/skip closng')).toEqual({word: 'skip', nearest: ['skip', 'skip closing', 'skip the closing']})
  expect(unknownCommand('/con')?.nearest).toEqual(['continue', 'conclude'])
  expect(unknownCommand('／pasue')?.nearest).toEqual(['pause'])
  expect(unknownCommand('/结束会议吧')?.nearest[0]).toBe('结束会议')
  expect(unknownCommand('/xyzzy')).toEqual({word: 'xyzzy', nearest: []})
  expect(unknownCommand('/hlep', ['help', 'quit'])).toEqual({word: 'hlep', nearest: ['help']})
})

test('commands, known words, paths, double slashes and plain text are no unknown commands', () => {
  for (const line of [
    '/continue',
    '/继续。',
    '/usr/bin 是什么',
    '//x',
    '/',
    '/ ',
    '/ foo',
    'a /b',
    'continue',
    '',
    '/。。',
    '/a/b',
  ]) {
    expect([line, unknownCommand(line)]).toEqual([line, undefined])
  }
  expect(unknownCommand('/help', ['help'])).toBeUndefined()
})

test('a line of 100 KB is judged at once', () => {
  const start = cpuMs()
  for (const piece of ['继续', ' ', '。', '/', '/a', 'ﷺ', '「']) {
    const line = piece.repeat(Math.ceil(100_000 / piece.length))
    expect(wishOf(line)).toBeUndefined()
    unknownCommand(line)
    unknownCommand(`/${line}`)
  }
  expect(cpuMs() - start).toBeLessThan(1000)
})
