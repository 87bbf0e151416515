import {z} from 'zod'

/** Where a role stands: go on as it is, change it, or drop it. */
export type Stance = 'continue' | 'modify' | 'drop'
/** `confidence`: 0 to 1, as the role itself puts it. */
export type Position = {readonly stance: Stance; readonly confidence: number}
/** `none`: no such line; the others say which part of the line cannot be read. */
export type StanceProblem = 'none' | 'stance' | 'confidence'

/**
 * The last line `STANCE: … CONFIDENCE: …` of a reply, as `seeds/ai-meeting.txt` has it machine-read. What stands in a code fence
 * or behind `>` is quoted and does not count.
 */
export function readStance(text: string): Position | {readonly problem: StanceProblem} {
  const line = ownLines(text).findLast(one => STANCE_LINE.test(one))
  if (line === undefined) return {problem: 'none'}
  const said = STANCE_LINE.exec(line)?.[1] ?? ''
  const [choice = '', ...rest] = said.split(CONFIDENCE)
  const stance = stanceIn(choice)
  if (!stance) return {problem: 'stance'}
  const confidence = rest.length === 1 ? confidenceIn(rest[0] ?? '') : undefined
  return confidence === undefined ? {problem: 'confidence'} : {stance, confidence}
}

/** The reply without the lines that the machine reads. */
export const withoutStance = (text: string): string => {
  const machine = new Set(ownLines(text).filter(line => STANCE_LINE.test(line)))
  return text
    .split('\n')
    .filter(line => !machine.has(plain(line)))
    .join('\n')
    .trim()
}

const position = z.object({stance: z.enum(['continue', 'modify', 'drop']), confidence: z.number().min(0).max(1)})
/** Data read back from the ledger; undefined when it is none of ours. */
export const asPosition = (data: unknown): Position | undefined => position.safeParse(data).data

const STANCE_LINE = /^STANCE\s*:\s*(.*)$/i
/** Cheap, and true of every line that could be one. */
const MAYBE = /[sｓ][tｔ][aａ][nｎ]/iu
const CONFIDENCE = /CONFIDENCE\s*:/i
const EDGE = /^[\s|,;/·]+|[\s|,;/·]+$/gu
const WORDS: ReadonlyMap<string, Stance> = new Map([
  ...['继续', '繼續', '保留', 'continue', 'keep'].map(word => [word, 'continue'] as const),
  ...['修改', 'modify'].map(word => [word, 'modify'] as const),
  ...['放弃', '放棄', 'drop'].map(word => [word, 'drop'] as const),
])

const stanceIn = (said: string): Stance | undefined => WORDS.get(said.replace(EDGE, '').toLowerCase())

/** `0.7`, `.7`, `1` or `70%`; a number over 1 without its sign could mean anything. */
function confidenceIn(said: string): number | undefined {
  const match = /^(\d{0,3}(?:\.\d+)?)\s*(%?)[.。]?$/.exec(said.replace(EDGE, ''))
  if (!match?.[1]) return undefined
  const value = Number(match[1]) / (match[2] ? 100 : 1)
  return value <= 1 ? Number(value.toFixed(4)) : undefined
}

/** Of a line that may be the machine's: full-width forms as plain ones, without the marks that emphasise or number a line. */
const plain = (line: string): string =>
  line
    .normalize('NFKC')
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/^(?:[-•]|\d{1,2}[.)、])\s*/, '')

function ownLines(text: string): readonly string[] {
  let fence = ''
  return text.split('\n').flatMap(line => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    if (fence) {
      if (mark.startsWith(fence)) fence = ''
      return []
    }
    fence = mark
    return mark || /^\s*>/.test(line) || !MAYBE.test(line) ? [] : [plain(line)]
  })
}
