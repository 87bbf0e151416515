import type {ChairLine, TemplateSet} from './events.ts'
import {fill, pick, slotsOf} from './template.ts'

/** The chair has no words but these: a template of the closed set, its slots filled. */
export const chairText = (templates: TemplateSet, line: ChairLine): string => fill(pick(templates, line.id), line.slots)

/** All that may stand in a slot: the person's topic, names of seats, counts, and where the records are. */
const allowedSlots = new Set(['topic', 'names', 'name', 'rounds', 'round', 'path'])
/** A council's seed prescribes what its echo shows, and under which words: the selection and the brief, for the person to check. */
const prescribed: Readonly<Record<string, {readonly slots: readonly string[]; readonly rules: readonly string[]}>> = {
  'council.echo': {
    slots: ['mode', 'routed', 'note', 'grounded', 'files', 'brief', 'debate'],
    rules: ['asks about content'],
  },
}

export type ChairFinding = {readonly id: string; readonly rule: string; readonly found: string}

/**
 * The six iron laws of the roundtable's seed, as far as words can break them. Slots are taken out first, so a topic such as
 * 时间管理 is no breach. A template that fails is never shown: the test of the templates fails.
 */
export function lintChair(templates: TemplateSet): readonly ChairFinding[] {
  return Object.entries(templates).flatMap(([id, text]) => {
    const {slots = [], rules = []} = prescribed[id] ?? {}
    const strange = slotsOf(text).filter(name => !allowedSlots.has(name) && !slots.includes(name))
    const bare = text.replace(/\{[a-zA-Z]+\}/g, ' ')
    return [
      ...strange.map(found => ({id, rule: 'slot', found})),
      ...forbidden.flatMap(({rule, words}) => {
        const match = rules.includes(rule) ? null : words.exec(bare)
        return match ? [{id, rule, found: match[0]}] : []
      }),
    ]
  })
}

const forbidden: readonly {readonly rule: string; readonly words: RegExp}[] = [
  {
    rule: 'evaluates',
    words:
      /启发|精彩|深刻|深入|有道理|有深度|印象|出色|很好|不错|有趣|有意思|可惜|遗憾|多面|重要方面|贡献|insight|excellent|brilliant|great|interesting|profound|impress|compelling|well said|good point|thoughtful|fascinating/iu,
  },
  {rule: 'thanks', words: /感谢|谢谢|多谢|辛苦|thank|grateful|appreciate/iu},
  {
    rule: 'steers',
    words:
      /值得|建议|不妨|重点谈|重点|展开谈|谈谈|可能会想|反驳|忽略|忽视|似乎|看来|显然|其实|应当考虑|worth|suggest|perhaps|seems|overlook|ignored|elaborate|consider|might want/iu,
  },
  {rule: 'concludes', words: /共识|一致|分歧|总结一下|归纳|说明了|证明了|agree|consensus|conclude that|in summary|sums? up/iu},
  {
    rule: 'reports time',
    words:
      /还剩|剩下|剩余|分钟|小时|秒|时间|计时|几点|点钟|马上到|抓紧|minutes?|hours?|seconds?|o'clock|\btime\b|remaining|hurry|deadline/iu,
  },
  {rule: 'asks about content', words: /为什么|为何|怎么看|如何看|是否同意|\bwhy\b|what do you think|do you agree/iu},
]
