import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {type Disk, nodeDisk} from '../../source/runtime/disk/disk.ts'
import {layFiles} from '../../source/runtime/materials-folder.ts'
import {type NewMeeting, openMeeting} from '../../source/runtime/meeting-folder.ts'

let folder: string
beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-laid-')))
})
afterEach(() => rmSync(folder, {recursive: true, force: true}))

const files = [
  {path: '.gitignore', bytes: Buffer.from('*\n')},
  {path: 'brief/01-目标.md', bytes: Buffer.from('要不要上？')},
  {path: 'materials/01-spec.md', bytes: Uint8Array.of(0xef, 0xbb, 0xbf, 0x61)},
  {path: 'materials/02-diff.md', bytes: Buffer.from('b')},
]

/** A disk on which the nth file of a name cannot be written to the end. */
function failingAt(name: string): Disk {
  return {
    ...nodeDisk,
    open: (path, flags, mode) => {
      if (path.endsWith(name)) {
        throw Object.assign(new Error('ENOSPC: no space left'), {code: 'ENOSPC', syscall: 'open', errno: -28})
      }
      return nodeDisk.open(path, flags, mode)
    },
  }
}

const everything = (root: string) => readdirSync(root, {recursive: true, encoding: 'utf8'}).sort()

describe('what a folder begins with', () => {
  it.skipIf(process.platform === 'win32')('is there byte for byte, for nobody else to read', () => {
    expect(layFiles(nodeDisk, folder, files)).toHaveProperty('ok')
    for (const {path, bytes} of files) {
      expect(Buffer.compare(readFileSync(join(folder, path)), Buffer.from(bytes))).toBe(0)
      expect(statSync(join(folder, path)).mode & 0o777).toBe(0o600)
    }
    expect(statSync(join(folder, 'materials')).mode & 0o777).toBe(0o700)
  })

  it('never takes the place of what is there, nor goes through a link', () => {
    writeFileSync(join(folder, '.gitignore'), 'mine')
    expect(layFiles(nodeDisk, folder, files)).toMatchObject({fault: {code: 'EEXIST', path: join(folder, '.gitignore')}})
    rmSync(join(folder, '.gitignore'))
    symlinkSync('/nowhere', join(folder, 'brief'))
    expect(layFiles(nodeDisk, folder, files)).toMatchObject({fault: {code: 'EEXIST', path: join(folder, 'brief/01-目标.md')}})
    expect(readdirSync(folder)).toEqual(['brief'])
  })

  it('goes away as a whole when a part of it cannot be written, and with `undo`', () => {
    for (const name of files.map(({path}) => path)) {
      expect(layFiles(failingAt(name), folder, files)).toMatchObject({fault: {code: 'ENOSPC', path: join(folder, name)}})
      expect(everything(folder)).toEqual([])
    }
    const laid = layFiles(nodeDisk, folder, files)
    if ('ok' in laid) laid.ok.undo()
    expect(everything(folder)).toEqual([])
  })
})

describe('a meeting', () => {
  const plan: NewMeeting = {
    ...{protocol: 'review', topic: '要不要上？', lang: 'zh', seats: [], rounds: 2, seed: 1, version: '0', files},
    review: {materials: [], acceptGaps: false, mostRounds: 5, turnMs: 60_000},
  }
  const open = (disk: Disk) =>
    openMeeting(plan, {disk, cwd: folder, root: join(folder, 'out'), now: new Date('2026-01-01T09:00:00Z')})

  it('that cannot keep its materials is not begun, and leaves nothing half written', () => {
    expect(open(failingAt('02-diff.md'))).toMatchObject({fault: {kind: 'disk', fault: {code: 'ENOSPC'}}})
    expect(everything(join(folder, 'out'))).toEqual([])
  })

  it('whose ledger cannot be written takes its materials away again', () => {
    const fsync: Disk = {
      ...nodeDisk,
      write: (fd, bytes, ...rest) => {
        if (Buffer.from(bytes).includes('meeting.opened'))
          throw Object.assign(new Error('EIO'), {code: 'EIO', syscall: 'write', errno: -5})
        return nodeDisk.write(fd, bytes, ...rest)
      },
    }
    expect(open(fsync)).toMatchObject({fault: {kind: 'ledger'}})
    expect(everything(join(folder, 'out'))).toEqual([])
  })

  it('keeps them beside its ledger', () => {
    const opened = open(nodeDisk)
    if ('fault' in opened) throw new Error(opened.fault.kind)
    opened.ok.letGo()
    const [name = ''] = readdirSync(join(folder, 'out'))
    expect(everything(join(folder, 'out', name))).toEqual(
      expect.arrayContaining(['.gitignore', 'brief/01-目标.md', 'materials/01-spec.md', 'materials/02-diff.md', 'meeting.jsonl']),
    )
    expect(existsSync(join(folder, 'out', name, 'brief'))).toBe(true)
  })
})
