import {mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {namedIn} from '../../source/core/council-ground.ts'
import {termsOf} from '../../source/core/council-terms.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {findRepository, listRepository, namedRepository, type Repository} from '../../source/runtime/repository.ts'
import {lookOver} from '../../source/runtime/repository-discovery.ts'
import {cpuMs} from '../support/cpu.ts'

let place: string
let root: string
beforeEach(() => {
  place = realpathSync(mkdtempSync(join(tmpdir(), 'repository-')))
  root = join(place, 'project')
  write('.git/HEAD', 'ref: refs/heads/main\n')
})
afterEach(() => rmSync(place, {recursive: true, force: true}))

function write(name: string, text: string | Uint8Array): void {
  const path = join(root, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
}

const nobody = () => join(place, 'nobody')
const still = () => 0
const found = (): Repository => {
  const repository = findRepository(root, nobody())
  if (!repository) throw new Error('no repository')
  return repository
}
const listed = (clock = still) => listRepository(found(), clock)

/** Labels of the files that a request reads. */
function read(request: string, hints: readonly string[] = [], near = '') {
  const looked = lookOver({root, near}, still)
  const files = looked.filesFor({named: namedIn(request, looked), terms: termsOf(request), hints})
  return {labels: files.map(({label}) => label), files, leftOut: looked.leftOut()}
}

describe('the repository a person is in', () => {
  it('is the nearest folder upwards with a .git, be it a folder or a file', () => {
    mkdirSync(join(root, 'a', 'b'), {recursive: true})
    expect(findRepository(join(root, 'a', 'b'), nobody())).toEqual({root, near: 'a/b'})
    write('a/.git', 'gitdir: ../.git/worktrees/a\n')
    expect(findRepository(join(root, 'a', 'b'), nobody())).toEqual({root: join(root, 'a'), near: 'b'})
  })

  it('is none where no folder has one, or where the folder is gone', () => {
    mkdirSync(join(place, 'other'))
    expect(findRepository(join(place, 'other'), nobody())).toBeUndefined()
    expect(findRepository(join(place, 'gone'), nobody())).toBeUndefined()
  })

  it('is no home folder that is kept in one', () => {
    mkdirSync(join(root, 'notes'))
    expect(findRepository(join(root, 'notes'), root)).toBeUndefined()
    mkdirSync(join(root, 'me', 'work'), {recursive: true})
    expect(findRepository(join(root, 'me', 'work'), join(root, 'me'))).toBeUndefined()
  })

  it('can be named, and then may have no .git', () => {
    mkdirSync(join(place, 'plain'))
    expect(namedRepository('plain', {cwd: place, userHome: nobody()})).toEqual({root: join(place, 'plain'), near: ''})
    expect(namedRepository('project', {cwd: place, userHome: nobody()})).toEqual({root, near: ''})
    expect(namedRepository('gone', {cwd: place, userHome: nobody()})).toBeUndefined()
    writeFileSync(join(place, 'file'), '')
    expect(namedRepository('file', {cwd: place, userHome: nobody()})).toBeUndefined()
  })
})

describe('what is listed', () => {
  it('is what a person would call their files: not what is hidden, made, installed, ignored or linked', () => {
    for (const name of ['b.ts', 'a/z.ts', 'a/deep/y.ts', 'keep.log']) write(name, 'x')
    for (const name of ['.env', '.github/ci.yml', 'node_modules/x/index.js', 'dist/out.js', 'a/vendor/v.c']) write(name, 'x')
    write('.gitignore', '*.log\n!keep.log\n/secret/\n')
    write('a/.gitignore', 'local.ts\n')
    for (const name of ['x.log', 'secret/s.ts', 'a/local.ts']) write(name, 'x')
    write('sub/.git', 'gitdir: ../.git/modules/sub\n')
    write('sub/other.c', 'x')
    write('transcripts/one/meeting.jsonl', '{}')
    write('transcripts/one/transcript.md', 'x')
    writeFileSync(join(place, 'outside.ts'), 'x')
    symlinkSync(join(place, 'outside.ts'), join(root, 'link.ts'))
    symlinkSync(place, join(root, 'up'))
    for (const name of ['line\nbreak.ts', 'esc\u001b[2J.ts', 'turn\u202e.ts']) write(name, 'x')
    expect(listed()).toEqual({files: ['b.ts', 'keep.log', 'a/z.ts', 'a/deep/y.ts'], cut: false})
  })

  it('ends after four thousand entries, with those nearest to the root', () => {
    mkdirSync(join(root, 'many'))
    for (let n = 0; n < 4001; n++) writeFileSync(join(root, 'many', `f${n}.ts`), '')
    write('zz.ts', 'x')
    const {files, cut} = listed()
    expect([files.length, files[0], cut]).toEqual([3999, 'zz.ts', true])
  })

  it('ends after two seconds', () => {
    for (const name of ['a.ts', 'b.ts', 'c.ts']) write(name, 'x')
    let now = 0
    expect(listed(() => (now += 900))).toEqual({files: ['a.ts', 'b.ts'], cut: true})
  })

  it('a folder that cannot be read, or is none, is empty', () => {
    expect(listRepository({root: join(place, 'gone'), near: ''}, still)).toEqual({files: [], cut: false})
  })
})

describe('what a question reads', () => {
  const project = () => {
    write('package.json', '{"name": "demo", "scripts": {"bench": "x"}}')
    write('README.md', '# Demo')
    write('source/ledger.ts', 'export const append = 1\n')
    write('source/ledger-lines.ts', 'export const lines = 1\n')
    write('source/paint.ts', '// draws\n')
    write('source/store.ts', '// keeps what the ledger appends\n')
    write('test/ledger.test.ts', 'test\n')
  }

  it('what the request names first, then manifest and README, then what fits best; never more than six', () => {
    project()
    for (let n = 0; n < 9; n++) write(`source/ledger${n}.ts`, 'ledger')
    const {labels} = read('Should paint.ts leave our ledger alone?')
    expect(labels.slice(0, 4)).toEqual(['source/paint.ts', 'source/ledger.ts', 'package.json', 'README.md'])
    expect(labels).toHaveLength(6)
  })

  it('the same files every time, ties by path', () => {
    project()
    const first = read('Should the ledger be split?').labels
    expect(first).toEqual([
      'package.json',
      'README.md',
      'source/ledger.ts',
      'source/ledger-lines.ts',
      'test/ledger.test.ts',
      'source/store.ts',
    ])
    for (let n = 0; n < 3; n++) expect(read('Should the ledger be split?').labels).toEqual(first)
  })

  it('finds by what stands in a file, and by what the topic looks for', () => {
    project()
    write('source/work.ts', 'const throttle = 1; throttle(throttle)\n')
    expect(read('Should we keep the throttle?').labels).toContain('source/work.ts')
    write('tools/bench.ts', 'x')
    expect(read('Is it fast enough?', ['benchmarks']).labels).toContain('tools/bench.ts')
    expect(read('Is it fast enough?').labels).not.toContain('tools/bench.ts')
  })

  it('the manifest and the README nearest above the person', () => {
    project()
    write('packages/one/package.json', '{}')
    write('packages/two/package.json', '{"name": "two"}')
    expect(read('Should we?', [], 'packages/two/source').labels).toEqual(['packages/two/package.json', 'README.md'])
    expect(read('Should we?').labels).toEqual(['package.json', 'README.md'])
  })

  it('never what keeps or holds secrets, which is told', () => {
    project()
    write('ledger.pem', 'x')
    write('source/ledger-login.ts', `const ledger = '-----BEGIN RSA ${'PRIVATE'} KEY-----'\n`)
    const {labels, leftOut} = read('Should ledger.pem and ledger-login.ts be split?')
    expect(leftOut).toEqual(['ledger.pem', 'source/ledger-login.ts'])
    expect(labels).not.toContain('ledger.pem')
    expect(labels).not.toContain('source/ledger-login.ts')
  })

  it('nothing outside of the root, whatever the request says', () => {
    project()
    writeFileSync(join(place, 'outside.ts'), 'ledger')
    symlinkSync(join(place, 'outside.ts'), join(root, 'source', 'outside.ts'))
    const {labels} = read('Should ../outside.ts and source/outside.ts and /etc/passwd change the ledger?')
    expect(labels.join(' ')).not.toMatch(/outside|passwd/)
  })

  it('no link that took the place of a file, or of a folder on the way, since the look around', () => {
    project()
    mkdirSync(join(place, 'elsewhere'))
    writeFileSync(join(place, 'elsewhere', 'ledger.ts'), 'outside')
    const looked = lookOver({root, near: ''}, still)
    rmSync(join(root, 'source'), {recursive: true})
    symlinkSync(join(place, 'elsewhere'), join(root, 'source'))
    const sought = {named: namedIn('source/ledger.ts', looked), terms: termsOf('ledger'), hints: []}
    expect(looked.filesFor(sought).map(({label}) => label)).toEqual(['package.json', 'README.md', 'test/ledger.test.ts'])
  })

  it('no binary, no huge and no empty file', () => {
    project()
    write('source/ledger.dat', 'ledger')
    write('source/ledger.c', new Uint8Array([108, 0, 108]))
    write('source/ledger.h', new Uint8Array([0xff, 0xfe, 0x41]))
    write('source/ledger.sql', 'x'.repeat(1_048_577))
    write('source/ledger.md', ' \n')
    expect(read('Should the ledger be split?').labels.filter(label => /\.(?:dat|c|h|sql|md)$/.test(label))).toEqual(['README.md'])
  })

  it('24 KiB of each at most, at a character, with length and hash of the whole', () => {
    const text = `${'文'.repeat(8192)}\u0007end\r\n`
    write('README.md', text)
    const [file] = read('Should we?').files
    expect(file).toEqual({
      kind: 'file',
      label: 'README.md',
      bytes: Buffer.byteLength(text),
      sha256: sha256(text),
      text: '文'.repeat(8192),
      truncated: true,
    })
    write('README.md', 'a\u0007b\r\n')
    expect(read('Should we?').files[0]).toMatchObject({text: 'ab\n', truncated: false, bytes: 5})
  })

  it('a crowded repository takes less than five seconds of work', () => {
    for (let n = 0; n < 600; n++) write(`source/s${n % 7}/f${n}.ts`, 'ledger cache retry timeout\n'.repeat(900))
    const before = cpuMs()
    expect(read('Should our ledger cache its retries?', ['retries', 'timeouts', 'hot-paths']).labels).toHaveLength(6)
    expect(cpuMs() - before).toBeLessThan(5000)
  })
})
