import type {AskRequest} from '../provider.ts'
import {childEnv, ownVariables} from './child-env.ts'
import type {SeatFolder} from './folders.ts'
import type {CliAgent, CliCall, Invocation} from './reading.ts'
import type {CliWorld} from './world.ts'

export type CallPlan = {
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly stdin: string
  readonly files: Readonly<Record<string, string>>
}

export type ToPlan = {
  readonly request: Pick<AskRequest, 'system' | 'model'> & {readonly prompt?: string}
  readonly session: CliCall['session']
  readonly folder: SeatFolder
}

/** What a process of this agent is started with. */
export function planCall(agent: CliAgent, world: CliWorld, {request, session, folder}: ToPlan): CallPlan {
  const model = request.model ?? world.settings[agent.id]?.model
  const invocation = agent.invoke({
    system: request.system,
    prompt: request.prompt ?? '',
    ...(model ? {model} : {}),
    session,
    folder: folder.room,
    trustUserConfig: world.settings[agent.id]?.trustUserConfig ?? false,
    env: ownVariables({env: world.env, platform: world.platform, names: agent.env}),
  })
  return placed(agent, world, invocation, folder)
}

/** The invocation with its files where they are, and the whole environment. */
export function placed(agent: CliAgent, world: CliWorld, invocation: Invocation, folder: SeatFolder): CallPlan {
  const here = (text: string) => text.replaceAll('{files}', folder.files)
  const extra = Object.fromEntries(Object.entries(invocation.env ?? {}).map(([name, value]) => [name, here(value)]))
  return {
    args: invocation.args.map(here),
    env: childEnv({
      env: world.env,
      platform: world.platform,
      names: agent.env,
      ...(agent.envWhen ? {when: agent.envWhen} : {}),
      folder: folder.room,
      tmp: folder.tmp,
      extra,
    }),
    stdin: invocation.stdin,
    files: invocation.files ?? {},
  }
}
