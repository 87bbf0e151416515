import {dirname, join, resolve} from 'node:path'
import {quietly, syncFolderOf} from './bytes.ts'
import {attempt, type Disk, refuse, systemCode, type Tried} from './disk.ts'

const MOST_CLAIMS = 999

export type FolderToClaim = {
  readonly disk: Disk
  /** Made when it is missing. May be a link: where the records go is the person's own affair. */
  readonly root: string
  /** One name, as from `folderName`. Throws a RangeError when it could lead out of the root. */
  readonly name: string
}

/**
 * A folder that was not there before, `name` or `name-2`, `name-3` ... : making it is the claim, so two meetings of the same
 * minute cannot share one. Whatever stands under a name, also a dangling link, keeps it. Comes back as an absolute path.
 */
export function claimFolder({disk, root, name}: FolderToClaim): Tried<string> {
  if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) throw new RangeError(`not one name: ${name}`)
  const home = resolve(root)
  return attempt(home, () => {
    makeFolders(disk, home)
    const path = makeFirstFree(disk, join(home, name))
    try {
      syncFolderOf(disk, path)
    } catch (error) {
      quietly(() => disk.rmdir(path))
      throw error
    }
    return path
  })
}

function makeFirstFree(disk: Disk, wanted: string): string {
  for (let n = 1; ; n++) {
    const path = n === 1 ? wanted : `${wanted}-${n}`
    try {
      disk.mkdir(path)
      return path
    } catch (error) {
      if (systemCode(error) !== 'EEXIST' || n === MOST_CLAIMS) throw error
    }
  }
}

function makeFolders(disk: Disk, path: string): void {
  try {
    disk.mkdir(path, 0o777)
    syncFolderOf(disk, path)
  } catch (error) {
    const code = systemCode(error)
    const parent = dirname(path)
    if (code === 'ENOENT' && parent !== path) {
      makeFolders(disk, parent)
      makeFolders(disk, path)
    } else if (code !== 'EEXIST') {
      // A root on a read-only or foreign parent (`/`, a drive, a share) may answer anything before it answers EEXIST.
      if (disk.lstat(path)?.kind !== 'folder') throw error
    } else if (disk.lstat(path)?.kind === 'file') refuse('not-a-file', path)
  }
}
