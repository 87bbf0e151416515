import {boardOptions, boardTurn, moderatorOf, speakersOf} from '../core/board.ts'
import {asDecision, asSummary} from '../core/board-data.ts'
import {inChatOrder} from '../core/board-history.ts'
import type {Stamped} from '../core/events.ts'
import {seatOf} from '../core/selectors.ts'
import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type BoardWords, boardWords} from '../i18n/board.ts'
import {type Block, type Line, layOut} from './blocks.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions, voiceIn} from './reading.ts'
import {blocksOf} from './transcript-events.ts'

/** transcript.md of a board: a group chat, the experts of a round in seating order, with everything that happened around them. */
export function boardTranscript(reading: Reading, options: RecordOptions): readonly Line[] {
  const events = inChatOrder(reading.state, true)
  return layOut([...transcriptHead(reading, options), ...events.flatMap(event => blocksAtBoard(reading, event))])
}

/** Topic, date, rounds and who sits where: the rows that both files begin with. */
export function boardFacts(reading: Reading, {localDate}: RecordOptions): readonly (readonly [string, string])[] {
  const {meeting, words} = reading
  const own = boardWords[meeting.lang]
  const opened = ofType(reading.state.log, 'meeting.opened')[0]
  const moderator = moderatorOf(meeting)
  return [
    [words.rowTopic, inline(meeting.topic)],
    [words.rowDate, inline(opened ? localDate(opened.at) : '')],
    [words.rowRounds, roundsAtBoard(reading)],
    [own.rowModerator, moderator ? shownName(reading, moderator.id) : ''],
    [
      own.rowExperts,
      speakersOf(meeting)
        .map(seat => shownName(reading, seat.id))
        .join(words.listComma),
    ],
  ]
}

/** A seat's avatar and name, fit for a line of Markdown. */
export function shownName(reading: Reading, who: string): string {
  const avatar = inline(seatOf(reading.state, who)?.avatar ?? '')
  return `${avatar} ${nameIn(reading, who)}`.trim()
}

function transcriptHead(reading: Reading, options: RecordOptions): readonly Block[] {
  const {meeting, words, finished} = reading
  const board = boardWords[meeting.lang]
  const opened = ofType(reading.state.log, 'meeting.opened')[0]
  const own = (...lines: readonly string[]): Block => ({lines, ...(opened ? {seq: opened.seq} : {})})
  const order = boardOptions(meeting).parallel ? board.orderParallel : board.orderTurn
  const rows = [...boardFacts(reading, options), [board.rowOrder, order] as const]
  const seats = meeting.seats.map(seat => {
    const title = inline(seat.title)
    const slots = {name: shownName(reading, seat.id), title, voice: voiceIn(reading, seat), source: inline(seat.persona.source)}
    return fill(title ? words.seat : words.seatUntitled, slots)
  })
  return [
    own(board.transcriptTitle),
    ...(finished ? [] : [own(words.unfinished)]),
    own(words.meetingHeading),
    own(words.tableHead, words.tableRule, ...rows.map(([name, value]) => `| ${name} | ${value} |`)),
    own(words.personas),
    ...(meeting.rehearsal ? [own(words.rehearsal)] : []),
    ...(meeting.options.trustUserConfig ? [own(words.trusting)] : []),
    own(...seats),
    own('---'),
    own(board.dialogueHeading),
  ]
}

/** The most rounds there were to be is what the chair said last. */
function roundsAtBoard({meeting, state}: Reading): string {
  const own = boardWords[meeting.lang]
  const said = ofType(state.log, 'chair.said').findLast(event => 'rounds' in event.line.slots && event.line.id !== 'board.closed')
  const slots = {planned: said?.line.slots.rounds ?? meeting.options.rounds, rounds: state.outcome?.rounds ?? 0}
  if (!state.outcome) return fill(own.roundsSoFar, slots)
  return fill(slots.rounds === slots.planned ? own.roundsHeld : own.roundsOf, slots)
}

function blocksAtBoard(reading: Reading, event: Stamped): readonly Block[] {
  const own = boardWords[reading.meeting.lang]
  switch (event.type) {
    case 'phase.entered':
      return from(event, headings(own, event))
    case 'turn.finished':
      return from(event, speech(reading, own, event) ?? blocksOf(reading, event))
    case 'noted':
      return from(event, counted(own, event))
    case 'chair.said': {
      // Here somebody else moderates; what the program says must not be taken for theirs.
      const renamed = (line: string) => (line === reading.words.chair ? own.chair : line)
      return blocksOf(reading, event).map(block => ({...block, lines: block.lines.map(renamed)}))
    }
    default:
      return blocksOf(reading, event)
  }
}

const from = ({seq}: Stamped, blocks: readonly Block[]) => blocks.map(block => ({...block, seq}))

function headings(own: BoardWords, event: Stamped & {type: 'phase.entered'}): readonly Block[] {
  if (event.phase === 'recording') return [{lines: ['---']}]
  if (event.phase === 'opening') return [{lines: [own.phaseOpening]}]
  if (event.phase === 'closing') return [{lines: [own.phaseClosing]}]
  return [{lines: [fill(own.phaseRound, {round: event.round ?? 0})]}]
}

/** Undefined: a turn that is none of a board's, or data that is none of ours, is written as any other. */
function speech(reading: Reading, own: BoardWords, event: Stamped & {type: 'turn.finished'}): readonly Block[] | undefined {
  const turn = boardTurn(event.key)
  const who = shownName(reading, event.who)
  const warnings = (event.warnings ?? []).map(inline).filter(warning => warning !== '')
  const warned = warnings.length ? [notice(reading, fill(reading.words.warned, {warnings: warnings.join(', ')}))] : []
  switch (turn?.kind) {
    case 'opening':
      return [{lines: [fill(own.speaker, {who, role: own.moderator})], quoted: event.text}, ...warned]
    case 'speech':
      return [{lines: [fill(own.speaker, {who, role: fill(own.expert, {round: turn.round})})], quoted: event.text}, ...warned]
    case 'condensed':
      return [{lines: [fill(own.condensed, {who})], quoted: event.text}, ...warned]
    case 'summary': {
      const summary = asSummary(event.data)
      if (!summary) return undefined
      const {continue: goOn, content} = summary
      const head = fill(own.summary, {who, round: turn.round})
      return [{lines: [head], quoted: content}, {lines: [goOn ? own.adviceGo : own.adviceEnd]}, ...warned]
    }
    case 'decision': {
      const decision = asDecision(event.data)
      if (!decision) return undefined
      return [{lines: [fill(own.decided, {who})], quoted: decision.advice}, {lines: [own.decidedSee]}, ...warned]
    }
    default:
      return undefined
  }
}

function counted(own: BoardWords, {note}: Stamped & {type: 'noted'}): readonly Block[] {
  const tokens = typeof note === 'object' && note !== null && 'tokens' in note ? note.tokens : undefined
  return typeof tokens === 'number' ? [{lines: [fill(own.counted, {tokens})]}] : []
}

const notice = ({words}: Reading, text: string): Block => ({lines: [fill(words.notice, {text})]})
