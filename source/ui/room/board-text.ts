import type {BoardTurn} from '../../core/board.ts'
import {asDecision, asSummary, type Decision} from '../../core/board-data.ts'
import {boardDecision} from '../../core/board-decision.ts'
import type {Meeting} from '../../core/events.ts'
import {seatOf} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {fill} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import type {BoardRoomWords} from '../../i18n/board-room.ts'
import type {DataShape} from './json-stream.ts'

/** A moderator's data as people read it: while it streams, when it is whole, and on the card at the end. Texts are Markdown. */

/** How the data of a turn is read while it streams; undefined: it is no data. */
export function shapeOf(kind: BoardTurn['kind'], board: BoardRoomWords, seats: Meeting['seats'] = []): DataShape | undefined {
  if (kind !== 'summary' && kind !== 'decision') return undefined
  return {
    plain: new Set(['content', 'advice']),
    headings: new Map(LISTS.map(key => [key, board[key]])),
    joined: new Map([['who', board.colon]]),
    names: new Map(seats.map(({id, name}) => [id, name])),
  }
}

const LISTS = ['views', 'consensus', 'dissent', 'actions'] as const

/** The same text from data that is whole; undefined: it is none of a board's. */
export function dataText(kind: BoardTurn['kind'], data: unknown, board: BoardRoomWords): string | undefined {
  if (kind === 'summary') return asSummary(data)?.content
  const decision = kind === 'decision' ? asDecision(data) : undefined
  return decision && [decision.advice, ...listsOf(decision, board)].join('\n\n')
}

function listsOf({views, ...lists}: Decision, board: BoardRoomWords): readonly string[] {
  const said = views.map(({who, view}) => `${oneLine(who, 80)}${board.colon}${view}`)
  return LISTS.flatMap(key => [`### ${board[key]}`, bullets(key === 'views' ? said : lists[key]) || board.none])
}

const bullets = (items: readonly string[]) => items.map(item => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n')

/** The card that a board ends with: the moderator's decision, or what was extracted without one, which it says. */
export function decisionCard(state: MeetingState, board: BoardRoomWords): string {
  const result = boardDecision(state)
  if (result.by === 'moderator') {
    const name = oneLine(seatOf(state, result.who)?.name ?? '', 32)
    const by = fill(board['card.by'], {name, rounds: state.outcome?.rounds ?? 0})
    return [`## ${board['card.title']}`, `*${by}*`, result.decision.advice, ...listsOf(result.decision, board)].join('\n\n')
  }
  const {summary, views} = result
  const quoted = summary ? [`### ${fill(board['card.lastSummary'], {round: summary.round})}`, quote(summary.content)] : []
  const said = bullets(views.map(({who, view}) => `${oneLine(who, 80)}${board.colon}${view}`)) || board.none
  return [`## ${board['card.extract']}`, `*${board['card.extractWhy']}*`, ...quoted, `### ${board.views}`, said].join('\n\n')
}

const quote = (text: string) =>
  text
    .split('\n')
    .map(line => `> ${line}`)
    .join('\n')
