import {wrap} from '../../core/width.ts'
import {paint} from '../terminal/sgr.ts'
import {type Desk, largeSeat} from './desk.ts'
import {type Facts, RECORDER, type SeatFacts} from './facts.ts'
import {dim, row, span} from './fit.ts'
import {type Box, makeDenseGrid} from './grid.ts'
import {paneRows} from './pane-rows.ts'

/** What stands above the panes over the whole width: whoever speaks for all, or whom a council was made of. */
export type Strip = {readonly height: number; rows(box: Box): readonly string[]}

/** The moderator of a board, or the judge of a review once it was called. */
export function wideSeat({seats, board, review, judge}: Facts): SeatFacts | undefined {
  if (review) return review.judging ? judge : undefined
  return seats.find(seat => seat.id === board?.moderator)
}

/** `others`: panes below it. */
export function topStrip(desk: Desk, area: Box, others: number): Strip | undefined {
  const facts = desk.facts()
  const wide = wideSeat(facts)
  if (!wide) return echoStrip(desk, area)
  const height = wide.id === RECORDER ? judgeRows(desk, area) : moderatorRows(desk, area, others)
  return height > 0 ? {height, rows: box => paneRows(desk, wide, box, height < 4)} : undefined
}

/** Half the room for whoever is to be read, else what the experts can spare. */
function moderatorRows(desk: Desk, area: Box, experts: number): number {
  const {board} = desk.facts()
  if (area.height < 7) return 0
  if (largeSeat(desk) === board?.moderator) return Math.floor((area.height - 1) / 2)
  const spare = Math.min(6, Math.floor(area.height / 5))
  const rest = {...area, height: area.height - spare - 1}
  return spare >= 3 && makeDenseGrid(rest, experts) === undefined ? spare : 0
}

/** The roles have said what they had to say: two thirds, while it is not one of them that is read. */
function judgeRows(desk: Desk, area: Box): number {
  const share = largeSeat(desk) === RECORDER ? 2 / 3 : 1 / 4
  return area.height < 3 ? 0 : Math.max(1, Math.floor((area.height - 1) * share))
}

/** Until the first word is there, whom the council was made of, and why. */
function echoStrip(desk: Desk, area: Box): Strip | undefined {
  const {council} = desk.words
  const {council: facts, seats} = desk.facts()
  const state = desk.state()
  const begun = seats.some(seat => seat.hasSpoken) || [...state.live.values()].some(turn => turn.text !== '')
  if (!council || facts?.echo === undefined || begun || state.outcome || area.height < 12) return undefined
  const lines = facts.echo.split('\n').flatMap(line => wrap(line, area.width - 4))
  const height = Math.min(lines.length, Math.floor(area.height / 2))
  const {colours} = desk.options
  return {
    height,
    rows: ({width}) =>
      lines.slice(0, height).map((line, at) => {
        const cut = at === height - 1 && lines.length > height
        return paint(row(width, [dim(' │ '), span(cut ? `${line} …` : line)]), colours)
      }),
  }
}
