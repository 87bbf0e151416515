import {chmodSync, lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {isKey, makeKeys} from '../../source/runtime/keys.ts'

let folder = ''
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'roundtable-keys-')), 'home')
})
afterEach(() => rmSync(join(folder, '..'), {recursive: true, force: true}))

const KEY = 'sk-0123456789abcdef'
const posix = it.skipIf(process.platform === 'win32')
const mode = (path: string) => lstatSync(path).mode & 0o777

describe('the store of keys', () => {
  it('makes nothing until a key is put in, and then a file that nobody else can read', () => {
    const keys = makeKeys({folder, env: {}})
    expect(keys.find('deepseek', ['DEEPSEEK_API_KEY'])).toBeUndefined()
    expect(() => lstatSync(folder)).toThrow()
    expect(keys.set('deepseek', KEY)).toEqual({ok: true})
    expect(keys.find('deepseek', ['DEEPSEEK_API_KEY'])).toEqual({value: KEY, from: 'keys.json'})
    expect(readdirSync(folder)).toEqual(['keys.json'])
    if (process.platform !== 'win32') expect([mode(folder), mode(keys.path)]).toEqual([0o700, 0o600])
  })

  it('the environment wins over it', () => {
    const keys = makeKeys({folder, env: {OTHER: ' ', MINE: `${KEY}-env\n`}})
    keys.set('x', KEY)
    expect(keys.find('x', ['OTHER', 'MINE'])).toEqual({value: `${KEY}-env`, from: 'MINE'})
    expect(keys.find('x', ['OTHER'])).toEqual({value: KEY, from: 'keys.json'})
  })

  it('tells every secret there is, also of services that nobody asks for', () => {
    const keys = makeKeys({folder, env: {OPENAI_API_KEY: 'sk-openai-1', MINE: 'sk-mine-1', HOME: '/home/me'}})
    keys.set('deepseek', KEY)
    keys.find('own', ['MINE'])
    expect(keys.secrets().toSorted()).toEqual([KEY, 'sk-mine-1', 'sk-openai-1'].toSorted())
  })

  it('forgets one and keeps the others', () => {
    const keys = makeKeys({folder, env: {}})
    keys.set('a', KEY)
    keys.set('b', `${KEY}2`)
    expect(keys.unset('a')).toEqual({ok: true})
    expect(keys.unset('a')).toEqual({ok: false})
    expect(keys.open()).toEqual({keys: {b: `${KEY}2`}, tightened: false})
  })

  posix('is made private again when others can read it, and says so', () => {
    const keys = makeKeys({folder, env: {}})
    keys.set('a', KEY)
    chmodSync(keys.path, 0o644)
    expect(keys.open()).toMatchObject({tightened: true})
    expect(mode(keys.path)).toBe(0o600)
    expect(keys.open()).toMatchObject({tightened: false})
  })

  posix('a link in its place is neither read nor written through', () => {
    const keys = makeKeys({folder, env: {}})
    keys.set('a', KEY)
    const victim = join(folder, 'victim')
    writeFileSync(victim, readFileSync(keys.path))
    rmSync(keys.path)
    symlinkSync(victim, keys.path)
    expect(keys.open()).toMatchObject({problem: {kind: 'disk'}})
    expect(keys.find('a', [])).toBeUndefined()
    expect(keys.set('b', KEY)).toMatchObject({problem: {kind: 'disk'}})
    expect(readFileSync(victim, 'utf8')).not.toContain('"b"')
  })

  it.each(['', '{', '[]', '{"v":2,"keys":{}}', '{"v":1,"keys":{"a":1}}'])('%j is damage, which is never written over', text => {
    const keys = makeKeys({folder, env: {}})
    keys.set('a', KEY)
    writeFileSync(keys.path, text, {mode: 0o600})
    expect(keys.open()).toEqual({problem: {kind: 'damaged', path: keys.path}})
    expect(keys.set('b', KEY)).toMatchObject({problem: {kind: 'damaged'}})
    expect(readFileSync(keys.path, 'utf8')).toBe(text)
  })
})

it.each([
  [KEY, true],
  ['short', false],
  [`${KEY} x`, false],
  [`${KEY}\n`, false],
  ['钥匙钥匙钥匙钥匙', false],
  ['x'.repeat(5000), false],
])('%j as a key: %s', (text, good) => {
  expect(isKey(text)).toBe(good)
})
