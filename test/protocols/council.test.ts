import {describe, expect, it} from 'vitest'
import {chairText, lintChair} from '../../source/core/chair.ts'
import {asRebuttal, asResponse} from '../../source/core/council-data.ts'
import type {Lang, Meeting, Stamped} from '../../source/core/events.ts'
import {hearersOf, words} from '../../source/core/selectors.ts'
import {ofType, reduceAll} from '../../source/core/state.ts'
import {slotsOf} from '../../source/core/template.ts'
import {chairFor} from '../../source/i18n/chair.ts'
import {council} from '../../source/protocols/council.ts'
import {protocolOf} from '../../source/protocols/index.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {verifyMeeting} from '../../source/runtime/verify.ts'
import {agreeing, answer, councilMeeting, councilPrompts, file, holdCouncil} from './council-table.ts'
import {down, keysOf} from './table.ts'

const lines = (log: readonly Stamped[], meeting: Meeting) =>
  ofType(log, 'chair.said').map(event => chairText(meeting.templates.chair, event.line))
const lineIds = (log: readonly Stamped[]) => ofType(log, 'chair.said').map(event => event.line.id)
const faults = (held: {readonly log: readonly Stamped[]}) => verifyMeeting(council, held.log).filter(check => !check.ok)
const phases = (log: readonly Stamped[]) => ofType(log, 'phase.entered').map(event => event.phase)
const echoOf = (log: readonly Stamped[], meeting: Meeting) =>
  lines(log, meeting).find(line => /^(?:委员会|Council)[：:]/.test(line))

const rooted = {
  rooted: true,
  discovery: [
    {question: '有没有基准测试', files: [file('src/a.ts'), file('package.json')]},
    {question: '循环在哪里', files: [file('src/b.ts')]},
  ],
}

describe('a council', () => {
  it('takes positions, debates once, and closes', async () => {
    const meeting = councilMeeting()
    const held = await holdCouncil(meeting)
    expect(held.end).toEqual({how: 'closed', outcome: {how: 'complete', rounds: 2}})
    expect(keysOf(held)).toEqual(['response:knuth', 'response:beck', 'rebuttal:knuth', 'rebuttal:beck'])
    expect(phases(held.log)).toEqual(['positions', 'debate', 'synthesis'])
    expect(faults(held)).toEqual([])
  })

  it('is registered, and the chair has no words but lawful ones', () => {
    expect(protocolOf('council', 1)).toBe(council)
    for (const lang of ['zh', 'en'] as const) expect(lintChair(chairFor('council', lang))).toEqual([])
    expect(Object.keys(chairFor('roundtable', 'zh')).filter(id => id.startsWith('council.'))).toEqual([])
  })

  it('has the same templates with the same slots in both languages', () => {
    const shape = (lang: Lang) =>
      Object.entries({...councilPrompts(lang), ...chairFor('council', lang)}).map(([id, text]) => [id, [...slotsOf(text)].sort()])
    expect(shape('zh')).toEqual(shape('en'))
    for (const lang of ['zh', 'en'] as const) expect(councilPrompts(lang).axes?.split('\n')).toHaveLength(18)
  })
})

describe('the echo', () => {
  it('tells the eight facts, none left out, before anybody speaks', async () => {
    const meeting = councilMeeting()
    const held = await holdCouncil(meeting)
    expect(echoOf(held.log, meeting)).toBe(
      [
        '委员会：optimization-decision · 双人组',
        '成员：席knuth、席beck',
        '选定方式：关键词（keyword）',
        '理由：命中锚点词：优化',
        '以仓库为据：否',
        '已读文件：无（根据请求推理）',
        '简报：无',
        '辩论：开',
      ].join('\n'),
    )
    const order = held.log.flatMap(event => ('key' in event ? [event.key] : []))
    expect(order.indexOf('chair:council.echo')).toBeLessThan(order.indexOf('response:knuth'))
  })

  it('tells what was found, in English as in Chinese', async () => {
    const selection = {topic: null, mode: 'duo', members: ['knuth', 'beck'], routedBy: 'explicit', note: 'named by you'} as const
    const meeting = councilMeeting({lang: 'en', debate: false, selection, ...rooted})
    const held = await holdCouncil(meeting)
    expect(echoOf(held.log, meeting)).toBe(
      [
        'Council: named members · duo',
        'Members: 席knuth, 席beck',
        'Routed by: explicit',
        'Why: named by you',
        'Grounded: yes',
        'Files read: src/a.ts',
        'Brief: ',
        '- 事实1（src/a.ts）',
        '- 事实2（src/a.ts）',
        'Debate: off',
      ].join('\n'),
    )
  })

  it('says so where a repository holds nothing that bears on it', async () => {
    const meeting = councilMeeting({rooted: true})
    const held = await holdCouncil(meeting)
    expect(echoOf(held.log, meeting)).toContain(
      '以仓库为据：是\n已读文件：无（根据请求推理）\n简报：仓库里没有找到与问题有关的内容。',
    )
    expect(held.prompt('response:knuth')).toContain('仓库里没有找到与问题有关的内容')
  })
})

