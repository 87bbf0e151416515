import {type CouncilTurn, councilTurn} from '../../core/council.ts'
import {asFinding, asRebuttal, asResponse} from '../../core/council-data.ts'
import type {CouncilRoomWords} from '../../i18n/council-room.ts'
import type {DataShape} from './json-stream.ts'

/** A member's data as people read it, while it streams and when it is whole. Texts are Markdown; the verdict stands elsewhere. */

/** How the data of a turn is read while it streams. */
export const councilShape = (council: CouncilRoomWords): DataShape => ({
  plain: new Set(['stance', 'recommendation']),
  headings: new Map(HEADINGS.map(key => [key, council[key]])),
  joined: new Map(),
  names: new Map(),
  hidden: new Set(['member', 'verdict', 'revisedVerdict', 'respondsTo', 'question']),
})

const HEADINGS = ['keyConcerns', 'tradeoffsRaised', 'recommendation', 'groundedIn', 'facts', 'filesRead'] as const

/** The same text from data that is whole; undefined: it is none of a council's. */
export function councilText(key: string, data: unknown, council: CouncilRoomWords): string | undefined {
  const list = (heading: (typeof HEADINGS)[number], items: readonly string[] = []) =>
    items.length > 0 ? [`### ${council[heading]}`, items.map(item => `- ${item.replace(/\s*\n\s*/g, ' ')}`).join('\n')] : []
  const kind: CouncilTurn['kind'] | undefined = councilTurn(key)?.kind
  if (kind === 'discovery') {
    const found = asFinding(data)
    if (!found) return undefined
    const parts = [...list('filesRead', found.filesRead), ...list('facts', found.facts)]
    return parts.length > 0 ? parts.join('\n\n') : council.nothingFound
  }
  const advised = (recommendation: string) => [`### ${council.recommendation}`, recommendation]
  if (kind === 'response') {
    const said = asResponse(data)
    return (
      said &&
      [
        said.stance,
        ...list('keyConcerns', said.keyConcerns),
        ...list('tradeoffsRaised', said.tradeoffsRaised),
        ...advised(said.recommendation),
        ...list('groundedIn', said.groundedIn),
      ].join('\n\n')
    )
  }
  const said = kind === 'rebuttal' ? asRebuttal(data) : undefined
  return said && [said.stance, ...advised(said.recommendation)].join('\n\n')
}
