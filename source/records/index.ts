import {isBoard} from '../core/board.ts'
import {asMinutes, type Minutes} from '../core/minutes.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import {recordWords} from '../i18n/records.ts'
import {textOf} from './blocks.ts'
import {decisionOf} from './board-decision.ts'
import {boardTranscript} from './board-transcript.ts'
import {outlineOf, summaryOf} from './digest.ts'
import {digestOfSentences} from './extract.ts'
import {digestOfMinutes} from './minutes-view.ts'
import {type RecordOptions, readingOf} from './reading.ts'
import {transcriptOf} from './transcript.ts'

export {unquote} from './markdown.ts'
export type {RecordOptions} from './reading.ts'
export {transcriptLines} from './transcript-map.ts'

export type RecordFile = {readonly name: 'transcript.md' | 'summary.md' | 'outline.md' | 'decision.md'; readonly text: string}

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
  const minutes = minutesIn(state)
  const digest = minutes ? digestOfMinutes(reading, minutes) : digestOfSentences(reading)
  return [
    {name: 'transcript.md', text: textOf(transcriptOf(reading, options))},
    {name: 'summary.md', text: summaryOf(reading, digest, options)},
    {name: 'outline.md', text: outlineOf(reading, digest, options)},
  ]
}

/** Whether a file says of itself that it was written before the meeting's end. */
export const saysUnfinished = (text: string): boolean =>
  Object.values(recordWords).some(words => text.split('\n', 3).includes(words.unfinished))

/** What the recorder wrote last; undefined when there is none, or none of ours. */
function minutesIn(state: MeetingState): Minutes | undefined {
  return asMinutes(ofType(state.log, 'turn.finished').findLast(event => event.key === 'record:minutes')?.data)
}
