import {guardPrompt} from './cli/guard-prompt.ts'
import type {CliAgent} from './cli/reading.ts'
import {streamJsonReader} from './stream-json.ts'
import {lastWords, sessionFault, vendorFault} from './vendor-fault.ts'

const LOGIN = 'qodercli login'

/** Source: providers.md 2, and the recordings in test/streams, none of which got past the login. The persona stands before the first prompt. */
export const qoder: CliAgent = {
  id: 'qoder',
  name: 'Qoder CLI',
  commands: ['qodercli'],
  checkedWith: '1.1.52',
  experimental: true,
  sessionPattern: /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
  choosesSession: true,
  env: ['QODER_PERSONAL_ACCESS_TOKEN', 'QODER_*'],
  invoke: ({folder, model, prompt, session, system}) => ({
    args: [
      '-p',
      '--output-format',
      'stream-json',
      '--cwd',
      folder,
      '--tools',
      '',
      '--mcp-config',
      '{"mcpServers":{}}',
      '--strict-mcp-config',
      ...(model === undefined ? [] : ['--model', model]),
      session.how === 'resume' ? '--resume' : '--session-id',
      session.id,
    ],
    stdin: guardPrompt(session.how === 'open' ? withPersona(system, prompt) : prompt, {mentions: true}),
  }),
  reader: resumed =>
    streamJsonReader(
      {
        cumulative: false,
        faultOf: (said, error) => vendorFault(said, error === 'authentication_failed' ? {code: 'auth', hint: LOGIN} : {}),
      },
      resumed,
    ),
  classify: ({code, stderr}) => {
    const said = lastWords(stderr)
    if (/no (saved )?(conversation|session) found|session .{0,60}not found/i.test(stderr)) return sessionFault(said ?? '')
    return said === undefined || code === 0
      ? undefined
      : vendorFault(stderr.split('\n').find(line => /error/i.test(line)) ?? said)
  },
  deadlines: {firstText: 120_000, idle: 120_000, total: 900_000},
  doctor: {
    version: ['--version'],
    login: {
      // Ends with 0 either way.
      args: ['status', '-o', 'json'],
      read: ({stdout}) => {
        if (/not logged in|"logged_in"\s*:\s*false/i.test(stdout)) return 'out'
        return /"logged_in"\s*:\s*true/.test(stdout) ? 'in' : 'unknown'
      },
    },
    loginCommand: LOGIN,
    installCommand: 'npm install -g @qoder-ai/qodercli',
    claims: {stdin: 'unknown', sessions: 'unknown', tools: 'measured', isolation: 'unknown'},
  },
}

/** For an agent that takes no system prompt: the persona leads the first prompt of the session. */
export const withPersona = (system: string, prompt: string): string => `${system}\n\n${prompt}`
