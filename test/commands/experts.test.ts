import {mkdirSync, writeFileSync} from 'node:fs'
import {dirname, join} from 'node:path'
import {beforeEach, expect, it} from 'vitest'
import {type PersonasFlags, personas} from '../../source/commands/personas.ts'
import {emptyFolder} from '../runtime/disk/room.ts'
import {fakeHost, HOSTILE, hostileLeft} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = emptyFolder()
})

function write(name: string, text: string): string {
  const path = join(cwd, 'configs', 'experts', name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
  return path
}

async function run(args: readonly string[], flags: PersonasFlags = {}, lang: 'zh' | 'en' = 'zh') {
  const host = fakeHost({cwd, lang})
  const code = await personas(args, flags, host)
  return {code, out: host.out(), err: host.err(), emitted: host.emitted}
}

it('the list has the experts, the facilitators and the boards in groups of their own', async () => {
  write('linus.yaml', 'name: linus\ntitle: 内核视角\npersona: 我写内核。\n')
  const {code, out} = await run(['list'])
  expect(code).toBe(0)
  expect(out).toMatch(/私董会专家（.*并非本人）：\n {2}linus（linus） · 内核视角 · /)
  expect(out).toMatch(/ {2}埃隆·马斯克（elon_musk） · 第一性原理视角 · .* · 可排练\n/)
  expect(out).toMatch(/专职主持人：\n {2}主持人（facilitator）/)
  expect(out).toMatch(/专家团：\n {2}private_board · .*：elon_musk、/)
  expect((await run(['list'], {}, 'en')).out).toContain('Experts for a board')
})

it('a bad YAML is listed with path, line and reason', async () => {
  write('bad.yaml', 'name: linus\npersona: a\nname: b\n')
  const {out} = await run(['list'])
  expect(out).toContain('configs/experts/bad.yaml:3: YAML 里同一个键写了两次')
  const {out: checked, code} = await run(['check', 'configs/experts'])
  expect(code).toBe(1)
  expect(checked).toContain('configs/experts/bad.yaml:3: ')
})

it('check of a good YAML finds nothing', async () => {
  write('linus.yaml', 'name: linus\npersona: 我写内核。\n')
  expect(await run(['check', 'configs/experts/linus.yaml'])).toMatchObject({code: 0, err: ''})
})

it('--json carries them beside the personas', async () => {
  const {emitted} = await run(['list'], {json: true})
  expect(emitted).toEqual([
    expect.objectContaining({
      experts: expect.arrayContaining([expect.objectContaining({id: 'jeff_bezos', name: '杰夫·贝佐斯', bound_skills: []})]),
      facilitators: expect.arrayContaining([expect.objectContaining({id: 'facilitator'})]),
      boards: [expect.objectContaining({id: 'private_board', where: 'built-in'})],
    }),
  ])
})

it.each(['elon_musk', '马斯克', 'Elon Musk'])(
  'show %s tells the parts, the rules with their sources, and that it is no real person',
  async asked => {
    const {code, out} = await run(['show', asked])
    expect(code).toBe(0)
    expect(out).toContain('这是依据公开资料写成的人物角色，并非本人。')
    for (const part of ['思考方式', '决策框架', '决策规则', '惯常的否决', '语言风格', '边界', '出处', '2021 年 8 月'])
      expect(out).toContain(part)
    expect(out).not.toContain('{topic}')
  },
)

it('a hostile file stays on its lines', async () => {
  const name = JSON.stringify(HOSTILE)
  write('hostile.yaml', `name: hostile\ndisplay_name: ${name}\ntitle: ${name}\naliases: [${name}]\npersona: ${name}\n`)
  write('board.yaml', `name: mine\nexperts: [${name}, hostile]\n`)
  for (const {out, err} of [await run(['list'], {verbose: true}), await run(['show', 'hostile'])]) {
    expect(hostileLeft(out + err)).toBeUndefined()
  }
})

it('the roles of a review stand under a heading of their own, in the language of the screen, and can be looked at', async () => {
  for (const [lang, heading, row, duty] of [
    ['zh', /^评审的角色/m, /^ {2}反对派（critic） · /m, /^职责$/m],
    ['en', /^Roles for a review/m, /^ {2}Critic \(critic\) · /m, /^What I stand for$/m],
  ] as const) {
    const listed = await run(['list'], {}, lang)
    expect(listed.out.split(heading)[1]).toMatch(row)
    expect((await run(['show', 'critic'], {}, lang)).out).toMatch(duty)
  }
  const {emitted} = await run(['list'], {json: true})
  expect(emitted).toMatchObject([{roles: expect.arrayContaining([expect.objectContaining({id: 'critic'})])}])
})
