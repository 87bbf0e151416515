import {mkdirSync, readdirSync} from 'node:fs'
import {join} from 'node:path'
import {agents, root, run} from './program.mjs'
import {readRequest} from './requests.mjs'
import {linesOf, openWorld, stragglers, write} from './world.mjs'

const sections = [
  ...['最终建议', '核心理由', '改进后的方案', '不建议采用的方案', '反对意见', '最大风险', '各 Agent 立场'],
  ...['主要争议', '已达成共识', '证据缺口', '待验证问题', '下一步行动', '决策记录'],
]
const data = {
  ...{member: '', stance: '先量后改。', verdict: 'depends', keyConcerns: ['没有数据'], recommendation: '先跑一次剖析。'},
  ...{tradeoffsRaised: ['优化时机：先测量 优先于 先跑通'], respondsTo: [], revisedVerdict: 'depends', moved: false},
  ...{question: '', filesRead: ['src/parse.js'], facts: ['src/parse.js 有一个循环'], relevant: true, conventions: []},
  ...{content: '说到了数据。', continue: true, advice: '先量。', views: [], consensus: [], dissent: [], actions: ['量一次']},
}

/** A made-up model's one answer that fits whatever a meeting of this kind asks for, and how such a meeting is begun. */
const kinds = {
  board: {
    says: JSON.stringify(data),
    args: [
      ...['meet', '--protocol', 'board', '--topic', '要不要先量再改', '--rounds', '1'],
      ...['--with', 'elon_musk:claude,jeff_bezos:codex,allenzhang:gemini', '--provider', 'claude'],
    ],
  },
  review: {
    says: `\n${sections.map(name => `## ${name}\n\n先量，再改，量不出来就不改。`).join('\n\n')}\n\nSTANCE: 修改  CONFIDENCE: 0.6\n\n`,
    args: [
      ...['review', '--topic', '要不要先量再改', '--material', 'src/parse.js', '--judge', 'claude'],
      ...['--agents', 'builder:claude,critic:codex,architect:gemini'],
    ],
  },
  council: {
    says: JSON.stringify(data),
    args: ['council', '我们的 src/parse.js 要不要优化性能', '--with', 'knuth:claude,beck:codex', '--provider', 'gemini'],
  },
}

/** One meeting of each further kind, its seats with different agents: what does not hold, by kind. */
export async function holdKinds(program) {
  const wrong = []
  for (const [kind, {says, args}] of Object.entries(kinds))
    wrong.push(...(await holdKind(program, {says, args})).map(text => `${kind}: ${text}`))
  return wrong
}

async function holdKind(program, {says, args}) {
  const world = await openWorld(root, agents, says)
  const wrong = []
  try {
    const project = join(world.home, 'project')
    mkdirSync(join(project, '.git'), {recursive: true})
    write(join(project, 'src/parse.js'), 'for (const part of parts) parse(part)\n')
    const [context, out] = [{env: world.env, cwd: project}, join(world.home, 'meetings')]
    const common = ['--auto', '--json', '--lang', 'zh', '--ui-lang', 'en', '--out', out]
    const ended = await run(program, {...context, args: [...args, ...common]})
    if (ended.code !== 0) wrong.push(`exit ${ended.code ?? ended.signal}: ${ended.errors.trim().split('\n').at(-1)}`)
    const folder = join(out, readdirSync(out)[0] ?? '')
    const ledger = linesOf(join(folder, 'meeting.jsonl'))
    if (ledger.at(-1)?.outcome?.how !== 'complete') wrong.push('the meeting did not come to its whole end')
    for (const {who, fault} of ledger.filter(event => event.type === 'turn.failed')) wrong.push(`${who}: ${fault.message}`)
    for (const {tools} of world.requests().map(({body}) => readRequest(body)))
      if (tools.length > 0) wrong.push(`tools ${tools.slice(0, 3).join(', ')}`)
    const verify = await run(program, {...context, args: ['verify', folder, '--ui-lang', 'en']})
    if (verify.code !== 0) wrong.push('verify does not agree')
    wrong.push(...world.leaks())
    if (stragglers(world.home).length > 0) wrong.push('processes are left')
  } catch (error) {
    wrong.push(String(error?.message ?? error))
  } finally {
    world.close()
  }
  return [...new Set(wrong)]
}
