import {expect, it} from 'vitest'
import {pathsIn} from '../../source/commands/path-list.ts'

const there = (...paths: readonly string[]) => {
  const known = new Set(paths)
  return (path: string) => known.has(path)
}

it.each([
  ['a.md', ['a.md']],
  ['a.md\nb.md\r\n\n c.md ', ['a.md', 'b.md', 'c.md']],
  ['a.md, b.md，c.md;d.md；e.md、f.md', ['a.md', 'b.md', 'c.md', 'd.md', 'e.md', 'f.md']],
  ['a.md b.md\tc.md', ['a.md', 'b.md', 'c.md']],
  [`'my plan.md' "b c.md" d.md`, ['my plan.md', 'b c.md', 'd.md']],
  ['my\\ plan.md b.md', ['my plan.md', 'b.md']],
  ['/x/\\(1\\)\\ 稿.md', ['/x/(1) 稿.md']],
  [`"it's.md"`, [`it's.md`]],
  ['C:\\docs\\plan.md', ['C:\\docs\\plan.md']],
  [' , ;\n', []],
])('%j names its files', (text, paths) => {
  expect(pathsIn(text, there())).toEqual(paths)
})

it('a name that is there is one name, whatever parts others', () => {
  expect(pathsIn('my plan.md', there('my plan.md'))).toEqual(['my plan.md'])
  expect(pathsIn('甲、乙.md', there('甲、乙.md'))).toEqual(['甲、乙.md'])
  expect(pathsIn('my plan.md, b c.md', there('my plan.md', 'b c.md'))).toEqual(['my plan.md', 'b c.md'])
  expect(pathsIn(`don't.md b.md`, there(`don't.md b.md`))).toEqual([`don't.md b.md`])
})
