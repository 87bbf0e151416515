import {lintChair} from '../core/chair.ts'
import type {Meeting, Seq, Stamped, TurnStarted} from '../core/events.ts'
import {floorNow} from '../core/selectors.ts'
import {type MeetingState, reduceAll} from '../core/state.ts'
import type {Answer, Protocol, Spoken, Step, Turn} from '../core/steps.ts'
import {fenced} from '../core/template.ts'
import {cutGraphemes} from '../core/text.ts'
import {type Handing, makeHanding} from './handing.ts'
import {sha256} from './nonce.ts'

/** One claim that was checked. `code` names the claim in `i18n`; `seqs` are the events it is about. */
export type Check = {
  readonly ok: boolean
  readonly code: CheckCode
  readonly seqs: readonly Seq[]
  readonly slots: Readonly<Record<string, string | number>>
}

export type CheckCode =
  | 'persona'
  | 'chair-templates'
  | 'chair-line'
  | 'order'
  | 'prompt'
  | 'relay'
  | 'heard'
  | 'speech'
  | 'attempts'
  | 'data'
  | 'floor'
  | 'note'
  | 'outcome'
  | 'stray'
  | 'unfinished'

/**
 * Replays the meeting against its ledger: asks the protocol for every step and holds each event to what the ledger before it
 * makes of that step. Every prompt is rebuilt and compared with the hash of the bytes that were sent. Pure but for the hash.
 */
export const verifyMeeting = (protocol: Protocol, events: readonly Stamped[]): readonly Check[] => replay(protocol, events).checks

/** What one attempt was handed, made again from the ledger before it; `started` says what had been sent. */
export type Rebuilt = {readonly turn: Turn; readonly started: Stamped & TurnStarted; readonly handing: Handing}

/** Every attempt that a step of the protocol accounts for, in the order of the steps. */
export const rebuiltHandings = (protocol: Protocol, events: readonly Stamped[]): readonly Rebuilt[] =>
  replay(protocol, events).rebuilt

function replay(protocol: Protocol, events: readonly Stamped[]): {checks: readonly Check[]; rebuilt: readonly Rebuilt[]} {
  const whole = reduceAll(events)
  const meeting = whole.meeting
  if (!meeting) return {checks: [{ok: false, code: 'stray', seqs: [1], slots: {key: 'meeting.opened'}}], rebuilt: []}
  const audit: Audit = {
    protocol,
    events,
    meeting,
    checks: [...opening(meeting)],
    rebuilt: [],
    seen: new Set<Seq>([1]),
    last: 1,
  }
  const flow = protocol.flow(meeting)
  let next = flow.next()
  while (!next.done) {
    const answer = auditStep(audit, whole, next.value)
    if (!answer) {
      audit.checks.push({ok: !whole.outcome, code: 'unfinished', seqs: [], slots: {key: keyOf(next.value)}})
      break
    }
    next = flow.next(answer.answer)
  }
  if (next.done) {
    const closed = events.find(event => event.type === 'meeting.closed')
    const ok = !closed || JSON.stringify(closed.outcome) === JSON.stringify(next.value)
    audit.checks.push({ok, code: 'outcome', seqs: closed ? [closed.seq] : [], slots: {rounds: next.value.rounds}})
    if (closed) audit.seen.add(closed.seq)
  }
  return {checks: [...audit.checks, ...strays(audit, next.done === true)], rebuilt: audit.rebuilt}
}

type Audit = {
  readonly protocol: Protocol
  readonly events: readonly Stamped[]
  readonly meeting: Meeting
  readonly checks: Check[]
  readonly rebuilt: Rebuilt[]
  readonly seen: Set<Seq>
  last: Seq
}

function opening(meeting: Meeting): readonly Check[] {
  const findings = lintChair(meeting.templates.chair)
  return [
    ...meeting.seats.map(
      (seat): Check => ({
        ok: sha256(seat.persona.body) === seat.persona.sha256,
        code: 'persona',
        seqs: [1],
        slots: {name: seat.name, sha: seat.persona.sha256.slice(0, 12)},
      }),
    ),
    {
      ok: findings.length === 0,
      code: 'chair-templates',
      seqs: [1],
      slots: {
        count: Object.keys(meeting.templates.chair).length,
        found: findings.map(f => `${f.id}: ${f.rule} «${f.found}»`).join('; '),
      },
    },
  ]
}

