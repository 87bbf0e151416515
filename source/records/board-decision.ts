import {boardTurn, speakersOf} from '../core/board.ts'
import {type BoardDecision, boardDecision} from '../core/board-decision.ts'
import type {Seat} from '../core/events.ts'
import {fill} from '../core/template.ts'
import {type BoardWords, boardWords} from '../i18n/board.ts'
import {type Block, fileOf} from './blocks.ts'
import {boardFacts, shownName} from './board-transcript.ts'
import {usageLines} from './digest.ts'
import {atStart, inline} from './markdown.ts'
import {type Reading, type RecordOptions, voiceIn} from './reading.ts'

/** decision.md: the moderator's data laid out by code; without it, sentences word for word, and the file says so. */
export function decisionOf(reading: Reading, options: RecordOptions): string {
  const {meeting, words, finished} = reading
  const board = boardWords[meeting.lang]
  const result = boardDecision(reading.state)
  return fileOf([
    own(board.decisionTitle),
    ...(finished ? [] : [own(words.unfinished)]),
    own(words.basicHeading),
    own(...boardFacts(reading, options).map(([name, value]) => fill(words.field, {name, value}))),
    own(sourceOf(reading, board, result)),
    ...(meeting.rehearsal ? [own(words.rehearsal)] : []),
    own(board.adviceHeading),
    ...adviceOf(board, result),
    own(board.viewsHeading),
    ...meeting.seats.flatMap(seat => viewOf(reading, board, {seat, result})),
    ...(result.by === 'moderator'
      ? [
          own(board.consensusHeading),
          own(...numbered(board, result.decision.consensus)),
          own(board.dissentHeading),
          own(...numbered(board, result.decision.dissent)),
          own(board.actionsHeading),
          own(...numbered(board, result.decision.actions)),
        ]
      : []),
    ...usageOf(reading, board),
  ])
}

function usageOf(reading: Reading, board: BoardWords): readonly Block[] {
  const lines = usageLines(reading)
  return lines.length > 0 ? [own(board.usageHeading), own(...lines)] : []
}

const own = (...lines: readonly string[]): Block => ({lines})

function sourceOf(reading: Reading, board: BoardWords, result: BoardDecision): string {
  if (result.by === 'extract') return reading.finished ? board.byExtract : board.byExtractYet
  const voice = reading.state.voices.get(result.who) ?? {provider: ''}
  return fill(board.byModerator, {who: shownName(reading, result.who), voice: voiceIn(reading, voice)})
}

function adviceOf(board: BoardWords, result: BoardDecision): readonly Block[] {
  if (result.by === 'moderator') return [{lines: [], quoted: result.decision.advice}]
  const {summary} = result
  if (!summary) return [own(board.adviceNone)]
  return [{lines: [fill(board.lastSummary, {round: summary.round})], quoted: summary.content}]
}

function viewOf(reading: Reading, board: BoardWords, {seat, result}: {seat: Seat; result: BoardDecision}): readonly Block[] {
  const heading = own(fill(board.viewHeading, {name: shownName(reading, seat.id)}))
  const views = result.by === 'moderator' ? result.decision.views : result.views
  const mine = views.filter(view => view.who === seat.name)
  if (mine.length > 0) return [heading, ...mine.map(({view}) => ({lines: [], quoted: view}))]
  // A moderator speaks in no round and need not have a view.
  if (!speakersOf(reading.meeting).includes(seat)) return []
  const spoke = reading.speeches.some(speech => speech.who === seat.id && boardTurn(speech.key)?.kind === 'speech')
  return [heading, own(spoke ? board.viewMissing : board.viewSilent)]
}

const numbered = (board: BoardWords, items: readonly string[]): readonly string[] =>
  items.length ? items.map((text, index) => `${index + 1}. ${atStart(inline(text))}`) : [board.none]
