import {splitPersona} from '../../core/persona-sections.ts'
import {slotsOf} from '../../core/template.ts'
import {at, type Finding, levelOf, type Remark, remark} from './findings.ts'
import {type LoadedPersona, loadPersona} from './load.ts'
import {
  type BodyLine,
  bulletOf,
  headingOf,
  type Section,
  type SectionKind,
  sectionKind,
  sectionsOf,
  visibleLines,
} from './markdown.ts'
import {sharedRuns} from './shared-runs.ts'

/** Bytes of a file of ours: what serves best, and the floor for two rounds of rehearsal. */
const SIZE = {least: 6000, most: 9500, floor: 4000}
/** The same speech takes more bytes in Latin letters than in Chinese characters. */
const MOST_LATIN = 14_000
const MOST_DESCRIPTION = 1024
const REQUIRED: readonly SectionKind[] = [
  'identity',
  'models',
  'heuristics',
  'positions',
  'pushback',
  'questions',
  'expression',
  'limits',
  'sources',
]
/** What the rehearsal speaker recites. */
const SPOKEN: ReadonlySet<string> = new Set([
  'identity',
  'models',
  'heuristics',
  'positions',
  'pushback',
  'questions',
  'expression',
])
const SLOTS: readonly string[] = ['topic', 'prev', 'quote', 'word', 'words', 'others']

export type Checked = {
  /** Absent: the file does not load, and the one finding says why. */
  readonly persona?: LoadedPersona
  /** By line. No error among them: the file keeps our format. */
  readonly findings: readonly Finding[]
}

/** The lint of our own format. `others` are searched for runs of words that the file shares with them. Never throws. */
export function checkPersona(bytes: Uint8Array, path: string, others: readonly LoadedPersona[] = []): Checked {
  const loaded = loadPersona(bytes, {kind: 'own', path})
  if (loaded.kind === 'problem') return {findings: [loaded.problem]}
  const {persona} = loaded
  const lines = visibleLines(persona.body, persona.bodyLine)
  const sections = sectionsOf(lines, 2).map(section => ({...section, kind: sectionKind(section.heading.text)}))
  const found = [
    ...wholeFile(persona),
    ...structure(persona, sections),
    ...sections.flatMap(section => inSection(section, persona)),
    ...underNegation(lines),
    ...voice(persona, sections),
    ...others.filter(other => other.id !== persona.id).flatMap(other => sharedRuns(persona, other)),
  ]
  const findings = [...loaded.notes, ...found.map(one => at(path, one))].sort((a, b) => a.line - b.line)
  return {persona, findings}
}

export const hasErrors = (findings: readonly Finding[]): boolean =>
  findings.some(({code}) => levelOf(code) === 'error' || levelOf(code) === 'problem')

type Known = Section & {readonly kind: SectionKind | undefined}

function wholeFile({id, bytes, lang, rehearsal, description}: LoadedPersona): readonly Remark[] {
  const found: Remark[] = []
  if (!/^[a-z0-9-]{1,64}$/.test(id)) found.push(remark('name-form', 2, {name: id}))
  const most = lang === 'en' ? MOST_LATIN : SIZE.most
  if (rehearsal && bytes < SIZE.floor) found.push(remark('too-thin', 1, {bytes, floor: SIZE.floor}))
  else if (bytes < SIZE.least || bytes > most) {
    found.push(remark('size-outside', 1, {bytes, least: SIZE.least, most}))
  }
  if (description.length > MOST_DESCRIPTION)
    found.push(remark('description-long', 1, {count: description.length, most: MOST_DESCRIPTION}))
  return found
}

function structure(persona: LoadedPersona, sections: readonly Known[]): readonly Remark[] {
  const spoken: Readonly<Record<string, unknown>> = splitPersona(persona.body)
  return REQUIRED.flatMap(kind => {
    const own = sections.filter(section => section.kind === kind)
    const [first] = own
    if (first === undefined) return [remark('missing-section', persona.bodyLine, {section: kind})]
    const {line, text} = first.heading
    if (!own.some(section => section.lines.some(says))) return [remark('empty-section', line, {heading: text})]
    const heard = spoken[kind === 'expression' ? 'moves' : kind]
    if (Array.isArray(heard) && heard.length === 0) return [remark('section-unread', line, {heading: text})]
    return []
  })
}

const says = (line: BodyLine): boolean =>
  headingOf(line) === undefined && /[\p{L}\p{N}]/u.test(afterKey(bulletOf(line.text) ?? line.text))

