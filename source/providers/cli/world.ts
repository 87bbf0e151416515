import type {Lang} from '../../core/events.ts'
import type {Diagnosis} from '../provider.ts'
import type {Keeper} from './keeper.ts'
import type {CliAgent} from './reading.ts'

/** What a person may say of one agent. Times in milliseconds. */
export type CliSettings = {
  /** The program and its first arguments, in place of what is found on PATH. */
  readonly command?: readonly string[]
  /** Until the first text of a turn. */
  readonly firstTextMs?: number
  /** Between two lines of output, once there was text. */
  readonly idleMs?: number
  /** Of a whole turn. */
  readonly totalMs?: number
  /** Lets the agent read the person's own settings; tools stay off. */
  readonly trustUserConfig?: boolean
  readonly model?: string
}

/** Everything the agents' runner takes from outside. */
export type CliWorld = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly userHome: string
  readonly platform: NodeJS.Platform
  /** A private folder of the program, absolute, outside any project: work folders and the register of processes are below it. */
  readonly root: string
  /** What tells this meeting from others, its folder for instance: with a seat's id it names the seat's work folder. */
  readonly meeting: string
  /** One for the whole program: it sees to it that no process outlives us. */
  readonly keeper: Keeper
  readonly uuid: () => string
  /** Calls `then` after `ms`; the answer calls it off. */
  readonly after: (ms: number, then: () => void) => () => void
  readonly settings: Readonly<Record<string, CliSettings>>
  /** Language of what people are told. */
  readonly lang: Lang
  /** How doctor looks at an agent. Absent: `check` only says whether the program is there. */
  readonly diagnose?: (agent: CliAgent, signal: AbortSignal) => Promise<Diagnosis>
}

/** Does not keep the program alive by itself. */
export function realAfter(ms: number, then: () => void): () => void {
  const timer = setTimeout(then, ms)
  return () => clearTimeout(timer)
}
