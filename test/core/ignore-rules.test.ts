import {describe, expect, it} from 'vitest'
import {ignoreRules, isIgnored} from '../../source/core/ignore-rules.ts'
import {cpuMs} from '../support/cpu.ts'

const ignored = (path: string, text: string, {base = '', folder = false} = {}) => isIgnored(path, folder, ignoreRules(text, base))

describe('what a .gitignore leaves out', () => {
  it.each<[string, string, boolean]>([
    ['*.log', 'a/b/c.log', true],
    ['*.log', 'a/b/c.logs', false],
    ['/top.txt', 'top.txt', true],
    ['/top.txt', 'a/top.txt', false],
    ['a/b.txt', 'a/b.txt', true],
    ['a/b.txt', 'x/a/b.txt', false],
    ['**/b.txt', 'x/a/b.txt', true],
    ['a/**/b.txt', 'a/b.txt', true],
    ['a/**/b.txt', 'a/x/y/b.txt', true],
    ['a/**', 'a/x/y', true],
    ['?.ts', 'a.ts', true],
    ['?.ts', 'ab.ts', false],
    ['[a-c].ts', 'b.ts', true],
    ['[!a-c].ts', 'b.ts', false],
    ['# *.ts', 'a.ts', false],
    ['\\#x', '#x', true],
    ['*.ts\n!keep.ts', 'keep.ts', false],
    ['!keep.ts\n*.ts', 'keep.ts', true],
    ['*.ts   ', 'a.ts', true],
    ['', 'a.ts', false],
    ['/', 'a.ts', false],
  ])('%j and %s: %s', (text, path, expected) => {
    expect(ignored(path, text)).toBe(expected)
  })

  it('a pattern with a slash at its end means folders', () => {
    expect(ignored('tmp', 'tmp/', {folder: true})).toBe(true)
    expect(ignored('tmp', 'tmp/')).toBe(false)
  })

  it('holds below its own folder only', () => {
    expect(ignored('a/x.log', '*.log', {base: 'a'})).toBe(true)
    expect(ignored('b/x.log', '*.log', {base: 'a'})).toBe(false)
    expect(ignored('a/x.log', '/x.log', {base: 'a'})).toBe(true)
    expect(ignored('a/b/x.log', '/x.log', {base: 'a'})).toBe(false)
  })
})

it('no pattern costs more than its length times that of the path', () => {
  const rules = ignoreRules(`${'*a'.repeat(90)}b\n${'**/a/'.repeat(30)}b`, '')
  const path = Array.from({length: 60}, () => 'a'.repeat(200)).join('/')
  const before = cpuMs()
  expect(isIgnored(path, false, rules)).toBe(false)
  expect(cpuMs() - before).toBeLessThan(500)
})
