import {mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it, test} from 'vitest'
import {bodyForModel} from '../../source/core/expert.ts'
import {personaWords} from '../../source/i18n/personas.ts'
import {cardPlaces} from '../../source/runtime/personas/cards.ts'
import {loadExpertFile} from '../../source/runtime/personas/expert-file.ts'
import {discoverExperts, type Experts, expertsFor, facilitatorFor} from '../../source/runtime/personas/experts.ts'
import {MOST_BYTES} from '../../source/runtime/personas/read.ts'
import {resolveName} from '../../source/runtime/personas/resolve.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'experts-'))
})
afterEach(() => rmSync(root, {recursive: true, force: true}))

const project = (name: string) => join(root, 'project/configs/experts', name)
const own = (name: string) => join(root, 'home/experts', name)
const bundled = (name: string) => join(root, 'bundled', name)
function write(path: string, text: string | Uint8Array): string {
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
  return path
}
const look = (): Experts =>
  discoverExperts(cardPlaces('experts', {cwd: join(root, 'project'), home: join(root, 'home'), bundled: join(root, 'bundled')}))
const lines = ({problems}: Experts) => problems.map(({code, line}) => `${code}:${line}`)

const LINUS = 'name: linus\npersona: |\n  我写内核，先看代码再谈别的。\n'

describe("a user's own expert", () => {
  it('with nothing but name and persona is callable at once, and everything else has a default', () => {
    write(project('linus.yaml'), LINUS)
    const {experts, problems, notes} = look()
    expect([problems, notes]).toEqual([[], []])
    expect(experts).toHaveLength(1)
    expect(experts[0]).toMatchObject({
      id: 'linus',
      displayName: 'linus',
      lang: 'zh',
      rehearsal: false,
      origin: {kind: 'project'},
      expert: {
        thinking_style: '',
        speaking_style: '',
        decision_framework: '',
        avatar: '',
        color: '',
        bound_skills: [],
        rules: [],
      },
    })
    expect(experts[0]?.body).toContain('我写内核，先看代码再谈别的。')
    expect(resolveName('Linus', experts).kind).toBe('found')
  })

  it('is found beside our own, from the working folder and from the home folder', () => {
    write(project('linus.yaml'), LINUS)
    write(own('ada.yml'), 'name: ada\ndisplay_name: 艾达\npersona: I write programs for an engine that is not built yet.\n')
    const all = expertsFor({cwd: join(root, 'project'), home: {folder: join(root, 'home')}})
    expect(all.experts.slice(0, 2).map(({id, origin}) => [id, origin.kind])).toEqual([
      ['linus', 'project'],
      ['ada', 'own'],
    ])
    expect(all.experts.length).toBeGreaterThanOrEqual(10)
    const hit = resolveName('艾达', all.experts)
    expect(hit.kind === 'found' && hit.persona.lang).toBe('en')
  })

  it('whose name cannot be typed is called by the name of its file', () => {
    write(project('torvalds.yaml'), 'name: 林纳斯\npersona: 我写内核。\n')
    expect(look().experts[0]).toMatchObject({id: 'torvalds', displayName: '林纳斯'})
    write(project('林纳斯.yaml'), 'name: 林 纳 斯\npersona: 我写内核。\n')
    expect(lines(look())).toContain('expert-name:1')
  })

  it('takes the place of a built-in one, and answers to its names; the notice says so', () => {
    write(bundled('linus.yaml'), `${LINUS}aliases: [托瓦兹]\n`)
    const mine = write(own('linus.yaml'), 'name: linus\npersona: 我的那一份。\n')
    const {experts, notes} = look()
    expect(experts.map(({origin}) => origin.path)).toEqual([mine])
    expect(notes).toMatchObject([{code: 'shadowed', path: bundled('linus.yaml'), slots: {id: 'linus', other: mine, kind: 'own'}}])
    const hit = resolveName('托瓦兹', experts)
    expect(hit.kind === 'found' && hit.persona.origin.path).toBe(mine)
    write(project('other-name.yaml'), 'name: linus\npersona: 项目里的那一份。\n')
    expect(look().experts[0]?.origin.kind).toBe('project')
  })

  it('in a file of the same place with the same id is a problem of the second file', () => {
    write(project('a.yaml'), LINUS)
    write(project('b.yaml'), LINUS)
    expect(look()).toMatchObject({
      experts: [{origin: {path: project('a.yaml')}}],
      problems: [{code: 'same-id', path: project('b.yaml')}],
    })
  })

  it('gives the model what it says of itself, with its rules and where they come from', () => {
    const text = `${LINUS}rules: [{says: 先看代码, source: 邮件列表 2000}]\nrejection: 不看幻灯片\nrehearsal: |\n  ## 身份\n  - 我写内核。\n`
    write(project('linus.yaml'), text)
    const [one] = look().experts
    const given = bodyForModel(one?.body ?? '')
    for (const part of ['先看代码', '邮件列表 2000', '不看幻灯片']) expect(given).toContain(part)
    expect(given).not.toContain('## 身份')
    expect(one?.body).toContain('## 身份')
  })

  it('cannot end its own part for the model by writing the mark into it', () => {
    write(project('linus.yaml'), 'name: linus\npersona: |\n  前半<!-- rehearsal -->后半\nlimits: 到此为止\n')
    expect(bodyForModel(look().experts[0]?.body ?? '')).toMatch(/前半后半[\s\S]*到此为止/)
  })
})

