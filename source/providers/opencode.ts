import {randomUUID} from 'node:crypto'
import {join} from 'node:path'
import {acpAgent} from './acp/acp-link.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, CliCall, Reader, Reading} from './cli/reading.ts'
import {makeWarmProvider} from './cli/warm.ts'
import type {CliWorld} from './cli/world.ts'
import {type Fields, fieldsAt, numberAt, objectsIn, textAt} from './json-line.ts'
import type {Provider} from './provider.ts'
import {lastWords, plain, sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

const AGENT = 'ai-meeting-readonly'

/**
 * The agent that has no tools is brought along, so that none of the user's can be missing. Without a provider of one's own opencode
 * sends the prompt to its maker's: that one is off unless a model of it is named.
 */
function settings(model: string | undefined): string {
  return JSON.stringify({
    share: 'disabled',
    autoupdate: false,
    snapshot: false,
    ...(model?.startsWith('opencode/') ? {} : {disabled_providers: ['opencode']}),
    ...(model === undefined ? {} : {model}),
    agent: {
      [AGENT]: {
        mode: 'primary',
        description: 'speaks, and nothing else',
        prompt: '{file:{files}/system.md}',
        permission: {'*': 'deny'},
      },
    },
    default_agent: AGENT,
  })
}

/**
 * It would fetch its plugin library from npm into each folder of settings where that is not listed as installed, in the background of
 * a turn. No plugin is ever loaded here.
 */
const INSTALLED = JSON.stringify({packages: {'': {dependencies: {'@opencode-ai/plugin': '*'}}}})

/**
 * It runs the plugins of every `.opencode` above its folder, whatever it is told, up to where a repository begins: an empty one begins
 * where it runs.
 */
const REPOSITORY = {
  '../room/.git/HEAD': 'ref: refs/heads/main\n',
  '../room/.git/objects/.keep': '',
  '../room/.git/refs/.keep': '',
}

/** What one-shot and ACP share. */
export function opencodePlace(call: Pick<CliCall, 'system' | 'trustUserConfig' | 'model'>) {
  const off = ['MODELS_FETCH', 'AUTOUPDATE', 'DEFAULT_PLUGINS', 'CLAUDE_CODE', 'PROJECT_CONFIG', 'LSP_DOWNLOAD', 'TERMINAL_TITLE']
  return {
    env: {
      OPENCODE_CONFIG_CONTENT: settings(call.model),
      OPENCODE_PERMISSION: '{"*":"deny"}',
      OPENCODE_PURE: '1',
      ...Object.fromEntries(off.map(name => [`OPENCODE_DISABLE_${name}`, '1'])),
      // By ACP it listens on loopback, where others of this machine could have it do things.
      OPENCODE_SERVER_PASSWORD: randomUUID(),
      // The second: of the person's home it would read `.opencode` all the same.
      ...(call.trustUserConfig ? {} : {XDG_CONFIG_HOME: '{files}/config', OPENCODE_TEST_HOME: '{files}/home'}),
    },
    files: {
      'system.md': call.system,
      ...(call.trustUserConfig
        ? {}
        : {
            ...REPOSITORY,
            'config/opencode/package-lock.json': INSTALLED,
            'config/opencode/node_modules/.package-lock.json': '{}',
          }),
    },
  }
}

/** Kept alive by ACP. */
export const makeOpencode = (world: CliWorld): Provider =>
  makeWarmProvider(
    acpAgent({
      agent: opencode,
      loads: true,
      // Without it, it goes on silently with one that may write.
      mode: AGENT,
      prompt: text => guardPrompt(text, {mentions: false}),
      invoke: call => ({args: ['acp', '--cwd', call.folder], stdin: '', ...opencodePlace(call)}),
    }),
    world,
  )

/** Source: providers.md 2 and 4, and the recordings in test/streams. The whole text at once; deltas need ACP. */
export const opencode: CliAgent = {
  id: 'opencode',
  name: 'opencode',
  commands: ['opencode'],
  checkedWith: '1.18.33',
  experimental: false,
  sessionPattern: /^ses_[A-Za-z0-9]{10,64}$/,
  choosesSession: false,
  env: [
    'XDG_CONFIG_HOME',
    'XDG_DATA_HOME',
    'XDG_STATE_HOME',
    'XDG_CACHE_HOME',
    'OPENCODE_API_KEY',
    'ANTHROPIC_API_KEY',
    'OPENAI_API_KEY',
    'OPENAI_BASE_URL',
    'OPENROUTER_API_KEY',
    'DEEPSEEK_API_KEY',
    'MOONSHOT_API_KEY',
    'GOOGLE_GENERATIVE_AI_API_KEY',
    'GEMINI_API_KEY',
    'ZHIPU_API_KEY',
    'DASHSCOPE_API_KEY',
    'GROQ_API_KEY',
    'XAI_API_KEY',
    'MISTRAL_API_KEY',
  ],
  invoke: call => {
    const session = call.session.how === 'resume' ? ['--session', call.session.id] : ['--title', 'roundtable']
    return {
      args: ['run', '--format', 'json', '--agent', AGENT, ...session],
      stdin: guardPrompt(call.prompt, {mentions: false}),
      ...opencodePlace(call),
    }
  },
  reader: opencodeReader,
  classify: ({stderr}) => {
    const said = lastWords(stderr)
    if (said === undefined) return undefined
    if (/session not found/i.test(stderr)) return sessionFault(said)
    return vendorFault(said, /no providers? (found|configured)/i.test(stderr) ? {code: 'auth'} : {})
  },
  // It would go on with an agent that may write, and end with 0.
  watch: stderr => {
    const line = plain(stderr)
      .split('\n')
      .find(text => /falling back to default agent|agent "[^"]*" (is a subagent|not found)/i.test(text))
    return line === undefined ? undefined : {code: 'isolation', message: line.trim(), retryable: false}
  },
  deadlines: {firstText: 120_000, idle: 180_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {
      args: ['providers', 'list'],
      read: ({code, stdout}) => {
        const text = plain(stdout)
        if (code !== 0) return 'unknown'
        return /\b[1-9]\d* (credentials?|environment variables?)\b/i.test(text) ? 'in' : 'out'
      },
    },
    // Asked, it takes seconds to answer.
    logins: ({env, userHome}) => join(env.XDG_DATA_HOME || join(userHome, '.local', 'share'), 'opencode', 'auth.json'),
    loginCommand: 'opencode auth login',
    installCommand: 'npm install -g opencode-ai',
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
}

function opencodeReader(resumed?: string): Reader {
  let session: string | undefined
  let steps = 0
  return line => objectsIn(line).flatMap(event => [...readSession(event), ...readEvent(event)])

  function readSession(event: Fields): readonly Reading[] {
    const id = textAt(event, 'sessionID')
    if (id === undefined || id === session) return []
    session = id
    if (resumed !== undefined && resumed !== id) return [{type: 'fatal', fault: sessionFault('sessionID')}]
    return [{type: 'session', id}]
  }

  function readEvent(event: Fields): readonly Reading[] {
    const part = fieldsAt(event, 'part')
    switch (event.type) {
      // Begun more than once without an end: it tries again.
      case 'step_start':
        return steps++ === 0 ? [] : [{type: 'reset'}]
      case 'text': {
        const delta = textAt(part, 'text') ?? ''
        return part?.type === 'text' && delta !== '' ? [{type: 'text', delta}] : []
      }
      case 'tool':
      case 'tool_use':
        return [{type: 'fatal', fault: toolFault(textAt(part, 'tool') ?? 'tool')}]
      case 'step_finish': {
        const reason = textAt(part, 'reason') ?? ''
        if (reason === 'tool-calls') return [{type: 'fatal', fault: toolFault(reason)}]
        const usage = usageOf(part)
        return reason === 'error' || reason === 'content-filter'
          ? [...usage, {type: 'final', fault: vendorFault(reason)}]
          : [...usage, {type: 'final'}]
      }
      case 'error': {
        const error = fieldsAt(event, 'error')
        const data = fieldsAt(error, 'data')
        const said = textAt(data, 'message') ?? textAt(error, 'message', 'name') ?? 'error'
        const status = numberAt(data, 'statusCode')
        return [{type: 'final', fault: vendorFault(said, status === undefined ? {} : {status})}]
      }
      default:
        return []
    }
  }
}

function usageOf(part: Fields | undefined): readonly Reading[] {
  const tokens = fieldsAt(part, 'tokens')
  const cache = fieldsAt(tokens, 'cache')
  const input = numberAt(tokens, 'input')
  const outputTokens = numberAt(tokens, 'output')
  if (input === undefined || outputTokens === undefined) return []
  const cost = numberAt(part, 'cost')
  const inputTokens = input + (numberAt(cache, 'read') ?? 0) + (numberAt(cache, 'write') ?? 0)
  return [{type: 'usage', usage: {inputTokens, outputTokens, ...(cost ? {costUsd: cost} : {})}}]
}
