import {z} from 'zod'
import type {Stamped} from '../core/events.ts'

/** What went wrong with the shape of a stored event: the path to the first field that is not as its type wants it. */
export type Shape = {readonly ok: Stamped} | {readonly wrong: string}

/**
 * Checks a parsed line. The event comes back as it was stored, so that fields of a later version stay; an event of a type this
 * version does not know passes when its stamp is right, and is for readers to ignore.
 */
export function checkShape(parsed: unknown): Shape {
  const stamp = stampSchema.safeParse(parsed)
  if (!stamp.success) return {wrong: firstPath(stamp.error)}
  if (isKnownType(stamp.data.type)) {
    const event = eventSchema.safeParse(parsed)
    if (!event.success) return {wrong: firstPath(event.error)}
  }
  return {ok: parsed as Stamped}
}

const firstPath = (error: z.ZodError) => error.issues[0]?.path.join('.') || 'event'

const count = z.int().min(0)
const seq = z.int().min(1)
const text = z.string()
const optional = {text: z.string().exactOptional(), count: count.exactOptional(), amount: z.number().exactOptional()}
const lang = z.enum(['zh', 'en'])
const templateSet = z.record(text, text)

const seat = z.object({
  id: text,
  name: text,
  title: text,
  avatar: optional.text,
  color: optional.text,
  persona: z.object({id: text, source: text, lang, sha256: text, body: text}),
  provider: text,
  model: optional.text,
})

const material = z.object({
  kind: z.enum(['brief', 'material', 'file']),
  label: text,
  bytes: count,
  sha256: text,
  text,
  truncated: z.boolean(),
})

const meeting = z.object({
  id: text,
  program: text,
  protocol: z.object({id: text, version: count}),
  topic: text,
  lang,
  seats: z.array(seat),
  recorder: z.object({provider: text, model: optional.text}).exactOptional(),
  rehearsal: z.boolean(),
  options: z.object({
    rounds: count,
    seed: z.number(),
    trustUserConfig: z.boolean().exactOptional(),
    budget: z.object({tokens: optional.amount, usd: optional.amount}).exactOptional(),
    board: z.object({moderator: text, parallel: z.boolean(), threshold: count}).exactOptional(),
    review: z
      .object({materials: z.array(material), acceptGaps: z.boolean(), mostRounds: count, turnMs: optional.amount})
      .exactOptional(),
    council: z
      .object({
        selection: z.object({
          topic: text.nullable(),
          mode: z.enum(['duo', 'triad']),
          members: z.array(text),
          routedBy: z.enum(['explicit', 'keyword', 'llm']),
          note: text,
        }),
        debate: z.boolean(),
        rooted: z.boolean(),
        discovery: z.array(z.object({question: text, files: z.array(material)})),
      })
      .exactOptional(),
  }),
  date: text,
  folder: text,
  templates: z.object({chair: templateSet, prompts: templateSet}),
  secret: text,
})

const fault = z.object({
  code: z.enum([
    'missing',
    'auth',
    'quota',
    'timeout',
    'stalled',
    'aborted',
    'empty',
    'isolation',
    'session',
    'protocol',
    'unknown',
  ]),
  message: text,
  hint: optional.text,
  retryable: z.boolean(),
})

const usage = z.object({inputTokens: optional.amount, outputTokens: optional.amount, costUsd: optional.amount})
const turn = {key: text, attempt: count, who: text}

/** One entry an event type; `core/events.ts` says what each means, and a test holds the two equal. */
const event = <T extends string, S extends z.ZodRawShape>(type: T, shape: S) => z.object({type: z.literal(type), ...shape})
export const eventSchema = z.discriminatedUnion('type', [
  event('meeting.opened', {meeting}),
  event('phase.entered', {key: text, phase: text, round: optional.count}),
  event('chair.said', {key: text, line: z.object({id: text, slots: z.record(text, z.union([z.string(), z.number()]))})}),
  event('turn.started', {
    ...turn,
    batch: optional.text,
    heard: z.array(seq),
    view: z.enum(['session', 'whole', 'fresh']),
    nonce: text,
    promptSha256: text,
    systemSha256: text,
  }),
  event('turn.finished', {
    ...turn,
    text,
    session: optional.text,
    sessionMode: z.enum(['recovered', 'stateless']).exactOptional(),
    usage: usage.exactOptional(),
    data: z.unknown().optional(),
    warnings: z.array(text).exactOptional(),
  }),
  event('turn.failed', {...turn, fault, partial: optional.text, usage: usage.exactOptional()}),
  event('turn.skipped', {key: text, who: text, reason: z.enum(['skipped', 'cut', 'failed', 'muted'])}),
  event('user.said', {
    text,
    wish: z.enum(['continue', 'conclude', 'finish', 'more', 'remind', 'skip', 'retry', 'pause']).exactOptional(),
  }),
  event('user.withdrew', {said: seq}),
  event('floor.heard', {
    key: text,
    upTo: count,
    heard: z.object({
      wish: z.enum(['none', 'continue', 'conclude', 'finish']),
      more: optional.count,
      remind: z.boolean().exactOptional(),
      spent: z.boolean().exactOptional(),
    }),
  }),
  event('seat.changed', {who: text, provider: text, model: optional.text, reason: text}),
  event('seat.muted', {who: text}),
  event('turn.reopened', {key: text, who: text}),
  event('noted', {key: text, note: z.unknown()}),
  event('meeting.closed', {outcome: z.object({how: z.enum(['complete', 'shortened']), rounds: count})}),
])

const stampSchema = z.object({v: z.literal(1), seq, at: z.iso.datetime({precision: 3}), type: z.string().min(1)})

const knownTypes: ReadonlySet<string> = new Set(eventSchema.options.map(option => option.shape.type.value))
const isKnownType = (type: string) => knownTypes.has(type)
