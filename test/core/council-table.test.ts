import {describe, expect, it} from 'vitest'
import {CHINESE_ANCHORS} from '../../source/core/council-anchors.ts'
import {COUNCIL_MEMBERS, type CouncilMember, POLARITY_PAIRS} from '../../source/core/council-members.ts'
import {COUNCIL_TOPICS, councilTopic} from '../../source/core/council-table.ts'

const isPair = (duo: readonly CouncilMember[]) =>
  POLARITY_PAIRS.some(({members}) => [...members].sort().join() === [...duo].sort().join())
const keysOf = (topics: typeof COUNCIL_TOPICS) => topics.map(topic => topic.key)
const routed = new Set(COUNCIL_TOPICS.flatMap(topic => [...topic.duo, ...topic.triad]))

describe("the council's table", () => {
  it('has 33 members, 18 pairs, and 18 topics with 181 English anchors', () => {
    expect(new Set(COUNCIL_MEMBERS).size).toBe(33)
    expect(POLARITY_PAIRS).toHaveLength(18)
    expect(COUNCIL_TOPICS).toHaveLength(18)
    expect(COUNCIL_TOPICS.flatMap(topic => topic.anchors)).toHaveLength(181)
    expect(COUNCIL_TOPICS.map(topic => topic.rank)).toEqual(Array.from({length: 18}, (_, index) => index + 1))
  })

  it('names nobody who is no member', () => {
    const named = [...POLARITY_PAIRS.flatMap(pair => pair.members), ...routed]
    expect(named.filter(member => !COUNCIL_MEMBERS.includes(member))).toEqual([])
  })

  it('seats two in a duo and three in a triad, nobody twice', () => {
    for (const {key, duo, triad} of COUNCIL_TOPICS) {
      expect([new Set(duo).size, duo.length], key).toEqual([2, 2])
      expect([new Set(triad).size, triad.length], key).toEqual([3, 3])
    }
  })

  it('has no anchor in two topics, in either language, and anchors of both for each', () => {
    const all = COUNCIL_TOPICS.flatMap(topic => [...topic.anchors, ...topic.chinese].map(anchor => anchor.toLowerCase()))
    expect(all.filter((anchor, index) => all.indexOf(anchor) !== index)).toEqual([])
    for (const topic of COUNCIL_TOPICS) expect(topic.chinese.length, topic.key).toBeGreaterThan(10)
    expect(Object.keys(CHINESE_ANCHORS)).toEqual(keysOf(COUNCIL_TOPICS))
  })

  it('has a code for each axis and something to look for in each topic', () => {
    expect(new Set(POLARITY_PAIRS.map(pair => pair.axis)).size).toBe(18)
    for (const topic of COUNCIL_TOPICS) expect(topic.hints.length, topic.key).toBeGreaterThan(1)
  })

  // What the original holds and does not say: each exception is kept, and named here.
  it('draws every duo from the polarity pairs but one', () => {
    expect(keysOf(COUNCIL_TOPICS.filter(topic => !isPair(topic.duo)))).toEqual(['production-debugging'])
  })

  it('has the duo inside the triad but for three topics', () => {
    const apart = COUNCIL_TOPICS.filter(({duo, triad}) => !duo.every(member => triad.includes(member)))
    expect(keysOf(apart)).toEqual(['testing-strategy', 'refactoring-strategy', 'system-design-new-project'])
  })

  it('never routes to lecun; pearl, husain and yao sit in triads only; husain has no pair', () => {
    expect(COUNCIL_MEMBERS.filter(member => !routed.has(member))).toEqual(['lecun'])
    const inDuos = new Set(COUNCIL_TOPICS.flatMap(topic => topic.duo))
    expect([...routed].filter(member => !inDuos.has(member)).sort()).toEqual(['husain', 'pearl', 'yao'])
    const paired = new Set(POLARITY_PAIRS.flatMap(pair => pair.members))
    expect(COUNCIL_MEMBERS.filter(member => !paired.has(member))).toEqual(['husain'])
  })

  it('has one flex duo, whose default is a pair', () => {
    expect(keysOf(COUNCIL_TOPICS.filter(topic => topic.flex))).toEqual(['system-design-new-project'])
    expect(councilTopic('system-design-new-project')?.duo).toEqual(['kay', 'torvalds'])
  })
})