describe('isolation', () => {
  it('of round one: the request, the persona and the brief, and nothing of anybody else', async () => {
    const held = await holdCouncil(councilMeeting({seatIds: ['knuth', 'beck', 'carmack']}))
    for (const key of ['response:knuth', 'response:beck', 'response:carmack']) {
      expect(held.prompt(key)).not.toContain('《')
      expect(held.prompt(key)).toContain('要不要优化这个循环')
    }
    const systems = held.asked.map(request => request.system)
    expect(systems.every((system, index) => system.includes(`人物 ${held.asked[index]?.who.id}`))).toBe(true)
  })

  it('of the debate: the others of round one, never what they say now', async () => {
    const held = await holdCouncil(councilMeeting({seatIds: ['knuth', 'beck', 'carmack']}), {sessions: true})
    const prompt = held.prompt('rebuttal:beck')
    expect(prompt).toContain('《response:knuth》')
    expect(prompt).toContain('《response:carmack》')
    expect(prompt).not.toContain('《rebuttal')
    // Its own session holds its own part, the request and the brief.
    expect(prompt).not.toContain('《response:beck》')
    expect(prompt).not.toContain('要不要优化这个循环')
  })

  it('the others are handed verdict, stance and key points, not the recommendation', async () => {
    const held = await holdCouncil(councilMeeting())
    const prompt = held.prompt('rebuttal:beck')
    expect(prompt).toContain('"verdict":"against"')
    expect(prompt).toContain('席knuth的顾虑。')
    expect(prompt).not.toContain('席knuth的建议。')
  })

  it('a voice that remembers nothing gets request, brief and its own first answer with the rebuttal', async () => {
    const held = await holdCouncil(councilMeeting(rooted), {remembers: false})
    const prompt = held.prompt('rebuttal:beck')
    for (const part of ['要不要优化这个循环', '事实1（src/a.ts）', '《response:beck》', '《response:knuth》']) {
      expect(prompt).toContain(part)
    }
    expect(faults(held)).toEqual([])
  })
})

describe('discovery', () => {
  it('reads the files of a question in a session of its own, and hands on facts only', async () => {
    const held = await holdCouncil(councilMeeting(rooted), {sessions: true})
    expect(phases(held.log)[0]).toBe('discovery')
    expect(held.prompt('discovery-1')).toContain('内容 src/a.ts')
    expect(held.prompt('discovery-1')).not.toContain('内容 src/b.ts')
    expect(held.prompt('discovery-2')).toContain('循环在哪里')
    for (const request of held.asked.filter(({turn}) => turn.stage === 'discovery')) expect(request.session).toBeUndefined()
    for (const key of ['response:knuth', 'response:beck', 'rebuttal:beck']) expect(held.prompt(key)).not.toContain('内容 src/')
    expect(held.prompt('response:knuth')).toContain('事实1（src/a.ts）')
    expect(held.prompt('response:knuth')).toContain('groundedIn')
    expect(faults(held)).toEqual([])
  })

  it('believes only files that were given, keeps conventions apart, and says a fact once', async () => {
    const finding = {
      ...{question: 'other', filesRead: ['./src/a.ts', 'secret.txt'], relevant: true},
      facts: ['约定：测试放在 test/（package.json）', '循环跑 10 次（src/a.ts）'],
    }
    const held = await holdCouncil(councilMeeting(rooted), {
      says: request => (request.turn.stage === 'discovery' ? JSON.stringify(finding) : answer(request)),
    })
    expect(ofType(held.log, 'noted').find(event => event.key === 'note:brief')?.note).toEqual({
      rooted: true,
      filesRead: ['src/a.ts'],
      conventions: ['TypeScript', 'npm', '测试放在 test/（package.json）'],
      summary: '- 循环跑 10 次（src/a.ts）',
      left: 0,
    })
    expect(ofType(held.log, 'turn.finished')[0]?.data).toMatchObject({question: '有没有基准测试', filesRead: ['src/a.ts']})
    expect(faults(held)).toEqual([])
  })

  it('one question that fails is told, and the other stands', async () => {
    const meeting = councilMeeting(rooted)
    const held = await holdCouncil(meeting, {says: request => (request.turn.key === 'discovery-1' ? down : answer(request))})
    expect(lines(held.log, meeting)).toContain('第 1 个问题没有查到结果。')
    expect(echoOf(held.log, meeting)).toContain('以仓库为据：是')
  })

  it('where all of it fails, nobody takes silence for an empty repository', async () => {
    const meeting = councilMeeting(rooted)
    const held = await holdCouncil(meeting, {says: request => (request.turn.stage === 'discovery' ? down : answer(request))})
    expect(echoOf(held.log, meeting)).toContain('以仓库为据：否')
    expect(held.prompt('response:knuth')).toContain('没有仓库简报')
    expect(held.end).toMatchObject({how: 'closed', outcome: {how: 'complete'}})
    expect(faults(held)).toEqual([])
  })
})

