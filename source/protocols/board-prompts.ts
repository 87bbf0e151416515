import {boardOptions, boardTurn, moderatorOf} from '../core/board.ts'
import type {Meeting} from '../core/events.ts'
import {bodyForModel} from '../core/expert.ts'
import type {HeardItem} from '../core/selectors.ts'
import type {PromptView} from '../core/steps.ts'
import {fence, fill, pick} from '../core/template.ts'

/** Where the meeting stands when a turn is asked: every prompt says so. */
export type Position = {readonly round: number; readonly rounds: number}
type Limits = {readonly min: number; readonly max: number}

export const openingPrompt = (view: PromptView, at: Position, limits: Limits): string => compose(view, 'opening', at, limits)
export const speechPrompt = (view: PromptView, at: Position, limits: Limits): string => compose(view, 'speech', at, limits)
export const summaryPrompt = (view: PromptView, at: Position, limits: Limits): string => compose(view, 'summary', at, limits)
export const condensePrompt = (view: PromptView, at: Position, limits: Limits): string => compose(view, 'condense', at, limits)
export const decisionPrompt = (view: PromptView, at: Position, limits: Limits): string => compose(view, 'decision', at, limits)

/** The system text of a seat: its persona as data, between the rules of its part in the meeting. */
export function boardSystem(meeting: Meeting, who: string): string {
  const seat = meeting.seats.find(s => s.id === who)
  if (!seat) return ''
  const template = moderatorOf(meeting)?.id === who ? 'moderator' : 'seat'
  // The persona's hash cannot occur inside the persona it is the hash of.
  const nonce = seat.persona.sha256.slice(0, 16)
  const prompts = meeting.templates.prompts
  const order = pick(prompts, boardOptions(meeting).parallel ? 'order.parallel' : 'order.turn')
  return fill(pick(prompts, template), {name: seat.name, order, persona: fence(bodyForModel(seat.persona.body), nonce)})
}

function compose(view: PromptView, template: string, at: Position, limits: Limits): string {
  const {meeting} = view
  const prompts = meeting.templates.prompts
  const moderator = moderatorOf(meeting)
  const participants = meeting.seats.map(seat => {
    const role = pick(prompts, seat.id === moderator?.id ? 'role.moderator' : 'role.expert')
    return fill(pick(prompts, 'participant'), {name: seat.name, role, title: seat.title})
  })
  const text = fill(pick(prompts, template), {
    order: pick(prompts, boardOptions(meeting).parallel ? 'rule.parallel' : 'rule.turn'),
    position: fill(pick(prompts, 'position'), at),
    topic: fence(meeting.topic, view.nonce),
    participants: participants.join('\n'),
    name: meeting.seats.find(seat => seat.id === view.who)?.name ?? view.who,
    past: past(view),
    heard: heard(view, template),
    ...at,
    ...limits,
  })
  const failed = view.heard.findLast(item => item.kind === 'unreadable')
  if (failed?.kind !== 'unreadable') return text
  return `${text}\n\n${fill(pick(prompts, 'again'), {problem: failed.problem})}`
}

function heard(view: PromptView, template: string): string {
  const prompts = view.meeting.templates.prompts
  const items = view.heard.flatMap(item => told(view, item)).join('\n\n')
  if (items === '') return ''
  const heads: Readonly<Record<string, string>> = {summary: 'heard.round', condense: 'heard.all'}
  const head = template !== 'condense' && view.view === 'fresh' ? 'heard.fresh' : (heads[template] ?? 'heard.new')
  return `\n${fill(pick(prompts, head), {items})}\n`
}

/** For a voice that remembers nothing: what this seat has heard and said so far, from the ledger. */
function past(view: PromptView): string {
  if (view.view !== 'whole' || view.past.length === 0) return ''
  const prompts = view.meeting.templates.prompts
  const items = view.past.flatMap(turn => [
    ...turn.heard.flatMap(item => told(view, item)),
    fill(pick(prompts, 'past.said'), {text: fence(turn.said, view.nonce)}),
  ])
  return `\n${fill(pick(prompts, 'past'), {items: items.join('\n\n')})}\n`
}

function told(view: PromptView, item: HeardItem): readonly string[] {
  const prompts = view.meeting.templates.prompts
  switch (item.kind) {
    case 'speech': {
      const {kind = 'speech', round = item.round} = boardTurn(item.key) ?? {}
      const text = fence(item.text, view.nonce)
      return [fill(pick(prompts, `item.${kind}`), {name: item.name, round, text})]
    }
    case 'word':
      return [fill(pick(prompts, 'item.word'), {text: fence(item.text, view.nonce)})]
    case 'reminder':
      return [pick(prompts, 'reminder')]
    case 'opened':
    case 'unreadable':
      return []
    default:
      return item satisfies never
  }
}
