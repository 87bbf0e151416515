/** Bytes; a longer line is no line of any protocol we know. */
export const LONGEST_LINE = 16 * 1024 * 1024

const LF = 0x0a

export type LineSplitter = {
  readonly push: (bytes: Uint8Array) => void
  /** What stands after the last line feed is a line too. */
  readonly end: () => void
}

/**
 * Splits bytes into lines at 0x0A only and decodes each line whole, so that neither a character cut in two by a chunk nor a
 * U+2028 inside a string does harm. A carriage return before the line feed and a byte order mark at the start are taken away;
 * objects that were written without a line feed between them come one by one, unless the lines are `plain` text.
 */
export function makeLines(
  onLine: (line: string) => void,
  onTooLong: () => void = () => {},
  {plain = false}: {readonly plain?: boolean} = {},
): LineSplitter {
  let parts: Uint8Array[] = []
  let size = 0
  let skipping = false
  let first = true
  const take = (part: Uint8Array) => {
    if (skipping || part.length === 0) return
    size += part.length
    if (size > LONGEST_LINE) {
      skipping = true
      parts = []
      onTooLong()
    } else parts.push(part)
  }
  const finish = () => {
    const lost = skipping
    const line = lost ? '' : Buffer.concat(parts).toString('utf8').replace(/\r$/, '')
    parts = []
    size = 0
    skipping = false
    const text = first ? line.replace(/^\uFEFF/, '') : line
    first = false
    // An empty line is noise in a protocol, and the end of a paragraph in plain text.
    if (!lost) for (const piece of plain ? [text] : unglued(text)) onLine(piece)
  }
  return {
    push: bytes => {
      let from = 0
      for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, from)) {
        take(bytes.subarray(from, at))
        finish()
        from = at + 1
      }
      // A copy, because the sender may use the memory again.
      if (from < bytes.length) take(Uint8Array.prototype.slice.call(bytes, from))
    },
    end: () => {
      if (size > 0) finish()
    },
  }
}

/** `{…}{…}` as two lines; anything else stays one. */
export function unglued(line: string): readonly string[] {
  if (!line.startsWith('{') || !/\}\s*\{/.test(line) || isJson(line)) return [line]
  const pieces: string[] = []
  let depth = 0
  let from = 0
  let inString = false
  for (let at = 0; at < line.length; at++) {
    const c = line[at]
    if (inString) {
      if (c === '\\') at++
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '{') {
      if (depth++ === 0) from = at
    } else if (c === '}' && depth > 0 && --depth === 0) pieces.push(line.slice(from, at + 1))
  }
  return pieces.length > 1 && pieces.every(isJson) ? pieces : [line]
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** A line as a JSON object; undefined for noise. */
export function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  if (!line.trimStart().startsWith('{')) return undefined
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
