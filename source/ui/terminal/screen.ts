import type {ReactNode} from 'react'
import {type InputEvent, makeDecoder} from './decoder.ts'
import {makeInkHost} from './ink-host.tsx'
import {keyBytes} from './keys.ts'
import {type Endings, enterTerminal} from './modes.ts'
import {type Cursor, type Fold, type Hole, makePresenter, type Presenter, type Region} from './presenter.ts'
import {coloursOf} from './sgr.ts'
import {captureStray, makeWriter, openForFrames} from './writer.ts'

/** The terminal as a room uses it: keys in; an Ink tree, painted regions and one real cursor out. */
export type Screen = {
  size(): {readonly columns: number; readonly rows: number}
  /** Chrome, forms and dialogs; give it again whenever its state changed. */
  show(tree: ReactNode): void
  setFold(fold: Fold | null): void
  setRegions(regions: readonly Region[], holes?: readonly Hole[]): void
  setCursor(cursor: Cursor | null): void
  /** Something in a region changed: a frame within a frame's time. */
  touch(): void
  /** Draws now, for the echo of a key. */
  flush(): void
  redraw(): void
  /** Passes an event on to the stock inputs of the tree. */
  feed(event: InputEvent): void
  bell(): void
  /** Offers text to the terminal's clipboard (OSC 52); whether it takes it, nobody is told. Only on a person's act. */
  copy(text: string): void
  suspend(): void
  /** Gives the terminal back and unmounts the tree. Idempotent. */
  close(): void
  /** Lines for the main screen, after `close`. */
  print(text: string): void
  readonly stats: Presenter['stats']
}

export type ScreenPorts = {
  readonly process: NodeJS.Process
  readonly endings: Omit<Endings, 'onResume'>
  onInput(event: InputEvent): void
  /** The window has another size, or is ours again after `fg`: set tree, regions and cursor for it. */
  onResize(): void
  /** What libraries wrote past us, for a log. */
  onStray?(text: string): void
}

export function openScreen(ports: ScreenPorts): Screen {
  const {stdin, stdout, stderr, env} = ports.process
  const size = () => ({columns: stdout.columns || 80, rows: stdout.rows || 24})
  const writer = makeWriter({frames: openForFrames(stdout.fd), out: stdout.fd, error: stderr.fd})
  const after = (ms: number, act: () => void) => {
    const timer = setTimeout(act, ms)
    return () => clearTimeout(timer)
  }
  const presenter = makePresenter({writer, colours: coloursOf(env), now: () => performance.now(), after}, size())
  const host = makeInkHost({
    ...size(),
    onFrame: presenter.setFrame,
    onError: error => {
      throw error
    },
  })
  const release = captureStray([stdout, stderr], ports.onStray ?? (() => {}))
  const close = () => {
    presenter.stop()
    modes.restore()
    release()
    stdout.off('resize', resized)
    stdin.off('data', decoder.push)
    stdin.off('end', modes.hangUp)
    host.unmount()
  }
  const decoder = makeDecoder({
    emit: ports.onInput,
    // Input that waits already must be read before a lone ESC is called late, however busy the program is.
    after(ms, act) {
      let immediate: NodeJS.Immediate | undefined
      const timer = setTimeout(() => {
        immediate = setImmediate(act)
      }, ms)
      return () => {
        clearTimeout(timer)
        clearImmediate(immediate)
      }
    },
  })
  const resized = () => {
    const {columns, rows} = size()
    presenter.resize(columns, rows)
    host.resize(columns, rows)
    ports.onResize()
  }
  const modes = enterTerminal({writer, stdin, process: ports.process}, {...ports.endings, onResume: resized})
  stdout.on('resize', resized)
  stdin.on('data', decoder.push)
  stdin.on('end', modes.hangUp)
  stdin.on('error', modes.hangUp)
  // A terminal that is gone fails whatever is written to it; the end of its input says so already.
  stdout.on('error', () => {})

  return {
    size,
    show: host.show,
    setFold: presenter.setFold,
    setRegions: presenter.setRegions,
    setCursor: presenter.setCursor,
    touch: presenter.touch,
    flush() {
      host.settle()
      presenter.flush()
    },
    redraw: presenter.redraw,
    feed: event => host.feed(keyBytes(event)),
    bell: () => presenter.tell('\x07'),
    copy: text => presenter.tell(`\x1b]52;c;${Buffer.from(text).toString('base64')}\x07`),
    suspend: modes.suspend,
    close,
    print: writer.print,
    stats: presenter.stats,
  }
}
