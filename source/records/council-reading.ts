import {POLARITY_PAIRS} from '../core/council-members.ts'
import {type Axis, byVerdict, contestedAxes} from '../core/council-split.ts'
import {fillSpaced as fill} from '../core/template.ts'
import {sideSlots} from './council-splits.ts'
import type {Synthesis} from './council-synthesis.ts'
import {inline} from './markdown.ts'
import {nameIn} from './reading.ts'

/** One way, where everything points there; otherwise handed back to the person, with the axis that the call hinges on. */
export function readingLines(synthesis: Synthesis): readonly string[] {
  const {own, placed, verdict, responses} = synthesis
  const [first] = placed
  if (!first) return [own.nobody]
  const sides = byVerdict(placed.map(({seat, position}) => ({member: seat.id, verdict: position.verdict})))
  const axes = contestedAxes(responses)
  const [side] = sides
  if (sides.length === 1 && side && side.verdict !== 'depends') {
    const head = fill(placed.length === 1 ? own.oneMember : own.oneWay, {verdict: verdict(side.verdict)})
    const open = axes.length > 0 ? [own.stillOpen, ...axes.map(axis => `- ${handoff(synthesis, axis)}`)] : []
    return [head, ...advice(synthesis), ...(open.length > 0 ? ['', ...open] : [])]
  }
  const [axis] = byWeight(synthesis, axes)
  if (axis) return [handoff(synthesis, axis)]
  if (sides.length === 1)
    return [...(placed.length > 1 ? [own.allDepend] : [fill(own.oneMember, {verdict: verdict('depends')})]), ...advice(synthesis)]
  const pair = pairAxis(synthesis)
  if (pair) return [fill(own.handoffPair, {axis: inline(pair.name), sides: sidesOf(synthesis, pair)})]
  const reasons = sides.map(one => fill(own.handoffReason, {verdict: verdict(one.verdict), names: synthesis.names(one.members)}))
  return [fill(own.handoffOpen, {sides: reasons.join(own.sideComma)})]
}

const advice = ({reading, own, placed}: Synthesis): readonly string[] =>
  placed.map(({seat, position}) => fill(own.advice, {name: nameIn(reading, seat.id), text: inline(position.recommendation)}))

const handoff = (synthesis: Synthesis, axis: Axis): string =>
  fill(synthesis.own.handoff, {axis: inline(axis.name), sides: sidesOf(synthesis, axis)})

const sidesOf = (synthesis: Synthesis, {sides}: Axis): string =>
  sides.map(side => fill(synthesis.own.handoffSide, sideSlots(synthesis, side))).join(synthesis.own.sideComma)

/** First the axis whose sides came to different verdicts, then the one that most members spoke of. */
function byWeight({placed}: Synthesis, axes: readonly Axis[]): readonly Axis[] {
  const verdictOf = (id: string) => placed.find(({seat}) => seat.id === id)?.position.verdict
  const weight = ({sides}: Axis) => {
    const verdicts = sides.map(({members}) => new Set(members.map(verdictOf)))
    const apart = verdicts.every((one, index) =>
      verdicts.every((other, at) => at === index || [...one].every(v => !other.has(v))),
    )
    return (apart ? 100 : 0) + sides.flatMap(({members}) => members).length
  }
  return [...axes].sort((a, b) => weight(b) - weight(a))
}

/** The two sit at the ends of an axis of the closed table. Its words are those that the prompts offer, a line for each pair. */
function pairAxis({reading, placed}: Synthesis): Axis | undefined {
  const [a, b] = placed.map(({seat}) => seat.id)
  const at = POLARITY_PAIRS.findIndex(({members}) => placed.length === 2 && members.every(member => member === a || member === b))
  const line = reading.meeting.templates.prompts.axes?.split('\n')[at] ?? ''
  const [, name, first, second] = /^(.+?)[:：]\s*(.+?)\s*\/\s*(.+)$/.exec(line) ?? []
  const pair = POLARITY_PAIRS[at]
  if (!pair || !name || !first || !second) return undefined
  const [one, other] = pair.members
  return {
    name,
    sides: [
      {first, second, members: [one]},
      {first: second, second: first, members: [other]},
    ],
  }
}
