import {boardTurn, moderatorOf, speakersOf} from './board.ts'
import {asSummary} from './board-data.ts'
import {boardDecision} from './board-decision.ts'
import {inChatOrder} from './board-history.ts'
import type {Meeting, Outcome, Stamped} from './events.ts'
import {type MeetingState, ofType, reduceAll} from './state.ts'
import {fill} from './template.ts'

/** The five events of FR-10 of `seeds/board.txt`, with exactly its names and fields. Rounds count from 1, the opening is 0. */
export type BoardEvent =
  | {
      readonly type: 'board_started'
      readonly team_id: string
      readonly topic: string
      readonly experts: readonly {
        readonly name: string
        readonly avatar: string
        readonly color: string
        readonly is_moderator: boolean
      }[]
      readonly max_rounds: number
    }
  | {
      readonly type: 'expert_speech'
      readonly expert_name: string
      readonly expert_avatar: string
      readonly expert_color: string
      readonly content: string
      readonly round: number
    }
  | {
      readonly type: 'round_summary'
      readonly moderator_name: string
      readonly content: string
      readonly round: number
      readonly continue: boolean
    }
  | {readonly type: 'user_intervention'; readonly content: string; readonly round: number}
  | {
      readonly type: 'board_concluded'
      /** Each side's view, a line each. */
      readonly summary: string
      /** The advice and what to do next; where no moderator gave one, it says so. */
      readonly decision_advice: string
      readonly total_rounds: number
      readonly consensus_points: readonly string[]
      readonly dissent_points: readonly string[]
    }

/**
 * A board as its five events, from its ledger alone. What a beginning of the ledger gives is the beginning of what the whole gives,
 * so whoever follows a meeting is sent what is new at the end of the list. `board_concluded` comes once, when the meeting closes.
 */
export function boardEvents(log: readonly Stamped[]): readonly BoardEvent[] {
  const state = reduceAll(log)
  const {meeting} = state
  if (!meeting) return []
  const told = new Set<string>()
  let round = 0
  return inChatOrder(state, false).flatMap((event): readonly BoardEvent[] => {
    switch (event.type) {
      case 'phase.entered':
        round = event.round ?? round
        return event.phase === 'opening' ? [started(meeting)] : []
      case 'user.said':
        return event.wish ? [] : [{type: 'user_intervention', content: event.text, round}]
      case 'turn.finished': {
        if (told.has(event.key)) return []
        told.add(event.key)
        return spoken(meeting, event)
      }
      case 'meeting.closed':
        return [concluded(state, meeting, event.outcome)]
      default:
        return []
    }
  })
}

function started(meeting: Meeting): BoardEvent {
  const moderator = moderatorOf(meeting)
  return {
    type: 'board_started',
    team_id: meeting.id,
    topic: meeting.topic,
    experts: [...(moderator ? [moderator] : []), ...speakersOf(meeting)].map(seat => ({
      name: seat.name,
      avatar: seat.avatar ?? '',
      color: seat.color ?? '',
      is_moderator: seat === moderator,
    })),
    max_rounds: meeting.options.rounds,
  }
}

function spoken(meeting: Meeting, event: Stamped & {type: 'turn.finished'}): readonly BoardEvent[] {
  const turn = boardTurn(event.key)
  const seat = meeting.seats.find(s => s.id === event.who)
  if (!turn || !seat) return []
  if (turn.kind === 'opening' || turn.kind === 'speech') {
    const {name, avatar = '', color = ''} = seat
    return [
      {
        type: 'expert_speech',
        expert_name: name,
        expert_avatar: avatar,
        expert_color: color,
        content: event.text,
        round: turn.round,
      },
    ]
  }
  const summary = turn.kind === 'summary' ? asSummary(event.data) : undefined
  if (!summary) return []
  return [
    {
      type: 'round_summary',
      moderator_name: seat.name,
      content: summary.content,
      round: turn.round,
      continue: summary.continue,
    },
  ]
}

function concluded(state: MeetingState, meeting: Meeting, outcome: Outcome): BoardEvent {
  const tell = (id: string, slots: Parameters<typeof fill>[1] = {}) => fill(meeting.templates.prompts[id] ?? '', slots)
  const result = boardDecision(state)
  const views = result.by === 'moderator' ? result.decision.views : result.views
  const base = {
    type: 'board_concluded',
    summary: views.map(({who, view}) => tell('concluded.view', {name: who, view})).join('\n'),
    total_rounds: outcome.rounds,
  } as const
  if (result.by === 'extract') {
    const {summary} = result
    const advice = [tell('extract.label'), ...(summary ? [tell('extract.summary', summary)] : [])].join('\n')
    return {...base, decision_advice: advice, consensus_points: [], dissent_points: []}
  }
  const {advice, actions, consensus, dissent} = result.decision
  const steps = actions.map((action, index) => tell('concluded.action', {n: index + 1, action}))
  return {
    ...base,
    decision_advice: [advice, ...(steps.length ? [tell('concluded.actions'), ...steps] : [])].join('\n'),
    consensus_points: consensus,
    dissent_points: dissent,
  }
}

/** One entry of FR-8's history; a word of the person is marked by its role. `timestamp`: ISO 8601, UTC. */
export type BoardEntry =
  | {readonly round: number; readonly expert_name: string; readonly content: string; readonly timestamp: string}
  | {readonly round: number; readonly role: 'user'; readonly content: string; readonly timestamp: string}

/** The discussion in FR-8's shape: opening, speeches, summaries and the person's words that were not taken back. */
export function boardEntries(log: readonly Stamped[]): readonly BoardEntry[] {
  const state = reduceAll(log)
  const names = new Map(state.meeting?.seats.map(seat => [seat.id, seat.name]))
  const withdrawn = new Set(ofType(log, 'user.withdrew').map(event => event.said))
  let round = 0
  return inChatOrder(state, true).flatMap((event): readonly BoardEntry[] => {
    if (event.type === 'phase.entered') round = event.round ?? round
    if (event.type === 'user.said' && !event.wish && !withdrawn.has(event.seq)) {
      return [{round, role: 'user', content: event.text, timestamp: event.at}]
    }
    if (event.type !== 'turn.finished') return []
    const turn = boardTurn(event.key)
    if (!turn || turn.kind === 'condensed' || turn.kind === 'decision') return []
    const content = turn.kind === 'summary' ? (asSummary(event.data)?.content ?? event.text) : event.text
    return [{round: turn.round, expert_name: names.get(event.who) ?? event.who, content, timestamp: event.at}]
  })
}
