import {z} from 'zod'
import {councilBlock, memberCouncilSchema} from './council-member.ts'

/** What an expert or a template may be called where a person types it: FR-1 of `seeds/board.txt`. */
export const EXPERT_ID = /^[a-zA-Z0-9_-]{1,64}$/

const text = z.string().transform(said => said.trim())
const said = text.pipe(z.string().min(1))
const list = z.union([z.array(said), said.transform(one => [one])])
/** A sentence the expert lives by, and where the public can read it. */
const sourced = z.union([z.object({says: said, source: text.default('')}), said.transform(says => ({says, source: ''}))])

/**
 * An expert file as it goes in: the fields of FR-3 and FR-4 of `seeds/board.txt`, and those of ours that say where each rule comes
 * from. Everything but `name` and `persona` has a default. Text is trimmed; keys of others are kept and mean nothing.
 */
export const expertSchema = z.looseObject({
  name: said,
  persona: said,
  thinking_style: text.default(''),
  speaking_style: text.default(''),
  decision_framework: text.default(''),
  avatar: text.default(''),
  color: text.default(''),
  bound_skills: list.default([]),
  display_name: text.default(''),
  aliases: list.default([]),
  /** The tag beside the name, such as 第一性原理视角. */
  title: text.default(''),
  lang: z.enum(['zh', 'en']).optional(),
  /**
   * A facilitator moderates and is nobody in particular; a reviewer is a role of a review, and its file stands with the roles; a
   * member sits on councils.
   */
  role: z.enum(['expert', 'facilitator', 'reviewer', 'member']).default('expert'),
  rules: z.array(sourced).default([]),
  rejection: sourced.optional(),
  style_constraint: sourced.optional(),
  limits: text.default(''),
  sources: list.default([]),
  /** Markdown in the form of the figures: what a rehearsal may recite. */
  rehearsal: text.default(''),
  /** What a member says in a council's rehearsal. */
  council: memberCouncilSchema.optional(),
})
export type Expert = z.infer<typeof expertSchema>

/** A board under a name: who sits on it, and who moderates if not the first. */
export const boardTemplateSchema = z.looseObject({
  name: said,
  display_name: text.default(''),
  experts: z.array(said).min(1).max(10),
  moderator: said.optional(),
})

/** Headings of the parts of a body, in the language of the expert. */
export type ExpertHeadings = Readonly<
  Record<'persona' | 'thinking' | 'framework' | 'rules' | 'rejection' | 'speaking' | 'limits' | 'sources', string>
>

/** Stands between what a model is given and what only a rehearsal recites. */
const MARK = '<!-- rehearsal -->'

/** An expert as the Markdown body of a persona: the part for a model first, then the material of the rehearsal, if there is any. */
export function expertBody(expert: Expert, name: string, headings: ExpertHeadings): string {
  const sources = [...new Set([...expert.rules, expert.rejection, expert.style_constraint].flatMap(one => one?.source || []))]
  const parts: readonly (readonly [string, string])[] = [
    [headings.persona, expert.persona],
    [headings.thinking, expert.thinking_style],
    [headings.framework, expert.decision_framework],
    [headings.rules, bullets(expert.rules.map(rule => rule.says))],
    [headings.rejection, bullets(expert.rejection ? [expert.rejection.says] : [])],
    [
      headings.speaking,
      [expert.speaking_style, bullets(expert.style_constraint ? [expert.style_constraint.says] : [])].filter(Boolean).join('\n'),
    ],
    [headings.limits, expert.limits],
    [headings.sources, bullets([...new Set([...sources, ...expert.sources])])],
  ]
  const written = parts.filter(([, part]) => part !== '').map(([heading, part]) => `## ${heading}\n${part}`)
  const forModel = [`# ${name}`, ...written].join('\n\n').replaceAll(MARK, '')
  const recited = [expert.rehearsal, expert.council ? councilBlock(expert.council) : ''].filter(Boolean)
  return recited.length === 0 ? `${forModel}\n` : [forModel, MARK, ...recited].join('\n\n').concat('\n')
}

/** The part of a persona's body that a model is given; the whole body of a persona that has no such division. */
export function bodyForModel(body: string): string {
  const mark = body.indexOf(MARK)
  return mark < 0 ? body : body.slice(0, mark).trimEnd()
}

const bullets = (lines: readonly string[]): string => lines.map(line => `- ${line.replace(/\s*\n\s*/g, ' ')}`).join('\n')
