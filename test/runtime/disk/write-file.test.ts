import {lstatSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import {nodeDisk} from '../../../source/runtime/disk/disk.ts'
import {sweepTemporaries, writeFile} from '../../../source/runtime/disk/write-file.ts'
import {FAILURES, faultyDisk} from './faulty-disk.ts'
import {contentsOf, emptyFolder} from './room.ts'

const OLD = 'the old minutes\n'
const NEW = '新的纪要 🪑\n'.repeat(500)

describe('writing a file as a whole', () => {
  it('puts exactly the given bytes there, readable by nobody else', () => {
    const path = join(emptyFolder(), 'transcript.md')
    expect(writeFile({disk: nodeDisk, path, content: OLD})).toEqual({ok: true})
    expect(writeFile({disk: nodeDisk, path, content: NEW})).toEqual({ok: true})
    expect(readFileSync(path, 'utf8')).toBe(NEW)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('gives the permissions it is told', () => {
    const path = join(emptyFolder(), 'transcript.md')
    writeFile({disk: nodeDisk, path, content: OLD, mode: 0o640})
    expect(statSync(path).mode & 0o777).toBe(0o640)
  })

  it('writes an empty file and a name at the limit of the system', () => {
    const folder = emptyFolder()
    const path = join(folder, 'x'.repeat(255))
    expect(writeFile({disk: nodeDisk, path, content: ''})).toEqual({ok: true})
    expect(readdirSync(folder)).toEqual(['x'.repeat(255)])
  })

  it('syncs the file before it is renamed and the folder after', () => {
    const done: string[] = []
    const disk = {
      ...nodeDisk,
      fsync: (fd: number) => {
        done.push('fsync')
        nodeDisk.fsync(fd)
      },
      rename: (from: string, to: string) => {
        done.push('rename')
        nodeDisk.rename(from, to)
      },
    }
    writeFile({disk, path: join(emptyFolder(), 'a'), content: OLD})
    expect(done).toEqual(['fsync', 'rename', 'fsync'])
  })

  it.each(FAILURES)('leaves the old file or the new one, never a mix, when call n fails: %s', failure => {
    for (const forGood of [false, true]) {
      let n = 0
      for (let fired = true; fired || n < 12; ) {
        n++
        const folder = emptyFolder()
        const path = join(folder, 'transcript.md')
        writeFileSync(path, OLD)
        const {disk, fired: hasFired} = faultyDisk({at: n, failure, forGood})
        const written = writeFile({disk, path, content: NEW})
        fired = hasFired()
        const after = readFileSync(path, 'utf8')
        if ('ok' in written) expect(after).toBe(NEW)
        else {
          expect(fired).toBe(true)
          expect([OLD, NEW]).toContain(after)
          expect(written.fault).toMatchObject({code: failure === 'nothing' ? 'no-progress' : failure, path})
        }
        if (failure === 'short') expect(written).toEqual({ok: true})
        // On a disk that died even the temporary file cannot be removed.
        if (!forGood) expect(readdirSync(folder)).toEqual(['transcript.md'])
      }
      expect(n).toBeGreaterThan(11)
    }
  })

  it('says so when the file came out with another size than was written', () => {
    const folder = emptyFolder()
    const write = (fd: number, bytes: Uint8Array) => bytes.length + 0 * nodeDisk.write(fd, bytes, 0, 3, 0)
    const disk = {...nodeDisk, write}
    const written = writeFile({disk, path: join(folder, 'a'), content: OLD})
    expect(written).toMatchObject({fault: {code: 'wrong-size'}})
    expect(readdirSync(folder)).toEqual([])
  })

  it('refuses a link, dangling or not, and leaves what it points to alone', () => {
    const folder = emptyFolder()
    const victim = join(folder, 'victim')
    writeFileSync(victim, OLD)
    symlinkSync('victim', join(folder, 'transcript.md'))
    symlinkSync('nowhere', join(folder, 'dangling.md'))
    for (const name of ['transcript.md', 'dangling.md']) {
      const path = join(folder, name)
      expect(writeFile({disk: nodeDisk, path, content: NEW})).toMatchObject({fault: {code: 'symlink', path}})
      expect(lstatSync(path).isSymbolicLink()).toBe(true)
    }
    expect(readdirSync(folder).sort()).toEqual(['dangling.md', 'transcript.md', 'victim'])
    expect(readFileSync(victim, 'utf8')).toBe(OLD)
  })

  it('is not led astray by a link planted under the name of its temporary file', () => {
    const folder = emptyFolder()
    writeFileSync(join(folder, 'victim'), OLD)
    symlinkSync('victim', join(folder, '.roundtable-tmp-0'))
    expect(writeFile({disk: nodeDisk, path: join(folder, 'a'), content: NEW})).toEqual({ok: true})
    expect(readFileSync(join(folder, 'victim'), 'utf8')).toBe(OLD)
    expect(readFileSync(join(folder, 'a'), 'utf8')).toBe(NEW)
  })

  it('gives a fault, not an exception, for a folder in the way and for a folder that is not there', () => {
    const folder = emptyFolder()
    mkdirSync(join(folder, 'a'))
    expect(writeFile({disk: nodeDisk, path: join(folder, 'a'), content: NEW})).toMatchObject({fault: {code: 'not-a-file'}})
    expect(writeFile({disk: nodeDisk, path: join(folder, 'b', 'c'), content: NEW})).toMatchObject({fault: {code: 'ENOENT'}})
  })

  it('lets our own bugs fly', () => {
    const disk = {
      ...nodeDisk,
      rename: () => {
        throw new TypeError('a bug')
      },
    }
    expect(() => writeFile({disk, path: join(emptyFolder(), 'a'), content: NEW})).toThrow(TypeError)
  })
})

describe('sweeping', () => {
  it('removes what killed writers left behind and nothing else', () => {
    const folder = emptyFolder()
    for (const name of ['.roundtable-tmp-0', '.roundtable-tmp-7', '.roundtable-tmp-x', 'transcript.md']) {
      writeFileSync(join(folder, name), name)
    }
    expect(sweepTemporaries(nodeDisk, folder)).toEqual({ok: 2})
    expect(Object.keys(contentsOf(folder))).toEqual(['.roundtable-tmp-x', 'transcript.md'])
  })
})
