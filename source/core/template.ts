import type {TemplateSet} from './events.ts'

const slot = /\{([a-z][a-zA-Z]*)\}/g

/**
 * Fills `{slot}`s. What is filled in is never looked at again, so a topic or a speech that holds `{names}` stays as it is.
 * Throws on a slot without a value: that is our own bug.
 */
export function fill(template: string, slots: Readonly<Record<string, string | number>>): string {
  return template.replace(slot, (_, name: string) => {
    const value = slots[name]
    if (value === undefined) throw new Error(`no value for {${name}} in the template «${template.slice(0, 60)}»`)
    return String(value)
  })
}

/**
 * The same for running text: where a value meets the template's words, one space stands between a Han character and a Latin letter
 * or digit, and none between two Han characters. Inside the values nothing is touched.
 */
export function fillSpaced(template: string, slots: Readonly<Record<string, string | number>>): string {
  const marked = Object.fromEntries(Object.entries(slots).map(([name, value]) => [name, `${EDGE}${value}${EDGE}`]))
  return fill(template, marked)
    .replace(/(\p{Script=Han}) ?\0 ?(?=[\p{Script=Latin}\d])/gu, '$1 ')
    .replace(/([\p{Script=Latin}\d]) ?\0 ?(?=\p{Script=Han})/gu, '$1 ')
    .replace(/(\p{Script=Han}) ?\0 ?(?=\p{Script=Han})/gu, '$1')
    .replaceAll(EDGE, '')
}

/** Stands in no text: what comes in loses it. */
const EDGE = '\0'

/** The slots a template names, each once. */
export const slotsOf = (template: string): readonly string[] => [
  ...new Set([...template.matchAll(slot)].map(match => match[1] ?? '')),
]

/** The texts a meeting was opened with lack one: its ledger was edited, or is of another program. */
export class MissingTemplate extends Error {}

/** Throws `MissingTemplate`. */
export function pick(templates: TemplateSet, id: string): string {
  const text = templates[id]
  if (text === undefined) throw new MissingTemplate(id)
  return text
}

/**
 * Reads a file of templates: `## id` opens one, everything up to the next is its text, trimmed of blank lines at both ends.
 * What stands before the first heading is a note for the reader.
 */
export function parseTemplates(markdown: string): TemplateSet {
  const parts = markdown.replace(/\r\n?/g, '\n').split(/^## ([a-z][\w.-]*)$/m)
  const set: Record<string, string> = {}
  for (let i = 1; i < parts.length; i += 2) set[parts[i] as string] = (parts[i + 1] ?? '').replace(/^\n+|\n+$/g, '')
  return set
}

/**
 * Somebody else's text as data: between two lines that carry a nonce nobody could know. The text is not touched, so the bytes
 * between the lines are the text's own.
 */
export const fence = (text: string, nonce: string): string => `<<<${nonce}\n${text}\n${nonce}>>>`

/** The texts that stand in the fences of a prompt, in order. */
export function fenced(prompt: string, nonce: string): readonly string[] {
  const open = `<<<${nonce}\n`
  const close = `\n${nonce}>>>`
  const found: string[] = []
  for (let at = prompt.indexOf(open); at >= 0; at = prompt.indexOf(open, at + 1)) {
    const end = prompt.indexOf(close, at + open.length)
    if (end < 0) break
    found.push(prompt.slice(at + open.length, end))
  }
  return found
}
