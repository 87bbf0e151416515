import type {Meeting} from '../core/events.ts'
import type {Material} from '../core/material.ts'
import {review, reviewOptions, reviewTurn} from '../core/review.ts'
import type {Hollow} from '../core/review-check.ts'
import {headingOf, sections} from '../core/review-report.ts'
import {digestOf} from '../core/review-summary.ts'
import type {HeardItem} from '../core/selectors.ts'
import {readStance} from '../core/stance.ts'
import type {PromptView} from '../core/steps.ts'
import {fence, fill, pick} from '../core/template.ts'
import {cutGraphemes, oneLine, utf8Length} from '../core/text.ts'

/** Where the meeting stands when a turn is asked, and how long the answer may be. */
export type Place = {readonly round: number; readonly rounds: number; readonly min: number; readonly max: number}
type Slots = Readonly<Record<string, string | number>>
type Peer = HeardItem & {kind: 'speech'}

export const analysisPrompt = (view: PromptView, at: Place): string =>
  compose(view, 'analysis', {...at, duty: duty(view), topic: topic(view), dossier: dossier(view)})

export const crossPrompt = (view: PromptView, at: Place): string => compose(view, 'cross', {...at, whole: whole(view)})

export const challengePrompt = (view: PromptView, at: Place, why: Hollow): string =>
  compose(view, 'challenge', {...at, whole: whole(view), why: say(view, `why.${why}`)})

/** `missing`: names of roles that are not there in the latest round. */
export function verdictPrompt(view: PromptView, at: {readonly rounds: number; readonly missing: string}): string {
  const prompts = view.meeting.templates.prompts
  const [first] = sections
  const gaps = {names: at.missing, section: headingOf(prompts, 'gaps')}
  const rows = peersIn(view).map(item => fill(pick(prompts, 'table.row'), positionOf(view, item)))
  const wanted = sections.map(one =>
    say(view, 'item.section', {heading: headingOf(prompts, one), hint: say(view, `hint.${one}`)}),
  )
  const text = say(view, 'verdict', {
    topic: topic(view),
    dossier: dossier(view),
    date: view.meeting.date,
    names: namesIn(view.meeting),
    rounds: at.rounds,
    gaps: at.missing ? say(view, 'verdict.gaps', gaps) : '',
    table: [pick(prompts, 'table.head'), ...rows].join('\n'),
    heard: block(heardItems(view)),
    sections: wanted.join('\n\n'),
    first: headingOf(prompts, first),
  })
  return withProblem(view, text)
}

/** The system text: of a seat its role card as data between the rules, of the judge the rules of a judge. */
export function reviewSystem(meeting: Meeting, who: string): string {
  const {prompts} = meeting.templates
  const seat = meeting.seats.find(s => s.id === who)
  if (!seat) return pick(prompts, 'judge')
  // The card's hash cannot occur inside the card it is the hash of.
  const card = fence(seat.persona.body, seat.persona.sha256.slice(0, 16))
  return fill(pick(prompts, 'seat'), {name: seat.name, card})
}

function compose(view: PromptView, template: string, slots: Slots): string {
  const name = view.meeting.seats.find(seat => seat.id === view.who)?.name ?? view.who
  const heard = [stances(view), heardItems(view)].filter(part => part !== '').join('\n\n')
  const base = {name, role: say(view, 'role', {name}), principles: say(view, 'principles')}
  return withProblem(view, say(view, template, {...base, past: block(past(view)), heard: block(heard), ...slots}))
}

const say = (view: PromptView, template: string, slots: Slots = {}) => fill(pick(view.meeting.templates.prompts, template), slots)
const block = (text: string) => (text === '' ? '' : `\n${text}\n`)
const namesIn = ({seats, lang}: Meeting) => seats.map(seat => seat.name).join(lang === 'zh' ? '、' : ', ')

function withProblem(view: PromptView, text: string): string {
  const failed = view.heard.findLast(item => item.kind === 'unreadable')
  if (failed?.kind !== 'unreadable') return text
  return `${text}\n\n${say(view, 'again', {problem: failed.problem, text: cut(view, failed.text, review.ownBytes)})}`
}

const topic = (view: PromptView) => say(view, 'topic', {topic: fence(view.meeting.topic, view.nonce)})

