import {dirname} from 'node:path'
import {type Disk, OPEN, refuse, systemCode} from './disk.ts'

/** Writes every byte, however few the system takes at a time (a nearly full disk takes a part and says so only in the count). */
export function writeAll(
  disk: Disk,
  file: {readonly fd: number; readonly path: string; readonly from: number},
  bytes: Uint8Array,
) {
  for (let done = 0; done < bytes.length; ) {
    const wrote = disk.write(file.fd, bytes, done, bytes.length - done, file.from + done)
    if (wrote <= 0) refuse('no-progress', file.path)
    done += wrote
  }
  if (disk.stat(file.fd).size !== file.from + bytes.length) refuse('wrong-size', file.path)
}

/** The descriptor of a regular file; undefined when nothing is there. Refuses links, folders, pipes and devices. */
export function openRegular(disk: Disk, path: string, flags: number): number | undefined {
  const found = disk.lstat(path)
  if (found === undefined) return undefined
  if (found.kind === 'link') refuse('symlink', path)
  if (found.kind !== 'file') refuse('not-a-file', path)
  const fd = openUnlessGone(disk, path, flags)
  if (fd === undefined) return undefined
  try {
    if (disk.stat(fd).kind !== 'file') refuse('not-a-file', path)
  } catch (error) {
    quietly(() => disk.close(fd))
    throw error
  }
  return fd
}

// It may go between the two looks: a lock is released whenever its owner likes.
function openUnlessGone(disk: Disk, path: string, flags: number): number | undefined {
  try {
    return disk.open(path, flags)
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined
    throw error
  }
}

/** The whole of a regular file; undefined when nothing is there. */
export function readRegular(disk: Disk, path: string): Uint8Array | undefined {
  const fd = openRegular(disk, path, OPEN.read)
  if (fd === undefined) return undefined
  try {
    return disk.read(fd)
  } finally {
    quietly(() => disk.close(fd))
  }
}

/** A new file with these bytes, on the disk for good when this returns. Throws EEXIST; on any other failure no file is left. */
export function createWhole(
  disk: Disk,
  path: string,
  {bytes, mode = 0o600}: {bytes: Uint8Array; mode?: number | undefined},
): void {
  const fd = disk.open(path, OPEN.create, mode)
  let open = true
  try {
    writeAll(disk, {fd, path, from: 0}, bytes)
    disk.fsync(fd)
    open = false
    disk.close(fd)
  } catch (error) {
    if (open) quietly(() => disk.close(fd))
    quietly(() => disk.unlink(path))
    throw error
  }
}

/** Makes names created, renamed or removed in the folder of `path` survive a power cut. */
export function syncFolderOf(disk: Disk, path: string): void {
  // Windows cannot open a folder, and some network file systems cannot sync one; their own journals must do.
  if (process.platform === 'win32') return
  const fd = disk.open(dirname(path), OPEN.folder)
  try {
    disk.fsync(fd)
  } catch (error) {
    if (!['EINVAL', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(systemCode(error) ?? '')) throw error
  } finally {
    quietly(() => disk.close(fd))
  }
}

/** For cleaning up after a failure: the first failure is the one to tell of. */
export function quietly(cleanUp: () => void): void {
  try {
    cleanUp()
  } catch (error) {
    if (systemCode(error) === undefined) throw error
  }
}
