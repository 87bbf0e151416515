import type {Fault} from '../../core/events.ts'
import {oneLine} from '../../core/text.ts'
import {wrap} from '../../core/width.ts'
import type {Words} from '../../i18n/index.ts'
import {type RoomWords, tellRoom} from '../../i18n/room.ts'
import {type Colours, paint, type Style} from '../terminal/sgr.ts'
import type {SeatFacts, SeatStatus} from './facts.ts'
import {clip, dim, row, type Spans, span, widthOf} from './fit.ts'
import type {Tag} from './marks.ts'
import type {SeatPages} from './seat-pages.ts'

/** The rows of one seat's pane, as a region asks for them every frame: two of head, the speech, and what went wrong. */

export type SeatLook = {
  readonly seat: SeatFacts
  readonly status: SeatStatus
  readonly fault?: Fault | undefined
  /** Where a seat that failed is left out of the round: what that means. */
  readonly missedMeans?: string | undefined
  /** What the seat holds by now. */
  readonly tag?: Tag | undefined
  readonly focused: boolean
  readonly tick: number
  readonly words: Words
  readonly room: RoomWords
  readonly colours: Colours
}

const SPINNER = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏']
export const spinnerAt = (tick: number): string => SPINNER[tick % SPINNER.length] ?? ''
const SPOKEN: readonly SeatStatus[] = ['speaking', 'summing', 'deciding']
const LIVE: readonly SeatStatus[] = ['starting', 'thinking', 'excerpting', 'condensing', ...SPOKEN]

const isWaitedFor = (status: SeatStatus) => LIVE.includes(status) && !SPOKEN.includes(status)

export function seatRows(
  pages: SeatPages,
  look: SeatLook,
  size: {readonly width: number; readonly height: number},
): readonly string[] {
  const {seat, colours} = look
  const inner = Math.max(1, size.width - 3)
  const page = pages.seen()
  const bar = span(look.focused ? '█ ' : '▌ ', {color: seat.accent})
  const {left, right} = headOf(look, size.width - 3)
  const head = row(size.width - 1, [bar, ...left], right)
  const mark = page && page.count > 1 ? [dim(tellRoom(look.room, 'pageOf', {n: page.number, count: page.count}))] : []
  const below = page && page.newLines > 0 ? [dim(`${tellRoom(look.room, 'newLines', {count: page.newLines})}  `)] : []
  const subtitle = row(size.width - 1, [bar, dim(page ? page.subtitle : ' ')], [...below, ...mark])
  const rest = Math.max(0, size.height - 2)
  const told = look.fault
    ? faultRows(look.fault, look, {width: inner})
    : seat.missed && look.missedMeans !== undefined
      ? missedRows(seat.missed, look, inner)
      : []
  const panel = told.slice(0, Math.max(1, rest - 1))
  const waiting = isWaitedFor(look.status)
  const hint = tellRoom(look.room, 'waitingFor', {voice: seat.voice})
  const text = waiting
    ? wrap(hint, inner).map(one => paint(row(inner, [dim(one)]), colours))
    : (page?.pane.rows(inner, Math.max(0, rest - panel.length)) ?? [])
  const barText = paint([bar], colours)
  const blank = ' '.repeat(inner)
  // The bar ends with what was said; that of the seat that speaks, or failed, marks the whole pane.
  const marked = LIVE.includes(look.status) || look.fault ? rest : text.findLastIndex(one => one.trim() !== '') + 1
  return [
    `${paint(head, colours)} `,
    `${paint(subtitle, colours)} `,
    ...Array.from({length: rest}, (_, at) => {
      const fault = panel[at - (rest - panel.length)]
      return `${at < marked ? barText : '  '}${fault ?? text[at] ?? blank} `
    }),
  ].slice(0, size.height)
}

