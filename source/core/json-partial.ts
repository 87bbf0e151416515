/**
 * The first JSON object of a text of which only the beginning is there, as far as it goes: what is cut off within a string is kept, a
 * key without its value is not. Undefined where there is none yet. Linear in the text.
 */
export function jsonSoFar(text: string): object | undefined {
  const start = text.indexOf('{')
  if (start < 0) return undefined
  const open: string[] = []
  let inString = false
  /** Up to here, and with these closed, the text is whole. */
  let safe = {at: start + 1, closing: '}'}
  let end = text.length
  for (let i = start; i < text.length; i++) {
    const c = text[i]
    if (inString) {
      if (c === '\\') i++
      else if (c === '"') inString = false
      continue
    }
    if (c === '"') inString = true
    else if (c === '{' || c === '[') {
      open.push(c === '{' ? '}' : ']')
      safe = {at: i + 1, closing: closingOf(open)}
    } else if (c === '}' || c === ']') {
      open.pop()
      if (open.length === 0) {
        end = i + 1
        break
      }
    } else if (c === ',') safe = {at: i, closing: closingOf(open)}
  }
  const body = text.slice(start, end)
  const whole = inString ? `${withoutHalfEscape(body)}"` : body
  return parsed(whole + closingOf(open)) ?? parsed(text.slice(start, safe.at) + safe.closing)
}

const closingOf = (open: readonly string[]): string => [...open].reverse().join('')

/** `\`, `\u` and up to three digits at the end of a string that is not whole. */
function withoutHalfEscape(text: string): string {
  const [tail = ''] = /\\+(?:u[0-9a-fA-F]{0,3})?$/.exec(text) ?? []
  const slashes = tail.length - tail.replace(/^\\+/, '').length
  if (slashes % 2 === 0) return text
  return text.slice(0, text.length - tail.length + slashes - 1)
}

function parsed(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}
