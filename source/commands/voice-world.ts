import {randomUUID} from 'node:crypto'
import {join} from 'node:path'
import type {Lang} from '../core/events.ts'
import {type Keeper, makeKeeper, reapLeftovers} from '../providers/cli/keeper.ts'
import {type CliSettings, type CliWorld, realAfter} from '../providers/cli/world.ts'
import type {HttpDeps} from '../providers/http/parts.ts'
import type {VoiceDeps} from '../providers/index.ts'
import {makeKeys} from '../runtime/keys.ts'
import {type Here, thisProcess} from '../runtime/lock-owner.ts'
import type {Host} from './host.ts'

export type VoiceWorldOptions = {
  /** Folder of the meeting, or any word for what is done without one. */
  readonly meeting: string
  readonly lang: Lang
  readonly trustUserConfig?: boolean
  readonly patience?: Patience
}

/** Milliseconds of a whole turn of any voice: `said` goes before the person's own settings, `usual` behind them. */
type Patience = {readonly said: number | undefined; readonly usual: number}

/** What voices that ask a model need of this machine: the agents' runner, and addresses with their keys. */
export function voiceWorld(host: Host, options: VoiceWorldOptions): Required<Pick<VoiceDeps, 'agents' | 'http' | 'custom'>> {
  return {
    agents: agentsOf(host, options),
    http: httpOf(host, options),
    custom: customOf(host, options.patience),
  }
}

/** Ends what a killed program of ours left running. Quick when there is nothing. */
export const reapAgents = (host: Host) => reapLeftovers({folder: registerOf(host), startOf: here().startOf})

function agentsOf(host: Host, {meeting, lang, trustUserConfig = false, patience}: VoiceWorldOptions): CliWorld {
  const own = (host.home.settings.providers ?? {}) as Readonly<Record<string, CliSettings>>
  const settings = everyVoice(own, one => patient(one, patience))
  return {
    env: host.env,
    userHome: host.userHome,
    platform: process.platform,
    root: join(host.home.folder, 'agents'),
    meeting,
    keeper: keeperOf(host),
    uuid: randomUUID,
    after: realAfter,
    settings: trustUserConfig ? everyVoice(settings, one => ({...one, trustUserConfig: true})) : settings,
    lang,
  }
}

/** Whatever agent is asked for, also one that has no settings. */
const everyVoice = (
  settings: Readonly<Record<string, CliSettings>>,
  change: (one: CliSettings) => CliSettings,
): Readonly<Record<string, CliSettings>> =>
  new Proxy(settings, {get: (all, id) => (typeof id === 'string' ? change(all[id] ?? {}) : undefined)})

type Deadlines = {readonly totalMs?: number; readonly firstTextMs?: number}

/** Whoever may take half an hour may think for a third of that before the first word. */
const patient = <T extends Deadlines>(own: T, patience: Patience | undefined): T => {
  if (!patience) return own
  const totalMs = patience.said ?? own.totalMs ?? patience.usual
  return {...own, totalMs, firstTextMs: own.firstTextMs ?? Math.ceil(totalMs / 3)}
}

const customOf = ({home}: Host, patience: Patience | undefined) =>
  Object.fromEntries(Object.entries(home.settings.custom ?? {}).map(([id, spec]) => [id, patient(spec, patience)]))

function httpOf(host: Host, {lang, patience}: VoiceWorldOptions): HttpDeps {
  const keys = makeKeys({folder: host.home.folder, env: host.env})
  return {
    lang,
    sleep: host.sleep,
    env: host.env,
    key: keys.find,
    secrets: keys.secrets,
    settings: id => patient(host.home.settings.providers?.[id] ?? {}, patience),
  }
}

const registerOf = (host: Host) => join(host.home.folder, 'agents', 'running')

let keeper: Keeper | undefined
let knownHere: Here | undefined

function here(): Here {
  knownHere ??= thisProcess()
  return knownHere
}

/** One for the whole program; nothing runs before the first agent does. */
function keeperOf(host: Host): Keeper {
  keeper ??= makeKeeper({platform: process.platform, folder: registerOf(host), startOf: here().startOf, pid: process.pid})
  return keeper
}
