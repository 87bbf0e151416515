/** Starts that are tried before the search gives up: prose holds a few stray braces, hostile text holds a million. */
const maxStarts = 64

/**
 * JSON objects that stand in a model's prose, fenced or not, in the order they appear: a balanced scan that knows strings, then
 * `JSON.parse`. At most 64 starts are scanned, so the time is linear in the text.
 */
export function* jsonIn(text: string): Generator<object> {
  let at = text.indexOf('{')
  for (let starts = 0; at >= 0 && starts < maxStarts; starts++) {
    const end = blockEnd(text, at)
    const value = end < 0 ? undefined : parsed(text.slice(at, end))
    if (value) yield value
    at = text.indexOf('{', value ? end : at + 1)
  }
}

/** Position after the `}` that closes the block, or -1. */
function blockEnd(text: string, start: number): number {
  let depth = 0
  let inString = false
  for (let i = start; i < text.length; i++) {
    const c = text[i]
    if (inString) {
      if (c === '\\') i++
      else if (c === '"') inString = false
    } else if (c === '"') inString = true
    else if (c === '{') depth++
    else if (c === '}' && --depth === 0) return i + 1
  }
  return -1
}

function parsed(block: string): object | undefined {
  try {
    const value: unknown = JSON.parse(block)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
