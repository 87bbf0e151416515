/** A line of a body. `line` counts from 1 in the file. */
export type BodyLine = {readonly text: string; readonly line: number}
export type Heading = BodyLine & {readonly level: number}
export type Section = {readonly heading: Heading; readonly lines: readonly BodyLine[]}

/** UTF-16 units of a line that are looked at. */
const LONGEST_LINE = 1000

/** The lines outside fenced code and HTML comments: what a reader of the rendered page would see. */
export function visibleLines(body: string, firstLine = 1): readonly BodyLine[] {
  const lines: BodyLine[] = []
  let fence: string | undefined
  let inComment = false
  for (const [offset, raw] of body.split('\n').entries()) {
    const mark =
      raw.includes('```') || raw.includes('~~~') ? /^ {0,3}(`{3,}|~{3,})/.exec(raw.slice(0, LONGEST_LINE))?.[1] : undefined
    if (fence !== undefined) {
      if (mark?.startsWith(fence) && raw.trim() === mark) fence = undefined
      continue
    }
    if (mark !== undefined && !inComment) {
      fence = mark
      continue
    }
    if (!inComment && !raw.includes('<!--')) {
      lines.push({text: raw.slice(0, LONGEST_LINE), line: firstLine + offset})
      continue
    }
    const {text, open} = withoutComments(raw, inComment)
    inComment = open
    if (text.trim() !== '') lines.push({text: text.slice(0, LONGEST_LINE), line: firstLine + offset})
  }
  return lines
}

function withoutComments(raw: string, open: boolean): {text: string; open: boolean} {
  let rest = raw
  let text = ''
  let inside = open
  for (;;) {
    const mark = inside ? '-->' : '<!--'
    const found = rest.indexOf(mark)
    if (!inside) text += found < 0 ? rest : rest.slice(0, found)
    if (found < 0) return {text, open: inside}
    rest = rest.slice(found + mark.length)
    inside = !inside
  }
}

export function headingOf({text, line}: BodyLine): Heading | undefined {
  if (!text.includes('#')) return undefined
  const found = /^ {0,3}(#{1,6})[ \t]+(.*)$/.exec(text)
  if (found === null) return undefined
  return {level: (found[1] ?? '').length, text: (found[2] ?? '').replace(/[ \t]#+[ \t]*$/, '').trim(), line}
}

/** Sections of one level; a heading of a higher level ends them, lower ones stand inside. */
export function sectionsOf(lines: readonly BodyLine[], level: number): readonly Section[] {
  const sections: {heading: Heading; lines: BodyLine[]}[] = []
  let open: BodyLine[] | undefined
  for (const line of lines) {
    const heading = headingOf(line)
    if (heading === undefined || heading.level > level) open?.push(line)
    else if (heading.level === level) {
      open = []
      sections.push({heading, lines: open})
    } else open = undefined
  }
  return sections
}

/** Text of a list item without its marker. */
export const bulletOf = (text: string): string | undefined => /^\s*(?:[-*+•]|\d{1,3}[.)、])[ \t]+(\S.*)$/.exec(text)?.[1]?.trim()

/** Without emphasis, code marks, links and images. */
export const unmarked = (text: string): string =>
  text
    .replace(/!?\[([^\][]*)\]\([^()]*\)/g, '$1')
    .replace(/[*_~`]{1,3}(?=\S)|(?<=\S)[*_~`]{1,3}/g, '')
    .trim()

export type SectionKind = (typeof SECTIONS)[number][0]

/** What a level-2 heading stands for, by the words it holds: 核心心智模型, 决策啟發式, 🧠 Mental Models. */
export const sectionKind = (heading: string): SectionKind | undefined =>
  SECTIONS.find(([, pattern]) => pattern.test(heading.normalize('NFKC')))?.[0]

const SECTIONS = [
  ['identity', /身份|我是[谁誰]|identity|who (?:i am|you are)/i],
  ['limits', /边界|邊界|局限|honest(?:y)?\b.*(?:limits|boundar)|limits|limitations|boundaries/i],
  ['sources', /来源|來源|出处|出處|参考|參考|sources|references|bibliography/i],
  ['timeline', /时间线|時間線|年表|timeline|chronology/i],
  ['models', /心智模型|思维模型|思維模型|mental models?|core models?/i],
  ['heuristics', /启发式|啟發式|heuristics?|rules of thumb/i],
  ['positions', /立场|立場|positions?|stances?/i],
  ['pushback', /反驳|反駁|push-?back|rebuttals?|objections?/i],
  ['questions', /追问|追問|提问|提問|questions?/i],
  ['expression', /表达|表達|expression|voice|style/i],
] as const satisfies readonly (readonly [string, RegExp])[]
