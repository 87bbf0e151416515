import {expect, test} from 'vitest'
import {around, nextFocus, reduceRoom, roomStart, viewFor} from '../../../source/ui/room/room-state.ts'

test('panes from 100 columns, and always while seats speak together; a choice of the person stands', () => {
  expect(viewFor(roomStart, 99, false)).toBe('flow')
  expect(viewFor(roomStart, 100, false)).toBe('panes')
  expect(viewFor(roomStart, 60, true)).toBe('panes')
  expect(viewFor({...roomStart, view: 'flow'}, 200, true)).toBe('flow')
})

test('Tab goes through the seats and comes back to the composer', () => {
  const ids = ['a', 'b']
  expect(nextFocus(ids, undefined, 1)).toBe('a')
  expect(nextFocus(ids, 'a', 1)).toBe('b')
  expect(nextFocus(ids, 'b', 1)).toBeUndefined()
  expect(nextFocus(ids, undefined, -1)).toBe('b')
  expect(nextFocus(ids, 'gone', 1)).toBeUndefined()
})

test('a choice goes round, also in an empty list', () => {
  expect(around(2, 1, 3)).toBe(0)
  expect(around(0, -1, 3)).toBe(2)
  expect(around(0, 1, 0)).toBe(0)
})

test('leaving closes what lies over the room; a notice goes when something opens', () => {
  const asked = reduceRoom(roomStart, {do: 'open', over: {kind: 'leave'}})
  expect(reduceRoom(asked, {do: 'leaving'})).toMatchObject({leaving: true, over: {kind: 'nothing'}})
  const told = reduceRoom(roomStart, {do: 'notice', text: '…'})
  expect(reduceRoom(told, {do: 'open', over: {kind: 'help', top: 0}}).notice).toBeUndefined()
})
