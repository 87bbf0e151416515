import type {Stamped} from '../core/events.ts'
import {reviewOptions, reviewTurn} from '../core/review.ts'
import {inReviewOrder} from '../core/review-history.ts'
import {asPosition} from '../core/stance.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type ReviewWords, reviewWords} from '../i18n/review.ts'
import {type Block, type Line, layOut} from './blocks.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions, roundsIn, voiceIn} from './reading.ts'
import {blocksOf, versionLabel} from './transcript-events.ts'

/** transcript.md of a review: round by round in seating order, with everything that happened around it. */
export function reviewTranscript(plain: Reading, options: RecordOptions): readonly Line[] {
  const reading = asReview(plain)
  const events = inReviewOrder(reading.state)
  return layOut([...headOf(reading, options), ...events.flatMap(event => blocksInReview(reading, event))])
}

/** The same reading with the words of a review where a general record has others: who chairs, and who is no seat. */
export function asReview(reading: Reading): Reading {
  const own = reviewWords[reading.meeting.lang]
  const {chair, rehearsal, judge, decided, judgeFailed, judgeSkipped, seat, seatUntitled} = own
  const words = {
    ...reading.words,
    ...{chair, rehearsal, personas: own.roles, recorder: judge, failedRecorder: judgeFailed, skippedRecorder: judgeSkipped},
    recorded: decided,
    ...{seat, seatUntitled},
  }
  // Not every round that was asked for could be added: what was planned last is what the chair said.
  const said = ofType(reading.state.log, 'chair.said').findLast(({line}) => 'rounds' in line.slots && line.id !== 'review.closed')
  return {...reading, words, planned: Number(said?.line.slots.rounds ?? reading.meeting.options.rounds)}
}

/** Topic, date, rounds and who sits where: the rows that the files begin with. */
export function reviewFacts(reading: Reading, {localDate}: RecordOptions): readonly (readonly [string, string])[] {
  const {meeting, words, state} = reading
  const own = reviewWords[meeting.lang]
  const opened = ofType(state.log, 'meeting.opened')[0]
  const {materials} = reviewOptions(meeting)
  const briefs = materials.filter(({kind}) => kind === 'brief').length
  const slots = {briefs, materials: materials.length - briefs, cut: materials.filter(({truncated}) => truncated).length}
  return [
    [words.rowTopic, inline(meeting.topic)],
    [words.rowDate, inline(opened ? localDate(opened.at) : '')],
    [words.rowRounds, roundsIn(reading)],
    [own.rowRoles, meeting.seats.map(seat => nameIn(reading, seat.id)).join(words.listComma)],
    [own.rowJudge, meeting.recorder ? voiceIn(reading, state.voices.get('recorder') ?? meeting.recorder) : own.judgeNone],
    [own.rowMaterials, fill(own.materialsCount, slots)],
  ]
}

function headOf(reading: Reading, options: RecordOptions): readonly Block[] {
  const {meeting, words, finished} = reading
  const own = reviewWords[meeting.lang]
  const opened = ofType(reading.state.log, 'meeting.opened')[0]
  const block = (...lines: readonly string[]): Block => ({lines, ...(opened ? {seq: opened.seq} : {})})
  const seats = meeting.seats.map(seat => {
    const title = inline(seat.title)
    const slots = {name: nameIn(reading, seat.id), title, voice: voiceIn(reading, seat), source: inline(seat.persona.source)}
    return fill(title ? words.seat : words.seatUntitled, slots)
  })
  return [
    block(own.transcriptTitle),
    ...(finished ? [] : [block(words.unfinished)]),
    block(words.meetingHeading),
    block(words.tableHead, words.tableRule, ...reviewFacts(reading, options).map(([name, value]) => `| ${name} | ${value} |`)),
    block(words.personas),
    ...(meeting.rehearsal ? [block(words.rehearsal)] : []),
    ...(meeting.options.trustUserConfig ? [block(words.trusting)] : []),
    block(...seats),
    block('---'),
    block(own.dialogueHeading),
  ]
}

function blocksInReview(reading: Reading, event: Stamped): readonly Block[] {
  const own = reviewWords[reading.meeting.lang]
  switch (event.type) {
    case 'phase.entered':
      return [{lines: [headingOf(own, event)], seq: event.seq}]
    case 'turn.finished':
      return spoken(reading, own, event)
    default:
      return blocksOf(reading, event)
  }
}

function headingOf(own: ReviewWords, event: Stamped & {type: 'phase.entered'}): string {
  const round = event.round ?? 0
  if (event.phase === 'recording') return '---'
  if (event.phase === 'closing') return own.phaseClosing
  return fill(round === 1 ? own.phaseFirst : own.phaseLater, {round})
}

/** As any other speech, under a head that says where the role stands. */
function spoken(reading: Reading, own: ReviewWords, event: Stamped & {type: 'turn.finished'}): readonly Block[] {
  const turn = reviewTurn(event.key)
  const blocks = blocksOf(reading, event)
  if (!turn || turn.kind === 'verdict') return blocks
  const slots = {who: nameIn(reading, event.who), round: turn.round, position: positionIn(own, event.data)}
  const head = fill(turn.kind === 'challenge' ? own.challenged : own.speaker, slots) + versionLabel(reading, event)
  return blocks.map((block, index) => (index === 0 ? {...block, lines: [head]} : block))
}

/** Where a role stands, from its checked data. */
export function positionIn(own: ReviewWords, data: unknown): string {
  const position = asPosition(data)
  return position ? fill(own.position, {...position, stance: own[position.stance]}) : own.positionNone
}
