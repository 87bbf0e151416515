import {readFileSync} from 'node:fs'
import {resolve} from 'node:path'
import {systemCode} from '../runtime/disk/disk.ts'

/** Reads a text file whose path the person wrote, seen from where they are. */
export const readTextFrom =
  (cwd: string) =>
  (path: string): {ok: string} | {fault: {code: string}} => {
    try {
      return {ok: readFileSync(resolve(cwd, path), 'utf8')}
    } catch (error) {
      return {fault: {code: systemCode(error) ?? 'EIO'}}
    }
  }
