import {type Desk, readable} from './desk.ts'
import {faultOf, type SeatFacts, statusOf} from './facts.ts'
import type {Box} from './grid.ts'
import {tagOf} from './marks.ts'
import {denseRows, seatRows} from './seat-rows.ts'

/** A seat's pane as it is now. The facts are asked for again each frame: the region may outlive them. */
export function paneRows(desk: Desk, known: SeatFacts, box: Box, dense: boolean): readonly string[] {
  const now = desk.now()
  const fault = faultOf(now.waiting)
  const {board} = desk.facts()
  const found = readable(desk).find(one => one.id === known.id) ?? known
  const seat = desk.words.board && board?.moderator === found.id ? {...found, title: desk.words.board.moderator} : found
  const many = desk.words.board ?? desk.words.review ?? desk.words.council
  const live = [...now.state.live.values()].find(turn => turn.who === seat.id)?.text
  const draw = dense ? denseRows : seatRows
  return draw(
    desk.stage.pages(seat.id),
    {
      seat,
      status: statusOf(seat, now),
      fault: fault?.who === seat.id ? fault.fault : undefined,
      // Where the meeting waits, its line says what can be done.
      missedMeans: many && (now.waiting ? '' : many.missed),
      tag: tagOf(seat, desk.words, live),
      focused: desk.room.focus === seat.id,
      tick: desk.tick,
      colours: desk.options.colours,
      ...desk.words,
    },
    box,
  )
}
