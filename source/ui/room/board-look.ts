import {type BoardStatus, boardStatus, boardTurn, isBoard, moderatorOf} from '../../core/board.ts'
import {chairText} from '../../core/chair.ts'
import type {Fault, Stamped} from '../../core/events.ts'
import {heardItems, seatOf} from '../../core/selectors.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import type {BoardRoomWords} from '../../i18n/board-room.ts'
import {type RoomWords, tellRoom} from '../../i18n/room.ts'
import type {PaneItem} from '../terminal/pane-item.ts'
import type {Colour, Span} from '../terminal/sgr.ts'
import {accentsOf} from './accents.ts'
import {phaseAt, type Started, turnId} from './turn-facts.ts'

/** What a board looks like: a group chat, whose moderator's words stand in a frame and the person's at the right. */

export type BoardLook = {readonly room: RoomWords; readonly board: BoardRoomWords}

/** Facts of a board that no other meeting has. */
export type BoardFacts = {
  readonly status: BoardStatus
  /** Id of the seat that moderates. */
  readonly moderator: string
  /** The prompts hold a condensed history from here on. */
  readonly condensed: boolean
  /** The line said of it stays as long as the phase that it was said in. */
  readonly chair?: string
}

export function boardFacts(state: MeetingState): BoardFacts | undefined {
  const {meeting, log} = state
  if (!meeting || !isBoard(meeting)) return undefined
  const said = ofType(log, 'chair.said')
  const isCondensing = ({line}: (typeof said)[number]) => line.id.startsWith('board.conden')
  const now = said.findLast(event => isCondensing(event) && event.seq > (state.phase?.since ?? 0))
  const begins = said.at(-1)?.line.id === 'board.round.begin'
  return {
    status: boardStatus(log),
    moderator: moderatorOf(meeting)?.id ?? '',
    condensed: said.some(({line}) => line.id === 'board.condensed'),
    ...(now && begins ? {chair: oneLine(chairText(meeting.templates.chair, now.line), 600)} : {}),
  }
}

/** The most rounds there are to be now: what was said of it last. */
export function roundsAtBoard(state: MeetingState): number {
  const said = ofType(state.log, 'chair.said').findLast(
    ({line}) => typeof line.slots.rounds === 'number' && line.id !== 'board.closed',
  )
  return Number(said?.line.slots.rounds ?? state.meeting?.options.rounds ?? 0)
}

/** Seats that a word said now, or not handed over yet, still reaches: the experts in a next round, the moderator until the end. */
export function reachedAtBoard(state: MeetingState, who: string): boolean {
  const {phase, meeting} = state
  if (state.outcome || phase?.name === 'recording' || !meeting) return false
  if (moderatorOf(meeting)?.id === who) {
    const asked = ofType(state.log, 'turn.started').some(turn => boardTurn(turn.key)?.kind === 'decision')
    return !(phase?.name === 'closing' && asked)
  }
  return phase?.name !== 'closing' && (phase?.name !== 'discussion' || phase.round < roundsAtBoard(state))
}

/** Why a seat is left out of the round that is under way, or just over; undefined: it is not. */
export function missedAtBoard(state: MeetingState, who: string): Fault | undefined {
  const since = state.phase?.since ?? 0
  const last = state.log.findLast(
    event => event.seq > since && 'who' in event && event.who === who && event.type.startsWith('turn.'),
  )
  if (last?.type !== 'turn.skipped' || last.reason !== 'failed') return undefined
  const failed = ofType(state.log, 'turn.failed').findLast(event => event.key === last.key)
  return failed?.fault
}

/** `第 2 轮 · 带着你的话`: what a turn is, and what is particular about it. */
export function boardSubtitle(state: MeetingState, turn: Started, {room, board}: BoardLook): string {
  const {kind = 'speech', round = 0} = boardTurn(turn.key) ?? {}
  const heard = heardItems(state, turn)
  const parts = [
    kind === 'condensed' ? board.condense : fill(board[kind === 'speech' ? 'round' : kind], {round}),
    ...(heard.some(item => item.kind === 'word') ? [room.withYourWords] : []),
    ...(heard.some(item => item.kind === 'reminder') ? [room.withReminder] : []),
    ...(turn.attempt > 1 ? [tellRoom(room, 'attempt', {n: turn.attempt})] : []),
    ...(state.meeting?.rehearsal ? [room.rehearsed] : []),
  ]
  return parts.join(' · ')
}

/** How a turn stands in the chat; undefined: it is not said to the table. */
export function chatItem(state: MeetingState, turn: Started, look: BoardLook): PaneItem | undefined {
  const kind = boardTurn(turn.key)?.kind
  if (kind === 'condensed') return undefined
  const {name, accent, title} = faceOf(state, turn.who)
  const moderates = state.meeting && moderatorOf(state.meeting)?.id === turn.who
  const tag = moderates ? look.board.moderator : title
  const told = [tag, boardSubtitle(state, turn, look)].filter(part => part !== '').join(' · ')
  const colour = accent ? {color: accent} : {dim: true}
  const head: readonly Span[] = [
    {text: name, style: {...colour, bold: true}},
    {text: `  ${told}`, style: {dim: true}},
  ]
  const item: PaneItem = {
    id: turnId(turn),
    format: 'markdown',
    gap: 1,
    prefix: {text: '▌ ', style: colour},
    head: [head],
    tailMark: {text: '▍', style: colour},
  }
  if (kind !== 'summary' && kind !== 'decision') return item
  return {...item, prefix: {text: '│ ', style: colour}, ...frame(head, colour)}
}

/** The upper side of a frame is its head. The bar of the rows below goes on from its corner. */
const frame = (head: readonly Span[], style: Span['style']): Pick<PaneItem, 'head' | 'headFill' | 'headPrefix'> => ({
  headPrefix: {text: '┌─ ', ...(style ? {style} : {})},
  head: [[...head, {text: ' '}]],
  headFill: {text: '─', ...(style ? {style} : {})},
})

/** The lower side of a frame: what the moderator advises, and nothing more. */
export function frameEnd(state: MeetingState, event: Stamped & {type: 'turn.finished'}): PaneItem {
  const {accent} = faceOf(state, event.who)
  const style = accent ? {color: accent} : {dim: true}
  return {id: endId(event), format: 'plain', prefix: {text: '└─ ', style}, style: {dim: true}}
}

export const endId = ({seq}: Stamped): string => `end ${seq}`

export type Face = {readonly name: string; readonly title: string; readonly accent: Colour | undefined}

/** Avatar and name, the role, and the colour of a seat. */
export function faceOf(state: MeetingState, who: string): Face {
  const seat = seatOf(state, who)
  const index = state.meeting?.seats.findIndex(one => one.id === who) ?? -1
  return {
    name: oneLine([seat?.avatar, seat?.name ?? who].filter(Boolean).join(' '), 32),
    title: oneLine(seat?.title ?? '', 60),
    accent: state.meeting && accentsOf(state.meeting)[index],
  }
}

/** The person's words, set to the right, in a block of two thirds at most. */
export function bubbleItem(state: MeetingState, event: Stamped, you: string, {board}: BoardLook): PaneItem {
  const {name, round} = phaseAt(state, event.seq)
  const tag = name === 'discussion' ? `${fill(board.round, {round})} · ` : ''
  return {
    id: `event ${event.seq}`,
    format: 'plain',
    gap: 1,
    bubble: {share: 2 / 3, edge: {text: ' ▐', style: {bold: true}}},
    head: [
      [
        {text: tag, style: {dim: true}},
        {text: you, style: {bold: true}},
      ],
    ],
  }
}
