import {z} from 'zod'
import {readTradeoff, writeTradeoff} from './council-tradeoff.ts'
import type {Seat} from './events.ts'
import {jsonIn} from './json-in-prose.ts'

/** The contracts of `seeds/engineering-council.txt`: what members and discovery return, so that the synthesis needs no reading. */

const said = z.string().trim().min(1)
const list = z.array(z.string().trim()).transform(items => items.filter(item => item !== ''))
const verdict = z
  .string()
  .transform(text => text.trim().toLowerCase())
  .pipe(z.enum(['for', 'against', 'depends']))
export type CouncilVerdict = z.infer<typeof verdict>

const response = z.object({
  member: z.string(),
  stance: said,
  verdict,
  keyConcerns: list,
  tradeoffsRaised: list,
  recommendation: said,
  groundedIn: list.optional(),
})
/** `tradeoffsRaised`: as `axis: A over B`, or 「轴：A 优先于 B」. `groundedIn`: facts of the repository; absent where there are none. */
export type PersonaResponse = z.infer<typeof response>

const rebuttal = z.object({
  member: z.string(),
  respondsTo: list,
  revisedVerdict: verdict,
  stance: said,
  recommendation: said,
  moved: z.boolean(),
})
/** `respondsTo`: ids of the members whose points this answers. */
export type PersonaRebuttal = z.infer<typeof rebuttal>

const finding = z.object({
  question: z.string(),
  filesRead: list,
  facts: list,
  /** False where nothing was found that bears on the question. */
  relevant: z.boolean(),
})
export type DiscoveryFinding = z.infer<typeof finding>

type Read<T> = {readonly data: T} | {readonly problem: string}

/** Who speaks is known: `member` is the seat's id, whatever the reply says. A council without a repository is grounded in nothing. */
export function parseResponse(text: string, who: string, rooted: boolean): Read<PersonaResponse> {
  const read = firstThatFits(text, response, {member: who})
  if ('problem' in read) return read
  const {groundedIn, ...rest} = read.data
  const tradeoffs = rest.tradeoffsRaised.map(tradeoff => ({tradeoff, read: readTradeoff(tradeoff)}))
  // One that is in no form cannot be compared; when none is, the member is asked for the form.
  if (tradeoffs.length > 0 && tradeoffs.every(one => !one.read)) {
    return {problem: `tradeoffsRaised: «${tradeoffs[0]?.tradeoff.slice(0, 80)}» is not of the form "axis: A over B"`}
  }
  return {
    data: {
      ...rest,
      member: who,
      tradeoffsRaised: tradeoffs.map(one => (one.read ? writeTradeoff(one.read) : one.tradeoff)),
      ...(rooted && groundedIn && groundedIn.length > 0 ? {groundedIn} : {}),
    },
  }
}

/** Members may be called by id or by name; whoever is not at this table, and oneself, is left out of `respondsTo`. */
export function parseRebuttal(text: string, who: string, seats: readonly Seat[]): Read<PersonaRebuttal> {
  const read = firstThatFits(text, rebuttal, {member: who})
  if ('problem' in read) return read
  const ids = read.data.respondsTo.flatMap(named => {
    const small = named.toLowerCase()
    return seats.find(({id, name}) => id.toLowerCase() === small || name.toLowerCase() === small)?.id ?? []
  })
  return {data: {...read.data, member: who, respondsTo: [...new Set(ids)].filter(id => id !== who)}}
}

/** Only files that were really given can have been read. */
export function parseFinding(text: string, question: string, given: readonly string[]): Read<DiscoveryFinding> {
  const read = firstThatFits(text, finding, {question})
  if ('problem' in read) return read
  const named = new Set(read.data.filesRead.map(file => file.replace(/^(?:\.?\/)+/, '')))
  return {data: {...read.data, question, filesRead: given.filter(file => named.has(file.replace(/^(?:\.?\/)+/, '')))}}
}

/** What the others are handed of a position, as JSON: where a member stands and its key points, not what it rests on. */
export const positionOf = ({verdict, stance, keyConcerns, tradeoffsRaised}: PersonaResponse): string =>
  JSON.stringify({verdict, stance, keyConcerns, tradeoffsRaised})

/** Data read back from the ledger; undefined when it is none of ours. */
export const asResponse = (data: unknown): PersonaResponse | undefined => response.safeParse(data).data
export const asRebuttal = (data: unknown): PersonaRebuttal | undefined => rebuttal.safeParse(data).data
export const asFinding = (data: unknown): DiscoveryFinding | undefined => finding.safeParse(data).data

/** `known` stands in where the reply leaves it out. */
function firstThatFits<T>(text: string, schema: z.ZodType<T>, known: Readonly<Record<string, string>>): Read<T> {
  let problem = 'no JSON object in the reply'
  for (const candidate of jsonIn(text)) {
    const read = schema.safeParse({...known, ...candidate})
    if (read.success) return {data: read.data}
    const [issue] = read.error.issues
    problem = `${issue?.path.join('.') || 'object'}: ${issue?.message ?? 'does not fit'}`
  }
  return {problem}
}
