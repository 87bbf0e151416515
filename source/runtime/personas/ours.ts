import {z} from 'zod'
import type {Lang} from '../../core/events.ts'
import {type Remark, remark} from './findings.ts'
import {label, MOST_NAME} from './names.ts'

/** Our key in the frontmatter, as it goes in. Unknown keys below it are ignored, and said. */
const schema = z.looseObject({
  display_name: z.string().optional(),
  aliases: z.array(z.string()).optional(),
  title: z.string().optional(),
  lang: z
    .string()
    .regex(/^(?:zh|en)(?:[-_]\w+)*$/i)
    .transform((lang): Lang => (/^zh/i.test(lang) ? 'zh' : 'en'))
    .optional(),
  avatar: z.string().optional(),
  color: z.string().optional(),
  rehearsal: z.boolean().optional(),
  /** Joins two files of one person whose ids do not tell: `marx` for `marx-perspective` and `karl-marx`. */
  person: z.string().optional(),
})
type Ours = z.infer<typeof schema>
const EXPECTED: Readonly<Record<string, string>> = {
  aliases: '[text, ...]',
  lang: 'zh | en',
  rehearsal: 'true | false',
  roundtable: 'key: value',
}

/** Unknown subkeys are notes; a wrong type is a problem, with its line. */
export type OursRead = {kind: 'data'; data: Ours; notes: Remark[]} | {kind: 'problem'; problem: Remark}

export function readOurs(value: unknown, lineOf: (...keys: string[]) => number): OursRead {
  const read = schema.safeParse(value ?? {})
  if (!read.success) {
    const key = String(read.error.issues[0]?.path[0] ?? 'roundtable')
    const path = key === 'roundtable' ? [key] : ['roundtable', key]
    return {
      kind: 'problem',
      problem: remark('wrong-type', lineOf(...path), {key: path.join('.'), expected: EXPECTED[key] ?? 'text'}),
    }
  }
  const unknown = Object.keys(read.data).filter(key => !Object.hasOwn(schema.shape, key))
  const notes = unknown.slice(0, 20).map(key => remark('unknown-key', lineOf('roundtable', key), {key: label(key, MOST_NAME)}))
  return {kind: 'data', data: read.data, notes}
}