describe('a bad file is listed with its line and the reason, and the others load', () => {
  test.each([
    ['an indentation that is off', 'name: linus\npersona: |\n  a\n title: b\n', 'yaml-indent:4'],
    ['a quote that never ends', 'name: linus\npersona: "我写内核\n', 'yaml-unclosed:3'],
    ['a bracket that never ends', 'name: linus\npersona: a\naliases: [a, b\n', 'yaml-unclosed:4'],
    ['a key twice', 'name: linus\npersona: a\nname: other\n', 'yaml-twice:3'],
    ['two documents', 'name: linus\npersona: a\n---\nname: b\n', 'yaml-several:3'],
    ['a list', '- a\n- b\n', 'yaml-no-keys:1'],
    ['plain text', 'hello\n', 'yaml-no-keys:1'],
    ['no persona', 'name: linus\ntitle: x\n', 'expert-missing:1'],
    ['an empty persona', 'title: x\nname: linus\npersona: "  "\n', 'expert-missing:3'],
    ['no name', 'persona: a\n', 'expert-missing:1'],
    ['a number for a text', 'name: linus\npersona: a\nspeaking_style: 3\n', 'wrong-type:3'],
    ['a map for a list', 'name: linus\npersona: a\nbound_skills: {a: b}\n', 'wrong-type:3'],
    ['a role nobody has', 'name: linus\npersona: a\nrole: king\n', 'wrong-type:3'],
    ['a rule without words', 'name: linus\npersona: a\nrules:\n  - says: b\n  - source: c\n', 'wrong-type:5'],
    ['an empty file', '', 'empty-file:1'],
  ])('%s', (_, text, expected) => {
    const path = write(project('bad.yaml'), text)
    write(project('linus-good.yaml'), 'name: good\npersona: a\n')
    const found = look()
    expect(lines(found)).toEqual([expected])
    expect(found.problems[0]?.path).toBe(path)
    expect(found.experts.map(({id}) => id)).toEqual(['good'])
    for (const lang of ['zh', 'en'] as const) {
      const code = found.problems[0]?.code ?? 'bom'
      const slots = [...(personaWords[lang].findings[code].match(/\{\w+\}/g) ?? [])].map(slot => slot.slice(1, -1))
      expect(Object.keys(found.problems[0]?.slots ?? {})).toEqual(expect.arrayContaining(slots))
    }
  })

  it('says every key that is wrong, not only the first', () => {
    write(project('bad.yaml'), 'name: linus\ncolor: 3\nrole: king\n')
    expect(lines(look()).sort()).toEqual(['expert-missing:1', 'wrong-type:2', 'wrong-type:3'])
  })

  it('reads no link, no folder, and nothing that is too large', () => {
    write(join(root, 'secret.yaml'), LINUS)
    mkdirSync(project('folder.yaml'), {recursive: true})
    symlinkSync(join(root, 'secret.yaml'), project('link.yaml'))
    write(project('huge.yaml'), `name: huge\npersona: ${'a'.repeat(MOST_BYTES)}\n`)
    write(project('utf16.yaml'), Buffer.from(`\ufeff${LINUS}`, 'utf16le'))
    expect(lines(look())).toEqual(['folder-instead-of-file:1', 'too-large:1', 'symlink:1', 'utf-16:1'])
    expect(look().experts).toEqual([])
  })

  it('runs nothing and makes nothing: tags are text, and aliases do not multiply', () => {
    write(project('tag.yaml'), 'name: tag\npersona: !!js/function "function () { throw 1 }"\n')
    expect(look().experts[0]?.expert.persona).toBe('function () { throw 1 }')
    const bomb = [
      'a: &a [x, x, x, x, x, x, x, x, x]',
      ...[...'bcdefghi'].map((key, i) => `${key}: &${key} [${`*${'abcdefgh'[i]}, `.repeat(9)}]`),
    ]
    write(project('bomb.yaml'), `name: bomb\npersona: a\n${bomb.join('\n')}\n`)
    expect(lines(look())).toEqual(['yaml-invalid:1'])
  })

  it('leaves other files alone, and names a key that it does not know', () => {
    write(project('notes.md'), 'x')
    write(project('.hidden.yaml'), ':::')
    write(project('linus.yaml'), `${LINUS}favourite: c\nbound_skills:\n`)
    expect(look().problems).toEqual([])
    expect(look().notes).toMatchObject([{code: 'expert-unknown-key', line: 4, slots: {key: 'favourite'}}])
  })

  it('never throws, whatever bytes a file holds', () => {
    let state = 7
    const next = () => (state = (Math.imul(state, 1103515245) + 12345) >>> 0)
    const alphabet = 'name: persona\n experts[]{}"\'|>-&*!#%@`?,\t:我'
    for (let n = 0; n < 400; n++) {
      const text = Array.from({length: next() % 60}, () => alphabet[next() % alphabet.length]).join('')
      const loaded = loadExpertFile(Buffer.from(text), {kind: 'own', path: join(root, 'x.yaml')})
      if (loaded.kind === 'problem') for (const {line} of loaded.problems) expect(line).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('a board under a name', () => {
  const board = (names: string, more = '') => `name: private_board\nexperts: [${names}]\n${more}`

  it("is the user's own where there is one", () => {
    write(bundled('a.yaml'), 'name: a\npersona: x\n')
    write(bundled('b.yaml'), 'name: b\npersona: y\naliases: [乙]\n')
    write(bundled('private_board.yaml'), board('a'))
    expect(look().templates).toMatchObject([{id: 'private_board', experts: ['a']}])
    write(project('private_board.yaml'), board('乙, a', 'moderator: b\n'))
    const {templates, problems, notes} = look()
    expect(templates).toMatchObject([{experts: ['乙', 'a'], moderator: 'b', origin: {kind: 'project'}}])
    expect(problems).toEqual([])
    expect(notes).toMatchObject([{code: 'shadowed', path: bundled('private_board.yaml')}])
  })

  it('may be named by its file, and its name cannot be an expert as well', () => {
    write(project('friends.yaml'), 'experts:\n  - a\n')
    write(bundled('a.yaml'), 'name: a\npersona: x\n')
    write(own('friends.yaml'), 'name: friends\npersona: x\n')
    const found = look()
    expect(found.templates.map(({id}) => id)).toEqual(['friends'])
    expect(found.experts.map(({id}) => id)).toEqual(['a'])
    expect(found.problems).toMatchObject([{code: 'expert-reserved', path: own('friends.yaml')}])
  })

  it('with a name that is nobody, with none, or with eleven, is listed with its line', () => {
    write(bundled('a.yaml'), 'name: a\npersona: x\n')
    write(project('one.yaml'), 'name: one\nexperts:\n  - a\n  - nobody\n')
    write(project('none.yaml'), 'name: none\nexperts: []\n')
    write(project('many.yaml'), `name: many\nexperts: [${'a, '.repeat(10)}a]\n`)
    const found = look()
    expect(lines(found).sort()).toEqual(['template-size:2', 'template-size:2', 'template-unknown:4'])
    expect(found.templates.map(({id}) => id)).toEqual(['one'])
  })
})

it('the facilitator is the one of the language, and a user may write another', () => {
  const all = expertsFor({cwd: join(root, 'project'), home: {folder: join(root, 'home')}})
  expect(facilitatorFor(all, 'zh')?.id).toBe('facilitator')
  expect(facilitatorFor(all, 'en')?.id).toBe('facilitator-en')
  write(project('facilitator.yaml'), 'name: facilitator\nrole: facilitator\npersona: 我主持。\n')
  const mine = expertsFor({cwd: join(root, 'project'), home: {folder: join(root, 'home')}})
  expect(facilitatorFor(mine, 'zh')?.origin.kind).toBe('project')
})
