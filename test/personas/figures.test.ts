import {describe, expect, test} from 'vitest'
import {splitPersona} from '../../source/core/persona-sections.ts'
import {type Figure, figures} from '../providers/rehearsal-table.ts'

const RUN = {zh: 12, en: 6} as const

/** Body text without what the format itself prescribes: headings and the keys of bullets. */
const wording = ({body}: Figure) =>
  body
    .split('\n')
    .filter(line => !line.startsWith('#'))
    .map(line => line.replace(/^- (\p{L}[\p{L} ]{0,11}[：:] ?)?/u, ''))

/** Runs of 12 characters (zh; marks and blanks set aside) or 6 words (en), within a line. */
function runs(figure: Figure): ReadonlySet<string> {
  const size = RUN[figure.lang]
  const found = new Set<string>()
  for (const line of wording(figure)) {
    const units =
      figure.lang === 'zh' ? [...line.replace(/[^\p{L}\p{N}]/gu, '')] : (line.toLowerCase().match(/[\p{L}\p{N}'’-]+/gu) ?? [])
    for (let i = 0; i + size <= units.length; i++) found.add(units.slice(i, i + size).join(figure.lang === 'zh' ? '' : ' '))
  }
  return found
}

describe.each((['zh', 'en'] as const).filter(lang => figures(lang).length > 0))('the figures (%s)', lang => {
  const all = figures(lang)

  test('no two share a run of wording', () => {
    const owner = new Map<string, string>()
    const shared: string[] = []
    for (const figure of all) {
      for (const run of runs(figure)) {
        const other = owner.get(run)
        if (other) shared.push(`${other} and ${figure.id}: ${run}`)
        else owner.set(run, figure.id)
      }
    }
    expect(shared).toEqual([])
  })

  test.each(all)('$id has all a speaker needs, within its size', figure => {
    const {models, pushback, questions, heuristics, positions, moves, orders, identity} = splitPersona(figure.body)
    // A word takes about twice the bytes of its sense in Chinese, and the limits count words.
    expect(figure.bytes).toBeGreaterThan(6000)
    expect(figure.bytes).toBeLessThan(lang === 'zh' ? 9216 : 16_000)
    expect(models.length).toBeGreaterThanOrEqual(5)
    for (const {keywords, facets} of models) {
      expect(keywords.length).toBeGreaterThanOrEqual(6)
      expect(Object.keys(facets)).toEqual(expect.arrayContaining(['claim', 'reason', 'example', 'application', 'recap']))
      expect(facets.application).toContain('{topic}')
    }
    expect(pushback.length).toBeGreaterThanOrEqual(10)
    expect(questions.length).toBeGreaterThanOrEqual(4)
    expect(heuristics.length).toBeGreaterThanOrEqual(3)
    expect(positions.length).toBeGreaterThanOrEqual(3)
    expect(orders.length).toBeGreaterThanOrEqual(2)
    expect(identity.length).toBeGreaterThanOrEqual(1)
    const kinds = moves.map(({kind}) => kind)
    for (const kind of ['opening', 'counter', 'concede', 'ask', 'aside', 'closing', 'ending']) expect(kinds).toContain(kind)
  })

  test.each(all)('$id names its sources and its limits', ({body}) => {
    const {other} = splitPersona(body)
    const text = (heading: RegExp) => other.find(section => heading.test(section.heading))?.text ?? ''
    expect(text(/来源|Sources/).match(/\d{2,4}|第|Book|ch\./g)?.length).toBeGreaterThanOrEqual(3)
    expect(text(/诚实边界|Honest limits/)).not.toBe('')
  })
})
