import {closeSync, constants, fstatSync, lstatSync, openSync, readSync, realpathSync} from 'node:fs'
import {errnoOf} from './personas/read.ts'

/** Bytes of the largest file that is read: a document, not an archive. */
export const mostFileBytes = 8 * 1024 * 1024

export type FileFault =
  | {readonly code: 'missing' | 'dangling' | 'folder' | 'not-a-file'}
  | {readonly code: 'unreadable'; readonly errno: string}
  | {readonly code: 'too-large'; readonly bytes: number; readonly most: number}

/** `real`: absolute, with no link on the way. */
export type Found = {readonly real: string} | {readonly fault: FileFault}

/** Where a path leads that a person named: through links, and to a regular file only. Nothing is opened. */
export function findFile(path: string): Found {
  try {
    const link = lstatSync(path).isSymbolicLink()
    try {
      const real = realpathSync(path)
      const status = lstatSync(real)
      if (status.isDirectory()) return {fault: {code: 'folder'}}
      return status.isFile() ? {real} : {fault: {code: 'not-a-file'}}
    } catch (error) {
      if (link && ['ENOENT', 'ELOOP'].includes(errnoOf(error))) return {fault: {code: 'dangling'}}
      throw error
    }
  } catch (error) {
    const errno = errnoOf(error)
    return {fault: errno === 'ENOENT' || errno === 'ENOTDIR' ? {code: 'missing'} : {code: 'unreadable', errno}}
  }
}

/** The bytes of a file that `findFile` found. Never waits for a pipe, follows no link, and looks again once the file is open. */
export function readWhole(real: string): {readonly bytes: Uint8Array} | {readonly fault: FileFault} {
  let file: number | undefined
  try {
    file = openSync(real, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0))
    const status = fstatSync(file)
    if (!status.isFile()) return {fault: {code: 'not-a-file'}}
    if (status.size > mostFileBytes) return {fault: {code: 'too-large', bytes: status.size, most: mostFileBytes}}
    const bytes = new Uint8Array(status.size)
    let filled = 0
    for (let count = 1; filled < bytes.length && count > 0; filled += count) {
      count = readSync(file, bytes, filled, bytes.length - filled, null)
    }
    return {bytes: bytes.subarray(0, filled)}
  } catch (error) {
    return {fault: {code: 'unreadable', errno: errnoOf(error)}}
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