/** Less than a pane: the head, and as much of the newest words as there are rows; of one row, what fits beside the name. */
export function denseRows(
  pages: SeatPages,
  look: SeatLook,
  size: {readonly width: number; readonly height: number},
): readonly string[] {
  const {seat, colours, room} = look
  const bar = span(look.focused ? '█ ' : '▌ ', {color: seat.accent})
  const {left, right} = headOf(look, size.width - 3)
  const waits = isWaitedFor(look.status)
  const missed = seat.missed && look.missedMeans !== undefined ? faultWords(seat.missed, look) : undefined
  const told = waits ? tellRoom(room, 'waitingFor', {voice: seat.voice}) : missed
  const words = (width: number, height: number): readonly string[] =>
    told === undefined
      ? (pages.seen()?.pane.rows(width, height) ?? [])
      : wrap(told, width)
          .slice(0, height)
          .map(line => paint(row(width, [dim(line)]), colours))
  if (size.height > 1) {
    const inner = Math.max(1, size.width - 3)
    const text = words(inner, size.height - 1)
    const rows = Array.from({length: size.height - 1}, (_, at) => `${paint([bar], colours)}${text[at] ?? ' '.repeat(inner)} `)
    return [`${paint(row(size.width - 1, [bar, ...left], right), colours)} `, ...rows]
  }
  const name = [bar, ...left.slice(0, 1), span('  ')]
  const state = right.slice(0, look.tag && size.width >= 60 ? 3 : 1)
  const inner = size.width - 3 - widthOf(name) - widthOf(state)
  if (inner < 8) return [`${paint(row(size.width - 1, [bar, ...left], right), colours)} `]
  const text = words(inner, 1)[0] ?? ' '.repeat(inner)
  return [`${paint(name, colours)}${text}  ${paint(state, colours)} `]
}

/** The state word always, then who it is, then the voice: as much as there is room for. */
function headOf(
  {seat, status, room, tick, focused, tag}: SeatLook,
  width: number,
): {readonly left: Spans; readonly right: Spans} {
  const live = LIVE.includes(status)
  const look: Style =
    status === 'failed' ? {bold: true, color: 'red'} : live || status === 'pasting' ? {color: seat.accent} : {dim: true}
  const state = [span(live ? `${room[`state.${status}`]} ${spinnerAt(tick)}` : room[`state.${status}`], look)]
  const name = [span(seat.name, {color: seat.accent, bold: true, ...(focused ? {inverse: true} : {})})]
  const title = [...name, dim(`  ${seat.title}`)]
  const told = (text: string | undefined): Spans =>
    text === undefined ? [] : [dim(' · '), span(text, tag?.changed ? {bold: true} : {})]
  const held = told(tag?.text)
  const short = [...state, ...held]
  const voice = [...short, dim(` · ${seat.voice}`)]
  const ways = [
    {left: title, right: voice},
    {left: title, right: short},
    {left: name, right: voice},
    {left: name, right: short},
    {left: name, right: [...state, ...told(tag?.short)]},
  ]
  return ways.find(({left, right}) => widthOf(left) + widthOf(right) + 2 <= width) ?? {left: name, right: state}
}

const faultWords = ({code, message}: Fault, {words}: Pick<SeatLook, 'words'>) =>
  `${words[`fault.${code}`]} · ${oneLine(message, 300)}`

/** What happened, and that the others go on without this one. */
function missedRows(fault: Fault, {words, missedMeans = '', colours}: SeatLook, width: number): string[] {
  const hint = fault.hint ? wrap(oneLine(fault.hint, 300), width).slice(0, 2) : []
  const lines: Spans[] = [
    [dim('─'.repeat(width))],
    ...wrap(faultWords(fault, {words}), width)
      .slice(0, 3)
      .map(line => [span(line, {bold: true})]),
    ...hint.map(line => [span(line)]),
    ...(missedMeans === '' ? [] : wrap(missedMeans, width)).map(line => [dim(line)]),
  ]
  return lines.map(line => paint(row(width, clip(line, width)), colours))
}

export type PanelSize = {
  readonly width: number
  /** What happened stands right above it. */
  readonly told?: boolean
}

/** A calm panel: what happened, what it means, what can be done. */
export function faultRows(
  fault: Fault,
  {words, room, colours}: Pick<SeatLook, 'words' | 'room' | 'colours'>,
  {width, told}: PanelSize,
): string[] {
  const what = faultWords(fault, {words})
  const choices = [`1 ${room['do.retry']}`, `2 ${room['do.voice']}`, `3 ${room['do.skip']}`, `4 ${room['do.conclude']}`].join(
    ' · ',
  )
  const lines: Spans[] = [
    [dim('─'.repeat(width))],
    ...(told ? [] : wrap(what, width).slice(0, 3)).map(line => [span(line, {bold: true})]),
    ...(fault.hint
      ? wrap(oneLine(fault.hint, 300), width)
          .slice(0, 2)
          .map(line => [span(line)])
      : []),
    ...wrap(room.faultMeans, width).map(line => [dim(line)]),
    ...wrap(choices, width).map(line => [span(line)]),
  ]
  return lines.map(line => paint(row(width, clip(line, width)), colours))
}
