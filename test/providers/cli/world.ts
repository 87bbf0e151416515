import {mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {dirname, join} from 'node:path'
import {fileURLToPath} from 'node:url'
import {registerFolder} from '../../../source/providers/cli/folders.ts'
import {type Keeper, makeKeeper} from '../../../source/providers/cli/keeper.ts'
import {type CliSettings, type CliWorld, realAfter} from '../../../source/providers/cli/world.ts'
import type {AskRequest, Provider, ProviderEvent} from '../../../source/providers/provider.ts'
import {thisProcess} from '../../../source/runtime/lock-owner.ts'

const fakeAgent = join(dirname(fileURLToPath(import.meta.url)), '../../support/fake-agent.mjs')

export type FakeStep = Readonly<Record<string, unknown>>
/** See test/support/fake-agent.mjs. */
export type Scenario = {
  readonly dialect?: string
  readonly steps?: readonly FakeStep[]
  readonly calls?: readonly (readonly FakeStep[])[]
  readonly turns?: readonly (readonly FakeStep[])[]
  readonly live?: boolean
  readonly [option: string]: unknown
}

export type TestWorld = CliWorld & {
  readonly folder: string
  readonly keeper: Keeper
  /** Where the provider `id` finds the fake that plays this. */
  readonly plays: (id: string, scenario: Scenario, settings?: CliSettings) => CliWorld
  readonly calls: () => readonly FakeCall[]
  readonly remove: () => void
}
export type FakeCall = {
  readonly pid: number
  readonly argv?: readonly string[]
  readonly cwd?: string
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly sha256?: string
  readonly grandchild?: number
  readonly heard?: string
}

export function makeTestWorld(more: Partial<CliWorld> = {}): TestWorld {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-cli-')))
  const {startOf} = thisProcess()
  const keeper = makeKeeper({platform: process.platform, folder: registerFolder(folder), startOf, pid: process.pid})
  let ids = 0
  const scenarioPath = join(folder, 'scenario.json')
  const world: CliWorld = {
    env: {PATH: process.env.PATH, HOME: folder, LANG: 'C.UTF-8'},
    userHome: folder,
    platform: process.platform,
    root: folder,
    meeting: join(folder, 'meeting'),
    keeper,
    uuid: () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`,
    after: realAfter,
    settings: {},
    lang: 'en',
    ...more,
  }
  return {
    ...world,
    folder,
    keeper,
    plays: (id, scenario, settings = {}) => {
      writeFileSync(scenarioPath, JSON.stringify(scenario))
      return {...world, settings: {[id]: {command: [process.execPath, fakeAgent, scenarioPath], ...settings}}}
    },
    calls: () =>
      readFileSync(`${scenarioPath}.calls`, 'utf8')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as FakeCall),
    remove: () => {
      keeper.close()
      rmSync(folder, {recursive: true, force: true, maxRetries: 3})
    },
  }
}

export const asked = (more: Partial<AskRequest> = {}): AskRequest => ({
  who: {id: 'seat-1', name: 'Ada'},
  system: 'You are Ada.',
  prompt: 'Please speak about bridges.',
  turn: {
    key: 'k',
    topic: 'bridges',
    lang: 'en',
    stage: 'response',
    round: 1,
    limits: {min: 1, max: 100},
    relays: [],
    userWords: [],
    own: [],
    others: [],
    seed: 1,
  },
  ...more,
})

export type Heard = {
  readonly events: readonly ProviderEvent[]
  /** What the screen would hold at the end. */
  readonly shown: string
  readonly text?: string
  readonly session?: string
  readonly fault?: Extract<ProviderEvent, {type: 'failed'}>['fault']
  readonly usage?: Extract<ProviderEvent, {type: 'usage'}>['usage']
  readonly warnings: readonly string[]
}

export async function hearAll(provider: Provider, request: AskRequest, signal = new AbortController().signal): Promise<Heard> {
  const events: ProviderEvent[] = []
  for await (const event of provider.ask(request, signal)) events.push(event)
  return gathered(events)
}

export function gathered(events: readonly ProviderEvent[]): Heard {
  let shown = ''
  for (const event of events) {
    if (event.type === 'text') shown += event.delta
    if (event.type === 'reset') shown = ''
  }
  const last = <T extends ProviderEvent['type']>(type: T) =>
    events.findLast((event): event is Extract<ProviderEvent, {type: T}> => event.type === type)
  const [done, failed, session, usage] = [last('done'), last('failed'), last('session'), last('usage')]
  return {
    events,
    shown,
    warnings: done?.warnings ?? [],
    ...(done ? {text: done.text} : {}),
    ...(failed ? {fault: failed.fault} : {}),
    ...(session ? {session: session.id} : {}),
    ...(usage ? {usage: usage.usage} : {}),
  }
}

/** Processes of this list that are there and no zombies. */
export const alive = (pids: readonly number[]): readonly number[] =>
  pids.filter(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return !'ZX'.includes(stat.slice(stat.lastIndexOf(')') + 2)[0] ?? 'X')
    } catch {
      return false
    }
  })
