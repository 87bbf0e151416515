import {readdirSync, readFileSync} from 'node:fs'
import {describe, expect, it} from 'vitest'
import {asFinding, asRebuttal, asResponse} from '../../source/core/council-data.ts'
import {councilIn} from '../../source/core/council-member.ts'
import {COUNCIL_MEMBERS} from '../../source/core/council-members.ts'
import {readTradeoff} from '../../source/core/council-tradeoff.ts'
import type {Meeting} from '../../source/core/events.ts'
import {bodyForModel, expertBody, expertSchema} from '../../source/core/expert.ts'
import {ofType, reduceAll} from '../../source/core/state.ts'
import {expertHeadings} from '../../source/i18n/experts.ts'
import {council} from '../../source/protocols/council.ts'
import {makeRehearsal} from '../../source/providers/rehearsal/rehearsal.ts'
import {recordsOf} from '../../source/records/index.ts'
import {sha256} from '../../source/runtime/nonce.ts'
import {loadExpertFile} from '../../source/runtime/personas/expert-file.ts'
import {runMeeting} from '../../source/runtime/run-meeting.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {councilMeeting, councilPrompts, file} from '../protocols/council-table.ts'
import {memoryJournal} from '../support/meeting.ts'

const expert = (name: string, council: object) =>
  expertSchema.parse({name, persona: `我是${name}。`, lang: 'zh', role: 'member', council})

const counter = {
  for: ['profile', '剖析', '算法'],
  against: ['premature', '顺手优化', '猜'],
  otherwise: 'depends',
  stances: ['「{topic}」里还缺一列数字。'],
  concerns: ['没有剖析结果。', '输入太小。', '没有人数过。'],
  tradeoffs: ['优化时机：先测量 优先于 先跑通'],
  recommend: {for: '改占时最多的三处。', against: '先不动。', depends: '画出曲线再说。'},
  concede: '{name}的「{point}」我没有数据反驳。',
  hold: '{name}担心「{point}」，我仍要先看计数。',
}
const stepper = {
  for: ['测试', '小步'],
  against: ['优化', '没有剖析结果'],
  otherwise: 'for',
  stances: ['我想把「{topic}」缩成一步。'],
  concerns: ['猜出来的热点。', '第一次反馈太晚。'],
  tradeoffs: ['优化时机：先跑通 优先于 先测量'],
  recommend: {for: '写一个测试。', against: '停下大改。', depends: '做一个试验。'},
  concede: '{name}的「{point}」改了我的清单。',
  hold: '我听见{name}说「{point}」，先让它变绿。',
}

function seated(meeting: Meeting, bodies: Readonly<Record<string, string>>): Meeting {
  return {
    ...meeting,
    rehearsal: true,
    recorder: {provider: 'rehearsal'},
    seats: meeting.seats.map(seat => {
      const body = bodies[seat.id] ?? ''
      return {...seat, provider: 'rehearsal', persona: {...seat.persona, body, sha256: sha256(body)}}
    }),
  }
}

async function rehearsed(meeting: Meeting) {
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting})
  const voice = makeRehearsal({charsPerTick: 200, sleep: async () => {}})
  const run = runMeeting({protocol: council, journal, auto: true, voice: () => voice, show: () => {}})
  run.gone()
  const end = await run.done
  return {log: journal.events, end}
}

const bodies = {
  knuth: expertBody(expert('knuth', counter), '高德纳', expertHeadings.zh),
  beck: expertBody(expert('beck', stepper), '贝克', expertHeadings.zh),
}
const data = (log: readonly {type: string}[], key: string) =>
  ofType(log as never, 'turn.finished').find(event => event.key === key)?.data

describe("a member's file", () => {
  it('carries what it says on a council where no model reads it, and is read back', () => {
    expect(bodyForModel(bodies.knuth)).not.toContain('剖析')
    expect(councilIn(bodies.knuth)).toEqual(counter)
    expect(councilIn('# no council')).toBeUndefined()
    expect(councilIn('```council\n{"for": 1}\n```')).toBeUndefined()
  })

  it.each([
    ['for', {for: []}, 'council.for', '[text, ...]'],
    ['otherwise', {otherwise: 'maybe'}, 'council.otherwise', 'for | against | depends'],
    ['a stance without the request', {stances: ['x']}, 'council.stances', '["... {topic} ...", ...]'],
    ['a tradeoff in no form', {tradeoffs: ['speed']}, 'council.tradeoffs', '["axis: A over B" | "轴：A 优先于 B", ...]'],
    ['a verdict without advice', {recommend: {for: 'x', against: 'y'}}, 'council.recommend', '{for, against, depends}'],
    ['nobody to yield to', {concede: 'x {point}'}, 'council.concede', '"... {name} ... {point} ..."'],
  ])('says which of its keys is wrong: %s', (_, wrong, key, expected) => {
    const yaml = JSON.stringify({name: 'knuth', persona: 'x', council: {...counter, ...wrong}})
    const loaded = loadExpertFile(new TextEncoder().encode(yaml), {kind: 'project', path: 'knuth.yaml'})
    expect(loaded).toMatchObject({kind: 'problem', problems: [{code: 'wrong-type', slots: {key, expected}}]})
  })

  it('says which key is missing, and which one is strange', () => {
    const {hold: _, ...rest} = counter
    const yaml = JSON.stringify({name: 'knuth', persona: 'x', council: {...rest, holds: 'typo'}})
    const loaded = loadExpertFile(new TextEncoder().encode(yaml), {kind: 'project', path: 'knuth.yaml'})
    const keys = loaded.kind === 'problem' ? loaded.problems.map(problem => [problem.code, problem.slots.key]) : []
    expect(keys).toContainEqual(['expert-missing', 'council.hold'])
    expect(keys).toContainEqual(['wrong-type', 'council.holds'])
  })
})

