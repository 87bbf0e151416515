import {type BoardEvent, boardEvents} from '../core/board-events.ts'
import type {LiveEvent} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'

/** A board as the events of FR-10, for those who follow it from outside. */
export type BoardStream = {
  /** Everything so far, in order. */
  readonly sofar: () => readonly BoardEvent[]
  /** What this event adds; most add nothing. */
  readonly take: (event: LiveEvent, state: MeetingState) => readonly BoardEvent[]
}

/** The others say nothing that could be told in these five. */
const telling: ReadonlySet<LiveEvent['type']> = new Set([
  'phase.entered',
  'turn.finished',
  'turn.failed',
  'turn.skipped',
  'user.said',
  'meeting.closed',
])

/** `begun`: the meeting as it stands when the stream begins; what is in it is in `sofar` and is not taken again. */
export function makeBoardStream(begun: MeetingState): BoardStream {
  let told = boardEvents(begun.log)
  return {
    sofar: () => told,
    take: (event, state) => {
      if (!telling.has(event.type)) return []
      const all = boardEvents(state.log)
      const news = all.slice(told.length)
      told = all
      return news
    },
  }
}
