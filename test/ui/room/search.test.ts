import {expect, test} from 'vitest'
import {findMatches, highlight, patternOf} from '../../../source/ui/room/search.ts'

const said = [
  {id: 'a', who: 'marx', name: '马克思', text: 'The Machine and the machine'},
  {id: 'b', name: '你', text: '机器 (a+b)'},
]

test('every place is found, case left aside, and signs are only signs', () => {
  expect(findMatches(said, 'machine').map(({id, at}) => [id, at])).toEqual([
    ['a', 4],
    ['a', 20],
  ])
  expect(findMatches(said, '(a+b)')).toEqual([{id: 'b', at: 3}])
  expect(findMatches(said, '  ')).toEqual([])
})

test('what is found is inverse, and styles in between are kept', () => {
  const pattern = patternOf('bc') ?? /x/
  expect(highlight('abcd', pattern)).toBe('a\x1b[7mbc\x1b[27md')
  expect(highlight('a\x1b[1mb\x1b[0mcd', pattern)).toBe('a\x1b[1m\x1b[7mb\x1b[0m\x1b[7mc\x1b[27md')
  expect(highlight('xyz', pattern)).toBe('xyz')
})
