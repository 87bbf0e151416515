import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, Reader, Reading} from './cli/reading.ts'
import {type Fields, fieldsAt, listAt, numberAt, objectsIn, textAt} from './json-line.ts'
import {withPersona} from './qoder.ts'
import {lastWords, sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

/** Source: providers.md 2, from documentation only: never run by us. */
export const cursor: CliAgent = {
  id: 'cursor',
  name: 'Cursor Agent',
  commands: ['cursor-agent', 'agent'],
  experimental: true,
  sessionPattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  choosesSession: false,
  env: ['CURSOR_API_KEY', 'CURSOR_CONFIG_DIR'],
  invoke: ({folder, model, prompt, session, system}) => ({
    args: [
      '--print',
      '--output-format',
      'stream-json',
      '--stream-partial-output',
      '--mode',
      'ask',
      '--sandbox',
      'enabled',
      '--trust',
      '--workspace',
      folder,
      ...(model === undefined ? [] : ['--model', model]),
      ...(session.how === 'resume' ? ['--resume', session.id] : []),
    ],
    stdin: guardPrompt(session.how === 'open' ? withPersona(system, prompt) : prompt, {mentions: true}),
  }),
  reader: cursorReader,
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
    if (/(chat|session|conversation) .{0,60}not found/i.test(stderr)) return sessionFault(said ?? '')
    return said === undefined || code === 0 ? undefined : vendorFault(said)
  },
  deadlines: {firstText: 120_000, idle: 120_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {
      args: ['status'],
      read: ({stdout, stderr}) => {
        const text = `${stdout}${stderr}`
        if (/not (logged|signed|authenticated)/i.test(text)) return 'out'
        return /(logged|signed) in|authenticated/i.test(text) ? 'in' : 'unknown'
      },
    },
    keys: ['CURSOR_API_KEY'],
    loginCommand: 'cursor-agent login',
    installCommand: 'https://cursor.com/cli',
    claims: {stdin: 'unknown', sessions: 'unknown', tools: 'unknown', isolation: 'unknown'},
  },
}

/**
 * A segment comes as deltas with a time, then once more without one, or with the id of a call of the model: what is shown are the
 * deltas, and what counts is `result.result`.
 */
function cursorReader(resumed?: string): Reader {
  let session: string | undefined
  return line => objectsIn(line).flatMap(event => [...readSession(event), ...readEvent(event)])

  function readSession(event: Fields): readonly Reading[] {
    const id = textAt(event, 'session_id', 'sessionId', 'chatId', 'chat_id')
    if (id === undefined || id === session) return []
    session = id
    if (resumed !== undefined && resumed !== id) return [{type: 'fatal', fault: sessionFault('session_id')}]
    return [{type: 'session', id}]
  }

  function readEvent(event: Fields): readonly Reading[] {
    switch (event.type) {
      case 'assistant': {
        if (numberAt(event, 'timestamp_ms') === undefined || event.model_call_id !== undefined) return []
        const content = listAt(fieldsAt(event, 'message'), 'content')
        const delta = content.map(block => (block.type === 'text' ? (textAt(block, 'text') ?? '') : '')).join('')
        return delta === '' ? [] : [{type: 'text', delta}]
      }
      case 'tool_call':
        return [{type: 'fatal', fault: toolFault('tool_call')}]
      case 'result': {
        const text = textAt(event, 'result')
        if (event.is_error === true || text === undefined) {
          return [{type: 'final', fault: vendorFault(text ?? textAt(event, 'subtype') ?? 'result')}]
        }
        return [{type: 'final', text}]
      }
      default:
        return []
    }
  }
}