describe('data', () => {
  it('is asked for once more with the problem, then the member is absent where nobody can be asked', async () => {
    const says = (request: AskRequest) => (request.turn.key === 'response:beck' ? '{"verdict":"maybe"}' : answer(request))
    const held = await holdCouncil(councilMeeting(), {says, auto: true, present: false})
    expect(keysOf(held)).toEqual(['response:knuth', 'response:beck', 'response:beck'])
    expect(held.prompt('response:beck')).toContain('上一次的输出无法使用')
    expect(lines(held.log, councilMeeting())).toContain('席beck 本次未发言。')
    expect(lineIds(held.log)).toContain('council.debate.alone')
    expect(held.end).toMatchObject({how: 'closed'})
    expect(faults(held)).toEqual([])
  })

  it('carries the id of the seat, whatever the reply says, and tradeoffs in one form', async () => {
    const says = (request: AskRequest) =>
      JSON.stringify({
        ...JSON.parse(answer(request)),
        ...{member: 'somebody', respondsTo: ['席knuth', 'BECK', 'stranger']},
        tradeoffsRaised: ['- 优化时机: 先测量 优先于  先跑通。', 'free prose'],
        groundedIn: ['a fact'],
      })
    const held = await holdCouncil(councilMeeting(), {says: request => says(request)})
    const first = asResponse(ofType(held.log, 'turn.finished')[0]?.data)
    expect(first).toMatchObject({member: 'knuth', tradeoffsRaised: ['优化时机：先测量 优先于 先跑通', 'free prose']})
    expect(first).not.toHaveProperty('groundedIn')
    const last = ofType(held.log, 'turn.finished').find(event => event.key === 'rebuttal:beck')
    expect(asRebuttal(last?.data)).toMatchObject({member: 'beck', respondsTo: ['knuth']})
    expect(faults(held)).toEqual([])
  })

  it('tradeoffs that are all in no form are asked for again', async () => {
    const prose = JSON.stringify({
      ...JSON.parse('{}'),
      stance: 's',
      verdict: 'for',
      keyConcerns: [],
      tradeoffsRaised: ['speed'],
      recommendation: 'r',
    })
    const held = await holdCouncil(councilMeeting(), {
      says: (request, failures) => (request.turn.key === 'response:knuth' && failures === 0 ? prose : answer(request)),
    })
    expect(keysOf(held).filter(key => key === 'response:knuth')).toHaveLength(2)
    expect(held.end).toMatchObject({outcome: {how: 'complete', rounds: 2}})
  })
})

describe('the debate is left out', () => {
  it.each([
    ['off', {debate: false}, answer, 'council.debate.off'],
    ['needless', {}, agreeing, 'council.debate.needless'],
    ['alone', {seatIds: ['knuth']}, answer, 'council.debate.alone'],
  ] as const)('%s, and a line says why', async (_, more, says, line) => {
    const held = await holdCouncil(
      councilMeeting({...more, seatIds: 'seatIds' in more ? [...more.seatIds] : ['knuth', 'beck']}),
      {
        says: request => says(request),
      },
    )
    expect(lineIds(held.log)).toContain(line)
    expect(phases(held.log)).toEqual(['positions', 'synthesis'])
    expect(held.end).toMatchObject({outcome: {how: 'complete', rounds: 1}})
    expect(faults(held)).toEqual([])
  })

  it.each([
    ['one depends', {verdict: 'depends'}],
    ['a contested axis', {tradeoffsRaised: ['轴：甲 优先于 乙']}],
  ])('but not with %s among equal verdicts', async (_, odd) => {
    const held = await holdCouncil(councilMeeting(), {
      says: request => {
        if (!request.turn.key.startsWith('response:')) return answer(request)
        const base = {...JSON.parse(answer(request)), verdict: 'for', tradeoffsRaised: ['轴：乙 优先于 甲']}
        return JSON.stringify(request.who.id === 'beck' ? {...base, ...odd} : base)
      },
    })
    expect(phases(held.log)).toContain('debate')
  })
})

