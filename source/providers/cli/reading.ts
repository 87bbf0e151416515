import type {Fault, Usage} from '../../core/events.ts'

/** What one line of an agent's output means for the turn under way. */
export type Reading =
  /** From a control field of the protocol only, never from text; not checked against the pattern yet. */
  | {readonly type: 'session'; readonly id: string}
  | {readonly type: 'text'; readonly delta: string}
  /** The agent begins its answer again: what it said so far is void. */
  | {readonly type: 'reset'}
  /** `cumulative`: counted since the session began; otherwise of this turn alone. */
  | {readonly type: 'usage'; readonly usage: Usage; readonly cumulative?: boolean}
  | {readonly type: 'warning'; readonly message: string}
  /** The final control event. `text`, where it carries the whole speech, wins over the deltas. */
  | {readonly type: 'final'; readonly text?: string; readonly fault?: Fault}
  /** Nothing good can come any more, though the agent would go on trying: the turn is ended now. */
  | {readonly type: 'fatal'; readonly fault: Fault}

/** Reads the output of one turn, line by line (without its end); keeps whatever state that takes. A line of noise means nothing. */
export type Reader = (line: string) => readonly Reading[]

/** How a process ended, and what it left beside its protocol. `stderr` is opaque: at most its last 8 KB, for the classifier and people. */
export type Ending = {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stderr: string
}

/** What a process that ended without a final event means; undefined: nothing in particular. */
export type Classify = (ending: Ending) => Fault | undefined

/** One call of a CLI agent. */
export type CliCall = {
  readonly system: string
  readonly prompt: string
  readonly model?: string
  /** `resume`: go on with it; `open`: a new one, whose id we choose where the agent lets us. */
  readonly session: {readonly how: 'open'; readonly id: string} | {readonly how: 'resume'; readonly id: string}
  /** Empty private folder, the same one for a seat throughout a meeting. The process runs there. */
  readonly folder: string
  /** Takes the user's own settings into account: off unless the person said so. */
  readonly trustUserConfig: boolean
  /** The agent's own variables (`CliAgent.env`) as they are set, for what has to be said in its arguments too. */
  readonly env?: Readonly<Record<string, string>>
}

/** How a call is made: never with the prompt in `args`. */
export type Invocation = {
  readonly args: readonly string[]
  /** Everything the process reads on standard input, which is ended after it. */
  readonly stdin: string
  /** Set on top of the allow-list. */
  readonly env?: Readonly<Record<string, string>>
  /** Written into the private folder's sibling before the start, 0600; `{files}` in `args` and `env` stands for where they are. */
  readonly files?: Readonly<Record<string, string>>
}

/** Everything the shared runner and doctor need to know of one agent: one file an agent, and a line in the registry. */
export type CliAgent = {
  readonly id: string
  /** As people know it. */
  readonly name: string
  /** Names on PATH, tried in order. */
  readonly commands: readonly string[]
  /** The program itself, where what is on PATH only starts it and does not end it. */
  readonly native?: (command: {readonly file: string; readonly args: readonly string[]}) => {
    readonly file: string
    readonly args: readonly string[]
  }
  /** The version it was measured with; absent: read in documentation only. */
  readonly checkedWith?: string
  readonly experimental: boolean
  /** What an id of its sessions looks like. Nothing else is stored or put in argv. */
  readonly sessionPattern: RegExp
  /** Whether the id of a new session is ours to choose (then `open.id` is it). */
  readonly choosesSession: boolean
  /** Names of environment variables that its own login needs; a trailing `*` stands for any ending. */
  readonly env: readonly string[]
  /** Names that pass only while the variable that stands before them is set. */
  readonly envWhen?: Readonly<Record<string, readonly string[]>>
  readonly invoke: (call: CliCall) => Invocation
  /** `resumed`: the session that the call goes on with; an agent that answers in another one has lost it (`session`). */
  readonly reader: (resumed?: string) => Reader
  /** Its output is the speech itself, and no line of it is an object of a protocol. */
  readonly plain?: boolean
  readonly classify: Classify
  /** Looks at what stands on stderr so far: a fault voids the turn, also after a final event that looked well. */
  readonly watch?: (stderr: string) => Fault | undefined
  /** For an agent that prints no final event: what its end means, after its last line, as readings. */
  readonly atEnd?: (ending: Ending) => readonly Reading[]
  /** Milliseconds; none is infinite. */
  readonly deadlines: {readonly firstText: number; readonly idle: number; readonly total: number}
  readonly doctor: CliDoctor
}

/** How doctor looks at it, without spending a token. */
export type CliDoctor = {
  readonly version: readonly string[]
  /** Asks about the login: arguments, and what the answer means. Absent: it cannot be asked. */
  readonly login?: {
    readonly args: readonly string[]
    readonly read: (answer: Ending & {readonly stdout: string}) => 'in' | 'out' | 'unknown'
  }
  /** The file in which it keeps its logins, an object with an entry for each: with one in it, nobody need ask. */
  readonly logins?: (place: {readonly env: Readonly<Record<string, string | undefined>>; readonly userHome: string}) => string
  /** Any of these set means that a key is there. */
  readonly keys?: readonly string[]
  /** The command that logs in, for people. */
  readonly loginCommand: string
  /** The command that installs it, for people. */
  readonly installCommand: string
  /** What was measured, for the version `checkedWith`; `unknown` where it was only read about. */
  readonly claims: Readonly<Record<'stdin' | 'sessions' | 'tools' | 'isolation', 'measured' | 'unknown' | 'failed'>>
}
