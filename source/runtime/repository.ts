import {type Dirent, existsSync, readdirSync, readFileSync, realpathSync, statSync} from 'node:fs'
import {dirname, join, relative, resolve, sep} from 'node:path'
import {type IgnoreRule, ignoreRules, isIgnored} from '../core/ignore-rules.ts'

/** A person's repository, as far as a council may look into it. */
export type Repository = {
  /** Absolute, through no link. */
  readonly root: string
  /** Where the person is, from the root, with `/`; empty at the root. */
  readonly near: string
}

/** What was found in it: files from the root, with `/`, folders nearest to the root first, then by name. */
export type Listing = {
  readonly files: readonly string[]
  /** There is more than was looked at. */
  readonly cut: boolean
}

/** Entries and milliseconds after which the look around ends. */
const mostEntries = 4000
const mostMs = 2000
const mostIgnoreBytes = 65_536

/** A name that could begin a line of its own, or hide: no person gave it, and it would stand in every prompt. */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\ufffd]/u

/** Other people's code and what is made by programs; hidden folders are never entered either. */
const passedBy: ReadonlySet<string> = new Set(
  'node_modules bower_components vendor third_party dist build out target coverage __pycache__ venv Pods DerivedData'.split(' '),
)

/**
 * The repository that a folder lies in: the nearest folder upwards with a `.git`. A home folder that is kept in one is nobody's
 * project, and neither is what lies above it.
 */
export function findRepository(from: string, userHome: string): Repository | undefined {
  const start = realOf(from)
  const home = realOf(userHome)
  if (start === undefined) return undefined
  for (let folder = start; ; folder = dirname(folder)) {
    if (home !== undefined && isWithin(home, folder)) return undefined
    if (existsSync(join(folder, '.git'))) return {root: folder, near: slashed(relative(folder, start))}
    if (folder === dirname(folder)) return undefined
  }
}

/** The repository a person names; a folder without a `.git` above it counts as one. Undefined: no such folder. */
export function namedRepository(said: string, {cwd, userHome}: {cwd: string; userHome: string}): Repository | undefined {
  const root = realOf(resolve(cwd, said))
  if (root === undefined) return undefined
  return findRepository(root, userHome) ?? {root, near: ''}
}

/**
 * What a person would call the files of their project: no hidden ones, no links, nothing that `.gitignore` leaves out, nothing of
 * other repositories inside. Never throws; what cannot be read is not there. `clock`: milliseconds.
 */
export function listRepository({root}: Repository, clock: () => number): Listing {
  const began = clock()
  const files: string[] = []
  const waiting: {readonly path: string; readonly rules: readonly IgnoreRule[]}[] = [{path: '', rules: []}]
  let entries = 0
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const folder = join(root, next.path)
    const found = entriesOf(folder)
    // Another repository inside this one is another project, and the record of a meeting is none of this one's code.
    if (next.path !== '' && found.some(({name}) => name === '.git' || name === 'meeting.jsonl')) continue
    const rules = [...next.rules, ...rulesIn(folder, next.path, found)]
    for (const entry of found) {
      if (entry.name.startsWith('.') || entry.isSymbolicLink() || unprintable.test(entry.name)) continue
      if (entries >= mostEntries || clock() - began > mostMs) return {files, cut: true}
      entries++
      const path = next.path === '' ? entry.name : `${next.path}/${entry.name}`
      if (isIgnored(path, entry.isDirectory(), rules)) continue
      if (entry.isDirectory() && !passedBy.has(entry.name)) waiting.push({path, rules})
      else if (entry.isFile()) files.push(path)
    }
  }
  return {files, cut: false}
}

function entriesOf(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, {withFileTypes: true}).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch {
    return []
  }
}

function rulesIn(folder: string, base: string, found: readonly Dirent[]): readonly IgnoreRule[] {
  if (!found.some(entry => entry.name === '.gitignore' && entry.isFile())) return []
  try {
    const path = join(folder, '.gitignore')
    return statSync(path).size > mostIgnoreBytes ? [] : ignoreRules(readFileSync(path, 'utf8'), base)
  } catch {
    return []
  }
}

function realOf(path: string): string | undefined {
  try {
    const real = realpathSync(path)
    return statSync(real).isDirectory() ? real : undefined
  } catch {
    return undefined
  }
}

const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep)
const slashed = (path: string): string => path.split(sep).join('/')
