import {councilOptions} from '../core/council.ts'
import type {CouncilVerdict, PersonaResponse} from '../core/council-data.ts'
import {type CouncilResult, councilResult, type Final} from '../core/council-result.ts'
import {sharedAxes} from '../core/council-split.ts'
import {sameTerm} from '../core/council-tradeoff.ts'
import {sentencesOf} from '../core/sentences.ts'
import {fillSpaced as fill} from '../core/template.ts'
import {memberLabels} from '../i18n/council.ts'
import {type CouncilWords, councilWords} from '../i18n/council-records.ts'
import {topicName} from '../i18n/council-topics.ts'
import {type Block, fileOf} from './blocks.ts'
import {readingLines} from './council-reading.ts'
import {splitLines} from './council-splits.ts'
import {atStart, inline} from './markdown.ts'
import {nameIn, type Reading} from './reading.ts'

/** What the parts of a synthesis are written from. */
export type Synthesis = {
  readonly reading: Reading
  readonly own: CouncilWords
  readonly result: CouncilResult
  /** Members who took a position. */
  readonly placed: readonly (Final & {readonly position: NonNullable<Final['position']>})[]
  readonly responses: readonly PersonaResponse[]
  readonly names: (ids: readonly string[]) => string
  readonly verdict: (verdict: CouncilVerdict) => string
}

/**
 * council.md, in the structure of `seeds/engineering-council.txt`, laid out by code: every sentence is a member's own or a template.
 * A section without content is left out where the seed leaves it out.
 */
export function synthesisOf(reading: Reading): string {
  const synthesis = synthesisIn(reading)
  const {own, result} = synthesis
  const section = (heading: string, lines: readonly string[]): readonly Block[] =>
    lines.length > 0 ? [{lines: [heading]}, {lines}] : []
  return fileOf([
    {lines: [titleOf(reading, own)]},
    ...(reading.finished ? [] : [{lines: [reading.words.unfinished]}]),
    ...(reading.meeting.rehearsal ? [{lines: [reading.words.rehearsal]}] : []),
    ...section(
      own.positionsHeading,
      result.finals.map(final => positionLine(synthesis, final)),
    ),
    ...section(own.agreeHeading, agreements(synthesis)),
    ...section(own.splitHeading, splitLines(synthesis)),
    ...section(own.movedHeading, result.debated ? movements(synthesis) : []),
    ...section(own.readingHeading, readingLines(synthesis)),
    {lines: [own.personas]},
  ])
}

/** `optimization-decision · duo`, in words. */
export function titleOf({meeting}: Reading, own: CouncilWords): string {
  const {topic, mode} = councilOptions(meeting).selection
  const named = topic === null ? own.named : meeting.lang === 'zh' ? topicName(topic, 'zh') : topic
  return fill(own.title, {topic: inline(named), mode: own[mode]})
}

function synthesisIn(reading: Reading): Synthesis {
  const {lang} = reading.meeting
  const result = councilResult(reading.state)
  const placed = result.finals.flatMap(final => (final.position ? [{...final, position: final.position}] : []))
  return {
    ...{reading, result, placed},
    own: councilWords[lang],
    responses: placed.map(({position}) => position.response),
    names: ids => ids.map(id => nameIn(reading, id)).join(reading.words.listComma),
    verdict: verdict => memberLabels[lang][`is.${verdict}`],
  }
}

function positionLine({reading, own, result, verdict}: Synthesis, {seat, position}: Final): string {
  const name = nameIn(reading, seat.id)
  if (!position) return fill(own.positionNone, {name})
  const leans = (position.response.groundedIn?.length ?? 0) > 0
  return fill(own.position, {
    name,
    verdict: verdict(position.verdict),
    stance: inline(firstSentence(position.stance)),
    recommendation: inline(firstSentence(position.recommendation)),
    tag: result.discovered ? (leans ? own.grounded : own.principle) : '',
  })
}

/** A condensation in the member's own words. */
const firstSentence = (text: string): string => sentencesOf(text)[0] ?? text

/** What at least two have in common, and nobody who spoke of it denies. */
function agreements({own, result, placed, responses, names, verdict}: Synthesis): readonly string[] {
  const [first] = placed
  const same = placed.length > 1 && placed.length === result.finals.length
  const one =
    first && placed.every(({position}) => position.verdict === first.position.verdict) ? first.position.verdict : undefined
  const axes = sharedAxes(responses).flatMap(({name, sides}) => {
    const [side] = sides
    if (!side || sides.length > 1) return []
    const slots = {axis: inline(name), first: inline(side.first), second: inline(side.second), names: names(side.members)}
    return [fill(own.agreeAxis, slots)]
  })
  return [
    ...(same && one ? [fill(own.agreeVerdict, {verdict: verdict(one), names: names(placed.map(({seat}) => seat.id))})] : []),
    ...axes,
    ...inCommon(responses, ({keyConcerns}) => keyConcerns).map(({text, members}) =>
      fill(own.agreeConcern, {names: names(members), text: inline(text)}),
    ),
    ...inCommon(responses, ({groundedIn}) => groundedIn ?? []).map(({text, members}) =>
      fill(own.agreeFact, {names: names(members), text: inline(text)}),
    ),
  ]
}

function inCommon(responses: readonly PersonaResponse[], textsOf: (response: PersonaResponse) => readonly string[]) {
  const found = new Map<string, {text: string; members: string[]}>()
  for (const response of responses) {
    for (const text of textsOf(response)) {
      const one = found.get(sameTerm(text)) ?? {text, members: []}
      if (!one.members.includes(response.member)) one.members.push(response.member)
      found.set(sameTerm(text), one)
    }
  }
  return [...found.values()].filter(({members}) => members.length > 1)
}

/** Who moved, by which argument, and who held firm: the sentence of the rebuttal that speaks of somebody whom it answers. */
function movements({reading, own, placed, names, verdict}: Synthesis): readonly string[] {
  return placed.map(({seat, position}) => {
    const name = nameIn(reading, seat.id)
    const {rebuttal, response, moved} = position
    if (!rebuttal) return fill(own.movedNone, {name})
    const slots = {
      name,
      before: verdict(response.verdict),
      after: verdict(position.verdict),
      answering: rebuttal.respondsTo.length > 0 ? fill(own.answering, {names: names(rebuttal.respondsTo)}) : '',
      text: atStart(inline(sentenceAbout(rebuttal.respondsTo, rebuttal.stance, reading))),
    }
    if (!moved) return fill(own.held, slots)
    return fill(response.verdict === position.verdict ? own.movedStance : own.moved, slots)
  })
}

function sentenceAbout(ids: readonly string[], stance: string, {meeting}: Reading): string {
  const called = meeting.seats.filter(seat => ids.includes(seat.id)).flatMap(({id, name}) => [name, id, ...name.split(/\s+/)])
  const sentences = sentencesOf(stance)
  const small = (text: string) => text.toLowerCase()
  return sentences.find(sentence => called.some(name => small(sentence).includes(small(name)))) ?? sentences[0] ?? stance
}
