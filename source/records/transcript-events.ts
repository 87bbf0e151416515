import {chairText} from '../core/chair.ts'
import type {ChairLine, Fault, FaultCode, SkipReason, Stamped, Wish} from '../core/events.ts'
import {seatOf} from '../core/selectors.ts'
import {ofType} from '../core/state.ts'
import {fill, slotsOf} from '../core/template.ts'
import type {Block} from './blocks.ts'
import {heardLabel} from './heard-label.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, voiceIn} from './reading.ts'

type Of<T extends Stamped['type']> = Stamped & {readonly type: T}

/** What one event leaves in the transcript. Events that only steer the meeting leave nothing. */
export function blocksOf(reading: Reading, event: Stamped): readonly Block[] {
  return writtenAs(reading, event).map(block => ({...block, seq: event.seq}))
}

function writtenAs(reading: Reading, event: Stamped): readonly Block[] {
  const {words} = reading
  switch (event.type) {
    case 'phase.entered':
      return headings(reading, event)
    case 'chair.said':
      return [chairBlock(reading, event.line)]
    case 'turn.started':
      return unended(reading, event)
    case 'turn.finished':
      return speech(reading, event)
    case 'turn.failed':
      return failure(reading, event)
    case 'turn.skipped': {
      const reasons: Readonly<Record<SkipReason, string>> = {
        skipped: words.reasonSkipped,
        cut: words.reasonCut,
        failed: words.reasonFailed,
        muted: words.reasonMuted,
      }
      const slots = {name: nameIn(reading, event.who), reason: reasons[event.reason]}
      return [notice(reading, fill(isSeat(reading, event.who) ? words.skipped : words.skippedRecorder, slots))]
    }
    case 'user.said':
      return [
        {
          lines: [
            fill(words.person, {what: event.wish ? fill(words.wish, {wish: wishIn(reading, event.wish)}) : word(reading, event)}),
          ],
          quoted: event.text,
        },
      ]
    case 'user.withdrew':
      return [notice(reading, words.withdrew)]
    case 'seat.changed': {
      const reason = inline(event.reason)
      const slots = {name: nameIn(reading, event.who), voice: voiceIn(reading, event)}
      return [notice(reading, fill(words.changed, {...slots, reason: reason ? fill(words.reason, {reason}) : ''}))]
    }
    case 'seat.muted':
      return [notice(reading, fill(words.muted, {name: nameIn(reading, event.who)}))]
    case 'turn.reopened':
      return [notice(reading, fill(words.reopened, {name: nameIn(reading, event.who)}))]
    case 'meeting.closed': {
      const {how, rounds} = event.outcome
      return [notice(reading, fill(how === 'complete' ? words.complete : words.shortened, {rounds}))]
    }
    case 'meeting.opened':
    case 'floor.heard':
    case 'noted':
      return []
    default:
      return unknownType(event)
  }
}

const unknownType = (_event: never): readonly Block[] => []
const notice = ({words}: Reading, text: string): Block => ({lines: [fill(words.notice, {text}).trimEnd()]})
const isSeat = (reading: Reading, who: string) => seatOf(reading.state, who) !== undefined

function headings({state, words}: Reading, event: Of<'phase.entered'>): readonly Block[] {
  const round = event.round ? [{lines: [fill(words.roundHeading, {round: event.round})]}] : []
  switch (event.phase) {
    case 'opening':
      return [{lines: [words.phaseOpening]}]
    case 'discussion': {
      const first = state.log.find(e => e.type === 'phase.entered' && e.phase === 'discussion')
      return first?.seq === event.seq ? [{lines: [words.phaseDiscussion]}, ...round] : round
    }
    case 'closing':
      return [{lines: [words.phaseClosing]}]
    case 'recording':
      return [{lines: ['---']}]
    default:
      return [{lines: [fill(words.phaseOther, {phase: inline(event.phase)})]}, ...round]
  }
}

/** The chair's bytes are its template's: they are quoted, not escaped. */
function chairBlock(reading: Reading, line: ChairLine): Block {
  const {words, meeting} = reading
  const template = meeting.templates.chair[line.id]
  if (template === undefined || slotsOf(template).some(slot => line.slots[slot] === undefined)) {
    return notice(reading, fill(words.unknownLine, {id: inline(line.id)}))
  }
  return {lines: [words.chair], quoted: chairText(meeting.templates.chair, line)}
}

