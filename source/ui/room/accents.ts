import type {Meeting} from '../../core/events.ts'
import {accentOf, type Colour} from '../terminal/sgr.ts'

/** The colours of the seats, in seating order. Where many speak at once no two are the same as long as there are enough of them. */
export function accentsOf(meeting: Meeting): readonly Colour[] {
  if (meeting.protocol.id === 'roundtable') return meeting.seats.map((seat, index) => accentOf(seat.color, index))
  const taken = new Set<Colour>()
  return meeting.seats.map((seat, index) => {
    const wanted = [accentOf(plainName(seat.color), index), ...Array.from({length: MOST}, (_, at) => accentOf(undefined, at))]
    const accent = wanted.find(one => !taken.has(one)) ?? wanted[0] ?? 'cyan'
    taken.add(accent)
    return accent
  })
}

/** A colour that no seat has, as long as there is one. */
export function spareAccent(meeting: Meeting): Colour {
  const taken = new Set(accentsOf(meeting))
  const all = Array.from({length: MOST}, (_, at) => accentOf(undefined, at))
  return all.find(one => !taken.has(one)) ?? accentOf(undefined, meeting.seats.length)
}

/** Accents that there are. */
const MOST = 10

/** `redBright`, as experts' files may have it, in our own words; of red and yellow only the plain ones read on light and dark. */
const plainName = (colour: string | undefined): string | undefined =>
  colour
    ?.replace(/^(red|yellow)Bright$/, '$1')
    .replace(/^([a-z])([a-z]+)Bright$/, (_, first: string, rest: string) => `bright${first.toUpperCase()}${rest}`)