describe('a whole council without a model', () => {
  it('follows the words of the request, debates, and moves only by what a file is against', async () => {
    const meeting = seated(councilMeeting({topic: '现在要不要「顺手优化」这个循环？'}), bodies)
    const {log, end} = await rehearsed(meeting)
    expect(end).toMatchObject({how: 'closed', outcome: {how: 'complete', rounds: 2}})
    expect(asResponse(data(log, 'response:knuth'))).toMatchObject({
      verdict: 'against',
      stance: '「现在要不要『顺手优化』这个循环」里还缺一列数字。',
      recommendation: '先不动。',
    })
    expect(asResponse(data(log, 'response:beck'))).toMatchObject({verdict: 'against'})
    // The axis is contested; whoever is against it already holds.
    expect(asRebuttal(data(log, 'rebuttal:beck'))).toMatchObject({moved: false, respondsTo: ['knuth']})
    expect(verifyMeeting(council, log).filter(check => !check.ok)).toEqual([])
  })

  it('moves one step where the other side names what the file is against', async () => {
    const meeting = seated(councilMeeting({topic: '这个解析器怎么测试'}), bodies)
    const {log} = await rehearsed(meeting)
    expect(asResponse(data(log, 'response:beck'))?.verdict).toBe('for')
    expect(asRebuttal(data(log, 'rebuttal:beck'))).toMatchObject({
      revisedVerdict: 'depends',
      moved: true,
      recommendation: '做一个试验。',
    })
    const [, synthesis] = recordsOf(reduceAll(log), {localDate: at => at})
    expect(synthesis?.text).toContain('赞成 → 看情况')
    expect(synthesis?.text).toContain('排练（无模型）')
  })

  it('gives the same meeting for the same seed, and another for another', async () => {
    const of = async (seed: number) => JSON.stringify((await rehearsed(seated(councilMeeting({seed}), bodies))).log)
    expect(await of(1)).toBe(await of(1))
    const [all] = [await Promise.all(Array.from({length: 10}, (_, index) => of(index + 1)))]
    expect(new Set(all).size).toBeGreaterThan(1)
  })

  it('looks into the files literally, and leans on facts only where they bear on its own words', async () => {
    const discovery = [
      {question: 'profile 在哪里', files: [file('src/a.ts', 'const a = 1\nrunProfile()\n'), file('test/a.test.ts', 'x')]},
    ]
    const {log} = await rehearsed(seated(councilMeeting({rooted: true, discovery}), bodies))
    expect(asFinding(data(log, 'discovery-1'))?.facts).toEqual([
      'src/a.ts 第 2 行写到「runProfile()」',
      'src/a.ts 有 2 行',
      'test/a.test.ts 有 1 行',
      '约定：测试与源文件分开放（test/a.test.ts）',
    ])
    expect(asResponse(data(log, 'response:beck'))).not.toHaveProperty('groundedIn')
  })

  it('a persona without words for a council declines', async () => {
    const {log, end} = await rehearsed(seated(councilMeeting(), {...bodies, beck: '# 谁\n\n没有'}))
    expect(end).toMatchObject({how: 'closed', outcome: {rounds: 1}})
    expect(ofType(log, 'turn.failed')[0]?.fault.code).toBe('protocol')
  })
})

describe('the members that come with the program', () => {
  it.each(['zh', 'en'] as const)('all sit on councils and have something to say, in %s', async lang => {
    const folder = `personas/council${lang === 'zh' ? '' : '/en'}`
    const files = readdirSync(folder).filter(name => name.endsWith('.yaml'))
    expect(files.map(name => name.replace('.yaml', '')).sort()).toEqual([...COUNCIL_MEMBERS].sort())
    const all = Object.fromEntries(
      files.map(name => {
        const loaded = loadExpertFile(readFileSync(`${folder}/${name}`), {kind: 'built-in', path: name})
        return [name.replace('.yaml', ''), loaded.kind === 'expert' ? loaded.expert.body : '']
      }),
    )
    // Contested axes are found by their words, so the files say them as the prompts do.
    const axes = new Set(
      councilPrompts(lang)
        .axes?.split('\n')
        .map(line => line.split(/[：:]/)[0]),
    )
    const strange = Object.entries(all).flatMap(([id, body]) =>
      (councilIn(body)?.tradeoffs ?? ['?'])
        .map(readTradeoff)
        .flatMap(one => (one && axes.has(one.axis) ? [] : [`${id}: ${one?.axis}`])),
    )
    expect(strange).toEqual([])
    for (let at = 0; at < COUNCIL_MEMBERS.length - 2; at += 3) {
      const seatIds = COUNCIL_MEMBERS.slice(at, at + 3)
      const topic = lang === 'zh' ? '要不要现在重写这个解析器' : 'Should we rewrite this parser now?'
      const {log, end} = await rehearsed(seated(councilMeeting({seatIds: [...seatIds], lang, topic}), all))
      expect(end, seatIds.join()).toMatchObject({how: 'closed', outcome: {how: 'complete'}})
      expect(ofType(log, 'turn.finished').filter(event => event.key.startsWith('response:'))).toHaveLength(3)
    }
  })
})
