import type {Seq, Stamped} from '../../core/events.ts'
import {seatOf} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import type {PaneItem} from '../terminal/pane-item.ts'
import {speechItem, wordItem} from './flow-items.ts'
import {makeReadable, type Readable, readable} from './json-stream.ts'
import type {RoomTexts} from './room-texts.ts'
import type {Place} from './seating.ts'
import {faceOf} from './table-items.ts'
import {type Started, subtitleOf, turnId} from './turn-facts.ts'

/** How what is said in one kind of meeting stands on the screen. The stage asks it and knows no kind itself. */
export type Manner = {
  nameOf(state: MeetingState, who: string): string
  /** What a turn is, and what is particular about it. */
  subtitle(state: MeetingState, turn: Started): string
  /** Undefined: it is not said to the table. */
  item(state: MeetingState, turn: Started, told: string): PaneItem | undefined
  /** Of turns that were asked at once, where each stands, whenever it comes. */
  placeOf?(state: MeetingState, turn: Keyed): Place | undefined
  /** A new reader for each attempt: what people see of a turn while it streams. */
  reader(state: MeetingState, turn: Keyed): Readable
  /** What people see of it when it is whole. */
  whole(state: MeetingState, event: Finished): string
  /** One line below it. */
  after?(state: MeetingState, event: Finished): {readonly item: PaneItem; readonly text: string} | undefined
  word(state: MeetingState, event: {readonly seq: Seq}, you: string): PaneItem
  /** The name of a part of the meeting; undefined: the usual one. */
  phase?(name: string, round: number): string | undefined
  /** How a line of the chair stands, where it is not a line like the others. */
  chairItem?(line: string, id: string): PaneItem | undefined
}

export type Keyed = {readonly key: string; readonly who: string}
export type Finished = Stamped & {type: 'turn.finished'}

export const endId = ({seq}: {readonly seq: Seq}): string => `end ${seq}`
export const rankOf = (state: MeetingState, who: string): number => state.meeting?.seats.findIndex(seat => seat.id === who) ?? 0

/** A roundtable: one speaks after the other. */
export function plainManner({room}: Pick<RoomTexts, 'room'>): Manner {
  const nameOf = (state: MeetingState, who: string) =>
    who === 'recorder' ? room.recorder : oneLine(seatOf(state, who)?.name ?? who, 32)
  return {
    nameOf,
    subtitle: (state, turn) => subtitleOf(state, turn, room),
    item: (state, turn, subtitle) =>
      speechItem({id: turnId(turn), name: nameOf(state, turn.who), subtitle, accent: faceOf(state, turn.who).accent}),
    reader: (_, {who}) => makeReadable(who === 'recorder'),
    whole: (_, {text, who}) => readable(text, who === 'recorder'),
    word: (_, {seq}, you) => wordItem(`event ${seq}`, you),
  }
}
