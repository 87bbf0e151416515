import {chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {afterAll, beforeAll, describe, expect, it} from 'vitest'
import {meet} from '../../source/commands/meet.ts'
import {type MeetFlags, type Plan, planMeeting} from '../../source/commands/plan.ts'
import {review} from '../../source/commands/review.ts'
import type {Lang} from '../../source/core/events.ts'
import {reviewCalls} from '../../source/core/review.ts'
import {type Around, fakeHost} from '../support/host.ts'

let cwd: string
const write = (name: string, text: string) => {
  const path = join(cwd, name)
  mkdirSync(dirname(path), {recursive: true})
  writeFileSync(path, text)
  return path
}
beforeAll(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-review-')))
  write('s.json', '{"turns": []}')
  write('brief.md', '要在一周内决定。')
  write('docs/spec.md', `# 设计\n${'用一个队列。'.repeat(3000)}`)
  write('secret.md', `一\n${`AKIA${'IOSFODNN7EXAMPLE'}`}`)
  write('configs/roles/seller.yaml', 'name: seller\ndisplay_name: 销售\npersona: 我替去卖的人说话。\nlang: zh\n')
  write('configs/roles/kaputt.yaml', 'name: kaputt\npersona: "ab\n')
})
afterAll(() => rmSync(cwd, {recursive: true, force: true}))

type Asked = {
  readonly flags?: MeetFlags
  readonly lang?: Lang
  readonly around?: Partial<Around>
  readonly env?: NodeJS.ProcessEnv
}

function ask(sentence: string | undefined, {flags = {}, lang = 'zh', around = {}, env = {}}: Asked = {}) {
  return planMeeting({protocol: 'review', ...flags}, sentence, {...fakeHost({cwd, lang, ...around}), env})
}

/** Nothing but the sentence says that it is a review. */
const unsaid = (sentence: string, flags: MeetFlags) => planMeeting(flags, sentence, fakeHost({cwd}))

function plan(sentence: string | undefined, asked: Asked = {}): Plan {
  const planned = ask(sentence, asked)
  if ('usage' in planned) throw new Error(planned.usage.join('\n'))
  return planned.plan
}

const usage = (sentence: string | undefined, asked: Asked = {}): readonly string[] => {
  const planned = ask(sentence, asked)
  return 'usage' in planned ? planned.usage : []
}

const table = ({seats, judge}: Plan) => [
  ...seats.map(({persona, provider, model}) => `${persona.id}:${provider}${model ? `/${model}` : ''}`),
  `judge:${judge?.provider}${judge?.model ? `/${judge.model}` : ''}`,
]
const script = {provider: 'script:s.json'}

