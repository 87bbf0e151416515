import {existsSync, mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {afterAll, describe, expect, it} from 'vitest'
import {exportMeeting} from '../../source/commands/export.ts'
import type {Host} from '../../source/commands/host.ts'
import {meet} from '../../source/commands/meet.ts'
import type {MeetFlags} from '../../source/commands/plan.ts'
import {resume} from '../../source/commands/resume.ts'
import {verify} from '../../source/commands/verify.ts'
import {makePlace, runCli} from '../support/cli.ts'
import {fakeHost} from '../support/host.ts'

const place = makePlace()
afterAll(place.remove)

place.write('broken.json', '{"turns": [\n  {"who": "马克思", "txt": "一"}\n]}')
place.write('cut.json', '{"turns": [')
const before = readdirSync(place.cwd)

const good: MeetFlags = {topic: '时间管理', with: '马克思,毛泽东', provider: 'rehearsal'}
type Case = {flags: MeetFlags; zh: readonly RegExp[]; en: readonly RegExp[]}
const cases: Readonly<Record<string, Case>> = {
  'no topic': {flags: {with: '马克思,毛泽东'}, zh: [/^没有议题/], en: [/^There is no topic|topic/i]},
  'a topic of spaces': {flags: {...good, topic: ' \u3000'}, zh: [/^没有议题/], en: [/topic/i]},
  'nobody at the table': {flags: {topic: 'x'}, zh: [/^没有与会者/], en: [/--with/]},
  'one participant': {flags: {...good, with: '马克思'}, zh: [/^至少要两位与会者，现在只有 马克思/], en: [/two.*马克思|马克思/]},
  'one twice': {flags: {...good, with: '马克思,Marx'}, zh: [/马克思 只能坐一个席位/], en: [/马克思 can take one seat only/]},
  'an unknown persona': {
    flags: {...good, with: '马克斯,毛泽东'},
    zh: [/^没有找到「马克斯」/, /^相近的有：.*马克思/, /^现有的人物：.*毛泽东.*马克思/],
    en: [/^"马克斯" was not found/, /^Near it: .*马克思/, /^There are: .*毛泽东.*马克思/],
  },
  '0 rounds': {flags: {...good, rounds: '0'}, zh: [/轮次要在 1 到 20 之间，不能是「0」/], en: [/from 1 to 20, not "0"/]},
  '99 rounds': {flags: {...good, rounds: '99'}, zh: [/轮次要在 1 到 20 之间，不能是「99」/], en: [/not "99"/]},
  'abc rounds': {flags: {...good, rounds: 'abc'}, zh: [/不能是「abc」/], en: [/not "abc"/]},
  'rounds of a rehearsal': {flags: {...good, rounds: '4'}, zh: [/只够 3 轮，不能开 4 轮/], en: [/3 rounds, not for 4/]},
  'an unknown language': {
    flags: {...good, lang: 'fr'},
    zh: [/--lang 不能是「fr」，可以是：zh, en/],
    en: [/--lang cannot be "fr"/],
  },
  'a seed that is no number': {flags: {...good, seed: 'x'}, zh: [/--seed 不能是「x」/], en: [/--seed cannot be "x"/]},
  'an unknown protocol': {flags: {...good, protocol: 'debate'}, zh: [/没有「debate」这种会议/], en: [/"debate"/]},
  'an unknown voice': {
    flags: {...good, provider: 'rehersal'},
    zh: [/没有叫「rehersal」的声音；最接近的是：rehearsal/],
    en: [/no voice "rehersal"; nearest: rehearsal/],
  },
  'a voice without its file': {
    flags: {...good, provider: 'script'},
    zh: [/script 后面要写 FILE\.json/],
    en: [/script needs FILE\.json/],
  },
  'an unknown voice of one seat': {
    flags: {...good, provider: 'manual', with: '马克思:gpt-9,毛泽东'},
    zh: [/没有叫「gpt-9」的声音/],
    en: [/no voice "gpt-9"/],
  },
  'a script that is not there': {
    flags: {...good, provider: 'script:none.json'},
    zh: [/^none\.json:1: 剧本读不了（ENOENT）/, /当前文件夹/],
    en: [/^none\.json:1: the script cannot be read \(ENOENT\)/, /present folder/],
  },
  'a script with a mistake': {
    flags: {...good, provider: 'script:broken.json'},
    zh: [/^broken\.json:2: 不认识「txt」/],
    en: [/^broken\.json:2: unknown key "txt"/],
  },
  'a script that ends too early': {flags: {...good, provider: 'script:cut.json'}, zh: [/^cut\.json:1: /], en: [/^cut\.json:1: /]},
  'a script of one seat with a mistake': {
    flags: {...good, provider: 'manual', with: '马克思:script:broken.json,毛泽东'},
    zh: [/^broken\.json:2: /],
    en: [/^broken\.json:2: /],
  },
  'a topic that is too long': {flags: {...good, topic: '长'.repeat(4001)}, zh: [/最多 4000 个字，现在有 4001/], en: [/4001/]},
  'rehearsal beside a voice': {
    flags: {...good, with: '马克思:manual,毛泽东'},
    zh: [/排练不和别的声音同台/],
    en: [/does not mix/],
  },
}

describe('a wrong request is refused with exit 2, one clear line for each mistake, and nothing on disk', () => {
  for (const [name, {flags, ...lines}] of Object.entries(cases)) {
    it.each(['zh', 'en'] as const)(`${name}, in %s`, async lang => {
      const host = fakeHost({cwd: place.cwd, lang})
      for (const asked of [flags, {...flags, dryRun: true}]) expect(await meet(asked, undefined, host)).toBe(2)
      const said = host.err().trimEnd().split('\n')
      expect(said.slice(0, said.length / 2)).toEqual(said.slice(said.length / 2))
      const once = said.slice(0, said.length / 2)
      expect(once).toHaveLength(lines[lang].length + 1)
      for (const [at, pattern] of lines[lang].entries()) expect(once[at]).toMatch(pattern)
      expect(once.at(-1)).toContain('roundtable --help')
      expect(host.out()).toBe('')
      expect(readdirSync(place.cwd)).toEqual(before)
    })
  }
})

it('inside a speaker of a meeting no other is held, and what only looks is let through', async () => {
  const env = {ROUNDTABLE_CHILD: '1'}
  const held = await runCli(['meet', '--topic', 'x', '--with', '马克思,毛泽东', '--provider', 'rehearsal', '--auto'], {
    place,
    env,
  })
  expect(held.code).toBe(1)
  expect(held.stderr.trimEnd().split('\n')).toHaveLength(1)
  expect(held.stdout).toBe('')
  for (const mark of ['ROUNDTABLE_CHILD', 'AI_MEETING_ACTIVE']) {
    const review = await runCli(['review', '--topic', 'x', '--provider', 'rehearsal', '--auto'], {place, env: {[mark]: '1'}})
    expect([review.code, review.stderr]).toEqual([1, held.stderr])
  }
  expect((await runCli(['history'], {place, env})).code).toBe(0)
})

describe('what the command line itself refuses', () => {
  const meetIt = ['meet', '--topic', 'x', '--with', '马克思,毛泽东']
  it('is one line with the way to the help, exit 2, and nothing on disk', async () => {
    const asked: readonly (readonly [args: readonly string[], lang: string, line: string])[] = [
      [[...meetIt, '--colour'], 'zh_CN.UTF-8', '没有 --colour 这个选项'],
      [[...meetIt, '--colour'], 'C.UTF-8', 'no option --colour'],
      [[...meetIt, '--rounds'], 'zh_CN.UTF-8', '--rounds 不能是「」'],
      [['meat'], 'zh_CN.UTF-8', '没有 meat 这个命令'],
      [['meat'], 'en_GB.UTF-8', 'no command meat'],
      [['verify'], 'zh_CN.UTF-8', 'roundtable verify DIR'],
      [['你好啊，在吗'], 'zh_CN.UTF-8', '没看懂「你好啊，在吗」'],
    ]
    const ran = await Promise.all(asked.map(([args, LANG]) => runCli(args, {place, env: {LANG}})))
    for (const [at, {code, stdout, stderr}] of ran.entries()) {
      expect({code, stdout}).toEqual({code: 2, stdout: ''})
      const lines = stderr.trimEnd().split('\n')
      expect(lines[0]).toContain(asked[at]?.[2])
      expect(lines.slice(1).every(line => line.includes('roundtable --help'))).toBe(true)
    }
    expect(readdirSync(place.cwd)).toEqual(before)
    expect(existsSync(join(place.home, 'config.json'))).toBe(false)
  })

  it('--version and --help are answered, also beside other words', async () => {
    const [version, help, short] = await Promise.all(
      [['--version'], ['meet', '--help'], ['-h']].map(args => runCli(args, {place})),
    )
    expect(version).toMatchObject({code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/), stderr: ''})
    expect(help).toMatchObject({code: 0, stderr: ''})
    expect(help?.stdout).toContain('roundtable meet --topic')
    expect(short?.stdout).toBe(help?.stdout)
  })

  it('a folder that is not there, or holds no meeting, is one line and exit 1, and stays as it is', async () => {
    const empty = join(place.home, 'empty')
    mkdirSync(empty, {recursive: true})
    for (const command of [verify, resume, (folder: string, flags: object, host: Host) => exportMeeting([folder], flags, host)]) {
      for (const folder of ['gone', empty]) {
        const host = fakeHost({cwd: place.cwd})
        expect(await command(folder, {}, host)).toBe(1)
        expect(host.out()).toBe('')
        expect(host.err().trimEnd().split('\n')).toHaveLength(1)
      }
    }
    expect(readdirSync(place.cwd)).toEqual(before)
    expect(readdirSync(empty)).toEqual([])
  })
})
