import type {TurnDelta} from '../../core/events.ts'
import {oneLine} from '../../core/text.ts'
import {graphemes} from '../../core/width.ts'
import type {Part, RoomResult} from '../ports.ts'
import type {InputEvent} from '../terminal/decoder.ts'
import {keyName} from '../terminal/keys.ts'
import {act, afterWriting} from './acts.ts'
import {type Desk, fieldOf, makeDesk, newBelow, type RoomOptions, readable} from './desk.ts'
import {cardText, inReadingOrder} from './endings.ts'
import {actionFor} from './key-map.ts'
import {canDo, placesOf} from './possible.ts'
import {textPane} from './reading-acts.ts'
import {layoutRoom} from './room-layout.tsx'

export type {RecordFile, RoomOptions, RoomOver} from './desk.ts'

/** Between two turns of the spinner, milliseconds. */
const SPIN_MS = 160

/** The live meeting on the terminal. It begins with what was said so far, so a resumed meeting looks as if it had never stopped. */
export function makeRoom(options: RoomOptions): Part<RoomResult> {
  const {meeting, frame} = options
  let settle: (result: RoomResult) => void = () => {}
  const done = new Promise<RoomResult>(resolve => {
    settle = resolve
  })
  const leave: (() => void)[] = []
  const desk = makeDesk(options, result => {
    for (const stop of leave) stop()
    leave.length = 0
    settle(result)
  })

  // A delta draws no chrome, yet the footer tells how many lines wait below.
  let below: ReturnType<typeof newBelow>
  const recount = () => {
    const now = newBelow(desk)
    if (now?.lines === below?.lines && now?.speech === below?.speech) return
    below = now
    frame.changed()
  }

  if (options.notice !== undefined) desk.change({do: 'notice', text: options.notice})
  desk.stage.replay(meeting.state())
  leave.push(
    meeting.onEvent(event => {
      desk.stage.take(event, meeting.state())
      if (event.type === 'turn.delta' && !beginsCouncil(desk, event)) frame.touched()
      else frame.changed()
    }),
    meeting.onWaiting(() => {
      if (meeting.waiting() && desk.room.bell) frame.bell()
      frame.changed()
    }),
    frame.every(SPIN_MS, () => turn(desk)),
    frame.every(SPIN_MS, recount),
  )
  void options.over.then(over => {
    if (over.how === 'paused') return desk.finish({kind: 'quit', why: 'paused'})
    desk.end = {...over, files: inReadingOrder(over.files)}
    const text = cardText(desk)
    desk.card = text === undefined ? undefined : textPane(text, options.colours)
    desk.change({do: 'close'}, {do: 'focus'}, {do: 'card', on: desk.card !== undefined})
    frame.changed()
  })

  return {
    done,
    layout: size => layoutRoom(desk, size, voice => changeVoice(desk, voice)),
    take: event => take(desk, event),
  }
}

/** The first words of a council take the place of its selection. */
const beginsCouncil = (desk: Desk, {key, text}: TurnDelta): boolean =>
  desk.words.council !== undefined && desk.state().live.get(key)?.text === text

/** Only while somebody is waited for; it also finds out that the manual voice waits for a paste, which is no event. */
function turn(desk: Desk): void {
  const {meeting, frame} = desk.options
  const pasting = meeting.pasting()?.who
  if (pasting !== desk.pasting) {
    desk.pasting = pasting
    desk.change({do: 'replying', on: true})
    frame.changed()
  }
  const state = meeting.state()
  if (state.live.size === 0 && !(state.outcome && !desk.end) && !desk.room.leaving) return
  desk.tick++
  frame.touched()
}

function take(desk: Desk, event: InputEvent): void {
  if (event.type === 'focus' || event.type === 'reply') return
  // Keys that were pressed fast come as one text.
  const keys = event.type === 'text' && !isWriting(desk) ? graphemes(event.text) : []
  if (keys.length > 1) {
    for (const text of keys) take(desk, {type: 'text', text})
    return
  }
  const key = event.type === 'key' ? keyName(event) : event.type === 'text' ? event.text : ''
  const {over} = desk.room
  desk.change({do: 'notice'})
  const action = key === '' ? undefined : actionFor(key, placesOf(desk), one => canDo(desk, one))
  if (over.kind === 'voices' && action !== 'close' && action !== 'leave') {
    desk.options.frame.feed(event)
    return
  }
  const done = action !== undefined && act(desk, action)
  if (!done) write(desk, event, key)
  desk.options.frame.changed('now')
}

/** Whether a field is open, and letters are not keys for moving about. */
const isWriting = ({room: {over}, end}: Desk): boolean =>
  over.kind === 'search' ? !over.moving : over.kind === 'nothing' && end === undefined

/** Everything that is no action is written, where a field is open. */
function write(desk: Desk, event: InputEvent, key: string): void {
  const {over} = desk.room
  if (over.kind !== 'search' && !isWriting(desk)) return
  if (over.kind === 'search' && over.moving && event.type !== 'key') desk.change({do: 'open', over: {...over, moving: false}})
  if (desk.room.focus && event.type !== 'key') desk.change({do: 'focus'})
  const field = fieldOf(desk)
  const before = field.text()
  if (event.type === 'text') field.insert(event.text)
  else if (event.type === 'paste') field.paste(event.text)
  else field.press(key)
  if (field.text() !== before) afterWriting(desk)
}

function changeVoice(desk: Desk, voice: string): void {
  const {over} = desk.room
  if (over.kind !== 'voices') return
  const name = oneLine(readable(desk).find(seat => seat.id === over.who)?.name ?? over.who, 32)
  desk.change({do: 'close'})
  desk.options.meeting.changeVoice(over.who, {provider: voice}, `${desk.words.room['do.voice']} · ${name}`)
  desk.options.frame.changed('now')
}
