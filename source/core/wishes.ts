import type {Wish} from './events.ts'
import {fold} from './request-shadow.ts'

export type WishWords = {readonly zh: readonly string[]; readonly en: readonly string[]}

/** The first word of each language is the canonical one. Traditional characters are understood beside the simplified ones. */
export const wishWords: Readonly<Record<Wish, WishWords>> = {
  continue: {zh: ['继续', '下一步'], en: ['continue', 'go on', 'next']},
  conclude: {
    zh: ['进入结语', '结束会议', '结束讨论', '停止讨论'],
    en: ['close', 'end', 'end the meeting', 'close the meeting', 'end the discussion', 'conclude', 'stop'],
  },
  finish: {zh: ['跳过结语，直接结束', '跳过结语', '直接结束'], en: ['skip closing', 'skip the closing', 'end now']},
  more: {zh: ['再来一轮', '加一轮', '再加一轮'], en: ['one more round', 'another round']},
  remind: {zh: ['提醒', '中性提醒', '聚焦', '请注意聚焦于会议主题'], en: ['remind', 'focus']},
  skip: {zh: ['跳过'], en: ['skip']},
  retry: {zh: ['重试'], en: ['retry']},
  pause: {zh: ['暂停', '离开'], en: ['pause', 'leave']},
}

/**
 * What a line asks of the meeting, or undefined: then it is a word to the table. A command is the whole line, after NFKC and
 * without the spaces and punctuation around it; one leading `/` is allowed. An empty line is undefined, the caller decides.
 */
export function wishOf(line: string): Wish | undefined {
  const said = plain(line)
  return said === undefined ? undefined : wishes.get(said)
}

export type UnknownCommand = {
  /** As typed, without the `/`. */
  readonly word: string
  /** Known words near it, nearest first, at most three. */
  readonly nearest: readonly string[]
}

/**
 * A line that begins with `/` and a word, and is no command: most likely a typing error, not a word to the table.
 * A path (`/usr/bin`) and `//` are text. `others`: words that the caller knows besides the wishes, such as `help`.
 */
export function unknownCommand(line: string, others: readonly string[] = []): UnknownCommand | undefined {
  const found = /^\s*[/／](?![/／])([^\s/／]+)(?=\s|$)/.exec(line)
  const word = found?.[1]
  if (word === undefined || !/[\p{L}\p{N}]/u.test(word) || wishOf(line) !== undefined) return undefined
  const said = plain(line)
  const first = plain(word)
  if (others.some(other => plain(other) === said)) return undefined
  const near: {word: string; distance: number}[] = []
  for (const known of [...allWords, ...others]) {
    const key = plain(known) ?? known
    const distance = Math.min(...[said, first].map(typed => farness(typed, key)))
    if (Number.isFinite(distance)) near.push({word: known, distance})
  }
  // Array sort is stable: words equally near stand in the order of the table.
  const nearest = near.sort((a, b) => a.distance - b.distance).slice(0, 3)
  return {word, nearest: nearest.map(found => found.word)}
}

const longest = 200
const edge = String.raw`[\p{P}\p{Z}\p{Cc}\p{Cf}~]`
const afterEdge = new RegExp(`${edge}+$`, 'u')
const beforeEdge = new RegExp(`^(?:(?!/)${edge})+`, 'u')

/** The form in which lines and words are compared; undefined for what cannot be a command. */
function plain(line: string): string | undefined {
  // Long lines are speech; the slack leaves room for spaces around a command.
  const trimmed = line.trim()
  if (trimmed.length > longest) return undefined
  const folded = fold(trimmed.normalize('NFKC')).replace(beforeEdge, '')
  if (folded.startsWith('//')) return undefined
  const word = folded.replace(/^\//, '').replace(beforeEdge, '').replace(afterEdge, '')
  // Inside, a comma counts as a space, so that 「跳过结语，直接结束」 may be typed without its comma.
  return word === '' || word.startsWith('/') ? undefined : word.toLowerCase().replace(/[\s,、]+/gu, ' ')
}

const allWords: readonly string[] = Object.values(wishWords).flatMap(words => [...words.zh, ...words.en])
const wishes: ReadonlyMap<string, Wish> = new Map(
  (Object.keys(wishWords) as Wish[]).flatMap(wish =>
    [...wishWords[wish].zh, ...wishWords[wish].en].flatMap(word => {
      const key = plain(word) ?? word
      return /^[a-z]/.test(key) ? [[key, wish] as const] : [[key, wish] as const, [key.replaceAll(' ', ''), wish] as const]
    }),
  ),
)

/** Edits between two words, infinite when too many to call them near; a beginning of the word, or the word and more, is near. */
function farness(typed: string | undefined, word: string): number {
  if (typed === undefined || typed.length > 40) return Number.POSITIVE_INFINITY
  if (typed === word) return 0
  if (typed.length >= 2 && (word.startsWith(typed) || typed.startsWith(word))) return 0.5
  const distance = edits([...typed], [...word])
  const allowed = Math.max(1, Math.floor(word.length / 3))
  return distance <= allowed && distance < word.length ? distance : Number.POSITIVE_INFINITY
}

/** Optimal string alignment: insert, delete, replace, or swap two neighbours. */
function edits(a: readonly string[], b: readonly string[]): number {
  let older: number[] = []
  let old = b.map((_, j) => j).concat(b.length)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      let best = Math.min((old[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (old[j - 1] ?? 0) + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, (older[j - 2] ?? 0) + 1)
      row.push(best)
    }
    older = old
    old = row
  }
  return old[b.length] ?? 0
}
