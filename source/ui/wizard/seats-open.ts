import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import {type Around, openHead} from './around.ts'
import {listRows} from './list-rows.ts'
import {apart, blank, clip, dim, paragraph, type Row, span} from './row.ts'
import {chosenSpans, hiddenRows, seatRows} from './seat-rows.ts'
import {matchesOf, peopleOf} from './seats.ts'
import type {WizardState} from './state.ts'

/** Who sits at the table, while that is the question in hand. */
export function seatsOpen(state: WizardState, around: Around, complaints: readonly Row[]): readonly Row[] {
  const {words, columns, x, room} = around
  const start = openHead('seats', around)
  if (state.overlay === 'naming') {
    const label = `${words.lineupName}  `
    const cursor = x + textWidth(label) + textWidth(state.naming)
    const field: Row = {spans: [...start, span(label, dim)], field: 'naming', cursor, focus: true}
    return [field, {spans: [span(' '.repeat(x)), ...chosenSpans(state, words, columns - x - 1)]}, ...complaints]
  }
  if (state.overlay === 'lineups') return [{spans: [...start, span(words.lineupsAsk, dim)]}, ...listRows(state, around)]
  if (state.overlay === 'problems') return [{spans: [...start, span(words.problemsAsk, dim)]}, ...listRows(state, around)]
  const typed = clip(state.filter, columns - x - 24)
  const count = matchesOf(state).length
  const hidden = hiddenRows(state.at.seats, count, room)
  const right = span(`${hidden}${fill(words.more, {shown: count, all: peopleOf(state).length})}`, dim)
  const left = [...start, typed === '' ? span(clip(` ${words.filterAsk}`, columns - x - 10 - hidden.length), dim) : span(typed)]
  const filter: Row = {...apart(left, [right], columns - 1), cursor: x + textWidth(typed), focus: state.at.seats === 0}
  const table = state.chosen.length > 0 ? [{spans: [span(' '.repeat(x)), ...chosenSpans(state, words, columns - x - 1)]}] : []
  // In a low window the list matters more than the counts.
  const low = around.given.rows < 14
  return [
    filter,
    ...(low ? [] : table),
    ...complaints,
    ...(room === 0 ? [] : seatRows(state, around)),
    ...(low ? [] : asideRows(state, around)),
  ]
}

/** Quiet counts below the list. */
function asideRows(state: WizardState, around: Around): readonly Row[] {
  const {words, columns, x} = around
  const {lineups, problems} = state.facts
  const airy = around.given.rows >= 17 && lineups.length + problems.length > 0
  return [
    ...(airy ? [blank] : []),
    ...(lineups.length > 0 ? paragraph(fill(words.lineups, {count: lineups.length}), {x, columns, most: 1}, dim) : []),
    ...(problems.length > 0 ? paragraph(fill(words.problems, {count: problems.length}), {x, columns, most: 1}, dim) : []),
  ]
}
