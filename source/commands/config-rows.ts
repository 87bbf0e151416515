import {keyVariablesOf, usualOf} from '../providers/api.ts'
import {presetIds} from '../providers/http/presets.ts'
import {masked} from '../providers/http/scrub.ts'
import {localIds, usualOfLocal} from '../providers/local.ts'
import type {Keys} from '../runtime/keys.ts'
import {at, isGroup, type Raw} from '../runtime/settings-file.ts'
import type {ConfigFlags} from './config.ts'
import {keyedVoices} from './config-key.ts'
import type {Host} from './host.ts'

export type Source = 'flag' | 'env' | 'file' | 'default' | 'store' | 'none'
/** `from`: the variable or the file. A key is masked already. */
export type Row = {readonly key: string; readonly value?: unknown; readonly source: Source; readonly from?: string}

export type ConfigOf = {
  readonly host: Host
  readonly flags: ConfigFlags
  /** The settings file, where it is well. */
  readonly raw: Raw
  readonly keys: Keys
}

/** Every value in a fixed order: the program's, the boards', then voice by voice, then the keys. */
export function configRows({host, flags, raw, keys}: ConfigOf): readonly Row[] {
  const {env} = host
  const row = (key: string, usual: unknown, above: Row | undefined = undefined): Row => {
    if (above) return above
    const set = at(raw, key.split('.'))
    if (set !== undefined) return {key, value: set, source: 'file'}
    return usual === undefined ? {key, source: 'none'} : {key, value: usual, source: 'default'}
  }
  const flag = (key: string, value: unknown): Row | undefined => (value === undefined ? undefined : {key, value, source: 'flag'})
  const locale = ['LC_ALL', 'LC_MESSAGES', 'LANG', 'LANGUAGE'].find(name => env[name])
  const spoken: Row =
    locale === undefined
      ? {key: 'uiLang', value: host.uiLang, source: 'default'}
      : {key: 'uiLang', value: host.uiLang, source: 'env', from: locale}
  const homeRow: Row = env.ROUNDTABLE_HOME
    ? {key: 'home', value: host.home.folder, source: 'env', from: 'ROUNDTABLE_HOME'}
    : {key: 'home', value: host.home.folder, source: 'default'}
  const general: readonly Row[] = [
    homeRow,
    row('provider', 'rehearsal', flag('provider', flags.provider)),
    row('uiLang', undefined, flag('uiLang', flags.uiLang) ?? (at(raw, ['uiLang']) === undefined ? spoken : undefined)),
    row('rounds', 2, flag('rounds', flags.rounds)),
    row('board.max_rounds', 5),
    row('board.default_template', 'private_board'),
    row('board.parallel_speech', true),
    row('board.history_compression_threshold', 4000),
    row('review.agents', undefined),
    row('review.judge', undefined),
    row('council.mode', 'duo'),
    row('council.debate', true),
    row('fallback', undefined),
    row('budget.tokens', undefined),
    row('budget.usd', undefined),
  ]
  const voices = usualRows(env, row)
  const named = new Set([...general, ...voices].map(({key}) => key))
  const others = [...leaves(raw.providers, 'providers'), ...leaves(raw.custom, 'custom')]
  return [
    ...general,
    ...voices,
    ...others.filter(({key}) => !named.has(key)),
    ...keyedVoices(host).flatMap(id => keyRow(id, host, keys)),
  ]
}

/** What is used of the voices behind an address where the file says nothing. */
function usualRows(env: NodeJS.ProcessEnv, row: (key: string, usual: unknown, above?: Row) => Row): readonly Row[] {
  const usual = [
    ...presetIds.map(id => ({id, ...usualOf(id, env)})),
    ...localIds.filter(id => id !== 'local').map(id => ({id, ...usualOfLocal(id, env)})),
  ]
  return usual.flatMap(({id, model, baseUrl, from, deadlines}) => {
    const key = (name: string) => `providers.${id}.${name}`
    const address = row(key('baseUrl'), baseUrl)
    return [
      row(key('model'), model),
      address.source === 'default' && from !== undefined ? {...address, source: 'env' as const, from} : address,
      row(key('firstTextMs'), deadlines.firstText),
      row(key('idleMs'), deadlines.idle),
      row(key('totalMs'), deadlines.total),
    ]
  })
}

function leaves(value: unknown, key: string): readonly Row[] {
  if (value === undefined) return []
  if (!isGroup(value)) return [{key, value, source: 'file'}]
  return Object.entries(value).flatMap(([name, part]) => leaves(part, `${key}.${name}`))
}

/** A local server needs none, so the lack of one is not told. */
function keyRow(id: string, {home}: Host, keys: Keys): readonly Row[] {
  const found = keys.find(id, keyVariablesOf(id, home.settings.providers?.[id] ?? {}))
  const key = `key.${id}`
  if (!found) return localIds.includes(id) ? [] : [{key, source: 'none'}]
  return [{key, value: masked(found.value), source: found.from === 'keys.json' ? 'store' : 'env', from: found.from}]
}
