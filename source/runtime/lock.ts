import {join} from 'node:path'
import {createWhole, quietly, readRegular} from './disk/bytes.ts'
import {attempt, type Disk, type DiskFault, systemCode} from './disk/disk.ts'
import {fateOf, type Here, type Owner, parseOwner} from './lock-owner.ts'

export const LOCK_NAME = 'meeting.lock'

export type LockFault =
  /**
   * Somebody has the meeting. Without an `owner` the file does not say who (it was not written by us); `outOfSight`: on another
   * machine or in another container, so that nobody here can tell whether it still lives. Deleting `path` is then the way out.
   */
  | {readonly code: 'held'; readonly path: string; readonly owner?: Owner; readonly outOfSight: boolean}
  | {readonly code: 'disk'; readonly path: string; readonly disk: DiskFault}

export type Lock = {
  readonly path: string
  /** The process that had died holding it, whose leftovers may need reaping. */
  readonly takenOverFrom?: Owner
  /** Idempotent; leaves a lock alone that is no longer ours. */
  release(): void
}

export type MeetingToLock = {readonly disk: Disk; readonly folder: string; readonly here: Here}

/**
 * One process a meeting. The lock is a file that names its owner and appears whole or not at all. It never expires: a dead
 * owner's lock is taken over at the next attempt, a living one's never.
 */
export function takeLock({disk, folder, here}: MeetingToLock): {readonly ok: Lock} | {readonly fault: LockFault} {
  const path = join(folder, LOCK_NAME)
  const tried = attempt(path, () => take({disk, here, folder}, path))
  if ('fault' in tried) return {fault: {code: 'disk', path, disk: tried.fault}}
  const taken = tried.ok
  if ('held' in taken) {
    const outOfSight = taken.held !== undefined && fateOf(taken.held, here) === 'out-of-sight'
    return {fault: {code: 'held', path, outOfSight, ...(taken.held && {owner: taken.held})}}
  }
  quietly(() => sweep({disk, here, folder}))
  const release = () => quietly(() => releaseOwn(disk, path, here.self))
  return {ok: {path, release, ...(taken.from && {takenOverFrom: taken.from})}}
}

type Room = {readonly disk: Disk; readonly here: Here; readonly folder: string}
type Taken = {readonly from: Owner | undefined} | {readonly held: Owner | undefined}

function take(room: Room, path: string): Taken {
  for (;;) {
    if (create(room, path)) return {from: undefined}
    const present = readRegular(room.disk, path)
    // Released between the two looks.
    if (present === undefined) continue
    const owner = parseOwner(present)
    if (owner === undefined || fateOf(owner, room.here) !== 'gone') return {held: owner}
    const taken = takeOver(room, path, owner)
    if (taken !== 'changed') return taken
  }
}

/**
 * The right to replace this very lock is itself a lock, named by the dead owner's token, and who holds it looks again: while the
 * dead owner's bytes still stand there, nobody else may touch them. A token never comes back, so one who comes late finds other
 * bytes and begins anew. A process that dies right here leaves a guard with a dead owner, which is taken over the same way.
 */
function takeOver(room: Room, path: string, dead: Owner): Taken | 'changed' {
  const {disk, here} = room
  const guard = join(room.folder, `${LOCK_NAME}.after-${dead.token}`)
  const guarding = take(room, guard)
  if ('held' in guarding) return guarding
  try {
    const present = readRegular(disk, path)
    if (present === undefined || parseOwner(present)?.token !== dead.token) return 'changed'
    const own = writeOwn(room)
    try {
      disk.rename(own, path)
    } catch (error) {
      quietly(() => disk.unlink(own))
      throw error
    }
    return {from: dead}
  } finally {
    quietly(() => releaseOwn(disk, guard, here.self))
  }
}

/** False when something stands there already. */
function create(room: Room, path: string): boolean {
  const {disk} = room
  const own = writeOwn(room)
  try {
    disk.link(own, path)
    return true
  } catch (error) {
    const code = systemCode(error)
    if (code === 'EEXIST') return false
    if (code === undefined || !NO_LINKS.has(code)) throw error
  } finally {
    quietly(() => disk.unlink(own))
  }
  return createWithoutLinks(room, path)
}

/** What file systems without hard links (FAT, some network ones) answer. */
const NO_LINKS: ReadonlySet<string> = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK', 'EACCES'])

// There a killed process can leave a file that names nobody, and the person has to remove it; the fault says which.
function createWithoutLinks({disk, here}: Room, path: string): boolean {
  try {
    createWhole(disk, path, {bytes: bytesOf(here.self)})
    return true
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false
    throw error
  }
}

function writeOwn({disk, here, folder}: Room): string {
  const path = join(folder, `${LOCK_NAME}.by-${here.self.token}`)
  quietly(() => disk.unlink(path))
  createWhole(disk, path, {bytes: bytesOf(here.self)})
  return path
}

const bytesOf = (owner: Owner) => Buffer.from(`${JSON.stringify(owner)}\n`, 'utf8')

function releaseOwn(disk: Disk, path: string, self: Owner): void {
  const present = readRegular(disk, path)
  if (present !== undefined && parseOwner(present)?.token === self.token) disk.unlink(path)
}

/** What takers left behind that died on their way: guards, and files that never became a lock. */
function sweep({disk, folder, here}: Room): void {
  for (const name of disk.readdir(folder)) {
    if (!name.startsWith(`${LOCK_NAME}.`)) continue
    const path = join(folder, name)
    const owner = parseOwner(readRegular(disk, path) ?? new Uint8Array())
    if (owner && fateOf(owner, here) === 'gone') disk.unlink(path)
  }
}
