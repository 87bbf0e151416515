import {review} from './review.ts'
import {sentencesOf} from './sentences.ts'
import {type Position, readStance, withoutStance} from './stance.ts'
import {cutGraphemes, utf8Length} from './text.ts'

/** What a summary holds of one role's output: where it stands, and the first sentence of each of its points, word for word. */
export type Digest = {readonly position?: Position; readonly claims: readonly string[]}

/** Written by code: nothing is judged and nothing put into other words. At most `review.summaryBytes` of claims, a line each. */
export function digestOf(output: string): Digest {
  const position = readStance(output)
  let room: number = review.summaryBytes
  const claims = pointsIn(withoutStance(output)).flatMap(point => {
    const kept = cutGraphemes(point, {maxBytes: Math.max(0, room)})
    room -= utf8Length(kept) + 1
    return kept === '' ? [] : [kept]
  })
  return {...('problem' in position ? {} : {position}), claims}
}

const MOST_POINTS = 8

/** A point begins with a line of its own; headings and code say nothing by themselves. */
function pointsIn(text: string): readonly string[] {
  const lines = text.replace(/^\s{0,3}(`{3,}|~{3,})[\s\S]*?^\s{0,3}\1.*$/gm, '').split('\n')
  return lines
    .filter(line => !/^\s{0,3}(?:#{1,6}\s|>|\||[-=*_]{3,}\s*$)/.test(line))
    .flatMap(line => sentencesOf(line).slice(0, 1))
    .slice(0, MOST_POINTS)
}
