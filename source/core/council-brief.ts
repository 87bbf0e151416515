import type {DiscoveryFinding} from './council-data.ts'
import type {CouncilOptions} from './events.ts'
import {oneLine} from './text.ts'

/** What every member is given of the repository: facts, never the files. Source: `RepoBrief` of `seeds/engineering-council.txt`. */
export type RepoBrief = {
  readonly rooted: boolean
  /** Union over the findings, of files that were really given. */
  readonly filesRead: readonly string[]
  /** Languages, tools and patterns. */
  readonly conventions: readonly string[]
  /** A fact a line; empty where there is none. */
  readonly summary: string
  /** Facts that found no room in the summary. */
  readonly left: number
}

/** Bounds of a brief that stays lean: facts in all, and characters of them. */
const mostFacts = 16
const mostCharacters = 4000
/** Mark of a fact that is about how the repository is written, in both languages. */
const CONVENTION = /^(?:conventions?|约定|惯例|规范)\s*[:：]\s*/iu

/** Undefined entries: questions whose voice failed. A fact that two of them found stands once. */
export function mergeFindings(
  {rooted, discovery}: CouncilOptions,
  findings: readonly (DiscoveryFinding | undefined)[],
): RepoBrief {
  const found = findings.flatMap(finding => finding ?? [])
  const filesRead = [...new Set(found.flatMap(finding => finding.filesRead))]
  const all = [...new Set(found.flatMap(({relevant, facts}) => (relevant ? facts.map(fact => oneLine(fact)) : [])))]
  const patterns = all.filter(fact => CONVENTION.test(fact)).map(fact => fact.replace(CONVENTION, ''))
  const facts = all.filter(fact => !CONVENTION.test(fact))
  let room = mostCharacters
  const kept = facts.slice(0, mostFacts).filter(fact => {
    room -= fact.length
    return room >= 0
  })
  const given = discovery.flatMap(({files}) => files.map(file => file.label))
  return {
    rooted,
    filesRead,
    conventions: rooted ? [...new Set([...languagesOf(given), ...toolsOf(given), ...patterns.slice(0, mostFacts)])] : [],
    summary: kept.map(fact => `- ${fact}`).join('\n'),
    left: facts.length - kept.length,
  }
}

export const noBrief: RepoBrief = {rooted: false, filesRead: [], conventions: [], summary: '', left: 0}

const LANGUAGES: Readonly<Record<string, string>> = {
  ...{ts: 'TypeScript', tsx: 'TypeScript', mts: 'TypeScript', js: 'JavaScript', mjs: 'JavaScript', jsx: 'JavaScript'},
  ...{py: 'Python', go: 'Go', rs: 'Rust', java: 'Java', kt: 'Kotlin', rb: 'Ruby', php: 'PHP', cs: 'C#', swift: 'Swift'},
  ...{c: 'C', h: 'C', cc: 'C++', cpp: 'C++', hpp: 'C++', scala: 'Scala', ex: 'Elixir', hs: 'Haskell', sh: 'Shell', sql: 'SQL'},
}
const TOOLS: readonly (readonly [RegExp, string])[] = [
  [/^package\.json$/, 'npm'],
  [/^pnpm-workspace\.yaml$/, 'pnpm'],
  [/^cargo\.toml$/, 'Cargo'],
  [/^go\.mod$/, 'Go modules'],
  [/^(?:pyproject\.toml|setup\.py|requirements\.txt)$/, 'pip'],
  [/^pom\.xml$/, 'Maven'],
  [/^build\.gradle(?:\.kts)?$/, 'Gradle'],
  [/^gemfile$/, 'Bundler'],
  [/^makefile$/, 'make'],
  [/^cmakelists\.txt$/, 'CMake'],
  [/^(?:dockerfile|(?:docker-)?compose\.ya?ml)$/, 'Docker'],
]

const languagesOf = (files: readonly string[]) => files.flatMap(file => LANGUAGES[/\.(\w+)$/.exec(file)?.[1] ?? ''] ?? [])
const toolsOf = (files: readonly string[]) => {
  const names = files.map(file => file.slice(file.lastIndexOf('/') + 1).toLowerCase())
  return TOOLS.flatMap(([pattern, tool]) => (names.some(name => pattern.test(name)) ? [tool] : []))
}
