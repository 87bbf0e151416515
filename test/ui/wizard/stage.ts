import {wizardWords} from '../../../source/i18n/wizard.ts'
import type {Frame, WizardResult} from '../../../source/ui/ports.ts'
import {makeDecoder} from '../../../source/ui/terminal/decoder.ts'
import {makeInkHost} from '../../../source/ui/terminal/ink-host.tsx'
import {keyBytes} from '../../../source/ui/terminal/keys.ts'
import {makePresenter} from '../../../source/ui/terminal/presenter.ts'
import type {Colours} from '../../../source/ui/terminal/sgr.ts'
import {makeWizard, type WizardInitial, type World} from '../../../source/ui/wizard/index.tsx'
import {makeXterm} from '../../harness/pty.ts'

export type Stage = ReturnType<typeof makeStage>

const KEYS: Readonly<Record<string, string>> = {
  enter: '\r',
  esc: '\x1b[27u',
  tab: '\t',
  up: '\x1b[A',
  down: '\x1b[B',
  home: '\x1b[H',
  end: '\x1b[F',
  'shift-up': '\x1b[1;2A',
  'shift-down': '\x1b[1;2B',
  backspace: '\x7f',
  'alt-enter': '\x1b\r',
}

/** The wizard on a headless terminal, without a process around it. */
export function makeStage(
  world: World,
  options: {columns?: number; rows?: number; colours?: Colours; initial?: WizardInitial} = {},
) {
  let size = {columns: options.columns ?? 80, rows: options.rows ?? 24}
  const term = makeXterm(size.columns, size.rows)
  // The screen of its own, as in a room: nothing scrolls away when the window shrinks.
  term.write('\x1b[?1049h')
  let raw = ''
  let parsing = 0
  const writer = {
    busy: () => false,
    send(text: string, done: () => void) {
      raw += text
      parsing++
      term.write(text, () => {
        parsing--
      })
      done()
    },
    open() {},
    close() {},
    sendNow() {},
    printError() {},
    print() {},
  }
  const presenter = makePresenter(
    {
      writer,
      colours: options.colours ?? 'ansi16',
      now: () => performance.now(),
      after(ms, act) {
        const timer = setTimeout(act, ms)
        return () => clearTimeout(timer)
      },
      fps: 1000,
    },
    size,
  )
  const errors: unknown[] = []
  const host = makeInkHost({...size, onFrame: presenter.setFrame, onError: error => errors.push(error)})
  const draw = (now?: 'now') => {
    const {tree, cursor} = wizard.layout(size)
    host.show(tree)
    presenter.setCursor(cursor ?? null)
    if (now === 'now') presenter.flush()
  }
  const frame: Frame = {
    changed: now => draw(now),
    touched() {},
    feed: event => host.feed(keyBytes(event)),
    bell() {},
    every: () => () => {},
  }
  const wizard = makeWizard({
    world,
    frame,
    words: wizardWords[world.lang],
    ...(options.initial ? {initial: options.initial} : {}),
  })
  let result: WizardResult | undefined
  wizard.done.then(found => {
    result = found
  })
  const decoder = makeDecoder({emit: wizard.take, after: () => () => {}})
  draw('now')

  const line = (y: number) => term.buffer.active.getLine(y)?.translateToString(true) ?? ''
  const lines = () => Array.from({length: size.rows}, (_, y) => line(y))
  const screen = () => lines().join('\n')
  /** Turns of the event loop until nothing moves: fields take a few a key. */
  const settle = async () => {
    for (let still = 0, seen = ''; still < 14; still++) {
      await new Promise<void>(resolve => setImmediate(resolve))
      if (parsing > 0 || raw.length + String(result) !== seen) still = 0
      seen = raw.length + String(result)
    }
    presenter.flush()
    await new Promise<void>(resolve => term.write('', resolve))
    return screen()
  }
  return {
    term,
    raw: () => raw,
    errors,
    lines,
    screen,
    settle,
    result: () => result,
    cursor: () => ({x: term.buffer.active.cursorX, y: term.buffer.active.cursorY}),
    /** In one read. */
    type: (text: string) => {
      decoder.push(text)
      return settle()
    },
    /** Each in a read of its own, waiting for none: names of keys, or text. */
    keys: (...names: readonly string[]) => {
      for (const name of names)
        decoder.push(KEYS[name] ?? (name.startsWith('ctrl-') ? String.fromCharCode(name.charCodeAt(5) & 31) : name))
      return settle()
    },
    paste: (text: string) => {
      decoder.push(`\x1b[200~${text}\x1b[201~`)
      return settle()
    },
    resize(columns: number, rows: number) {
      size = {columns, rows}
      term.resize(columns, rows)
      presenter.resize(columns, rows)
      host.resize(columns, rows)
      draw('now')
      return settle()
    },
    close() {
      presenter.stop()
      host.unmount()
    },
  }
}
