import {mkdtempSync, readdirSync, readFileSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {afterAll, afterEach} from 'vitest'

const made: string[] = []
const kept: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, {recursive: true, force: true})
})

afterAll(() => {
  for (const folder of kept.splice(0)) rmSync(folder, {recursive: true, force: true})
})

/** An empty folder that goes after the test. */
export const emptyFolder = () => folderIn(made)
/** One that goes after the last test of the file. */
export const keptFolder = () => folderIn(kept)

function folderIn(list: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'roundtable-disk-'))
  list.push(folder)
  return folder
}

/** Every file of a folder with its bytes as text. */
export const contentsOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder)
      .sort()
      .map(name => [name, readFileSync(join(folder, name), 'utf8')]),
  )

/** Numbers in [0, 1) that a seed decides (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
