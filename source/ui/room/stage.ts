import {chairText} from '../../core/chair.ts'
import type {LiveEvent, Stamped} from '../../core/events.ts'
import type {MeetingState} from '../../core/state.ts'
import {oneLine} from '../../core/text.ts'
import {tellRoom} from '../../i18n/room.ts'
import type {PaneItem} from '../terminal/pane-item.ts'
import {makePane, type Pane} from '../terminal/pane-painter.ts'
import type {Colours} from '../terminal/sgr.ts'
import {chairItem, noteItem, ruleItem, wishItem} from './flow-items.ts'
import type {Readable} from './json-stream.ts'
import {type LazyPane, makeLazyPane} from './lazy-pane.ts'
import type {Finished, Keyed} from './manner.ts'
import {mannerFor} from './manners.ts'
import {modeOf, type RoomTexts} from './room-texts.ts'
import {makeSeatPages, type SeatPages} from './seat-pages.ts'
import {makeSeating} from './seating.ts'
import {type Started, turnId} from './turn-facts.ts'

/**
 * What was said, in both views, fed from the meeting's events and painted outside React. The view that is not looked at costs
 * nothing but the keeping of what came meanwhile.
 */
export type Stage = {
  take(event: LiveEvent, state: MeetingState): void
  /** The whole meeting so far, as a resumed one begins. */
  replay(state: MeetingState): void
  flow(): Pane
  pages(who: string): SeatPages
  /** Which view is looked at from now on. */
  look(view: 'panes' | 'flow'): void
  /** What can be searched, in the order of the flow. */
  said(): readonly Said[]
}

export type Said = {readonly id: string; readonly who?: string; readonly name: string; readonly text: string}

export type StageLook = RoomTexts & {readonly colours: Colours}

type About = Keyed & {readonly state: MeetingState}

type Turn = {
  readonly id: string
  readonly who: string
  readonly about: Started
  readonly item: PaneItem
  readonly subtitle: string
  reader: Readable
  text: string
}

