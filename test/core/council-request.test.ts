import {describe, expect, it} from 'vitest'
import {councilSaid} from '../../source/core/council-at.ts'
import {topicChosen} from '../../source/core/council-chosen.ts'
import {type CouncilFlags, type CouncilNames, councilRequest, topicCalled} from '../../source/core/council-request.ts'
import {parseRequest} from '../../source/core/request.ts'
import {topicNames} from '../../source/i18n/council-topics.ts'
import {cpuMs} from '../support/cpu.ts'

const people = {
  knuth: ['knuth', '高德纳', 'Donald Knuth', 'Knuth'],
  beck: ['beck', '贝克', 'Kent Beck', 'Beck'],
  carmack: ['carmack', '约翰·卡马克', '卡马克', 'Carmack'],
  muratori: ['muratori', 'Casey Muratori'],
  green: ['green', '马修·格林', 'Matthew Green'],
  marlinspike: ['marlinspike', 'Moxie'],
  chase: ['chase', 'Harrison Chase'],
  fowler: ['fowler', '马丁·福勒', '福勒', 'Martin Fowler'],
  martin: ['martin', '鲍勃大叔', 'Robert C. Martin'],
}
const names: CouncilNames = {members: Object.entries(people).map(([id, its]) => ({id, names: its})), topics: topicNames}

function asked(sentence: string, flags: CouncilFlags = {}, settings = {}) {
  const said = councilSaid(sentence) ?? {request: sentence}
  return councilRequest(said, flags, {names, settings})
}

function who(sentence: string, flags: CouncilFlags = {}) {
  const {seating} = asked(sentence, flags)
  switch (seating.by) {
    case 'members':
      return seating.guests.map(({name}) => name).join(' ')
    case 'nothing':
      return 'nothing'
    default:
      return `${seating.by}: ${seating.topic}`
  }
}

describe('who sits, first match wins', () => {
  it.each<[string, string]>([
    // Members named in the request, side by side.
    ['Let Carmack and Muratori debate whether to rewrite this loop', 'carmack muratori'],
    ['针对这个问题，让 Carmack 和 Muratori 对辩：要不要重写', 'carmack muratori'],
    ['请征询 Knuth 和 Beck 的意见', 'knuth beck'],
    ['请高德纳和贝克看看要不要优化', 'knuth beck'],
    ['ask knuth, beck and carmack about tuning this', 'knuth beck carmack'],
    ['Knuth vs Beck: should I optimize?', 'knuth beck'],
    ['Ask Green and Marlinspike: roll our own encryption?', 'green marlinspike'],
    ['ask marlinspike and green about this cipher', 'marlinspike green'],
    ['Should Martin Fowler and Kent Beck refactor it?', 'fowler beck'],
    ['让 Knuth、Beck、Carmack 和 Muratori 谈谈性能', 'knuth beck carmack muratori'],
    // A member who is only spoken of is not called.
    ["Does Fowler's monolith beat Martin's?", 'anchors: microservices-vs-monolith'],
    ['高德纳的书和贝克的书都谈优化吗', 'anchors: optimization-decision'],
    ['Should the green and chase builds cut latency?', 'anchors: performance-investigation'],
    ['“Knuth and Beck” is a title; is the API good?', 'anchors: api-design'],
    ['「高德纳和贝克」是书名，接口设计怎么看', 'anchors: api-design'],
    ['Is Knuth right about latency?', 'anchors: performance-investigation'],
    // A topic by its key or its name.
    ['run the optimization-decision council on this API', 'topic: optimization-decision'],
    ['运行优化决策委员会：这个接口', 'topic: optimization-decision'],
    ['run the security audit council', 'topic: security-audit'],
    ['topic: code-review. Is this fast?', 'topic: code-review'],
    ['主题：api-design，选项怎么叫', 'topic: api-design'],
    ['“optimization-decision council”, latency', 'anchors: performance-investigation'],
    // Names before a topic.
    ['Let Carmack and Muratori run the optimization-decision council', 'carmack muratori'],
    // Anchors.
    ['Should I optimize this loop?', 'anchors: optimization-decision'],
    ['我们要不要拆微服务', 'anchors: microservices-vs-monolith'],
    ['中午吃什么', 'nothing'],
    ['What should we eat?', 'nothing'],
  ])('%s -> %s', (sentence, expected) => {
    expect(who(sentence)).toBe(expected)
  })

  it.each<[string, CouncilFlags, string]>([
    ['Should I optimize?', {members: 'fowler,beck'}, 'fowler beck'],
    ['@council:knuth,beck Should I optimize?', {}, 'knuth beck'],
    ['＠council：高德纳、贝克 要不要优化？', {}, '高德纳 贝克'],
    ['@council:knuth, beck optimize?', {}, 'knuth beck'],
    ['@council: should we optimize?', {}, 'anchors: optimization-decision'],
    ['@council:knuth,beck x', {members: 'fowler'}, 'fowler'],
    ['Let Knuth and Beck talk', {members: 'fowler'}, 'fowler'],
    ['Should I optimize?', {with: 'knuth:claude,beck:codex'}, 'knuth beck'],
    ['Should I optimize?', {councilTopic: 'api-design'}, 'topic: api-design'],
    ['Should I optimize?', {councilTopic: '接口设计'}, 'topic: api-design'],
    ['Let Carmack and Muratori talk', {councilTopic: 'api-design'}, 'carmack muratori'],
    ['Should I optimize?', {members: 'knuth', councilTopic: 'api-design'}, 'knuth'],
    ['What should we eat?', {topicChosen: 'code-review'}, 'model: code-review'],
    ['Should I optimize?', {topicChosen: 'code-review'}, 'anchors: optimization-decision'],
    ['What should we eat?', {topicChosen: 'lunch'}, 'nothing'],
  ])('%s %j -> %s', (sentence, flags, expected) => {
    expect(who(sentence, flags)).toBe(expected)
  })

  it('a topic that is left aside for members is said, and one that does not exist is a problem', () => {
    expect(asked('x', {members: 'knuth,beck', councilTopic: 'api-design'}).notes).toEqual([
      {code: 'topic-left-aside', slots: {said: 'api-design'}},
    ])
    expect(asked('x', {councilTopic: 'lunch'}).problems).toEqual([{code: 'unknown-topic', said: 'lunch'}])
    expect(asked('x', {members: ' '}).problems).toEqual([{code: 'no-member'}])
  })

  it('a topic is found by key and by its name in both languages', () => {
    for (const said of ['optimization-decision', 'Optimization Decision', '优化决策', '优化决策委员会', 'whether to optimize'])
      expect(topicCalled(said, names)).toBe('optimization-decision')
    expect(topicCalled('', names)).toBeUndefined()
  })

  it('--with beside --members says who has which voice', () => {
    expect(asked('x', {members: 'knuth,beck', with: 'beck:codex'}).voices).toEqual([{name: 'beck', provider: 'codex'}])
  })
})

