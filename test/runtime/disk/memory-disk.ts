import {constants} from 'node:fs'
import {dirname} from 'node:path'
import type {Disk, Status} from '../../../source/runtime/disk/disk.ts'

type File = {readonly identity: string; bytes: Buffer; links: number}

/** A disk of files alone, every folder present and nothing ever slow: for tests that open ten thousand ledgers. */
export function memoryDisk(files = new Map<string, File>()): {
  disk: Disk
  put: (path: string, bytes: Uint8Array) => void
  get: (path: string) => Buffer | undefined
  names: () => string[]
} {
  const open = new Map<number, File>()
  let next = 3
  let inode = 1
  const fail = (code: string, syscall: string): never => {
    throw Object.assign(new Error(`${code}: ${syscall}`), {code, syscall})
  }
  const fileOf = (fd: number) => open.get(fd) ?? fail('EBADF', 'fd')
  const at = (path: string) => files.get(path) ?? fail('ENOENT', path)
  const make = (path: string, bytes: Uint8Array) => {
    const file = {identity: `0:${inode++}`, bytes: Buffer.from(bytes), links: 1}
    files.set(path, file)
    return file
  }
  const unlink = (path: string) => {
    at(path).links--
    files.delete(path)
  }
  const status = ({identity, bytes, links}: File): Status => ({kind: 'file', size: bytes.length, identity, links})
  const disk: Disk = {
    open: (path, flags) => {
      const present = files.get(path)
      if (present && flags & constants.O_EXCL) fail('EEXIST', 'open')
      const folder = {identity: path, bytes: Buffer.alloc(0), links: 2}
      const file =
        flags & constants.O_DIRECTORY ? folder : (present ?? (flags & constants.O_CREAT ? make(path, Buffer.alloc(0)) : at(path)))
      open.set(next, file)
      return next++
    },
    write: (fd, bytes, offset, length, position) => {
      const file = fileOf(fd)
      const from = position ?? file.bytes.length
      const grown = Buffer.alloc(Math.max(file.bytes.length, from + length))
      grown.set(file.bytes)
      grown.set(bytes.subarray(offset, offset + length), from)
      file.bytes = grown
      return length
    },
    read: fd => Buffer.from(fileOf(fd).bytes),
    truncate: (fd, size) => {
      fileOf(fd).bytes = Buffer.from(fileOf(fd).bytes.subarray(0, size))
    },
    fsync: fd => void fileOf(fd),
    close: fd => void open.delete(fd),
    stat: fd => status(fileOf(fd)),
    lstat: path => {
      const file = files.get(path)
      return file && status(file)
    },
    rename: (from, to) => {
      const file = at(from)
      files.delete(from)
      files.set(to, file)
    },
    link: (from, to) => {
      if (files.has(to)) fail('EEXIST', 'link')
      files.set(to, at(from))
      at(from).links++
    },
    unlink,
    mkdir: () => {},
    rmdir: () => {},
    readdir: folder => [...files.keys()].filter(path => dirname(path) === folder).map(path => path.slice(folder.length + 1)),
  }
  return {disk, put: make, get: path => files.get(path)?.bytes, names: () => [...files.keys()]}
}
