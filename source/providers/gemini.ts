import {acpAgent} from './acp/acp-link.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, CliCall, Reader, Reading} from './cli/reading.ts'
import {makeWarmProvider} from './cli/warm.ts'
import type {CliWorld} from './cli/world.ts'
import {type Fields, fieldsAt, numberAt, objectsIn, textAt} from './json-line.ts'
import type {Provider} from './provider.ts'
import {lastWords, sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

/** Denies every tool, above any other rule. */
const DENY = '[[rule]]\ntoolName = "*"\ndecision = "deny"\npriority = 999\n'

/** One try: its own retries keep silent for minutes, and ours are seen. */
const SETTINGS = {
  general: {maxAttempts: 1, enableAutoUpdate: false},
  privacy: {usageStatisticsEnabled: false},
  telemetry: {enabled: false},
  // A name that no file has: whatever lies in its folder is neither read nor listed.
  context: {fileName: ['roundtable-reads-no-context'], includeDirectoryTree: false, memoryBoundaryMarkers: []},
  mcp: {allowed: []},
  hooksConfig: {enabled: false},
  skills: {enabled: false},
  security: {auth: {selectedType: 'gemini-api-key'}},
}

/** What one-shot and ACP share. `GEMINI_CLI_HOME` is the only lever that keeps out the user's GEMINI.md, hooks and servers. */
export function geminiPlace(call: Pick<CliCall, 'system' | 'trustUserConfig' | 'model'>) {
  return {
    args: ['--approval-mode', 'plan', '--skip-trust', '--policy', '{files}/deny.toml', '-e', 'none', ...modelOf(call.model)],
    env: {
      GEMINI_SYSTEM_MD: '{files}/system.md',
      GEMINI_CLI_NO_RELAUNCH: 'true',
      // The second time as the system's, which alone stand above those of the folder it runs in.
      ...(call.trustUserConfig
        ? {}
        : {GEMINI_CLI_HOME: '{files}', GEMINI_CLI_SYSTEM_SETTINGS_PATH: '{files}/.gemini/settings.json'}),
    },
    files: {
      'system.md': call.system,
      'deny.toml': DENY,
      ...(call.trustUserConfig ? {} : {'.gemini/settings.json': JSON.stringify(SETTINGS)}),
    },
  }
}

const modelOf = (model: string | undefined) => (model === undefined ? [] : ['-m', model])

/** Kept alive by ACP. Its `session/load` wipes the stored session (0.61.0), so an earlier one is gone on with by single calls. */
export const makeGemini = (world: CliWorld): Provider =>
  makeWarmProvider(
    acpAgent({
      agent: gemini,
      loads: false,
      prompt: text => guardPrompt(text, {mentions: true}),
      invoke: call => {
        const {args, env, files} = geminiPlace(call)
        return {args: ['--acp', ...args], stdin: '', env, files}
      },
    }),
    world,
  )

/** Source: providers.md 2 and 4, and the recordings in test/streams. A login by browser needs the user's own settings. */
export const gemini: CliAgent = {
  id: 'gemini',
  name: 'Gemini CLI',
  commands: ['gemini'],
  checkedWith: '0.61.0',
  experimental: false,
  sessionPattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  choosesSession: true,
  env: [
    'GEMINI_API_KEY',
    'GOOGLE_API_KEY',
    'GOOGLE_GEMINI_BASE_URL',
    'GOOGLE_CLOUD_*',
    'GOOGLE_GENAI_*',
    'GOOGLE_APPLICATION_CREDENTIALS',
  ],
  invoke: call => {
    const {args, env, files} = geminiPlace(call)
    const session = [call.session.how === 'resume' ? '--resume' : '--session-id', call.session.id]
    return {
      args: ['-p', '', '-o', 'stream-json', ...args, ...session],
      stdin: guardPrompt(call.prompt, {mentions: true}),
      env,
      files,
    }
  },
  reader: geminiReader,
  // A TERM makes it end with 0 and no result, which the missing final event tells.
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
    if (/Error resuming session|No previous sessions|Invalid session identifier/i.test(stderr)) return sessionFault(said ?? '')
    if (code === 41) return vendorFault(said ?? 'exit 41', {code: 'auth'})
    if (code === 42) return vendorFault(said ?? 'exit 42', {code: 'protocol'})
    return said === undefined || code === 0 ? undefined : vendorFault(said)
  },
  deadlines: {firstText: 120_000, idle: 120_000, total: 900_000},
  doctor: {
    version: ['--version'],
    keys: ['GEMINI_API_KEY'],
    loginCommand: 'export GEMINI_API_KEY=…',
    installCommand: 'npm install -g @google/gemini-cli',
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
}

function geminiReader(resumed?: string): Reader {
  let complaint: string | undefined
  return line => objectsIn(line).flatMap(readEvent)

  function readEvent(event: Fields): readonly Reading[] {
    switch (event.type) {
      case 'init': {
        const id = textAt(event, 'session_id', 'sessionId')
        if (id === undefined) return []
        if (resumed !== undefined && resumed !== id) return [{type: 'fatal', fault: sessionFault('session_id')}]
        return [{type: 'session', id}]
      }
      case 'message': {
        const delta = textAt(event, 'content') ?? ''
        return event.role === 'assistant' && delta !== '' ? [{type: 'text', delta}] : []
      }
      case 'tool_use':
      case 'tool_result':
        return [{type: 'fatal', fault: toolFault(textAt(event, 'tool_name', 'name') ?? String(event.type))}]
      case 'error': {
        const message = textAt(event, 'message')
        if (event.severity === 'error') complaint = message
        return message === undefined || event.severity === 'error' ? [] : [{type: 'warning', message}]
      }
      case 'result': {
        const usage = usageOf(fieldsAt(event, 'stats'))
        if (event.status === 'success') return [...usage, {type: 'final'}]
        const said = textAt(fieldsAt(event, 'error'), 'message') ?? complaint ?? String(event.status)
        return [...usage, {type: 'final', fault: vendorFault(said)}]
      }
      default:
        return []
    }
  }
}

/** Of this process, which holds one turn. */
function usageOf(stats: Fields | undefined): readonly Reading[] {
  const inputTokens = numberAt(stats, 'input_tokens')
  const outputTokens = numberAt(stats, 'output_tokens')
  return inputTokens === undefined || outputTokens === undefined ? [] : [{type: 'usage', usage: {inputTokens, outputTokens}}]
}
