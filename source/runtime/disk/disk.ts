import * as fs from 'node:fs'

/**
 * The seam between the program and the files that must survive it. Synchronous on purpose: what is written first is believed
 * second and shown third, and nothing comes between. Calls throw what node:fs throws; `attempt` turns that into a value.
 */
export type Disk = {
  open(path: string, flags: number, mode?: number): number
  /** May write fewer bytes than asked; returns how many. `position` null: at the file's own position. */
  write(fd: number, bytes: Uint8Array, offset: number, length: number, position: number | null): number
  /** The whole file. */
  read(fd: number): Uint8Array
  truncate(fd: number, size: number): void
  fsync(fd: number): void
  close(fd: number): void
  stat(fd: number): Status
  /** Undefined when nothing is there. Never follows a link. */
  lstat(path: string): Status | undefined
  rename(from: string, to: string): void
  link(from: string, to: string): void
  unlink(path: string): void
  /** One folder; its parent must be there. */
  mkdir(path: string, mode?: number): void
  rmdir(path: string): void
  readdir(path: string): string[]
}

export type Status = {
  readonly kind: 'file' | 'folder' | 'link' | 'other'
  /** Bytes. */
  readonly size: number
  /** Same device and inode: the same file, whatever it is called by now. */
  readonly identity: string
  /** Names that lead to it; 0: deleted while open. */
  readonly links: number
}

/** `code` is the system's (`ENOSPC`, `EROFS` ...) or one of our own; `message` is the system's, for a log. */
export type DiskFault = {
  readonly code: string
  readonly path: string
  readonly message: string
}

/** Our own codes: a link where a file was due; something else that is no file; a write that took nothing; a size that came out wrong. */
export const OWN_CODES = ['symlink', 'not-a-file', 'no-progress', 'wrong-size'] as const

export type Tried<T> = {readonly ok: T} | {readonly fault: DiskFault}

/** Runs disk calls on behalf of `path`; a system error or a `refuse` becomes a fault, anything else is our own bug and goes on flying. */
export function attempt<T>(path: string, calls: () => T): Tried<T> {
  try {
    return {ok: calls()}
  } catch (error) {
    if (error instanceof Refused) return {fault: {...error.fault, path}}
    const code = systemCode(error)
    if (code === undefined) throw error
    return {fault: {code, path, message: (error as Error).message}}
  }
}

/** Leaves an `attempt` with one of our own codes. */
export function refuse(code: (typeof OWN_CODES)[number], path: string): never {
  throw new Refused({code, path, message: `${code}: ${path}`})
}

class Refused extends Error {
  constructor(readonly fault: DiskFault) {
    super(fault.message)
  }
}

/** The system's code of an error; undefined when it does not come from the system. */
export function systemCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !('syscall' in error)) return undefined
  return 'code' in error && typeof error.code === 'string' ? error.code : undefined
}

// Windows has neither flag; the lstat before each open is what is left there.
const {O_CREAT, O_DIRECTORY = 0, O_EXCL, O_NOFOLLOW = 0, O_NONBLOCK = 0, O_RDONLY, O_RDWR, O_WRONLY} = fs.constants
export const OPEN = {
  read: O_RDONLY | O_NOFOLLOW | O_NONBLOCK,
  readWrite: O_RDWR | O_NOFOLLOW | O_NONBLOCK,
  create: O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW,
  createReadWrite: O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW,
  folder: O_RDONLY | O_DIRECTORY,
} as const

export const nodeDisk: Disk = {
  open: (path, flags, mode = 0o600) => fs.openSync(path, flags, mode),
  write: (fd, bytes, offset, length, position) => fs.writeSync(fd, bytes, offset, length, position),
  read: fd => fs.readFileSync(fd),
  truncate: (fd, size) => fs.ftruncateSync(fd, size),
  fsync: fd => fs.fsyncSync(fd),
  close: fd => fs.closeSync(fd),
  stat: fd => status(fs.fstatSync(fd, {bigint: true})),
  lstat: path => {
    const found = fs.lstatSync(path, {bigint: true, throwIfNoEntry: false})
    return found && status(found)
  },
  rename: (from, to) => fs.renameSync(from, to),
  link: (from, to) => fs.linkSync(from, to),
  unlink: path => fs.unlinkSync(path),
  mkdir: (path, mode = 0o700) => void fs.mkdirSync(path, {mode}),
  rmdir: path => fs.rmdirSync(path),
  readdir: path => fs.readdirSync(path),
}

function status(found: fs.BigIntStats): Status {
  const kind = found.isFile() ? 'file' : found.isDirectory() ? 'folder' : found.isSymbolicLink() ? 'link' : 'other'
  return {kind, size: Number(found.size), identity: `${found.dev}:${found.ino}`, links: Number(found.nlink)}
}
