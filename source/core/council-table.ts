import {CHINESE_ANCHORS} from './council-anchors.ts'
import type {CouncilMember} from './council-members.ts'

/**
 * Which question calls whom: the closed table of `seeds/engineering-council.txt`, layer 2 of its routing. Given a topic and a mode
 * it answers the same members for ever.
 */

export type CouncilTopic = {
  readonly key: string
  /** Of two topics with as many hits the one with the lower rank is taken: it is the more specific one. From 1. */
  readonly rank: number
  readonly anchors: readonly string[]
  readonly chinese: readonly string[]
  readonly duo: readonly CouncilMember[]
  readonly triad: readonly CouncilMember[]
  /** The duo gives way to the polarity pair whose axis fits the request. */
  readonly flex: boolean
  /** Codes of what discovery looks for; the words are in `i18n/council-topics.ts`. */
  readonly hints: readonly string[]
}

type Row = readonly [
  key: string,
  anchors: string,
  duo: readonly CouncilMember[],
  triad: readonly CouncilMember[],
  hints: readonly string[],
]

/** In the order of their rank. */
const ROWS: readonly Row[] = [
  [
    'cryptography',
    'crypto, cryptography, encryption, cipher, key exchange, TLS, signature, protocol, AEAD, nonce, KDF, zero knowledge',
    ['marlinspike', 'green'],
    ['green', 'marlinspike', 'schneier'],
    ['primitives', 'key-handling', 'custom-or-standard'],
  ],
  [
    'optimization-decision',
    'optimize, premature optimization, micro-optimization, worth optimizing, should I optimize, tune, is it fast enough, speed this up',
    ['knuth', 'beck'],
    ['knuth', 'beck', 'carmack'],
    ['is-it-hot', 'benchmarks', 'complexity'],
  ],
  [
    'performance-investigation',
    'performance, latency, throughput, slow, profiling, hot path, bottleneck, allocation, cache miss, p99, regression',
    ['carmack', 'muratori'],
    ['knuth', 'carmack', 'muratori'],
    ['hot-paths', 'big-loops', 'allocations', 'benchmarks'],
  ],
  [
    'production-debugging',
    'debug, debugging, reproduce, heisenbug, trace, intermittent, why is this failing, flaky, cannot reproduce, instrument',
    ['majors', 'carmack'],
    ['majors', 'kaminsky', 'carmack'],
    ['failing-path', 'instrumentation', 'reproduction'],
  ],
  [
    'incident-response',
    'incident, outage, postmortem, on-call, retrospective, root cause, blameless, pager, SLA breach',
    ['allspaw', 'majors'],
    ['allspaw', 'majors', 'vogels'],
    ['logs', 'runbooks', 'recent-changes'],
  ],
  [
    'microservices-vs-monolith',
    'microservices, monolith, service boundaries, split the service, decompose, extract a service, service mesh, bounded context',
    ['fowler', 'dhh'],
    ['dhh', 'vogels', 'fowler'],
    ['service-boundaries', 'shared-stores', 'deploy-unit'],
  ],
  [
    'distributed-systems',
    'distributed, consensus, replication, partition, consistency, CAP, quorum, eventual consistency, leader election, raft, paxos',
    ['lamport', 'vogels'],
    ['lamport', 'vogels', 'hickey'],
    ['shared-state', 'retries', 'timeouts', 'idempotency'],
  ],
  [
    'security-audit',
    'security, threat, vulnerability, attack surface, audit, exploit, authentication, authorization, injection, hardening, pentest',
    ['schneier', 'kaminsky'],
    ['schneier', 'kaminsky', 'marlinspike'],
    ['inputs', 'auth-checks', 'trust-boundaries'],
  ],
  [
    'api-design',
    'API, interface, library design, public surface, SDK, contract, endpoint design, method signature, ergonomics',
    ['ousterhout', 'abramov'],
    ['ousterhout', 'abramov', 'pike'],
    ['surface', 'flags', 'call-sites', 'siblings'],
  ],
  [
    'language-type-design',
    'type system, language design, generics, type safety, DSL, syntax, type inference, expressiveness, sum types',
    ['pike', 'hejlsberg'],
    ['pike', 'hejlsberg', 'hickey'],
    ['definitions', 'generics'],
  ],
  [
    'testing-strategy',
    'testing, tests, TDD, coverage, unit test, integration test, property-based, verify, mock, test strategy',
    ['beck', 'dijkstra'],
    ['beck', 'martin', 'lamport'],
    ['existing-tests', 'gaps', 'test-tools'],
  ],
  [
    'code-review',
    'code review, pull request, PR, readability, clean code, code smell, review this function, naming, maintainability',
    ['martin', 'hickey'],
    ['martin', 'hickey', 'beck'],
    ['the-unit', 'its-tests', 'conventions'],
  ],
  [
    'refactoring-strategy',
    'refactor, restructure, technical debt, cleanup, untangle, legacy code, rewrite, extract, simplify this',
    ['martin', 'hickey'],
    ['fowler', 'beck', 'martin'],
    ['target', 'its-tests', 'coupling'],
  ],
  [
    'context-engineering',
    'context window, prompt, prompting, system prompt, RAG, retrieval, few-shot, in-context, skill, memory, token budget, context compression, instructions',
    ['karpathy', 'khattab'],
    ['karpathy', 'khattab', 'husain'],
    ['prompt-assembly', 'retrieval', 'budgets'],
  ],
  [
    'agent-engineering',
    'agent, agentic, harness, tool use, tool calling, orchestration, multi-agent, subagent, agent loop, ReAct, autonomy, workflow, MCP, scaffolding',
    ['chase', 'willison'],
    ['chase', 'willison', 'yao'],
    ['loop', 'tools', 'state', 'trust'],
  ],
  [
    'ml-system-design',
    'model, training, machine learning, neural network, dataset, inference, embedding, fine-tune, scale the model, ML pipeline, causal',
    ['ng', 'chollet'],
    ['ng', 'chollet', 'pearl'],
    ['pipeline', 'metric', 'training'],
  ],
  [
    'architecture-review',
    'architecture, design decision, system design review, layering, boundaries, ADR, module boundaries, coupling, structure',
    ['fowler', 'dhh'],
    ['fowler', 'dhh', 'lamport'],
    ['boundaries', 'dependency-direction', 'layering'],
  ],
  [
    'system-design-new-project',
    'new project, greenfield, from scratch, starting a, design a system, build a new, clean slate, initial architecture',
    ['kay', 'torvalds'],
    ['lamport', 'beck', 'vogels'],
    ['scaffolding', 'stack', 'constraints'],
  ],
]

const FLEX = 'system-design-new-project'

export const COUNCIL_TOPICS: readonly CouncilTopic[] = ROWS.map(([key, anchors, duo, triad, hints], index) => ({
  key,
  rank: index + 1,
  anchors: anchors.split(', '),
  chinese: CHINESE_ANCHORS[key]?.split(' ') ?? [],
  duo,
  triad,
  flex: key === FLEX,
  hints,
}))

export const councilTopic = (key: string): CouncilTopic | undefined => COUNCIL_TOPICS.find(topic => topic.key === key)
