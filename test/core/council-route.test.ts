import {describe, expect, it} from 'vitest'
import {anchorHits} from '../../source/core/council-match.ts'
import {COUNCIL_MEMBERS} from '../../source/core/council-members.ts'
import {councilModeOf, debateWanted, explicitMembers, membersFor, routeByAnchors} from '../../source/core/council-route.ts'
import {COUNCIL_TOPICS} from '../../source/core/council-table.ts'

/** What a request is about, and the words that say so. */
const requests: readonly (readonly [request: string, topic: string | undefined, hits?: string])[] = [
  // English, one for each topic and more
  ['Which cipher and KDF should we use for backups?', 'cryptography', 'cipher KDF'],
  ['Is TLS enough for the key exchange between our boxes?', 'cryptography', 'TLS key exchange'],
  ['Should I optimize this loop now or ship first?', 'optimization-decision', 'Should I optimize'],
  [
    'We keep optimizing things nobody asked for. Premature optimization?',
    'optimization-decision',
    'optimizing Premature optimization',
  ],
  ['Optimise or leave it? Is it worth optimising at all?', 'optimization-decision', 'Optimise worth optimising'],
  ['p99 latency doubled and the hot path allocates a lot', 'performance-investigation', 'p99 latency hot path'],
  ['The importer got slower; profiling shows cache misses', 'performance-investigation', 'slower profiling cache misses'],
  [
    'A heisenbug that I cannot reproduce, only intermittent traces',
    'production-debugging',
    'heisenbug cannot reproduce intermittent traces',
  ],
  ['Debugged it for two days, the job is flaky', 'production-debugging', 'Debugged flaky'],
  ['Write the post-mortem after the outage, blameless', 'incident-response', 'post-mortem outage blameless'],
  ['Our oncall rotation burns people out', 'incident-response', 'oncall'],
  ['Microservice or monolith for a team of four?', 'microservices-vs-monolith', 'Microservice monolith'],
  ['Does extracting a service for billing make sense?', 'microservices-vs-monolith', 'extracting a service'],
  ['Raft or Paxos for leader election, and which quorum?', 'distributed-systems', 'Raft Paxos leader election quorum'],
  ['Does the CAP theorem matter here?', 'distributed-systems', 'CAP'],
  ['does the cap theorem matter here?', 'distributed-systems', 'cap'],
  ['Audit the authentication for vulnerabilities', 'security-audit', 'Audit authentication vulnerabilities'],
  ['How should the SDK surface and each method signature look?', 'api-design', 'SDK method signature'],
  ['Are our APIs and interfaces pleasant to use?', 'api-design', 'APIs interfaces'],
  ['Add sum types and better type inference to our DSL?', 'language-type-design', 'sum types type inference DSL'],
  ['Unit tests or property based testing for the parser?', 'testing-strategy', 'Unit tests property based testing'],
  ['Mocking everything: good test strategy?', 'testing-strategy', 'Mocking test strategy'],
  ['Who reviews the pull requests, and what about readability?', 'code-review', 'pull requests readability'],
  ['This PR is huge', 'code-review', 'PR'],
  ['Rewrite the legacy code or untangle it step by step?', 'refactoring-strategy', 'Rewrite legacy code untangle'],
  ['Time for a clean-up of technical debt', 'refactoring-strategy', 'clean-up technical debt'],
  ['RAG or a longer context window?', 'context-engineering', 'RAG context window'],
  ['few shot examples in the system prompt', 'context-engineering', 'few shot system prompt'],
  ['A multi-agent harness with tool calling', 'agent-engineering', 'multi-agent harness tool calling'],
  ['Do we need sub-agents for this workflow?', 'agent-engineering', 'sub-agents workflow'],
  ['Follow ReAct for the agent loop', 'agent-engineering', 'ReAct agent loop'],
  ['Fine-tuning or more data for the neural network?', 'ml-system-design', 'Fine-tuning neural network'],
  ['Scaling the model or cleaning the dataset', 'ml-system-design', 'Scaling the model dataset'],
  ['Record the design decisions as ADRs, mind the layering', 'architecture-review', 'design decisions ADRs layering'],
  ['Greenfield: designing a system from scratch', 'system-design-new-project', 'Greenfield designing a system from scratch'],
  ['We are starting a new thing', 'system-design-new-project', 'starting a'],
  // Chinese, one for each topic and more
  ['密钥放哪里？要不要端到端加密', 'cryptography', '密钥 端到端加密'],
  ['现在该不该优化这个循环，算不算过早优化', 'optimization-decision', '该不该优化 过早优化'],
  ['导入越来越慢，火焰图显示瓶颈在内存分配', 'performance-investigation', '越来越慢 火焰图 瓶颈 内存分配'],
  ['这个缺陷偶发，本地无法复现，怎么排查', 'production-debugging', '偶发 无法复现 排查'],
  ['线上bug 定位不到', 'production-debugging', '线上bug 定位不到'],
  ['昨晚宕机，今天做事故复盘，不追责', 'incident-response', '宕机 事故复盘 不追责'],
  ['单体拆成微服务值不值，服务边界怎么划', 'microservices-vs-monolith', '单体 微服务 服务边界'],
  ['跨机房要强一致还是最终一致', 'distributed-systems', '强一致 最终一致'],
  ['网络分区以后怎么选主，会不会脑裂', 'distributed-systems', '网络分区 选主 脑裂'],
  ['帮我看看鉴权有没有越权漏洞', 'security-audit', '鉴权 越权 漏洞'],
  ['这个API的返回值和参数设计合理吗', 'api-design', 'API 返回值 参数设计'],
  ['要不要引入泛型和联合类型，类型安全到什么程度', 'language-type-design', '泛型 联合类型 类型安全'],
  ['单元测试覆盖率要到多少', 'testing-strategy', '测试覆盖率'],
  ['代码评审时只看可读性和命名够吗', 'code-review', '代码评审 可读性 命名'],
  ['老代码重构还是推倒重来', 'refactoring-strategy', '老代码 重构 推倒重来'],
  ['提示词太长，上下文窗口放不下，要不要做检索增强', 'context-engineering', '提示词 上下文窗口 检索增强'],
  ['多智能体编排还是一个智能体加工具调用', 'agent-engineering', '智能体编排 智能体 工具调用'],
  ['微调大模型还是先补标注数据', 'ml-system-design', '微调 大模型 标注数据'],
  ['模块边界和依赖方向怎么定，架构决策要不要写下来', 'architecture-review', '模块边界 依赖方向 架构决策'],
  ['新项目从零开始，技术选型怎么做', 'system-design-new-project', '新项目 从零开始 技术选型'],
  // The longer word takes its place from the shorter one
  ['type safety', 'language-type-design', 'type safety'],
  ['类型安全', 'language-type-design', '类型安全'],
  ['渗透测试', 'security-audit', '渗透测试'],
  ['初始架构', 'system-design-new-project', '初始架构'],
  ['service boundaries', 'microservices-vs-monolith', 'service boundaries'],
  ['initial architecture', 'system-design-new-project', 'initial architecture'],
  ['An agent loop in a multi agent harness', 'agent-engineering', 'agent loop multi agent harness'],
  ['system prompt', 'context-engineering', 'system prompt'],
  // As many on both sides: the more specific one
  ['slow API', 'performance-investigation', 'slow'],
  ['怎么做性能优化，接口很慢', 'optimization-decision', '性能优化'],
  ['Threat model', 'security-audit', 'Threat'],
  ['微服务架构', 'microservices-vs-monolith', '微服务'],
  ['故障排查', 'production-debugging', '排查'],
  // A word counts once, however often it is said
  ['The API, the API, the API has high latency and low throughput', 'performance-investigation', 'latency throughput'],
  // Traps: a part of a word, another word, a word that means something else
  ['Our entity loop shows up in the profile. Should we rewrite it?', 'refactoring-strategy', 'rewrite'],
  ['My profile page looks prematurely empty', undefined],
  ['Add capacity to escape the handicap', undefined],
  ['Cap the upload at 10 MB', undefined],
  ['Should our React app use signals?', undefined],
  ['The web page has a couple of names', undefined],
  ['A generic question about nothing', undefined],
  ['The harnesses', 'agent-engineering', 'harnesses'],
  ['这个类线程安全吗', undefined],
  ['命名空间怎么取', undefined],
  ['Should we use tabs or spaces?', undefined],
  ['要用制表符还是空格', undefined],
  ['', undefined],
]