function auditStep(audit: Audit, whole: MeetingState, step: Step): {answer: Answer | readonly Spoken[]} | undefined {
  switch (step.do) {
    case 'enter': {
      const event = find(audit, 'phase.entered', step.key)
      if (!event) return undefined
      const ok = event.phase === step.phase && (event.round ?? 0) === (step.round ?? 0)
      return settle(audit, {ok, code: 'order', seqs: [event.seq], slots: {key: step.key}}, undefined)
    }
    case 'say': {
      const event = find(audit, 'chair.said', step.key)
      if (!event) return undefined
      const ok = JSON.stringify(event.line) === JSON.stringify(step.line) && event.line.id in audit.meeting.templates.chair
      return settle(audit, {ok, code: 'chair-line', seqs: [event.seq], slots: {id: step.line.id}}, undefined)
    }
    case 'listen':
    case 'glance': {
      const event = find(audit, 'floor.heard', step.key)
      if (!event) return undefined
      const before = reduceAll(audit.events.slice(0, event.seq - 1))
      // Without a person a meeting goes on by itself, where it may, and at a glance nothing is nothing.
      const asks = step.do === 'listen' ? step.needsPerson : undefined
      const byItself = asks ? undefined : {wish: step.do === 'listen' ? 'continue' : 'none'}
      const expected = floorNow(before, step.do === 'listen', asks !== undefined) ?? byItself
      const upTo = before.log.findLast(e => e.type === 'user.said')?.seq ?? before.floor.upTo
      const ok = JSON.stringify(event.heard) === JSON.stringify(expected) && event.upTo === upTo
      return settle(audit, {ok, code: 'floor', seqs: [event.seq], slots: {key: step.key, wish: event.heard.wish}}, event.heard)
    }
    case 'note': {
      const event = find(audit, 'noted', step.key)
      if (!event) return undefined
      const ok = JSON.stringify(event.note) === JSON.stringify(step.note)
      return settle(audit, {ok, code: 'note', seqs: [event.seq], slots: {key: step.key}}, {note: event.note})
    }
    case 'survey': {
      const event = find(audit, 'noted', step.key)
      if (!event) return undefined
      const read = step.read(reduceAll(audit.events.slice(0, event.seq - 1)))
      const ok = JSON.stringify(event.note) === JSON.stringify(read)
      return settle(audit, {ok, code: 'note', seqs: [event.seq], slots: {key: step.key}}, {note: event.note})
    }
    case 'count': {
      const event = find(audit, 'noted', step.key)
      if (!event) return undefined
      const {note} = event
      const ok = typeof note === 'object' && note !== null && 'tokens' in note && typeof note.tokens === 'number'
      return settle(audit, {ok, code: 'note', seqs: [event.seq], slots: {key: step.key}}, {note})
    }
    case 'speak':
      return auditTurn(audit, whole, step.turn)
    case 'together': {
      const answers = step.turns.map(turn => auditTurn(audit, whole, turn, step.key))
      if (answers.some(answer => !answer)) return undefined
      return {answer: answers.map(answer => answer?.answer as Spoken)}
    }
    default:
      return step satisfies never
  }
}

