import {z} from 'zod'
import type {Lang} from './events.ts'
import {outputsOf} from './review-history.ts'
import {firstStart, heardItems} from './selectors.ts'
import {sentencesOf} from './sentences.ts'
import {asPosition, type Position, withoutStance} from './stance.ts'
import type {MeetingState} from './state.ts'

/**
 * Why a role is asked once more. `empty`: far too little was said; `echo`: most of it is others' sentences; `turned`: another
 * stance than before, and no word of what changed it.
 */
export type Hollow = 'empty' | 'echo' | 'turned'

export type ToCheck = {
  readonly text: string
  readonly lang: Lang
  /** Least length of the reply, in characters (zh) or words (en). */
  readonly least: number
  /** What the role was handed of others. */
  readonly peers: readonly {readonly name: string; readonly text: string}[]
  readonly stance?: Position | undefined
  /** The role's stance in its round before. */
  readonly before?: Position | undefined
}

/** Whether a reply is hollow, by signs that can be pointed at; no judgement of what it says. */
export function hollow({text, lang, least, peers, stance, before}: ToCheck): Hollow | undefined {
  const own = unquoted(withoutStance(text))
  if (lengthIn(own, lang) < least / 4) return 'empty'
  if (echoed(own, peers.map(peer => peer.text).join('\n')) > 0.5) return 'echo'
  const turned = stance && before && stance.stance !== before.stance
  if (turned && !CAUSE[lang].test(own) && !peers.some(({name}) => own.includes(name))) return 'turned'
  return undefined
}

const found = z.array(z.object({who: z.string(), why: z.enum(['empty', 'echo', 'turned'])}))
export type HollowOnes = z.infer<typeof found>

/** The roles whose output in this part of a round (`round-2`, `round-2.2`) is hollow, in seating order. */
export function hollowOnes(state: MeetingState, part: string, at: {readonly round: number; readonly least: number}): HollowOnes {
  const lang = state.meeting?.lang ?? 'zh'
  return outputsOf(state, at.round).flatMap(({seat, first}) => {
    if (first.key !== `${part}:${seat.id}`) return []
    const heard = firstStart(state, first.key)?.heard ?? []
    const peers = heardItems(state, {key: first.key, heard}).flatMap(item => (item.kind === 'speech' ? [item] : []))
    const before = outputsOf(state, at.round - 1).find(output => output.seat.id === seat.id)?.given.data
    const why = hollow({
      text: first.text,
      lang,
      least: at.least,
      peers,
      stance: asPosition(first.data),
      before: asPosition(before),
    })
    return why ? [{who: seat.id, why}] : []
  })
}

/** As it was read from the ledger; empty for what is none of ours. */
export const asHollowOnes = (note: unknown): HollowOnes => found.safeParse(note).data ?? []

/** Characters without white space (zh), or words (en). */
const lengthIn = (text: string, lang: Lang): number =>
  lang === 'zh' ? [...text.replace(/\s/gu, '')].length : (text.match(/\S*[\p{L}\p{N}]\S*/gu) ?? []).length

/** Lines behind `>` are somebody else's. */
const unquoted = (text: string): string =>
  text
    .split('\n')
    .filter(line => !/^\s*>/.test(line))
    .join('\n')

/** Part of the text, 0 to 1, that stands in the other word for word, by whole sentences. Short ones are anybody's. */
function echoed(text: string, others: string): number {
  const theirs = folded(others)
  const sentences = sentencesOf(text).map(folded)
  const sum = (some: readonly string[]) => some.reduce((length, sentence) => length + sentence.length, 0)
  const taken = sentences.filter(sentence => sentence.length >= SHORTEST && theirs.includes(sentence))
  return sum(taken) / Math.max(1, sum(sentences))
}

/** UTF-16 units, without white space. */
const SHORTEST = 8
const folded = (text: string): string => text.replace(/\s+/gu, '')

const CAUSE: Readonly<Record<Lang, RegExp>> = {
  zh: /因为|由于|证据|约束|推理|理由|原因|数据|材料|指出|提到|说服|反例|改变了?(?:我|判断|立场)|改判|转为/u,
  en: /\b(?:because|since|evidence|constraints?|reason(?:s|ing)?|data|materials?|points?|pointed|persuaded|convinced|counter-?examples?|changed?|due to)\b/iu,
}
