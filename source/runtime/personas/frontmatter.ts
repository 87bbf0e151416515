import {type Remark, remark} from './findings.ts'

/** Characters of frontmatter beyond which a file is no persona (the longest seen in the wild has about two thousand). */
const MOST_FRONTMATTER = 32_768

/** Lines count from 1 in the whole file. `yaml` is text and nothing but text: no language but YAML is ever read, none is run. */
type Split =
  | {
      readonly kind: 'split'
      readonly yaml: string
      readonly yamlLine: number
      readonly body: string
      readonly bodyLine: number
      readonly notes: readonly Remark[]
    }
  | {readonly kind: 'none'; readonly body: string; readonly bodyLine: number}
  | {readonly kind: 'problem'; readonly problem: Remark}

/**
 * Cuts a file in two at its first opening and its first closing line; every `---` after them belongs to the body. Blank lines
 * and HTML comments may stand before the opening; the closing may be `...`, or have the body's first words on its own line.
 */
export function splitFrontmatter(text: string): Split {
  const start = skipComments(text)
  const lineEnd = endOfLine(text, start)
  const first = text.slice(start, lineEnd)
  const firstLine = countLines(text, start)
  const opening = /^---[ \t]*([A-Za-z][\w+.-]*)?[ \t]*$/.exec(first)
  if (opening === null) return {kind: 'none', body: text, bodyLine: 1}
  const language = opening[1]?.toLowerCase()
  if (language !== undefined && language !== 'yaml' && language !== 'yml') {
    return {kind: 'problem', problem: remark('frontmatter-language', firstLine, {language: language.slice(0, 32)})}
  }

  const from = Math.min(lineEnd + 1, text.length)
  const closing = closingFrom(text, from)
  if (closing === undefined) return {kind: 'problem', problem: remark('frontmatter-unclosed', firstLine)}
  const yaml = text.slice(from, closing.start)
  if (yaml.length > MOST_FRONTMATTER) {
    return {kind: 'problem', problem: remark('frontmatter-too-large', firstLine, {limit: MOST_FRONTMATTER})}
  }
  const notes = start > 0 && firstLine > 1 ? [remark('frontmatter-late', firstLine)] : []
  if (closing.glued) notes.push(remark('closing-glued', countLines(text, closing.start)))
  return {
    kind: 'split',
    yaml,
    yamlLine: firstLine + 1,
    body: text.slice(closing.end),
    bodyLine: countLines(text, closing.end),
    notes,
  }
}

/** Where the first line begins that is neither blank nor inside an HTML comment. */
function skipComments(text: string): number {
  let at = 0
  for (;;) {
    while (at < text.length && /\s/.test(text.charAt(at))) at++
    if (!text.startsWith('<!--', at)) return at
    const end = text.indexOf('-->', at + 4)
    if (end < 0) return at
    at = end + 3
  }
}

function closingFrom(text: string, from: number): {start: number; end: number; glued: boolean} | undefined {
  for (let start = from; start < text.length; ) {
    const end = endOfLine(text, start)
    const line = text.slice(start, end)
    if (/^(?:-{3,}|\.\.\.)[ \t]*$/.test(line)) return {start, end: Math.min(end + 1, text.length), glued: false}
    if (/^---[^-]/.test(line)) return {start, end: start + 3, glued: true}
    start = end + 1
  }
  return undefined
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}

function countLines(text: string, end: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < end; at = text.indexOf('\n', at + 1)) line++
  return line
}
