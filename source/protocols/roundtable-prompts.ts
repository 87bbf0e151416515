import type {Meeting} from '../core/events.ts'
import {bodyForModel} from '../core/expert.ts'
import type {HeardItem} from '../core/selectors.ts'
import type {PromptView} from '../core/steps.ts'
import {fence, fill, pick} from '../core/template.ts'

/** The seed's message formats. The texts stand in `prompts/roundtable.*.md`, the relay is a slot filled with the speech itself. */
export const openingPrompt = (view: PromptView): string => compose(view, 'opening', {})

export function responsePrompt(view: PromptView, round: number): string {
  const relay = view.heard.flatMap(item => (item.kind === 'speech' ? [relayed(view, item)] : [])).join('\n\n')
  return compose(view, relay ? 'response' : 'response.alone', relay ? {round, relay} : {round})
}

export const closingPrompt = (view: PromptView): string => compose(view, 'closing', {})

/** The system text of a seat: its persona as data, between the meeting's rules. */
export function seatSystem(meeting: Meeting, who: string): string {
  const seat = meeting.seats.find(s => s.id === who)
  if (!seat) return pick(meeting.templates.prompts, 'recorder.seat')
  // The persona's hash cannot occur inside the persona it is the hash of.
  const nonce = seat.persona.sha256.slice(0, 16)
  return fill(pick(meeting.templates.prompts, 'seat'), {name: seat.name, persona: fence(bodyForModel(seat.persona.body), nonce)})
}

function compose(view: PromptView, template: string, slots: Readonly<Record<string, string | number>>): string {
  const {meeting} = view
  const prompts = meeting.templates.prompts
  const participants = meeting.seats
    .map(seat => fill(pick(prompts, 'participant'), {name: seat.name, title: seat.title}))
    .join('\n')
  const extras = extra(view)
  const text = fill(pick(prompts, template), {
    topic: meeting.topic,
    participants,
    extras: extras ? `\n${extras}\n` : '',
    ...slots,
  })
  return view.view === 'whole' && view.past.length > 0 ? `${past(view)}\n\n${text}` : text
}

/** The person's words and the chair's reminder, where this turn is handed any. */
function extra(view: PromptView): string {
  const prompts = view.meeting.templates.prompts
  return view.heard
    .flatMap(item => {
      if (item.kind === 'word') return [fill(pick(prompts, 'word'), {word: fence(item.text, view.nonce)})]
      return item.kind === 'reminder' ? [pick(prompts, 'reminder')] : []
    })
    .join('\n\n')
}

function relayed(view: PromptView, item: HeardItem & {kind: 'speech'}): string {
  const prompts = view.meeting.templates.prompts
  const slots = {name: item.name, speech: fence(item.text, view.nonce)}
  if (item.justNow) return fill(pick(prompts, 'relay.now'), slots)
  const phases: Readonly<Record<string, string>> = {opening: 'when.opening', closing: 'when.closing'}
  const when = fill(pick(prompts, phases[item.phase] ?? 'when.round'), {round: item.round})
  return fill(pick(prompts, 'relay.earlier'), {...slots, when})
}

/** For a voice that remembers nothing: what this seat has heard and said so far, from the ledger. */
function past(view: PromptView): string {
  const prompts = view.meeting.templates.prompts
  const turns = view.past.map(turn => {
    const heard = turn.heard.flatMap(item => {
      if (item.kind === 'speech') return [relayed(view, {...item, justNow: false})]
      return item.kind === 'word' ? [fill(pick(prompts, 'word'), {word: fence(item.text, view.nonce)})] : []
    })
    return [...heard, fill(pick(prompts, 'past.said'), {speech: fence(turn.said, view.nonce)})].join('\n\n')
  })
  return fill(pick(prompts, 'past'), {past: turns.join('\n\n')})
}
