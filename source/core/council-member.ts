import {z} from 'zod'
import {readTradeoff} from './council-tradeoff.ts'

const said = z
  .string()
  .transform(text => text.trim())
  .pipe(z.string().min(1))
const words = z.array(said).min(1)
const withSlots = (...slots: readonly string[]) =>
  said.refine(text => slots.every(slot => text.split(`{${slot}}`).length === 2), {
    error: slots.map(slot => `{${slot}}`).join(' '),
  })

/** What a member says in a rehearsal, without a model. A verdict follows the words of the request. */
export const memberCouncilSchema = z.strictObject({
  /** Words of a request that make this member be for it, and against it. */
  for: words,
  against: words,
  /** Where the request says neither, or both. */
  otherwise: z.enum(['for', 'against', 'depends']),
  /** Sentences that hold `{topic}` once each. */
  stances: z.array(withSlots('topic')).min(1),
  concerns: words,
  tradeoffs: z.array(said.refine(text => readTradeoff(text) !== undefined, {error: 'axis: A over B'})).min(1),
  recommend: z.strictObject({for: said, against: said, depends: said}),
  /** Sentences that hold `{name}` and `{point}` once each: yielding to another member's point, and standing by one's own. */
  concede: withSlots('name', 'point'),
  hold: withSlots('name', 'point'),
})
export type MemberCouncil = z.infer<typeof memberCouncilSchema>

/** In a persona's body, behind the mark that only a rehearsal reads past. */
export const councilBlock = (council: MemberCouncil): string => `\`\`\`council\n${JSON.stringify(council)}\n\`\`\``

/** The same read back; undefined for a body that holds none. */
export function councilIn(body: string): MemberCouncil | undefined {
  const [, json] = /^```council\n(.*)\n```$/m.exec(body) ?? []
  if (json === undefined) return undefined
  try {
    return memberCouncilSchema.safeParse(JSON.parse(json)).data
  } catch {
    return undefined
  }
}
