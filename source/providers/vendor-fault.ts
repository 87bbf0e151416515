import type {Fault, FaultCode} from '../core/events.ts'

/** What is kept of an agent's own account of a failure, in characters. */
const MOST = 500

/** In this order: a used-up plan is told with a link to log in by, and a rate limit by a status that says little else. */
const WORDS: readonly (readonly [FaultCode, RegExp])[] = [
  [
    'quota',
    /usage limit|rate.?limit|quota|resource.{0,10}exhausted|too many requests|insufficient.{0,3}balance|credit balance|\b(402|429)\b/i,
  ],
  [
    'auth',
    /unauthori[sz]ed|unauthenticated|not logged in|log ?in again|please (run \/)?log ?in|authentication|api.?key|invalid.{0,10}(token|credential)|auth method|\b40[13]\b/i,
  ],
  ['empty', /empty response|no text or thoughts/i],
  ['timeout', /timed? ?out|deadline exceeded/i],
]

/** Codes that another try does not mend. */
const FINAL: readonly FaultCode[] = ['missing', 'auth', 'isolation', 'protocol']

/** The words of the agent that say that a request was wrong in itself. */
const HOPELESS =
  /context.?(window|length)|prompt is too long|model.{0,40}(not found|not exist|not supported)|invalid_request|\b40[04]\b/i

/**
 * A failure in the agent's own words. `status`: the HTTP status behind it, where a control field tells it. `code`: what it is, where
 * that is known already.
 */
export function vendorFault(
  said: string,
  more: {readonly status?: number; readonly code?: FaultCode; readonly hint?: string} = {},
): Fault {
  const code = more.code ?? byStatus(more.status) ?? WORDS.find(([, words]) => words.test(said))?.[0] ?? 'unknown'
  const message = shortened(said)
  const retryable = !FINAL.includes(code) && !(code === 'unknown' && HOPELESS.test(said))
  return {code, message, ...(more.hint === undefined ? {} : {hint: more.hint}), retryable}
}

/** An agent that uses a tool was not as locked down as it should be: nothing it says is believed. */
export const toolFault = (tool: string): Fault => ({code: 'isolation', message: `tool: ${shortened(tool)}`, retryable: false})

/** The agent answers in another session than it was asked to. */
export const sessionFault = (said: string): Fault => ({code: 'session', message: shortened(said), retryable: true})

/** The last line of stderr that says something, without colours; undefined for none. */
export function lastWords(stderr: string): string | undefined {
  const lines = plain(stderr)
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
  return lines.findLast(line => /error|fail|must|invalid|not |cannot/i.test(line)) ?? lines.at(-1)
}

/** Without escape sequences. */
export const plain = (text: string): string => text.replace(/\u001B\[[0-9;?]*[ -/]*[@-~]/g, '')

function byStatus(status: number | undefined): FaultCode | undefined {
  if (status === 401 || status === 403) return 'auth'
  return status === 429 || status === 402 ? 'quota' : undefined
}

const shortened = (text: string): string => {
  const flat = plain(text).trim()
  return flat.length > MOST ? `${flat.slice(0, MOST).toWellFormed()}…` : flat
}
