import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type Block, type Line, layOut} from './blocks.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, type RecordOptions, roundsIn, voiceIn} from './reading.ts'
import {blocksOf} from './transcript-events.ts'

/** transcript.md in the layout of `seeds/roundtable.txt`, with everything that happened where it happened. */
export function transcriptOf(reading: Reading, options: RecordOptions): readonly Line[] {
  return layOut([...headOf(reading, options), ...reading.state.log.flatMap(event => blocksOf(reading, event))])
}

function headOf(reading: Reading, {localDate}: RecordOptions): readonly Block[] {
  const {meeting, words, finished} = reading
  const opened = ofType(reading.state.log, 'meeting.opened')[0]
  const seq = opened ? {seq: opened.seq} : {}
  const row = (name: string, value: string) => `| ${name} | ${value} |`
  const own = (...lines: string[]): Block => ({lines, ...seq})
  return [
    own(words.transcriptTitle),
    ...(finished ? [] : [own(words.unfinished)]),
    own(words.meetingHeading),
    own(
      words.tableHead,
      words.tableRule,
      row(words.rowTopic, inline(meeting.topic)),
      row(words.rowDate, inline(opened ? localDate(opened.at) : '')),
      row(words.rowRounds, roundsIn(reading)),
      row(words.rowSeats, meeting.seats.map(seat => nameIn(reading, seat.id)).join(', ')),
    ),
    own(words.personas),
    ...(meeting.rehearsal ? [own(words.rehearsal)] : []),
    ...(meeting.options.trustUserConfig ? [own(words.trusting)] : []),
    own(...seatLines(reading)),
    own('---'),
    own(words.dialogueHeading),
  ]
}

function seatLines(reading: Reading): string[] {
  const {meeting, words} = reading
  const seats = meeting.seats.map(seat => {
    const title = inline(seat.title)
    return fill(title ? words.seat : words.seatUntitled, {
      name: nameIn(reading, seat.id),
      title,
      voice: voiceIn(reading, seat),
      source: inline(seat.persona.source),
    })
  })
  const {recorder} = meeting
  return [...seats, recorder ? fill(words.recorderSeat, {voice: voiceIn(reading, recorder)}) : words.recorderNone]
}