describe('the ways in lead to one plan', () => {
  it('a sentence, the flags and a plain request seat the same roles in the same order', () => {
    const one = plan('@review:critic:manual,builder:manual 要不要上队列？', {flags: {judge: 'manual'}})
    expect(one).toMatchObject({
      ...{protocol: 'review', topic: '要不要上队列？', lang: 'zh', rounds: 2, judge: {provider: 'manual'}},
      review: {materials: [], acceptGaps: false, mostRounds: 5},
    })
    expect(table(one)).toEqual(['critic:manual', 'builder:manual', 'judge:manual'])
    const flags = {agents: 'critic:manual,builder:manual', judge: 'manual'}
    for (const other of [plan(undefined, {flags: {...flags, topic: '要不要上队列？'}}), plan('要不要上队列？', {flags})]) {
      expect(other).toEqual(one)
    }
    for (const sentence of ['@review 要不要上队列？', '评审一下这个方案：要不要上队列？']) {
      expect(unsaid(sentence, flags)).toEqual({plan: one})
    }
  })

  it('a seat is its role, with the card in the language of the meeting', () => {
    const [zh] = plan('@review 要不要上？', {flags: script}).seats
    expect([zh?.persona.id, zh?.persona.displayName, zh?.persona.body]).toEqual([
      'builder',
      '实现派',
      expect.stringMatching(/^# 实现派\n\n## 职责\n/),
    ])
    const [en] = plan('@review Should we?', {flags: script}).seats
    expect([en?.persona.id, en?.persona.displayName, en?.persona.lang]).toEqual(['builder', 'Builder', 'en'])
  })

  it('flags reach what the meeting is opened with', () => {
    const {review: options, rounds} = plan('@review 要不要上？', {
      flags: {...script, acceptGaps: true, maxRounds: '7', rounds: '6', timeoutMs: '60000', material: ['docs/spec.md']},
    })
    expect([rounds, options]).toMatchObject([6, {acceptGaps: true, mostRounds: 7, turnMs: 60_000}])
    expect(options?.materials.map(({label, truncated}) => [label, truncated])).toEqual([['docs/spec.md', true]])
  })
})

describe('who sits where nobody says', () => {
  const here = () => {
    for (const name of ['codex', 'claude']) chmodSync(write(`bin/${name}`, '#!/bin/sh\n'), 0o755)
    return {PATH: join(cwd, 'bin')}
  }

  it('is builder, critic and architect on the voice that was chosen, which judges, too', () => {
    expect(table(plan('@review x', {flags: script}))).toEqual([
      ...['builder', 'critic', 'architect', 'judge'].map(role => `${role}:script:s.json`),
    ])
    const settings = {provider: 'deepseek'}
    expect(table(plan('@review x', {around: {settings}, env: here()}))).toEqual([
      ...['builder', 'critic', 'architect', 'judge'].map(role => `${role}:deepseek`),
    ])
  })

  it.skipIf(process.platform === 'win32')("is the seed's own line-up where both its agents are there and nobody chose", () => {
    expect(table(plan('@review x', {env: here()}))).toEqual([
      ...['builder:codex', 'critic:claude', 'architect:codex', 'judge:claude'],
    ])
    expect(table(plan('@review x', {flags: script, env: here()}))[0]).toBe('builder:script:s.json')
  })

  it('is a rehearsal where there is nothing, and that is said', () => {
    const rehearsed = plan('@review x')
    expect(table(rehearsed)).toEqual(['builder:rehearsal', 'critic:rehearsal', 'architect:rehearsal', 'judge:rehearsal'])
    expect(rehearsed.notices.join('\n')).toMatch(/排练/)
  })

  it('is what the settings say; a voice on the command line speaks for their roles', () => {
    const settings = {provider: 'openai', review: {agents: 'critic:manual,seller:deepseek/chat', judge: 'glm'}}
    expect(table(plan('@review x', {around: {settings}}))).toEqual(['critic:manual', 'seller:deepseek/chat', 'judge:glm'])
    expect(table(plan('@review x', {around: {settings}, flags: script}))).toEqual([
      ...['critic', 'seller', 'judge'].map(role => `${role}:script:s.json`),
    ])
    expect(table(plan('@review:builder:manual,critic:manual x', {around: {settings}})).slice(0, 2)).toEqual([
      ...['builder:manual', 'critic:manual'],
    ])
    const wrong = {review: {agents: 'critic:manual,judge:glm'}}
    expect(usage('@review x', {around: {settings: wrong}}).join('\n')).toMatch(/^设置 review\.agents：裁判/m)
  })

  it('without a chosen voice the critic’s judges, else the first role’s', () => {
    expect(table(plan('@review:builder:codex,critic:claude/opus x')).at(-1)).toBe('judge:claude/opus')
    expect(table(plan('@review:builder:codex,architect:claude x')).at(-1)).toBe('judge:codex')
    expect(table(plan('@review:builder:codex,critic:claude x', {flags: {judge: 'gemini/pro'}})).at(-1)).toBe('judge:gemini/pro')
  })
})

describe('what cannot be held is refused, all of it at once', () => {
  const cases: readonly (readonly [name: string, sentence: string | undefined, flags: MeetFlags, zh: RegExp[], en: RegExp[]])[] =
    [
      ['no topic', '@review', script, [/^没有议题/], [/topic/i]],
      [
        'a colon too many',
        '@review:builder:codex:x,critic:manual y',
        {},
        [/^「builder:codex:x」不对：--agents 的每一项恰好是 角色:声音/],
        [/^"builder:codex:x" will not do: each of --agents is exactly ROLE:VOICE/],
      ],
      ['no voice', undefined, {topic: 'y', agents: 'builder,critic:manual'}, [/^「builder」不对/], [/^"builder" will not do/]],
      [
        'a judge among the seats',
        '@review:judge:codex,critic:manual,builder:manual y',
        {},
        [/^裁判（judge）不坐席位.*--judge/],
        [/^The judge takes no seat.*--judge/],
      ],
      [
        'a role twice',
        '@review:critic:manual,critic:codex y',
        {},
        [/^角色 critic 写了两次/],
        [/^The role critic is there twice/],
      ],
      [
        'a role that nobody has',
        '@review:seler:manual,critic:manual y',
        {},
        [/^没有「seler」这个角色。现成的有：seller、architect.*configs\/roles\/seler\.yaml/],
        [/^There is no role "seler".*seller, architect.*configs\/roles\/seler\.yaml/],
      ],
      [
        'a card that is broken',
        '@review:kaputt:manual,critic:manual y',
        {},
        [/^没有「kaputt」这个角色/, /^configs\/roles\/kaputt\.yaml:\d+: /],
        [/^There is no role "kaputt"/, /^configs\/roles\/kaputt\.yaml:\d+: /],
      ],
      [
        'a voice that does not exist',
        '@review:builder:cladue,critic:manual y',
        {},
        [/没有叫「cladue」的声音/],
        [/there is no voice "cladue"/],
      ],
      ['one role', '@review:critic:manual y', {}, [/^评审至少要 2 个角色，现在有 1 个/], [/needs 2 roles at least; there are 1/]],
      [
        'six rounds',
        '@review y',
        {...script, rounds: '6'},
        [/^评审的轮次要在 1 到 5 之间，不能是「6」/],
        [/from 1 to 5, not "6"/],
      ],
      [
        'a rehearsal beside a real voice',
        '@review:builder:rehearsal,critic:manual y',
        {},
        [/^排练不和真的声音同开一会；这些不是排练：critic、judge/],
        [/^A rehearsal does not mix.*critic, judge/],
      ],
      ['people', '@review y', {...script, with: '马克思'}, [/^--with 不用于评审/], [/^--with is not for reviews/]],
      [
        'what is for boards',
        '@review y',
        {...script, moderator: 'facilitator', serve: '0', events: 'board', json: true},
        [/^--moderator 不用于评审/, /^--serve/, /^--events board/],
        [/^--moderator is not for reviews/, /^--serve/, /^--events board/],
      ],
      [
        'files that cannot be read',
        '@review y',
        {...script, briefFile: ['nix.md'], material: ['docs', '.env', 'secret.md']},
        [
          /^nix\.md：没有这个文件/,
          /^docs：是一个文件夹/,
          /^\.env：这类文件/,
          /^secret\.md 第 2 行：看起来是「AWS 访问密钥」/,
          /--allow-sensitive/,
        ],
        [
          /^nix\.md: there is no/,
          /^docs: this is a folder/,
          /^\.env: files of this/,
          /^secret\.md, line 2: .*AWS/,
          /--allow-sensitive/,
        ],
      ],
    ]
  for (const [name, sentence, flags, ...lines] of cases) {
    it.each(['zh', 'en'] as const)(`${name}, in %s`, async lang => {
      const before = readdirSync(cwd).sort()
      const host = fakeHost({cwd, lang})
      expect(await meet({protocol: 'review', ...flags}, sentence, host)).toBe(2)
      const said = host.err().trimEnd().split('\n')
      const expected = lines[lang === 'zh' ? 0 : 1] ?? []
      expect(said).toHaveLength(expected.length + 1)
      for (const [at, pattern] of expected.entries()) expect(said[at]).toMatch(pattern)
      expect([host.out(), readdirSync(cwd).sort()]).toEqual(['', before])
      expect(host.err()).not.toContain('AKIA')
    })
  }

  it.each(['zh', 'en'] as const)('what is for reviews only, at another meeting, in %s', lang => {
    const flags: MeetFlags = {topic: '时间管理', with: '马克思,毛泽东', provider: 'rehearsal', protocol: 'roundtable'}
    for (const [flag, more] of [
      ['--agents', {agents: 'a:b'}],
      ['--judge', {judge: 'codex'}],
      ['--brief-file', {briefFile: ['brief.md']}],
      ['--material', {material: ['brief.md']}],
      ['--accept-gaps', {acceptGaps: true}],
      ['--timeout-ms', {timeoutMs: '1000'}],
    ] as const) {
      const [line = ''] = usage(undefined, {lang, flags: {...flags, ...more}})
      expect(line).toMatch(lang === 'zh' ? `${flag} 只用于评审` : `${flag} is for reviews only`)
    }
  })

  it('a voice that is missing stops the start with what there is to choose', async () => {
    const host = fakeHost({cwd, lang: 'zh'})
    expect(await meet({protocol: 'review', agents: 'builder:codex,critic:manual', judge: 'codex'}, '@review y', host)).toBe(2)
    expect(host.err()).toMatch(/Codex/)
    expect(host.err()).toMatch(/^要用这个声音的：builder、judge。会议没有开始，.*--fallback builder:声音/m)
    expect(readdirSync(cwd)).not.toContain('transcripts')
  })
})

describe('before the start', () => {
  it.each([
    [
      'zh',
      /^角色：实现派（builder:script:s\.json）、/m,
      /^裁判：script:s\.json/m,
      /^说明 1：brief\.md（24 字节，sha256 [0-9a-f]{12}）$/m,
    ],
    [
      'en',
      /^Roles: 实现派 \(builder:script:s\.json\), /m,
      /^Judge: script:s\.json/m,
      /^Brief 1: brief\.md \(24 bytes, sha256 [0-9a-f]{12}\)$/m,
    ],
  ] as const)(
    'roles, judge, what lies before them and what is cut of it, caps and calls are told, in %s',
    (lang, ...patterns) => {
      const flags = {...script, rounds: '3', briefFile: ['brief.md'], material: ['docs/spec.md'], timeoutMs: '90000'}
      const said = plan('@review 要不要上？', {lang, flags}).notices.join('\n')
      for (const pattern of patterns) expect(said).toMatch(pattern)
      expect(said).toMatch(/docs\/spec\.md.*54009.*24576/)
      expect(said).toMatch(/90 (?:秒|s)/)
      expect(said).toMatch(new RegExp(`\\b${reviewCalls({agents: 3, rounds: 3})}\\b`))
    },
  )

  it('with a model a range of tokens stands there, and materials make it grow', () => {
    const least = (flags: MeetFlags) => {
      const said = plan('@review 要不要上？', {flags: {provider: 'deepseek', ...flags}}).notices.join('\n')
      return Number(/共 7 次调用，约 (\d+) 到/.exec(said)?.[1] ?? 0)
    }
    expect(least({})).toBeGreaterThan(0)
    expect(least({material: ['docs/spec.md']})).toBeGreaterThan(least({}) + 7 * 3000)
  })

  it('a topic without materials, and materials that are much, are said', () => {
    expect(plan('@review x', {flags: script}).notices.join('\n')).toMatch(/没有附材料/)
    write('big.md', 'a'.repeat(150_000))
    expect(plan('@review x', {flags: {...script, material: ['big.md']}}).notices.join('\n')).toMatch(/150000 字节，超过 147456/)
    const allowed = plan('@review x', {flags: {...script, material: ['secret.md'], allowSensitiveMaterials: true}})
    expect(allowed.notices.join('\n')).toMatch(/^注意：secret\.md/m)
  })
})

describe('roundtable review', () => {
  const held = async (words: readonly string[], flags: MeetFlags, lang: Lang = 'zh') => {
    const host = fakeHost({cwd, lang})
    return {code: await review(words, {...script, dryRun: true, ...flags}, host), host}
  }

  it('takes its topic word for word, or a request with @review', async () => {
    const {code, host} = await held(['讨论一下', '要不要上？'], {})
    expect([code, host.out().includes('讨论一下 要不要上？')]).toEqual([0, true])
    const at = await held(['@review:critic:script:s.json,builder:script:s.json', '要不要上？'], {})
    expect(at.host.err()).toMatch(/^角色：反对派（critic:script:s\.json）、实现派/m)
  })

  it.each([
    ['zh', /^「critic:claude」没有用处/, /不能再写 --protocol board/],
    ['en', /^"critic:claude" has no use/, /does not go with --protocol board/],
  ] as const)('refuses words that have no place, and another protocol, in %s', async (lang, words, protocol) => {
    const stray = await held(['critic:claude'], {topic: 'x', agents: 'builder:codex'}, lang)
    expect([stray.code, stray.host.err()]).toEqual([2, expect.stringMatching(words)])
    const other = await held(['x'], {protocol: 'board'}, lang)
    expect([other.code, other.host.err()]).toEqual([2, expect.stringMatching(protocol)])
  })
})

it.each([
  ['zh', /^── 7\. 裁判 · 裁决/m],
  ['en', /^── 7\. judge · verdict/m],
] as const)(
  'the dry run shows every prompt with the materials in it, asks nobody and writes nothing, in %s',
  async (lang, verdict) => {
    const before = readdirSync(cwd).sort()
    const host = fakeHost({cwd, lang})
    const flags = {...script, topic: '要不要上？', briefFile: ['brief.md'], material: ['docs/spec.md'], dryRun: true}
    expect(await review([], flags, host)).toBe(0)
    expect(host.out().match(/^── \d+\. /gm)).toHaveLength(7)
    expect(host.out()).toMatch(verdict)
    expect(host.out().split('用一个队列。用一个队列。').length).toBeGreaterThan(6)
    expect(host.out()).toContain(readFileSync(join(cwd, 'brief.md'), 'utf8'))
    expect(readdirSync(cwd).sort()).toEqual(before)
  },
)
