import {dirname, join} from 'node:path'
import {createWhole, quietly, syncFolderOf} from './disk/bytes.ts'
import {attempt, type Disk, type Tried} from './disk/disk.ts'

/** A file that a meeting's folder begins with; `path` below the folder, one folder deep at most. */
export type FirstFile = {readonly path: string; readonly bytes: Uint8Array}

/**
 * Puts files into a folder that is ours and new; whatever stands there already is never written over. `undo` takes all of it away
 * again; a failure has done so already.
 */
export function layFiles(disk: Disk, folder: string, files: readonly FirstFile[]): Tried<{readonly undo: () => void}> {
  const made: (() => void)[] = []
  const undo = () => {
    for (const remove of made.splice(0).reverse()) quietly(remove)
  }
  const folders = new Set<string>()
  let path = folder
  const tried = attempt(folder, () => {
    for (const file of files) {
      path = join(folder, ...file.path.split('/'))
      const parent = dirname(path)
      if (parent !== folder && !folders.has(parent)) {
        disk.mkdir(parent)
        folders.add(parent)
        made.push(() => disk.rmdir(parent))
      }
      createWhole(disk, path, {bytes: file.bytes})
      const whole = path
      made.push(() => disk.unlink(whole))
    }
    for (const parent of folders) syncFolderOf(disk, join(parent, 'x'))
    if (files.length > 0) syncFolderOf(disk, join(folder, 'x'))
    return {undo}
  })
  if ('ok' in tried) return tried
  undo()
  return {fault: {...tried.fault, path}}
}
