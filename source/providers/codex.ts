import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, CliCall, Invocation, Reader, Reading} from './cli/reading.ts'
import {nativeCodex} from './codex-native.ts'
import {type Fields, fieldsAt, numberAt, objectsIn, textAt} from './json-line.ts'
import {lastWords, sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

/** Everything that gives the model hands. `unbounded_connection_retries`: with it a refused connection is tried for ever. */
const SWITCHED_OFF = [
  'shell_tool',
  'unified_exec',
  'code_mode_host',
  'multi_agent',
  'goals',
  'view_image',
  'image_generation',
  'apps',
  'plugins',
  'hooks',
  'skill_search',
  'tool_suggest',
  'sleep_tool',
  'browser_use',
  'computer_use',
  'in_app_browser',
  'unbounded_connection_retries',
]

/** Without analytics its exit offline takes 0.2 s in place of 5. */
const SETTINGS = [
  'analytics.enabled=false',
  'agents.enabled=false',
  'web_search="disabled"',
  'project_doc_max_bytes=0',
  'skills.bundled.enabled=false',
  'skills.include_instructions=false',
  'tools.experimental_request_user_input.enabled=false',
  'include_environment_context=false',
  'include_permissions_instructions=false',
  'include_collaboration_mode_instructions=false',
]

/** The arguments that lock it down, one-shot and as a server; they change nothing of the user's own settings. */
export const codexLocks: readonly string[] = [
  ...SETTINGS.flatMap(setting => ['-c', setting]),
  ...SWITCHED_OFF.flatMap(feature => ['--disable', feature]),
]

/**
 * A gateway of the user's own: Codex takes its address from settings only, which are kept out. It speaks the Responses protocol
 * over HTTP; the key stays in the environment.
 */
export function codexGateway(env: Readonly<Record<string, string>> = {}): readonly string[] {
  const address = env.OPENAI_BASE_URL
  if (address === undefined || address === '') return []
  const key = env.CODEX_API_KEY === undefined ? 'OPENAI_API_KEY' : 'CODEX_API_KEY'
  const provider = `{name="gateway",base_url=${JSON.stringify(address)},env_key="${key}",wire_api="responses"}`
  return ['-c', 'model_provider="gateway"', '-c', `model_providers.gateway=${provider}`]
}

/** Source: providers.md 2 and 4, and the recordings in test/streams. One message at once; deltas need the app server. */
export const codex: CliAgent = {
  id: 'codex',
  name: 'Codex',
  commands: ['codex'],
  native: nativeCodex,
  checkedWith: '0.171.0',
  experimental: false,
  sessionPattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  choosesSession: false,
  env: ['CODEX_HOME', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN', 'OPENAI_API_KEY', 'OPENAI_BASE_URL', 'CODEX_CA_CERTIFICATE'],
  invoke: call => invocation(call, []),
  reader: codexReader,
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
    if (said === undefined) return undefined
    if (/no rollout found|thread\/resume failed|no (saved )?session found/i.test(stderr)) return sessionFault(said)
    if (code === 2 || /unexpected argument|trusted directory|Error loading config/i.test(stderr)) {
      return vendorFault(said, {code: 'protocol'})
    }
    return vendorFault(said)
  },
  deadlines: {firstText: 180_000, idle: 180_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {
      args: ['login', 'status'],
      read: ({code, stdout, stderr}) => {
        if (/not logged in/i.test(`${stdout}${stderr}`)) return 'out'
        return code === 0 && /logged in/i.test(`${stdout}${stderr}`) ? 'in' : 'unknown'
      },
    },
    keys: ['CODEX_API_KEY'],
    loginCommand: 'codex login',
    installCommand: 'npm install -g @openai/codex',
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
}

/** The same with more arguments. */
export const codexWith = (more: readonly string[]): CliAgent => ({...codex, invoke: call => invocation(call, more)})

const invocation = (call: CliCall, more: readonly string[]): Invocation => ({
  args: argsOf(call, more),
  stdin: guardPrompt(call.prompt, {mentions: false}),
  files: {'system.md': call.system},
})

/** `resume` knows neither `--sandbox` nor the trust of a folder that `exec` has, so each is built for itself. */
function argsOf(call: CliCall, more: readonly string[]): readonly string[] {
  const common = [
    '--json',
    '--skip-git-repo-check',
    ...(call.trustUserConfig ? [] : ['--ignore-user-config', '--ignore-rules']),
    ...codexLocks,
    ...codexGateway(call.env),
    ...more,
    '-c',
    'model_instructions_file="{files}/system.md"',
    ...(call.model === undefined ? [] : ['-m', call.model]),
  ]
  return call.session.how === 'resume'
    ? ['exec', 'resume', ...common, '-c', 'sandbox_mode="read-only"', call.session.id, '-']
    : ['exec', ...common, '--sandbox', 'read-only', '-']
}

/** An id that is no UUID opens a new thread with exit 0: only the id that was asked for is the old session. */
function codexReader(resumed?: string): Reader {
  let said = ''
  return line => objectsIn(line).flatMap(readEvent)

  function readEvent(event: Fields): readonly Reading[] {
    switch (event.type) {
      case 'thread.started': {
        const id = textAt(event, 'thread_id', 'threadId')
        if (id === undefined) return []
        if (resumed !== undefined && resumed !== id) return [{type: 'fatal', fault: sessionFault('thread_id')}]
        return [{type: 'session', id}]
      }
      case 'item.completed':
      case 'item.started':
      case 'item.updated':
        return readItem(fieldsAt(event, 'item'), event.type === 'item.completed')
      // Said while it goes on trying; what ends a turn is `turn.failed`.
      case 'error':
        return said === '' ? [] : begunAgain()
      case 'turn.completed': {
        const usage = usageOf(fieldsAt(event, 'usage'))
        return [...usage, {type: 'final', text: said}]
      }
      case 'turn.failed':
        return [{type: 'final', fault: vendorFault(textAt(fieldsAt(event, 'error'), 'message') ?? 'turn.failed')}]
      default:
        return []
    }
  }

  function readItem(item: Fields | undefined, complete: boolean): readonly Reading[] {
    switch (item?.type) {
      case 'agent_message': {
        const text = textAt(item, 'text') ?? ''
        if (!complete || text === '') return []
        const again = said === '' ? [] : begunAgain()
        said = text
        return [...again, {type: 'text', delta: text}]
      }
      case 'error': {
        const message = textAt(item, 'message')
        return message === undefined || !complete ? [] : [{type: 'warning', message}]
      }
      case undefined:
      case 'reasoning':
      case 'todo_list':
      case 'plan':
        return []
      default:
        return [{type: 'fatal', fault: toolFault(String(item?.type))}]
    }
  }

  function begunAgain(): readonly Reading[] {
    said = ''
    return [{type: 'reset'}]
  }
}

function usageOf(usage: Fields | undefined): readonly Reading[] {
  const inputTokens = numberAt(usage, 'input_tokens')
  const outputTokens = numberAt(usage, 'output_tokens')
  if (inputTokens === undefined || outputTokens === undefined) return []
  return [{type: 'usage', usage: {inputTokens, outputTokens}, cumulative: true}]
}
