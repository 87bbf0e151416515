import {diagnoseCli} from '../providers/cli/diagnose.ts'
import {makeVoices, modelVoiceIds, voiceName} from '../providers/index.ts'
import type {Subject} from './doctor-report.ts'
import type {Host} from './host.ts'
import {voicesToLookAt} from './voices-for.ts'

/** Voices that are known only with an argument, and the one that is whichever server is found first: nothing to look at. */
const unnamed: readonly string[] = ['api', 'custom', 'local']

/** Every voice that asks a model, and those of the person's own settings, in the order of the registry. */
export function doctorSubjects(host: Host, options: {readonly trustUserConfig?: boolean} = {}): readonly Subject[] {
  const deps = voicesToLookAt(host, options)
  const {agents} = deps
  const voices = makeVoices(
    agents ? {...deps, agents: {...agents, diagnose: (agent, signal) => diagnoseCli(agent, agents, signal)}} : deps,
  )
  const own = Object.keys(host.home.settings.custom ?? {}).map(name => `custom:${name}`)
  const addresses = Object.entries(host.home.settings.providers ?? {}).flatMap(([id, {baseUrl}]) =>
    baseUrl !== undefined && !modelVoiceIds.includes(id) ? [`api:${id}`] : [],
  )
  return [...modelVoiceIds.filter(id => !unnamed.includes(id)), ...addresses, ...own].flatMap(id => {
    const voice = voices(id)
    return voice ? [{id, name: voiceName(id), check: voice.check}] : []
  })
}
