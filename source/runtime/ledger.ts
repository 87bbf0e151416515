import {join} from 'node:path'
import type {MeetingEvent, Stamped} from '../core/events.ts'
import {createWhole, openRegular, quietly, readRegular, syncFolderOf, writeAll} from './disk/bytes.ts'
import {attempt, type Disk, type DiskFault, OPEN, systemCode, type Tried} from './disk/disk.ts'
import {type Damage, encodeLine, type Scan, scanLines} from './ledger-lines.ts'

export const LEDGER_NAME = 'meeting.jsonl'

export type LedgerFault =
  /** No ledger, an empty one, or none with a whole record. */
  | {readonly code: 'nothing'; readonly path: string}
  /** A new meeting was to begin where one is recorded. */
  | {readonly code: 'exists'; readonly path: string}
  /** `line` is damaged in a way that no interrupted write explains. `repairable`: at least one record stands before it. */
  | ({readonly code: 'damaged'; readonly path: string; readonly repairable: boolean} & Damage)
  /** Written by a version of the program that knows format `v`. */
  | {readonly code: 'newer'; readonly path: string; readonly line: number; readonly v: number}
  /** The file was deleted, replaced or written to by somebody else while it was open. */
  | {readonly code: 'changed'; readonly path: string}
  | {readonly code: 'closed'; readonly path: string}
  | {readonly code: 'disk'; readonly path: string; readonly disk: DiskFault}

/** Bytes that were taken out of the ledger when it was opened, and the file that has them now. Nothing is ever deleted. */
export type SetAside = {readonly why: 'torn' | 'damaged'; readonly bytes: number; readonly path: string}

export type Ledger = {
  readonly path: string
  /** In order, from the beginning; grows with `append`. Holds events of unknown types too, which readers ignore. */
  readonly events: readonly Stamped[]
  readonly setAside?: SetAside
  /**
   * Synced to the disk when it returns `ok`. After a fault the file is back at its last whole record and the ledger stays
   * refused: every later append returns the same fault. Throws a TypeError on an event that could not be read back.
   * `at`: ISO 8601 in UTC with milliseconds.
   */
  append(event: MeetingEvent, at: string): {readonly ok: Stamped} | {readonly fault: LedgerFault}
  /** Idempotent. */
  close(): void
}

export type Opened = {readonly ok: Ledger} | {readonly fault: LedgerFault}

export type LedgerToOpen = {
  readonly disk: Disk
  readonly folder: string
  /** `new`: the folder must hold none. `repair`: go on from the records before a damage, setting the rest aside. */
  readonly as: 'new' | 'present' | 'repair'
}

/** For the one process that holds the meeting's lock. A torn tail is cut and kept aside; damage is refused with its line. */
export function openLedger({disk, folder, as}: LedgerToOpen): Opened {
  const path = join(folder, LEDGER_NAME)
  if (as === 'new') return createLedger(disk, path)
  const opened = attempt(path, () => openRegular(disk, path, OPEN.readWrite))
  if ('fault' in opened) return {fault: {code: 'disk', path, disk: opened.fault}}
  if (opened.ok === undefined) return {fault: {code: 'nothing', path}}
  const file = {disk, path, fd: opened.ok}
  const ready = readAndTrim(file, as === 'repair')
  if ('fault' in ready) {
    quietly(() => disk.close(file.fd))
    return ready
  }
  return {ok: makeLedger(file, ready)}
}

/** For readers (verify, export, history): touches nothing, needs no lock, and may look on while the meeting goes on. */
export function readLedger(
  disk: Disk,
  folder: string,
):
  | {readonly ok: {readonly path: string; readonly events: readonly Stamped[]; readonly torn: number}}
  | {readonly fault: LedgerFault} {
  const path = join(folder, LEDGER_NAME)
  const read = attempt(path, () => readRegular(disk, path))
  if ('fault' in read) return {fault: {code: 'disk', path, disk: read.fault}}
  const scan = scanLines(read.ok ?? new Uint8Array())
  const fault = faultIn(scan, path)
  return fault ? {fault} : {ok: {path, events: scan.events, torn: scan.torn}}
}

type OpenFile = {readonly disk: Disk; readonly path: string; readonly fd: number}
type Ready = {readonly events: Stamped[]; readonly end: number; readonly setAside?: SetAside}

