import type {CouncilVerdict, PersonaResponse} from './council-data.ts'
import {readTradeoff, sameTerm, type Tradeoff} from './council-tradeoff.ts'

/** Where members differ and where they do not: computed from what they declared, never guessed. */

/** What one side puts first, and who stands there, in seating order. */
export type Side = {readonly first: string; readonly second: string; readonly members: readonly string[]}
/** Tradeoffs of several members that are about one thing: the same axis, or the same two terms. Names are as they were said first. */
export type Axis = {readonly name: string; readonly sides: readonly Side[]}

type Raised = {readonly who: string; readonly tradeoff: Tradeoff}

/** Every axis that at least two members raised, in the order in which they were raised. */
export function sharedAxes(responses: readonly PersonaResponse[]): readonly Axis[] {
  const groups: Raised[][] = []
  for (const {member: who, tradeoffsRaised} of responses) {
    for (const tradeoff of tradeoffsRaised.flatMap(text => readTradeoff(text) ?? [])) {
      const group = groups.find(one => one.some(raised => isOneThing(raised.tradeoff, tradeoff)))
      if (!group) groups.push([{who, tradeoff}])
      // Who says both has said the first one.
      else if (!group.some(raised => raised.who === who)) group.push({who, tradeoff})
    }
  }
  return groups.filter(group => group.length > 1).map(axisOf)
}

export const contestedAxes = (responses: readonly PersonaResponse[]): readonly Axis[] =>
  sharedAxes(responses).filter(({sides}) => sides.length > 1)

/** Every verdict is the same, none is `depends`, and no axis is contested: there is nothing to rebut. One member alone agrees. */
export function isUnanimous(responses: readonly PersonaResponse[]): boolean {
  const verdicts = new Set(responses.map(({verdict}) => verdict))
  return verdicts.size === 1 && !verdicts.has('depends') && contestedAxes(responses).length === 0
}

/** Verdicts with who gave them, in the order for, against, depends; those that nobody gave are not there. */
export function byVerdict(
  finals: readonly {readonly member: string; readonly verdict: CouncilVerdict}[],
): readonly {readonly verdict: CouncilVerdict; readonly members: readonly string[]}[] {
  return (['for', 'against', 'depends'] as const)
    .map(verdict => ({verdict, members: finals.filter(one => one.verdict === verdict).map(one => one.member)}))
    .filter(({members}) => members.length > 0)
}

const isOneThing = (a: Tradeoff, b: Tradeoff): boolean =>
  sameTerm(a.axis) === sameTerm(b.axis) || termsOf(a).join('\n') === termsOf(b).join('\n')

const termsOf = ({first, second}: Tradeoff): readonly string[] => [sameTerm(first), sameTerm(second)].sort()

function axisOf(group: readonly Raised[]): Axis {
  const sides: {first: string; second: string; members: string[]}[] = []
  for (const {who, tradeoff} of group) {
    const side = sides.find(({first}) => sameTerm(first) === sameTerm(tradeoff.first))
    if (side) side.members.push(who)
    else sides.push({first: tradeoff.first, second: tradeoff.second, members: [who]})
  }
  return {name: group[0]?.tradeoff.axis ?? '', sides}
}

/** Facts of the repository, as members named them, on which a split turns. */
export type Turning = {readonly member: string; readonly fact: string}

/**
 * A split turns on the repository where a fact that a member leans on speaks of the axis or of one of its sides, or where facts of
 * two sides are about the same file.
 */
export function turnsOn({name, sides}: Axis, responses: readonly PersonaResponse[]): readonly Turning[] {
  const terms = [name, ...sides.flatMap(({first, second}) => [first, second])].map(sameTerm).filter(term => term.length > 1)
  const facts = sides.flatMap((side, index) =>
    side.members.flatMap(member => factsOf(member, responses).map(fact => ({side: index, member, fact, files: filesIn(fact)}))),
  )
  return facts
    .filter(
      ({side, fact, files}) =>
        terms.some(term => sameTerm(fact).includes(term)) ||
        facts.some(other => other.side !== side && other.files.some(file => files.includes(file))),
    )
    .map(({member, fact}) => ({member, fact}))
}

const factsOf = (member: string, responses: readonly PersonaResponse[]): readonly string[] =>
  responses.find(one => one.member === member)?.groundedIn ?? []

/** Names of files as they stand in a sentence. */
const filesIn = (fact: string): readonly string[] => fact.match(/[\w@-]+(?:[./][\w@-]+)*\.[A-Za-z]\w{0,9}(?!\w)/g) ?? []
