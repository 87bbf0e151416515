import {guardPrompt} from './cli/guard-prompt.ts'
import {plainTextReader} from './cli/plain-text.ts'
import type {CliAgent, Reader, Reading} from './cli/reading.ts'
import {withPersona} from './qoder.ts'
import {lastWords, sessionFault, vendorFault} from './vendor-fault.ts'

/** A whole line. */
const SESSION_LINE = /^session_id:\s*([A-Za-z0-9][A-Za-z0-9_-]{7,63})\s*$/

/**
 * Source: providers.md 2, from documentation only: never run by us. `context_engine` names no tools, while an empty list means all of
 * them in older versions. In quiet mode its output is the answer, with a line for the session on stderr; older versions have it on
 * stdout, where it is not believed, so that they begin each turn anew.
 */
export const hermes: CliAgent = {
  id: 'hermes',
  name: 'Hermes Agent',
  commands: ['hermes'],
  experimental: true,
  sessionPattern: /^[A-Za-z0-9][A-Za-z0-9_-]{7,63}$/,
  choosesSession: false,
  env: ['HERMES_HOME', 'HERMES_*', 'OPENROUTER_API_KEY', 'OPENAI_API_KEY', 'ANTHROPIC_API_KEY', 'NOUS_API_KEY'],
  invoke: ({model, prompt, session, system}) => ({
    args: [
      'chat',
      '--query-file',
      '-',
      '--quiet',
      '--toolsets',
      'context_engine',
      '--ignore-user-config',
      '--ignore-rules',
      '--source',
      'roundtable',
      '--max-turns',
      '1',
      ...(model === undefined ? [] : ['--model', model]),
      ...(session.how === 'resume' ? ['--resume', session.id] : []),
    ],
    stdin: guardPrompt(session.how === 'open' ? withPersona(system, prompt) : prompt, {mentions: true}),
  }),
  plain: true,
  reader: hermesReader,
  classify: ({code, stderr}) => {
    const last = lastWords(withoutSession(stderr))
    const said = last === undefined ? undefined : shortened(last)
    if (/session .{0,80}not found|unknown session/i.test(stderr)) return sessionFault(said ?? '')
    if (code === 2) return vendorFault(said ?? 'exit 2', {code: 'protocol'})
    return said === undefined || code === 0 ? undefined : vendorFault(said)
  },
  atEnd: ({code, stderr}) => {
    const id = stderr
      .split('\n')
      .map(line => SESSION_LINE.exec(line.trim())?.[1])
      .findLast(found => found !== undefined)
    const session: readonly Reading[] = id === undefined ? [] : [{type: 'session', id}]
    return code === 0 ? [...session, {type: 'final'}] : session
  },
  deadlines: {firstText: 180_000, idle: 180_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {
      args: ['status'],
      // A version without this question says nothing of its login by failing.
      read: ({stdout, stderr}) =>
        /not (configured|logged in)|no (provider|api key)/i.test(`${stdout}${stderr}`) ? 'out' : 'unknown',
    },
    loginCommand: 'hermes setup',
    installCommand: 'pip install hermes-agent',
    claims: {stdin: 'unknown', sessions: 'unknown', tools: 'unknown', isolation: 'unknown'},
  },
}

/**
 * Its output is the answer. A line for the session in front of it or behind it is taken away, and never believed: a model can
 * print one as well as the program, and only the program writes to stderr.
 */
function hermesReader(): Reader {
  const read = plainTextReader()
  let begun = false
  let held: readonly string[] = []
  return line => {
    if (SESSION_LINE.test(line) || (held.length > 0 && line.trim() === '')) {
      // With another line behind it, it was a sentence.
      if (begun) held = [...held, line]
      return []
    }
    const lines = [...held, line]
    held = []
    begun ||= line.trim() !== ''
    return lines.flatMap(read)
  }
}

const withoutSession = (stderr: string) =>
  stderr
    .split('\n')
    .filter(line => !SESSION_LINE.test(line.trim()))
    .join('\n')

/** An id is shown by its ends only. */
const shortened = (said: string) =>
  said.replace(/\b(?=[A-Za-z_-]*\d)[A-Za-z0-9][A-Za-z0-9_-]{11,63}\b/g, id => `${id.slice(0, 4)}…${id.slice(-4)}`)
