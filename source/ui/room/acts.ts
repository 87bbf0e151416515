import {redoable, seatOf} from '../../core/selectors.ts'
import {oneLine} from '../../core/text.ts'
import {wishOf, wishWords} from '../../core/wishes.ts'
import {tellRoom} from '../../i18n/room.ts'
import {readLine, wishWord, wordFor} from './commands.ts'
import {type Desk, matchesOf, notice, readable, viewOf} from './desk.ts'
import type {RoomAction, RoomCommand} from './key-map.ts'
import {canDo, paletteOf} from './possible.ts'
import {line, openEcho, openFile, scroll, toMatch} from './reading-acts.ts'
import {around, nextFocus} from './room-state.ts'
import {modeOf} from './room-texts.ts'
import {copy, handBack, mute, openVoices, readAll, readNext, takeBack} from './seat-acts.ts'

/** What each action does. False: it means nothing here, and the key goes to the field that is written in. */
export function act(desk: Desk, action: RoomAction, rest = ''): boolean {
  const {meeting, frame} = desk.options
  switch (action) {
    case 'send':
      return send(desk, desk.composer.text())
    case 'goOn':
      return say(desk, '')
    case 'conclude':
    case 'finish':
    case 'more':
    case 'remind':
    case 'skip':
    case 'retry':
    case 'pause':
      return sayWish(desk, action)
    case 'leavePaused':
      return leaveNow(desk)
    case 'leaveClosing':
      desk.change({do: 'close'})
      return sayWish(desk, 'finish')
    case 'leave':
      if (desk.room.leaving) return leaveNow(desk)
      desk.change({do: 'open', over: {kind: 'leave'}})
      return true
    case 'reselect':
      desk.change({do: 'open', over: {kind: 'leave'}})
      return true
    case 'stay':
    case 'close':
      return close(desk)
    case 'voice':
      return openVoices(desk, rest)
    case 'mute':
      return mute(desk, rest)
    case 'redo':
      if (!redoable(desk.state()) || !meeting.redo()) notice(desk, 'noRedo')
      return true
    case 'takeBack':
      return takeBack(desk, true)
    case 'withdraw':
      if (!takeBack(desk, false)) notice(desk, 'nothingQueued')
      return true
    case 'view':
      // From the card it is back to the meeting as it was looked at.
      if (desk.room.card) desk.change({do: 'card', on: false})
      else desk.change({do: 'view', view: viewOf(desk) === 'panes' ? 'flow' : 'panes'})
      return true
    case 'nextPane':
    case 'previousPane': {
      const ids = readable(desk).map(seat => seat.id)
      const focus = nextFocus(ids, desk.room.focus, action === 'nextPane' ? 1 : -1)
      if (viewOf(desk) === 'flow') desk.change({do: 'view', view: 'panes'})
      desk.change({do: 'focus', who: focus})
      return true
    }
    case 'toComposer':
      desk.change({do: 'focus'})
      return true
    case 'pageUp':
      return scroll(desk, 1 - desk.page)
    case 'pageDown':
      return scroll(desk, desk.page - 1)
    case 'lineUp':
    case 'lineDown':
      return line(desk, action === 'lineUp' ? -1 : 1)
    case 'toTop':
      return scroll(desk, Number.NEGATIVE_INFINITY)
    case 'toBottom':
      return scroll(desk, Number.POSITIVE_INFINITY)
    case 'search':
      desk.query.set(rest)
      desk.change({
        do: 'open',
        over: {
          kind: 'search',
          moving: rest !== '',
          at: -1,
          file: desk.room.over.kind === 'pager' ? desk.room.over.file : undefined,
        },
      })
      if (rest !== '') toMatch(desk, 0)
      return true
    case 'nextMatch':
    case 'previousMatch':
      return toMatch(desk, action === 'nextMatch' ? 1 : -1)
    case 'copy':
      return copy(desk, rest)
    case 'bell':
      desk.change({do: 'bell'})
      notice(desk, desk.room.bell ? 'bellOn' : 'bellOff')
      if (desk.room.bell) frame.bell()
      return true
    case 'help':
      desk.change({do: 'open', over: {kind: 'help', top: 0}})
      return true
    case 'complete':
      return complete(desk)
    case 'choose':
      return choose(desk)
    case 'handBack':
      return handBack(desk)
    case 'otherField':
      desk.change({do: 'replying', on: !desk.room.replying})
      return true
    case 'look':
      return openFile(desk, 0)
    case 'readAll':
      return readAll(desk, rest)
    case 'decision':
      desk.change({do: 'card', on: !desk.room.card})
      return true
    case 'selection':
      return openEcho(desk)
    case 'nextFile':
    case 'previousFile': {
      if (desk.room.over.kind === 'echo') return true
      if (desk.room.over.kind === 'said') return readNext(desk, action === 'nextFile' ? 1 : -1)
      const at = desk.room.over.kind === 'pager' ? desk.room.over.file : 0
      return openFile(desk, around(at, action === 'nextFile' ? 1 : -1, desk.end?.files.length ?? 0))
    }
    case 'again':
      desk.finish({kind: 'again'})
      return true
    case 'quit':
      desk.finish({kind: 'quit', why: 'done'})
      return true
    case 'newline':
    case 'palette':
    case 'suspend':
    case 'redraw':
      // The composer's own, the text itself, and the app's.
      return false
    default:
      return action satisfies never
  }
}

