import type {Lang} from '../../../source/core/events.ts'
import type {WizardForm, WizardPersona, WizardRouting} from '../../../source/ui/ports.ts'
import type {World} from '../../../source/ui/wizard/index.tsx'
import {makeWorld} from './world.ts'

const names: Readonly<Record<Lang, Readonly<Record<string, readonly [string, string]>>>> = {
  zh: {
    builder: ['实现派', '找最快走得通的路'],
    critic: ['反对派', '找漏洞、隐患和反例'],
    architect: ['架构师', '看复杂度、维护和扩展'],
    'user-advocate': ['用户代言人', '看是不是解决真实的问题'],
    'business-analyst': ['商业分析', '算投入、回报和机会成本'],
    'security-reliability': ['安全与稳定性', '看权限、数据、故障和退路'],
    seller: ['销售', '替去卖的人说话'],
    knuth: ['高德纳', '算法分析与实测'],
    beck: ['Kent Beck', '小步、测试、反馈'],
    carmack: ['约翰·卡马克', '毫秒都要有去处'],
    fowler: ['马丁·福勒', '模式与演进式设计'],
    dhh: ['DHH', '单体派与约定优先'],
  },
  en: {
    builder: ['Builder', 'finds the shortest way that works'],
    critic: ['Critic', 'looks for holes and counter-examples'],
    architect: ['Architect', 'weighs complexity and upkeep'],
    'user-advocate': ['User advocate', 'asks whose problem it solves'],
    'business-analyst': ['Business analyst', 'counts cost and return'],
    'security-reliability': ['Security and reliability', 'looks at rights, data and ways back'],
    seller: ['Seller', 'speaks for those who sell it'],
    knuth: ['Donald Knuth', 'count, then optimize'],
    beck: ['Kent Beck', 'small steps, fast feedback'],
    carmack: ['John Carmack', 'every millisecond goes somewhere'],
    fowler: ['Martin Fowler', 'patterns and evolution'],
    dhh: ['DHH', 'majestic monoliths'],
  },
}

const roles = ['architect', 'builder', 'business-analyst', 'critic', 'security-reliability', 'seller', 'user-advocate']
const members = ['knuth', 'beck', 'carmack', 'fowler', 'dhh']

const guests = (protocol: string, lang: Lang): readonly WizardPersona[] =>
  (protocol === 'review' ? roles : protocol === 'council' ? members : []).map(id => {
    const [name, title] = names[lang][id] ?? [id, '']
    return {id, name, title, keys: [id, name.toLowerCase()], where: lang === 'zh' ? '内置' : 'built in', lang, protocol}
  })

const topics = [
  ['optimization-decision', '优化决策', 'whether to optimize', 'knuth beck', 'knuth beck carmack'],
  ['architecture-review', '架构评审', 'architecture review', 'fowler dhh', 'fowler dhh knuth'],
] as const

/** The request speaks of optimizing, or of nothing. */
export function route({topic, seats, council}: WizardForm, lang: Lang): WizardRouting {
  const mode = council?.mode ?? 'duo'
  const rest = {mode, debate: council?.debate ?? true, discover: council?.discover ?? 'open'} as const
  const nobody = {members: [], topic: '', routedBy: '', why: '', ...rest}
  if (council?.by === 'members')
    return {...nobody, members: seats.map(({id}) => id), topic: lang === 'zh' ? '点名的成员' : 'named members', why: '你'}
  const anchored = /优化|optimi/.test(topic) ? 'optimization-decision' : undefined
  const key = council?.topic ?? anchored
  const found = topics.find(([its]) => its === key)
  if (found === undefined) return nobody
  const sits = (mode === 'duo' ? found[3] : found[4]).split(' ')
  return {...nobody, members: sits, topic: found[lang === 'zh' ? 1 : 2], routedBy: council?.by ?? '', why: '优化'}
}

type Given = {readonly lang?: Lang; readonly models?: boolean} & Partial<World>

/** A world with all four kinds of meeting. Files are those of `disk`: name to bytes. */
export function wholeWorld({lang = 'zh', models = false, ...given}: Given = {}, disk: Readonly<Record<string, number>> = {}) {
  const asked: WizardForm[] = []
  const answers: ((chosen: {readonly topic: string} | {readonly problem: string}) => void)[] = []
  let calledOff = 0
  const base = makeWorld(
    {
      ...(models
        ? {
            voices: () => [
              {id: 'claude', label: 'Claude', asks: 'paid', model: 'sonnet', server: 'api.anthropic.com'},
              {id: 'codex', label: 'Codex', asks: 'paid'},
              {id: 'rehearsal', label: '排练（无模型）'},
            ],
          }
        : {}),
      protocols: () =>
        (lang === 'zh' ? ['圆桌', '私董会', '评审', '工程委员会'] : ['Roundtable', 'Board', 'Review', 'Engineering council']).map(
          (label, at) => ({id: ['roundtable', 'board', 'review', 'council'][at] ?? '', label, about: '…'}),
        ),
      guests: protocol => guests(protocol, lang),
      preview: ({protocol, seats, rounds}) => ({
        speeches: seats.length * rounds + 1,
        folder: 'transcripts/2026-08-03-0900-x',
        ...(protocol === 'council' ? {ground: '看 ~/proj，读 2 个文件', facts: ['已读文件：a.ts、b.ts'], files: 2} : {}),
      }),
      review: {
        usual: () => ['builder', 'critic', 'architect'],
        read(text, have) {
          const said = text.split(/[\s,]+/).filter(path => path !== '')
          const files = said
            .filter(path => path in disk)
            .map(path => {
              const bytes = disk[path] ?? 0
              return {kind: 'material', path, label: path, bytes, ...(bytes > 24_576 ? {kept: 24_576} : {})} as const
            })
          const refused = said.filter(path => !(path in disk)).map(path => ({said: path, text: `${path}：没有这个文件。`}))
          return {files: [...have, ...files], refused}
        },
      },
      council: {
        topics: () =>
          topics.map(([key, zh, en, duo, triad]) => ({
            key,
            name: lang === 'zh' ? zh : en,
            duo: duo.split(' '),
            triad: triad.split(' '),
          })),
        route: form => route(form, lang),
        ask(form, done) {
          asked.push(form)
          answers.push(done)
          return () => void calledOff++
        },
        ground: () => ({open: '看 ~/proj，读 2 个文件', on: '看 ~/proj，读 2 个文件（你要求）'}),
      },
      ...given,
    },
    lang,
  )
  return {...base, asked, answers, calledOff: () => calledOff}
}
