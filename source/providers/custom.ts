import {agentFault} from '../i18n/agents.ts'
import {httpText} from '../i18n/http.ts'
import {findCommand} from './cli/find-command.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import {makeCliProvider} from './cli/one-shot.ts'
import {plainTextReader} from './cli/plain-text.ts'
import type {CliAgent, Reader, Reading} from './cli/reading.ts'
import type {CliWorld} from './cli/world.ts'
import type {Diagnosis, Finding, Provider} from './provider.ts'
import {withPersona} from './qoder.ts'

/** A command of the person's own, as the settings describe it. */
export type CustomSpec = {
  /** The program and its arguments; the prompt is never among them. */
  readonly command: readonly string[]
  readonly prompt?: 'stdin'
  /** `text` (unless told): everything it prints is the speech. `jsonl`: lines of JSON. */
  readonly output?: 'text' | 'jsonl'
  /** Where the speech stands in a line of JSON, as in `message.text`; `text` unless told. */
  readonly text?: string
  /** Each such line is a piece of the speech; otherwise the last one is all of it. */
  readonly pieces?: boolean
  readonly system?: 'prepend' | {readonly flag: string}
  readonly env?: readonly string[]
  readonly firstTextMs?: number
  readonly idleMs?: number
  readonly totalMs?: number
}

/**
 * A person's own command as a voice, run as the agents are: prompt on standard input, a private empty folder, an environment by
 * allow-list, deadlines, its whole process group ended. It keeps no session, and what it does beside speaking nobody knows.
 * `spec` undefined: the settings have none of that name, and every turn says that it is missing.
 */
export function makeCustom(name: string, spec: CustomSpec | undefined, {diagnose: _, ...world}: CliWorld): Provider {
  const agent = described(name, spec ?? {command: []})
  const mine = {...world, settings: {[agent.id]: {command: spec?.command ?? [agent.id]}}}
  return {...makeCliProvider(agent, mine), check: async () => diagnosed(name, agent, mine)}
}

function described(
  name: string,
  {output = 'text', text = 'text', pieces = false, system = 'prepend', ...spec}: CustomSpec,
): CliAgent {
  return {
    id: `custom-${name}`,
    name,
    commands: [],
    experimental: true,
    // No session of it is ever gone on with.
    sessionPattern: /^(?!)/,
    choosesSession: false,
    env: spec.env ?? [],
    invoke: call =>
      system === 'prepend'
        ? {args: [], stdin: guardPrompt(withPersona(call.system, call.prompt), {mentions: false})}
        : {
            args: [system.flag, '{files}/system.md'],
            stdin: guardPrompt(call.prompt, {mentions: false}),
            files: {'system.md': call.system},
          },
    plain: output === 'text',
    reader: output === 'text' ? plainTextReader : () => jsonReader(text.split('.'), pieces),
    classify: () => undefined,
    // It has no word of its own for the end, so a good exit is the end.
    atEnd: ({code}) => (code === 0 ? [{type: 'final'}] : []),
    deadlines: {firstText: spec.firstTextMs ?? 120_000, idle: spec.idleMs ?? 120_000, total: spec.totalMs ?? 900_000},
    doctor: {
      version: [],
      loginCommand: spec.command[0] ?? name,
      installCommand: `roundtable config set custom.${name}.command …`,
      claims: {stdin: 'unknown', sessions: 'unknown', tools: 'unknown', isolation: 'unknown'},
    },
  }
}

function jsonReader(path: readonly string[], pieces: boolean): Reader {
  return line => {
    const text = textAt(line, path)
    if (text === undefined) return []
    const said: Reading = {type: 'text', delta: text}
    return pieces ? [said] : [{type: 'reset'}, said]
  }
}

/** Noise, and lines that hold no text there, are nothing. */
function textAt(line: string, path: readonly string[]): string | undefined {
  let value: unknown
  try {
    value = JSON.parse(line)
  } catch {
    return undefined
  }
  for (const name of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
    value = (value as Readonly<Record<string, unknown>>)[name]
  }
  return typeof value === 'string' && value !== '' ? value : undefined
}

function diagnosed(name: string, agent: CliAgent, world: CliWorld): Diagnosis {
  const {lang} = world
  const found = findCommand(agent, world)
  const unknown = (aspect: Finding['aspect']): Finding => ({aspect, claim: 'unknown', code: 'read-about'})
  const rest = (['login', 'stdin', 'sessions', 'tools', 'isolation', 'network'] as const).map(unknown)
  if (!found) {
    const {message, hint} = agentFault(lang, 'missing', {agent: name, install: agent.doctor.installCommand})
    const commands = world.settings[agent.id]?.command?.[0] ?? name
    return {
      ok: false,
      detail: message,
      hint,
      experimental: true,
      findings: [{aspect: 'found', claim: 'failed', code: 'not-found', slots: {commands}}, ...rest],
    }
  }
  return {
    ok: true,
    detail: httpText(lang, 'custom-ready', {name, command: found.file}),
    program: {path: found.file},
    experimental: true,
    findings: [{aspect: 'found', claim: 'believed', code: 'found-unversioned'}, ...rest],
  }
}
