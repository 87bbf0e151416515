import {execFileSync} from 'node:child_process'
import {chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {discover, type Place, placesOf} from '../../../source/runtime/personas/discover.ts'
import {MOST_BYTES} from '../../../source/runtime/personas/read.ts'
import {resolveName} from '../../../source/runtime/personas/resolve.ts'
import {WILD} from './wild.ts'

let root: string
let places: readonly Place[]

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'personas-'))
  places = placesOf({
    cwd: join(root, 'project'),
    userHome: join(root, 'user'),
    home: join(root, 'home'),
    bundled: join(root, 'bundled'),
  })
})
afterEach(() => rmSync(root, {recursive: true, force: true}))

const project = (name: string) => join(root, 'project/.claude/skills', name)
const user = (name: string) => join(root, 'user/.claude/skills', name)
const own = (name: string) => join(root, 'home/personas', name)
const bundled = (name: string) => join(root, 'bundled', name)

function write(path: string, content: string | Uint8Array): string {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, content)
  return path
}
const file = (name: string, more = '') => `---\nname: ${name}\ndescription: d\n${more}---\n# ${name}\n正文\n`
const ids = () => discover(places).personas.map(persona => persona.id)

describe('what is a seat', () => {
  it('nothing anywhere is nothing, without a word', () => {
    expect(discover(places)).toEqual({personas: [], problems: [], notes: []})
  })

  it('in skills folders: by folder, by name, with a suffix, or by our key; others are neither seats nor errors', () => {
    write(project('mo-perspective/SKILL.md'), file('mo-perspective'))
    write(project('chris-perspective-grok4p5-high-all/SKILL.md'), file('chris'))
    write(project('some-folder/SKILL.md'), file('xun-perspective'))
    write(project('other/SKILL.md'), file('laozi', 'roundtable:\n  lang: zh\n'))
    write(project('pdf/SKILL.md'), file('pdf'))
    write(project('broken/SKILL.md'), '---js\nx\n---\n')
    write(project('notes.txt'), 'x')
    mkdirSync(project('assets'), {recursive: true})
    expect(ids()).toEqual(['chris', 'laozi', 'mo-perspective', 'xun-perspective'])
    expect(discover(places).problems).toEqual([])
  })

  it('our own folders hold files, folders, and sets of both', () => {
    write(own('a.md'), file('a'))
    write(own('b/SKILL.md'), file('b'))
    write(own('README.md'), '# hello')
    write(own('picture.png'), 'x')
    write(bundled('figures/c.md'), file('c'))
    write(bundled('figures/d/SKILL.md'), file('d'))
    const found = discover(places)
    expect(found.personas.map(({id, origin}) => [id, origin.kind])).toEqual([
      ['a', 'own'],
      ['b', 'own'],
      ['c', 'built-in'],
      ['d', 'built-in'],
    ])
    expect(found.problems).toEqual([])
  })

  it('every file of the wild is a seat or is listed with path, line and reason', () => {
    for (const [folder, {bytes}] of Object.entries(WILD)) write(project(`${folder}/SKILL.md`), bytes)
    const {personas, problems} = discover(places)
    for (const [folder, {loads, code, line}] of Object.entries(WILD)) {
      if (loads) expect(personas.map(({id}) => id)).toContain(folder)
      else expect(problems).toContainEqual(expect.objectContaining({path: project(`${folder}/SKILL.md`), code, line}))
    }
    expect(personas.length + problems.length).toBe(Object.keys(WILD).length)
  })

  it('a broken file in a folder of any name is listed when it says that it is a persona', () => {
    write(project('odd/SKILL.md'), '---\nname: odd-perspective\n')
    expect(discover(places).problems).toMatchObject([{code: 'frontmatter-unclosed'}])
  })
})

describe('one persona in two places', () => {
  it('project beats user beats own beats built in, and each loser is told', () => {
    const paths = [project('m-perspective/SKILL.md'), user('m-perspective/SKILL.md'), own('m.md'), bundled('figures/m.md')]
    for (const path of paths) write(path, file('m-perspective'))
    const {personas, notes} = discover(places)
    expect(personas.map(persona => persona.origin.path)).toEqual([paths[0]])
    expect(notes.map(({code, path, slots}) => [code, path, slots.other])).toEqual(
      paths.slice(1).map(path => ['shadowed', path, paths[0]]),
    )
  })

  it('the winner answers to the names of those behind it, too', () => {
    write(user('m-perspective/SKILL.md'), file('m-perspective'))
    write(bundled('figures/m.md'), file('m-perspective', 'roundtable:\n  aliases: [教员]\n'))
    expect(resolveName('教员', discover(places).personas)).toMatchObject({kind: 'found', persona: {origin: {kind: 'user'}}})
  })

  it('twice in one place is a problem with both paths', () => {
    write(project('a-perspective/SKILL.md'), file('m-perspective'))
    write(project('b-perspective/SKILL.md'), file('m-perspective'))
    const {personas, problems} = discover(places)
    expect(personas).toHaveLength(1)
    expect(problems).toMatchObject([
      {code: 'same-id', path: project('b-perspective/SKILL.md'), slots: {other: project('a-perspective/SKILL.md')}},
    ])
  })

  it('in the home folder itself nothing is found twice', () => {
    write(project('m-perspective/SKILL.md'), file('m-perspective'))
    const same = placesOf({
      cwd: join(root, 'project'),
      userHome: join(root, 'project'),
      home: join(root, 'home'),
      bundled: join(root, 'bundled'),
    })
    expect(discover(same)).toMatchObject({personas: [{id: 'm-perspective'}], problems: []})
  })
})

