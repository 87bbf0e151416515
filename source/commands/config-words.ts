import {z} from 'zod'
import {fill} from '../core/template.ts'
import type {ConfigWords} from '../i18n/config.ts'
import {bare} from '../runtime/settings-file.ts'

/** What should stand somewhere in the settings, for people. */
export function expectedOf(schema: z.ZodType | undefined, words: ConfigWords): string {
  const inner = schema && bare(schema)
  if (inner instanceof z.ZodBoolean) return words['expected.yesno']
  if (inner instanceof z.ZodEnum) return fill(words['expected.oneOf'], {options: inner.options.join(', ')})
  if (inner instanceof z.ZodLiteral) return fill(words['expected.oneOf'], {options: [...inner.values].map(String).join(', ')})
  if (inner instanceof z.ZodNumber) {
    const {minValue: min, maxValue: max, format} = inner
    if (format === null || min === null) return words['expected.number']
    return fill(words['expected.whole'], {min, max: max === null || max >= Number.MAX_SAFE_INTEGER ? '∞' : max})
  }
  if (inner instanceof z.ZodArray) return words['expected.list']
  if (inner instanceof z.ZodURL) return words['expected.url']
  if (inner instanceof z.ZodUnion) return fill(words['expected.oneOf'], {options: 'prepend, {"flag": "--system-file"}'})
  if (inner instanceof z.ZodObject || inner instanceof z.ZodRecord) return words['expected.object']
  return inner === undefined ? words['expected.name'] : words['expected.text']
}
