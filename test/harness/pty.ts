import {spawn} from '@lydell/node-pty'
import unicode11 from '@xterm/addon-unicode11'
import xterm from '@xterm/headless'

/** A real terminal for tests: a pty, and a headless xterm that shows and answers. Waits for conditions, never for time. */
export type TestTerminal = ReturnType<typeof openPty>

export type PtyOptions = {
  readonly columns?: number
  readonly rows?: number
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
}

export type ScreenCell = {readonly text: string; readonly width: number; readonly look: string}

const PATIENCE_MS = 15_000
const POLL_MS = 15

export const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

export function makeXterm(columns: number, rows: number) {
  const term = new xterm.Terminal({cols: columns, rows, scrollback: 5000, allowProposedApi: true})
  term.loadAddon(new unicode11.Unicode11Addon())
  term.unicode.activeVersion = '11'
  return term
}

export type Xterm = ReturnType<typeof makeXterm>

export function openPty(command: string, args: readonly string[], options: PtyOptions = {}) {
  const columns = options.columns ?? 80
  const rows = options.rows ?? 24
  const term = makeXterm(columns, rows)
  // CI stays as it is, so that a suite run in CI shows that the program draws there.
  const {NO_COLOR: _noColor, FORCE_COLOR: _force, VITEST: _vitest, ...inherited} = process.env
  const pty = spawn(command, [...args], {
    name: 'xterm-256color',
    cols: columns,
    rows,
    cwd: options.cwd ?? process.cwd(),
    env: {...inherited, LANG: 'C.UTF-8', ...options.env},
  })
  const state = {raw: '', parsing: 0, cursorVisible: true, exit: undefined as {exitCode: number; signal?: number} | undefined}
  const osc: string[] = []
  const modes = new Set<number>()
  for (const code of [0, 1, 2, 4, 7, 8, 9, 10, 11, 52, 133, 777, 1337]) {
    term.parser.registerOscHandler(code, data => {
      osc.push(`${code};${data}`)
      return true
    })
  }
  const watch = (final: 'h' | 'l') =>
    term.parser.registerCsiHandler({prefix: '?', final}, parameters => {
      for (const mode of parameters as number[]) {
        if (final === 'h') modes.add(mode)
        else modes.delete(mode)
        if (mode === 25) state.cursorVisible = final === 'h'
      }
      return false
    })
  watch('h')
  watch('l')
  term.onData(data => pty.write(data))
  pty.onData(data => {
    state.raw += data
    state.parsing++
    term.write(data, () => {
      state.parsing--
    })
  })
  pty.onExit(exit => {
    state.exit = exit
  })

  const line = (y: number) =>
    term.buffer.active.getLine(term.buffer.active.viewportY + y)?.translateToString(true, 0, term.cols) ?? ''
  const screen = () => Array.from({length: term.rows}, (_, y) => line(y)).join('\n')

  async function until<T>(what: string, found: () => T | undefined | false, patience = PATIENCE_MS): Promise<T> {
    for (const started = Date.now(); ; ) {
      const value = found()
      if (value !== undefined && value !== false) return value
      if (Date.now() - started > patience) throw new Error(`waited in vain for ${what}; the screen is:\n${screen()}`)
      await sleep(POLL_MS)
    }
  }

  return {
    term,
    osc,
    modes,
    pid: pty.pid,
    raw: () => state.raw,
    line,
    screen,
    until,
    cursor: () => ({x: term.buffer.active.cursorX, y: term.buffer.active.cursorY, visible: state.cursorVisible}),
    isAlternate: () => term.buffer.active.type === 'alternate',
    /** All of the main screen, what scrolled away too. */
    history: () => {
      const {normal} = term.buffer
      return Array.from({length: normal.length}, (_, y) => normal.getLine(y)?.translateToString(true) ?? '').join('\n')
    },
    /** Columns where a glyph stands on a row: whether borders are straight. */
    columnsOf: (y: number, glyph: string) => cellsOf(term)[y]?.flatMap(({text}, x) => (text === glyph ? [x] : [])) ?? [],
    type: (text: string | Uint8Array) => pty.write((typeof text === 'string' ? text : Buffer.from(text)) as string),
    paste(text: string) {
      const sent = text.replaceAll('\n', '\r')
      pty.write(modes.has(2004) ? `\x1b[200~${sent}\x1b[201~` : sent)
    },
    resize(nextColumns: number, nextRows: number) {
      term.resize(nextColumns, nextRows)
      pty.resize(nextColumns, nextRows)
    },
    /** Stops and goes on reading what the program writes: a terminal that is slow. */
    pause: () => pty.pause(),
    resume: () => pty.resume(),
    isParsed: () => state.parsing === 0,
    exited: () => state.exit !== undefined,
    waitFor: (pattern: RegExp, patience?: number) =>
      until(`${pattern}`, () => state.parsing === 0 && pattern.test(screen()) && screen(), patience),
    waitExit: async (patience?: number) => {
      const exit = await until('the exit', () => state.exit, patience)
      await until('the last output', () => state.parsing === 0)
      return exit
    },
    /** Takes the terminal away, as a closed window does. */
    hangUp: () => (pty as unknown as {destroy(): void}).destroy(),
    kill() {
      try {
        pty.kill('SIGKILL')
      } catch {
        // It is gone already.
      }
    },
  }
}

/** Everything a person sees, cell by cell. */
export function cellsOf(term: Xterm): ScreenCell[][] {
  const buffer = term.buffer.active
  return Array.from({length: term.rows}, (_, y) => {
    const row = buffer.getLine(buffer.viewportY + y)
    return Array.from({length: term.cols}, (_, x) => {
      const cell = row?.getCell(x)
      const flags = [
        cell?.isBold(),
        cell?.isDim(),
        cell?.isItalic(),
        cell?.isUnderline(),
        cell?.isInverse(),
        cell?.isStrikethrough(),
      ]
      const look = `${flags.map(flag => (flag ? 1 : 0)).join('')} ${cell?.getFgColorMode()}:${cell?.getFgColor()} ${cell?.getBgColorMode()}:${cell?.getBgColor()}`
      return {text: cell?.getChars() || ' ', width: cell?.getWidth() ?? 1, look}
    })
  })
}
