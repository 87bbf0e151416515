import {reviewTurn} from '../../core/review.ts'
import {allOutputs} from '../../core/review-history.ts'
import {asPosition, type Position, type Stance, withoutStance} from '../../core/stance.ts'
import type {MeetingState} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import type {ReviewRoomWords} from '../../i18n/review-room.ts'
import type {RoomWords} from '../../i18n/room.ts'
import {makeReadable} from './json-stream.ts'
import {endId, type Finished, type Manner, rankOf} from './manner.ts'
import {makeStanceReader} from './stance-stream.ts'
import {bubbleItem, endItem, type Face, faceOf, headedItem} from './table-items.ts'
import {particulars, type Started, turnId} from './turn-facts.ts'

/** What a review looks like: roles side by side, each with where it stands, and a judge in a frame. */

export type ReviewLook = {readonly room: RoomWords; readonly review: ReviewRoomWords}

/** Where a role stands, and where it stood in its round before, where that is not the same. */
export type StanceMark = {readonly kind: 'stance'; readonly now: Position; readonly before?: Stance}

/** By seat. */
export function stanceMarks(state: MeetingState): ReadonlyMap<string, StanceMark> {
  const marks = new Map<string, StanceMark>()
  const last = new Map<string, Stance>()
  for (const {seat, given} of allOutputs(state)) {
    const now = asPosition(given.data)
    if (!now) continue
    const before = last.get(seat.id)
    marks.set(seat.id, {kind: 'stance', now, ...(before && before !== now.stance ? {before} : {})})
    last.set(seat.id, now.stance)
  }
  return marks
}

export function stanceText({now, before}: StanceMark, review: ReviewRoomWords): string {
  const slots = {
    stance: review[`stance.${now.stance}`],
    confidence: now.confidence.toFixed(2).replace(/0$/, ''),
    before: before ? review[`stance.${before}`] : '',
  }
  return fill(before ? review.turned : review.tag, slots)
}

/** `独立分析 · 第 1 轮`. */
export const reviewStage = (round: number, review: ReviewRoomWords): string => review[round <= 1 ? 'stage.1' : 'stage.more']

function subtitle(state: MeetingState, turn: Started, {room, review}: ReviewLook): string {
  const {kind, round, part} = reviewTurn(turn.key) ?? {kind: 'round', round: 1, part: ''}
  const again = part.includes('.') ? [review.again] : []
  const what =
    kind === 'verdict'
      ? [review['stage.verdict'], ...again]
      : [kind === 'challenge' ? review.challenge : reviewStage(round, review), fill(review.round, {round}), ...again]
  return [...what, ...particulars(state, turn, room)].join(' · ')
}

/** How the turns of a review stand on the screen. */
export function reviewManner(look: ReviewLook): Manner {
  const {room, review} = look
  const judge: Face = {name: review.judge, title: '', accent: undefined}
  const faceAt = (state: MeetingState, who: string) => (who === 'recorder' ? judge : faceOf(state, who))
  const isVerdict = ({key}: {readonly key: string}) => reviewTurn(key)?.kind === 'verdict'
  return {
    nameOf: (state, who) => (who === 'recorder' ? room.recorder : faceOf(state, who).name),
    subtitle: (state, turn) => subtitle(state, turn, look),
    item: (state, turn, told) =>
      headedItem({id: turnId(turn), face: faceAt(state, turn.who), told, framed: turn.who === 'recorder'}),
    placeOf(state, {key, who}) {
      const turn = reviewTurn(key)
      return turn && turn.kind !== 'verdict' ? {part: turn.part, rank: rankOf(state, who)} : undefined
    },
    reader: (_, turn) => (isVerdict(turn) ? makeReadable(false) : makeStanceReader()),
    whole: (_, event) => (isVerdict(event) ? event.text : withoutStance(event.text)),
    after: (state, event) => stood(state, event, look),
    word(_, event, you) {
      return bubbleItem(event.seq, '', you)
    },
    phase: (name, round) =>
      name === 'discussion' ? `${reviewStage(round, review)} · ${fill(review.round, {round})}` : undefined,
  }
}

/** Where the role stands after it, and where it stood in its round before. */
function stood(state: MeetingState, event: Finished, {review}: ReviewLook): ReturnType<NonNullable<Manner['after']>> {
  const face = faceOf(state, event.who)
  if (event.who === 'recorder') return {item: endItem(endId(event), {...face, accent: undefined}), text: review.verdictEnd}
  const now = asPosition(event.data)
  const round = reviewTurn(event.key)?.round ?? 0
  if (!now) return undefined
  const past = allOutputs(state).findLast(output => output.seat.id === event.who && output.round < round)
  const before = asPosition(past?.given.data)?.stance
  const slots = {
    stance: review[`stance.${now.stance}`],
    confidence: `${now.confidence}`,
    before: before ? review[`stance.${before}`] : '',
  }
  const text = fill(before && before !== now.stance ? review.stoodTurned : review.stood, slots)
  return {item: endItem(endId(event), face), text}
}
