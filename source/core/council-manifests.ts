/** The files in which projects say what they are made of, the surest first. */
const manifests =
  /(?:^|\/)(?:package\.json|pyproject\.toml|Cargo\.toml|go\.mod|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|mix\.exs|Package\.swift|[^/]+\.csproj|CMakeLists\.txt|setup\.py|requirements\.txt|deno\.json|Makefile)$/

export const isManifest = (path: string): boolean => manifests.test(path)

/** Commands that a manifest names: its scripts and programs, the targets of a Makefile. What cannot be read names none. */
export function commandsIn(path: string, text: string): readonly string[] {
  if (path.endsWith('package.json')) {
    const found = parsed(text)
    const bin = found.bin
    const bins = typeof bin === 'string' ? [found.name] : Object.keys(grouped(bin))
    return [...Object.keys(grouped(found.scripts)), ...bins].filter((name): name is string => typeof name === 'string')
  }
  if (path.endsWith('Makefile')) return [...text.matchAll(/^([A-Za-z][\w-]*)\s*:(?!=)/gm)].flatMap(found => found[1] ?? [])
  if (path.endsWith('pyproject.toml')) {
    const table = /^\[(?:project\.scripts|tool\.poetry\.scripts)\]\s*\n((?:(?!\[).*\n?)*)/m.exec(text)?.[1] ?? ''
    return [...table.matchAll(/^\s*"?([\w-]+)"?\s*=/gm)].flatMap(found => found[1] ?? [])
  }
  return []
}

export type Json = Readonly<Record<string, unknown>>

export function parsed(text: string): Json {
  try {
    return grouped(JSON.parse(text))
  } catch {
    return {}
  }
}

export const grouped = (value: unknown): Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Json) : {}
