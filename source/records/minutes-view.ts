import type {Minutes, MinutesPoint} from '../core/minutes.ts'
import {fill} from '../core/template.ts'
import {citeOf, type Digest, type View} from './digest.ts'
import {inline} from './markdown.ts'
import {nameIn, type Reading, voiceIn} from './reading.ts'

/** The recorder's data with its sources looked up and its quotations checked against what was said. */
export function digestOfMinutes(reading: Reading, minutes: Minutes): Digest {
  const {words, meeting} = reading
  const point = (p: MinutesPoint) => pointOf(reading, p)
  const named = (who: string) => nameOfSpeaker(reading, who)
  return {
    note: fill(words.byRecorder, {voice: meeting.recorder ? voiceIn(reading, meeting.recorder) : words.recorder}),
    agreementsHeading: words.agreementsHeading,
    views: meeting.seats.map(seat => viewOf(reading, {who: seat.id, name: seat.name}, minutes)),
    agreements: minutes.agreements.map(point),
    disagreements: minutes.disagreements.map(({about, sides}) =>
      fill(words.about, {
        about: inline(about),
        sides: sides.map(side => fill(words.side, {name: named(side.who), text: point(side)})).join(words.sideJoin),
      }),
    ),
    open: minutes.open.map(point),
    topics: minutes.topics.map(({title, replies}, index) => ({
      heading: fill(words.topic, {n: index + 1, title: inline(title)}),
      replies: replies.map(reply => fill(words.reply, {name: named(reply.who), text: point(reply)})),
    })),
  }
}

function viewOf(reading: Reading, seat: {readonly who: string; readonly name: string}, minutes: Minutes): View {
  const views = minutes.views.filter(view => view.who === seat.name)
  const first = views[0]
  const point = (p: MinutesPoint | undefined) => p && pointOf(reading, p)
  const keywords = views.flatMap(view => view.keywords.map(inline)).filter(keyword => keyword !== '')
  return {
    who: seat.who,
    claim: point(first?.claim),
    // A second view of the same seat can only add to the first.
    evidence: [...views.slice(1).map(view => view.claim), ...views.flatMap(view => view.evidence)].map(p => pointOf(reading, p)),
    stance: point(first?.stance),
    frame: point(views.find(view => view.frame)?.frame),
    keywords: keywords.length ? keywords.join(reading.words.listComma) : undefined,
    closing: point(views.find(view => view.closing)?.closing),
  }
}

/** A point as the recorder put it, its quotation if it has one, and the speeches it rests on. */
function pointOf(reading: Reading, {text, cites, quote}: MinutesPoint): string {
  const {words} = reading
  const numbers = [...new Set(cites)]
  const cited = numbers.flatMap(n => reading.speeches[n - 1] ?? [])
  const missing = numbers.length - cited.length
  const passage = quote?.trim() ?? ''
  const stands = cited.some(speech => speech.text.includes(passage))
  return [
    inline(text),
    passage && fill(stands ? words.quote : words.quoteMissing, {quote: inline(passage)}),
    cited.map(speech => citeOf(reading, speech)).join(''),
    missing > 0 && (cited.length ? fill(words.citeMissing, {count: missing}) : words.citeNone),
  ]
    .filter(Boolean)
    .join('')
}

function nameOfSpeaker(reading: Reading, name: string): string {
  const seat = reading.meeting.seats.find(s => s.name === name)
  return seat ? nameIn(reading, seat.id) : fill(reading.words.sideAbsent, {name: inline(name)})
}
