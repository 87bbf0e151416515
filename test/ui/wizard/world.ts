import type {Lang} from '../../../source/core/events.ts'
import type {WizardForm, WizardPersona} from '../../../source/ui/ports.ts'
import type {Objection, World} from '../../../source/ui/wizard/index.tsx'

const people: readonly (readonly [string, string, string, string, Lang, string?])[] = [
  ['marx-perspective', '马克思', '政治经济学批判者', 'marx 卡尔马克思', 'zh', 'red'],
  ['mao-zedong-perspective', '毛泽东', '战略家、理论家', 'mao 教员 老毛 maozedong', 'zh', 'yellow'],
  ['confucius-perspective', '孔子', '周游列国的先生', 'confucius 仲尼', 'zh', 'green'],
  ['luxun-perspective', '鲁迅', '解剖国民性的人', 'luxun 周树人', 'zh', 'blue'],
  ['socrates-perspective', '苏格拉底', '只问不答的雅典人', 'socrates 牛虻', 'zh', 'cyan'],
  ['adam-smith-perspective', '亚当·斯密', '道德哲学家', 'adamsmith 斯密 亚当斯密', 'zh', 'magenta'],
  ['arendt-perspective', '阿伦特', '政治思想者', 'arendt hannaharendt', 'zh'],
  ['darwin-perspective', '达尔文', '博物学家', 'darwin', 'zh', '#3a7'],
  ['marx-perspective-en', 'Karl Marx', 'critic of political economy', 'marx karlmarx', 'en', 'red'],
  ['adam-smith-perspective-en', 'Adam Smith', 'moral philosopher', 'smith adamsmith', 'en', 'magenta'],
]

export const personas = (lang: Lang): readonly WizardPersona[] =>
  people.map(([id, name, title, keys, its, color]) => ({
    id,
    name,
    title,
    keys: [id.replaceAll('-', ''), ...keys.split(' ')],
    where: lang === 'zh' ? '内置' : 'built in',
    lang: its,
    ...(color ? {color} : {}),
  }))

/** A small world without a disk; what is given replaces its parts, and what it was asked to keep is kept. */
/** Keeps every key that is long enough, and nothing of it but how it is shown. */
export const keyDesk = (asked: string[] = []): NonNullable<World['keys']> => ({
  services: () => [
    {id: 'deepseek', label: 'DeepSeek', voice: 'deepseek', server: 'api.deepseek.com'},
    {id: 'openai', label: 'OpenAI', voice: 'openai', server: 'api.openai.com', has: 'OPENAI_API_KEY'},
  ],
  keep(id, key) {
    asked.push(`${id} ${key}`)
    return key.length < 8 ? {problem: 'no key', unlike: true} : {masked: `${key.slice(0, 4)}…${key.slice(-4)}`}
  },
  trouble: () => undefined,
  path: () => '~/.roundtable/keys.json',
})

export function makeWorld(
  given: Partial<World> = {},
  lang: Lang = 'zh',
): World & {readonly keys: NonNullable<World['keys']>; readonly saved: {name: string; ids: readonly string[]}[]} {
  const saved: {name: string; ids: readonly string[]}[] = []
  return {
    lang,
    saved,
    personas: () => personas(lang),
    problems: () => [],
    voices: () => [
      {id: 'rehearsal', label: lang === 'zh' ? '排练（无模型）' : 'Rehearsal (no model)'},
      {id: 'manual', label: lang === 'zh' ? '手工转交' : 'by hand'},
    ],
    protocols: () => [
      lang === 'zh'
        ? {id: 'roundtable', label: '圆桌', about: '中立司仪，逆序发言，逐字传话'}
        : {id: 'roundtable', label: 'Roundtable', about: 'neutral chair, reversed order, verbatim relay'},
    ],
    unfinished: () => [],
    lineups: () => [...saved],
    saveLineup: (name, ids) => void saved.push({name, ids}),
    understand: sentence =>
      sentence.startsWith('开个会')
        ? {topic: '加班是不是剥削', ids: ['marx-perspective', 'mao-zedong-perspective'], rounds: 3, unknown: []}
        : undefined,
    check: form => against(form).map(({text}) => text),
    objections: against,
    preview: ({seats, rounds}) => ({
      speeches: seats.length * (rounds + 2),
      folder: 'transcripts/2026-08-03-0900-人工智能会不会取代程序员',
    }),
    keys: keyDesk(),
    ...given,
  }
}

function against({seats, rounds}: WizardForm): readonly Objection[] {
  const voices = new Set(seats.map(({voice}) => voice))
  return [
    ...(voices.has('rehearsal') && voices.size > 1 ? [{step: 'seats', text: '排练不和别的声音同台'} as const] : []),
    ...(voices.has('rehearsal') && rounds > 3 ? [{step: 'rounds', text: '排练的素材只够 3 轮'} as const] : []),
  ]
}
