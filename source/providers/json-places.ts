/**
 * JSON with the place of every value, so that a mistake in a file that a person wrote can be shown by its line. The grammar is
 * RFC 8259; a key that stands twice in one object is a mistake here, because one of the two would be lost in silence.
 */
export type JsonRead =
  | {
      readonly value: unknown
      /** Line of the value at this path, or of its key `key`; of the nearest value around it when nothing stands there. From 1. */
      readonly lineOf: (path: readonly PropertyKey[], key?: string) => number
    }
  | {readonly problem: JsonProblem}

export type JsonProblem = {
  /** From 1. */
  readonly line: number
  readonly code: 'json-unfinished' | 'json-unexpected' | 'json-string' | 'json-escape' | 'json-deep' | 'key-twice'
  readonly slots: Readonly<Record<string, string | number>>
}

const MOST_DEPTH = 64

export function readJson(text: string): JsonRead {
  const places = new Map<string, number>()
  try {
    scan(text, (path, offset) => places.set(path, offset))
  } catch (error) {
    if (!(error instanceof Misread)) throw error
    return {problem: {line: lineAt(text, error.offset), code: error.code, slots: error.slots}}
  }
  return {
    value: JSON.parse(text),
    lineOf: (path, key) => {
      const wanted = [...path.map(String), ...(key === undefined ? [] : [key])]
      for (let length = wanted.length; length > 0; length--) {
        const inner = placeOf(wanted.slice(0, length))
        const offset = (length === wanted.length && key !== undefined ? places.get(keyOf(inner)) : undefined) ?? places.get(inner)
        if (offset !== undefined) return lineAt(text, offset)
      }
      return lineAt(text, places.get(placeOf([])) ?? 0)
    },
  }
}

const placeOf = (path: readonly string[]) => JSON.stringify(path)
const keyOf = (place: string) => `key ${place}`

class Misread extends Error {
  constructor(
    readonly code: JsonProblem['code'],
    readonly offset: number,
    readonly slots: JsonProblem['slots'] = {},
  ) {
    super(code)
  }
}

function scan(text: string, found: (place: string, offset: number) => void): void {
  let at = 0
  const match = (pattern: RegExp): string => {
    pattern.lastIndex = at
    return pattern.exec(text)?.[0] ?? ''
  }
  const skipSpace = () => {
    at += match(/[ \t\n\r]*/y).length
  }
  const wrong = (): never => {
    if (at >= text.length) throw new Misread('json-unfinished', text.trimEnd().length)
    throw new Misread('json-unexpected', at, {found: match(/[\p{L}\p{N}_.+-]{1,24}|[\s\S]/uy)})
  }
  const take = (sign: string) => {
    if (text[at] !== sign) wrong()
    at++
  }
  /** Its raw text, quotes and all. */
  const string = (): string => {
    const from = at
    take('"')
    for (;;) {
      const unit = text.charCodeAt(at)
      if (Number.isNaN(unit) || unit < 0x20) throw new Misread('json-string', from)
      if (unit === 0x5c) {
        const escaped = match(/\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4})/y)
        if (escaped === '') throw new Misread('json-escape', at, {found: match(/\\[\s\S]?/uy)})
        at += escaped.length
      } else at++
      if (unit === 0x22) return text.slice(from, at)
    }
  }
  /** Items up to the closing sign, parted by commas. */
  const items = (close: string, item: (index: number) => void) => {
    at++
    skipSpace()
    for (let index = 0; text[at] !== close; index++) {
      if (index > 0) take(',')
      skipSpace()
      item(index)
      skipSpace()
      if (text[at] !== close && text[at] !== ',') wrong()
    }
    at++
  }
  const value = (path: readonly string[]) => {
    if (path.length > MOST_DEPTH) throw new Misread('json-deep', at, {most: MOST_DEPTH})
    skipSpace()
    found(placeOf(path), at)
    if (text[at] === '"') string()
    else if (text[at] === '[') items(']', index => value([...path, String(index)]))
    else if (text[at] === '{') {
      const seen = new Set<string>()
      items('}', () => {
        const offset = at
        const key: string = JSON.parse(string())
        if (seen.has(key)) throw new Misread('key-twice', offset, {key})
        seen.add(key)
        found(keyOf(placeOf([...path, key])), offset)
        skipSpace()
        take(':')
        value([...path, key])
      })
    } else {
      const plain = match(/true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y)
      if (plain === '') wrong()
      at += plain.length
    }
  }
  value([])
  skipSpace()
  if (at < text.length) wrong()
}

function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at >= 0 && at < offset; at = text.indexOf('\n', at + 1)) line++
  return line
}
