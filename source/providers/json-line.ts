import {isObject, objectIn} from './cli/lines.ts'

export type Fields = Readonly<Record<string, unknown>>

/** One line of an agent's output as an object, or nothing: a line that does not begin with one is noise, whatever stands in it. */
export function objectsIn(line: string): readonly Fields[] {
  const fields = objectIn(line)
  return fields === undefined ? [] : [fields]
}

/** What stands under a name that several versions of an agent spell differently. */
export function textAt(fields: Fields | undefined, ...names: readonly string[]): string | undefined {
  for (const name of names) {
    const value = fields?.[name]
    if (typeof value === 'string') return value
  }
  return undefined
}

export function numberAt(fields: Fields | undefined, name: string): number | undefined {
  const value = fields?.[name]
  return typeof value === 'number' && Number.isFinite(value) ? value : undefined
}

export function fieldsAt(fields: Fields | undefined, name: string): Fields | undefined {
  const value = fields?.[name]
  return isObject(value) ? value : undefined
}

/** The objects of a list; what is none is left out. */
export function listAt(fields: Fields | undefined, name: string): readonly Fields[] {
  const value = fields?.[name]
  return Array.isArray(value) ? value.filter(isObject) : []
}