function duty(view: PromptView): string {
  const body = view.meeting.seats.find(seat => seat.id === view.who)?.persona.body ?? ''
  return say(view, 'duty', {card: fence(body, view.nonce)})
}

/** Briefs, materials, and which of them are not whole. */
function dossier(view: PromptView): string {
  const {materials} = reviewOptions(view.meeting)
  if (materials.length === 0) return say(view, 'materials.none')
  const shown = ({kind, label, bytes, sha256, text, truncated}: Material) =>
    say(view, kind === 'brief' ? 'brief' : 'material', {
      label: oneLine(label),
      bytes,
      hash: sha256,
      state: say(view, truncated ? 'state.cut' : 'state.whole'),
      text: fence(text, view.nonce),
    })
  const labels = materials.filter(({truncated}) => truncated).map(({label}) => oneLine(label))
  const integrity = labels.length
    ? say(view, 'integrity.cut', {labels: labels.join(view.meeting.lang === 'zh' ? '、' : ', ')})
    : say(view, 'integrity.whole')
  return [...materials.map(shown), integrity].join('\n\n')
}

/** What a role needs that does not remember the first round, or was not there. */
function whole(view: PromptView): string {
  const needed = view.view === 'whole' || view.heard.some(item => item.kind === 'opened')
  return needed ? `${say(view, 'whole', {duty: duty(view), topic: topic(view), dossier: dossier(view)})}\n\n` : ''
}

const peersIn = (view: PromptView): readonly Peer[] => view.heard.filter(item => item.kind === 'speech')
const roundOf = (item: Peer) => reviewTurn(item.key)?.round ?? item.round

function positionOf(view: PromptView, item: Peer) {
  const read = readStance(item.text)
  const known = 'problem' in read ? {stance: '—', confidence: '—'} : {...read, stance: say(view, `stance.${read.stance}`)}
  return {name: item.name, round: roundOf(item), ...known}
}

function stances(view: PromptView): string {
  const rows = peersIn(view).map(item => {
    const unread = 'problem' in readStance(item.text)
    return say(view, unread ? 'stance.unread' : 'stance.row', positionOf(view, item))
  })
  return rows.length ? say(view, 'heard.stances', {rows: rows.join('\n')}) : ''
}

const heardItems = (view: PromptView) => view.heard.flatMap(item => told(view, item)).join('\n\n')

function told(view: PromptView, item: HeardItem): readonly string[] {
  switch (item.kind) {
    case 'speech': {
      const text = cut(view, item.text, review.excerptBytes)
      return [say(view, 'item.peer', {name: item.name, round: roundOf(item), text})]
    }
    case 'word':
      return [say(view, 'item.word', {text: fence(item.text, view.nonce)})]
    case 'reminder':
      return [say(view, 'reminder')]
    case 'opened':
    case 'unreadable':
      return []
    default:
      return item satisfies never
  }
}

/** Fenced, cut at a character; the mark of the cut stands outside, so that what is inside is the text's own. */
function cut(view: PromptView, text: string, maxBytes: number): string {
  const shown = cutGraphemes(text, {maxBytes})
  const fenced = fence(shown, view.nonce)
  if (shown.length === text.length) return fenced
  return `${fenced}\n${say(view, 'item.cut', {bytes: utf8Length(text), shown: utf8Length(shown)})}`
}

/** For a voice that remembers nothing: its own outputs, and of the others a summary by code. */
function past(view: PromptView): string {
  if (view.view !== 'whole' || view.past.length === 0) return ''
  const items = view.past.flatMap(turn => [
    ...turn.heard.flatMap(item => (item.kind === 'speech' ? [summarised(view, item)] : told(view, item))),
    say(view, 'past.own', {text: cut(view, turn.said, review.ownBytes)}),
  ])
  return say(view, 'past', {items: items.join('\n\n')})
}

function summarised(view: PromptView, item: Peer): string {
  const {position, claims} = digestOf(item.text)
  const stated = position && {stance: say(view, `stance.${position.stance}`), confidence: position.confidence}
  return say(view, 'past.peer', {
    name: item.name,
    round: roundOf(item),
    position: stated ? say(view, 'past.position', stated) : say(view, 'past.unread'),
    text: fence(claims.join('\n'), view.nonce),
  })
}
