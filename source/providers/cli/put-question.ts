import {mkdtempSync, rmSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {childEnv} from './child-env.ts'
import type {Command} from './find-command.ts'
import {type Probed, probe} from './probe.ts'
import type {CliAgent} from './reading.ts'
import type {CliWorld} from './world.ts'

/** With the 500 ms in which it may end by itself, on a slow machine too, a program that hangs costs 5 s at most. */
export const CAP_MS = 4000

export type Questions = {
  readonly ask: (args: readonly string[]) => Promise<Probed>
  /** All that a process of it is given. */
  readonly env: Readonly<Record<string, string>>
}

type World = Pick<CliWorld, 'env' | 'platform' | 'keeper'> & {readonly capMs?: number}

/** Puts questions to an agent about itself, in an empty folder that is gone afterwards and in the environment of its turns. */
export async function putQuestions<T>(
  {agent, command, world, signal}: {agent: CliAgent; command: Command; world: World; signal: AbortSignal},
  use: (questions: Questions) => Promise<T>,
): Promise<T> {
  const folder = mkdtempSync(join(tmpdir(), 'roundtable-doctor-'))
  try {
    const env = childEnv({
      env: world.env,
      platform: world.platform,
      names: agent.env,
      ...(agent.envWhen ? {when: agent.envWhen} : {}),
      folder,
      tmp: folder,
      extra: {DISABLE_AUTOUPDATER: '1'},
    })
    const ask = (args: readonly string[]) =>
      probe({command, args, cwd: folder, env, capMs: world.capMs ?? CAP_MS}, world.keeper, signal)
    return await use({ask, env})
  } finally {
    rmSync(folder, {recursive: true, force: true})
  }
}
