import {isMap, isScalar, LineCounter, parseDocument} from 'yaml'

/** The frontmatter as data. `lineOf` gives the line, in the whole file, of a key or of a key below it. */
export type Fields = {
  readonly values: Readonly<Record<string, unknown>>
  readonly lineOf: (...keys: readonly string[]) => number
  /** Line of the first thing that is no YAML; the values were then read line by line. */
  readonly brokenAt?: number
}

/** Keys of skill files that may end a description whose text stands unindented. */
const KNOWN =
  /^(?:name|description|version|license|author|tags|category|metadata|roundtable|aliases|type|triggers|tools|allowed-tools|user[-_]invocable|when_to_use|argument-hint|source|platforms):(?:\s|$)/
/** Keys of broken frontmatter that are read one by one. */
const MOST_KEYS = 100
const ANY_KEY = /^[a-z][a-z0-9_-]*:(?:\s|$)/

/** Reads what can be read. Undefined: this is text between two rules, no frontmatter. Never throws. */
export function readFields(yaml: string, firstLine: number): Fields | undefined {
  const whole = parse(yaml, firstLine)
  if (whole.brokenAt === undefined) return whole.values && {values: whole.values, lineOf: whole.lineOf}
  const pieces = segmentsOf(yaml)
    .slice(0, MOST_KEYS)
    .map(piece => ({...piece, line: firstLine + piece.line}))
  if (pieces.length === 0) return undefined
  const values: Record<string, unknown> = {}
  const lines = new Map<string, (...keys: readonly string[]) => number>()
  for (const {key, text, line} of pieces) {
    const alone = parse(text, line)
    const value = alone.brokenAt === undefined ? alone.values?.[key] : rawValue(text.slice(key.length + 1))
    if (Object.hasOwn(values, key)) continue
    Object.defineProperty(values, key, {value, enumerable: true})
    lines.set(key, alone.brokenAt === undefined ? alone.lineOf : () => line)
  }
  return {values, brokenAt: whole.brokenAt, lineOf: (...keys) => lines.get(keys[0] ?? '')?.(...keys) ?? firstLine}
}

type Parsed = {
  values: Readonly<Record<string, unknown>> | undefined
  brokenAt: number | undefined
  lineOf: Fields['lineOf']
}

function parse(yaml: string, firstLine: number): Parsed {
  try {
    const counter = new LineCounter()
    const document = parseDocument(yaml, {
      version: '1.2',
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
      lineCounter: counter,
    })
    const lineAt = (offset: number) => Math.max(1, counter.linePos(offset).line) + firstLine - 1
    const lineOf = (...keys: readonly string[]): number => {
      let node: unknown = document.contents
      let line = firstLine
      for (const key of keys) {
        if (!isMap(node)) break
        const pair = node.items.find(item => isScalar(item.key) && String(item.key.value) === key)
        if (pair === undefined) break
        if (isScalar(pair.key) && pair.key.range) line = lineAt(pair.key.range[0])
        node = pair.value
      }
      return line
    }
    const [error] = document.errors
    if (error !== undefined) return {values: undefined, brokenAt: lineAt(error.pos[0]), lineOf}
    if (document.contents === null) return {values: {}, brokenAt: undefined, lineOf}
    if (!isMap(document.contents)) return {values: undefined, brokenAt: undefined, lineOf}
    // The alias count bounds a document that multiplies itself.
    const values: unknown = document.toJS({maxAliasCount: 50})
    return {values: values as Record<string, unknown>, brokenAt: undefined, lineOf}
  } catch {
    return {values: undefined, brokenAt: firstLine, lineOf: () => firstLine}
  }
}

/** Top-level keys with the lines that follow them. `line` counts from 0. */
function segmentsOf(yaml: string): {key: string; text: string; line: number}[] {
  const found: {key: string; text: string; line: number}[] = []
  let inBlock = false
  for (const [line, text] of yaml.split('\n').entries()) {
    if ((inBlock ? KNOWN : ANY_KEY).test(text)) {
      found.push({key: text.slice(0, text.indexOf(':')), text, line})
      inBlock = /:\s*[|>][+-]?\d?[+-]?\s*$/.test(text)
    } else {
      const open = found.at(-1)
      if (open !== undefined) open.text += `\n${text}`
    }
  }
  return found
}

/** The text of a value that is no YAML, as its author must have meant it. */
function rawValue(text: string): string {
  const plain = text
    .replace(/^[ \t]*[|>][+-]?\d?[+-]?[ \t]*\n/, '')
    .split('\n')
    .map(line => line.trim())
    .join('\n')
    .trim()
  const quote = plain.charAt(0)
  if (quote !== '"' && quote !== "'") return plain
  const end = plain.lastIndexOf(quote)
  return (end > 0 ? plain.slice(1, end) + plain.slice(end + 1) : plain.slice(1)).trim()
}
