import {mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {meet} from '../../source/commands/meet.ts'
import {personas} from '../../source/commands/personas.ts'
import type {MeetFlags} from '../../source/commands/plan.ts'
import {verify} from '../../source/commands/verify.ts'
import {COUNCIL_MEMBERS} from '../../source/core/council-members.ts'
import {fakeHost} from '../support/host.ts'

let cwd: string
beforeEach(() => {
  cwd = realpathSync(mkdtempSync(join(tmpdir(), 'council-meet-')))
  mkdirSync(join(cwd, '.git'))
  writeFileSync(join(cwd, 'package.json'), '{"name": "demo"}')
  writeFileSync(join(cwd, 'ledger.ts'), 'export const append = 1\n')
})
afterEach(() => rmSync(cwd, {recursive: true, force: true}))

async function hold(sentence: string, flags: MeetFlags = {}, lang: 'zh' | 'en' = 'zh') {
  const host = fakeHost({cwd, lang})
  const code = await meet({provider: 'rehearsal', auto: true, ...flags}, sentence, host)
  const held = readdirSync(cwd).includes('transcripts')
  return {code, out: host.out(), err: host.err(), emitted: host.emitted, held}
}

const folder = () => join(cwd, 'transcripts', readdirSync(join(cwd, 'transcripts'))[0] ?? '')

describe('a whole council by rehearsal', () => {
  it.each([
    ['zh', '@council 要不要优化 ledger.ts 的循环？'],
    ['en', '@council Should we optimize the loop of ledger.ts?'],
  ] as const)('is held to its end, and its record can be verified, in %s', async (lang, sentence) => {
    const {code, err} = await hold(sentence, {}, lang)
    expect([code, err]).toEqual([0, expect.stringContaining(lang === 'zh' ? '不经过任何模型' : 'no model is asked')])
    const host = fakeHost({cwd, lang})
    expect(await verify(folder(), {}, host)).toBe(0)
    const opened = JSON.parse(readFileSync(join(folder(), 'meeting.jsonl'), 'utf8').split('\n')[0] ?? '')
    expect(opened.meeting.options.council).toMatchObject({
      rooted: true,
      selection: {members: ['knuth', 'beck'], routedBy: 'keyword'},
    })
  })

  it.each(COUNCIL_MEMBERS.filter((_, at) => at % 11 === 0))('%s can rehearse in both languages', async member => {
    expect((await hold(`@council:${member},kay 要不要重写？`, {noDebate: true})).code).toBe(0)
    expect((await hold(`@council:${member},kay Should we rewrite it?`, {noDebate: true}, 'en')).code).toBe(0)
  })
})

describe('--dry-run', () => {
  it('shows the selection, the questions, the files, the calls and the prompts, and writes nothing', async () => {
    const {code, out, err, held} = await hold('@council 我们的 ledger.ts 要不要优化？', {dryRun: true})
    expect(err.split('\n')).toEqual(
      expect.arrayContaining([
        '委员会：优化决策 (optimization-decision) · 双人组',
        '成员：高德纳 (knuth)、Kent Beck (beck)',
        '选定方式：关键词（keyword）',
        '理由：命中锚点词：要不要优化',
        '以仓库为据：是（提到了 ledger.ts）',
        '已读文件：ledger.ts、package.json',
        '辩论：开',
      ]),
    )
    expect(err).toMatch(/ {2}查 1：关于“我们的 ledger.ts 要不要优化？”.*着重看：这段代码是不是热点/)
    expect(err).toContain('最多 5 次发言')
    expect(out.match(/^── .*$/gm)).toEqual([
      '── 1. 调研（问题 1）',
      expect.stringMatching(/^── 2\. 高德纳 · 第一轮：立场 · 约/),
      expect.stringMatching(/^── 3\. Kent Beck · 第一轮：立场/),
      expect.stringMatching(/^── 4\. 高德纳 · 第二轮：反驳/),
      expect.stringMatching(/^── 5\. Kent Beck · 第二轮：反驳/),
    ])
    expect(out).toContain('我们的 ledger.ts 要不要优化？')
    expect([code, held]).toEqual([0, false])
  })

  it('says in English that it reasons from the request', async () => {
    const {err} = await hold('@council In general, should one optimize early?', {dryRun: true}, 'en')
    expect(err).toMatch(
      /Grounded: no \(the request speaks of nothing that is here\)\nFiles read: none \(reasoning from the request\)/,
    )
  })
})

it('--json is the ledger, event by event', async () => {
  const {code, emitted} = await hold('@council:knuth,beck 要不要优化', {json: true, noDebate: true})
  expect(code).toBe(0)
  expect(emitted[0]).toMatchObject({type: 'meeting.opened', meeting: {protocol: {id: 'council'}}})
  expect(emitted).toContainEqual(expect.objectContaining({type: 'meeting.closed'}))
})

describe('personas', () => {
  it('list has the members under their own heading and nowhere else', async () => {
    const host = fakeHost({cwd})
    await personas(['list'], {}, host)
    const [before = '', members = ''] = host.out().split(/工程委员会的成员（.*\n/)
    expect(members.match(/^ {2}\S.* · 内置$/gm)).toHaveLength(COUNCIL_MEMBERS.length)
    expect(before).not.toMatch(/knuth|高德纳/)
    expect(members).toMatch(/^ {2}高德纳（knuth） · /m)
  })

  it('show finds a member by any name, in the language of the screen', async () => {
    for (const [lang, asked, shown] of [
      ['zh', 'Knuth', '高德纳'],
      ['en', '高德纳', 'Donald Knuth'],
    ] as const) {
      const host = fakeHost({cwd, lang})
      expect(await personas(['show', asked], {}, host)).toBe(0)
      expect(host.out()).toContain(shown)
    }
  })
})
