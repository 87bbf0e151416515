import {mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {knownRoles} from '../../../source/core/review-request.ts'
import {expertsFor} from '../../../source/runtime/personas/experts.ts'
import {roleFor, rolesFor, rolesIn} from '../../../source/runtime/personas/roles.ts'
import {sharedRuns} from '../../../source/runtime/personas/shared-runs.ts'

let cwd: string
const write = (name: string, text: string) => {
  mkdirSync(dirname(join(cwd, name)), {recursive: true})
  writeFileSync(join(cwd, name), text)
}
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-roles-')))
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

const found = () => rolesFor({cwd, home: {folder: join(cwd, 'home')}})

describe('our own cards', () => {
  it.each(['zh', 'en'] as const)('are the six of the seed in %s, each with a duty and nothing to recite', lang => {
    const {roles, problems, notes} = found()
    expect([problems, notes]).toEqual([[], []])
    const ours = roles.filter(role => role.lang === lang)
    expect(ours.map(({id}) => id)).toEqual([...knownRoles].sort())
    for (const role of ours) {
      expect(role.body).toMatch(lang === 'zh' ? /^# \S+\n\n## 职责\n/ : /^# [^\n]+\n\n## What I stand for\n/)
      expect(role.expert.rules).toHaveLength(3)
      expect(role.rehearsal).toBe(false)
      expect(role.title.length).toBeGreaterThan(4)
    }
    expect(new Set(ours.map(({color}) => color)).size).toBe(6)
    expect(new Set(ours.map(({avatar}) => avatar)).size).toBe(6)
  })

  it('share no run of words with one another', () => {
    const {roles} = found()
    const shared = roles.flatMap(role =>
      roles.filter(other => other.lang === role.lang && other.id < role.id).flatMap(other => sharedRuns(role, other)),
    )
    expect(shared).toEqual([])
  })

  it('are no experts of a board', () => {
    const {experts, facilitators, problems} = expertsFor({cwd, home: {folder: join(cwd, 'home')}})
    const ids = [...experts, ...facilitators].map(({id}) => id)
    expect([ids.filter(id => knownRoles.includes(id)), problems]).toEqual([[], []])
  })
})

describe("a person's own card", () => {
  it('makes a role of its name, and stands before ours of the same key and language', () => {
    write('configs/roles/seller.yaml', 'name: seller\npersona: 我替去卖的人说话。\n')
    write('home/roles/critic.yaml', 'name: critic\ndisplay_name: 我的反对派\npersona: 我只看反例。\n')
    write('configs/roles/critic.yml', 'name: critic\npersona: I look for counter-examples only.\n')
    expect(roleFor(found(), 'seller', 'en')?.origin.kind).toBe('project')
    expect(roleFor(found(), 'critic', 'zh')?.displayName).toBe('我的反对派')
    expect(roleFor(found(), 'critic', 'en')?.origin.kind).toBe('project')
    expect(rolesIn(found(), 'zh').filter(({id}) => id === 'critic')).toHaveLength(1)
    expect(found().notes.map(({code}) => code)).toEqual(['shadowed', 'shadowed'])
    expect(roleFor(found(), 'nobody', 'zh')).toBeUndefined()
  })

  it.each([
    ['judge', 'name: judge\npersona: 我来裁决。\n'],
    ['2nd', 'name: 2nd\npersona: x\n'],
    ['under_score', 'name: under_score\npersona: x\n'],
    ['board', 'name: board\nexperts: [a, b]\n'],
  ])('that is no role is told with its file: %s', (name, yaml) => {
    write(`configs/roles/${name}.yaml`, yaml)
    expect(found().problems).toMatchObject([{code: 'role-name', path: join(cwd, 'configs', 'roles', `${name}.yaml`)}])
  })

  it('among the experts is told where it belongs', () => {
    write('configs/experts/seller.yaml', 'name: seller\npersona: x\nrole: reviewer\n')
    const {experts, problems} = expertsFor({cwd, home: {folder: join(cwd, 'home')}})
    expect(experts.some(({id}) => id === 'seller')).toBe(false)
    expect(problems).toMatchObject([{code: 'role-place', slots: {name: 'seller'}}])
  })
})
