import {join} from 'node:path'
import {syncFolderOf} from './bytes.ts'
import {attempt, type Disk, refuse, systemCode, type Tried} from './disk.ts'

/**
 * A folder below one of ours, made where it is missing, with 0700; back comes its path. Refuses a link or a file in its place, on
 * every level, so that nothing is written elsewhere. Throws a RangeError for a name that could lead out.
 */
export function subFolder({disk, root, names}: {disk: Disk; root: string; names: readonly string[]}): Tried<string> {
  for (const name of names) {
    if (name === '' || name === '.' || name === '..' || /[/\\\0]/.test(name)) throw new RangeError(`not one name: ${name}`)
  }
  return attempt(join(root, ...names), () => names.reduce((above, name) => made(disk, join(above, name)), root))
}

function made(disk: Disk, path: string): string {
  const present = disk.lstat(path)
  if (present?.kind === 'link') refuse('symlink', path)
  if (present && present.kind !== 'folder') refuse('not-a-file', path)
  if (present) return path
  try {
    disk.mkdir(path)
    syncFolderOf(disk, path)
  } catch (error) {
    // Made meanwhile: then it has to be what it would have to be at first sight.
    if (systemCode(error) !== 'EEXIST' || disk.lstat(path)?.kind !== 'folder') throw error
  }
  return path
}
