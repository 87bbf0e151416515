import {execFileSync} from 'node:child_process'
import {createHash} from 'node:crypto'
import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type MaterialsAsked, mostBlockBytes, muchBytes, readMaterials} from '../../source/runtime/materials.ts'
import {mostFileBytes} from '../../source/runtime/materials-file.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-materials-')))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

function write(name: string, content: string | Uint8Array): string {
  const path = join(cwd, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return path
}

const read = (materials: readonly string[], more: Partial<MaterialsAsked> = {}) =>
  readMaterials({briefs: [], materials, cwd, userHome: '/nobody', most: 20, allowSensitive: false, ...more})

const one = (name: string, content: string | Uint8Array) => {
  write(name, content)
  return read([name]).files[0]?.material
}

describe('a material', () => {
  it('is its text without BOM and control characters, and bytes and hash of the original', () => {
    const original = '\ufeff# 设计\r\n一\u001b[31m二\u0000三'.replace('\u0000', '')
    expect(one('docs/设计.md', original)).toEqual({
      kind: 'material',
      label: 'docs/设计.md',
      bytes: Buffer.byteLength(original),
      sha256: createHash('sha256').update(original).digest('hex'),
      text: '# 设计\n一二三',
      truncated: false,
    })
    expect(read(['docs/设计.md']).remarks).toEqual([{code: 'cleaned', label: 'docs/设计.md', count: 5}])
  })

  it('comes after the briefs, each kind numbered for itself, under names that any system takes', () => {
    write('a b/计划 v2?.MD', '一')
    write('notes', '二')
    write('...', '三')
    const {files} = read(['a b/计划 v2?.MD', '...'], {briefs: ['notes']})
    expect(files.map(({copy, material}) => [copy, material.kind, material.label])).toEqual([
      ['brief/01-notes', 'brief', 'notes'],
      ['materials/01-计划-v2.md', 'material', 'a b/计划 v2?.MD'],
      ['materials/02-text', 'material', '...'],
    ])
  })

  it('is called as the person would, without the name of their home', () => {
    const path = write('home/docs/spec.md', 'x')
    expect(read([path]).files[0]?.material.label).toBe('home/docs/spec.md')
    expect(read([path], {cwd: '/', userHome: join(cwd, 'home')}).files[0]?.material.label).toBe(path.slice(1))
    mkdirSync(join(cwd, 'work'))
    expect(read(['../home/docs/spec.md'], {cwd: join(cwd, 'work'), userHome: join(cwd, 'home')}).files[0]?.material.label).toBe(
      '~/docs/spec.md',
    )
  })
})

describe('a long text is cut at a character, at 24 KiB of UTF-8', () => {
  it.each([
    ['ASCII', 'a', mostBlockBytes],
    ['two bytes', 'é', mostBlockBytes],
    ['three bytes', '字', mostBlockBytes],
    ['four bytes', '𠮷', mostBlockBytes],
    ['a family of 25 bytes', '👨‍👩‍👧‍👦', Math.floor(mostBlockBytes / 25) * 25],
  ])('%s', (name, character, kept) => {
    const size = Buffer.byteLength(character)
    const exact = character.repeat(Math.floor(mostBlockBytes / size))
    expect(one(`${name}-exact.md`, exact)).toMatchObject({text: exact, truncated: false})
    for (const shift of ['', 'x', 'xy', 'xyz']) {
      const material = one(`${name}${shift}.md`, shift + character.repeat(Math.ceil(mostBlockBytes / size) + 300))
      const bytes = Buffer.byteLength(material?.text ?? '')
      expect(material?.truncated).toBe(true)
      expect(bytes).toBeLessThanOrEqual(mostBlockBytes)
      expect(bytes).toBeGreaterThan(kept - size)
      expect(material?.text.slice(shift.length).replaceAll(character, '')).toBe('')
    }
  })
})

describe('is refused, and nothing of it is read', () => {
  const codes = (names: readonly string[], more: Partial<MaterialsAsked> = {}) =>
    read(names, more).problems.map(problem => problem.code)

  it('a file that is not there, a folder, an empty file, a binary one, another encoding, a huge one: all told at once', () => {
    mkdirSync(join(cwd, 'folder'))
    write('empty', '')
    write('blank', ' \n\t\n')
    write('binary', Uint8Array.of(1, 2, 0, 3))
    write('utf16', Uint8Array.of(0xff, 0xfe, 0x41, 0x00))
    write(
      'gbk',
      Uint8Array.from({length: 200}, (_, at) => (at % 2 ? 0xc4 : 0xe3)),
    )
    write('huge', new Uint8Array(mostFileBytes + 1).fill(0x61))
    write('good', '字')
    const found = read(['nothing', 'good/inside', 'folder', 'empty', 'blank', 'binary', 'utf16', 'gbk', 'huge', 'good'])
    expect(found.problems.map(({code}) => code)).toEqual([
      ...['missing', 'missing', 'folder', 'empty', 'empty', 'binary', 'utf-16', 'not-utf8', 'too-large'],
    ])
    expect(found.files.map(({material}) => material.label)).toEqual(['good'])
  })

  it.skipIf(process.platform === 'win32')('a pipe and a device, without waiting for either', () => {
    execFileSync('mkfifo', [join(cwd, 'pipe')])
    symlinkSync(join(cwd, 'pipe'), join(cwd, 'to-pipe'))
    expect(codes(['pipe', 'to-pipe', '/dev/null'])).toEqual(['not-a-file', 'not-a-file', 'not-a-file'])
  })

  it('what keeps secrets by its name, also behind a link with another name, whether it is there or not', () => {
    write('.env', 'A=1')
    write('.git/config', '[core]')
    write('plain/server.pem', 'x')
    symlinkSync(join(cwd, '.env'), join(cwd, 'notes.md'))
    symlinkSync(join(cwd, '.git'), join(cwd, 'docs'))
    symlinkSync('/no/where', join(cwd, 'gone.md'))
    expect(codes(['.env', '.git/config', 'plain/server.pem', 'notes.md', 'docs/config', '.env.local'])).toEqual(
      new Array(6).fill('sensitive-path'),
    )
    expect(codes(['gone.md'])).toEqual(['dangling'])
  })

  it('a text that holds secrets, by line and kind, without the secret', () => {
    const secret = `AKIA${'IOSFODNN7EXAMPLE'}`
    write('notes.md', `一\n二\n${secret}\n四\n-----BEGIN ${'PRIVATE KEY-----'}`)
    const found = read(['notes.md'])
    expect(found.problems).toEqual([
      {code: 'secret', label: 'notes.md', line: 3, kind: 'aws-key'},
      {code: 'secret', label: 'notes.md', line: 5, kind: 'private-key'},
    ])
    expect(JSON.stringify(found)).not.toContain(secret)
    expect(found.files).toEqual([])
  })

  it('a 21st material or brief; twenty and a brief are taken', () => {
    const names = Array.from({length: 21}, (_, n) => {
      write(`m${n}.md`, `第 ${n} 份`)
      return `m${n}.md`
    })
    const twenty = read(names.slice(0, 20), {briefs: ['m20.md']})
    expect([twenty.problems, twenty.files.length]).toEqual([[], 21])
    expect(read(names).problems).toEqual([{code: 'too-many', kind: 'material', count: 21, most: 20}])
    expect(read([], {briefs: names}).problems).toEqual([{code: 'too-many', kind: 'brief', count: 21, most: 20}])
    expect(read(names, {most: 21}).problems).toEqual([])
  })
})

it('what looks secret is taken when the person says so, and told', () => {
  write('.env', `PASSWORD=${'Sup3rS3cr3tValue99'}`)
  const found = read(['.env'], {allowSensitive: true})
  expect(found.problems).toEqual([])
  expect(found.remarks).toEqual([{code: 'allowed', label: '.env'}])
  expect(found.files[0]?.material.text).toContain('PASSWORD=')
})

it('a link to a plain file is read through, and a file named twice counts once', () => {
  write('real/spec.md', '字')
  symlinkSync(join(cwd, 'real', 'spec.md'), join(cwd, 'link.md'))
  const found = read(['link.md', 'real/spec.md'])
  expect(found.files.map(({material}) => [material.label, material.text])).toEqual([['link.md', '字']])
  expect(found.remarks).toEqual([{code: 'twice', label: 'real/spec.md'}])
  expect(read(['link.md'], {briefs: ['real/spec.md']}).files).toHaveLength(2)
})

it('more than 144 KiB altogether is said', () => {
  write('a.md', 'a'.repeat(muchBytes - 1))
  write('b.md', 'b')
  expect(read(['a.md', 'b.md']).remarks).toEqual([])
  write('c.md', 'c')
  expect(read(['a.md', 'b.md', 'c.md']).remarks).toEqual([{code: 'much', bytes: muchBytes + 1, most: 147_456}])
})
