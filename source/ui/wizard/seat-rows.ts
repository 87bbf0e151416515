import {fill} from '../../core/template.ts'
import {textWidth} from '../../core/width.ts'
import type {WizardWords} from '../../i18n/wizard.ts'
import {accentOf, type Span} from '../terminal/sgr.ts'
import {bold, cell, clip, dim, paragraph, type Row, row, span} from './row.ts'
import {type Match, matchesOf, nameOf, nearestTo, peopleOf, personaOf} from './seats.ts'
import {voiceOfSeat, type WizardState} from './state.ts'

export type Place = {
  readonly words: WizardWords
  /** Columns of the window. */
  readonly columns: number
  /** Where answers and lists begin. */
  readonly x: number
  /** Rows that the list in hand may take. */
  readonly room: number
}

/** Who can be chosen: a window on the list around the highlighted row. */
export function seatRows(state: WizardState, place: Place): readonly Row[] {
  const matches = matchesOf(state)
  if (matches.length === 0) return nobody(state, place)
  const at = state.at.seats
  const from = windowFrom(at, matches.length, place.room)
  const shown = matches.slice(from, from + place.room)
  const columns = columnsFor(state, place, matches)
  return shown.map((match, index) => seatRow(state, match, {...columns, here: from + index === at}))
}

/** The first row shown of a list of `count`, so that the one at `at` stands among `room`, with one more where there is one. */
export function windowFrom(at: number, count: number, room: number): number {
  const middle = at - Math.floor(room / 2)
  return Math.max(0, Math.min(middle, count - room))
}

/** How many rows of a list stand above and below its window; empty when all are shown. */
export function hiddenRows(at: number, count: number, room: number): string {
  const above = windowFrom(at, count, room)
  const below = Math.max(0, count - above - room)
  if (room === 0) return ''
  return `${above > 0 ? `↑ ${above}  ` : ''}${below > 0 ? `↓ ${below}  ` : ''}`
}

type Columns = {readonly x: number; readonly name: number; readonly title: number; readonly where: number; readonly voice: number}

const GAP = 2
const MARK = 6

/** Name first; where it comes from, then its title, give way when the window is narrow. */
function columnsFor(state: WizardState, place: Place, matches: readonly Match[]): Columns & {words: WizardWords} {
  const {words, columns} = place
  const x = columns < 60 ? 1 : place.x
  const widest = (texts: readonly string[], most: number) => Math.min(most, Math.max(2, ...texts.map(textWidth)))
  const name = widest(
    matches.map(({persona}) => clip(persona.name, 40)),
    columns < 60 ? 14 : 22,
  )
  const voice = widest(
    matches.map(({persona}) => voiceName(voiceOfSeat(state, persona.id), words)),
    14,
  )
  const wheres = widest(
    matches.map(match => whereOf(match, words)),
    columns < 90 ? 22 : 34,
  )
  const room = columns - x - MARK - name - GAP - voice - 1 - GAP
  const where = room - wheres - GAP >= 14 ? wheres : 0
  const titles = widest(
    matches.map(match => titleOf(match)),
    40,
  )
  const title = Math.max(0, Math.min(room - (where > 0 ? where + GAP : 0), titles))
  return {words, x, name, title: title < 6 ? 0 : title, where, voice}
}

function seatRow(state: WizardState, match: Match, at: Columns & {words: WizardWords; here: boolean}): Row {
  const {persona} = match
  const order = state.chosen.indexOf(persona.id)
  const chosen = order >= 0
  const accent = chosen ? {color: accentOf(persona.color, order)} : {}
  const title = titleOf(match)
  const gap = ' '.repeat(GAP)
  const spans: Span[] = [
    span(' '.repeat(at.x)),
    span(at.here ? '› ' : '  ', bold),
    span(chosen ? `◉ ${order + 1}`.padEnd(4) : '○   ', accent),
    span(cell(persona.name, at.name), {...accent, bold: at.here}),
  ]
  if (at.title > 0) spans.push(span(gap), span(cell(title, at.title), at.here ? undefined : dim))
  if (at.where > 0) spans.push(span(gap), span(cell(whereOf(match, at.words), at.where), dim))
  spans.push(span(gap), span(cell(voiceName(voiceOfSeat(state, persona.id), at.words), at.voice), chosen ? undefined : dim))
  return {spans, focus: at.here}
}

/** What the filter found, where the name does not show it, stands before the title. */
const titleOf = ({persona, by}: Match): string => clip([by, persona.title || persona.id].filter(Boolean).join(' · '), 60)

const whereOf = ({persona}: Match, words: WizardWords): string =>
  fill(words.whereLang, {where: clip(persona.where, 30), lang: words[`lang.${persona.lang}`]})

/** A short name for the voices that come with us; the others are called as they are. */
export const voiceName = (id: string, words: WizardWords): string =>
  id === 'rehearsal' || id === 'manual' ? words[`voice.${id}`] : clip(id, 20)

/** Nobody fits what was typed: so much is said, with the nearest names. */
function nobody(state: WizardState, {words, columns, x}: Place): readonly Row[] {
  if (peopleOf(state).length === 0) return [row(span(' '.repeat(x)), span(clip(words.noPersonas, columns - x - 1)))]
  const near = nearestTo(state).map(({name}) => clip(name, 20))
  const said = fill(words.nobody, {name: clip(state.filter, 30)})
  const names = near.length > 0 ? fill(words.nearest, {names: near.join(words.listSeparator)}) : ''
  return paragraph(`${said}${names}`, {x, columns})
}

/** The chosen in their order, with accents; `…` where the row is too short for all. */
export function chosenSpans(state: WizardState, words: WizardWords, columns: number): readonly Span[] {
  const spans: Span[] = []
  let left = columns
  for (const [order, id] of state.chosen.entries()) {
    const text = clip(nameOf(state, id), 20)
    const separator = order === 0 ? '' : words.listSeparator
    const needed = textWidth(separator) + textWidth(text)
    if (needed + (order < state.chosen.length - 1 ? 2 : 0) > left) return [...spans, span('…')]
    left -= needed
    spans.push(span(separator, dim), span(text, {color: accentOf(personaOf(state, id)?.color, order)}))
  }
  return spans
}

/** Everybody at the table, one a row: number, name, title, voice. */
export function tableRows(state: WizardState, {words, columns, x}: Place): readonly Row[] {
  const names = state.chosen.map(id => clip(nameOf(state, id), 30))
  const name = Math.min(columns < 60 ? 14 : 24, Math.max(2, ...names.map(textWidth)))
  const voice = Math.min(14, Math.max(2, ...state.chosen.map(id => textWidth(voiceName(voiceOfSeat(state, id), words)))))
  const titles = state.chosen.map(id => clip(personaOf(state, id)?.title || id, 60))
  const widest = Math.min(40, Math.max(2, ...titles.map(textWidth)))
  const title = Math.min(widest, columns - x - 4 - name - GAP - voice - GAP - 1)
  return state.chosen.map((id, order) => {
    const persona = personaOf(state, id)
    const accent = {color: accentOf(persona?.color, order)}
    return row(
      span(' '.repeat(x)),
      span('▌', accent),
      span(`${order + 1} `.padEnd(3), dim),
      span(cell(names[order] ?? '', name), {...accent, bold: true}),
      span('  '),
      ...(title < 6 ? [] : [span(cell(titles[order] ?? '', title), dim), span('  ')]),
      span(cell(voiceName(voiceOfSeat(state, id), words), voice)),
    )
  })
}
