import {hintWords} from './council-hint-words.ts'
import {isManifest} from './council-manifests.ts'
import {partsOf, singular, type Terms} from './council-terms.ts'

/** Files a question of a discovery reads at most. */
export const mostFiles = 6

/** What a question looks for in a repository. */
export type Sought = {
  /** Files and folders that the request names, from the root with `/`. */
  readonly named: {readonly files: readonly string[]; readonly folders: readonly string[]}
  readonly terms: Terms
  /** Codes of the topic's hints; of no topic none. */
  readonly hints: readonly string[]
  /** Where the person is, from the root; empty at the root. */
  readonly near: string
}

export type Scored = {readonly path: string; readonly score: number}

/** How well the name of a file fits, highest first, ties by path; files whose name says nothing are there with 0. */
export function rankByName(files: readonly string[], sought: Sought): readonly Scored[] {
  const hints = hintsOf(sought)
  return files
    .map(path => ({path, score: nameScore(path, {...sought, hintSet: hints})}))
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
}

/** The same with what stands in those files that were looked into; only files that fit at all. `texts`: by path. */
export function rankByText(
  ranked: readonly Scored[],
  texts: ReadonlyMap<string, string>,
  {terms, hints}: Pick<Sought, 'terms' | 'hints'>,
): readonly Scored[] {
  const sought = [
    ...terms.identifiers.map(word => ({word, weight: 8})),
    ...terms.words.map(word => ({word, weight: 4})),
    ...hintsOf({hints}).map(word => ({word, weight: 1})),
  ]
  const counted = new Map<string, number>()
  for (const {word, weight} of sought) {
    const found = [...texts].flatMap(([path, text]) => {
      const times = timesIn(text, word)
      return times > 0 ? [{path, times}] : []
    })
    // A word that stands in every file hardly tells one from another.
    const rare = Math.max(0.1, 1 - found.length / (texts.size + 1))
    for (const {path, times} of found) counted.set(path, (counted.get(path) ?? 0) + weight * Math.min(times, 3) * rare)
  }
  return ranked
    .map(({path, score}) => ({path, score: score + Math.round(counted.get(path) ?? 0)}))
    .filter(({score}) => score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
}

/**
 * Files in the order in which they are read: those that the request names, the nearest manifest and README, then those that fit
 * best. There may be more than will be read, since one or the other cannot be.
 */
export function orderOfReading(files: readonly string[], ranked: readonly Scored[], {named, near}: Sought): readonly string[] {
  const about = [nearest(files.filter(isManifest), near), nearest(files.filter(isReadme), near)].flatMap(path => path ?? [])
  return [...new Set([...named.files, ...about, ...ranked.map(({path}) => path)])]
}

/** Files whose names make them worth looking into first come first; the rest in the order of their paths. */
export const mostLookedInto = 250

const isReadme = (path: string): boolean => /(?:^|\/)readme(?:\.(?:md|rst|txt|adoc))?$/i.test(path)

/** The one in the folder that is nearest above the person. */
function nearest(paths: readonly string[], near: string): string | undefined {
  const above = paths.filter(path => folderOf(path) === '' || near === folderOf(path) || near.startsWith(`${folderOf(path)}/`))
  return above.sort((a, b) => b.split('/').length - a.split('/').length || (a < b ? -1 : 1))[0]
}

function nameScore(path: string, {named, terms, near, hintSet}: Sought & {readonly hintSet: readonly string[]}): number {
  if (isNoise(path)) return 0
  const folders = path.split('/')
  const name = folders.pop() ?? ''
  const stem = name.replace(/\..*$/, '').toLowerCase()
  const own = partsOf(name.replace(/\.[^.]*$/, '')).map(singular)
  const above = folders.flatMap(partsOf).map(singular)
  let score = 0
  for (const word of terms.identifiers) {
    if (stem === word) score += 24
    else if (stem.includes(word) && word.length > 3) score += 10
  }
  for (const word of terms.words) {
    if (stem === word) score += 14
    else if (own.includes(word)) score += 10
    else if (own.some(part => starts(part, word))) score += 6
    else if (above.some(part => part === word || starts(part, word))) score += 5
  }
  for (const word of hintSet) if (own.includes(word) || above.includes(word)) score += 3
  if (named.folders.some(folder => path.startsWith(`${folder}/`))) score += 12
  if (score > 0 && near !== '' && path.startsWith(`${near}/`)) score += 2
  // A test tells less of a thing than the thing itself, unless tests are what is looked for.
  const aside = !hintSet.includes('test') && [...above, ...own].some(part => /^(?:test|spec|fixture|example)$/.test(part))
  return aside ? Math.floor(score * 0.6) : score
}

const starts = (part: string, word: string): boolean =>
  Math.min(part.length, word.length) > 3 && (part.startsWith(word) || word.startsWith(part))

const hintsOf = ({hints}: Pick<Sought, 'hints'>): readonly string[] => [...new Set(hints.flatMap(code => hintWords[code] ?? []))]

/** Written by programs for programs; pictures and the like. */
export const isNoise = (path: string): boolean =>
  /(?:^|\/)(?:package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|[^/]*\.lock|bun\.lockb|go\.sum|[^/]*\.min\.(?:js|css)|[^/]*\.(?:map|snap|svg|png|jpe?g|gif|webp|ico|pdf|zip|gz|tgz|bz2|xz|7z|rar|jar|war|class|pyc|so|dylib|dll|exe|o|a|wasm|woff2?|ttf|otf|eot|mp[34]|mov|avi|wav|ogg|flac|db|sqlite3?|parquet|npy|npz|pt|onnx|bin|dat|ckpt|safetensors))$/i.test(
    path,
  )

const timesIn = (text: string, word: string): number => {
  let times = 0
  for (let at = text.indexOf(word); at >= 0 && times < 3; at = text.indexOf(word, at + word.length)) {
    const before = at === 0 ? '' : (text[at - 1] ?? '')
    // `auth` in `author` is another word, in `authenticate` it is not: only where a word begins.
    if (!/[a-z0-9]/.test(before)) times++
  }
  return times
}

const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')))