export function makeStage({colours, ...texts}: StageLook): Stage {
  const {words, room} = texts
  const flow: LazyPane = makeLazyPane(makePane(colours))
  const pages = new Map<string, SeatPages>()
  const open = new Map<string, Turn>()
  const said = new Map<string, {id: string; who?: string; name: string; text: string}>()
  const seating = makeSeating()
  const manner = mannerFor(texts)
  const mode = modeOf(texts)
  let view: 'panes' | 'flow' = 'flow'

  const pagesOf = (who: string): SeatPages => {
    const found = pages.get(who) ?? makeSeatPages(colours)
    pages.set(who, found)
    if (view === 'flow') found.rest()
    return found
  }
  const {nameOf} = manner
  /** What is about a speech of a round stands where its seat is. */
  const show = (item: PaneItem, about?: About) => {
    flow.open(item, seating.place(item.id, about && manner.placeOf?.(about.state, about)))
  }
  const hide = (id: string) => {
    seating.gone(id)
    flow.remove(id)
  }
  const note = (event: Stamped, text: string, about?: About) => {
    show(noteItem(`note ${event.seq}`), about)
    flow.close(`note ${event.seq}`, text)
  }

  const begin = (turn: Started, state: MeetingState) => {
    const lost = open.get(turn.key)
    if (lost?.text === '') drop(turn.key)
    else if (lost) end(turn.key, lost.text)
    const id = turnId(turn)
    const subtitle = manner.subtitle(state, turn)
    const item = manner.item(state, turn, subtitle)
    if (!item) return
    show(item, {...turn, state})
    pagesOf(turn.who).open({id, subtitle})
    open.set(turn.key, {id, who: turn.who, about: turn, reader: manner.reader(state, turn), text: '', item, subtitle})
    said.set(id, {id, who: turn.who, name: nameOf(state, turn.who), text: ''})
  }
  const delta = (key: string, text: string) => {
    const turn = open.get(key)
    if (!turn) return
    const shown = turn.reader.push(text)
    if (shown === '') return
    turn.text += shown
    flow.append(turn.id, shown)
    pagesOf(turn.who).append(turn.id, shown)
  }
  /** What was shown of the turn is void; the same places are filled anew. */
  const again = (key: string, state: MeetingState) => {
    const turn = open.get(key)
    if (!turn) return
    turn.reader = manner.reader(state, turn.about)
    turn.text = ''
    hide(turn.id)
    show(turn.item, {key, who: turn.who, state})
    pagesOf(turn.who).remove(turn.id)
    pagesOf(turn.who).open({id: turn.id, subtitle: turn.subtitle})
  }
  const end = (key: string, text: string) => {
    const turn = open.get(key)
    if (!turn) return
    open.delete(key)
    flow.close(turn.id, text)
    pagesOf(turn.who).close(turn.id, text)
    const entry = said.get(turn.id)
    if (entry) entry.text = text
  }
  const drop = (key: string) => {
    const turn = open.get(key)
    if (!turn) return
    open.delete(key)
    said.delete(turn.id)
    hide(turn.id)
    pagesOf(turn.who).remove(turn.id)
  }
  const failed = (event: Stamped & {type: 'turn.failed'}, state: MeetingState) => {
    const partial = event.partial ?? ''
    const reader = manner.reader(state, event)
    if (partial.trim() === '') drop(event.key)
    else end(event.key, reader.push(partial) + reader.end())
    const {code, message} = event.fault
    const reason = code === 'aborted' ? room.brokenOff : `${words[`fault.${code}`]} · ${oneLine(message, 300)}`
    note(event, tellRoom(room, 'failedNote', {name: nameOf(state, event.who), message: reason}), {...event, state})
  }
  const finished = (event: Finished, state: MeetingState) => {
    const shown = open.get(event.key)
    end(event.key, manner.whole(state, event))
    if (!shown) return
    const after = manner.after?.(state, event)
    if (!after) return
    show(after.item, {...event, state})
    flow.close(after.item.id, after.text)
  }
  const keep = (id: string, name: string, text: string) => said.set(id, {id, name, text})

  const stored = (event: Stamped, state: MeetingState): void => {
    const id = `event ${event.seq}`
    switch (event.type) {
      case 'phase.entered': {
        const key = `phase.${event.phase}` as 'phase.opening'
        const usual = key in words ? words[key].replace('{round}', `${event.round ?? ''}`) : oneLine(event.phase, 40)
        const text = manner.phase?.(event.phase, event.round ?? 0) ?? usual
        show(ruleItem(id))
        flow.close(id, `────  ${text}  ────`)
        return
      }
      case 'chair.said': {
        if (!state.meeting) return
        const text = chairText(state.meeting.templates.chair, event.line)
        show(manner.chairItem?.(event.line.id, id) ?? chairItem(id))
        flow.close(id, text)
        keep(id, words.chair, text)
        return
      }
      case 'turn.started':
        begin(event, state)
        return
      case 'turn.finished':
        finished(event, state)
        return
      case 'turn.failed':
        failed(event, state)
        return
      case 'turn.skipped': {
        // Why it failed stands there, and that the expert did not speak is said.
        if (event.who === 'recorder' || (mode !== 'roundtable' && event.reason === 'failed')) return
        const which = event.reason === 'cut' ? 'cutNote' : 'skippedNote'
        note(event, tellRoom(room, which, {name: nameOf(state, event.who)}), {...event, state})
        return
      }
      case 'user.said':
        show(event.wish ? wishItem(id) : manner.word(state, event, words.you))
        flow.close(id, event.text)
        if (!event.wish) keep(id, words.you, event.text)
        return
      case 'user.withdrew':
        hide(`event ${event.said}`)
        said.delete(`event ${event.said}`)
        return
      case 'seat.changed': {
        const voice = oneLine(event.model ? `${event.provider}/${event.model}` : event.provider, 60)
        note(event, tellRoom(room, 'voiceNote', {name: nameOf(state, event.who), voice}))
        return
      }
      case 'seat.muted':
        note(event, tellRoom(room, 'mutedNote', {name: nameOf(state, event.who)}))
        return
      case 'turn.reopened':
        note(event, tellRoom(room, 'redoNote', {name: nameOf(state, event.who)}))
        return
      case 'meeting.closed':
        for (const [key, turn] of [...open]) end(key, turn.text)
        show(ruleItem(id))
        flow.close(id, `────  ${room['phase.over']}  ────`)
        return
      case 'meeting.opened':
      case 'floor.heard':
      case 'noted':
        return
      default:
        // A ledger of a newer program may hold what this one cannot show.
        event satisfies never
    }
  }

  const look = (next: 'panes' | 'flow') => {
    view = next
    for (const one of pages.values()) one.restWhole()
    if (next === 'panes') flow.rest()
    else for (const one of pages.values()) one.rest()
  }

  return {
    take(event, state) {
      if (event.type !== 'turn.delta') return stored(event, state)
      if (event.again) again(event.key, state)
      delta(event.key, event.text)
    },
    replay(state) {
      for (const event of state.log) stored(event, state)
      for (const [key, {text}] of state.live) if (text !== '') delta(key, text)
    },
    flow: flow.pane,
    pages: pagesOf,
    look,
    said: () => [...said.values()].map(one => ({...one, text: one.text || (textOfOpen(open, one.id) ?? '')})),
  }
}

const textOfOpen = (open: ReadonlyMap<string, Turn>, id: string) => [...open.values()].find(turn => turn.id === id)?.text
