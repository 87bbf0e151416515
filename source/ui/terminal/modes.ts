import type {TerminalWriter} from './writer.ts'

/** Modes of the terminal: entered once, restored exactly once on every way out. What an ending means is the caller's to say. */
export type TerminalModes = {
  /** Gives the terminal back as it was. Idempotent; safe at any moment, from any handler. */
  restore(): void
  /** Stops the program as Ctrl+Z does; after `fg` the modes are entered again and `onResume` runs. */
  suspend(): void
  /** The terminal is gone, whether or not its signal came: as SIGHUP. */
  hangUp(): void
}

export type ModesPorts = {
  readonly writer: TerminalWriter
  readonly stdin: {setRawMode?(raw: boolean): unknown; resume(): unknown; pause(): unknown}
  readonly process: Pick<NodeJS.Process, 'on' | 'off' | 'kill' | 'pid'>
}

export type Endings = {
  /** The terminal is restored; the caller decides how and with which code to leave. */
  onSignal(signal: 'SIGINT' | 'SIGTERM' | 'SIGHUP'): void
  /** The terminal is restored and the message printed; the caller leaves. */
  onCrash(error: unknown): void
  /** The words printed on the main screen for an error of ours. */
  crashMessage(error: unknown): string
  /** Everything on the screen is gone: draw it again. */
  onResume(): void
}

/** Alternate screen, no autowrap, bracketed paste, focus reports. */
const ENTER = '\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?1004h\x1b[0m\x1b[H\x1b[2J'
const LEAVE = '\x1b[?2026l\x1b[0m\x1b[?1004l\x1b[?2004l\x1b[?7h\x1b[?1049l\x1b[?25h'
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

export function enterTerminal(ports: ModesPorts, endings: Endings): TerminalModes {
  const {writer, stdin} = ports
  let state: 'entered' | 'suspended' | 'restored' = 'entered'

  const enter = () => {
    // The shell may have changed the line discipline behind a runtime that believes it is raw already.
    stdin.setRawMode?.(false)
    stdin.setRawMode?.(true)
    stdin.resume()
    writer.sendNow(ENTER)
    writer.open()
  }
  const leave = () => {
    writer.close()
    writer.sendNow(LEAVE)
    try {
      stdin.setRawMode?.(false)
    } catch {
      // The terminal is gone already.
    }
  }
  const restore = () => {
    if (state === 'restored') return
    const before = state
    // First, because a terminal that is gone says so again while it is left.
    state = 'restored'
    if (before === 'entered') leave()
    stdin.pause()
  }
  const resume = () => {
    if (state === 'restored') return
    state = 'entered'
    enter()
    endings.onResume()
  }
  const suspend = () => {
    if (state !== 'entered') return
    state = 'suspended'
    leave()
    ports.process.off('SIGTSTP', suspend)
    // The whole foreground group stops, so that the shell sees it also when a launcher stands between.
    ports.process.kill(0, 'SIGTSTP')
    setTimeout(() => {
      ports.process.on('SIGTSTP', suspend)
      // An orphaned group is not stopped by the signal: then there is nothing that would continue us.
      if (state === 'suspended') resume()
    }, NOT_STOPPED_MS)
  }
  const crash = (error: unknown) => {
    restore()
    writer.printError(`${endings.crashMessage(error)}\n`)
    endings.onCrash(error)
  }

  const end = (signal: (typeof SIGNALS)[number]) => {
    restore()
    endings.onSignal(signal)
  }

  for (const signal of SIGNALS) ports.process.on(signal, () => end(signal))
  ports.process.on('SIGTSTP', suspend)
  ports.process.on('SIGCONT', resume)
  ports.process.on('uncaughtException', crash)
  ports.process.on('unhandledRejection', crash)
  ports.process.on('exit', restore)
  enter()
  const hangUp = () => {
    // Whoever is leaving already need not be told.
    if (state !== 'restored') end('SIGHUP')
  }
  return {restore, suspend, hangUp}
}

const NOT_STOPPED_MS = 60
