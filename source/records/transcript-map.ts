import {isBoard} from '../core/board.ts'
import {isCouncil} from '../core/council.ts'
import type {Seq} from '../core/events.ts'
import {isReview} from '../core/review.ts'
import type {MeetingState} from '../core/state.ts'
import type {Line} from './blocks.ts'
import {boardTranscript} from './board-transcript.ts'
import {councilTranscript} from './council-transcript.ts'
import {type Reading, type RecordOptions, readingOf} from './reading.ts'
import {reviewTranscript} from './review-transcript.ts'
import {transcriptOf} from './transcript.ts'

/**
 * Which event each line of transcript.md was written from: line 1 is at index 0; undefined for a blank line between two parts.
 * The head of the file comes from `meeting.opened`.
 */
export function transcriptLines(state: MeetingState, options: RecordOptions): readonly (Seq | undefined)[] {
  const reading = readingOf(state)
  if (!reading) return []
  const lines = linesOf(reading, options)
  return lines.map(line => line.seq)
}

function linesOf(reading: Reading, options: RecordOptions): readonly Line[] {
  if (isBoard(reading.meeting)) return boardTranscript(reading, options)
  if (isCouncil(reading.meeting)) return councilTranscript(reading, options)
  return isReview(reading.meeting) ? reviewTranscript(reading, options) : transcriptOf(reading, options)
}
