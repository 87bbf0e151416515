import {acpAgent} from './acp/acp-link.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent, CliCall} from './cli/reading.ts'
import {makeWarmProvider} from './cli/warm.ts'
import type {CliWorld} from './cli/world.ts'
import type {Provider} from './provider.ts'
import {streamJsonReader} from './stream-json.ts'
import {lastWords, sessionFault, vendorFault} from './vendor-fault.ts'

/** What `--bare` leaves. */
const TOOLS = [
  'read_file',
  'edit',
  'run_shell_command',
  'notebook_edit',
  'get_goal',
  'update_goal',
  'write_file',
  'monitor',
  'task_stop',
  'exit_plan_mode',
]

/** Over the user's own: by ACP it would ask its model, after each turn, what the user might say next, and it tells its maker of use. */
const SETTINGS = {
  ui: {enableFollowupSuggestions: false},
  general: {disableAutoUpdate: true, chatRecording: true, preventSystemSleep: false},
  privacy: {usageStatisticsEnabled: false},
  telemetry: {enabled: false},
}

/** What one-shot and ACP share. `--bare` also stops a call for its memory after each turn that nobody sees. */
export function qwenPlace(call: Pick<CliCall, 'system' | 'trustUserConfig' | 'model'>) {
  return {
    args: [
      ...(call.trustUserConfig ? [] : ['--auth-type', 'openai', '--bare']),
      '--exclude-tools',
      TOOLS.join(','),
      ...(call.model === undefined ? [] : ['-m', call.model]),
    ],
    env: {
      QWEN_SYSTEM_MD: '{files}/system.md',
      QWEN_CODE_SYSTEM_SETTINGS_PATH: '{files}/settings.json',
      // It reads these in spite of `--bare`, wherever the person's environment says they are.
      QWEN_CODE_SYSTEM_DEFAULTS_PATH: '{files}/settings.json',
      QWEN_USAGE_STATISTICS_ENABLED: 'false',
    },
    files: {'system.md': call.system, 'settings.json': JSON.stringify(SETTINGS)},
  }
}

/** Kept alive by ACP. */
export const makeQwen = (world: CliWorld): Provider =>
  makeWarmProvider(
    acpAgent({
      agent: qwen,
      loads: true,
      prompt: text => guardPrompt(text, {mentions: true}),
      invoke: call => {
        const {args, env, files} = qwenPlace(call)
        return {args: ['--acp', ...args], stdin: '', env, files}
      },
    }),
    world,
  )

/** Source: providers.md 2 and 4, and the recordings in test/streams. */
export const qwen: CliAgent = {
  id: 'qwen',
  name: 'Qwen Code',
  commands: ['qwen'],
  checkedWith: '0.24.4',
  experimental: false,
  sessionPattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  choosesSession: true,
  env: ['OPENAI_API_KEY', 'OPENAI_BASE_URL', 'OPENAI_MODEL', 'DASHSCOPE_API_KEY', 'BAILIAN_CODING_PLAN_API_KEY', 'QWEN_*'],
  invoke: call => {
    const {args, env, files} = qwenPlace(call)
    const session = [call.session.how === 'resume' ? '--resume' : '--session-id', call.session.id]
    return {
      args: ['-p', '', '-o', 'stream-json', '--include-partial-messages', ...args, ...session],
      stdin: guardPrompt(call.prompt, {mentions: true}),
      env,
      files,
    }
  },
  reader: resumed => streamJsonReader({cumulative: true}, resumed),
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
    if (/no (saved )?session|session .{0,60}not found|no conversation found|already exists/i.test(stderr))
      return sessionFault(said ?? '')
    return said === undefined || code === 0 ? undefined : vendorFault(said)
  },
  deadlines: {firstText: 120_000, idle: 120_000, total: 900_000},
  doctor: {
    version: ['--version'],
    keys: ['OPENAI_API_KEY'],
    loginCommand: 'export OPENAI_API_KEY=…',
    installCommand: 'npm install -g @qwen-code/qwen-code',
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
}