describe('the person', () => {
  it('is heard by everybody before the debate, verbatim', async () => {
    const held = await holdCouncil(councilMeeting(), {
      sessions: true,
      onEvent: (event, run) =>
        event.type === 'turn.started' && event.key === 'response:knuth' && run.say('  只有一个用户\n在用  '),
    })
    for (const id of ['knuth', 'beck']) {
      expect(held.prompt(`response:${id}`)).not.toContain('只有一个用户')
      expect(held.prompt(`rebuttal:${id}`)).toContain('  只有一个用户\n在用')
    }
    const [word] = words(reduceAll(held.log))
    expect(hearersOf(reduceAll(held.log), word?.seq ?? 0)).toEqual(['knuth', 'beck'])
    expect(faults(held)).toEqual([])
  })

  it('said in the debate, it reaches nobody and is kept', async () => {
    const held = await holdCouncil(councilMeeting(), {
      onEvent: (event, run) => event.type === 'turn.started' && event.key === 'rebuttal:knuth' && run.say('太晚了'),
    })
    const [word] = words(reduceAll(held.log))
    expect(word?.text).toBe('太晚了')
    expect(hearersOf(reduceAll(held.log), word?.seq ?? 0)).toEqual([])
  })

  it('one more round is not to be had', async () => {
    const held = await holdCouncil(councilMeeting(), {
      onEvent: (event, run) => event.type === 'turn.started' && run.say('再来一轮'),
    })
    expect(lineIds(held.log).filter(id => id === 'council.most').length).toBeGreaterThan(0)
    expect(held.end).toMatchObject({outcome: {rounds: 2}})
  })

  it('the reminder goes to everybody with the debate', async () => {
    const held = await holdCouncil(councilMeeting(), {
      onEvent: (event, run) => event.type === 'turn.started' && event.key === 'response:knuth' && run.say('提醒'),
    })
    for (const id of ['knuth', 'beck']) expect(held.prompt(`rebuttal:${id}`)).toContain('请注意聚焦于会议主题')
  })

  it('may be asked about a member who fails: another try, or without', async () => {
    const says = (request: AskRequest, failures: number) =>
      request.turn.key === 'response:beck' && failures < 2 ? down : answer(request)
    const again = await holdCouncil(councilMeeting(), {says, onWaiting: (_, run) => run.say('重试')})
    expect(again.end).toMatchObject({outcome: {how: 'complete', rounds: 2}})
    const without = await holdCouncil(councilMeeting(), {says, onWaiting: (_, run) => run.say('跳过')})
    expect(lineIds(without.log)).toContain('council.debate.alone')
    for (const held of [again, without]) expect(faults(held)).toEqual([])
  })

  it('nobody who can speak: it closes and says so', async () => {
    const held = await holdCouncil(councilMeeting(), {says: () => down, present: false})
    expect(lineIds(held.log)).toContain('council.nobody')
    expect(held.end).toEqual({how: 'closed', outcome: {how: 'shortened', rounds: 0}})
    expect(faults(held)).toEqual([])
  })

  it.each([
    ['结束会议', 'response:knuth', 'council.debate.stopped', 1],
    ['跳过结语，直接结束', 'response:knuth', 'council.aborted', 0],
    ['结束会议', 'rebuttal:knuth', undefined, 2],
  ])('%s at %s', async (text, at, line, rounds) => {
    const held = await holdCouncil(councilMeeting(), {
      onEvent: (event, run) => event.type === 'turn.started' && event.key === at && run.say(text),
    })
    if (line) expect(lineIds(held.log)).toContain(line)
    expect(held.end).toMatchObject({how: 'closed', outcome: {rounds}})
    expect(faults(held)).toEqual([])
  })
})

it('a budget that is used up ends it with round one', async () => {
  const meeting = councilMeeting()
  const held = await holdCouncil(
    {...meeting, options: {...meeting.options, budget: {tokens: 10}}},
    {usage: {inputTokens: 100, outputTokens: 10}},
  )
  expect(lineIds(held.log)).toContain('budget.spent')
  expect(phases(held.log)).toEqual(['positions', 'synthesis'])
  expect(faults(held)).toEqual([])
})
