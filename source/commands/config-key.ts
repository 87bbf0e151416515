import {fill} from '../core/template.ts'
import {type ConfigKey, configWords} from '../i18n/config.ts'
import {keyVariablesOf} from '../providers/api.ts'
import {presetIds} from '../providers/http/presets.ts'
import {masked} from '../providers/http/scrub.ts'
import {localIds} from '../providers/local.ts'
import {isKey, type KeysProblem, keysFile, makeKeys} from '../runtime/keys.ts'
import {exit, type Host} from './host.ts'
import {shownPath} from './shown.ts'

/** Voices that a key can be kept for. */
export function keyedVoices({home}: Host): readonly string[] {
  const own = Object.entries(home.settings.providers ?? {}).flatMap(([id, {baseUrl}]) => (baseUrl === undefined ? [] : [id]))
  return [...new Set([...presetIds, ...own, ...localIds.filter(id => id !== 'local')])]
}

/** `roundtable config key VOICE`: read without an echo, or from a pipe; kept where nobody else can read it. */
export async function enterKey([said, ...more]: readonly string[], host: Host): Promise<number> {
  const words = (key: ConfigKey, slots: Readonly<Record<string, string>> = {}) => fill(configWords[host.uiLang][key], slots)
  const usage = (text: string) => {
    host.warn(text)
    return exit.usage
  }
  const known = keyedVoices(host)
  const id = said?.trim().toLowerCase().replace(/^api:/, '')
  if (id === undefined) return usage(words('needsVoice', {known: known.join(', ')}))
  if (!known.includes(id)) return usage(words('unknownVoice', {id, known: known.join(', ')}))
  if (more.length > 0) return usage(words('keyInArgv', {id}))
  if (host.stdin.isTTY) host.warn(words('askKey', {id}))
  const entered = (host.stdin.isTTY ? await readSecret(host) : await firstLine(host))?.trim()
  if (!entered) return usage(words('noKey'))
  const kept = keepKey(id, entered, host)
  if ('problem' in kept) {
    host.warn(kept.problem)
    return kept.unlike ? exit.usage : exit.failed
  }
  host.print(words('keyKept', {id, masked: kept.masked, path: kept.path}))
  if (kept.shadowedBy !== undefined) host.print(words('keyShadowed', {from: kept.shadowedBy}))
  return exit.closed
}

/** `masked` and `path` are for people. `shadowedBy`: a variable that holds another key, which is used. `unlike`: it was no key. */
export type KeptKey =
  | {readonly masked: string; readonly path: string; readonly shadowedBy?: string}
  | {readonly problem: string; readonly unlike: boolean}

/** Keeps a key where nobody else can read it, wherever it was entered. What comes back does not hold it. */
export function keepKey(id: string, key: string, host: Host): KeptKey {
  const words = configWords[host.uiLang]
  if (!isKey(key)) return {problem: words.notKey, unlike: true}
  const keys = makeKeys({folder: host.home.folder, env: host.env})
  const kept = keys.set(id, key)
  if ('problem' in kept) {
    const {problem} = kept
    const unwritten = problem.kind === 'disk' && 'keys' in keys.open()
    const said = unwritten
      ? fill(words.cannotWrite, {path: shownPath(problem.fault.path, host), errno: problem.fault.code})
      : keysProblem(problem, host)
    return {problem: said, unlike: false}
  }
  const from = keyFrom(id, host)
  return {
    masked: masked(key),
    path: shownPath(keys.path, host),
    ...(from === undefined || from === keysFile ? {} : {shadowedBy: from}),
  }
}

/** Where the key that a voice uses comes from; undefined: it has none. */
export const keyFrom = (id: string, {home, env}: Pick<Host, 'home' | 'env'>): string | undefined =>
  makeKeys({folder: home.folder, env}).find(id, keyVariablesOf(id, home.settings.providers?.[id] ?? {}))?.from

export function removeKey(id: string, host: Host): number {
  const keys = makeKeys({folder: host.home.folder, env: host.env})
  const removed = keys.unset(id)
  if ('problem' in removed) {
    host.warn(keysProblem(removed.problem, host))
    return exit.failed
  }
  host.print(fill(configWords[host.uiLang][removed.ok ? 'keyGone' : 'keyNotThere'], {id, path: shownPath(keys.path, host)}))
  return exit.closed
}

export function keysProblem(problem: KeysProblem, host: Host): string {
  const all = configWords[host.uiLang]
  switch (problem.kind) {
    case 'disk':
      return fill(all.cannotRead, {path: shownPath(problem.fault.path, host), errno: problem.fault.code})
    case 'damaged':
      return fill(all.keysDamaged, {path: shownPath(problem.path, host)})
    case 'readable':
      return fill(all.keysReadable, {path: shownPath(problem.path, host)})
    default:
      return problem satisfies never
  }
}

async function firstLine(host: Host): Promise<string | undefined> {
  for await (const line of host.stdin.lines()) {
    host.stdin.close()
    return line
  }
  return undefined
}

/** One line of the terminal that is never shown; undefined when it was given up (Esc, Ctrl+C, Ctrl+D). */
export function readSecret(host: Pick<Host, 'process' | 'signal'>): Promise<string | undefined> {
  const {stdin} = host.process
  return new Promise(resolve => {
    let text = ''
    const end = (found: string | undefined) => {
      stdin.off('data', hear)
      stdin.off('end', gone)
      host.signal.removeEventListener('abort', gone)
      stdin.setRawMode?.(false)
      stdin.pause()
      resolve(found)
    }
    const gone = () => end(undefined)
    const hear = (bytes: Buffer | string) => {
      // The marks of a paste are no part of it.
      const typed = bytes.toString().replace(/\u001b\[20[01]~/g, '')
      for (const letter of typed) {
        if (letter === '\r' || letter === '\n') return end(text)
        if (letter === '\u0003' || letter === '\u0004' || letter === '\u001b') return end(undefined)
        text = letter === '\u007f' || letter === '\b' ? text.slice(0, -1) : letter === '\u0015' ? '' : text + letter
      }
    }
    stdin.setRawMode?.(true)
    stdin.on('data', hear)
    stdin.once('end', gone)
    host.signal.addEventListener('abort', gone, {once: true})
    stdin.resume()
  })
}
