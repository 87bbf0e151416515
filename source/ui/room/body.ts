import {fill} from '../../core/template.ts'
import {charCount, oneLine} from '../../core/text.ts'
import {tellRoom} from '../../i18n/room.ts'
import type {Region} from '../terminal/presenter.ts'
import {paint} from '../terminal/sgr.ts'
import {type Desk, filePane, largeSeat, matchesOf, viewOf} from './desk.ts'
import {faultOf, speakersOf, statusOf} from './facts.ts'
import {clip, dim, row, type Spans, span} from './fit.ts'
import {type Box, jointsOf, makeDenseGrid, makeGrid, ruleRow} from './grid.ts'
import {paneRows} from './pane-rows.ts'
import {modeOf} from './room-texts.ts'
import {highlight, patternOf} from './search.ts'
import {faultRows, spinnerAt} from './seat-rows.ts'
import {helpRows} from './sheets.ts'
import {topStrip, wideSeat} from './wide.ts'

/** What stands between header and composer, painted outside React: panes, flow, a page. `area` has a rule above and below it. */
export function bodyRegions(desk: Desk, area: Box): readonly Region[] {
  const {over} = desk.room
  desk.page = Math.max(2, area.height - (viewOf(desk) === 'flow' ? 1 : 2))
  const plainRules = () => rules(desk, area, {top: [], bottom: []})
  if (over.kind === 'help') {
    desk.page = area.height
    const lines = helpRows(area.width, desk.words).map(line => paint(line, desk.options.colours))
    return [...plainRules(), {...area, rows: () => lines.slice(over.top, over.top + area.height)}]
  }
  if (over.kind === 'said' && !desk.stage.said().some(one => one.who === over.who)) {
    const box = column(area)
    const nothing = paint(row(box.width, [dim(desk.words.room.saidNothing)]), desk.options.colours)
    return [...plainRules(), {...box, height: 1, rows: () => [nothing]}]
  }
  const file = filePane(desk)
  if (file) {
    desk.page = area.height
    const box = column(area)
    return [...plainRules(), {...box, rows: () => marked(desk, file.rows(box.width, box.height))}]
  }
  const view = viewOf(desk)
  desk.stage.look(view)
  return view === 'flow' ? [...plainRules(), ...flowRegions(desk, area)] : paneRegions(desk, area)
}

/** Lines of more than this many columns are hard to read. */
const WIDEST = 100

function column(area: Box): Box {
  const width = Math.min(area.width - 2, WIDEST)
  return {x: Math.floor((area.width - width) / 2), y: area.y, width, height: area.height}
}

function rules(desk: Desk, area: Box, joints: {readonly top: readonly number[]; readonly bottom: readonly number[]}): Region[] {
  const {colours} = desk.options
  const line = (y: number, above: readonly number[], below: readonly number[]): Region => {
    const rows = [paint([dim(ruleRow(area, {above, below}))], colours)]
    return {x: area.x, y, width: area.width, height: 1, rows: () => rows}
  }
  return [line(area.y - 1, [], joints.top), line(area.y + area.height, joints.bottom, [])]
}

function flowRegions(desk: Desk, area: Box): readonly Region[] {
  const {meeting, colours} = desk.options
  const box = column(area)
  const fault = faultOf(meeting.waiting())
  const panel = fault ? faultRows(fault.fault, {...desk.words, colours}, {width: box.width, told: true}) : []
  const below = fault ? Math.min(panel.length, Math.max(1, area.height - 2)) : area.height > 3 ? 1 : 0
  const height = area.height - below
  const pane = desk.stage.flow()
  const text = (): readonly string[] => marked(desk, pane.rows(box.width, height))
  const under = {...box, y: area.y + height, height: below}
  const status = (): readonly string[] => [paint(row(box.width, [], statusSpans(desk)), colours)]
  return [{...box, height, rows: text}, ...(below > 0 ? [{...under, rows: fault ? () => panel.slice(0, below) : status}] : [])]
}

/** With what is looked for turned inverse. */
function marked(desk: Desk, rows: readonly string[]): readonly string[] {
  const pattern = desk.room.over.kind === 'search' ? patternOf(desk.query.text()) : undefined
  return pattern ? rows.map(one => highlight(one, pattern)) : rows
}

