import type {Lang, TemplateSet} from './events.ts'

/** The sections of a report as `seeds/ai-meeting.txt` and its template want them, in order; provenance is the program's own. */
export const sections = [
  'advice',
  'reasons',
  'plan',
  'rejected',
  'objections',
  'risks',
  'positions',
  'disputes',
  'consensus',
  'gaps',
  'questions',
  'actions',
  'decision',
] as const
export type Section = (typeof sections)[number]

export type Report = {
  /** What stands below each heading, as it was written. Of a section that comes twice, both parts. */
  readonly bodies: ReadonlyMap<Section, string>
  /** Required sections that are not there, or are empty, in order. */
  readonly missing: readonly Section[]
}

/**
 * Reads a judge's report by its headings, which may be numbered, emphasised, or go on after the name. A provenance that the judge
 * wrote is left out, whatever its level; text above the first section is left out too.
 */
export function readReport(text: string, headings: TemplateSet): Report {
  const bodies = new Map<Section, string>()
  let at: Section | undefined
  let dropped = 0
  let lines: string[] = []
  const put = () => {
    const body = lines.join('\n').trim()
    if (at && body) bodies.set(at, [bodies.get(at), body].filter(part => part !== undefined).join('\n\n'))
    lines = []
  }
  for (const {line, code} of markdownLines(text)) {
    const heading = code ? undefined : headingIn(line)
    const section = heading && heading.level <= 2 ? sectionOf(heading.title, headings) : undefined
    if (heading && !section && dropped > 0 && heading.level > dropped) continue
    if (heading && isProvenance(heading.title)) {
      put()
      dropped = heading.level
      continue
    }
    if (heading) dropped = 0
    if (section) {
      put()
      at = section
    } else if (dropped === 0) lines.push(heading && heading.level <= 2 ? `### ${heading.title}` : line)
  }
  put()
  const empty = (section: Section) => !/[\p{L}\p{N}]/u.test(bodies.get(section) ?? '')
  return {bodies, missing: sections.filter(empty)}
}

/** Name of a section in the meeting's language. */
export const headingOf = (headings: TemplateSet, section: Section | 'provenance'): string =>
  headings[`section.${section}`] ?? section

/** Lines of Markdown, and whether they are code: then a `#` is no heading. */
export function markdownLines(text: string): readonly {readonly line: string; readonly code: boolean}[] {
  let fence = ''
  return text.split('\n').map(line => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence) {
      if (mark.startsWith(fence) && line.trim() === mark) fence = ''
      return {line, code: true}
    }
    fence = mark
    return {line, code: mark !== ''}
  })
}

function headingIn(line: string): {readonly level: number; readonly title: string} | undefined {
  const match = /^\s{0,3}(#{1,6})\s+(.*?)(?:\s+#+)?\s*$/.exec(line)
  return match?.[1] ? {level: match[1].length, title: match[2] ?? ''} : undefined
}

const bare = (title: string): string =>
  title
    .normalize('NFKC')
    .replace(/[*_`]/g, '')
    .replace(/^\s*(?:\(?\d{1,2}[.)、:]?|[一二三四五六七八九十]{1,3}[、.])\s*/u, '')
    .trim()
    .toLowerCase()

const isProvenance = (title: string): boolean => /^(?:provenance|来源与溯源|来源说明|溯源)/u.test(bare(title))

function sectionOf(title: string, headings: TemplateSet): Section | undefined {
  const said = bare(title)
  const named = (name: string) => said.startsWith(name.toLowerCase()) && !/^[a-z0-9]/.test(said.slice(name.length))
  const found = sections.find(section => named(headingOf(headings, section)))
  return found ?? sections.find(section => LANGS.some(lang => OTHER_NAMES[lang][section].some(named)))
}

const LANGS: readonly Lang[] = ['zh', 'en']
/** What judges call the sections besides their names; in either language, whatever the meeting's. */
const OTHER_NAMES: Readonly<Record<Lang, Readonly<Record<Section, readonly string[]>>>> = {
  zh: {
    advice: ['最终建议', '最终决策建议'],
    reasons: ['核心理由'],
    plan: ['改进后的方案', '改进方案'],
    rejected: ['不建议采用的方案', '不推荐方案', '不推荐的方案'],
    objections: ['反对意见', '主要反对意见'],
    risks: ['最大风险', '主要风险'],
    positions: ['各 agent 立场', '各agent立场', '各角色立场', '立场表'],
    disputes: ['主要争议'],
    consensus: ['已达成共识', '已达成的共识', '共识'],
    gaps: ['证据缺口'],
    questions: ['待验证问题', '待验证的问题'],
    actions: ['下一步行动', '下一步'],
    decision: ['决策记录'],
  },
  en: {
    advice: ['final recommendation', 'recommendation'],
    reasons: ['core reasons', 'key reasons'],
    plan: ['improved plan', 'revised plan'],
    rejected: ['options not recommended', 'rejected options'],
    objections: ['objections', 'dissenting opinions'],
    risks: ['biggest risks', 'main risks', 'risks'],
    positions: ['positions of the agents', 'agent positions', 'positions'],
    disputes: ['main disputes', 'disputes'],
    consensus: ['consensus reached', 'consensus', 'agreed points'],
    gaps: ['evidence gaps', 'gaps in the evidence'],
    questions: ['questions to verify', 'open questions'],
    actions: ['next actions', 'next steps'],
    decision: ['decision record', 'decision log'],
  },
}
