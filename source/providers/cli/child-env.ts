/** What every agent gets of the person's environment, where it is set: who and where one is, the language, the way to the network. */
const everyone = [
  'PATH',
  'HOME',
  'USER',
  'LOGNAME',
  'SHELL',
  'LANG',
  'LANGUAGE',
  'LC_*',
  'TZ',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'ALL_PROXY', 'NO_PROXY'].flatMap(name => [name, name.toLowerCase()]),
  'NODE_EXTRA_CA_CERTS',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
]

/** Without these no program starts on Windows. */
const windows = [
  'SystemRoot',
  'SystemDrive',
  'ComSpec',
  'PATHEXT',
  'USERPROFILE',
  'APPDATA',
  'LOCALAPPDATA',
  'ProgramFiles',
  'ProgramData',
]

/** Marks a process as a child of ours, so that a meeting inside a meeting is noticed. */
const childMark = 'ROUNDTABLE_CHILD'

export type ChildEnvOf = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly platform: NodeJS.Platform
  /** Names the agent's own login needs; a trailing `*` stands for any ending. */
  readonly names: readonly string[]
  /** Names that pass only while another one is set. */
  readonly when?: Readonly<Record<string, readonly string[]>>
  readonly folder: string
  readonly tmp: string
  /** Set on top. */
  readonly extra?: Readonly<Record<string, string>>
}

/**
 * The whole environment of an agent: an allow-list. Variables of an agent's session that we may be running in
 * (`CLAUDECODE`, `CLAUDE_CODE_*`) pass only when they are named in full.
 */
export function childEnv({env, platform, names, when = {}, folder, tmp, extra = {}}: ChildEnvOf): Record<string, string> {
  const also = Object.entries(when).flatMap(([name, more]) => (env[name] ? more : []))
  const allowed = [...everyone, ...(platform === 'win32' ? windows : []), ...names, ...also]
  const passes = (name: string) => allowed.some(pattern => matches(pattern, name, platform))
  const given: Record<string, string> = {}
  for (const [name, value] of Object.entries(env)) if (value !== undefined && passes(name)) given[name] = value
  const temporary = platform === 'win32' ? {TEMP: tmp, TMP: tmp} : {TMPDIR: tmp, PWD: folder}
  return {...given, TERM: 'dumb', NO_COLOR: '1', ...temporary, ...extra, [childMark]: '1'}
}

function matches(pattern: string, name: string, platform: NodeJS.Platform): boolean {
  const [wanted, got] = platform === 'win32' ? [pattern.toUpperCase(), name.toUpperCase()] : [pattern, name]
  if (!wanted.endsWith('*')) return wanted === got
  return got.startsWith(wanted.slice(0, -1)) && !/^CLAUDE_?CODE/.test(got)
}

/** An agent's own variables, as they are set. */
export const ownVariables = ({env, platform, names}: Pick<ChildEnvOf, 'env' | 'platform' | 'names'>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && names.some(pattern => matches(pattern, name, platform)) ? [[name, value]] : [],
    ),
  )

const outerMarks: Readonly<Record<string, string>> = {
  [childMark]: 'roundtable',
  CLAUDECODE: 'claude',
  CODEX_SANDBOX: 'codex',
  CODEX_THREAD_ID: 'codex',
  GEMINI_CLI: 'gemini',
  QWEN_CODE: 'qwen',
  OPENCODE: 'opencode',
  CURSOR_AGENT: 'cursor',
}

/** The agent that we run inside of, as far as its variables tell; `roundtable` for a meeting of ours. */
export function outerAgent(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const mark = Object.keys(outerMarks).find(name => env[name])
  return mark && outerMarks[mark]
}

/** Values that must not be shown, longest first. */
export const secretsIn = (env: Readonly<Record<string, string | undefined>>): readonly string[] =>
  Object.entries(env)
    .flatMap(([name, value]) => (value && value.length >= 6 && /KEY|TOKEN|SECRET|PASSWORD|HEADERS/i.test(name) ? [value] : []))
    .sort((a, b) => b.length - a.length)
