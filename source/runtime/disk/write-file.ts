import {dirname, join} from 'node:path'
import {createWhole, quietly, syncFolderOf} from './bytes.ts'
import {attempt, type Disk, refuse, systemCode, type Tried} from './disk.ts'

export type FileToWrite = {
  readonly disk: Disk
  readonly path: string
  readonly content: string | Uint8Array
  /** Permission bits, before the umask; 0600 unless told. */
  readonly mode?: number
}

/**
 * Replaces a file as a whole: at every moment, also after a power cut, the path holds the old bytes or the new ones.
 * A failure leaves the old file and no temporary one; only when the very last step fails (syncing the folder after the rename)
 * is it the new file that stands there. A link at the path is refused, not followed.
 */
export function writeFile({disk, path, content, mode}: FileToWrite): Tried<true> {
  return attempt(path, () => {
    const present = disk.lstat(path)
    if (present?.kind === 'link') refuse('symlink', path)
    if (present && present.kind !== 'file') refuse('not-a-file', path)
    const bytes = typeof content === 'string' ? Buffer.from(content, 'utf8') : content
    const temporary = createTemporary(disk, dirname(path), {bytes, mode})
    try {
      disk.rename(temporary, path)
    } catch (error) {
      quietly(() => disk.unlink(temporary))
      throw error
    }
    syncFolderOf(disk, path)
    return true
  })
}

const TEMPORARY = /^\.roundtable-tmp-\d+$/
const MOST_TEMPORARIES = 100

/** Short and apart from the target's name, so that a name at the system's limit still has room. */
function createTemporary(disk: Disk, folder: string, content: {bytes: Uint8Array; mode?: number | undefined}): string {
  for (let n = 0; ; n++) {
    const path = join(folder, `.roundtable-tmp-${n}`)
    try {
      createWhole(disk, path, content)
      return path
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || n === MOST_TEMPORARIES) throw error
    }
  }
}

/** Removes what writers that were killed left behind. Only for the one process that holds the folder's lock. */
export function sweepTemporaries(disk: Disk, folder: string): Tried<number> {
  return attempt(folder, () => {
    const left = disk.readdir(folder).filter(name => TEMPORARY.test(name))
    for (const name of left) disk.unlink(join(folder, name))
    return left.length
  })
}
