import {makePane, type Pane} from '../terminal/pane-painter.ts'
import type {Colours} from '../terminal/sgr.ts'
import {type Desk, FILE, filePane, matchesOf, readSeat, viewOf} from './desk.ts'
import {paletteOf} from './possible.ts'
import {around} from './room-state.ts'
import {helpRows} from './sheets.ts'

/** Moving about in what was said, in the help and in the records. */

export function line(desk: Desk, by: 1 | -1): boolean {
  const palette = paletteOf(desk)
  if (!palette) return scroll(desk, by)
  desk.change({do: 'palette', at: around(desk.room.palette, by, palette.length)})
  return true
}

export function scroll(desk: Desk, lines: number): boolean {
  const {over} = desk.room
  if (over.kind === 'help') {
    const last = Math.max(0, helpRows(desk.size.columns, desk.words).length - desk.page)
    desk.change({do: 'open', over: {kind: 'help', top: Math.max(0, Math.min(last, over.top + lines))}})
    return true
  }
  const pane = filePane(desk) ?? (viewOf(desk) === 'flow' ? desk.stage.flow() : undefined)
  if (pane) {
    if (lines === Number.NEGATIVE_INFINITY) pane.toTop()
    else if (lines === Number.POSITIVE_INFINITY) pane.toBottom()
    else pane.scroll(lines)
    return true
  }
  const who = readSeat(desk)
  if (who === undefined) return true
  const pages = desk.stage.pages(who)
  if (lines === Number.NEGATIVE_INFINITY) pages.toTop()
  else if (lines === Number.POSITIVE_INFINITY) pages.toBottom()
  else pages.scroll(lines)
  return true
}

/** To the next match; the first time from where the newest words are. `by` 0: to the last one. */
export function toMatch(desk: Desk, by: 1 | -1 | 0): boolean {
  const {over} = desk.room
  if (over.kind !== 'search') return true
  const matches = matchesOf(desk)
  const first = over.at < 0 || by === 0
  const at = first ? matches.length - 1 : around(over.at, by, matches.length)
  desk.change({do: 'open', over: {...over, moving: matches.length > 0, at}})
  const match = matches[at]
  if (match) (filePane(desk) ?? desk.stage.flow()).showFrom(match.id, match.at)
  return true
}

/** A whole text, from its beginning. */
export function textPane(text: string, colours: Colours): Pane {
  const pane = makePane(colours)
  pane.open({id: FILE, format: 'markdown'})
  pane.close(FILE, text)
  pane.showFrom(FILE)
  return pane
}

/** Who was selected for a council, and why. */
export function openEcho(desk: Desk): boolean {
  const {council} = desk.words
  if (!council) return true
  const text = desk.facts().council?.echo ?? council.echoNone
  const pane = makePane(desk.options.colours)
  pane.open({id: FILE, format: 'plain'})
  pane.close(FILE, text)
  pane.showFrom(FILE)
  desk.echo = pane
  desk.change({do: 'focus'}, {do: 'open', over: {kind: 'echo'}})
  return true
}

export function openFile(desk: Desk, file: number): boolean {
  const found = desk.end?.files[file]
  if (!found) return true
  if (!desk.files.has(file)) {
    const text = found.text()
    desk.files.set(file, {pane: textPane(text, desk.options.colours), text})
  }
  desk.change({do: 'open', over: {kind: 'pager', file}})
  return true
}
