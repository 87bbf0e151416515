import {boardManner} from './board-look.ts'
import {councilManner} from './council-look.ts'
import {type Manner, plainManner} from './manner.ts'
import {reviewManner} from './review-look.ts'
import type {RoomTexts} from './room-texts.ts'

/** How this meeting is shown. */
export function mannerFor({room, board, review, council}: Pick<RoomTexts, 'room' | 'board' | 'review' | 'council'>): Manner {
  if (board) return boardManner({room, board})
  if (review) return reviewManner({room, review})
  return council ? councilManner({room, council}) : plainManner({room})
}
