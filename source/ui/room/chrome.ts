import {fill} from '../../core/template.ts'
import {textWidth, wrap} from '../../core/width.ts'
import type {BoardRoomWords} from '../../i18n/board-room.ts'
import type {CouncilRoomWords} from '../../i18n/council-room.ts'
import {type RoomWords, tellRoom} from '../../i18n/room.ts'
import {wordFor} from './commands.ts'
import {placeWord} from './council-look.ts'
import type {Facts, WordFacts} from './facts.ts'
import {dim, row, type Spans, span, widthOf} from './fit.ts'
import {keyMap, type RoomAction, type RoomKey, type When} from './key-map.ts'
import {reviewStage} from './review-look.ts'
import {modeOf, type RoomTexts} from './room-texts.ts'
import {phaseWord} from './turn-facts.ts'

/** The rows around the speeches, as spans of the window's width. */

export type ChromeWords = RoomTexts

/** What the meeting is and where it stands; that it is a rehearsal is said as long as it lasts. */
export function headerRow(facts: Facts, columns: number, texts: ChromeWords): Spans {
  const {words, room} = texts
  const {phase} = facts
  const round = phase.name === 'discussion' ? tellRoom(room, 'roundOf', {round: phase.round, rounds: phase.rounds}) : ''
  const name = phase.name === 'over' ? room['phase.over'] : room[phaseWord('phase', phase.name)]
  const told = placeOf(facts, texts) ?? name
  const place = round === '' || columns < 72 ? round || told : `${told} · ${round}`
  const rehearsal: Spans = facts.rehearsal ? [span(words.rehearsal, {color: 'yellow'}), dim(' · ')] : []
  return row(columns - 1, [span(` ${words.roundtable}`, {bold: true}), span(`  ${facts.topic}`)], [...rehearsal, dim(place)])
}

/** Where the meeting stands, but for the round, where its kind has a name for that. */
function placeOf(facts: Facts, {board, review, council}: ChromeWords): string | undefined {
  const {name, round} = facts.phase
  if (board) return boardPlace(facts, board)
  if (review && name === 'discussion') return reviewStage(round, review)
  return council && name !== 'over' ? council[placeWord(name)] : undefined
}

function boardPlace({phase, board: facts}: Facts, board: BoardRoomWords): string {
  if (!facts) return ''
  if (phase.name === 'opening') return `${board.opening} · ${fill(board.rounds, {rounds: phase.rounds})}`
  return board[`status.${facts.status}`]
}

/** Who moderates, who else sits at the board, and at the right that the prompts hold a condensed history. */
export function rosterRow({seats, board: facts}: Facts, columns: number, board: BoardRoomWords): Spans {
  const name = (seat: Facts['seats'][number]) => span(seat.name, {color: seat.accent})
  const moderator = seats.find(seat => seat.id === facts?.moderator)
  const experts = seats.filter(seat => seat !== moderator)
  const left: Spans = [
    dim(` ${board.moderates} `),
    ...(moderator ? [name(moderator)] : []),
    dim(` · ${board.experts} ${experts.length}${board.colon}`),
    ...experts.flatMap((seat, at) => [...(at > 0 ? [dim(' · ')] : []), name(seat)]),
  ]
  return row(columns - 1, left, facts?.condensed ? [dim(board.condensed)] : [])
}

/** Who sits on the council, and where the rest of its selection is found. */
export function membersRow({seats, over}: Facts, columns: number, council: CouncilRoomWords): Spans {
  const names = seats.flatMap((seat, at) => [...(at > 0 ? [dim(' · ')] : []), span(seat.name, {color: seat.accent})])
  return row(columns - 1, [dim(` ${council.members} `), ...names], over ? [] : [dim(council.seeEcho)])
}

const LABEL = 8

/** A row of the strip: who, what, and at the right what became of it. */
export function stripRow(who: string, text: Spans, right: Spans, columns: number): Spans {
  const label = ` ${who}`
  const pad = ' '.repeat(Math.max(1, LABEL - 1 - textWidth(label)))
  return row(columns - 1, [span(label, {bold: true}), span(pad), ...text], right)
}