/** Who is being waited for, and on what: waiting is never blank. */
function statusSpans(desk: Desk): Spans {
  const {room} = desk.words
  const now = desk.now()
  if (desk.room.leaving) return [span(`${spinnerAt(desk.tick)} ${room.leaving}`)]
  const recorder = recorderText(desk)
  if (recorder !== undefined) return [span(`${spinnerAt(desk.tick)} ${room.recording}`), dim(recorder)]
  if (now.state.outcome && !desk.end) return [span(`${spinnerAt(desk.tick)} ${room.filing}`)]
  const live = speakersOf(now.state)
  const speakers = desk.facts().seats.filter(seat => live.includes(seat.id))
  const many = desk.words.board ?? desk.words.review ?? desk.words.council
  if (many && speakers.length > 2) {
    const names = speakers.flatMap((seat, at) => [dim(at > 0 ? ' · ' : '  '), span(seat.name, {color: seat.accent})])
    return [span(`${spinnerAt(desk.tick)} ${fill(many.together, {count: speakers.length})}`), ...names]
  }
  return speakers.flatMap((seat, index) => {
    const status = statusOf(seat, now)
    const spinner = status === 'pasting' ? '' : ` ${spinnerAt(desk.tick)}`
    return [
      span(index > 0 ? '   ' : ''),
      span(seat.name, {color: seat.accent, bold: true}),
      dim(`  ${room[`state.${status}`]}${spinner} · ${seat.voice}`),
    ]
  })
}

/** What the recorder has written so far, as a count; undefined while it does not write. */
function recorderText(desk: Desk): string | undefined {
  if (![...desk.state().live.values()].some(turn => turn.who === 'recorder')) return undefined
  const text = desk.stage.said().findLast(one => one.who === 'recorder')?.text ?? ''
  return `  ${tellRoom(desk.words.room, 'written', {count: charCount(text)})}`
}

function paneRegions(desk: Desk, area: Box): readonly Region[] {
  const facts = desk.facts()
  const writes = !desk.words.review && recorderText(desk) !== undefined
  const recording = writes || (desk.state().outcome !== undefined && !desk.end) || desk.room.leaving
  const band = recording ? Math.max(3, Math.floor(area.height / 3)) : 0
  const above = {...area, height: area.height - (band > 0 ? band + 1 : 0)}
  const wide = wideSeat(facts)
  const seats = facts.seats.filter(seat => seat.id !== wide?.id)
  const top = topStrip(desk, above, seats.length)
  const strip = top?.height ?? 0
  const upper = strip > 0 ? {...above, y: above.y + strip + 1, height: above.height - strip - 1} : above
  const place = (id: string | undefined) => {
    const at = seats.findIndex(seat => seat.id === id)
    return at < 0 ? undefined : at
  }
  const large = place(largeSeat(desk))
  const [speaker] = speakersOf(desk.state())
  const dense = modeOf(desk.words) === 'roundtable' ? undefined : makeDenseGrid(upper, seats.length)
  const grid = dense ?? makeGrid({area: upper, count: seats.length, large, kept: large ?? place(speaker)})
  const joints = jointsOf(grid, upper)
  const {colours} = desk.options
  const upright = grid.rules.map(({box, rows}) => {
    const painted = rows.map(one => paint([dim(one)], colours))
    return {...box, rows: () => painted}
  })
  const panes = seats.flatMap((seat, index): readonly Region[] => {
    const box = grid.boxes[index]
    return box ? [{...box, rows: () => paneRows(desk, seat, box, dense !== undefined)}] : []
  })
  const stripBox = {...above, height: strip}
  const stripRegions: readonly Region[] = top
    ? [...rules(desk, upper, {top: joints.top, bottom: []}).slice(0, 1), {...stripBox, rows: () => top.rows(stripBox)}]
    : []
  const lower =
    band > 0
      ? [
          ...rules(desk, {...area, y: upper.y + upper.height + 1, height: band}, {top: [], bottom: []}).slice(0, 1),
          bandRegion(desk, {...area, y: upper.y + upper.height + 1, height: band}),
        ]
      : []
  const edges = {top: strip > 0 ? [] : joints.top, bottom: band > 0 ? [] : joints.bottom}
  return [...rules(desk, area, edges), ...upright, ...panes, ...stripRegions, ...lower]
}

/** The recorder is no seat: while it writes, its work stands below the panes. */
function bandRegion(desk: Desk, box: Box): Region {
  const inner = box.width - 3
  return {
    ...box,
    rows: () => {
      const head = paint(row(box.width - 1, [span(' '), ...clip(statusSpans(desk), box.width - 2)]), desk.options.colours)
      const text =
        desk.stage
          .pages('recorder')
          .seen()
          ?.pane.rows(inner, box.height - 1) ?? []
      return [head, ...text.map(one => ` ${one}`)]
    },
  }
}

/** Where the reader of a search stands among what was found. */
export function searchPlace(desk: Desk): string {
  const {over} = desk.room
  const {room} = desk.words
  if (over.kind !== 'search' || desk.query.isEmpty()) return ''
  const count = matchesOf(desk).length
  return count === 0 ? room['search.none'] : tellRoom(room, 'search.at', {n: Math.max(0, over.at) + 1, count})
}

export const fileTitle = (desk: Desk): string => {
  const {over} = desk.room
  const at = over.kind === 'pager' || over.kind === 'search' ? over.file : undefined
  const file = at === undefined ? undefined : desk.end?.files[at]
  return file ? oneLine(file.name, 80) : ''
}
