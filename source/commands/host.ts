import type {Lang} from '../core/events.ts'
import type {Words} from '../i18n/index.ts'
import type {Home} from '../runtime/home.ts'

/** What a command has of the world around it. Injected, so that commands are tested without a process. */
export type Host = Doorstep & {readonly home: Home}

/** The world before the settings are read: enough for a first frame. */
export type Doorstep = {
  readonly cwd: string
  readonly env: NodeJS.ProcessEnv
  readonly userHome: string
  readonly uiLang: Lang
  readonly words: Words
  readonly version: string
  readonly now: () => Date
  /** Text for people on standard output; control and format characters of others are made visible here. */
  readonly print: (text: string) => void
  /** The same, on standard error. */
  readonly warn: (text: string) => void
  /** One line of JSON on standard output. */
  readonly emit: (value: object) => void
  /** Like `print`, without a line end: a speech as it comes. */
  readonly stream: (text: string) => void
  readonly stdin: {readonly isTTY: boolean; readonly lines: () => AsyncIterable<string>; readonly close: () => void}
  readonly stdout: {readonly isTTY: boolean}
  /** For the room, which owns the terminal itself. */
  readonly process: NodeJS.Process
  /** Ends the process at once: for a signal with nothing under way, and after a crash. */
  readonly leaveNow: (code: number) => void
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  /** How fast a rehearsal speaks; absent: at once. */
  readonly pace?: {readonly charsPerTick: number; readonly tickMs: number}
  /** Aborted by Ctrl+C, SIGTERM and SIGHUP: pause and leave. */
  readonly signal: AbortSignal
}

/** Exit codes. 70 is our own bug and comes from the outermost catch. */
export const exit = {closed: 0, failed: 1, usage: 2, paused: 3} as const
