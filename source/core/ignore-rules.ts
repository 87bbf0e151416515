/** One line of a `.gitignore`, with the folder it stands in. */
export type IgnoreRule = {
  /** Folder of the file, from the root, without a slash at the end; empty at the root. */
  readonly base: string
  readonly segments: readonly string[]
  readonly negated: boolean
  readonly foldersOnly: boolean
}

/** More rules and longer patterns than anybody writes by hand are left out. */
const mostRules = 500
const longestPattern = 200

/** The rules of one `.gitignore`, in its order; gitignore(5), without the escapes that nobody uses. */
export function ignoreRules(text: string, base: string): readonly IgnoreRule[] {
  return text
    .split(/\r?\n/)
    .slice(0, mostRules)
    .flatMap(line => {
      const pattern = line.replace(/(?<!\\)\s+$/, '')
      const bare = pattern.replace(/^!/, '').replace(/^\\(?=[#!])/, '')
      if (pattern === '' || pattern.startsWith('#') || pattern.length > longestPattern) return []
      const path = bare.replace(/\/+$/, '')
      if (path === '') return []
      const anchored = path.includes('/')
      const segments = path.split('/').filter(part => part !== '')
      return [
        {
          base,
          segments: anchored ? segments : ['**', ...segments],
          negated: pattern.startsWith('!'),
          foldersOnly: bare.endsWith('/'),
        },
      ]
    })
}

/** Whether a path is left out; the last rule that speaks of it decides. A folder above it is not looked at: it was not entered. */
export function isIgnored(path: string, folder: boolean, rules: readonly IgnoreRule[]): boolean {
  const deciding = rules.findLast(({base, segments, foldersOnly}) => {
    if (foldersOnly && !folder) return false
    if (base !== '' && !path.startsWith(`${base}/`)) return false
    const below = base === '' ? path : path.slice(base.length + 1)
    return matchesParts(segments, below.split('/'))
  })
  return deciding !== undefined && !deciding.negated
}

/** `**` stands for any number of folders. Goes back to the last `**` only, so that no pattern costs more than its length times the path's. */
function matchesParts(pattern: readonly string[], path: readonly string[]): boolean {
  return matches(pattern, path, {isStar: part => part === '**', fits: (part, name) => matchesName(part, name)})
}

function matchesName(pattern: string, name: string): boolean {
  return matches(tokensOf(pattern), [...name], {isStar: token => token === '*', fits: fitsLetter})
}

/** Letters, `?`, `*` and `[a-z]`. */
const tokensOf = (pattern: string): readonly string[] => pattern.match(/\\.|\[!?\]?[^\]]*\]|\*+|[\s\S]/gu)?.map(one) ?? []
const one = (token: string): string => (token.startsWith('**') ? '*' : token)

function fitsLetter(token: string, letter: string): boolean {
  if (token === '?') return true
  if (token.length > 1 && token.startsWith('\\')) return token.slice(1) === letter
  if (token.length < 3 || !token.startsWith('[')) return token === letter
  const negated = /^\[[!^]/.test(token)
  const inside = [...token.slice(negated ? 2 : 1, -1)]
  const found = inside.some((from, at) => {
    const to = inside[at + 1] === '-' ? inside[at + 2] : undefined
    return to === undefined ? from === letter : from <= letter && letter <= to
  })
  return found !== negated
}

type Kind<P, T> = {readonly isStar: (part: P) => boolean; readonly fits: (part: P, item: T) => boolean}

function matches<P, T>(pattern: readonly P[], items: readonly T[], {isStar, fits}: Kind<P, T>): boolean {
  let [at, item] = [0, 0]
  let star: {readonly at: number; item: number} | undefined
  while (item < items.length) {
    const part = pattern[at]
    if (part !== undefined && isStar(part)) {
      star = {at, item}
      at++
    } else if (part !== undefined && fits(part, items[item] as T)) {
      at++
      item++
    } else if (star !== undefined) {
      star.item++
      at = star.at + 1
      item = star.item
    } else return false
  }
  return pattern.slice(at).every(isStar)
}
