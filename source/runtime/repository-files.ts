import {createHash} from 'node:crypto'
import {closeSync, constants, fstatSync, openSync, readSync, realpathSync} from 'node:fs'
import {join, sep} from 'node:path'
import {isNoise} from '../core/council-files.ts'
import type {Material} from '../core/material.ts'
import {cleanIngest, cutGraphemes} from '../core/text.ts'
import {isSensitivePath, secretsIn} from './materials-sensitive.ts'
import type {Repository} from './repository.ts'

/** Bytes of a file as a prompt carries it. */
export const mostFileBytes = 24_576
/** A larger file is no text that anybody wrote by hand. */
const mostReadBytes = 1_048_576

export type ReadFile = {readonly path: string; readonly bytes: Uint8Array; readonly text: string}

/** Why a file is not read: by its name it keeps secrets; it is no text, too large, gone, or lies elsewhere. */
export type NotRead = 'secret' | 'other'

/** Reads files of one repository, each once. Never throws, follows no link, and leaves the root in no way. */
export type Reader = {
  readonly read: (path: string) => ReadFile | NotRead
  /** Bytes read so far. */
  readonly spent: () => number
}

export function makeReader({root}: Repository): Reader {
  const known = new Map<string, ReadFile | NotRead>()
  let spent = 0
  const read = (path: string): ReadFile | NotRead => {
    if (isSensitivePath(path)) return 'secret'
    const bytes = isNoise(path) ? undefined : bytesOf(root, path)
    if (bytes === undefined) return 'other'
    spent += bytes.length
    const text = textOf(bytes)
    return text === undefined ? 'other' : {path, bytes, text}
  }
  return {
    read: path => {
      const found = known.get(path) ?? read(path)
      known.set(path, found)
      return found
    },
    spent: () => spent,
  }
}

/** Undefined: it holds what looks like a key or a password, and nobody should send it out. */
export function asMaterial({path, bytes, text}: ReadFile): Material | undefined {
  if (secretsIn(text).length > 0) return undefined
  const cut = Buffer.byteLength(text) <= mostFileBytes ? text : firstOf(text)
  return {
    kind: 'file',
    label: path,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    text: cut,
    truncated: cut.length < text.length,
  }
}

/** Plain ASCII, as most code is, has a character a byte. */
function firstOf(text: string): string {
  const first = text.slice(0, mostFileBytes)
  return /^[\x00-\x7f]*$/.test(first) ? first : cutGraphemes(first, {maxBytes: mostFileBytes})
}

function bytesOf(root: string, path: string): Uint8Array | undefined {
  const whole = join(root, ...path.split('/'))
  let file: number | undefined
  try {
    // A folder on the way may have become a link since the list was made.
    if (realpathSync(whole) !== whole || !whole.startsWith(root.endsWith(sep) ? root : root + sep)) return undefined
    file = openSync(whole, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(file)
    if (!stat.isFile() || stat.size > mostReadBytes) return undefined
    const bytes = new Uint8Array(stat.size)
    let filled = 0
    for (let count = 1; filled < bytes.length && count > 0; filled += count) {
      count = readSync(file, bytes, filled, bytes.length - filled, null)
    }
    return bytes.subarray(0, filled)
  } catch {
    return undefined
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

/** Undefined: these bytes are no text. */
function textOf(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  try {
    return cleanIngest(new TextDecoder('utf-8', {fatal: true}).decode(bytes)).text
  } catch {
    return undefined
  }
}
