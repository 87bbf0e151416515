import {byVerdict, contestedAxes, type Side, turnsOn} from '../core/council-split.ts'
import {fillSpaced as fill} from '../core/template.ts'
import type {Synthesis} from './council-synthesis.ts'
import {atStart, inline} from './markdown.ts'
import {nameIn} from './reading.ts'

/** The contested axes, with who sits where, and the facts that a split turns on: the heart of the synthesis. */
export function splitLines(synthesis: Synthesis): readonly string[] {
  const {own, responses, placed} = synthesis
  const axes = contestedAxes(responses)
  const lines = [
    ...verdictLines(synthesis),
    ...axes.flatMap(axis => [
      fill(own.splitAxis, {
        axis: inline(axis.name),
        sides: axis.sides.map(side => fill(own.side, sideSlots(synthesis, side))).join(own.sideComma),
      }),
      ...turnsOn(axis, responses).map(({member, fact}) =>
        fill(own.turnsOn, {name: nameIn(synthesis.reading, member), fact: inline(fact)}),
      ),
    ]),
    ...(axes.length === 0 && placed.length > 1 ? ownTradeoffs(synthesis) : []),
  ]
  return lines.length > 0 ? lines : [own.splitNone]
}

export const sideSlots = ({names}: Synthesis, {first, second, members}: Side) => ({
  first: inline(first),
  second: inline(second),
  names: names(members),
})

/** A tally only where the question is a yes or a no to everybody, and more than two have said so. */
function verdictLines({own, placed, names, verdict}: Synthesis): readonly string[] {
  const finals = placed.map(({seat, position}) => ({member: seat.id, verdict: position.verdict}))
  const sides = byVerdict(finals)
  if (sides.length < 2) return []
  const parts = sides.map(side => fill(own.verdictPart, {verdict: verdict(side.verdict), names: names(side.members)}))
  const count = (one: string) => finals.filter(final => final.verdict === one).length
  const binary = count('depends') === 0 && finals.length > 2
  return [
    fill(own.splitVerdict, {parts: parts.join(own.sideComma)}),
    ...(binary ? [fill(own.tally, {for: count('for'), against: count('against')})] : []),
  ]
}

/** Where nobody spoke of what another spoke of, at least what each of them weighs. */
function ownTradeoffs({reading, own, responses}: Synthesis): readonly string[] {
  if (new Set(responses.map(({verdict}) => verdict)).size < 2) return []
  return responses.flatMap(({member, tradeoffsRaised}) =>
    tradeoffsRaised.map(text => fill(own.ownTradeoff, {name: nameIn(reading, member), text: atStart(inline(text))})),
  )
}
