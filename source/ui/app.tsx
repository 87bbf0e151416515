import type {Lang} from '../core/events.ts'
import {visible} from '../core/text.ts'
import {wrap} from '../core/width.ts'
import {roomWordsFor, tellRoom} from '../i18n/room.ts'
import {TooSmall} from './components/too-small.tsx'
import type {Frame, Part, Size} from './ports.ts'
import type {InputEvent} from './terminal/decoder.ts'
import {keyName} from './terminal/keys.ts'
import type {Endings} from './terminal/modes.ts'
import {openScreen, type Screen, type ScreenPorts} from './terminal/screen.ts'

/** What a part is given: the frame of the contract, and the clipboard, for the person's own acts only. */
export type AppFrame = Frame & {
  /** Offers text to the terminal's clipboard; whether it takes it, nobody is told. */
  copy(text: string): void
}

export type App = {
  /** Shows a part until it has its result; parts follow one another on one terminal session. */
  run<R>(make: (frame: AppFrame) => Part<R>): Promise<R>
  /** Gives the terminal back. Idempotent. */
  close(): void
  /** Lines for the main screen, after `close`. */
  print(text: string): void
  readonly stats: Screen['stats']
}

export type AppPorts = {
  readonly process: NodeJS.Process
  readonly uiLang: Lang
  /** The terminal is restored when these run; the codes (143, 129, 70) and the leaving are the caller's. */
  readonly endings: Omit<Endings, 'onResume'>
  /** What libraries wrote past us, for a log. */
  onStray?(text: string): void
  /** Another screen or other timers than the real ones: for tests. */
  open?(ports: ScreenPorts): Screen
  readonly timers?: AppTimers
}

/** Both return what cancels them. */
export type AppTimers = {
  after(ms: number, act: () => void): () => void
  every(ms: number, act: () => void): () => void
}

const nodeTimers: AppTimers = {
  after(ms, act) {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  },
  every(ms, act) {
    const timer = setInterval(act, ms)
    return () => clearInterval(timer)
  },
}

export const LEAST: Size = {columns: 30, rows: 8}
/** Changes that come together are laid out together, milliseconds. */
const LAYOUT_MS = 12

export function openApp(ports: AppPorts): App {
  const words = roomWordsFor(ports.uiLang)
  let part: Part<unknown> | undefined
  let due: 'no' | 'soon' | 'now' = 'no'
  let cancel = () => {}
  const timers = ports.timers ?? nodeTimers
  const clocks = new Set<() => void>()

  const isTiny = ({columns, rows}: Size) => columns < LEAST.columns || rows < LEAST.rows
  const lay = () => {
    cancel()
    due = 'no'
    const size = screen.size()
    if (isTiny(size)) {
      screen.setFold(null)
      screen.setRegions([])
      screen.setCursor(null)
      const wish = tellRoom(words, 'tooSmallWish', {columns: LEAST.columns, rows: LEAST.rows})
      screen.show(
        <TooSmall size={size} words={[words.tooSmall, ...wrap(wish, Math.max(2, size.columns - 2))].slice(0, size.rows)} />,
      )
      return
    }
    if (!part) return
    const layout = part.layout(size)
    screen.setFold(layout.fold ?? null)
    screen.setRegions(layout.regions ?? [], layout.holes)
    screen.setCursor(layout.cursor ?? null)
    screen.show(layout.tree)
  }
  /** Keys that came in one read are echoed together. */
  const layNow = () => {
    if (due !== 'now') return
    lay()
    screen.flush()
  }
  const changed = (now?: 'now') => {
    if (now && due !== 'now') {
      due = 'now'
      queueMicrotask(layNow)
    } else if (due === 'no') {
      due = 'soon'
      cancel = timers.after(LAYOUT_MS, lay)
    }
  }
  const take = (event: InputEvent) => {
    const key = event.type === 'key' ? keyName(event) : ''
    if (key === 'ctrl+z') return screen.suspend()
    if (key === 'ctrl+l') {
      lay()
      screen.flush()
      return screen.redraw()
    }
    // Nothing is written or sent where nobody can see it.
    if (isTiny(screen.size()) && key !== 'ctrl+c') return
    part?.take(event)
  }
  const screen: Screen = (ports.open ?? openScreen)({
    process: ports.process,
    // What an error says may come from anywhere.
    endings: {...ports.endings, crashMessage: error => visible(ports.endings.crashMessage(error))},
    onInput: take,
    onResize: lay,
    ...(ports.onStray ? {onStray: ports.onStray} : {}),
  })
  const stopClocks = () => {
    for (const stop of clocks) stop()
    clocks.clear()
  }
  const frame: AppFrame = {
    changed,
    touched: screen.touch,
    feed: screen.feed,
    bell: screen.bell,
    copy: screen.copy,
    every(ms, act) {
      const stop = timers.every(ms, act)
      clocks.add(stop)
      return () => {
        stop()
        clocks.delete(stop)
      }
    },
  }

  return {
    async run(make) {
      const made = make(frame)
      part = made
      lay()
      // A first frame waits for no timer.
      screen.redraw()
      try {
        return await made.done
      } finally {
        stopClocks()
        part = undefined
      }
    },
    close() {
      cancel()
      due = 'no'
      stopClocks()
      screen.close()
    },
    print: screen.print,
    stats: screen.stats,
  }
}
