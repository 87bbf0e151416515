import type {Lang, Wish} from '../../core/events.ts'
import {type UnknownCommand, unknownCommand, wishOf} from '../../core/wishes.ts'
import {commands, commandsOf, type RoomAction, type RoomCommand} from './key-map.ts'
import type {Mode} from './room-texts.ts'

/** What a line in the composer asks of the room. Everything else is for the meeting, which knows its own wishes. */
export type ReadLine =
  | {readonly kind: 'command'; readonly command: RoomCommand; readonly rest: string}
  | {readonly kind: 'unknown'; readonly command: UnknownCommand}
  | {readonly kind: 'meeting'}

/** A word of the room is a command as a whole line, with or without `/`; what it takes may follow only after a `/`. */
export function readLine(line: string, mode: Mode = 'roundtable'): ReadLine {
  if (wishOf(line) !== undefined) return {kind: 'meeting'}
  const said = plain(line)
  const slash = /^\s*[/／]/.test(line)
  const own = ownCommands.filter(({action}) => action !== 'selection' || mode === 'council')
  for (const command of own) {
    for (const word of wordsOf(command)) {
      if (said === word) return {kind: 'command', command, rest: ''}
      if (slash && command.takes && said.startsWith(`${word} `)) {
        const rest = line.trim().slice(1).trim().slice(word.length).trim()
        return {kind: 'command', command, rest}
      }
    }
  }
  const unknown = unknownCommand(line, own.flatMap(wordsOf))
  return unknown ? {kind: 'unknown', command: unknown} : {kind: 'meeting'}
}

/** The word that stands for an action, as a person may type it. */
export const wordFor = (action: RoomAction, lang: Lang, mode: Mode = 'roundtable'): string | undefined =>
  commandsOf(mode).find(command => command.action === action)?.[lang][0]

export type PaletteRow = {readonly command: RoomCommand; readonly word: string; readonly other: string}

/** Commands that what is typed after the `/` can still become, in either language; the UI's language stands first. */
export function paletteRows(typed: string, lang: Lang, mode: Mode = 'roundtable'): readonly PaletteRow[] {
  const wanted = plain(typed)
  const other: Lang = lang === 'zh' ? 'en' : 'zh'
  return commandsOf(mode).flatMap(command => {
    const words = [...command[lang], ...command[other]]
    const hit = words.find(word => word.startsWith(wanted)) ?? words.find(word => word.includes(wanted))
    if (hit === undefined) return []
    const own = command[lang].find(word => word === hit) ?? command[lang][0] ?? hit
    return [{command, word: own, other: command[other][0] ?? ''}]
  })
}

/** Whether the palette stands open over this text: a `/` and the beginning of a word, on one line. */
export function isCommandBeginning(text: string): boolean {
  return /^[/／](?![/／])[^\n/／]{0,24}$/.test(text)
}

/** Seats that an argument can mean: by name or id, whole or its beginning. */
export function seatsFor<Seat extends {readonly id: string; readonly name: string}>(
  rest: string,
  seats: readonly Seat[],
): readonly Seat[] {
  const wanted = plain(rest)
  const exact = seats.filter(seat => plain(seat.name) === wanted || plain(seat.id) === wanted)
  if (exact.length > 0 || wanted === '') return exact
  return seats.filter(seat => plain(seat.name).startsWith(wanted) || plain(seat.id).startsWith(wanted))
}

/** Words of the meeting itself, so that an action can be said as the person would say it. */
export const wishWord: Partial<Record<RoomAction, Wish>> = {
  goOn: 'continue',
  conclude: 'conclude',
  finish: 'finish',
  more: 'more',
  remind: 'remind',
  skip: 'skip',
  retry: 'retry',
  pause: 'pause',
}

const ownCommands = commands.filter(command => wishWord[command.action] === undefined)
const wordsOf = (command: RoomCommand) => [...command.zh, ...command.en]

const plain = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .replace(/^\//, '')
    .trim()
    .replace(/[。.!！?？]+$/u, '')
    .toLowerCase()
    .replace(/\s+/g, ' ')
