/** `axis: A over B`: between A and B on this axis, A comes first. */
export type Tradeoff = {readonly axis: string; readonly first: string; readonly second: string}

/**
 * Reads `axis: A over B` and 「轴：A 优先于 B」, whatever the width of the colon. Of several `over` the one in the middle parts the
 * sides. Undefined for anything else.
 */
export function readTradeoff(text: string): Tradeoff | undefined {
  const line = text.trim().replace(/^[-*•]\s+/, '')
  const [, axis = '', rest = ''] = /^([^:：\n]{1,80})[:：]\s*([^\n]+)$/u.exec(line) ?? []
  const sides =
    parted(rest, /\s*(?:优先于|优于|先于|重于|胜过|大于)\s*/gu) ?? parted(rest, /\s+(?:over|before|rather than)\s+/giu)
  if (!sides || axis.trim() === '') return undefined
  const [first, second] = sides.map(side => side.replace(/[.。;；]+$/u, '').trim())
  return first && second ? {axis: axis.trim(), first, second} : undefined
}

function parted(text: string, between: RegExp): readonly [string, string] | undefined {
  const found = [...text.matchAll(between)]
  const middle = found[Math.floor((found.length - 1) / 2)]
  return middle && [text.slice(0, middle.index), text.slice(middle.index + middle[0].length)]
}

/** The one form in which a tradeoff is kept: of its own language, which its sides show. */
export function writeTradeoff({axis, first, second}: Tradeoff): string {
  return HAN.test(axis + first + second) ? `${axis}：${first} 优先于 ${second}` : `${axis}: ${first} over ${second}`
}

const HAN = /\p{Script=Han}/u

/** Two members name one thing alike when only case, spaces, width or quotes differ. */
export const sameTerm = (term: string): string =>
  term
    .normalize('NFKC')
    .toLowerCase()
    .replace(/^(?:the|a|an)\s+/, '')
    .replace(/[\s\p{P}\p{S}]+/gu, '')
