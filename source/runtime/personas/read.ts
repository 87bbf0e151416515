import {closeSync, constants, fstatSync, lstatSync, openSync, readSync} from 'node:fs'
import {type Remark, remark} from './findings.ts'

/** Bytes of the largest file that is read; the largest persona seen in the wild has 54 KB. */
export const MOST_BYTES = 1_048_576

export type Read = {readonly kind: 'bytes'; readonly bytes: Uint8Array} | {readonly kind: 'problem'; readonly problem: Remark}

/**
 * A plain file of at most `MOST_BYTES`, through no link: a `SKILL.md` that points at somebody's `/etc/passwd` must not end in a
 * prompt. Never throws, and never waits for a pipe.
 */
export function readPersonaFile(path: string): Read {
  let file: number | undefined
  try {
    const look = lstatSync(path)
    if (look.isSymbolicLink()) return refuse('symlink')
    if (look.isDirectory()) return refuse('folder-instead-of-file')
    // Looked at again once open, since what stands at a path may change in between.
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const stat = fstatSync(file)
    if (!stat.isFile()) return refuse('not-a-file')
    if (stat.size > MOST_BYTES) return refuse('too-large', {bytes: stat.size, limit: MOST_BYTES})
    return {kind: 'bytes', bytes: readAll(file, stat.size)}
  } catch (error) {
    const errno = errnoOf(error)
    return errno === 'ELOOP' ? refuse('symlink') : refuse('unreadable', {errno})
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

function readAll(file: number, size: number): Uint8Array {
  const bytes = new Uint8Array(size)
  let filled = 0
  while (filled < size) {
    const count = readSync(file, bytes, filled, size - filled, null)
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

const refuse = (code: Remark['code'], slots: Remark['slots'] = {}): Read => ({kind: 'problem', problem: remark(code, 1, slots)})

export const errnoOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : 'unknown'
