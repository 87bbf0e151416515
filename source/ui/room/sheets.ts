import type {Lang} from '../../core/events.ts'
import {textWidth, wrap} from '../../core/width.ts'
import type {BoardRoomWords} from '../../i18n/board-room.ts'
import type {Words} from '../../i18n/index.ts'
import {type RoomWords, tellRoom} from '../../i18n/room.ts'
import {type PaletteRow, wordFor} from './commands.ts'
import {dim, row, type Spans, span} from './fit.ts'
import {commandsOf, keyMap, type RoomAction} from './key-map.ts'

/** What stands between the speeches and the composer while a choice is to be made: rows of spans, no boxes. */

export type SheetWords = {
  readonly words: Words
  readonly room: RoomWords
  readonly lang: Lang
  readonly board?: BoardRoomWords | undefined
}

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

export function leaveSheet(columns: number, {room}: SheetWords): readonly Spans[] {
  const choices: readonly RoomAction[] = ['leavePaused', 'leaveClosing', 'stay']
  return [
    ...wrap(room['leave.title'], columns - 4).map(line => row(columns - 1, [span(` ${line}`, {bold: true})])),
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
  return [
    row(columns - 1, [
      span(` ${room['over.title']}`, {bold: true}),
      dim(`  ${tellRoom(room, 'over.held', {rounds: card.rounds, count: card.speeches})}`),
    ]),
    ...lines(card.folder).map((line, at) =>
      row(columns - 1, [at === 0 ? label(room['over.records']) : span(' '.repeat(10)), span(line)]),
    ),
    ...lines(card.files.join('  ')).map(line => row(columns - 1, [span(' '.repeat(10)), dim(line)])),
    ...card.problems.flatMap(problem =>
      wrap(tellRoom(room, 'over.problem', {message: problem}), columns - 3).map(line =>
        row(columns - 1, [span(` ${line}`, {color: 'red'})]),
      ),
    ),
  ]
}

/** The whole of the key map and the words, for `?`; one row a key. */
export function helpRows(columns: number, {words, room, lang, board}: SheetWords): readonly Spans[] {
  const width = columns < 70 ? 14 : 22
  const entry = (left: string, about: string): Spans[] =>
    wrap(about, Math.max(12, columns - width - 4)).map((line, at) =>
      row(columns - 1, [span(`  ${pad(at === 0 ? left : '', width)}`), dim(line)]),
    )
  const seen = new Set<string>()
  const keys = keyMap.flatMap(({action, shown}) => {
    const key = `${action} ${shown}`
    if (shown === undefined || seen.has(key) || (action === 'decision' && !board)) return []
    seen.add(key)
    return entry(shown, room[`about.${action}`])
  })
  const typed = commandsOf(board !== undefined).flatMap(command => {
    const other = command[lang === 'zh' ? 'en' : 'zh'][0] ?? ''
    const own = wordFor(command.action, lang, board !== undefined) ?? ''
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
