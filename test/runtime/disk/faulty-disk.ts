import {type Disk, nodeDisk} from '../../../source/runtime/disk/disk.ts'

export type Failure = 'short' | 'nothing' | 'ENOSPC' | 'EIO' | 'EROFS'
export type Plan = {
  /** Which call goes wrong, counted from 1. */
  readonly at: number
  readonly failure: Failure
  /** From then on every call that changes something goes wrong, as on a disk that died. */
  readonly forGood?: boolean
  readonly inner?: Disk
}

const CHANGES: ReadonlySet<keyof Disk> = new Set([
  'open',
  'write',
  'truncate',
  'fsync',
  'rename',
  'link',
  'unlink',
  'mkdir',
  'rmdir',
])

/** The real disk, except for the planned calls. A `short` write takes half of the bytes, a write of `ENOSPC` a part and then no more. */
export function faultyDisk({at, failure, forGood = false, inner = nodeDisk}: Plan): {disk: Disk; fired: () => boolean} {
  let calls = 0
  let fired = false
  const wrap = <K extends keyof Disk>(name: K): Disk[K] =>
    ((...args: unknown[]) => {
      const real = inner[name] as (...args: unknown[]) => unknown
      calls++
      if (calls < at || (calls > at && !(forGood && CHANGES.has(name)))) return real(...args)
      if (failure === 'short' || failure === 'nothing') {
        if (name !== 'write') return real(...args)
        fired = true
        if (failure === 'nothing') return 0
        const [fd, bytes, offset, length, position] = args as Parameters<Disk['write']>
        return inner.write(fd, bytes, offset, Math.ceil(length / 2), position)
      }
      fired = true
      if (name === 'write' && failure === 'ENOSPC') {
        const [fd, bytes, offset, length, position] = args as Parameters<Disk['write']>
        inner.write(fd, bytes, offset, length >> 1, position)
      }
      if (name === 'close') inner.close(args[0] as number)
      throw Object.assign(new Error(`${failure}: planned, ${name}`), {code: failure, syscall: name, errno: -1})
    }) as Disk[K]
  const names = Object.keys(inner) as (keyof Disk)[]
  const disk = Object.fromEntries(names.map(name => [name, wrap(name)])) as unknown as Disk
  return {disk, fired: () => fired}
}

export const FAILURES: readonly Failure[] = ['short', 'nothing', 'ENOSPC', 'EIO', 'EROFS']
