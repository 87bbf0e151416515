import {verdictIn, verdictText} from './council-look.ts'
import type {SeatFacts} from './facts.ts'
import {stanceText} from './review-look.ts'
import type {RoomTexts} from './room-texts.ts'

/** `changed`: it is not what the seat held before. */
export type Tag = {readonly text: string; readonly changed: boolean}

/** What a seat holds, in a word or two. `live`: what it is saying now, which may tell it already. */
export function tagOf(
  {mark}: SeatFacts,
  {review, council}: Pick<RoomTexts, 'review' | 'council'>,
  live: string | undefined,
): Tag | undefined {
  if (mark?.kind === 'stance') return review && {text: stanceText(mark, review), changed: mark.before !== undefined}
  const now = mark ?? (live === undefined ? undefined : verdictIn(live))
  return now && council && {text: verdictText(now, council), changed: now.kind === 'verdict' && now.moved === true}
}