describe('what stands at a path', () => {
  const problem = (path: string, code: string) =>
    expect(discover(places).problems).toContainEqual(expect.objectContaining({path, code, line: 1}))

  it('a SKILL.md that is a link is refused, wherever it leads, and its text is not read', () => {
    const secret = write(join(root, 'secret'), '# root:x:0:0')
    mkdirSync(project('a-perspective'), {recursive: true})
    symlinkSync(secret, project('a-perspective/SKILL.md'))
    mkdirSync(project('b-perspective'), {recursive: true})
    symlinkSync(join(root, 'nowhere'), project('b-perspective/SKILL.md'))
    write(project('c-perspective/real.md'), file('c-perspective'))
    symlinkSync('real.md', project('c-perspective/SKILL.md'))
    mkdirSync(own(''), {recursive: true})
    symlinkSync(secret, own('e.md'))
    expect(discover(places).personas).toEqual([])
    for (const path of [
      project('a-perspective/SKILL.md'),
      project('b-perspective/SKILL.md'),
      project('c-perspective/SKILL.md'),
      own('e.md'),
    ])
      problem(path, 'symlink')
  })

  it('a folder that is a link to a real folder is as good as one', () => {
    write(join(root, 'elsewhere/SKILL.md'), file('m-perspective'))
    mkdirSync(user(''), {recursive: true})
    symlinkSync(join(root, 'elsewhere'), user('m-perspective'))
    expect(ids()).toEqual(['m-perspective'])
  })

  it('a folder that is a link to nowhere is listed', () => {
    mkdirSync(user(''), {recursive: true})
    symlinkSync(join(root, 'nowhere'), user('m-perspective'))
    problem(user('m-perspective'), 'dangling-link')
  })

  it('folder for file, file for folder, no file at all', () => {
    mkdirSync(project('a-perspective/SKILL.md'), {recursive: true})
    mkdirSync(project('b-perspective'))
    write(project('c-perspective.md'), file('c'))
    mkdirSync(own('d.md'), {recursive: true})
    expect(discover(places).personas).toEqual([])
    problem(project('a-perspective/SKILL.md'), 'folder-instead-of-file')
    problem(project('b-perspective'), 'no-skill-file')
    problem(project('c-perspective.md'), 'file-instead-of-folder')
    problem(own('d.md'), 'folder-instead-of-file')
  })

  it('above 1 MB is listed, at 1 MB is read', () => {
    const head = Buffer.from(file('big-perspective'))
    write(project('a-perspective/SKILL.md'), Buffer.concat([head, Buffer.alloc(MOST_BYTES - head.length, 'x')]))
    write(project('b-perspective/SKILL.md'), Buffer.concat([head, Buffer.alloc(MOST_BYTES - head.length + 1, 'x')]))
    expect(ids()).toEqual(['big-perspective'])
    problem(project('b-perspective/SKILL.md'), 'too-large')
  })

  it.skipIf(process.platform === 'win32')('a pipe is refused at once', () => {
    mkdirSync(project('a-perspective'), {recursive: true})
    execFileSync('/bin/sh', ['-c', 'exec mkfifo "$0"', project('a-perspective/SKILL.md')])
    problem(project('a-perspective/SKILL.md'), 'not-a-file')
  })

  it.skipIf(process.platform === 'win32' || process.getuid?.() === 0)('what may not be read is listed', () => {
    chmodSync(write(project('a-perspective/SKILL.md'), file('a')), 0)
    problem(project('a-perspective/SKILL.md'), 'unreadable')
  })

  it('a place that is a file is listed, and the other places still count', () => {
    write(join(root, 'project/.claude/skills'), 'x')
    write(own('a.md'), file('a'))
    expect(ids()).toEqual(['a'])
    problem(join(root, 'project/.claude/skills'), 'place-unreadable')
  })
})