function inSection(section: Known, persona: LoadedPersona): readonly Remark[] {
  const {kind, lines} = section
  const bullets = lines.flatMap(({text, line}) => {
    const bullet = bulletOf(text)
    return bullet === undefined || !says({text, line}) ? [] : [{text: bullet, line}]
  })
  if (kind === 'sources') {
    return bullets
      .filter(({text}) => !LOCATOR.test(text))
      .map(({line, text}) => remark('source-without-locator', line, {text: short(text)}))
  }
  if (kind === undefined || !SPOKEN.has(kind)) return []
  return [
    ...bullets.flatMap(({text, line}) => {
      const unknown = slotsOf(text).filter(slot => !SLOTS.includes(slot))
      return unknown.map(slot => remark('unknown-slot', line, {slot, known: SLOTS.join(' ')}))
    }),
    ...(kind === 'models' ? sectionsOf(lines, 3).flatMap(inModel) : []),
    ...(kind === 'pushback'
      ? bullets.filter(({text}) => !/^[^：:。！？!?]{1,80}[：:]/.test(text)).map(({line}) => remark('pushback-form', line))
      : []),
    ...bullets
      .filter(({text}) => !KEYED_ASIDE.test(text) && !ENDED.test(text))
      .map(({line, text}) => remark('bullet-no-sentence', line, {text: short(text)})),
    ...bullets
      .filter(({text}) => speaksOf(persona, text))
      .map(({line, text}) => remark('third-person', line, {text: short(text)})),
  ]
}

/** A year, a page, a volume, a link: a place where a reader can look. */
const LOCATOR = /\d|https?:\/\/|第[一二三四五六七八九十百]+[卷章页頁节節篇回]|\b(?:ch|chap|vol|pp?|bk|book|part)\b\.?|§|[卷篇]/i
const KEYED_ASIDE = /^(?:关键词|關鍵詞|keywords|次序|order)\s*[：:]/i
const ENDED = /[。！？!?.…][”’」』"')）]*$/
/** Without its label and its slots, which come with the form. */
const afterKey = (text: string): string => text.replace(/^[^：:。！？!?]{1,20}[：:]\s*/, '').replace(/\{\w+\}/g, '')
const short = (text: string): string => ([...text].length > 24 ? `${[...text].slice(0, 24).join('')}…` : text)

/** `马克思认为`, `Marx would say`: somebody speaks about the persona, not as the persona. */
function speaksOf({displayName}: LoadedPersona, text: string): boolean {
  const from = text.indexOf(displayName)
  return (
    from >= 0 &&
    /^\s*(?:会|將|将|曾|常)?(?:认为|認為|主张|主張|相信|强调|強調|指出|说|說)|^ (?:would|might|often |always )?\s*(?:thinks?|says?|believes?|argues?|held|holds)/i.test(
      text.slice(from + displayName.length),
    )
  )
}

function inModel({heading, lines}: Section): readonly Remark[] {
  const keyed = (words: RegExp) => lines.find(({text}) => words.test(bulletOf(text) ?? ''))
  const found: Remark[] = []
  const slots = {heading: short(heading.text)}
  if (keyed(/^(?:关键词|關鍵詞|keywords)\s*[：:]\s*\S/i) === undefined)
    found.push(remark('model-without-keywords', heading.line, slots))
  if (keyed(/^(?:主张|主張|claim)\s*[：:]\s*\S/i) === undefined) found.push(remark('model-without-claim', heading.line, slots))
  const applied = keyed(/^(?:落到议题|落到議題|applied|application)\s*[：:]/i)
  if (applied !== undefined && !applied.text.includes('{topic}'))
    found.push(remark('application-without-topic', applied.line, slots))
  return found
}

const NEGATED =
  /^(?:不(?:会|會|要|说|說|做|用|该|該|应|應|能|是|碰|谈|談)|我不|[他她]不|绝不|絕不|从不|從不|永不|别|別|勿|禁|避免|切忌|反模式|反例|never\b|don['’]t|do not|avoid\b|what (?:i|he|she|they) (?:do not|don['’]t|would never|never)|anti-?patterns?)/i

/** A bullet under `不说的话` reads as the opposite once it stands alone. */
function underNegation(lines: readonly BodyLine[]): readonly Remark[] {
  const found: Remark[] = []
  let negated: {level: number; text: string} | undefined
  for (const line of lines) {
    const heading = headingOf(line)
    if (heading !== undefined) {
      if (negated === undefined || heading.level <= negated.level)
        negated = NEGATED.test(heading.text.replace(/^[^\p{L}]+/u, '')) ? heading : undefined
    } else if (negated !== undefined && bulletOf(line.text) !== undefined) {
      found.push(remark('bullet-under-negation', line.line, {heading: short(negated.text)}))
    }
  }
  return found
}

function voice({lang}: LoadedPersona, sections: readonly Known[]): readonly Remark[] {
  const first = lang === 'zh' ? /[我咱吾俺]/ : /\b(?:i|my|me|we|our)\b/i
  return sections
    .filter(
      ({kind, lines}) =>
        (kind === 'identity' || kind === 'positions' || kind === 'expression') &&
        lines.some(says) &&
        !lines.some(({text}) => first.test(text)),
    )
    .map(({heading}) => remark('no-first-person', heading.line, {heading: heading.text}))
}
