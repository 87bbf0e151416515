import {councilDataKind, memberText} from '../core/council-text.ts'
import type {Lang, Stamped} from '../core/events.ts'
import {isReview} from '../core/review.ts'
import {asPosition, withoutStance} from '../core/stance.ts'
import type {MeetingState} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {memberLabels} from '../i18n/council.ts'
import {reviewWords} from '../i18n/review.ts'
import {isBoardData, spokenText as spokenAtBoard} from './board-text.ts'

/** Data is for programs: people are shown what is in it, once it is whole. */
export const isData = (state: MeetingState, key: string): boolean =>
  isBoardData(state, key) || councilDataKind(state, key) !== undefined

/** A speech as people read it, whatever the meeting. */
export function spokenText(event: Stamped & {type: 'turn.finished'}, state: MeetingState): string {
  const kind = councilDataKind(state, event.key)
  const {meeting} = state
  if (meeting && isReview(meeting)) return withPosition(event, meeting.lang)
  if (!kind || !meeting) return spokenAtBoard(event, state)
  return memberText(event.data, {kind, labels: memberLabels[meeting.lang], seats: meeting.seats}) || event.text
}

/** The line that is for the program, in words. */
function withPosition({text, data}: Stamped & {type: 'turn.finished'}, lang: Lang): string {
  const position = asPosition(data)
  if (!position) return text
  const own = reviewWords[lang]
  return `${withoutStance(text)}\n\n${fill(own.position, {stance: own[position.stance], confidence: position.confidence})}`
}
