import {expect, it} from 'vitest'
import {checkFlags, readArguments} from '../../source/arguments.ts'
import {fakeHost} from '../support/host.ts'

const read = (...argv: readonly string[]) => readArguments(['review', '--topic', 'x', ...argv]).flags

it('--brief-file and --material may be said again and again, in order, and commas belong to the name', () => {
  expect(read('--material', 'a,b.md', '--brief-file=c', '--material', 'd e.md', '--brief-file', './-')).toEqual({
    topic: 'x',
    material: ['a,b.md', 'd e.md'],
    briefFile: ['c', './-'],
  })
  expect(read()).toEqual({topic: 'x'})
})

it('every flag of a review is known, and an empty one is refused by the name it has on the command line', () => {
  const host = fakeHost({cwd: '/'})
  const all = [
    ...['--agents', 'a:b', '--judge', 'c', '--max-agents', '7', '--max-rounds', '6', '--max-materials', '30'],
    ...['--timeout-ms', '60000', '--accept-gaps', '--allow-sensitive-materials', '--material', 'f', '--brief-file', 'g'],
  ]
  expect(checkFlags(read(...all), host)).toBeUndefined()
  for (const flag of ['--brief-file', '--material', '--max-agents']) {
    for (const typed of [[`${flag}=`], [flag, ''], [flag]]) {
      expect(checkFlags(read(...typed), host)).toMatch(new RegExp(`^${flag} 不能是「」`))
    }
  }
  for (const typed of [
    ['--material', 'a', '--material', ''],
    ['--material=', '--material', 'a'],
    ['--brief-file', '-'],
  ]) {
    expect(checkFlags(read(...typed), host)).toMatch(/^--(?:material|brief-file) 不能是「」/)
  }
})

it('a flag that can be there once only is refused in a sentence when it is there twice, and words stay words', () => {
  for (const [lang, said] of [
    ['zh', /^--agents 只能写一次/],
    ['en', /^--agents can be given once only/],
  ] as const) {
    const host = fakeHost({cwd: '/', lang})
    expect(checkFlags(read('--agents', 'a:b', '--agents=c:d'), host)).toMatch(said)
  }
  expect(checkFlags(read('--auto', '--auto'), fakeHost({cwd: '/'}))).toMatch(/^--auto 只能写一次/)
  expect(readArguments(['review', '--material', 'a', 'b', '--', '--auto', '--auto']).input).toEqual([
    'review',
    'b',
    '--auto',
    '--auto',
  ])
})
