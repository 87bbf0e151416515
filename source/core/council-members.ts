/** Who can sit on a council, and who stands against whom: the roster of `seeds/engineering-council.txt`. */

/** Ids of the members, each the surname of a person whose engineering is documented in public. */
export const COUNCIL_MEMBERS = [
  'knuth',
  'beck',
  'lamport',
  'vogels',
  'fowler',
  'dhh',
  'schneier',
  'kaminsky',
  'marlinspike',
  'green',
  'martin',
  'hickey',
  'lecun',
  'pearl',
  'ng',
  'chollet',
  'allspaw',
  'majors',
  'pike',
  'hejlsberg',
  'carmack',
  'muratori',
  'kay',
  'torvalds',
  'ousterhout',
  'abramov',
  'karpathy',
  'khattab',
  'chase',
  'willison',
  'husain',
  'yao',
  'dijkstra',
] as const
export type CouncilMember = (typeof COUNCIL_MEMBERS)[number]

export type PolarityPair = {
  /** A code. What people call the axis and its two sides is a line of `axes` in the prompts, in the order of these pairs. */
  readonly axis: string
  readonly members: readonly [CouncilMember, CouncilMember]
  /** What a request says that is about this axis, in both languages. Only a flex duo is chosen by them. */
  readonly words: readonly string[]
}

const pair = (axis: string, members: PolarityPair['members'], words: string): PolarityPair => ({
  axis,
  members,
  words: words.split(', '),
})

/** Two ways of looking that are both right and cannot both be had. */
export const POLARITY_PAIRS: readonly PolarityPair[] = [
  pair(
    'early-or-late-optimization',
    ['knuth', 'beck'],
    'optimize early, optimize later, early optimization, 先优化, 晚点优化, 提前优化',
  ),
  pair(
    'correct-or-available',
    ['lamport', 'vogels'],
    'correctness, availability, uptime, failover, 正确性, 可用性, 高可用, 容错',
  ),
  pair(
    'patterns-or-monolith',
    ['fowler', 'dhh'],
    'monolith, microservice, design pattern, framework, 单体, 微服务, 设计模式, 框架',
  ),
  pair('defence-or-offence', ['schneier', 'kaminsky'], 'security, attacker, threat, 安全, 攻击, 威胁'),
  pair('usable-or-proven-crypto', ['marlinspike', 'green'], 'encryption, end-to-end, crypto, 加密, 端到端, 密码'),
  pair('discipline-or-simplicity', ['martin', 'hickey'], 'clean code, simplicity, immutable, 整洁, 简单性, 不可变'),
  pair('learned-or-causal', ['lecun', 'pearl'], 'causal, representation learning, self-supervised, 因果, 表征学习, 自监督'),
  pair('scale-or-efficiency', ['ng', 'chollet'], 'dataset, machine learning, generalization, 数据集, 机器学习, 泛化'),
  pair('people-or-telemetry', ['allspaw', 'majors'], 'observability, telemetry, on-call, 可观测性, 遥测, 值班'),
  pair(
    'small-language-or-rich-types',
    ['pike', 'hejlsberg'],
    'programming language, static types, dynamic types, compiler, 编程语言, 静态类型, 动态类型, 编译器',
  ),
  pair('algorithm-or-machine', ['carmack', 'muratori'], 'game engine, real-time, frame rate, SIMD, 游戏引擎, 实时, 帧率, 底层'),
  pair(
    'vision-or-running-code',
    ['kay', 'torvalds'],
    'vision, prototype, ship, working code, paradigm, 愿景, 原型, 先跑起来, 尽快上线, 范式',
  ),
  pair('deep-or-composable', ['ousterhout', 'abramov'], 'module, component, library, interface, 模块, 组件, 接口'),
  pair('curated-or-compiled', ['karpathy', 'khattab'], 'prompt, context, retrieval, 提示词, 上下文, 检索'),
  pair('framework-or-thin', ['chase', 'willison'], 'agent, orchestration, LLM app, LangChain, 智能体, 编排, 大模型应用'),
  pair(
    'scaffold-or-thin-harness',
    ['yao', 'willison'],
    'agent benchmark, reasoning loop, scaffold, harness, 智能体评测, 推理循环',
  ),
  pair('prove-or-iterate', ['dijkstra', 'beck'], 'prove, proof, iterate, iteration, 证明, 迭代, 小步'),
  pair('rigour-or-running-code', ['dijkstra', 'torvalds'], 'formal, rigour, kernel, 形式化, 严谨, 内核'),
]
