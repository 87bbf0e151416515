import {isBoard} from '../core/board.ts'
import {isCouncil} from '../core/council.ts'
import {asMinutes, type Minutes} from '../core/minutes.ts'
import {isReview} from '../core/review.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import {recordWords} from '../i18n/records.ts'
import {textOf} from './blocks.ts'
import {decisionOf} from './board-decision.ts'
import {boardTranscript} from './board-transcript.ts'
import {synthesisOf} from './council-synthesis.ts'
import {councilTranscript} from './council-transcript.ts'
import {outlineOf, summaryOf} from './digest.ts'
import {digestOfSentences} from './extract.ts'
import {digestOfMinutes} from './minutes-view.ts'
import {type Reading, type RecordOptions, readingOf} from './reading.ts'
import {synthesisFiles} from './review-final.ts'
import {briefFile, materialsFile, outputFiles, summaryFiles} from './review-outputs.ts'
import {asReview, reviewTranscript} from './review-transcript.ts'
import {transcriptOf} from './transcript.ts'

export {unquote} from './markdown.ts'
export type {RecordOptions} from './reading.ts'
export {transcriptLines} from './transcript-map.ts'

/** A path below the meeting's folder, with `/` between its parts. */
export type RecordName =
  | 'transcript.md'
  | 'summary.md'
  | 'outline.md'
  | 'decision.md'
  | 'council.md'
  | 'brief.md'
  | 'materials/README.md'
  | `rounds/round-${number}/${string}.md`
  | `synthesis/${string}.md`
export type RecordFile = {readonly name: RecordName; readonly text: string}

/**
 * The files of a meeting at any moment of it, from its ledger alone: the same log gives the same bytes everywhere. Each ends with
 * one newline. Empty before the meeting was opened.
 */
export function recordsOf(state: MeetingState, options: RecordOptions): readonly RecordFile[] {
  const reading = readingOf(state)
  if (!reading) return []
  if (isBoard(reading.meeting)) {
    return [
      {name: 'transcript.md', text: textOf(boardTranscript(reading, options))},
      {name: 'decision.md', text: decisionOf(reading, options)},
    ]
  }
  if (isReview(reading.meeting)) return reviewFiles(reading, options)
  if (isCouncil(reading.meeting)) {
    return [
      {name: 'transcript.md', text: textOf(councilTranscript(reading, options))},
      {name: 'council.md', text: synthesisOf(reading)},
    ]
  }
  const minutes = minutesIn(state)
  const digest = minutes ? digestOfMinutes(reading, minutes) : digestOfSentences(reading)
  return [
    {name: 'transcript.md', text: textOf(transcriptOf(reading, options))},
    {name: 'summary.md', text: summaryOf(reading, digest, options)},
    {name: 'outline.md', text: outlineOf(reading, digest, options)},
  ]
}

function reviewFiles(plain: Reading, options: RecordOptions): readonly RecordFile[] {
  const reading = asReview(plain)
  return [
    {name: 'transcript.md', text: textOf(reviewTranscript(plain, options))},
    briefFile(reading, options),
    materialsFile(reading),
    ...outputFiles(reading),
    ...summaryFiles(reading),
    ...synthesisFiles(reading, options),
  ]
}

/** Whether a file says of itself that it was written before the meeting's end. */
export const saysUnfinished = (text: string): boolean =>
  Object.values(recordWords).some(words => text.split('\n', HEAD_LINES).includes(words.unfinished))

/** Where a file says so: below its title, which may stand below a few fields of front matter. */
const HEAD_LINES = 12

/** What the recorder wrote last; undefined when there is none, or none of ours. */
function minutesIn(state: MeetingState): Minutes | undefined {
  return asMinutes(ofType(state.log, 'turn.finished').findLast(event => event.key === 'record:minutes')?.data)
}