describe('routing by anchors', () => {
  it.each(requests.map(([request, topic, hits]) => ({request, topic, hits})))('$request → $topic', ({request, topic, hits}) => {
    const routed = routeByAnchors(request)
    expect([routed?.topic.key, routed?.hits.join(' ')]).toEqual([topic, hits])
  })

  it('finds every topic by each of its own anchors, and only there', () => {
    const lost = COUNCIL_TOPICS.flatMap(topic =>
      [...topic.anchors, ...topic.chinese.map(anchor => anchor.replaceAll('_', ' '))].flatMap(anchor => {
        const found = routeByAnchors(anchor)?.topic.key
        return found === topic.key ? [] : [`${anchor}: ${topic.key}, found ${found}`]
      }),
    )
    expect(lost).toEqual([])
  })

  it('counts one hit a place in the text', () => {
    const text = 'multi-agent tool calling, should I optimize it, 端到端加密 and 单元测试'
    const hits = anchorHits(text)
    for (const [index, hit] of hits.entries()) expect(hit.from).toBeGreaterThanOrEqual(hits[index - 1]?.to ?? 0)
    expect(hits.map(hit => hit.text)).toEqual(['multi-agent', 'tool calling', 'should I optimize', '端到端加密', '单元测试'])
  })

  it('takes a long request in linear time', () => {
    const spent = process.cpuUsage()
    expect(routeByAnchors(`${'API 接口 '.repeat(20_000)}monolith`)?.topic.key).toBe('api-design')
    expect(process.cpuUsage(spent).user / 1000).toBeLessThan(3000)
  })
})

