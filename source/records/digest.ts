import {ofType} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type Spent, spentBySeat, spentOf} from '../core/usage.ts'
import {type Block, fileOf} from './blocks.ts'
import {atStart, inline} from './markdown.ts'
import {type NumberedSpeech, nameIn, placeIn, type Reading, type RecordOptions, roundsIn} from './reading.ts'

/**
 * What summary and outline say, each string a finished piece of a Markdown line with its sources. It comes from the recorder's
 * minutes or from extracted sentences; how it is laid out is the same for both.
 */
export type Digest = {
  /** Who put it together, and how far it can be trusted. */
  readonly note: string
  readonly agreementsHeading: string
  readonly views: readonly View[]
  readonly agreements: readonly string[]
  readonly disagreements: readonly string[]
  readonly open: readonly string[]
  /** Each a heading of its own, and the lines below it. */
  readonly topics: readonly {readonly heading: string; readonly replies: readonly string[]}[]
}

/** A seat's part. `who` is the seat's id. */
export type View = {
  readonly who: string
  readonly claim?: string | undefined
  readonly evidence: readonly string[]
  readonly stance?: string | undefined
  readonly frame?: string | undefined
  readonly keywords?: string | undefined
  readonly closing?: string | undefined
}

/** 〔#3 毛泽东·第 1 轮〕 */
export const citeOf = (reading: Reading, speech: NumberedSpeech): string =>
  fill(reading.words.cite, {n: speech.n, name: nameIn(reading, speech.who), place: placeIn(reading, speech.place)})

export function summaryOf(reading: Reading, digest: Digest, options: RecordOptions): string {
  const {words} = reading
  return fileOf([
    ...head(reading, words.summaryTitle, digest, options),
    own(words.viewsHeading),
    ...digest.views.flatMap(view => [
      seatHeading(reading, view),
      own(fill(words.claim, {text: view.claim ?? words.none}), ...evidence(reading, view)),
    ]),
    own(words.focusHeading),
    own(digest.agreementsHeading),
    own(...numbered(reading, digest.agreements)),
    own(words.disagreementsHeading),
    own(...numbered(reading, digest.disagreements)),
    own(words.openHeading),
    own(...numbered(reading, digest.open)),
  ])
}

export function outlineOf(reading: Reading, digest: Digest, options: RecordOptions): string {
  const {words} = reading
  const topics = digest.topics.flatMap(topic => [
    own(topic.heading),
    own(...(topic.replies.length ? topic.replies : [words.none])),
  ])
  return fileOf([
    ...head(reading, words.outlineTitle, digest, options),
    own(words.stanceHeading),
    ...digest.views.flatMap(view => [
      seatHeading(reading, view),
      own(
        fill(words.stance, {text: view.stance ?? words.none}),
        fill(words.frame, {text: view.frame ?? words.none}),
        fill(words.keywords, {text: view.keywords ?? words.none}),
      ),
    ]),
    own(words.topicsHeading),
    ...(topics.length ? topics : [own(words.none)]),
    own(words.closingHeading),
    ...digest.views.flatMap(view => [seatHeading(reading, view), own(atStart(view.closing ?? words.none))]),
    own(words.countHeading),
    own(...statistics(reading)),
  ])
}

const own = (...lines: readonly string[]): Block => ({lines})
const seatHeading = (reading: Reading, view: View) => own(fill(reading.words.seatHeading, {name: nameIn(reading, view.who)}))

function head(reading: Reading, title: string, digest: Digest, {localDate}: RecordOptions): readonly Block[] {
  const {meeting, words, finished, state} = reading
  const opened = ofType(state.log, 'meeting.opened')[0]
  const field = (name: string, value: string) => fill(words.field, {name, value})
  return [
    own(title),
    ...(finished ? [] : [own(words.unfinished)]),
    own(words.basicHeading),
    own(
      field(words.rowTopic, inline(meeting.topic)),
      field(words.rowDate, inline(opened ? localDate(opened.at) : '')),
      field(words.rowRounds, roundsIn(reading)),
      field(words.rowSeats, meeting.seats.map(seat => nameIn(reading, seat.id)).join(', ')),
    ),
    own(digest.note),
    ...(meeting.rehearsal ? [own(words.rehearsal)] : []),
  ]
}

function evidence({words}: Reading, view: View): readonly string[] {
  if (view.evidence.length < 2) return [fill(words.evidence, {text: view.evidence[0] ?? words.none})]
  return [words.evidenceMany, ...view.evidence.map(text => `   - ${atStart(text)}`)]
}

const numbered = ({words}: Reading, items: readonly string[]): readonly string[] =>
  items.length ? items.map((text, index) => `${index + 1}. ${atStart(text)}`) : [words.none]

/** Counted from the ledger, never taken from a model. A speech said twice counts once. */
function statistics(reading: Reading): readonly string[] {
  const {state, meeting, words} = reading
  const failures = ofType(state.log, 'turn.failed')
  const skips = ofType(state.log, 'turn.skipped')
  const seats = meeting.seats.map(seat => {
    const by = (events: readonly {readonly who: string}[]) => events.filter(event => event.who === seat.id).length
    const [failed, skipped] = [by(failures), by(skips)]
    return fill(failed + skipped > 0 ? words.countTroubled : words.count, {
      name: nameIn(reading, seat.id),
      count: by(reading.speeches),
      failed,
      skipped,
    })
  })
  return [fill(words.countAll, {count: reading.speeches.length}), ...seats, ...usageLines(reading)]
}

/** What the voices told of their usage; nothing where none of them did. */
export function usageLines(reading: Reading): readonly string[] {
  const {state, words} = reading
  const all = spentOf(state.log)
  if (all.counted === 0) return []
  const said = ({inputTokens, outputTokens, costUsd, untold}: Spent) => {
    const tokens = fill(words.usageTokens, {input: inputTokens, output: outputTokens})
    const priced = costUsd === undefined ? tokens : fill(words.usageCost, {usage: tokens, cost: costUsd.toFixed(4)})
    return untold > 0 ? fill(words.usageLeast, {usage: priced, untold}) : priced
  }
  const seats = [...spentBySeat(state.log)].filter(([, spent]) => spent.counted > 0)
  return [
    fill(words.usageAll, {usage: said(all)}),
    ...seats.map(([who, spent]) => fill(words.usageSeat, {name: nameIn(reading, who), usage: said(spent)})),
  ]
}
