import meow from 'meow'
import type {Doorstep} from './commands/host.ts'
import {portOf} from './commands/port.ts'
import {entryWords} from './i18n/board-entry.ts'
import {tell} from './i18n/index.ts'

const text = {type: 'string'} as const
const yes = {type: 'boolean'} as const
const texts = {type: 'string', isMultiple: true} as const
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
  moderator: text,
  sequential: yes,
  members: text,
  councilTopic: text,
  duo: yes,
  triad: yes,
  debate: yes,
  noDebate: yes,
  discover: yes,
  noDiscover: yes,
  repo: text,
  agents: text,
  judge: text,
  briefFile: texts,
  material: texts,
  maxAgents: text,
  maxRounds: text,
  maxMaterials: text,
  timeoutMs: text,
  acceptGaps: yes,
  allowSensitiveMaterials: yes,
  events: text,
  serve: text,
  fallback: text,
  skipMissing: yes,
  budgetTokens: text,
  budgetUsd: text,
  trustUserConfig: yes,
  strict: yes,
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

/** What was typed behind the program's name. Meow gives undefined for what was not said; the commands know only what was. */
export function readArguments(argv: readonly string[]): {input: readonly string[]; flags: Flags} {
  const again = saidAgain(argv)
  if (again !== undefined) return {input: [], flags: {[twice]: again}}
  const {input, flags} = meow({
    importMeta: import.meta,
    argv: [...argv],
    pkg: {},
    autoHelp: false,
    autoVersion: false,
    flags: flagTypes,
  })
  const isSaid = (value: unknown) => value !== undefined && value !== false && !(Array.isArray(value) && value.length === 0)
  const said = Object.entries(flags).filter(([key, value]) => !(key in flagTypes) || isSaid(value))
  return {input, flags: {...Object.fromEntries(said), ...deniedIn(argv), ...emptyIn(argv, flags)}}
}

/** No flag can be typed so: meow throws at a flag that is there twice, and what the person gets must be a sentence. */
const twice = ' twice'

function saidAgain(argv: readonly string[]): string | undefined {
  const single = Object.entries(flagTypes).filter(([, type]) => type !== texts)
  return single.map(([key]) => `--${asTyped(key)}`).find(flag => timesSaid(argv, flag) > 1)
}

/** A flag that can be said again and again is left out by meow where nothing follows it, which is something to be told. */
function emptyIn(argv: readonly string[], flags: Flags): Flags {
  const lacking = Object.entries(flagTypes).filter(([key, type]) => {
    const flag = `--${asTyped(key)}`
    const values = flags[key]
    return type === texts && timesSaid(argv, flag) > (Array.isArray(values) ? values.length : 0)
  })
  return Object.fromEntries(lacking.map(([key]) => [key, ['']]))
}

const timesSaid = (argv: readonly string[], flag: string): number =>
  beforeEnd(argv).filter(word => word === flag || word.startsWith(`${flag}=`)).length

const beforeEnd = (argv: readonly string[]) => (argv.includes('--') ? argv.slice(0, argv.indexOf('--')) : argv)

/** `--no-debate` is something other than silence, which meow does not tell from it. */
function deniedIn(argv: readonly string[]): Flags {
  const denied = [...deniable].filter(([flag]) => beforeEnd(argv).includes(flag))
  return Object.fromEntries(denied.map(([, key]) => [key, true]))
}

const deniable = new Map([
  ['--no-debate', 'noDebate'],
  ['--no-discover', 'noDiscover'],
])

export type Flags = {readonly [key: string]: unknown}

/** What is wrong with the flags, in the person's words. */
export function checkFlags(flags: Flags, host: Doorstep): string | undefined {
  if (flags[twice] !== undefined) return tell(host.words, 'usageFlagTwice', {flag: String(flags[twice])})
  const unknown = Object.keys(flags).find(key => !(key in flagTypes))
  if (unknown !== undefined) {
    const name = asTyped(unknown)
    return tell(host.words, 'usageUnknownFlag', {flag: `${name.length > 1 ? '--' : '-'}${name}`})
  }
  const {uiLang} = flags
  if (uiLang !== undefined && uiLang !== 'zh' && uiLang !== 'en') {
    return tell(host.words, 'usageFlagValue', {flag: '--ui-lang', said: String(uiLang), allowed: 'zh, en'})
  }
  const {events, serve} = flags
  if (events !== undefined && events !== 'ledger' && events !== 'board') {
    return tell(host.words, 'usageFlagValue', {flag: '--events', said: String(events), allowed: 'ledger, board'})
  }
  if (events === 'board' && !flags.json) return entryWords(host.uiLang).eventsJson
  if (serve !== undefined && portOf(serve) === undefined) {
    return tell(host.words, 'usageFlagValue', {flag: '--serve', said: String(serve), allowed: '0 … 65535'})
  }
  const empty = Object.entries(flags).find(([, value]) => value === '' || (Array.isArray(value) && value.includes('')))
  if (empty) return tell(host.words, 'usageFlagValue', {flag: `--${asTyped(empty[0])}`, said: '', allowed: '…'})
  return undefined
}

const asTyped = (flag: string): string => flag.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)
