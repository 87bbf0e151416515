import {expect, test} from 'vitest'
import {accentOf, coloursOf, paint} from '../../../source/ui/terminal/sgr.ts'

test('styles become SGR of the sixteen colours', () => {
  expect(paint([{text: 'a', style: {bold: true, color: 'brightBlue', background: 'red'}}, {text: 'b'}], 'ansi16')).toBe(
    '\x1b[1;94;41ma\x1b[0mb',
  )
})

test('NO_COLOR and dumb terminals get no SGR at all', () => {
  expect(paint([{text: 'a', style: {inverse: true}}], coloursOf({NO_COLOR: '1'}))).toBe('a')
  expect(coloursOf({TERM: 'dumb'})).toBe('none')
  expect(coloursOf({NO_COLOR: '', TERM: 'xterm'})).toBe('ansi16')
})

test.each([
  ['#ff0000', 'red'],
  ['#5f5', 'brightGreen'],
  ['Magenta', 'magenta'],
  ['\x1b[31m', 'cyan'],
  [undefined, 'cyan'],
])('the accent for %j is %s', (wanted, colour) => {
  expect(accentOf(wanted, 0)).toBe(colour)
})

test('seats without a colour of their own get different ones', () => {
  expect(new Set([0, 1, 2, 3, 4, 5].map(seat => accentOf(undefined, seat))).size).toBe(6)
})
