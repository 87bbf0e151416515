/** What the person is doing in the room, beside the meeting's own state. Pure: every key ends as one of these actions. */
export type RoomState = {
  /** `auto`: panes from 100 columns, flow below. */
  readonly view: 'auto' | 'panes' | 'flow'
  /** The seat whose pane is chosen; undefined: the composer. */
  readonly focus?: string | undefined
  readonly over: Over
  /** The row of the palette that is chosen. */
  readonly palette: number
  /** One line about the last act, until the next one. */
  readonly notice?: string | undefined
  readonly bell: boolean
  /** Whether the field for the manual voice's reply is the one that is written in. */
  readonly replying: boolean
  readonly leaving: boolean
  /** What the meeting came to lies over it, once it has ended. */
  readonly card: boolean
}

/** What lies over the room and takes the keys. */
export type Over =
  | {readonly kind: 'nothing'}
  | {readonly kind: 'help'; readonly top: number}
  | {readonly kind: 'leave'}
  | {readonly kind: 'voices'; readonly who: string; readonly at: number}
  /** `file`: of the records, while they are read; absent: in what was said. */
  | {readonly kind: 'search'; readonly moving: boolean; readonly at: number; readonly file?: number | undefined}
  | {readonly kind: 'pager'; readonly file: number}
  /** Everything that one seat said. */
  | {readonly kind: 'said'; readonly who: string}
  /** Who was selected for a council, and why. */
  | {readonly kind: 'echo'}

export type RoomChange =
  | {readonly do: 'view'; readonly view: 'panes' | 'flow'}
  | {readonly do: 'focus'; readonly who?: string | undefined}
  | {readonly do: 'open'; readonly over: Over}
  | {readonly do: 'close'}
  | {readonly do: 'palette'; readonly at: number}
  | {readonly do: 'notice'; readonly text?: string | undefined}
  | {readonly do: 'bell'}
  | {readonly do: 'replying'; readonly on: boolean}
  | {readonly do: 'leaving'}
  | {readonly do: 'card'; readonly on: boolean}

export const roomStart: RoomState = {
  view: 'auto',
  over: {kind: 'nothing'},
  palette: 0,
  bell: false,
  replying: true,
  leaving: false,
  card: false,
}

export function reduceRoom(state: RoomState, change: RoomChange): RoomState {
  switch (change.do) {
    case 'view':
      return {...state, view: change.view, focus: undefined}
    case 'focus':
      return {...state, focus: change.who}
    case 'open':
      return {...state, over: change.over, notice: undefined}
    case 'close':
      return {...state, over: {kind: 'nothing'}}
    case 'palette':
      return {...state, palette: change.at}
    case 'notice':
      return {...state, notice: change.text}
    case 'bell':
      return {...state, bell: !state.bell}
    case 'replying':
      return {...state, replying: change.on}
    case 'card':
      return {...state, card: change.on}
    case 'leaving':
      return {...state, leaving: true, over: {kind: 'nothing'}}
    default:
      return change satisfies never
  }
}

/** The seat after or before the chosen one; past the last one the composer comes again. */
export function nextFocus(ids: readonly string[], focus: string | undefined, by: 1 | -1): string | undefined {
  const places = [undefined, ...ids]
  const at = places.indexOf(focus)
  return places[(at + by + places.length) % places.length]
}

export const around = (at: number, by: number, count: number): number => (count === 0 ? 0 : (at + by + count) % count)

export const WIDE = 100

/** Seats that speak at the same time can only be followed side by side. */
export const viewFor = (state: RoomState, columns: number, parallel: boolean): 'panes' | 'flow' =>
  state.view === 'auto' ? (columns >= WIDE || parallel ? 'panes' : 'flow') : state.view
