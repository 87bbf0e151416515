import meow from 'meow'
import {exportMeeting} from './commands/export.ts'
import {history} from './commands/history.ts'
import type {Host} from './commands/host.ts'
import {exit} from './commands/host.ts'
import {meet} from './commands/meet.ts'
import {nodeHost} from './commands/node-host.ts'
import {personas} from './commands/personas.ts'
import {resume} from './commands/resume.ts'
import {start} from './commands/start.ts'
import {verify} from './commands/verify.ts'
import {helpText} from './i18n/help.ts'
import {tell} from './i18n/index.ts'

const text = {type: 'string'} as const
const yes = {type: 'boolean'} as const
const flagTypes = {
  topic: text,
  with: text,
  rounds: text,
  provider: text,
  model: text,
  lang: text,
  uiLang: text,
  out: text,
  seed: text,
  protocol: text,
  auto: yes,
  json: yes,
  plain: yes,
  reader: yes,
  lineup: text,
  dryRun: yes,
  repair: yes,
  history: yes,
  prompts: yes,
  verbose: yes,
  debug: yes,
  help: {type: 'boolean', shortFlag: 'h'},
} as const

/** argv to a command. Sets the exit code and lets the output drain; only a second signal ends the process at once. */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const {input, flags} = meow({
    importMeta: import.meta,
    argv: [...argv],
    pkg: {},
    autoHelp: false,
    autoVersion: false,
    flags: flagTypes,
  })
  const {host, signalExit} = nodeHost({version, uiLang: flags.uiLang})
  try {
    process.exitCode = await run(input, flags, host)
    const code = signalExit()
    if (code !== undefined && process.exitCode === exit.paused) process.exitCode = code
  } catch (error) {
    host.warn(tell(host.words, 'internalError', {message: error instanceof Error ? error.message : String(error)}))
    if (flags.debug && error instanceof Error) host.warn(error.stack ?? '')
    process.exitCode = 70
  }
}

type Flags = {readonly [key: string]: unknown}

async function run(input: readonly string[], given: Flags, host: Host): Promise<number> {
  const wrong = checkFlags(given, host)
  if (wrong) {
    host.warn(wrong)
    host.warn(host.words.usageSeeHelp)
    return exit.usage
  }
  // Meow gives undefined for what was not said; the commands know only what was.
  const flags = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined && value !== false))
  if (flags.help) {
    host.print(helpText[host.uiLang])
    return exit.closed
  }
  const [first, ...rest] = input
  switch (first) {
    case undefined:
      return flags.topic === undefined && flags.with === undefined ? start(flags, host) : meet(flags, undefined, host)
    case 'meet':
      return meet(flags, rest.length > 0 ? rest.join(' ') : undefined, host)
    case 'resume':
      return resume(rest[0], flags, host)
    case 'verify':
      return verify(rest[0], flags, host)
    case 'export':
      return exportMeeting(rest, flags, host)
    case 'history':
      return history(rest, flags, host)
    case 'personas':
      return personas(rest, flags, host)
    case 'help':
      host.print(helpText[host.uiLang])
      return exit.closed
    default:
      if (rest.length === 0 && /^[a-z][a-z-]*$/i.test(first)) {
        host.warn(tell(host.words, 'usageUnknownCommand', {command: first}))
        host.warn(host.words.usageSeeHelp)
        return exit.usage
      }
      return meet(flags, input.join(' '), host)
  }
}

function checkFlags(flags: Flags, host: Host): string | undefined {
  const unknown = Object.keys(flags).find(key => !(key in flagTypes))
  if (unknown !== undefined) {
    const name = unknown.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
    return tell(host.words, 'usageUnknownFlag', {flag: `${name.length > 1 ? '--' : '-'}${name}`})
  }
  const {uiLang} = flags
  if (uiLang !== undefined && uiLang !== 'zh' && uiLang !== 'en') {
    return tell(host.words, 'usageFlagValue', {flag: '--ui-lang', said: String(uiLang), allowed: 'zh, en'})
  }
  const empty = Object.entries(flags).find(([, value]) => value === '')
  if (empty) return tell(host.words, 'usageFlagValue', {flag: `--${empty[0]}`, said: '', allowed: '…'})
  return undefined
}
