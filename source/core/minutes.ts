import {z} from 'zod'
import type {Meeting} from './events.ts'
import {jsonIn} from './json-in-prose.ts'

const point = z.object({
  text: z.string().trim().min(1),
  /** Numbers of the speeches it rests on, counted from 1 in the order of the meeting. */
  cites: z.array(z.int().positive()).min(1),
  /** A passage that should stand verbatim in a cited speech; the records check it. */
  quote: z.string().optional(),
})

const minutes = z.object({
  views: z.array(
    z.object({
      who: z.string(),
      claim: point,
      evidence: z.array(point).default([]),
      stance: point,
      frame: point.optional(),
      keywords: z.array(z.string()).default([]),
      closing: point.optional(),
    }),
  ),
  agreements: z.array(point).default([]),
  disagreements: z
    .array(z.object({about: z.string().trim().min(1), sides: z.array(point.extend({who: z.string()})).min(1)}))
    .default([]),
  open: z.array(point).default([]),
  topics: z.array(z.object({title: z.string().trim().min(1), replies: z.array(point.extend({who: z.string()}))})).default([]),
})

/** What the recorder writes: schema-checked data, laid out by code. */
export type Minutes = z.infer<typeof minutes>
export type MinutesPoint = z.infer<typeof point>

/** The first JSON object in the reply that fits the schema and names only who was there. */
export function parseMinutes(text: string, meeting: Meeting): {readonly data: Minutes} | {readonly problem: string} {
  const names = new Set(meeting.seats.map(seat => seat.name))
  let problem = 'no JSON object in the reply'
  for (const candidate of jsonIn(text)) {
    const read = minutes.safeParse(candidate)
    if (!read.success) {
      const [issue] = read.error.issues
      problem = `${issue?.path.join('.') || 'object'}: ${issue?.message ?? 'does not fit'}`
      continue
    }
    const stranger = [...read.data.views, ...read.data.disagreements.flatMap(d => d.sides)].find(v => !names.has(v.who))
    if (!stranger) return {data: read.data}
    problem = `who: «${stranger.who}» is not one of ${[...names].join(', ')}`
  }
  return {problem}
}

/** Data read back from the ledger; undefined when it is none of ours. */
export function asMinutes(data: unknown): Minutes | undefined {
  const read = minutes.safeParse(data)
  return read.success ? read.data : undefined
}
