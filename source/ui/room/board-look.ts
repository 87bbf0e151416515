import {type BoardStatus, boardStatus, boardTurn, isBoard, moderatorOf} from '../../core/board.ts'
import {asSummary} from '../../core/board-data.ts'
import {chairText} from '../../core/chair.ts'
import type {Fault} from '../../core/events.ts'
import {type MeetingState, ofType} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import type {BoardRoomWords} from '../../i18n/board-room.ts'
import type {RoomWords} from '../../i18n/room.ts'
import {dataText, shapeOf} from './board-text.ts'
import {type DataShape, makeReadable, readable} from './json-stream.ts'
import {endId, type Manner, rankOf} from './manner.ts'
import {bubbleItem, endItem, faceOf, headedItem} from './table-items.ts'
import {particulars, phaseAt, type Started, turnId} from './turn-facts.ts'

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
export function roundsSaid(state: MeetingState): number {
  const said = ofType(state.log, 'chair.said').findLast(
    ({line}) => typeof line.slots.rounds === 'number' && !line.id.endsWith('.closed'),
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
  return phase?.name !== 'closing' && (phase?.name !== 'discussion' || phase.round < roundsSaid(state))
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
function subtitle(state: MeetingState, turn: Started, {room, board}: BoardLook): string {
  const {kind = 'speech', round = 0} = boardTurn(turn.key) ?? {}
  const what = kind === 'condensed' ? board.condense : fill(board[kind === 'speech' ? 'round' : kind], {round})
  return [what, ...particulars(state, turn, room)].join(' · ')
}

/** How the turns of a board stand on the screen. */
export function boardManner(look: BoardLook): Manner {
  const {room, board} = look
  const shape = ({key}: {readonly key: string}, state: MeetingState): boolean | DataShape =>
    shapeOf(boardTurn(key)?.kind ?? 'speech', board, state.meeting?.seats) ?? false
  return {
    nameOf: (state, who) => (who === 'recorder' ? room.recorder : faceOf(state, who).name),
    subtitle: (state, turn) => subtitle(state, turn, look),
    item(state, turn, told) {
      const kind = boardTurn(turn.key)?.kind
      // What is condensed for the prompts is not said to the table.
      if (kind === 'condensed') return undefined
      const face = faceOf(state, turn.who)
      const moderates = state.meeting && moderatorOf(state.meeting)?.id === turn.who
      const tag = moderates ? board.moderator : face.title
      const framed = kind === 'summary' || kind === 'decision'
      return headedItem({id: turnId(turn), face, told: [tag, told].filter(part => part !== '').join(' · '), framed})
    },
    placeOf(state, {key, who}) {
      const turn = boardTurn(key)
      return turn?.kind === 'speech' ? {part: turn.part, rank: rankOf(state, who)} : undefined
    },
    reader: (state, turn) => makeReadable(shape(turn, state)),
    whole(state, event) {
      const kind = boardTurn(event.key)?.kind
      return (kind && dataText(kind, event.data, board)) ?? readable(event.text, shape(event, state))
    },
    // The lower side of a frame: what the moderator advises, and nothing more.
    after(state, event) {
      const kind = boardTurn(event.key)?.kind
      if (kind !== 'summary' && kind !== 'decision') return undefined
      const goesOn = asSummary(event.data)?.continue
      const text = kind === 'decision' ? board.decided : goesOn === false ? board.adviceEnd : board.adviceGo
      return {item: endItem(endId(event), faceOf(state, event.who)), text}
    },
    word(state, event, you) {
      const {name, round} = phaseAt(state, event.seq)
      return bubbleItem(event.seq, name === 'discussion' ? `${fill(board.round, {round})} · ` : '', you)
    },
  }
}
