import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'

/** Where a person's own settings send claude. Of the server the host alone is kept: an address may carry a key. */
export type ElsewhereClaude = {
  /** Absent: the settings name no server, but a program that gives the key. */
  readonly host?: string
  readonly helper: boolean
}

const settings = z.object({
  env: z
    .object({ANTHROPIC_BASE_URL: z.string().optional().catch(undefined)})
    .optional()
    .catch(undefined),
  apiKeyHelper: z.string().optional().catch(undefined),
})

/** The vendor's own server: naming it in the settings changes nothing. */
const OWN_HOST = 'api.anthropic.com'

/** Reads the user's settings of claude, which a locked-down call does not; undefined when they send it nowhere else. */
export function elsewhereClaude(
  env: Readonly<Record<string, string | undefined>>,
  userHome: string,
): ElsewhereClaude | undefined {
  const path = join(env.CLAUDE_CONFIG_DIR || join(userHome, '.claude'), 'settings.json')
  const read = settings.safeParse(readJson(path))
  if (!read.success) return undefined
  const url = read.data.env?.ANTHROPIC_BASE_URL
  const host = url === undefined ? undefined : hostOf(url)
  const helper = read.data.apiKeyHelper !== undefined
  if (host !== undefined && host !== OWN_HOST) return {host, helper}
  return helper ? {helper} : undefined
}

/** Of an address the host alone, which carries no key; undefined for what is no address. */
export function hostOf(url: string): string | undefined {
  try {
    return new URL(url).host || undefined
  } catch {
    return undefined
  }
}

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'))
  } catch {
    // Not there, or not to be read: claude itself will say what is wrong with its settings.
    return undefined
  }
}
