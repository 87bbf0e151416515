import {councilOptions} from '../core/council.ts'
import type {RepoBrief} from '../core/council-brief.ts'
import type {Meeting} from '../core/events.ts'
import {bodyForModel} from '../core/expert.ts'
import type {Material} from '../core/material.ts'
import type {HeardItem} from '../core/selectors.ts'
import type {PromptView} from '../core/steps.ts'
import {fence, fill, pick} from '../core/template.ts'
import {oneLine} from '../core/text.ts'

type Slots = Parameters<typeof fill>[1]
const say = (meeting: Meeting, id: string, slots: Slots = {}) => fill(pick(meeting.templates.prompts, id), slots)
const block = (text: string) => (text === '' ? '' : `${text}\n`)

/** The system text of a member: its persona as data, between the rules of the meeting. Of whoever looks things up: only rules. */
export function councilSystem(meeting: Meeting, who: string): string {
  const seat = meeting.seats.find(one => one.id === who)
  if (!seat) return say(meeting, 'discovery.system')
  // The persona's hash cannot occur inside the persona it is the hash of.
  const nonce = seat.persona.sha256.slice(0, 16)
  return say(meeting, 'seat', {name: seat.name, persona: fence(bodyForModel(seat.persona.body), nonce)})
}

/** One question and its files: the only prompt that holds anything of a file. `n`: of the question, from 1. */
export function discoveryPrompt(view: PromptView, n: number): string {
  const {meeting} = view
  const {discovery} = councilOptions(meeting)
  const {question = '', files = []} = discovery[n - 1] ?? {}
  const excerpt = ({label, bytes, text, truncated}: Material) => {
    const state = say(meeting, truncated ? 'state.cut' : 'state.whole')
    return say(meeting, 'discovery.file', {label: oneLine(label), bytes, state, text: fence(text, view.nonce)})
  }
  const text = say(meeting, 'discovery', {
    topic: fence(meeting.topic, view.nonce),
    question: oneLine(question),
    ...{n, count: discovery.length, files: files.length},
    excerpts: files.map(excerpt).join('\n\n'),
  })
  return withProblem(view, text)
}

export function responsePrompt(view: PromptView, brief: RepoBrief): string {
  const {meeting} = view
  const grounding = hasFacts(brief) ? 'rooted' : 'none'
  const text = say(meeting, 'response', {
    background: background(view, brief),
    heard: heard(view),
    axes: pick(meeting.templates.prompts, 'axes').replace(/^/gm, '  - '),
    grounding: say(meeting, `grounding.${grounding}`),
    groundedKey: grounding === 'rooted' ? say(meeting, 'grounding.key') : '',
    ...self(view),
  })
  return withProblem(view, text)
}

/** In a session that holds round one, only what is new: the others' positions, and what the person said. */
export function rebuttalPrompt(view: PromptView, brief: RepoBrief): string {
  const {meeting} = view
  const whole = view.view !== 'session'
  const text = say(meeting, 'rebuttal', {
    background: whole ? `${background(view, brief)}\n\n` : '',
    past: whole ? past(view) : '',
    heard: heard(view),
    others: meeting.seats.flatMap(({id, name}) => (id === view.who ? [] : [`${id} = ${name}`])).join(', '),
    ...self(view),
  })
  return withProblem(view, text)
}

const self = ({meeting, who}: PromptView) => ({id: who, name: meeting.seats.find(seat => seat.id === who)?.name ?? who})

/** Whether there is anything of the repository that a verdict could lean on. */
export const hasFacts = ({rooted, summary, conventions}: RepoBrief): boolean =>
  rooted && (summary !== '' || conventions.length > 0)

function background(view: PromptView, brief: RepoBrief): string {
  const {meeting} = view
  return say(meeting, 'background', {
    topic: fence(meeting.topic, view.nonce),
    brief: brief.rooted
      ? say(meeting, 'brief.rooted', {text: fence(briefText(meeting, brief), view.nonce)})
      : say(meeting, 'brief.none'),
  })
}

function briefText(meeting: Meeting, {filesRead, conventions, summary, left}: RepoBrief): string {
  const list = (items: readonly string[]) => items.map(item => oneLine(item)).join(meeting.lang === 'zh' ? '、' : ', ')
  return [
    ...(filesRead.length > 0 ? [say(meeting, 'brief.files', {files: list(filesRead)})] : []),
    ...(conventions.length > 0 ? [say(meeting, 'brief.conventions', {conventions: list(conventions)})] : []),
    ...(summary === '' ? [say(meeting, 'brief.nothing')] : [say(meeting, 'brief.facts'), summary]),
    ...(left > 0 ? [say(meeting, 'brief.left', {count: left})] : []),
  ].join('\n')
}

function heard(view: PromptView): string {
  const items = view.heard.flatMap(item => told(view, item))
  return items.length === 0 ? '' : block(say(view.meeting, 'heard', {items: items.join('\n\n')}))
}

/** For a voice that remembers nothing: what this seat heard and said in round one. */
function past(view: PromptView): string {
  const items = view.past.flatMap(turn => [
    ...turn.heard.flatMap(item => told(view, item)),
    say(view.meeting, 'past.said', {text: fence(turn.said, view.nonce)}),
  ])
  return items.length === 0 ? '' : `${block(say(view.meeting, 'past', {items: items.join('\n\n')}))}\n`
}

function told(view: PromptView, item: HeardItem): readonly string[] {
  switch (item.kind) {
    case 'speech':
      return [say(view.meeting, 'item.response', {name: item.name, text: fence(item.text, view.nonce)})]
    case 'word':
      return [say(view.meeting, 'item.word', {text: fence(item.text, view.nonce)})]
    case 'reminder':
      return [say(view.meeting, 'reminder')]
    case 'opened':
    case 'unreadable':
      return []
    default:
      return item satisfies never
  }
}

function withProblem(view: PromptView, text: string): string {
  const failed = view.heard.findLast(item => item.kind === 'unreadable')
  return failed?.kind === 'unreadable' ? `${text}\n\n${say(view.meeting, 'again', {problem: failed.problem})}` : text
}
