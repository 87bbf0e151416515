import {councilDataKind, memberText} from '../core/council-text.ts'
import type {Stamped} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import {memberLabels} from '../i18n/council.ts'
import {isBoardData, spokenText as spokenAtBoard} from './board-text.ts'

/** Data is for programs: people are shown what is in it, once it is whole. */
export const isData = (state: MeetingState, key: string): boolean =>
  isBoardData(state, key) || councilDataKind(state, key) !== undefined

/** A speech as people read it, whatever the meeting. */
export function spokenText(event: Stamped & {type: 'turn.finished'}, state: MeetingState): string {
  const kind = councilDataKind(state, event.key)
  const {meeting} = state
  if (!kind || !meeting) return spokenAtBoard(event, state)
  return memberText(event.data, {kind, labels: memberLabels[meeting.lang], seats: meeting.seats}) || event.text
}
