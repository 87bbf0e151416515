import {agentFault} from '../../i18n/agents.ts'
import type {Diagnosis} from '../provider.ts'
import {findCommand} from './find-command.ts'
import type {CliAgent} from './reading.ts'
import type {CliWorld} from './world.ts'

/** As doctor sees it, where there is a doctor; otherwise only whether the program is there. Never rejects. */
export async function check(
  agent: CliAgent,
  world: Pick<CliWorld, 'env' | 'platform' | 'settings' | 'lang' | 'diagnose'>,
  signal: AbortSignal,
): Promise<Diagnosis> {
  if (world.diagnose) return world.diagnose(agent, signal)
  const command = findCommand(agent, world)
  if (command)
    return {ok: true, detail: command.file, program: {path: command.file}, ...(agent.experimental ? {experimental: true} : {})}
  const {message, hint} = agentFault(world.lang, 'missing', {agent: agent.name, install: agent.doctor.installCommand})
  return {ok: false, detail: message, hint}
}