describe('members of a topic', () => {
  it('are always the table’s', () => {
    expect(membersFor('optimization-decision', 'duo', 'anything')).toEqual({members: ['knuth', 'beck']})
    expect(membersFor('optimization-decision', 'triad', '')).toEqual({members: ['knuth', 'beck', 'carmack']})
    expect(membersFor('nothing of the table', 'duo', '')).toEqual({members: []})
  })

  it.each([
    ['A new project, from scratch', ['kay', 'torvalds'], 'vision-or-running-code', []],
    ['新项目从零开始', ['kay', 'torvalds'], 'vision-or-running-code', []],
    ['新项目，先做单体还是一上来就微服务', ['fowler', 'dhh'], 'patterns-or-monolith', ['单体', '微服务']],
    [
      'New project: correctness or availability first?',
      ['lamport', 'vogels'],
      'correct-or-available',
      ['correctness', 'availability'],
    ],
    ['从零开始做一个游戏引擎，要实时', ['carmack', 'muratori'], 'algorithm-or-machine', ['游戏引擎', '实时']],
    ['新项目先跑起来，做个原型', ['kay', 'torvalds'], 'vision-or-running-code', ['原型', '先跑起来']],
  ] as const)('a flex duo follows the axis of the request: %s', (text, members, axis, words) => {
    const found = membersFor('system-design-new-project', 'duo', text)
    expect(found.members).toEqual(members)
    expect(found.flex?.axis).toBe(axis)
    expect([...(found.flex?.words ?? [])].sort()).toEqual([...words].sort())
  })

  it('a triad is not flex', () => {
    expect(membersFor('system-design-new-project', 'triad', '单体 微服务')).toEqual({members: ['lamport', 'beck', 'vogels']})
  })

  it('named one by one: any case, each once, in their order, strangers apart', () => {
    expect(explicitMembers(['Beck', ' KNUTH ', '@beck', 'linus', ''])).toEqual({members: ['beck', 'knuth'], unknown: ['linus']})
    expect(explicitMembers(COUNCIL_MEMBERS).members).toEqual(COUNCIL_MEMBERS)
  })
})

describe('duo or triad', () => {
  it.each([
    ['该不该优化', 'duo'],
    ['用三人组讨论这件事', 'triad'],
    ['找三位来看看', 'triad'],
    ['三个视角看一下接口', 'triad'],
    ['从多个角度分析', 'triad'],
    ['这件事涉及多个领域', 'triad'],
    ['as a triad please', 'triad'],
    ['three perspectives on this API', 'triad'],
    ['this touches several different areas', 'triad'],
    ['weigh security, latency and testing', 'triad'],
    ['从安全、性能和可维护性来看', 'triad'],
    ['security and latency', 'duo'],
    ['we have three services and 3 databases', 'duo'],
    ['第三人称怎么写', 'duo'],
    ['三位数的端口够吗', 'duo'],
    ['a duo on three perspectives', 'duo'],
    ['双人组就好', 'duo'],
  ] as const)('%s → %s', (text, mode) => {
    expect(councilModeOf(text)).toBe(mode)
  })

  it('three named members are a triad', () => {
    expect(councilModeOf('问 Knuth、Beck 和 Carmack', 3)).toBe('triad')
    expect(councilModeOf('问 Knuth 和 Beck', 2)).toBe('duo')
  })
})

describe('the debate', () => {
  it.each([
    '不要辩论',
    '单轮就好',
    '只要各方看法',
    '跳过反驳',
    '不用互相反驳',
    '不辩论',
    '只跑一轮',
    '一轮就够',
    '只想看各自的观点',
    '跳过第二轮',
    'no debate please',
    'skip the rebuttals',
    'without a debate',
    'a single round',
    'single-round council',
    'one pass is enough',
    "don't debate",
    'do not let them debate',
    'just the positions',
    'only their views',
    'debate off',
  ])('is off: %s', text => {
    expect(debateWanted(`该不该重写 parser？${text}`)).toBe(false)
  })

  it.each([
    '该不该重写',
    '大家辩论一下',
    '让他们互相反驳',
    'let them debate',
    'round-robin or single-threaded?',
    'no downtime, no drama',
    'is it worth a second round of funding?',
    '不要重写，先测试',
  ])('is on: %s', text => {
    expect(debateWanted(text)).toBe(true)
  })
})
