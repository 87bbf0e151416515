import {textWidth, wrap} from '../../core/width.ts'
import {tellRoom} from '../../i18n/room.ts'
import {type PaletteRow, wordFor} from './commands.ts'
import {dim, row, type Spans, span} from './fit.ts'
import {commandsOf, keyMap, type RoomAction, type RoomKey} from './key-map.ts'
import {type Mode, modeOf, type RoomTexts} from './room-texts.ts'

/** What stands between the speeches and the composer while a choice is to be made: rows of spans, no boxes. */

export type SheetWords = RoomTexts

const pad = (text: string, columns: number) => text + ' '.repeat(Math.max(1, columns - textWidth(text)))

/** `rows` of the palette around the chosen one. */
export function paletteSheet(
  list: readonly PaletteRow[],
  {chosen, rows, columns}: {readonly chosen: number; readonly rows: number; readonly columns: number},
  {room}: SheetWords,
): readonly Spans[] {
  const first = Math.max(0, Math.min(list.length - rows, chosen - rows + 1))
  return list.slice(first, first + rows).map(({command, word, other}, index) => {
    const here = first + index === chosen
    const own = span(pad(`/${word}`, columns < 70 ? 14 : 16), here ? {bold: true, color: 'cyan'} : {})
    const translated = columns < 70 ? [] : [dim(pad(`/${other}`, 18))]
    return row(columns - 1, [span(here ? ' › ' : '   '), own, ...translated, dim(room[`about.${command.action}`])])
  })
}

/** `title`: instead of the usual question. */
export function leaveSheet(columns: number, {room}: SheetWords, title: string = room['leave.title']): readonly Spans[] {
  const choices: readonly RoomAction[] = ['leavePaused', 'leaveClosing', 'stay']
  return [
    ...wrap(title, columns - 4).map(line => row(columns - 1, [span(` ${line}`, {bold: true})])),
    ...choices.map((action, index) =>
      row(columns - 1, [span(` ${index + 1}  `), span(pad(room[`do.${action as 'stay'}`], 16)), dim(room[`about.${action}`])]),
    ),
  ]
}

export type Relay = {readonly name: string; readonly path?: string | undefined}

export function relaySheet({name, path}: Relay, columns: number, {room}: SheetWords): readonly Spans[] {
  const where = path ? tellRoom(room, 'relay.path', {path}) : room['relay.here']
  return [
    row(columns - 1, [span(` ${tellRoom(room, 'relay.title', {name})}`, {bold: true})]),
    ...wrap(where, columns - 4).map(line => row(columns - 1, [span(` ${line}`)])),
    ...wrap(tellRoom(room, 'relay.how', {name}), columns - 4).map(line => row(columns - 1, [dim(` ${line}`)])),
  ]
}

export type EndCard = {
  /** What the meeting came to, and what can be done about it: said first. */
  readonly told: readonly {readonly text: string; readonly warns: boolean}[]
  readonly rounds: number
  readonly speeches: number
  readonly folder: string
  readonly files: readonly string[]
  readonly problems: readonly string[]
}

export function endCard(card: EndCard, columns: number, {room}: SheetWords): readonly Spans[] {
  const label = (text: string) => span(pad(` ${text}`, 10), {bold: true})
  const rest = columns - 12
  const lines = (text: string) => wrap(text, rest)
  const more = card.files.length - MOST_FILES
  const files = more > 2 ? [...card.files.slice(0, MOST_FILES), tellRoom(room, 'over.moreFiles', {count: more})] : card.files
  return [
    ...card.told.flatMap(({text, warns}) =>
      wrap(text, columns - 3).map(line =>
        row(columns - 1, [span(` ${line}`, warns ? {bold: true, color: 'yellow'} : {bold: true})]),
      ),
    ),
    row(columns - 1, [
      span(` ${room['over.title']}`, {bold: true}),
      dim(`  ${tellRoom(room, 'over.held', {rounds: card.rounds, count: card.speeches})}`),
    ]),
    ...lines(card.folder).map((line, at) =>
      row(columns - 1, [at === 0 ? label(room['over.records']) : span(' '.repeat(10)), span(line)]),
    ),
    ...lines(files.join('  ')).map(line => row(columns - 1, [span(' '.repeat(10)), dim(line)])),
    ...card.problems.flatMap(problem =>
      wrap(tellRoom(room, 'over.problem', {message: problem}), columns - 3).map(line =>
        row(columns - 1, [span(` ${line}`, {color: 'red'})]),
      ),
    ),
  ]
}

/** Of the records: the others are found by turning the pages. */
const MOST_FILES = 4

/** The whole of the key map and the words, for `?`; one row a key. */
export function helpRows(columns: number, texts: SheetWords): readonly Spans[] {
  const {words, room, lang} = texts
  const mode = modeOf(texts)
  const width = columns < 70 ? 14 : 22
  const entry = (left: string, about: string): Spans[] =>
    wrap(about, Math.max(12, columns - width - 4)).map((line, at) =>
      row(columns - 1, [span(`  ${pad(at === 0 ? left : '', width)}`), dim(line)]),
    )
  const seen = new Set<string>()
  const keys = keyMap
    .filter(entry => isKeyOf(mode, entry))
    .flatMap(({action, shown}) => {
      const key = `${action} ${shown}`
      if (shown === undefined || seen.has(key)) return []
      seen.add(key)
      return entry(shown, room[`about.${action}`])
    })
  const typed = commandsOf(mode).flatMap(command => {
    const other = command[lang === 'zh' ? 'en' : 'zh'][0] ?? ''
    const own = wordFor(command.action, lang, mode) ?? ''
    return entry(columns < 70 ? `/${own}` : `/${own} /${other}`, room[`about.${command.action}`])
  })
  const title = (text: string) => row(columns - 1, [span(` ${text}`, {bold: true})])
  const blank = row(columns - 1, [])
  const notices = [words.personaNotice].flatMap(text => wrap(text, columns - 6).map(line => row(columns - 1, [dim(`  ${line}`)])))
  return [
    title(room['help.words']),
    ...typed,
    ...wrap(room['help.interject'], columns - 6).map(line => row(columns - 1, [span(`  ${line}`)])),
    blank,
    title(room['help.keys']),
    ...keys,
    blank,
    ...notices,
  ]
}

/** Keys that mean nothing in one kind of meeting are not in its help. */
function isKeyOf(mode: Mode, {action, when}: RoomKey): boolean {
  if (action === 'decision') return mode !== 'roundtable'
  if (when.every(place => place === 'gaps' || place === 'trouble')) return mode === 'review'
  if (action === 'reselect') return mode === 'council'
  return !(mode === 'council' && (action === 'goOn' || action === 'redo'))
}
