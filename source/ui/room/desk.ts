import type {Lang} from '../../core/events.ts'
import {seatOf} from '../../core/selectors.ts'
import type {MeetingState} from '../../core/state.ts'
import {type RoomWordKey, tellRoom} from '../../i18n/room.ts'
import type {AppFrame} from '../app.tsx'
import type {LiveMeeting, RoomResult, Size} from '../ports.ts'
import {type Composer, makeComposer} from '../terminal/composer.ts'
import type {Pane} from '../terminal/pane-painter.ts'
import type {Colours} from '../terminal/sgr.ts'
import {type Facts, factsOf, faultOf, type Now, RECORDER, type SeatFacts, speakersOf} from './facts.ts'
import {type RoomChange, type RoomState, reduceRoom, roomStart, viewFor} from './room-state.ts'
import {type RoomTexts, textsFor} from './room-texts.ts'
import {findMatches, type Match} from './search.ts'
import {makeStage, type Stage} from './stage.ts'

export type RoomOptions = {
  readonly meeting: LiveMeeting
  readonly frame: AppFrame
  /** Language of the interface. */
  readonly lang: Lang
  readonly colours: Colours
  /** Settles when the meeting has closed and its files are written, or when it paused; never rejects. */
  readonly over: Promise<RoomOver>
  /** Folder of the records, as the person is told it. */
  readonly folder: string
  /** One line that stands above the footer until the first key. */
  readonly notice?: string
}

export type RoomOver =
  | {
      readonly how: 'closed'
      readonly files: readonly RecordFile[]
      /** What could not be written, in the person's words. */
      readonly problems: readonly string[]
    }
  | {readonly how: 'paused'}

/** `text` is read when the person looks at it. */
export type RecordFile = {readonly name: string; readonly path: string; text(): string}

/** What the room holds while it is open: the one mutable thing, read by layout and changed by acts. */
export type Desk = {
  readonly options: RoomOptions
  readonly words: RoomTexts
  readonly stage: Stage
  readonly composer: Composer
  readonly reply: Composer
  readonly query: Composer
  /** The records that were looked at, by their place in the list. */
  readonly files: Map<number, {readonly pane: Pane; readonly text: string}>
  room: RoomState
  tick: number
  /** The seat whose reply was waited for when it was last asked. */
  pasting: string | undefined
  size: Size
  /** Rows of the body, for a page. */
  page: number
  end: (RoomOver & {how: 'closed'}) | undefined
  /** What the meeting came to, once it has ended, where that is one thing to read first. */
  card: Pane | undefined
  /** A council's selection, once it was asked for. */
  echo: Pane | undefined
  state(): MeetingState
  now(): Now
  facts(): Facts
  change(...changes: readonly RoomChange[]): void
  finish(result: RoomResult): void
}

export function makeDesk(options: RoomOptions, finish: (result: RoomResult) => void): Desk {
  const {lang, meeting, colours} = options
  const words = textsFor(lang, meeting.state())
  const composer = () => makeComposer({chipLabel: (lines, count) => tellRoom(words.room, 'chip', {lines, count})})
  const judge = words.review && {name: words.review.judge, title: words.review.judgeTitle}
  let known: {log: MeetingState['log']; facts: Facts} | undefined
  const desk: Desk = {
    options,
    words,
    stage: makeStage({...words, colours}),
    composer: composer(),
    reply: composer(),
    query: composer(),
    files: new Map(),
    room: roomStart,
    tick: 0,
    pasting: undefined,
    size: {columns: 80, rows: 24},
    page: 10,
    end: undefined,
    card: undefined,
    echo: undefined,
    state: meeting.state,
    now: () => ({state: meeting.state(), waiting: meeting.waiting(), pasting: meeting.pasting()?.who}),
    facts() {
      const state = meeting.state()
      if (known?.log !== state.log) known = {log: state.log, facts: factsOf(state, judge)}
      return known.facts
    },
    change(...changes) {
      desk.room = changes.reduce(reduceRoom, desk.room)
    },
    finish,
  }
  return desk
}

export const isReplying = ({room, now}: Desk): boolean => room.replying && now().pasting !== undefined

/** The field that is written in. */
export function fieldOf(desk: Desk): Composer {
  if (desk.room.over.kind === 'search') return desk.query
  return isReplying(desk) ? desk.reply : desk.composer
}

export const viewOf = (desk: Desk): 'panes' | 'flow' =>
  desk.room.over.kind === 'search' ? 'flow' : viewFor(desk.room, desk.size.columns, speakersOf(desk.state()).length > 1)

/** Who can be read: the seats, and the judge of a review once it was called. */
export function readable(desk: Desk): readonly SeatFacts[] {
  const {seats, judge, review} = desk.facts()
  return judge && review?.judging ? [...seats, judge] : seats
}

/** The seat a page key reads: the chosen one, else the one that speaks, else the last that spoke. */
export function readSeat(desk: Desk): string | undefined {
  if (desk.room.focus) return desk.room.focus
  const state = desk.state()
  if (desk.facts().review?.judging) return RECORDER
  const [speaker] = speakersOf(state)
  const last = state.log.findLast(event => event.type === 'turn.finished' && seatOf(state, event.who))
  return speaker ?? (last?.type === 'turn.finished' ? last.who : undefined)
}

/** What waits below while somebody reads back; undefined: nothing is missed. */
export function newBelow(desk: Desk): {readonly lines: number; readonly speech: boolean} | undefined {
  if (viewOf(desk) === 'flow') {
    const {following, newLines} = desk.stage.flow().status()
    return following ? undefined : {lines: newLines, speech: false}
  }
  const who = readSeat(desk)
  const page = who === undefined ? undefined : desk.stage.pages(who).seen()
  if (!page || (page.newLines === 0 && page.number === page.count)) return undefined
  return {lines: page.newLines, speech: page.number < page.count}
}

/** Where the words looked for stand: in the file that is read, or in what was said. */
export function matchesOf(desk: Desk): readonly Match[] {
  const {over} = desk.room
  const file = over.kind === 'search' && over.file !== undefined ? desk.files.get(over.file) : undefined
  return findMatches(file ? [{id: FILE, name: '', text: file.text}] : desk.stage.said(), desk.query.text())
}

/** The one item of a file's pane. */
export const FILE = 'file'

/** The pane that lies over the meeting; undefined: the meeting itself is read. */
export function filePane(desk: Desk): Pane | undefined {
  const {over} = desk.room
  if (over.kind === 'said') return desk.stage.pages(over.who).whole()
  if (over.kind === 'echo') return desk.echo
  if (over.kind === 'nothing' && desk.room.card) return desk.card
  const file = over.kind === 'pager' || over.kind === 'search' ? over.file : undefined
  return file === undefined ? undefined : desk.files.get(file)?.pane
}

/** The pane that gets about half the room: the chosen one, or the one that speaks alone, failed or waits for a paste. */
export function largeSeat(desk: Desk): string | undefined {
  const {state, waiting, pasting} = desk.now()
  const speakers = speakersOf(state)
  const judging = desk.facts().review?.judging ? RECORDER : undefined
  return desk.room.focus ?? faultOf(waiting)?.who ?? pasting ?? judging ?? (speakers.length === 1 ? speakers[0] : undefined)
}

/** One line about the last act, until the next key. */
export const notice = (desk: Desk, key: RoomWordKey, slots: Readonly<Record<string, string | number>> = {}) =>
  desk.change({do: 'notice', text: tellRoom(desk.words.room, key, slots)})