function createLedger(disk: Disk, path: string): Opened {
  const created = attempt(path, () => {
    const fd = disk.open(path, OPEN.createReadWrite)
    try {
      syncFolderOf(disk, path)
      return fd
    } catch (error) {
      quietly(() => disk.close(fd))
      quietly(() => disk.unlink(path))
      throw error
    }
  })
  if ('ok' in created) return {ok: makeLedger({disk, path, fd: created.ok}, {events: [], end: 0})}
  return {fault: created.fault.code === 'EEXIST' ? {code: 'exists', path} : {code: 'disk', path, disk: created.fault}}
}

function faultIn(scan: Scan, path: string): LedgerFault | undefined {
  if (scan.newer) return {code: 'newer', path, ...scan.newer}
  if (scan.damage) return {code: 'damaged', path, repairable: scan.events.length > 0, ...scan.damage}
  return scan.events.length === 0 ? {code: 'nothing', path} : undefined
}

function readAndTrim(file: OpenFile, repair: boolean): Ready | {readonly fault: LedgerFault} {
  const {disk, path, fd} = file
  const read = attempt(path, () => disk.read(fd))
  if ('fault' in read) return {fault: {code: 'disk', path, disk: read.fault}}
  const {events, end, ...scan} = scanLines(read.ok)
  const fault = faultIn({events, end, ...scan}, path)
  if (fault && !(repair && fault.code === 'damaged' && fault.repairable)) return {fault}
  const rest = read.ok.subarray(end)
  if (rest.length === 0) return {events, end}
  const aside = setAside(file, {bytes: rest, why: fault ? 'damaged' : 'torn', end})
  if ('fault' in aside) return {fault: {code: 'disk', path, disk: aside.fault}}
  return {events, end, setAside: aside.ok}
}

/** The copy is on the disk before the ledger is cut: killed in between, the next opening does the same once more. */
function setAside({disk, path, fd}: OpenFile, rest: {bytes: Uint8Array; why: SetAside['why']; end: number}): Tried<SetAside> {
  return attempt(path, () => {
    const copy = createNumbered(disk, `${path}.${rest.why}`, rest.bytes)
    syncFolderOf(disk, copy)
    disk.truncate(fd, rest.end)
    disk.fsync(fd)
    return {why: rest.why, bytes: rest.bytes.length, path: copy}
  })
}

function createNumbered(disk: Disk, prefix: string, bytes: Uint8Array): string {
  for (let n = 1; ; n++) {
    const path = `${prefix}-${n}`
    try {
      createWhole(disk, path, {bytes})
      return path
    } catch (error) {
      if (systemCode(error) !== 'EEXIST') throw error
    }
  }
}

function makeLedger({disk, path, fd}: OpenFile, {events, end: start, setAside}: Ready): Ledger {
  let end = start
  let refused: LedgerFault | undefined
  let open = true

  const write = (line: string): LedgerFault | undefined => {
    const bytes = Buffer.from(line, 'utf8')
    const written = attempt(path, () => {
      if (!isStillOurs()) return 'changed'
      try {
        writeAll(disk, {fd, path, from: end}, bytes)
        disk.fsync(fd)
      } catch (error) {
        quietly(() => disk.truncate(fd, end))
        quietly(() => disk.fsync(fd))
        throw error
      }
      end += bytes.length
      return undefined
    })
    if ('fault' in written) return {code: 'disk', path, disk: written.fault}
    return written.ok && {code: written.ok, path}
  }

  // A record in a file that was deleted or replaced meanwhile would be synced and yet lost; bytes behind our end are not ours.
  const isStillOurs = () => {
    const {identity, size} = disk.stat(fd)
    return size === end && disk.lstat(path)?.identity === identity
  }

  return {
    path,
    events,
    ...(setAside && {setAside}),
    append(event, at) {
      if (refused) return {fault: refused}
      const {line, stamped} = encodeLine(event, {seq: events.length + 1, at})
      refused = write(line)
      if (refused) return {fault: refused}
      events.push(stamped)
      return {ok: stamped}
    },
    close() {
      if (open) quietly(() => disk.close(fd))
      open = false
      refused ??= {code: 'closed', path}
    },
  }
}
