// A small program that holds turns with made-up agents for ever, to be killed in the middle: `host-program ROOT AGENT`.
import {join} from 'node:path'
import {claude, makeClaude} from '../../source/providers/claude.ts'
import {registerFolder} from '../../source/providers/cli/folders.ts'
import {makeKeeper} from '../../source/providers/cli/keeper.ts'
import {makeCliProvider} from '../../source/providers/cli/one-shot.ts'
import {type CliWorld, realAfter} from '../../source/providers/cli/world.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {thisProcess} from '../../source/runtime/lock-owner.ts'

const [root = '', agent = ''] = process.argv.slice(2)
let ids = 0
const world: CliWorld = {
  env: process.env,
  userHome: root,
  platform: process.platform,
  root,
  meeting: join(root, `meeting-${process.pid}`),
  keeper: makeKeeper({
    platform: process.platform,
    folder: registerFolder(root),
    startOf: thisProcess().startOf,
    pid: process.pid,
  }),
  uuid: () => `00000000-0000-4000-8000-${String(process.pid * 1000 + ++ids).padStart(12, '0')}`,
  after: realAfter,
  settings: {claude: {command: ['/bin/sh', agent]}},
  lang: 'en',
}

async function talk(provider: Provider, seat: string) {
  for (;;) {
    const turn = {key: '', topic: '', lang: 'en', stage: 'response', round: 1, limits: {min: 1, max: 9}, seed: 1} as const
    const request = {
      who: {id: seat, name: seat},
      system: 'persona',
      prompt: 'marker=x',
      turn: {...turn, relays: [], userWords: [], own: [], others: []},
    }
    for await (const event of provider.ask(request, new AbortController().signal)) void event
  }
}

void talk(makeCliProvider(claude, world), 'one')
void talk(makeClaude(world), 'two')
process.stdout.write('ready\n')
