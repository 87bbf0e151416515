import {existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync} from 'node:fs'
import {join} from 'node:path'
import {type OutputOptions, rolldown} from 'rolldown'
import config from '../../rolldown.config.ts'

/** Where the tests have the program: a bundle of their own, so that a build on the side takes nothing from under them. */
export const PROGRAM = join('.cache', 'program')

/** For Vitest: the program is bundled as it ships, once before any test runs, when something in it is newer than the bundle. */
export default async function setup(): Promise<void> {
  const built = builtAt()
  const newest = Math.max(...['source', 'rolldown.config.ts', 'package.json'].map(newestIn))
  if (newest < built) return
  // Beside the old bundle, then moved over it file by file: a program that starts meanwhile finds whole files.
  const dir = join(PROGRAM, `.build-${process.pid}`)
  mkdirSync(dir, {recursive: true})
  try {
    const bundle = await rolldown({...config, logLevel: 'silent'})
    await bundle.write({...(config.output as OutputOptions), dir, cleanDir: false})
    await bundle.close()
    for (const name of readdirSync(dir).sort(entryLast)) renameSync(join(dir, name), join(PROGRAM, name))
  } finally {
    rmSync(dir, {recursive: true, force: true})
  }
}

const entryLast = (a: string, b: string) => Number(a === 'cli.js') - Number(b === 'cli.js')

/** When the oldest part of the bundle was written, in milliseconds; 0 when there is none. */
function builtAt(): number {
  const parts = ['cli.js', 'main.js'].map(name => join(PROGRAM, name))
  return parts.every(existsSync) ? Math.min(...parts.map(part => statSync(part).mtimeMs)) : 0
}

function newestIn(path: string): number {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.mtimeMs
  return Math.max(stat.mtimeMs, ...readdirSync(path).map(name => newestIn(join(path, name))))
}
