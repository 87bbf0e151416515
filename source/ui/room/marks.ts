import {verdictIn, verdictText} from './council-look.ts'
import type {SeatFacts} from './facts.ts'
import {stanceText} from './review-look.ts'
import type {RoomTexts} from './room-texts.ts'

/** `short`: where there is little room. `changed`: it is not what the seat held before. */
export type Tag = {readonly text: string; readonly short: string; readonly changed: boolean}

/** What a seat holds, in a word or two. `live`: what it is saying now, which may tell it already. */
export function tagOf(
  {mark}: SeatFacts,
  {review, council}: Pick<RoomTexts, 'review' | 'council'>,
  live: string | undefined,
): Tag | undefined {
  if (mark?.kind === 'stance') {
    const changed = mark.before !== undefined
    return review && {text: stanceText(mark, review), short: shortly(review[`stance.${mark.now.stance}`], changed), changed}
  }
  const now = mark ?? (live === undefined ? undefined : verdictIn(live))
  if (now?.kind !== 'verdict' || !council) return undefined
  const changed = now.moved === true
  return {text: verdictText(now, council), short: shortly(council[`verdict.${now.now}`], changed), changed}
}

const shortly = (word: string, changed: boolean): string => (changed ? `→ ${word}` : word)
