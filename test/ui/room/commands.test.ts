import {describe, expect, test} from 'vitest'
import {wishOf} from '../../../source/core/wishes.ts'
import {roomWordsFor} from '../../../source/i18n/room.ts'
import {isCommandBeginning, paletteRows, readLine, seatsFor, wishWord} from '../../../source/ui/room/commands.ts'
import {actionFor, commands, keyMap} from '../../../source/ui/room/key-map.ts'

describe('a line in the composer', () => {
  test.each([
    ['/复制', 'copy', ''],
    ['复制', 'copy', ''],
    ['/copy', 'copy', ''],
    ['／静音 马克思', 'mute', '马克思'],
    ['/search two words', 'search', 'two words'],
    ['Help', 'help', ''],
  ])('%s is a command of the room', (line, action, rest) => {
    const read = readLine(line)
    expect(read.kind === 'command' && [read.command.action, read.rest]).toEqual([action, rest])
  })
  test.each(['继续', '/结束会议', 'one more round', '静音 马克思', '我想复制他的办法', '/usr/bin', '// 注释'])(
    '%s is for the meeting',
    line => {
      expect(readLine(line).kind).toBe('meeting')
    },
  )
  test('a slip after the / is asked back, with what is near', () => {
    const read = readLine('/serach')
    expect(read.kind === 'unknown' && read.command.nearest).toContain('search')
  })
})

test('every word of every action is understood: by the room, or by the meeting as the same wish', () => {
  for (const command of commands) {
    const wish = wishWord[command.action]
    for (const word of [...command.zh, ...command.en]) {
      if (wish) expect(wishOf(word), word).toBe(wish)
      else expect(readLine(`/${word}`, 'council'), word).toMatchObject({kind: 'command', command: {action: command.action}})
    }
  }
})

test('every key has its words in both languages, and every action of the meeting a word to type', () => {
  for (const lang of ['zh', 'en'] as const) {
    const words = roomWordsFor(lang)
    for (const {action} of [...keyMap, ...commands]) {
      expect(words[`do.${action}`], action).toBeTruthy()
      expect(words[`about.${action}`], action).toBeTruthy()
    }
  }
  const typed = new Set(commands.map(command => command.action))
  for (const {action, when} of keyMap) {
    if (when.some(place => ['pause', 'speaking', 'fault', 'pane'].includes(place)) && !/Pane|line|to[A-Z]/.test(action)) {
      expect(typed.has(action), action).toBe(true)
    }
  }
})

test('within one context a key means one thing', () => {
  const places = new Set(keyMap.flatMap(entry => entry.when))
  for (const place of places) {
    const keys = keyMap.filter(entry => entry.when.includes(place)).flatMap(entry => entry.keys)
    expect(new Set(keys).size, place).toBe(keys.length)
  }
})

test('the narrowest context decides', () => {
  expect(actionFor('enter', ['written', 'pause', 'always'])).toBe('send')
  expect(actionFor('enter', ['empty', 'pause', 'always'])).toBe('goOn')
  expect(actionFor('enter', ['empty', 'speaking', 'always'])).toBeUndefined()
  expect(actionFor('1', ['empty', 'fault', 'always'])).toBe('retry')
  expect(actionFor('1', ['written', 'always'])).toBeUndefined()
})

test('the palette filters by either language and shows the one of the interface', () => {
  expect(paletteRows('/结束', 'zh').map(row => row.word)).toEqual(['结束会议', '跳过结语'].filter(word => word.includes('结束')))
  expect(paletteRows('/mu', 'zh').map(row => [row.word, row.other])).toEqual([['静音', 'mute']])
  expect(paletteRows('/', 'en').map(row => row.command.action)).toEqual(
    commands.map(command => command.action).filter(action => action !== 'selection'),
  )
  expect(paletteRows('/选', 'zh', 'council').map(row => row.word)).toEqual(['选人'])
  expect(paletteRows('/重说', 'zh', 'council')).toEqual([])
  expect(paletteRows('/zzz', 'en')).toEqual([])
})

test('the palette is open over the beginning of a command only', () => {
  expect(['/', '/静', '／mute'].every(isCommandBeginning)).toBe(true)
  expect(['', 'a/', '//', '/usr/', '/a\nb', `/${'x'.repeat(40)}`].some(isCommandBeginning)).toBe(false)
})

test('a seat is found by its name, its id or a beginning that is its own', () => {
  const seats = [
    {id: 'marx', name: '马克思'},
    {id: 'mao', name: '毛泽东'},
  ]
  expect(seatsFor('马', seats)).toEqual([seats[0]])
  expect(seatsFor('MAO', seats)).toEqual([seats[1]])
  expect(seatsFor('ma', seats)).toHaveLength(2)
  expect(seatsFor('', seats)).toEqual([])
})
