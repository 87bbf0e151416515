import {fill} from '../core/template.ts'
import {type ConfigKey, configWords} from '../i18n/config.ts'
import {makeKeys} from '../runtime/keys.ts'
import {
  knownKeys,
  problemIn,
  readSettings,
  type SettingsProblem,
  setIn,
  settingsPath,
  unsetIn,
  writeSettings,
} from '../runtime/settings-file.ts'
import {enterKey, keysProblem, removeKey} from './config-key.ts'
import {configRows, type Row} from './config-rows.ts'
import {expectedOf} from './config-words.ts'
import {exit, type Host} from './host.ts'
import {shownPath} from './shown.ts'

export type ConfigFlags = {
  readonly json?: boolean
  readonly provider?: string
  readonly model?: string
  readonly rounds?: string
  readonly uiLang?: string
}

/** `roundtable config`: every value and where it comes from; `set`, `unset`, `path`, and `key` for a service's key. */
export async function config(rest: readonly string[], flags: ConfigFlags, host: Host): Promise<number> {
  const [part, ...args] = rest
  switch (part) {
    case undefined:
      return show(flags, host)
    case 'path':
      if (args.length > 0) break
      host.print(settingsPath(host.home.folder))
      return exit.closed
    case 'set':
      return set(args, host)
    case 'unset':
      return unset(args, host)
    case 'key':
      return enterKey(args, host)
    default:
      break
  }
  host.warn(configWords[host.uiLang].usage)
  return exit.usage
}

function show(flags: ConfigFlags, host: Host): number {
  const {folder} = host.home
  const read = readSettings(folder)
  const wrong = 'problem' in read ? read.problem : problemIn(read.ok)
  const keys = makeKeys({folder, env: host.env})
  const opened = keys.open()
  const rows = configRows({host, flags, raw: 'ok' in read && !wrong ? read.ok : {}, keys})
  if (flags.json) {
    host.emit({
      v: 1,
      path: settingsPath(folder),
      keysPath: keys.path,
      problem: wrong ? problemText(wrong, host) : null,
      values: rows.map(({key, value, source, from}) => ({key, value: value ?? null, source, from: from ?? null})),
    })
  } else {
    for (const line of page(rows, host)) host.print(line)
    host.print('')
    host.print(words(host, 'settingsAt', {path: shownPath(settingsPath(folder), host)}))
    host.print(words(host, 'keysAt', {path: shownPath(keys.path, host)}))
  }
  if ('problem' in opened) host.warn(keysProblem(opened.problem, host))
  else if (opened.tightened) host.warn(words(host, 'tightened', {path: shownPath(keys.path, host)}))
  if (!wrong) return exit.closed
  host.warn(problemText(wrong, host))
  return exit.usage
}

function page(rows: readonly Row[], host: Host): readonly string[] {
  const told = rows.map(({key, value, source, from}) => [
    key,
    value === undefined ? words(host, 'unset') : typeof value === 'string' ? value : JSON.stringify(value),
    words(host, `source.${source}`, {from: from ?? ''}),
  ])
  const wide = [0, 1].map(column => Math.min(48, Math.max(...told.map(cells => cells[column]?.length ?? 0))))
  return told.map(
    ([key = '', value = '', source = '']) => `${key.padEnd(wide[0] ?? 0)}  ${value.padEnd(wide[1] ?? 0)}  ${source}`,
  )
}

function set([key, ...said]: readonly string[], host: Host): number {
  const value = said.join(' ')
  const path = shownPath(settingsPath(host.home.folder), host)
  const secret = secretIn(key) ?? (holdsKey(value, host) ? 'NAME' : undefined)
  if (key === undefined || secret !== undefined || said.length === 0) {
    if (secret !== undefined) host.warn(words(host, 'keyIsSecret', {id: secret}))
    else host.warn(key === undefined ? words(host, 'needsKey') : words(host, 'needsValue', {key}))
    return exit.usage
  }
  return change(
    host,
    raw => setIn(raw, key, value),
    {key, value},
    done => {
      const kept = 'value' in done ? done.value : value
      return words(host, 'wrote', {key, value: typeof kept === 'string' ? kept : JSON.stringify(kept), path})
    },
  )
}

function unset([key, ...more]: readonly string[], host: Host): number {
  if (key === undefined || more.length > 0) {
    host.warn(key === undefined ? words(host, 'needsKey') : words(host, 'usage'))
    return exit.usage
  }
  const secret = secretIn(key)
  if (secret !== undefined) return removeKey(secret, host)
  const path = shownPath(settingsPath(host.home.folder), host)
  return change(
    host,
    raw => unsetIn(raw, key),
    {key, value: ''},
    done => words(host, 'there' in done && !done.there ? 'notThere' : 'gone', {key, path}),
  )
}

/** The voice whose key is meant by `key.NAME`. */
const secretIn = (key = ''): string | undefined =>
  /^keys?\.(.+)$/.exec(key)?.[1] ?? /^providers\.([^.]+)\.(?:api)?key$/i.exec(key)?.[1]

/** A key that is known already, or something that looks like one. */
const holdsKey = (value: string, {home, env}: Host): boolean =>
  /^(?:sk|sk-ant|gsk|xai)-[\w-]{16,}$/.test(value) ||
  makeKeys({folder: home.folder, env})
    .secrets()
    .some(secret => secret.length >= 8 && value.includes(secret))

type Said = {readonly key: string; readonly value: string}
type Changed = ReturnType<typeof setIn> | ReturnType<typeof unsetIn>

/** Reads, changes and writes the file; what is wrong leaves it as it was. */
function change(
  host: Host,
  to: (raw: Readonly<Record<string, unknown>>) => Changed,
  said: Said,
  say: (changed: Exclude<Changed, {problem: SettingsProblem}>) => string,
): number {
  const {folder} = host.home
  const read = readSettings(folder)
  const changed = 'problem' in read ? read : to(read.ok)
  const written = 'problem' in changed ? changed : writeSettings(folder, changed.ok)
  if ('problem' in changed || 'problem' in written) {
    const problem = 'problem' in written ? written.problem : (changed as {problem: SettingsProblem}).problem
    host.warn(problemText(problem, host, said))
    return problem.kind === 'disk' ? exit.failed : exit.usage
  }
  host.print(say(changed))
  return exit.closed
}

function problemText(problem: SettingsProblem, host: Host, said?: Said): string {
  const path = shownPath(settingsPath(host.home.folder), host)
  switch (problem.kind) {
    case 'unknown':
      return words(host, 'unknownKey', {key: problem.key, known: knownKeys().join(', ')})
    case 'value': {
      const expected = expectedOf(problem.schema, configWords[host.uiLang])
      return said?.value && said.key === problem.key
        ? words(host, 'badValue', {path, ...said, expected})
        : words(host, 'badFile', {path, key: problem.key, expected})
    }
    case 'not-json':
      return words(host, 'notJson', {path})
    case 'disk':
      return words(host, said === undefined ? 'cannotRead' : 'cannotWrite', {path, errno: problem.fault.code})
    default:
      return problem satisfies never
  }
}

const words = (host: Host, key: ConfigKey, slots: Readonly<Record<string, string | number>> = {}) =>
  fill(configWords[host.uiLang][key], slots)
