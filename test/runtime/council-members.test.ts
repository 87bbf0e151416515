import {mkdirSync, mkdtempSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {COUNCIL_MEMBERS} from '../../source/core/council-members.ts'
import {cardPlaces} from '../../source/runtime/personas/cards.ts'
import {discoverExperts} from '../../source/runtime/personas/experts.ts'
import {discoverMembers, memberFor, membersFor, membersIn, resolveMember} from '../../source/runtime/personas/members.ts'

let root: string
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'members-'))
})
afterEach(() => rmSync(root, {recursive: true, force: true}))

function write(name: string, text: string): string {
  const path = join(root, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
  return path
}
const look = () =>
  discoverMembers(cardPlaces('council', {cwd: join(root, 'project'), home: join(root, 'home'), bundled: join(root, 'bundled')}))
const member = (name: string, more = '') => `name: ${name}\nrole: member\npersona: 我先量一量再说话。\n${more}`

const codes = (found: ReturnType<typeof look>) => found.problems.map(({code}) => code)

describe('members', () => {
  it('have one id, and a file a language', () => {
    write('bundled/knuth.yaml', member('knuth', 'display_name: 高德纳\n'))
    write('bundled/en/knuth.yaml', 'name: knuth\nrole: member\ndisplay_name: Donald Knuth\npersona: I count before I speak.\n')
    const found = look()
    expect(found.problems).toEqual([])
    expect(['zh', 'en'].map(lang => memberFor(found, 'knuth', lang as 'zh')?.displayName)).toEqual(['高德纳', 'Donald Knuth'])
    expect(membersIn(found, 'en').map(({displayName}) => displayName)).toEqual(['Donald Knuth'])
    for (const [name, lang, shown] of [
      ['高德纳', 'en', 'Donald Knuth'],
      ['donald knuth', 'zh', '高德纳'],
      ['@Knuth', 'zh', '高德纳'],
    ] as const)
      expect(resolveMember(name, found, lang)).toMatchObject({kind: 'found', persona: {displayName: shown}})
  })

  it('of the project come before those of the home folder and the built-in ones, in their own language only', () => {
    write('bundled/knuth.yaml', member('knuth', 'display_name: 高德纳\n'))
    write('bundled/en/knuth.yaml', 'name: knuth\nrole: member\npersona: I count before I speak.\n')
    write('home/council/knuth.yaml', member('knuth', 'display_name: 家里的\n'))
    write('project/configs/council/knuth.yaml', member('knuth', 'display_name: 项目的\n'))
    const found = look()
    expect(memberFor(found, 'knuth', 'zh')).toMatchObject({displayName: '项目的', origin: {kind: 'project'}})
    expect(memberFor(found, 'knuth', 'en')?.origin.kind).toBe('built-in')
    expect(found.notes.map(({code}) => code)).toEqual(['shadowed', 'shadowed'])
    // The name of the file behind still means the person.
    expect(resolveMember('高德纳', found, 'zh')).toMatchObject({persona: {displayName: '项目的'}})
  })

  it('that a person adds stand behind those of the table', () => {
    write('bundled/knuth.yaml', member('knuth'))
    write('bundled/beck.yaml', member('beck'))
    write('project/configs/council/ada.yaml', member('ada'))
    expect(membersIn(look(), 'zh').map(({id}) => id)).toEqual(['knuth', 'beck', 'ada'])
  })

  it('are files with role: member, in a folder of members', () => {
    write('bundled/ada.yaml', 'name: ada\npersona: 我先写程序。\n')
    write('bundled/two.yaml', 'name: two\nexperts: [a, b]\n')
    write('bundled/bad.yaml', 'name: "x\n')
    expect(codes(look()).sort()).toEqual(['member-name', 'member-name', 'yaml-unclosed'])
    write('experts/knuth.yaml', member('knuth'))
    const board = discoverExperts([{kind: 'project', dir: join(root, 'experts')}])
    expect([board.experts, board.problems.map(({code}) => code)]).toEqual([[], ['member-place']])
  })

  it('are read anew once their file has changed', () => {
    write('bundled/knuth.yaml', member('knuth', 'display_name: 一\n'))
    expect(membersIn(look(), 'zh')[0]?.displayName).toBe('一')
    write('bundled/knuth.yaml', member('knuth', 'display_name: 二三\n'))
    expect(membersIn(look(), 'zh')[0]?.displayName).toBe('二三')
  })

  it('whom nobody knows come with the nearest ones, each once', () => {
    write('bundled/knuth.yaml', member('knuth'))
    write('bundled/en/knuth.yaml', 'name: knuth\nrole: member\npersona: I count before I speak.\n')
    const unknown = resolveMember('knut', look(), 'en')
    expect(unknown.kind === 'unknown' && unknown.nearest.map(({id, lang}) => [id, lang])).toEqual([['knuth', 'en']])
  })
})

it('all of the table are there in both languages, and no two answer to one name', () => {
  const found = membersFor({cwd: root, home: {folder: join(root, 'home')}})
  expect(found.problems).toEqual([])
  for (const lang of ['zh', 'en'] as const) {
    const files = membersIn(found, lang)
    expect(files.map(({id}) => id)).toEqual([...COUNCIL_MEMBERS])
    expect(files.filter(file => file.lang !== lang)).toEqual([])
    for (const file of files)
      for (const {text} of file.names) expect([text, resolveMember(text, found, lang).kind]).toEqual([text, 'found'])
  }
})
