import {councilOptions, councilRounds, councilTurn} from '../core/council.ts'
import {asFinding, asRebuttal, asResponse} from '../core/council-data.ts'
import {inCouncilOrder} from '../core/council-history.ts'
import {councilResult} from '../core/council-result.ts'
import {memberText} from '../core/council-text.ts'
import type {Stamped} from '../core/events.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {memberLabels} from '../i18n/council.ts'
import {type CouncilWords, councilWords} from '../i18n/council-records.ts'
import {type Block, type Line, layOut} from './blocks.ts'
import {titleOf} from './council-synthesis.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions, voiceIn} from './reading.ts'
import {blocksOf} from './transcript-events.ts'

/** transcript.md of a council: everything that happened, in order, with the members' data as texts in seating order. */
export function councilTranscript(plain: Reading, options: RecordOptions): readonly Line[] {
  const reading = asCouncil(plain)
  return layOut([...headOf(reading, options), ...inCouncilOrder(reading.state).flatMap(event => blocksAtCouncil(reading, event))])
}

/** The same reading with the words of a council where a general record has others: who chairs, and who is no seat. */
function asCouncil(reading: Reading): Reading {
  const {chair, recorder, failedFinding, skippedFinding} = councilWords[reading.meeting.lang]
  return {...reading, words: {...reading.words, chair, recorder, failedRecorder: failedFinding, skippedRecorder: skippedFinding}}
}

function headOf(reading: Reading, {localDate}: RecordOptions): readonly Block[] {
  const {meeting, words, finished, state} = reading
  const own = councilWords[meeting.lang]
  const opened = ofType(state.log, 'meeting.opened')[0]
  const block = (...lines: readonly string[]): Block => ({lines, ...(opened ? {seq: opened.seq} : {})})
  const {filesRead} = councilResult(state).brief
  const rounds = state.outcome
    ? fill(own.roundsHeld, {rounds: state.outcome.rounds})
    : fill(own.roundsSoFar, {planned: councilRounds})
  const rows: readonly (readonly [string, string])[] = [
    [own.rowTopic, inline(meeting.topic)],
    [words.rowDate, inline(opened ? localDate(opened.at) : '')],
    [own.rowCouncil, titleOf(reading, own).replace(/^#+ /, '')],
    [own.rowMembers, meeting.seats.map(seat => nameIn(reading, seat.id)).join(words.listComma)],
    [words.rowRounds, rounds],
    [own.rowFiles, filesRead.map(inline).join(words.listComma) || own.filesNone],
  ]
  const seats = meeting.seats.map(seat => {
    const title = inline(seat.title)
    const slots = {name: nameIn(reading, seat.id), title, voice: voiceIn(reading, seat), source: inline(seat.persona.source)}
    return fill(title ? words.seat : words.seatUntitled, slots)
  })
  const researcher = meeting.recorder && councilOptions(meeting).discovery.length > 0 ? meeting.recorder : undefined
  return [
    block(own.transcriptTitle),
    ...(finished ? [] : [block(words.unfinished)]),
    block(words.meetingHeading),
    block(words.tableHead, words.tableRule, ...rows.map(([name, value]) => `| ${name} | ${value} |`)),
    block(words.personas),
    ...(meeting.rehearsal ? [block(words.rehearsal)] : []),
    ...(meeting.options.trustUserConfig ? [block(words.trusting)] : []),
    block(...seats, ...(researcher ? [fill(own.researcher, {voice: voiceIn(reading, researcher)})] : [])),
    block('---'),
    block(own.dialogueHeading),
  ]
}

function blocksAtCouncil(reading: Reading, event: Stamped): readonly Block[] {
  const own = councilWords[reading.meeting.lang]
  const from = (blocks: readonly Block[]) => blocks.map(block => ({...block, seq: event.seq}))
  switch (event.type) {
    case 'phase.entered':
      return from([{lines: [headingOf(own, event.phase)]}])
    case 'turn.finished':
      return from(spoken(reading, own, event) ?? blocksOf(reading, event))
    default:
      return blocksOf(reading, event)
  }
}

function headingOf(own: CouncilWords, phase: string): string {
  const headings: Readonly<Record<string, string>> = {
    discovery: own.phaseDiscovery,
    positions: own.phasePositions,
    debate: own.phaseDebate,
  }
  return headings[phase] ?? own.phaseSynthesis
}

/** Undefined: a turn that is none of a council's, or data that is none of ours, is written as any other. */
function spoken(reading: Reading, own: CouncilWords, event: Stamped & {type: 'turn.finished'}): readonly Block[] | undefined {
  const {meeting, words} = reading
  const turn = councilTurn(event.key)
  if (!turn) return undefined
  const labels = memberLabels[meeting.lang]
  const quoted = memberText(event.data, {kind: turn.kind, labels, seats: meeting.seats})
  const warnings = (event.warnings ?? []).map(inline).filter(warning => warning !== '')
  const warned = warnings.length > 0 ? [notice(reading, fill(words.warned, {warnings: warnings.join(words.listComma)}))] : []
  if (turn.kind === 'discovery') {
    const finding = asFinding(event.data)
    if (!finding) return undefined
    const {filesRead, facts, relevant, question} = finding
    const files = filesRead.map(inline).join(words.listComma)
    const head = fill(own.finding, {n: turn.n, question: inline(question)})
    return [
      facts.length > 0 ? {lines: [head], quoted} : {lines: [head]},
      ...(relevant ? [] : [{lines: [own.findingNone]}]),
      ...(files === '' ? [] : [{lines: [fill(own.findingFiles, {files})]}]),
      ...warned,
    ]
  }
  const verdict = asResponse(event.data)?.verdict ?? asRebuttal(event.data)?.revisedVerdict
  if (!verdict) return undefined
  const place = turn.kind === 'response' ? own.placeResponse : own.placeRebuttal
  return [
    {lines: [fill(own.speaker, {who: nameIn(reading, event.who), place, verdict: labels[`is.${verdict}`]})], quoted},
    ...warned,
  ]
}

const notice = ({words}: Reading, text: string): Block => ({lines: [fill(words.notice, {text})]})
