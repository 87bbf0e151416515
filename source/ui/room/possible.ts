import {redoable} from '../../core/selectors.ts'
import {isCommandBeginning, type PaletteRow, paletteRows} from './commands.ts'
import {type Desk, isReplying, newBelow} from './desk.ts'
import {speakersOf} from './facts.ts'
import type {RoomAction, When} from './key-map.ts'
import type {ReviewAsk} from './review-facts.ts'
import {modeOf} from './room-texts.ts'

/** What can be done now, and where the person is. */

/** The contexts that hold now, the narrowest first. */
export function placesOf(desk: Desk): readonly When[] {
  const {room} = desk
  switch (room.over.kind) {
    case 'pager':
      return ['pager', 'ended']
    case 'said':
    case 'echo':
      return ['pager', desk.end ? 'ended' : 'always']
    case 'help':
      return ['help', desk.end ? 'ended' : 'always']
    case 'leave':
      return ['leaving']
    case 'voices':
      return ['voices']
    case 'search':
      return [room.over.moving ? 'found' : 'searching', desk.end ? 'ended' : 'always']
    case 'nothing':
      break
    default:
      room.over satisfies never
  }
  if (desk.end) return ['over']
  const waiting = desk.options.meeting.waiting()
  const meeting: When = waiting ? (waiting.for === 'word' ? 'pause' : 'fault') : 'speaking'
  const asks = asksNow(desk)
  const question: readonly When[] = asks === 'gaps' ? ['gaps'] : asks === 'nobody' || asks === 'trouble' ? ['trouble'] : []
  if (paletteOf(desk)) return ['palette', 'always']
  if (isReplying(desk)) return ['reply', 'always']
  if (room.focus) return ['pane', meeting, 'always']
  const relay: readonly When[] = desk.now().pasting === undefined ? [] : ['relay']
  if (desk.composer.isEmpty())
    return ['empty', ...question, ...(isUnspoken(desk) ? (['unspoken'] as const) : []), meeting, ...relay, 'always']
  return ['written', ...(meeting === 'fault' ? [] : [meeting]), ...relay, 'always']
}

/** Whether an action would do something now: what would not is not offered. */
export function canDo(desk: Desk, action: RoomAction): boolean {
  const state = desk.state()
  const mode = modeOf(desk.words)
  switch (action) {
    case 'takeBack':
    case 'withdraw':
      return desk.facts().words.some(word => word.withdrawable)
    case 'skip':
      // Of those who speak at once nobody is skipped singly.
      if (mode !== 'roundtable' && speakersOf(state).length > 1 && desk.options.meeting.waiting()?.for !== 'choice') return false
      if (mode === 'review' && state.live.has('verdict')) return true
      return (mode !== 'council' && speakersOf(state).length > 0) || desk.options.meeting.waiting()?.for === 'choice'
    case 'more':
      // When the moderator could not speak, it is asked of them once more.
      if (mode === 'board' && desk.options.meeting.waiting()?.for === 'word') return true
      if (mode === 'council') return false
      if (isHeldUp(desk)) return true
      if (desk.facts().review?.mayGrow === false) return false
      return state.phase?.name !== 'closing' && state.phase?.name !== 'recording'
    case 'conclude':
      // Where a board waits, going on is concluding.
      if (mode === 'board' && desk.options.meeting.waiting()?.for === 'word') return false
      if (isHeldUp(desk) || asksNow(desk) === 'verdict') return false
      return !['closing', 'recording', 'synthesis', ...(mode === 'council' ? ['debate'] : [])].includes(state.phase?.name ?? '')
    case 'goOn':
      return mode !== 'council'
    case 'selection':
      return mode === 'council'
    case 'nextFile':
    case 'previousFile':
      return desk.room.over.kind !== 'echo'
    case 'close':
      return desk.room.over.kind !== 'nothing' || isCommandBeginning(desk.composer.text())
    case 'retry':
      return desk.options.meeting.waiting()?.for === 'choice'
    case 'redo':
      return redoable(state) !== undefined
    case 'toBottom':
      return newBelow(desk) !== undefined
    case 'readAll':
      return !desk.end || mode !== 'roundtable'
    case 'decision':
      return desk.card !== undefined && !desk.room.card
    case 'look':
      return (desk.end?.files.length ?? 0) > 0
    case 'pageUp':
      return desk.facts().speeches > 0 || state.live.size > 0 || mode !== 'roundtable'
    default:
      return true
  }
}

/** The rows of the palette; undefined while it is closed. */
export function paletteOf(desk: Desk): readonly PaletteRow[] | undefined {
  if (desk.room.over.kind !== 'nothing' || isReplying(desk) || desk.end || desk.room.focus) return undefined
  const text = desk.composer.text()
  if (!isCommandBeginning(text)) return undefined
  const rows = paletteRows(text, desk.words.lang, modeOf(desk.words)).filter(row => canDo(desk, row.command.action))
  return rows.length > 0 ? rows : undefined
}

/** What a review asks of the person now. */
export const asksNow = (desk: Desk): ReviewAsk =>
  desk.options.meeting.waiting()?.for === 'word' ? (desk.facts().review?.asks ?? 'none') : 'none'

/** No member of a council has answered yet: another selection loses nothing. */
export function isUnspoken(desk: Desk): boolean {
  const {council, seats, over} = desk.facts()
  return council !== undefined && !over && !seats.some(seat => seat.hasSpoken)
}

/** The meeting cannot go on by itself. */
export const isHeldUp = (desk: Desk): boolean => ['gaps', 'nobody', 'trouble'].includes(asksNow(desk))