/** Enter: a command of the room, or words for the meeting, which knows its own. */
export function send(desk: Desk, text: string): boolean {
  const read = readLine(text, modeOf(desk.words))
  if (read.kind === 'unknown') {
    unknown(desk, read.command)
    return true
  }
  if (read.kind === 'meeting') {
    const wish = wishOf(text)
    const {council} = desk.words
    if (council && (wish === 'more' || wish === 'continue')) {
      desk.change({do: 'notice', text: council[wish === 'more' ? 'twoRounds' : 'noPauses']})
      return true
    }
    // Recorded, it would mean nothing: nobody speaks, nothing failed.
    if ((wish !== 'skip' && wish !== 'retry') || canDo(desk, wish)) return say(desk, text)
    notice(desk, 'notNow', {word: oneLine(text, 24)})
    return true
  }
  desk.composer.submit()
  return run(desk, read.command, read.rest)
}

function unknown(desk: Desk, {word, nearest}: {readonly word: string; readonly nearest: readonly string[]}): void {
  const {words, room} = desk.words
  const near = nearest.map(one => `/${one}`).join(words.listSeparator)
  const hint = near === '' ? '' : tellRoom(room, 'nearest', {words: near})
  notice(desk, 'unknown', {word: oneLine(word, 24), nearest: hint})
}

function run(desk: Desk, command: RoomCommand, rest: string): boolean {
  if (wishWord[command.action]) return sayWish(desk, command.action)
  act(desk, command.action, rest)
  return true
}

function say(desk: Desk, text: string): boolean {
  const said = desk.options.meeting.say(text)
  switch (said.kind) {
    case 'said':
      if (text !== '' && desk.composer.text() === text) desk.composer.submit()
      if (said.event.wish === 'pause') desk.change({do: 'leaving'})
      desk.stage.flow().toBottom()
      return true
    case 'nothing':
      return true
    case 'unknown':
      unknown(desk, said.command)
      return true
    case 'not-written':
      notice(desk, 'notWritten', {message: oneLine(said.fault.message, 200)})
      return true
    default:
      return said satisfies never
  }
}

/** A key says what the person would have typed, so that the record reads the same. */
function sayWish(desk: Desk, action: RoomAction): boolean {
  const wish = wishWord[action]
  const word = wordFor(action, desk.words.lang, modeOf(desk.words)) ?? (wish ? wishWords[wish][desk.words.lang][0] : undefined)
  return word === undefined ? false : say(desk, word)
}

function leaveNow(desk: Desk): boolean {
  const again = desk.room.leaving
  desk.change({do: 'leaving'})
  if (again) desk.finish({kind: 'quit', why: 'paused'})
  else desk.options.meeting.leave()
  return true
}

function close(desk: Desk): boolean {
  const {over} = desk.room
  const match = over.kind === 'search' && over.moving && over.file === undefined ? matchesOf(desk)[over.at] : undefined
  desk.change({do: 'close'})
  if (over.kind === 'search' && over.file !== undefined) desk.change({do: 'open', over: {kind: 'pager', file: over.file}})
  if (over.kind === 'nothing') desk.composer.set('')
  // Back in the panes, what was found stays in sight.
  if (match?.who && viewOf(desk) === 'panes' && seatOf(desk.state(), match.who)) {
    desk.stage.pages(match.who).showFrom(match.id, match.at)
    desk.change({do: 'focus', who: match.who})
  }
  return true
}

function complete(desk: Desk): boolean {
  const row = paletteOf(desk)?.[desk.room.palette]
  if (row) desk.composer.set(`/${row.word}${row.command.takes ? ' ' : ''}`)
  return true
}

/** Enter in the palette: what is typed when it is a command already, else the row that is chosen. */
function choose(desk: Desk): boolean {
  const rows = paletteOf(desk)
  const text = desk.composer.text()
  const typed = readLine(text, modeOf(desk.words))
  const whole = rows?.some(row => [...row.command.zh, ...row.command.en].some(word => `/${word}` === text.trim().toLowerCase()))
  const row = rows?.[desk.room.palette]
  if (!row || (whole && desk.room.palette === 0)) return send(desk, text)
  if (typed.kind === 'command' && typed.rest !== '') return send(desk, text)
  if (row.command.takes === 'text') return complete(desk)
  desk.composer.set('')
  return run(desk, row.command, '')
}

/** What the keys of the field mean while it is written in: a new query begins at its own end. */
export function afterWriting(desk: Desk): void {
  desk.change({do: 'palette', at: 0})
  if (desk.room.over.kind === 'search') toMatch(desk, 0)
  if (desk.room.over.kind === 'search') desk.change({do: 'open', over: {...desk.room.over, moving: false}})
}
