import type {Seq, Stamped, TurnStarted} from '../../core/events.ts'
import {heardItems} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import {type RoomWordKey, type RoomWords, tellRoom} from '../../i18n/room.ts'

export type Started = Stamped & TurnStarted

export const turnId = (turn: {readonly key: string; readonly attempt: number}): string => `turn ${turn.key} ${turn.attempt}`

/** What a turn is, from what was really handed over: `第 2 轮 · 回应 马克思的第 1 轮发言`. */
export function subtitleOf(state: MeetingState, turn: Started, words: RoomWords): string {
  const phase = phaseAt(state, turn.seq)
  const parts = [tellRoom(words, phaseWord('subtitle', phase.name), {round: phase.round})]
  const heard = turn.who === 'recorder' ? [] : heardItems(state, turn)
  const speech = heard.findLast(item => item.kind === 'speech')
  if (speech?.kind === 'speech') {
    const what = tellRoom(words, phaseWord('speech', speech.phase), {round: speech.round})
    parts.push(tellRoom(words, 'answering', {name: oneLine(speech.name, 24), speech: what}))
  }
  if (heard.some(item => item.kind === 'word')) parts.push(words.withYourWords)
  if (heard.some(item => item.kind === 'reminder')) parts.push(words.withReminder)
  if (turn.attempt > 1) parts.push(tellRoom(words, 'attempt', {n: turn.attempt}))
  if (state.meeting?.rehearsal && turn.who !== 'recorder') parts.push(words.rehearsed)
  return parts.join(' · ')
}

/** What is particular about a turn: whose words it was handed, that it is not the first try, that no model speaks. */
export function particulars(state: MeetingState, turn: Started, room: RoomWords): readonly string[] {
  const heard = heardItems(state, turn)
  return [
    ...(heard.some(item => item.kind === 'word') ? [room.withYourWords] : []),
    ...(heard.some(item => item.kind === 'reminder') ? [room.withReminder] : []),
    ...(turn.attempt > 1 ? [tellRoom(room, 'attempt', {n: turn.attempt})] : []),
    ...(state.meeting?.rehearsal ? [room.rehearsed] : []),
  ]
}

/** The phase an event stands in. */
export function phaseAt(state: MeetingState, seq: Seq): {readonly name: string; readonly round: number} {
  if (state.phase && state.phase.since <= seq) return state.phase
  const phase = state.log.findLast(event => event.seq <= seq && event.type === 'phase.entered')
  return phase?.type === 'phase.entered' ? {name: phase.phase, round: phase.round ?? 0} : {name: '', round: 0}
}

export function phaseWord(kind: 'phase' | 'subtitle' | 'speech', phase: string): RoomWordKey {
  switch (phase) {
    case 'opening':
    case 'closing':
      return `${kind}.${phase}`
    case 'recording':
      return kind === 'speech' ? 'speech.discussion' : `${kind}.recording`
    default:
      return `${kind}.discussion`
  }
}