/** An attempt that has no end in the ledger: under way, or lost with the program. */
function unended(reading: Reading, event: Of<'turn.started'>): readonly Block[] {
  const {state, words} = reading
  const later = state.log.slice(event.seq).filter(e => e.type === 'meeting.closed' || ('key' in e && e.key === event.key))
  const ended = later.some(e => (e.type === 'turn.finished' || e.type === 'turn.failed') && e.attempt === event.attempt)
  if (ended) return []
  const slots = {name: nameIn(reading, event.who), attempt: event.attempt}
  return [notice(reading, fill(later.length > 0 ? words.lost : words.speaking, slots))]
}

function speech(reading: Reading, event: Of<'turn.finished'>): readonly Block[] {
  const {words} = reading
  const warnings = (event.warnings ?? []).map(inline).filter(warning => warning !== '')
  const warned = warnings.length ? [notice(reading, fill(words.warned, {warnings: warnings.join(words.listComma)}))] : []
  if (!isSeat(reading, event.who)) return [notice(reading, words.recorded), ...warned]
  // Whoever keeps no session says so with every speech: once is enough to know.
  const first = ofType(reading.state.log, 'turn.finished').find(e => e.who === event.who)?.seq === event.seq
  const mode = event.sessionMode === 'recovered' || first ? event.sessionMode : undefined
  const noted = mode ? [notice(reading, fill(words[mode], {name: nameIn(reading, event.who)}))] : []
  const label = heardLabel(reading, event) + versionLabel(reading, event)
  const header = fill(words.speaker, {name: nameIn(reading, event.who), label})
  return [{lines: [header], quoted: event.text}, ...noted, ...warned]
}

/** Only where a turn was said more than once. */
export function versionLabel({words, versions}: Reading, event: Of<'turn.finished'>): string {
  const all = versions.get(event.key) ?? []
  if (all.length < 2) return ''
  const last = all.at(-1) === event.seq
  return fill(last ? words.version : words.superseded, {n: all.indexOf(event.seq) + 1})
}

function failure(reading: Reading, event: Of<'turn.failed'>): readonly Block[] {
  const {words} = reading
  const name = nameIn(reading, event.who)
  const seat = isSeat(reading, event.who)
  const text = fill(seat ? words.failed : words.failedRecorder, {
    name,
    attempt: event.attempt,
    fault: faultIn(reading, event.fault.code),
    message: faultText(reading, event.fault),
  })
  // What a recorder sent is data for the program, and of no use to a reader.
  if (!event.partial || !seat) return [notice(reading, text)]
  return [notice(reading, text), {lines: [fill(words.partial, {name})], quoted: event.partial}]
}

function faultText({words}: Reading, fault: Fault): string {
  const hint = fault.hint ? inline(fault.hint) : ''
  return [inline(fault.message), hint && fill(words.hint, {hint})].filter(part => part !== '').join(' · ')
}

export function faultIn({words}: Reading, code: FaultCode): string {
  const names: Readonly<Record<FaultCode, string>> = {
    missing: words.faultMissing,
    auth: words.faultAuth,
    quota: words.faultQuota,
    timeout: words.faultTimeout,
    stalled: words.faultStalled,
    aborted: words.faultAborted,
    empty: words.faultEmpty,
    isolation: words.faultIsolation,
    session: words.faultSession,
    protocol: words.faultProtocol,
    unknown: words.faultUnknown,
  }
  return names[code]
}

function wishIn({words}: Reading, wish: Wish): string {
  const names: Readonly<Record<Wish, string>> = {
    continue: words.wishContinue,
    conclude: words.wishConclude,
    finish: words.wishFinish,
    more: words.wishMore,
    remind: words.wishRemind,
    skip: words.wishSkip,
    retry: words.wishRetry,
    pause: words.wishPause,
  }
  return names[wish]
}

/** A word to the table, and who has been handed it. */
function word(reading: Reading, event: Of<'user.said'>): string {
  const {words, meeting, hearers, standing, finished} = reading
  if (!standing.has(event.seq)) return words.wordWithdrawn
  const heard = hearers.get(event.seq) ?? new Set<string>()
  const list = (got: boolean) =>
    [
      ...meeting.seats.map(seat => seat.id).filter(who => heard.has(who) === got),
      ...(got && heard.has('recorder') ? ['recorder'] : []),
    ]
      .map(who => nameIn(reading, who))
      .join(words.listComma)
  const slots = {names: list(true), others: list(false)}
  const {delivered, deliveredPartly, deliveredSoFar, undelivered, undeliveredYet} = words
  if (slots.names === '') return fill(words.word, {delivery: finished ? undelivered : undeliveredYet})
  const partly = finished ? deliveredPartly : deliveredSoFar
  return fill(words.word, {delivery: fill(slots.others === '' ? delivered : partly, slots)})
}