/** The chair's newest line, in at most `most` rows. */
export function chairRows(facts: Facts, most: number, columns: number, {words}: ChromeWords): readonly Spans[] {
  const lines = wrap(facts.chair, Math.max(10, columns - LABEL - 1))
  const kept = lines.length > most ? [...lines.slice(0, most - 1), lines.slice(most - 1).join(' ')] : lines
  return kept.map((line, at) => stripRow(at === 0 ? words.chair : '', [dim(line)], [], columns))
}

/** The person's newest word that is not with everybody yet, or the newest of all. */
export function wordRow(facts: Facts, columns: number, {words, room}: ChromeWords): Spans | undefined {
  const open = facts.words.filter(word => word.due.length > 0)
  const word = open.at(-1) ?? facts.words.at(-1)
  if (!word) return undefined
  const others = open.length > 1 ? ` · ${tellRoom(room, 'moreWords', {count: open.length - 1})}` : ''
  const named = `${deliveryOf(word, {words, room})}${others}`
  // The words themselves come first: by number where the names would crowd them out.
  const delivery = textWidth(named) * 2 > columns ? `${countsOf(word, room)}${others}` : named
  return stripRow(words.you, [span(word.text)], [dim(`  ${delivery}`)], columns)
}

export function deliveryOf(word: WordFacts, {words, room}: Pick<ChromeWords, 'words' | 'room'>): string {
  const names = (list: readonly string[]) => list.join(words.listSeparator)
  const parts = [
    ...(word.delivered.length > 0 ? [tellRoom(room, 'delivered', {names: names(word.delivered)})] : []),
    ...(word.due.length > 0 ? [tellRoom(room, 'due', {names: names(word.due)})] : []),
  ]
  return parts.length > 0 ? parts.join(' · ') : room.undelivered
}

function countsOf({delivered, due}: WordFacts, room: RoomWords): string {
  if (delivered.length + due.length === 0) return room.undelivered
  if (delivered.length === 0) return tellRoom(room, 'dueCount', {count: due.length})
  return tellRoom(room, 'deliveredCount', {count: delivered.length, all: delivered.length + due.length})
}

/** What can be done now, in words; the way to the rest of it is never left out. */
export function footerRow(possible: Possible, right: Spans, columns: number, words: ChromeWords): Spans {
  const items = footerItems(possible, words)
  const help = items.find(item => item.entry.action === 'help')
  const others = items.filter(item => item !== help)
  const end: Spans = help ? [...(others.length > 0 ? [dim(' · ')] : []), ...help.spans] : []
  const room = columns - 2 - widthOf(end) - (right.length > 0 ? widthOf(right) + 2 : 0)
  const shown: Spans[] = []
  let width = 1
  for (const {spans} of others) {
    const next = widthOf(spans) + (shown.length > 0 ? 3 : 0)
    if (width + next > room) break
    shown.push(shown.length > 0 ? [dim(' · '), ...spans] : spans)
    width += next
  }
  return row(columns - 1, [span(' '), ...shown.flat(), ...end], right)
}

export type Possible = {
  readonly places: readonly When[]
  can(action: RoomAction): boolean
  /** Another word than `do.<action>`. */
  label?(action: RoomAction): string | undefined
}

export function footerItems(
  {places, can, label}: Possible,
  {room, lang, ...own}: Pick<ChromeWords, 'room' | 'lang' | 'board' | 'review' | 'council'>,
): readonly {readonly entry: RoomKey; readonly spans: Spans}[] {
  const seen = new Set<string>()
  return keyMap
    .filter(entry => entry.foot !== undefined && entry.when.some(place => places.includes(place)))
    .toSorted((a, b) => (a.foot ?? 0) - (b.foot ?? 0))
    .flatMap(entry => {
      const taken = seen.has(entry.action) || (entry.shown !== undefined && seen.has(entry.shown))
      if (taken || !can(entry.action)) return []
      seen.add(entry.action).add(entry.shown ?? entry.action)
      if (entry.shown === undefined)
        return [{entry, spans: [span(`/${wordFor(entry.action, lang, modeOf(own)) ?? entry.action}`)]}]
      return [{entry, spans: [span(entry.shown), dim(` ${label?.(entry.action) ?? room[`do.${entry.action}`]}`)]}]
    })
}
