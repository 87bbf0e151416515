import type {FaultCode, Seat} from '../core/events.ts'
import {review, reviewTurn} from '../core/review.ts'
import {allOutputs, gapsOf, outputsOf, roundsBegun} from '../core/review-history.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {utf8Length} from '../core/text.ts'
import {type ReviewWords, reviewWords} from '../i18n/review.ts'
import type {Block} from './blocks.ts'
import {nameIn, type Reading, voiceIn} from './reading.ts'
import {materialsTable} from './review-outputs.ts'
import {faultIn} from './transcript-events.ts'

/**
 * Where a report comes from, read from the ledger alone. Faults stand here by their kind, never by their message, and no id of a
 * session is in it.
 */
export function provenance(reading: Reading): readonly Block[] {
  const own = reviewWords[reading.meeting.lang]
  const block = (...lines: readonly string[]): Block => ({lines})
  return [
    block(own.provenance),
    block(own.provenanceNote),
    block(own.providersHeading),
    block(own.providersHead, own.providersRule, ...whoSpoke(reading).map(who => providerRow(reading, own, who))),
    block(own.coverageHeading),
    block(own.coverageHead, own.coverageRule, ...reading.meeting.seats.map(seat => coverageRow(reading, own, seat))),
    block(own.evidenceHeading),
    materialsTable(reading),
    block(...excerpts(reading, own)),
    block(own.degradedHeading),
    block(...degradations(reading, own)),
  ]
}

const whoSpoke = ({meeting}: Reading) => [...meeting.seats.map(seat => seat.id), ...(meeting.recorder ? ['recorder'] : [])]

/** What somebody was opened with, and the voices that took over. */
function voicesOf(reading: Reading, who: string): readonly string[] {
  const {meeting, state} = reading
  const first = who === 'recorder' ? meeting.recorder : meeting.seats.find(seat => seat.id === who)
  const later = ofType(state.log, 'seat.changed').filter(event => event.who === who)
  return [...(first ? [first] : []), ...later].map(voice => voiceIn(reading, voice))
}

function providerRow(reading: Reading, own: ReviewWords, who: string): string {
  const answers = ofType(reading.state.log, 'turn.finished').filter(event => event.who === who).length
  const voice = voicesOf(reading, who).join(' → ') || own.none
  return fill(own.providersRow, {name: nameIn(reading, who), voice, answers, failures: failuresOf(reading, own, who)})
}

function failuresOf(reading: Reading, own: ReviewWords, who: string): string {
  const counts = new Map<FaultCode, number>()
  for (const event of ofType(reading.state.log, 'turn.failed')) {
    if (event.who === who) counts.set(event.fault.code, (counts.get(event.fault.code) ?? 0) + 1)
  }
  const told = [...counts].map(([code, count]) => fill(own.failureCount, {fault: faultIn(reading, code), count}))
  return told.join(reading.words.listComma) || own.none
}

function coverageRow(reading: Reading, own: ReviewWords, seat: Seat): string {
  const {state} = reading
  const rounds = allOutputs(state).flatMap(output => (output.seat.id === seat.id ? [output.round] : []))
  const inLatest = rounds.includes(roundsBegun(state))
  const voices = voicesOf(reading, seat.id)
  return fill(own.coverageRow, {
    name: nameIn(reading, seat.id),
    status: inLatest ? own.statusComplete : rounds.length ? own.statusGap : own.statusNone,
    mode: modeOf(reading, own, seat.id),
    rounds: rounds.join(', ') || own.none,
    failures: failuresOf(reading, own, seat.id),
    recoveries: finishedBy(reading, seat.id).filter(event => event.sessionMode === 'recovered').length,
    voices: voices.length > 1 ? voices.join(' → ') : own.none,
  })
}

const finishedBy = ({state}: Reading, who: string) => ofType(state.log, 'turn.finished').filter(event => event.who === who)

function modeOf(reading: Reading, own: ReviewWords, who: string): string {
  const finished = finishedBy(reading, who)
  if (finished.some(event => event.sessionMode === 'recovered')) return own.modeRecovered
  if (finished.some(event => event.sessionMode === 'stateless')) return own.modeStateless
  return finished.some(event => event.session !== undefined) ? own.modePersistent : own.modeUnknown
}

function excerpts(reading: Reading, own: ReviewWords): readonly string[] {
  const long = allOutputs(reading.state).flatMap(({seat, round, given}) => {
    const bytes = utf8Length(given.text)
    const slots = {name: nameIn(reading, seat.id), round, bytes, most: review.excerptBytes}
    return bytes > review.excerptBytes ? [fill(own.excerptCut, slots)] : []
  })
  return long.length ? long : [own.excerptsWhole]
}

function degradations(reading: Reading, own: ReviewWords): readonly string[] {
  const {meeting, state} = reading
  const name = (who: string) => nameIn(reading, who)
  const gaps = gapsOf(state)
  const accepted = ofType(state.log, 'chair.said').some(event => event.line.id === 'review.gaps.accepted')
  const changed = whoSpoke(reading).filter(who => voicesOf(reading, who).length > 1)
  const with_ = (mode: 'stateless' | 'recovered') =>
    whoSpoke(reading).filter(who => finishedBy(reading, who).some(event => event.sessionMode === mode))
  const challenged = Array.from({length: roundsBegun(state)}, (_, index) => index + 1).flatMap(round =>
    outputsOf(state, round).flatMap(output => (output.challenged ? [{round, who: output.seat.id}] : [])),
  )
  const repairs = ofType(state.log, 'turn.failed').filter(
    event => reviewTurn(event.key)?.kind === 'verdict' && event.fault.code === 'protocol',
  ).length
  const isolation = new Set(ofType(state.log, 'turn.failed').flatMap(({who, fault}) => (fault.code === 'isolation' ? [who] : [])))
  const names = gaps.map(seat => name(seat.id)).join(reading.words.listComma)
  const found = [
    ...(names ? [fill(accepted ? own.degradedGap : own.degradedGapOpen, {round: roundsBegun(state), names})] : []),
    ...changed.map(who => fill(own.degradedVoice, {name: name(who), voices: voicesOf(reading, who).join(' → ')})),
    ...with_('stateless').map(who => fill(own.degradedStateless, {name: name(who)})),
    ...with_('recovered').map(who => fill(own.degradedRecovered, {name: name(who)})),
    ...challenged.map(({who, round}) => fill(own.degradedChallenge, {name: name(who), round})),
    ...(meeting.recorder ? [] : [own.degradedJudge]),
    ...(repairs > 0 ? [fill(own.degradedRepair, {count: repairs})] : []),
    ...(meeting.options.trustUserConfig ? [own.degradedTrust] : []),
    ...[...isolation].map(who => fill(own.degradedIsolation, {name: name(who)})),
    ...(meeting.rehearsal ? [own.degradedRehearsal] : []),
  ]
  return [...(found.length ? found : [own.degradedNone]), ...(meeting.rehearsal ? [] : [own.isolation])]
}
