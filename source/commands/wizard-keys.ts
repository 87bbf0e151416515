import {join} from 'node:path'
import {usualOf} from '../providers/api.ts'
import {serverOf} from '../providers/http/address.ts'
import {presetIds} from '../providers/http/presets.ts'
import {voiceName} from '../providers/index.ts'
import {keysFile} from '../runtime/keys.ts'
import type {KeyDesk, KeyService} from '../ui/wizard/keys-kept.ts'
import {keepKey, keyedVoices, keyFrom} from './config-key.ts'
import type {Diagnosed} from './doctor-report.ts'
import type {Host} from './host.ts'
import {shownPath} from './shown.ts'

/** Where the wizard's keys go: the same file as those of `roundtable config key`. `diagnosed`: as of the last look. */
export function wizardKeys(host: Host, diagnosed: () => readonly Diagnosed[]): KeyDesk {
  const own = host.home.settings.providers ?? {}
  const service = (id: string): KeyService => {
    const has = keyFrom(id, host)
    return {
      id,
      label: voiceName(id),
      voice: presetIds.includes(id) ? id : `api:${id}`,
      server: serverOf(own[id]?.baseUrl ?? usualOf(id, host.env).baseUrl ?? ''),
      ...(has === undefined ? {} : {has}),
    }
  }
  return {
    // A model server of this machine seldom wants one; `config key` takes theirs too.
    services: () =>
      keyedVoices(host)
        .filter(id => presetIds.includes(id) || own[id]?.baseUrl !== undefined)
        .map(service),
    keep: (id, key) => keepKey(id, key, host),
    trouble: id => diagnosed().find(one => one.id === service(id).voice && !one.diagnosis.ok)?.diagnosis.detail,
    path: () => shownPath(join(host.home.folder, keysFile), host),
  }
}
