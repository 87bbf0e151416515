import type {Seq} from '../../core/events.ts'
import {seatOf} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import type {PaneItem} from '../terminal/pane-item.ts'
import type {Colour, Span} from '../terminal/sgr.ts'
import {accentsOf} from './accents.ts'

/** How speeches stand in the flow where many speak at once, and where one of them counts for all. */

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

const inked = (accent: Colour | undefined) => (accent ? {color: accent} : {dim: true})

export type Headed = {
  readonly id: string
  readonly face: Face
  /** Stands beside the name. */
  readonly told: string
  /** What counts for all stands in a frame. */
  readonly framed?: boolean
}

export function headedItem({id, face: {name, accent}, told, framed}: Headed): PaneItem {
  const colour = inked(accent)
  const head: readonly Span[] = [
    {text: name, style: {...colour, bold: true}},
    {text: `  ${told}`, style: {dim: true}},
  ]
  const item: PaneItem = {
    id,
    format: 'markdown',
    gap: 1,
    prefix: {text: '▌ ', style: colour},
    head: [head],
    tailMark: {text: '▍', style: colour},
  }
  return framed ? {...item, prefix: {text: '│ ', style: colour}, ...frame(head, colour)} : item
}

/** The upper side of a frame is its head. The bar of the rows below goes on from its corner. */
const frame = (head: readonly Span[], style: Span['style']): Pick<PaneItem, 'head' | 'headFill' | 'headPrefix'> => ({
  headPrefix: {text: '┌─ ', ...(style ? {style} : {})},
  head: [[...head, {text: ' '}]],
  headFill: {text: '─', ...(style ? {style} : {})},
})

/** The lower side of a speech: one line about it. */
export const endItem = (id: string, {accent}: Face): PaneItem => ({
  id,
  format: 'plain',
  prefix: {text: '└─ ', style: inked(accent)},
  style: {dim: true},
})

/** Lines that belong together and are read line by line, under a heading. */
export const blockItem = (id: string, heading: string): PaneItem => ({
  id,
  format: 'plain',
  gap: 1,
  prefix: {text: '│ ', style: {dim: true}},
  ...frame([{text: heading, style: {bold: true}}], {dim: true}),
})

/** The person's words, set to the right, in a block of two thirds at most. */
export const bubbleItem = (seq: Seq, tag: string, you: string): PaneItem => ({
  id: `event ${seq}`,
  format: 'plain',
  gap: 1,
  bubble: {share: 2 / 3, edge: {text: ' ▐', style: {bold: true}}},
  head: [
    [
      {text: tag, style: {dim: true}},
      {text: you, style: {bold: true}},
    ],
  ],
})
