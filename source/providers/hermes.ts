import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, Reader, Reading} from './cli/reading.ts'
import {type Fields, objectsIn, textAt} from './json-line.ts'
import {withPersona} from './qoder.ts'
import {lastWords, sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

/** A whole line, and only where the program itself puts it: the first lines or the last. */
const SESSION_LINE = /^session_id:\s*(\S+)\s*$/

/**
 * Source: providers.md 2, from documentation only: never run by us. `context_engine` names no tools, while an empty list means all of
 * them in older versions. In quiet mode its output is the answer, with a line for the session on stderr (older: on stdout).
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
  reader: hermesReader,
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
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
      read: ({code, stdout, stderr}) => {
        if (/not (configured|logged in)|no (provider|api key)/i.test(`${stdout}${stderr}`)) return 'out'
        return code === 0 ? 'unknown' : 'out'
      },
    },
    loginCommand: 'hermes setup',
    installCommand: 'pip install hermes-agent',
    claims: {stdin: 'unknown', sessions: 'unknown', tools: 'unknown', isolation: 'unknown'},
  },
}

/** Text as it is, or the JSON lines of newer versions: their first line says which. */
function hermesReader(): Reader {
  let structured: boolean | undefined
  let lines = 0
  return line => {
    const [event] = objectsIn(line)
    structured ??= event?.type === 'system'
    if (structured) return event === undefined ? [] : readEvent(event)
    const id = SESSION_LINE.exec(line)?.[1]
    if (id !== undefined) return [{type: 'session', id}]
    return [{type: 'text', delta: lines++ === 0 ? line : `\n${line}`}]
  }
}

function readEvent(event: Fields): readonly Reading[] {
  switch (event.type) {
    case 'system': {
      const id = textAt(event, 'session_id', 'sessionId')
      return id === undefined ? [] : [{type: 'session', id}]
    }
    case 'text': {
      const delta = textAt(event, 'text', 'content', 'delta') ?? ''
      return delta === '' ? [] : [{type: 'text', delta}]
    }
    case 'tool_use':
    case 'tool_call':
      return [{type: 'fatal', fault: toolFault(textAt(event, 'name', 'tool') ?? 'tool')}]
    case 'result': {
      const text = textAt(event, 'result', 'text')
      if (event.is_error === true || text === undefined) return [{type: 'final', fault: vendorFault(text ?? 'result')}]
      return [{type: 'final', text}]
    }
    default:
      return []
  }
}
