import {describe, expect, test} from 'vitest'
import {textWidth} from '../../../source/core/width.ts'
import {makeComposer} from '../../../source/ui/terminal/composer.ts'
import {dice} from '../../harness/dice.ts'
import {cpuMs} from '../../support/cpu.ts'

const composer = (text = '', history: readonly string[] = []) => {
  const made = makeComposer({chipLabel: lines => `[粘贴 ${lines} 行]`, history})
  made.insert(text)
  return {...made, keys: (...keys: string[]) => keys.map(key => made.press(key))}
}

describe('composer', () => {
  test.each([
    ['a ZWJ family is one Backspace', 'a👩‍👩‍👧‍👦', ['backspace'], 'a'],
    ['e and its accent are one Backspace', 'e\u0301', ['backspace'], ''],
    ['20 rapid Backspaces on 31 characters leave 11', 'x'.repeat(31), Array(20).fill('backspace'), 'x'.repeat(11)],
    ['Ctrl+U takes the line up to the caret', 'one\ntwo three', ['alt+left', 'ctrl+u'], 'one\nthree'],
    ['Ctrl+K takes the rest of the line', 'one\ntwo', ['up', 'home', 'right', 'ctrl+k'], 'o\ntwo'],
    ['what was killed comes back with Ctrl+Y', 'one two', ['ctrl+w', 'home', 'ctrl+y'], 'twoone '],
    ['a Chinese word goes at once', '我们讨论人工智能', ['ctrl+w', 'ctrl+w'], '我们讨论'],
    ['undo takes back a whole run of typing', 'hello', ['ctrl+_'], ''],
    ['undo takes back a removal', 'a b', ['ctrl+w', 'ctrl+_'], 'a b'],
    ['Alt+Enter begins a new line', 'a', ['alt+enter'], 'a\n'],
  ])('%s', (_, text, keys, result) => {
    const c = composer(text)
    c.keys(...keys)
    expect(c.text()).toBe(result)
  })

  test('a and b around a left arrow give ba', () => {
    const c = composer('a')
    c.press('left')
    c.insert('b')
    expect(c.text()).toBe('ba')
  })

  test('two left arrows in 你好世界 move the cursor four columns', () => {
    const c = composer('你好世界')
    expect(c.view(40).cursor).toEqual({row: 0, column: 8})
    c.keys('left', 'left')
    expect(c.view(40).cursor).toEqual({row: 0, column: 4})
  })

  test('a joiner typed later merges with what stands before it', () => {
    const c = composer()
    for (const part of ['👩', '\u200d', '👧']) c.insert(part)
    c.press('backspace')
    expect(c.text()).toBe('')
  })

  test('control characters and escapes never enter', () => {
    const c = composer('a\x1b[2Jb\x07')
    c.paste('c\x1b]52;c;x\x07d')
    expect(c.text()).toBe('abcd')
  })

  test('a line separator is a line end, never a break inside a row of the screen', () => {
    const c = composer('行\u2028段\u2029尾')
    expect(c.view(40).rows).toEqual(['行', '段', '尾'])
    expect(c.text()).toBe('行\n段\n尾')
  })

  test('a long paste is a chip on the screen and whole when sent', () => {
    const lines = Array.from({length: 1000}, (_, at) => `第${at}行`).join('\n')
    const c = composer('看 ')
    c.paste(lines)
    c.insert(' 完')
    expect(c.view(40).rows).toEqual(['看 [粘贴 1000 行] 完'])
    expect(c.text()).toBe(`看 ${lines} 完`)
    c.keys('left', 'left', 'backspace')
    expect(c.text()).toBe('看  完')
    c.press('ctrl+_')
    expect(c.submit()).toBe(`看 ${lines} 完`)
    expect(c.isEmpty()).toBe(true)
  })

  test('50 KB arrive within a second, with every character', () => {
    const started = cpuMs()
    const c = makeComposer({chipLabel: () => '[]', chipFrom: {lines: 1e9, characters: 1e9}})
    c.paste('x中'.repeat(12_500))
    for (let i = 0; i < 20; i++) c.insert('a')
    c.view(80)
    expect(c.text()).toHaveLength(25_020)
    expect(cpuMs() - started).toBeLessThan(1000)
  })

  test('rows wrap, at most five are seen, and the cursor is among them', () => {
    const c = composer('一二三四五六七八九十'.repeat(6))
    expect(c.view(21)).toMatchObject({above: 1, below: 0, cursor: {row: 4, column: 20}})
    c.keys('up', 'up', 'up', 'up', 'up')
    expect(c.view(21)).toMatchObject({above: 0, below: 1, cursor: {row: 0, column: 20}})
    c.press('home')
    expect(c.view(21).cursor).toEqual({row: 0, column: 0})
    c.keys('down', 'end')
    expect(c.view(21).cursor).toEqual({row: 1, column: 20})
    c.press('right')
    expect(c.view(21).cursor).toEqual({row: 2, column: 2})
  })

  test('up and down keep the column through a shorter row, then leave for the history', () => {
    const c = composer('一二三四\nab\n一二三四', ['earlier'])
    c.press('up')
    expect(c.view(40).cursor).toEqual({row: 1, column: 2})
    c.press('up')
    expect(c.view(40).cursor).toEqual({row: 0, column: 8})
    c.press('up')
    expect(c.text()).toBe('earlier')
    expect(c.press('up')).toBe(false)
    c.press('down')
    expect(c.text()).toBe('一二三四\nab\n一二三四')
  })

  test('what was sent can be called back, newest first', () => {
    const c = composer('one')
    c.submit()
    c.insert('two')
    c.submit()
    c.keys('up', 'up')
    expect(c.text()).toBe('one')
  })

  test('under random keys the text stays well formed and the cursor stays inside', () => {
    const roll = dice(31)
    const keys = [
      'backspace',
      'delete',
      'left',
      'right',
      'up',
      'down',
      'home',
      'end',
      'alt+left',
      'alt+right',
      'ctrl+w',
      'ctrl+u',
      'ctrl+k',
      'ctrl+y',
      'ctrl+_',
      'newline',
    ]
    const texts = ['你好', 'word ', '👩‍👩‍👧‍👦', 'e', '\u0301', '\u200d', '👍🏽', '\u202e', ' ', '，', 'x\ty']
    for (let round = 0; round < 150; round++) {
      const c = composer()
      for (let step = 0; step < 60; step++) {
        if (roll(2) === 0) c.insert(texts[roll(texts.length)] ?? '')
        else if (roll(20) === 0) c.paste('长\n'.repeat(9))
        else c.press(keys[roll(keys.length)] ?? '')
        const columns = 4 + roll(40)
        const {rows, cursor} = c.view(columns)
        expect(rows.length).toBeLessThanOrEqual(5)
        expect(cursor.row).toBeLessThan(rows.length)
        expect(cursor.column).toBeLessThan(columns)
        for (const row of rows) expect(textWidth(row)).toBeLessThanOrEqual(columns - 1)
        expect(c.text()).not.toMatch(/\p{Cs}/u)
      }
    }
  })
})