describe('how many, and whether they debate', () => {
  it.each<[string, CouncilFlags, object, string, boolean]>([
    ['Should I optimize?', {}, {}, 'duo', true],
    ['三位一起看：要不要优化', {}, {}, 'triad', true],
    ['Should I optimize?', {triad: true}, {}, 'triad', true],
    ['three members: should I optimize?', {duo: true}, {}, 'duo', true],
    ['Should I optimize?', {}, {mode: 'triad', debate: false}, 'triad', false],
    ['两位就好：要不要优化', {}, {mode: 'triad'}, 'duo', true],
    ['要不要优化，不要辩论', {}, {}, 'duo', false],
    ['Should I optimize? No debate, please', {}, {}, 'duo', false],
    ['要不要优化，不要辩论', {debate: true}, {}, 'duo', true],
    ['Should I optimize?', {noDebate: true}, {}, 'duo', false],
    ['Should I optimize?', {debate: true}, {debate: false}, 'duo', true],
  ])('%s %j %j', (sentence, flags, settings, mode, debate) => {
    expect(asked(sentence, flags, settings)).toMatchObject({mode, debate, problems: []})
  })

  it('what excludes each other is a problem', () => {
    expect(asked('x', {duo: true, triad: true}).problems).toEqual([{code: 'duo-and-triad'}])
    expect(asked('x', {debate: true, noDebate: true}).problems).toEqual([{code: 'debate-twice'}])
    expect(asked('x', {discover: true, noDiscover: true}).problems).toEqual([{code: 'discover-twice'}])
  })
})

describe('a sentence that asks for a council', () => {
  it.each<[string, string, string | undefined]>([
    ['@council Should we?', 'Should we?', undefined],
    ['@council，要不要优化？', '要不要优化？', undefined],
    ['  @COUNCIL:knuth,beck  要不要优化？', '要不要优化？', 'knuth,beck'],
    ['@council:knuth:claude,beck:codex/gpt x', 'x', 'knuth:claude,beck:codex/gpt'],
    ['/engineering-council should we optimize?', 'should we optimize?', undefined],
    ['@engineering-council 要不要', '要不要', undefined],
    ['召集工程委员会讨论接口', '召集工程委员会讨论接口', undefined],
    ['run the api-design council on flags', 'run the api-design council on flags', undefined],
    ['@council', '', undefined],
  ])('%s', (sentence, request, listed) => {
    expect(councilSaid(sentence)).toEqual({request, ...(listed === undefined ? {} : {listed})})
    expect(parseRequest(sentence)).toMatchObject({kind: 'meeting', protocol: 'council'})
  })

  it.each([
    '@councils x',
    '@council-of-elders x',
    'the engineering council met',
    '我们用 @council 讨论',
    '开会讨论工程委员会制度',
  ])('%s does not', sentence => {
    expect(councilSaid(sentence)).toBeUndefined()
  })
})

describe('what a model chose', () => {
  it.each<[string, string | undefined]>([
    ['api-design', 'api-design'],
    [' `API-Design`.\n', 'api-design'],
    ['{"topic": "api-design"}', 'api-design'],
    ['```json\n{"topic":"api-design"}\n```', 'api-design'],
    ['「api-design」', 'api-design'],
    ['api-design, or perhaps code-review', undefined],
    ['I would choose api-design', undefined],
    ['{"topic":"api-design"} {"topic":"code-review"}', undefined],
    ['{"topic": 3}', undefined],
    ['lunch', undefined],
    ['', undefined],
  ])('%j', (reply, key) => {
    expect(topicChosen(reply)).toBe(key)
  })
})

it('the longest request that is taken costs less than half a second', () => {
  const long = 'Knuth, Beck 和 高德纳、贝克 should optimize the 优化决策 council '.repeat(80)
  asked(long.slice(0, 100))
  const before = cpuMs()
  asked(long)
  expect(cpuMs() - before).toBeLessThan(500)
})
