import type {MeetingRequest} from './request.ts'
import {review} from './review.ts'

/**
 * The bounds of seeds/ai-meeting.txt. `most*` holds until a flag says otherwise, `any*` is what a flag can say. Time: milliseconds
 * of a whole turn of one agent.
 */
export const reviewLimits = {
  rounds: review.rounds,
  mostRounds: review.mostRounds,
  anyRounds: 10,
  leastAgents: 2,
  mostAgents: review.mostAgents,
  anyAgents: 12,
  mostMaterials: 20,
  anyMaterials: 60,
  turnMs: 1_800_000,
  leastTurnMs: 100,
  anyTurnMs: 21_600_000,
} as const

/** Who gives the verdict; no seat can be called so. */
export const judgeKey = 'judge'
/** Roles of whom the package has a card, in the seed's order. */
export const knownRoles: readonly string[] = [
  'builder',
  'critic',
  'user-advocate',
  'business-analyst',
  'architect',
  'security-reliability',
]
/** Who sits where nobody says otherwise. */
export const defaultRoles: readonly string[] = ['builder', 'critic', 'architect']

export const isRoleKey = (key: string): boolean => /^[a-z][a-z0-9-]{0,31}$/.test(key)

/** What the command line says of a review. */
export type ReviewFlags = {
  readonly agents?: string
  readonly rounds?: string
  readonly maxAgents?: string
  readonly maxRounds?: string
  readonly maxMaterials?: string
  readonly timeoutMs?: string
}

/** `voice` as it was written; whether there is such a voice is looked up elsewhere. */
export type Agent = {readonly role: string; readonly voice: string}

/** A review as asked for; no role, voice or file is looked up here. */
export type ReviewRequest = {
  /** In seating order; empty: nobody said. */
  readonly agents: readonly Agent[]
  readonly mostAgents: number
  readonly rounds: number
  readonly mostRounds: number
  readonly mostMaterials: number
  /** Absent: nobody said. */
  readonly turnMs?: number
  /** What cannot be held so. */
  readonly problems: readonly ReviewProblem[]
}

export type ReviewProblem =
  /** Not `role:provider`. */
  | {readonly code: 'agent-form'; readonly said: string}
  | {readonly code: 'role-key'; readonly said: string}
  | {readonly code: 'judge-seat'}
  | {readonly code: 'role-twice'; readonly role: string}
  | {readonly code: 'too-few'; readonly count: number}
  | {readonly code: 'too-many'; readonly count: number; readonly most: number}
  | {readonly code: 'rounds'; readonly said: string; readonly most: number}
  | {readonly code: 'number'; readonly flag: string; readonly said: string; readonly least: number; readonly most: number}

/** `@review:role:provider,… topic`, `@review topic` or `--protocol review`, joined with what the flags say; flags win. */
export function reviewRequest(request: MeetingRequest, flags: ReviewFlags): ReviewRequest {
  const problems: ReviewProblem[] = []
  const number = (flag: string, said: string | undefined, [least, most]: readonly [number, number]) => {
    if (said === undefined) return undefined
    const value = wholeIn(said, least, most)
    if (value === undefined) problems.push({code: 'number', flag, said, least, most})
    return value
  }
  const {leastAgents, anyAgents, anyRounds, anyMaterials, leastTurnMs, anyTurnMs} = reviewLimits
  const mostAgents = number('--max-agents', flags.maxAgents, [leastAgents, anyAgents]) ?? reviewLimits.mostAgents
  const mostRounds = number('--max-rounds', flags.maxRounds, [1, anyRounds]) ?? reviewLimits.mostRounds
  const mostMaterials = number('--max-materials', flags.maxMaterials, [1, anyMaterials]) ?? reviewLimits.mostMaterials
  const turnMs = number('--timeout-ms', flags.timeoutMs, [leastTurnMs, anyTurnMs])

  const list = flags.agents ?? request.agents
  const read = list === undefined ? undefined : agentsIn(list)
  problems.push(...(read?.problems ?? []))
  const count = read?.agents.length ?? leastAgents
  if (count < leastAgents && !read?.problems.length) problems.push({code: 'too-few', count})
  if (count > mostAgents) problems.push({code: 'too-many', count, most: mostAgents})

  const outOfRange = request.notes.find(({code}) => code === 'rounds-out-of-range')
  const said = flags.rounds ?? (outOfRange ? String(outOfRange.slots.said) : request.rounds?.toString())
  const usual = Math.min(reviewLimits.rounds, mostRounds)
  const rounds = said === undefined ? usual : wholeIn(said, 1, mostRounds)
  if (rounds === undefined) problems.push({code: 'rounds', said: said ?? '', most: mostRounds})
  return {
    agents: read?.agents ?? [],
    mostAgents,
    rounds: rounds ?? usual,
    mostRounds,
    mostMaterials,
    ...(turnMs === undefined ? {} : {turnMs}),
    problems,
  }
}

/** `builder:codex,critic:claude/opus`: each exactly a role, a colon and a voice. A stray comma is a slip of the hand. */
export function agentsIn(list: string): {readonly agents: readonly Agent[]; readonly problems: readonly ReviewProblem[]} {
  const agents: Agent[] = []
  const problems: ReviewProblem[] = []
  for (const said of list.split(/[,，、;；]/u).map(item => item.trim())) {
    if (said === '') continue
    const [, before = '', after = ''] = /^([^:：]*)[:：](.*)$/su.exec(said) ?? []
    const [role, voice] = [before.trim().toLowerCase(), after.trim()]
    // A blank parts two words that each wanted a comma; only a file behind a voice of its own (script:FILE) may hold one.
    const loose = /\s/.test(role) || /\s/.test(voice.split(/[:：]/u)[0] ?? '')
    if (role === '' || voice === '' || loose) problems.push({code: 'agent-form', said})
    else if (role === judgeKey) problems.push({code: 'judge-seat'})
    else if (!isRoleKey(role)) problems.push({code: 'role-key', said: role})
    else if (agents.some(agent => agent.role === role)) problems.push({code: 'role-twice', role})
    else agents.push({role, voice})
  }
  return {agents, problems}
}

/** A whole number as it stands on a command line, within bounds; undefined: it is none. */
export function wholeIn(said: string, least: number, most: number): number | undefined {
  const value = /^[1-9]\d{0,8}$/.test(said.trim()) ? Number(said) : 0
  return value >= least && value <= most ? value : undefined
}
