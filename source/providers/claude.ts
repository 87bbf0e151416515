import type {Fault, Usage} from '../core/events.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import {type LineTurns, lineAgent} from './cli/line-link.ts'
import type {CliAgent, CliCall, Ending, Invocation, Reader, Reading} from './cli/reading.ts'
import {makeWarmProvider} from './cli/warm.ts'
import type {CliWorld} from './cli/world.ts'
import {type Fields, fieldsAt, listAt, numberAt, objectsIn, textAt} from './json-line.ts'
import type {Provider} from './provider.ts'
import {sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

/** One live process a seat; a single call where that breaks off. */
export const makeClaude = (world: CliWorld): Provider =>
  makeWarmProvider(
    lineAgent(claude, call => invocation(call, {live: true}), claudeTurns),
    world,
  )

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Claude Code, as measured with 2.1.332: `providers.md`, sections 2 and 4. */
export const claude: CliAgent = {
  id: 'claude',
  name: 'Claude Code',
  commands: ['claude'],
  checkedWith: '2.1.332',
  experimental: false,
  sessionPattern: uuid,
  choosesSession: true,
  env: ['ANTHROPIC_*', 'CLAUDE_CONFIG_DIR', 'CLAUDE_CODE_OAUTH_TOKEN', 'CLAUDE_CODE_USE_BEDROCK', 'CLAUDE_CODE_USE_VERTEX'],
  envWhen: {
    CLAUDE_CODE_USE_BEDROCK: ['AWS_*'],
    CLAUDE_CODE_USE_VERTEX: ['GOOGLE_APPLICATION_CREDENTIALS', 'GOOGLE_CLOUD_PROJECT', 'CLOUD_ML_REGION', 'VERTEX_REGION_*'],
  },
  invoke: call => invocation(call, {live: false}),
  reader: () => claudeReader(),
  classify,
  deadlines: {firstText: 120_000, idle: 90_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {args: ['auth', 'status'], read: loginIn},
    keys: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN', 'CLAUDE_CODE_OAUTH_TOKEN'],
    loginCommand: 'claude auth login',
    installCommand: 'npm install -g @anthropic-ai/claude-code',
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
}

function invocation(call: CliCall, {live}: {readonly live: boolean}): Invocation {
  const {how, id} = call.session
  const args = [
    '-p',
    // These two keep out the person's and the folder's settings, and with them a proxy or a key helper of the person's own.
    ...(call.trustUserConfig ? [] : ['--safe-mode', '--restricted']),
    '--strict-mcp-config',
    '--disable-slash-commands',
    '--tools',
    '',
    '--permission-mode',
    'dontAsk',
    ...(live ? ['--input-format', 'stream-json'] : []),
    '--output-format',
    'stream-json',
    '--verbose',
    '--include-partial-messages',
    ...(how === 'open' ? ['--session-id', id] : ['--resume', id]),
    ...(call.model ? ['--model', call.model] : []),
    ...(call.system ? ['--system-prompt-file', '{files}/system.md'] : []),
  ]
  return {
    args,
    stdin: live ? '' : guardPrompt(call.prompt, {mentions: 'words'}),
    env: {
      CLAUDE_CODE_DISABLE_FILE_MENTIONS: '1',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_AUTOUPDATER: '1',
      CLAUDE_CODE_MAX_RETRIES: '2',
    },
    ...(call.system ? {files: {'system.md': call.system}} : {}),
  }
}

/** Reads the turns of one process, one after another. */
export function claudeReader(): Reader {
  let error: string | undefined
  /** Id of the message under way, and whether it gives its text in pieces. */
  let under: string | undefined
  let inPieces = false
  const over = () => {
    error = undefined
    inPieces = false
  }
  return line =>
    objectsIn(line).flatMap((fields): readonly Reading[] => {
      switch (fields.type) {
        case 'system':
          return ofSystem(fields)
        case 'stream_event': {
          const event = fieldsAt(fields, 'event')
          if (textAt(event, 'type') === 'message_start') {
            under = textAt(fieldsAt(event, 'message'), 'id')
            inPieces = false
            return [{type: 'reset'}]
          }
          const readings = ofPiece(event)
          if (readings.length > 0) inPieces = true
          return readings
        }
        case 'assistant': {
          error = textAt(fields, 'error') ?? error
          const message = fieldsAt(fields, 'message')
          // A synthetic message is the program's own: an error, or what a command printed.
          if (textAt(fields, 'error') || textAt(message, 'model') === '<synthetic>') return []
          const said = ofMessage(message)
          const id = textAt(message, 'id')
          if (id !== under) {
            // Asked again without streaming, after what was streamed broke off.
            under = id
            inPieces = false
            return [{type: 'reset'}, ...said]
          }
          return said.filter(reading => reading.type === 'fatal' || !inPieces)
        }
        case 'result': {
          const readings = ofResult(fields, error)
          over()
          return readings
        }
        default:
          return []
      }
    })
}

function ofSystem(fields: Fields): readonly Reading[] {
  const session = textAt(fields, 'session_id')
  if (fields.subtype === 'init') {
    const [tool] = [...texts(fields.tools), ...listAt(fields, 'mcp_servers').map(server => textAt(server, 'name') ?? 'mcp')]
    if (tool !== undefined) return [{type: 'fatal', fault: toolFault(tool)}]
    return session === undefined ? [] : [{type: 'session', id: session}]
  }
  if (fields.subtype !== 'api_retry') return []
  const status = numberAt(fields, 'error_status')
  const fault = vendorFault(textAt(fields, 'error') ?? '', status === undefined ? {} : {status})
  // It would go on for minutes with a key that stays wrong.
  return fault.code === 'auth' ? [{type: 'fatal', fault}] : [{type: 'reset'}]
}

function ofPiece(event: Fields | undefined): readonly Reading[] {
  const tool = fieldsAt(event, 'content_block')
  if (textAt(tool, 'type')?.includes('tool_use')) return [{type: 'fatal', fault: toolFault(textAt(tool, 'name') ?? '')}]
  const delta = fieldsAt(event, 'delta')
  const text = textAt(delta, 'type') === 'text_delta' ? textAt(delta, 'text') : undefined
  return text ? [{type: 'text', delta: text}] : []
}

const ofMessage = (message: Fields | undefined): readonly Reading[] =>
  listAt(message, 'content').flatMap((block): readonly Reading[] => {
    const kind = textAt(block, 'type') ?? ''
    if (kind.includes('tool_use')) return [{type: 'fatal', fault: toolFault(textAt(block, 'name') ?? '')}]
    const text = kind === 'text' ? textAt(block, 'text') : undefined
    return text ? [{type: 'text', delta: text}] : []
  })

/** `is_error` decides, not the subtype, which says success beside it. */
function ofResult(fields: Fields, error: string | undefined): readonly Reading[] {
  const usage = usageOf(fields)
  if (fields.is_error === true) return [...usage, {type: 'final', fault: faultOf(fields, error)}]
  if (fields.local_command !== undefined)
    return [...usage, {type: 'final', fault: {code: 'protocol', message: 'local command', retryable: false}}]
  const text = textAt(fields, 'result')
  return [...usage, {type: 'final', ...(text === undefined ? {} : {text})}]
}

function faultOf(fields: Fields, error: string | undefined): Fault {
  const said = textAt(fields, 'result') || texts(fields.errors).join('; ') || error || textAt(fields, 'terminal_reason') || ''
  if (isLost(said)) return sessionFault(said)
  const reason = textAt(fields, 'terminal_reason') ?? ''
  if (reason.startsWith('aborted')) return vendorFault(reason, {code: 'aborted'})
  if (error === 'authentication_failed') return vendorFault(said, {code: 'auth'})
  if (error === 'rate_limit' || error === 'billing_error') return vendorFault(said, {code: 'quota'})
  // Asked the same again it would answer the same.
  if (error === 'max_output_tokens' || fields.stop_reason === 'refusal')
    return {...vendorFault(said, {code: 'unknown'}), retryable: false}
  const status = numberAt(fields, 'api_error_status')
  return vendorFault(said, status === undefined ? {} : {status})
}

const isLost = (said: string) => /No conversation found with session ID|--resume requires a valid session ID/.test(said)

/** Tokens are of the turn; the cost runs on through the session, unless this version counts it a result. */
function usageOf(fields: Fields): readonly Reading[] {
  const usage = fieldsAt(fields, 'usage')
  const input = ['input_tokens', 'cache_creation_input_tokens', 'cache_read_input_tokens'].map(name => numberAt(usage, name) ?? 0)
  const inputTokens = input.reduce((sum, tokens) => sum + tokens, 0)
  const outputTokens = numberAt(usage, 'output_tokens') ?? 0
  const since = fieldsAt(fields, 'model_usage_since_last_result')
  const costs = since && Object.keys(since).map(model => numberAt(fieldsAt(since, model), 'costUSD') ?? 0)
  const tokens: Usage = inputTokens + outputTokens > 0 ? {inputTokens, outputTokens} : {}
  const cost = numberAt(fields, 'total_cost_usd')
  if (costs) return [{type: 'usage', usage: {...tokens, costUsd: costs.reduce((sum, usd) => sum + usd, 0)}}]
  return [
    ...(inputTokens + outputTokens > 0 ? [{type: 'usage', usage: tokens} as const] : []),
    ...(cost === undefined ? [] : [{type: 'usage', usage: {costUsd: cost}, cumulative: true} as const]),
  ]
}

function classify({code, stderr}: Ending): Fault | undefined {
  if (isLost(stderr)) return sessionFault(stderr)
  if (/unknown option|unknown argument|invalid value/i.test(stderr)) return {code: 'protocol', message: stderr, retryable: false}
  if (code === 126 || code === 127) return {code: 'missing', message: stderr, retryable: false}
  return stderr.trim() && code !== 0 && code !== null ? vendorFault(stderr) : undefined
}

function loginIn({code, stdout}: Ending & {readonly stdout: string}): 'in' | 'out' | 'unknown' {
  const [said] = objectsIn(stdout.replace(/\s*\n\s*/g, ' ').trim())
  if (typeof said?.loggedIn === 'boolean') return said.loggedIn ? 'in' : 'out'
  return code === 0 ? 'in' : code === 1 ? 'out' : 'unknown'
}

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : []

/** Lines in, lines out: a message a turn, and each turn ends with its own `result`. */
function claudeTurns(): LineTurns {
  const reader = claudeReader()
  let asked = 0
  return {
    begin: prompt => {
      const content = guardPrompt(prompt, {mentions: 'words'})
      return `${JSON.stringify({type: 'user', message: {role: 'user', content}})}\n`
    },
    interrupt: () =>
      `${JSON.stringify({type: 'control_request', request_id: `stop-${++asked}`, request: {subtype: 'interrupt'}})}\n`,
    read: line => {
      const [fields] = objectsIn(line)
      if (fields?.type !== 'control_response') return {readings: reader(line)}
      return {readings: [], heard: textAt(fieldsAt(fields, 'response'), 'request_id') === `stop-${asked}`}
    },
  }
}