function auditTurn(audit: Audit, whole: MeetingState, turn: Turn, batch?: string): {answer: Answer} | undefined {
  const events = audit.events.filter(event => 'key' in event && event.key === turn.key)
  let attempt = 0
  for (const event of events) {
    audit.seen.add(event.seq)
    const slots = {who: turn.who, key: turn.key, attempt}
    switch (event.type) {
      case 'turn.started': {
        attempt++
        const ok = event.attempt === attempt && event.who === turn.who && event.batch === batch
        if (!ok || (attempt === 1 && event.seq < audit.last))
          audit.checks.push({ok: false, code: 'attempts', seqs: [event.seq], slots})
        auditHanding(audit, turn, event)
        break
      }
      case 'turn.finished': {
        const ok = event.who === turn.who && event.attempt === attempt
        audit.checks.push({ok, code: 'speech', seqs: [event.seq], slots})
        const read = turn.ask.parse?.(event.text)
        if (read && (!('data' in read) || JSON.stringify(read.data) !== JSON.stringify(event.data))) {
          audit.checks.push({ok: false, code: 'data', seqs: [event.seq], slots})
        }
        break
      }
      default:
        if ('who' in event && event.who !== turn.who) audit.checks.push({ok: false, code: 'attempts', seqs: [event.seq], slots})
    }
  }
  if (!whole.answers.has(turn.key)) return undefined
  // A speech may be given again later, at a pause: its place is where it was settled first.
  const settled = events.find(event => event.type === 'turn.finished' || event.type === 'turn.skipped')
  if (!batch) audit.last = Math.max(audit.last, settled?.seq ?? 0)
  return {answer: whole.answers.get(turn.key)}
}

/** What was handed over: rebuilt from the ledger before it, and held against the hashes, the seat's ears, and the fences. */
function auditHanding(audit: Audit, turn: Turn, started: Stamped & TurnStarted) {
  const before = reduceAll(audit.events.slice(0, started.seq - 1))
  const seqs = [started.seq, ...started.heard]
  const handing = makeHanding(audit.protocol, before, turn, started.view)
  audit.rebuilt.push({turn, started, handing})
  const slots = {
    who: turn.who,
    key: turn.key,
    sha: started.promptSha256.slice(0, 12),
    heard: started.heard.map(s => `#${s}`).join(' '),
  }
  audit.checks.push({
    ok: JSON.stringify(handing.heard) === JSON.stringify(started.heard),
    code: 'heard',
    seqs,
    slots: {...slots, expected: handing.heard.map(s => `#${s}`).join(' ')},
  })
  const sent = handing.promptSha256 === started.promptSha256 && handing.systemSha256 === started.systemSha256
  audit.checks.push({ok: sent && handing.nonce === started.nonce, code: 'prompt', seqs, slots})
  const inFences = fenced(handing.prompt, handing.nonce)
  for (const item of handing.items) {
    if (item.kind !== 'speech') continue
    const {excerpt} = turn.ask
    const verbatim = inFences.includes(excerpt === undefined ? item.text : cutGraphemes(item.text, {maxBytes: excerpt}))
    audit.checks.push({
      ok: verbatim && sent,
      code: 'relay',
      seqs: [started.seq, item.seq],
      slots: {who: turn.who, from: item.name, chars: [...item.text].length, justNow: item.justNow ? 1 : 0},
    })
  }
}

function settle(audit: Audit, check: Check, answer: Answer): {answer: Answer} {
  const [seq = 0] = check.seqs
  audit.seen.add(seq)
  audit.checks.push(check)
  if (seq < audit.last)
    audit.checks.push({ok: false, code: 'order', seqs: [seq], slots: {key: String(check.slots.key ?? check.slots.id)}})
  audit.last = Math.max(audit.last, seq)
  return {answer}
}

const find = <T extends 'phase.entered' | 'chair.said' | 'floor.heard' | 'noted'>(audit: Audit, type: T, key: string) =>
  audit.events.find((event): event is Stamped & {type: T} => event.type === type && event.key === key)

/** Events that no step asked for. The person may speak at any time; a type from a newer program means nothing here. */
function strays(audit: Audit, atEnd: boolean): readonly Check[] {
  const asked = new Set([
    'phase.entered',
    'chair.said',
    'turn.started',
    'turn.finished',
    'turn.failed',
    'turn.skipped',
    'floor.heard',
    'noted',
  ])
  if (atEnd) asked.add('meeting.closed')
  return audit.events
    .filter(event => asked.has(event.type) && !audit.seen.has(event.seq))
    .map(event => ({ok: false, code: 'stray', seqs: [event.seq], slots: {key: 'key' in event ? event.key : event.type}}))
}

const keyOf = (step: Step): string => ('turn' in step ? step.turn.key : step.key)
