import {mkdirSync, readdirSync, realpathSync, statSync, symlinkSync, writeFileSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import {describe, expect, it} from 'vitest'
import {folderName, MOST_NAME_BYTES} from '../../../source/core/names.ts'
import {claimFolder} from '../../../source/runtime/disk/claim-folder.ts'
import {nodeDisk} from '../../../source/runtime/disk/disk.ts'
import {FAILURES, faultyDisk} from './faulty-disk.ts'
import {emptyFolder} from './room.ts'

const claim = (root: string, name: string) => claimFolder({disk: nodeDisk, root, name})
const pathOf = (claimed: ReturnType<typeof claim>) => ('ok' in claimed ? claimed.ok : expect.fail(JSON.stringify(claimed.fault)))

const TOPICS = [
  '',
  '🪑',
  '关'.repeat(100),
  'CON',
  'aux.md',
  '../..',
  'the end...',
  'e\u0301',
  '\u00e9',
  '\u202euser',
  'x'.repeat(300),
]
/** What Windows refuses in a name: device names with or without an extension, these characters, a dot or space at the end. */
const REFUSED = /^(con|prn|aux|nul|com[0-9]|lpt[0-9])(\.|$)|[<>:"/\\|?*\x00-\x1f]|[. ]$/i

describe('claiming a folder', () => {
  it('gives every meeting of one frozen minute a folder of its own, legal everywhere, inside the root', () => {
    const root = emptyFolder()
    const names = [...TOPICS, ...TOPICS, ...TOPICS].map(topic => folderName({at: '2026-03-01-0905', topic}))
    const paths = names.map(name => pathOf(claim(root, name)))
    expect(new Set(paths).size).toBe(paths.length)
    expect(readdirSync(root)).toHaveLength(paths.length)
    for (const path of paths) {
      expect(dirname(path)).toBe(root)
      expect(basename(path)).not.toMatch(REFUSED)
      expect(Buffer.byteLength(basename(path))).toBeLessThanOrEqual(MOST_NAME_BYTES)
      expect(statSync(path).isDirectory()).toBe(true)
    }
  })

  it('counts on from 2', () => {
    const root = emptyFolder()
    expect([1, 2, 3].map(() => basename(pathOf(claim(root, 'a'))))).toEqual(['a', 'a-2', 'a-3'])
  })

  it('leaves alone whatever stands there: a file, a link, a dangling link', () => {
    const root = emptyFolder()
    const elsewhere = emptyFolder()
    writeFileSync(join(root, 'a'), '')
    symlinkSync(elsewhere, join(root, 'a-2'))
    symlinkSync(join(elsewhere, 'nowhere'), join(root, 'a-3'))
    expect(basename(pathOf(claim(root, 'a')))).toBe('a-4')
    expect(readdirSync(elsewhere)).toEqual([])
  })

  it('makes a missing root and follows a root that is a link', () => {
    const home = emptyFolder()
    expect(pathOf(claim(join(home, 'deep', 'er'), 'a'))).toBe(join(home, 'deep', 'er', 'a'))
    mkdirSync(join(home, 'real'))
    symlinkSync('real', join(home, 'link'))
    expect(realpathSync(pathOf(claim(join(home, 'link'), 'a')))).toBe(join(realpathSync(home), 'real', 'a'))
  })

  it('is told no way out of the root', () => {
    for (const name of ['', '.', '..', '../x', 'a/b', 'a\\b', 'a\0b']) {
      expect(() => claim(emptyFolder(), name)).toThrow(RangeError)
    }
  })

  it('gives a fault for a root that is a file', () => {
    const file = join(emptyFolder(), 'file')
    writeFileSync(file, '')
    expect(claim(file, 'a')).toMatchObject({fault: {code: 'not-a-file', path: file}})
    expect(claim(join(file, 'b'), 'a')).toMatchObject({fault: {code: 'ENOTDIR'}})
  })

  it.each(FAILURES)('claims a folder or none when call n fails: %s', failure => {
    for (let n = 1, fired = true; fired; n++) {
      const root = resolve(emptyFolder())
      const {disk, fired: hasFired} = faultyDisk({at: n, failure})
      const claimed = claimFolder({disk, root: join(root, 'transcripts'), name: 'a'})
      fired = hasFired()
      if ('fault' in claimed) expect(claimed.fault.code).toBe(failure)
      const made = readdirSync(root).flatMap(name => readdirSync(join(root, name)))
      expect(made).toEqual('ok' in claimed ? ['a'] : [])
    }
  })
})
