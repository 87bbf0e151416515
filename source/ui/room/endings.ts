import {gapsOf} from '../../core/review-history.ts'
import {fill} from '../../core/template.ts'
import {oneLine} from '../../core/text.ts'
import {textWidth, wrap} from '../../core/width.ts'
import {decisionCard} from './board-text.ts'
import type {Desk, RecordFile} from './desk.ts'
import {dim, row, type Spans, span} from './fit.ts'
import type {RoomAction} from './key-map.ts'
import {asksNow} from './possible.ts'

/** What a meeting asks of the person where it cannot go on by itself, and what it came to in the end. */

/** What stands in the empty field while a review waits. */
export function askWord(desk: Desk): string | undefined {
  const {review} = desk.words
  const asks = asksNow(desk)
  return review && asks !== 'none' ? fill(review[`ask.${asks}`], {round: (desk.facts().review?.round ?? 0) + 1}) : undefined
}

/** What an action is called while a review waits, where that is not what it is called elsewhere. */
export function askLabel(desk: Desk, action: RoomAction): string | undefined {
  const key = `do.${asksNow(desk)}.${action}`
  const words: Readonly<Record<string, unknown>> = desk.words.review ?? {}
  const label = words[key]
  return typeof label === 'string' ? label : undefined
}

/** Who is missing and why, and the ways on; undefined: the meeting can go on by itself. */
export function askSheet(desk: Desk, columns: number): readonly Spans[] | undefined {
  const {review, room} = desk.words
  const facts = desk.facts()
  const asks = asksNow(desk)
  if (!review || !facts.review || (asks !== 'gaps' && asks !== 'nobody' && asks !== 'trouble')) return undefined
  const missing = facts.seats.filter(seat => facts.review?.missing.includes(seat.id))
  const title = fill(review[`${asks}.title`], {
    round: facts.review.round,
    names: missing.map(seat => seat.name).join(desk.words.words.listSeparator),
  })
  const whose = asks === 'trouble' && facts.judge ? [facts.judge] : missing
  const whys = whose.flatMap(seat => {
    const {missed} = seat
    const quiet = seat.turn === 'skipped' ? review['missing.skipped'] : ''
    const message = missed
      ? [desk.words.words[`fault.${missed.code}`], oneLine(missed.message, 200), oneLine(missed.hint ?? '', 200)]
          .filter(part => part !== '')
          .join(' · ')
      : quiet
    return message === '' ? [] : [fill(review.why, {name: seat.name, message})]
  })
  const ways: readonly RoomAction[] = asks === 'gaps' ? ['more', 'voice', 'goOn', 'finish'] : ['more', 'voice', 'goOn']
  const labels = ways.map(action => askLabel(desk, action) ?? room[`do.${action}`])
  return [
    ...wrap(title, columns - 3).map(line => row(columns - 1, [span(` ${line}`, {bold: true})])),
    ...whys.flatMap(why =>
      wrap(why, columns - 5)
        .slice(0, 2)
        .map(line => row(columns - 1, [dim(`   ${line}`)])),
    ),
    ...(columns < 70 ? shortWays(labels, columns) : longWays(labels, ways, {columns, asks, review})),
  ]
}

const shortWays = (labels: readonly string[], columns: number): readonly Spans[] =>
  wrap(labels.map((label, at) => `${at + 1} ${label}`).join(' · '), columns - 3).map(line => row(columns - 1, [span(` ${line}`)]))

type WaysLook = {readonly columns: number; readonly asks: string; readonly review: Readonly<Record<string, unknown>>}

function longWays(labels: readonly string[], ways: readonly RoomAction[], {columns, asks, review}: WaysLook): readonly Spans[] {
  const width = Math.max(...labels.map(textWidth)) + 2
  return labels.map((label, at) => {
    const means = review[`means.${asks}.${ways[at]}`]
    const pad = ' '.repeat(width - textWidth(label))
    return row(columns - 1, [span(` ${at + 1}  ${label}${pad}`), dim(typeof means === 'string' ? means : '')])
  })
}

/** What the end card says before anything else. */
export function endingLines(desk: Desk): readonly {readonly text: string; readonly warns: boolean}[] {
  const {review, council, words} = desk.words
  const facts = desk.facts()
  const names = (ids: readonly string[]) =>
    facts.seats
      .filter(seat => ids.includes(seat.id))
      .map(seat => seat.name)
      .join(words.listSeparator)
  if (review && facts.review) {
    const {ending, round} = facts.review
    if (ending.kind === 'report') return [{text: review['end.report'], warns: false}]
    const missing = names(gapsOf(desk.state()).map(seat => seat.id))
    if (ending.kind === 'gaps') return [{text: fill(review['end.gaps'], {round, names: missing}), warns: true}]
    return [
      {text: fill(review['end.draft'], {why: review[`why.${ending.why}`]}), warns: true},
      {text: review['end.next'], warns: false},
    ]
  }
  if (!council || !facts.council) return []
  const {without} = facts.council
  if (without.length === facts.seats.length) return [{text: council['end.nobody'], warns: true}]
  return [
    {text: council['end.report'], warns: false},
    ...(without.length > 0 ? [{text: fill(council['end.missing'], {names: names(without)}), warns: true}] : []),
  ]
}

/** What the meeting came to comes first, then what was said. */
export function inReadingOrder(files: readonly RecordFile[]): readonly RecordFile[] {
  const rank = ({name}: RecordFile) =>
    /(?:^|\/)(?:final(?:\.draft)?|council)\.md$/.test(name) ? 0 : name === 'transcript.md' ? 1 : 2
  return files.some(file => rank(file) === 0) ? files.toSorted((a, b) => rank(a) - rank(b)) : files
}

/** What lies over the meeting at its end: a board's decision, else the file that holds what it came to. */
export function cardText(desk: Desk): string | undefined {
  const {board, review, council} = desk.words
  if (board) return decisionCard(desk.state(), board)
  const [first] = desk.end?.files ?? []
  return (review || council) && first && /(?:^|\/)(?:final(?:\.draft)?|council)\.md$/.test(first.name) ? first.text() : undefined
}
