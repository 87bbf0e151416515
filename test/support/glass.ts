import type {Lang} from '../../source/core/events.ts'
import {type App, openApp} from '../../source/ui/app.tsx'
import {makeDecoder} from '../../source/ui/terminal/decoder.ts'
import {makeInkHost} from '../../source/ui/terminal/ink-host.tsx'
import {keyBytes} from '../../source/ui/terminal/keys.ts'
import {makePresenter} from '../../source/ui/terminal/presenter.ts'
import type {Screen, ScreenPorts} from '../../source/ui/terminal/screen.ts'
import {cellsOf, makeXterm} from '../harness/pty.ts'

/** The app on a headless terminal in this process: everything is the product's own but the writer, the timers and the keyboard. */
export type Glass = {
  readonly app: App
  readonly copied: readonly string[]
  /** Bells so far. */
  bells(): number
  /** Everything that was sent to the terminal. */
  raw(): string
  /** Keys as a terminal sends them. */
  type(bytes: string): Promise<void>
  paste(text: string): Promise<void>
  resize(columns: number, rows: number): Promise<void>
  /** What is due is laid out and drawn. */
  settle(): Promise<void>
  /** The app's own clocks (spinners) run this many times. */
  tick(times?: number): Promise<void>
  cells(): ReturnType<typeof cellsOf>
  text(): string
  cursor(): {readonly x: number; readonly y: number; readonly visible: boolean}
}

export type GlassOptions = {readonly columns?: number; readonly rows?: number; readonly lang?: Lang; readonly noColour?: boolean}

export function openGlass({columns = 80, rows = 24, lang = 'zh', noColour = false}: GlassOptions = {}): Glass {
  const term = makeXterm(columns, rows)
  const [due, clocks] = [new Set<() => void>(), new Set<() => void>()]
  const copied: string[] = []
  const counts = {bells: 0, visible: true}
  let raw = ''
  let size = {columns, rows}
  let ports: ScreenPorts | undefined
  const after = (_ms: number, act: () => void) => {
    const run = () => {
      due.delete(run)
      act()
    }
    due.add(run)
    return () => void due.delete(run)
  }
  term.parser.registerOscHandler(52, data => {
    copied.push(Buffer.from(data.slice(2), 'base64').toString())
    return true
  })
  const cursorMode = (visible: boolean) => (parameters: (number | number[])[]) => {
    if (parameters.includes(25)) counts.visible = visible
    return false
  }
  term.parser.registerCsiHandler({prefix: '?', final: 'h'}, cursorMode(true))
  term.parser.registerCsiHandler({prefix: '?', final: 'l'}, cursorMode(false))
  term.onBell(() => counts.bells++)
  term.write('\x1b[?7l')

  const open = (given: ScreenPorts): Screen => {
    ports = given
    const presenter = makePresenter(
      {
        writer: {
          send(text, done) {
            raw += text
            term.write(text)
            queueMicrotask(done)
          },
          busy: () => false,
          open: () => {},
          close: () => {},
          sendNow: () => {},
          printError: () => {},
          print: () => {},
        },
        colours: noColour ? 'none' : 'ansi16',
        now: () => 0,
        after,
      },
      size,
    )
    const host = makeInkHost({
      ...size,
      onFrame: presenter.setFrame,
      onError: error => {
        throw error
      },
    })
    resized = () => {
      presenter.resize(size.columns, size.rows)
      host.resize(size.columns, size.rows)
      given.onResize()
    }
    return {
      size: () => size,
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
      suspend: () => {},
      close() {
        presenter.stop()
        host.unmount()
      },
      print: () => {},
      stats: presenter.stats,
    }
  }
  let resized = () => {}
  const app = openApp({
    process,
    uiLang: lang,
    endings: {onSignal: () => {}, onCrash: () => {}, crashMessage: String},
    open,
    timers: {
      after,
      every(_ms, act) {
        clocks.add(act)
        return () => void clocks.delete(act)
      },
    },
  })
  const decoder = makeDecoder({emit: event => ports?.onInput(event), after})

  const settle = async () => {
    for (let turn = 0; turn < 12; turn++) {
      await new Promise<void>(resolve => setImmediate(resolve))
      for (const act of [...due]) act()
    }
    await new Promise<void>(resolve => term.write('', resolve))
  }
  const cells = () => cellsOf(term)
  return {
    app,
    copied,
    bells: () => counts.bells,
    raw: () => raw,
    async type(bytes) {
      decoder.push(bytes)
      await settle()
    },
    async paste(text) {
      decoder.push(`\x1b[200~${text.replaceAll('\n', '\r')}\x1b[201~`)
      await settle()
    },
    async resize(nextColumns, nextRows) {
      size = {columns: nextColumns, rows: nextRows}
      term.resize(nextColumns, nextRows)
      resized()
      await settle()
    },
    settle,
    async tick(times = 1) {
      for (let time = 0; time < times; time++) for (const act of [...clocks]) act()
      await settle()
    },
    cells,
    text: () =>
      cells()
        .map(row =>
          row
            .map(({text, width}) => (width === 0 ? '' : text))
            .join('')
            .trimEnd(),
        )
        .join('\n'),
    cursor: () => ({x: term.buffer.active.cursorX, y: term.buffer.active.cursorY, visible: counts.visible}),
  }
}
