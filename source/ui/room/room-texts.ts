import {isBoard} from '../../core/board.ts'
import {isCouncil} from '../../core/council.ts'
import type {Lang} from '../../core/events.ts'
import {isReview} from '../../core/review.ts'
import type {MeetingState} from '../../core/state.ts'
import {type BoardRoomWords, boardRoomWordsFor} from '../../i18n/board-room.ts'
import {type CouncilRoomWords, councilRoomWordsFor} from '../../i18n/council-room.ts'
import {type Words, wordsFor} from '../../i18n/index.ts'
import {type ReviewRoomWords, reviewRoomWordsFor} from '../../i18n/review-room.ts'
import {type RoomWords, roomWordsFor} from '../../i18n/room.ts'

/** The words of a room. `board`, `review`, `council`: the meeting is one, and its words stand in the others too. */
export type RoomTexts = {
  readonly words: Words
  readonly room: RoomWords
  readonly lang: Lang
  readonly board?: BoardRoomWords | undefined
  readonly review?: ReviewRoomWords | undefined
  readonly council?: CouncilRoomWords | undefined
}

/** What kind of meeting it is, as far as the room tells kinds apart. */
export type Mode = 'roundtable' | 'board' | 'review' | 'council'

export const modeOf = ({board, review, council}: Pick<RoomTexts, 'board' | 'review' | 'council'>): Mode =>
  board ? 'board' : review ? 'review' : council ? 'council' : 'roundtable'

export function textsFor(lang: Lang, {meeting}: MeetingState): RoomTexts {
  const words = wordsFor(lang)
  const board = meeting && isBoard(meeting) ? boardRoomWordsFor(lang) : undefined
  const review = meeting && isReview(meeting) ? reviewRoomWordsFor(lang) : undefined
  const council = meeting && isCouncil(meeting) ? councilRoomWordsFor(lang) : undefined
  const own = board ?? review ?? council
  if (!own) return {words, room: roomWordsFor(lang), lang}
  const room = roomWordsFor(lang, own)
  const phases = {'phase.opening': room['phase.opening'], 'phase.closing': room['phase.closing']}
  return {words: {...words, ...phases, roundtable: own.brand, chair: own.chair}, room, lang, board, review, council}
}
