import {seatOf, words as wordsSaid} from '../../core/selectors.ts'
import {charCount, oneLine} from '../../core/text.ts'
import {seatsFor} from './commands.ts'
import {type Desk, isReplying, notice, readable} from './desk.ts'
import {faultOf, RECORDER} from './facts.ts'
import {isHeldUp} from './possible.ts'
import {around} from './room-state.ts'

/** What is done about one seat, or about the person's own words. True: the key is used up, whether or not anything could be done. */

type Named = {readonly id: string; readonly name: string}

/** The seat an action is about: named, chosen, or `otherwise`; says what is missing when there is none. */
function seatFor(desk: Desk, rest: string, otherwise?: string): Named | undefined {
  const seats: readonly Named[] = readable(desk).map(({id, name}) => ({id, name: seatOf(desk.state(), id)?.name ?? name}))
  const names = seats.map(seat => oneLine(seat.name, 24)).join(desk.words.words.listSeparator)
  if (rest !== '') {
    const found = seatsFor(rest, seats)
    if (found.length === 1) return found[0]
    notice(desk, found.length > 1 ? 'whichSeat' : 'noSeat', {name: oneLine(rest, 24), names})
    return undefined
  }
  const id = desk.room.focus ?? otherwise
  const seat = seats.find(one => one.id === id)
  if (!seat) notice(desk, 'whichSeat', {names})
  return seat
}

export function openVoices(desk: Desk, rest: string): boolean {
  const seat = seatFor(desk, rest, faultOf(desk.options.meeting.waiting())?.who ?? inTrouble(desk))
  if (!seat) return true
  if (desk.options.meeting.voices().length === 0) notice(desk, 'voices.none')
  else desk.change({do: 'open', over: {kind: 'voices', who: seat.id, at: 0}})
  return true
}

/** Whose voice a review waits for, where that is one alone. */
function inTrouble(desk: Desk): string | undefined {
  const {review} = desk.facts()
  if (!review || !isHeldUp(desk)) return undefined
  if (review.asks === 'trouble') return RECORDER
  return review.missing.length === 1 ? review.missing[0] : undefined
}

export function mute(desk: Desk, rest: string): boolean {
  const seat = seatFor(desk, rest)
  if (!seat || seat.id === RECORDER) return true
  const already = desk.facts().seats.find(one => one.id === seat.id)?.muted
  if (!already) desk.options.meeting.mute(seat.id)
  notice(desk, already ? 'alreadyMuted' : 'muted', {name: oneLine(seat.name, 24)})
  return true
}

/** Everything a seat said, on one page; at the end it is whoever sits first that is read first. */
export function readAll(desk: Desk, rest: string): boolean {
  const seat = seatFor(desk, rest, desk.end ? desk.facts().seats[0]?.id : undefined)
  if (seat) desk.change({do: 'focus'}, {do: 'open', over: {kind: 'said', who: seat.id}})
  return true
}

export function readNext(desk: Desk, by: 1 | -1): boolean {
  const {over} = desk.room
  if (over.kind !== 'said') return false
  const ids = readable(desk).map(seat => seat.id)
  const who = ids[around(ids.indexOf(over.who), by, ids.length)]
  if (who !== undefined) desk.change({do: 'open', over: {kind: 'said', who}})
  return true
}

export function takeBack(desk: Desk, edit: boolean): boolean {
  const newest = desk.facts().words.findLast(word => word.withdrawable)
  const word = newest && wordsSaid(desk.state()).find(one => one.seq === newest.seq)
  if (!word) return false
  if (!desk.options.meeting.withdraw(word.seq)) {
    notice(desk, 'tooLate')
    return true
  }
  if (edit) desk.composer.set(word.text)
  else notice(desk, 'withdrawn')
  return true
}

export function copy(desk: Desk, rest: string): boolean {
  const relay = desk.options.meeting.pasting()
  if (relay && rest === '' && !desk.room.focus) {
    desk.options.frame.copy(relay.text)
    notice(desk, 'copiedRelay', {count: charCount(relay.text)})
    return true
  }
  const seat = rest === '' ? undefined : seatFor(desk, rest)
  if (rest !== '' && !seat) return true
  const who = seat?.id ?? desk.room.focus
  const seen = desk.room.focus && rest === '' ? desk.stage.pages(desk.room.focus).seen()?.id : undefined
  const speeches = desk.stage.said().filter(one => one.who && one.text !== '' && readable(desk).some(seat => seat.id === one.who))
  const speech = speeches.findLast(one => (seen ? one.id === seen : who ? one.who === who : true))
  if (!speech) {
    notice(desk, 'nothingToCopy')
    return true
  }
  desk.options.frame.copy(speech.text)
  notice(desk, 'copied', {name: speech.name, count: charCount(speech.text)})
  return true
}

/** Enter in the field of the manual voice. */
export function handBack(desk: Desk): boolean {
  if (!isReplying(desk)) return false
  const text = desk.reply.text()
  if (text.trim() === '') return true
  desk.reply.submit()
  desk.options.meeting.reply(text)
  return true
}
