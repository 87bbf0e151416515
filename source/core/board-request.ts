import {board} from './board.ts'
import {type Guest, type MeetingRequest, parseWith} from './request.ts'
import type {Note} from './request-notes.ts'
import {fold} from './request-shadow.ts'

/** FR-9 and FR-1 of seeds/board.txt. */
export const mostBoardRounds = board.mostRounds
export const mostExperts = board.mostExperts
/** The moderator who is no expert; a reserved name. */
export const facilitatorName = 'facilitator'

/** What the command line says of a board. */
export type BoardFlags = {
  readonly with?: string
  readonly rounds?: string
  readonly moderator?: string
  readonly sequential?: boolean
}

/** What holds where nobody says otherwise: FR-15. */
export type BoardDefaults = {
  readonly max_rounds: number
  readonly default_template: string
  readonly parallel_speech: boolean
  readonly history_compression_threshold: number
}

export const boardDefaults: BoardDefaults = {
  max_rounds: board.rounds,
  default_template: 'private_board',
  parallel_speech: true,
  history_compression_threshold: board.threshold,
}

/** A board as asked for; nobody is looked up here. */
export type BoardRequest = {
  /** Names of experts or of templates, in seating order. */
  readonly guests: readonly Guest[]
  /** Nobody was named: the guests are the default template. */
  readonly byDefault: boolean
  readonly rounds: number
  /** Nobody said how many. */
  readonly roundsByDefault: boolean
  /** Who moderates, as it was said; absent: as many experts as there are decide. */
  readonly moderator?: string
  readonly parallel: boolean
  /** Tokens. */
  readonly threshold: number
  /** What cannot be held so. */
  readonly problems: readonly BoardProblem[]
  /** What was noticed and stops nothing. */
  readonly notes: readonly Note[]
}

export type BoardProblem =
  /** A list was begun and holds no name. */
  | {readonly code: 'no-expert'}
  | {readonly code: 'bad-name'; readonly name: string}
  | {readonly code: 'too-many'; readonly count: number}
  | {readonly code: 'rounds'; readonly said: string}

/** What was typed: the sentence, and what was read in it. */
export type BoardSentence = {readonly sentence?: string; readonly request: MeetingRequest}

/**
 * `@board:a,b topic`, `@board topic`, a sentence that asks for a board, or `--protocol board`, joined with what the flags and the
 * settings say; flags win over the sentence, the sentence over the settings.
 */
export function boardRequest(
  {sentence = '', request}: BoardSentence,
  flags: BoardFlags,
  settings: Partial<BoardDefaults> = {},
): BoardRequest {
  const defaults = {...boardDefaults, ...settings}
  const problems: BoardProblem[] = []
  const listed = flags.with === undefined ? {with: request.with, notes: request.notes} : parseWith(flags.with)
  const begun = flags.with !== undefined || beginsList.test(fold(sentence))
  const byDefault = listed.with.length === 0 && !begun
  const bad = badNames(listed.with, listed.notes)
  if (listed.with.length === 0 && bad.length === 0 && begun) problems.push({code: 'no-expert'})
  for (const name of bad) problems.push({code: 'bad-name', name})
  if (listed.with.length > mostExperts) problems.push({code: 'too-many', count: listed.with.length})
  const rounds = roundsOf(request, flags)
  if (typeof rounds === 'string') problems.push({code: 'rounds', said: rounds})
  return {
    guests: byDefault ? [{name: defaults.default_template}] : listed.with,
    byDefault,
    rounds: typeof rounds === 'number' ? rounds : defaults.max_rounds,
    roundsByDefault: rounds === undefined,
    ...(flags.moderator === undefined ? {} : {moderator: flags.moderator.trim()}),
    parallel: flags.sequential ? false : defaults.parallel_speech,
    threshold: defaults.history_compression_threshold,
    problems,
    notes: [...request.notes, ...(flags.with === undefined ? [] : listed.notes)].filter(({code}) => !handled.has(code)),
  }
}

/** Notes that are problems here, or say what the plan says itself. */
const handled: ReadonlySet<Note['code']> = new Set([
  'name-invalid',
  'name-unusual',
  'too-many-names',
  'default-line-up',
  'rounds-out-of-range',
])

/** `@board:` wants names; `@board` alone, or a sentence that merely speaks of a board, gets the default. */
const beginsList = /^\s*@board:/

const expertName = /^[a-zA-Z0-9_-]{1,64}$/
/** An alias in another script, or with a dot or a space in it: 马斯克, 查理·芒格, Elon Musk. */
const aliasName = /^[\p{L}\p{N}][\p{L}\p{N}\p{M}_ ·.・'’-]{0,63}$/u

function badNames(guests: readonly Guest[], notes: readonly Note[]): readonly string[] {
  const refused = notes.flatMap(({code, slots}) => (code === 'name-invalid' ? [String(slots.name)] : []))
  return [...refused, ...guests.map(({name}) => name).filter(name => !expertName.test(name) && !aliasName.test(name))]
}

/** A number in range; a text: what was said instead of one; undefined: nothing was said. */
function roundsOf(request: MeetingRequest, flags: BoardFlags): number | string | undefined {
  const out = request.notes.find(({code}) => code === 'rounds-out-of-range')
  const said = flags.rounds ?? (out ? String(out.slots.said) : request.rounds?.toString())
  if (said === undefined) return undefined
  const rounds = /^[1-9]\d?$/.test(said.trim()) ? Number(said) : 0
  return rounds >= 1 && rounds <= mostBoardRounds ? rounds : said
}
