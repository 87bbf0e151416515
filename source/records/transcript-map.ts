import {isBoard} from '../core/board.ts'
import type {Seq} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import {boardTranscript} from './board-transcript.ts'
import {type RecordOptions, readingOf} from './reading.ts'
import {transcriptOf} from './transcript.ts'

/**
 * Which event each line of transcript.md was written from: line 1 is at index 0; undefined for a blank line between two parts.
 * The head of the file comes from `meeting.opened`.
 */
export function transcriptLines(state: MeetingState, options: RecordOptions): readonly (Seq | undefined)[] {
  const reading = readingOf(state)
  if (!reading) return []
  const lines = isBoard(reading.meeting) ? boardTranscript(reading, options) : transcriptOf(reading, options)
  return lines.map(line => line.seq)
}
