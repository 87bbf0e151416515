import {z} from 'zod'
import type {Meeting} from './events.ts'
import {jsonIn} from './json-in-prose.ts'

const words = z.string().trim().min(1)

const summary = z.object({
  content: words,
  /** Advice of the moderator; it ends nothing. */
  continue: z.boolean(),
})

const decision = z.object({
  advice: words,
  /** `who`: the name of a seat. */
  views: z.array(z.object({who: words, view: words})),
  consensus: z.array(words),
  dissent: z.array(words),
  actions: z.array(words),
})

/** What the moderator says of a round, as data. */
export type RoundSummary = z.infer<typeof summary>
/** What the moderator makes of the whole: laid out by code. */
export type Decision = z.infer<typeof decision>

type Read<T> = {readonly data: T} | {readonly problem: string}

export const parseSummary = (text: string): Read<RoundSummary> => firstThatFits(text, summary)

/** `who` may be a seat's name or its id; in the data it is the name. */
export function parseDecision(text: string, meeting: Meeting): Read<Decision> {
  const read = firstThatFits(text, decision)
  if ('problem' in read) return read
  const views = read.data.views.map(({who, view}) => ({who: nameOf(who, meeting), view}))
  if (views.some(({who}) => who === undefined)) {
    return {problem: `views: "who" must be one of ${meeting.seats.map(seat => seat.name).join(', ')}`}
  }
  return {data: {...read.data, views: views.flatMap(({who, view}) => (who === undefined ? [] : [{who, view}]))}}
}

/** Data read back from the ledger; undefined when it is none of ours. */
export const asSummary = (data: unknown): RoundSummary | undefined => summary.safeParse(data).data
export const asDecision = (data: unknown): Decision | undefined => decision.safeParse(data).data

const nameOf = (who: string, {seats}: Meeting) => seats.find(seat => seat.name === who || seat.id === who)?.name

function firstThatFits<T>(text: string, schema: z.ZodType<T>): Read<T> {
  let problem = 'no JSON object in the reply'
  for (const candidate of jsonIn(text)) {
    const read = schema.safeParse(candidate)
    if (read.success) return {data: read.data}
    const [issue] = read.error.issues
    problem = `${issue?.path.join('.') || 'object'}: ${issue?.message ?? 'does not fit'}`
  }
  return {problem}
}
