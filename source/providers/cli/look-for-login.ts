import {readFileSync} from 'node:fs'
import {agentFault} from '../../i18n/agents.ts'
import {doctorSays} from '../../i18n/doctor.ts'
import {elsewhereClaude} from '../claude-settings.ts'
import type {Diagnosis} from '../provider.ts'
import {check} from './check.ts'
import {type DoctorWorld, keySet} from './diagnose.ts'
import {findCommand} from './find-command.ts'
import {objectIn} from './lines.ts'
import {putQuestions} from './put-question.ts'
import type {CliAgent} from './reading.ts'

type LoginWorld = Omit<DoctorWorld, 'verified' | 'watched'>

/**
 * Whether an agent is there and does not say that it is logged out: one question, without a token, 5 s at most. One that cannot
 * tell, or goes by settings or a program of the person's own, is believed to be well. Never rejects.
 */
export async function lookForLogin(agent: CliAgent, world: LoginWorld, signal: AbortSignal): Promise<Diagnosis> {
  const there = await check(agent, world, signal)
  const command = findCommand(agent, world)
  const {login, loginCommand, keys = []} = agent.doctor
  const own = world.settings[agent.id]
  const untold = login === undefined || own?.command !== undefined || own?.trustUserConfig === true
  if (!command || untold || keySet(agent, world) !== undefined) return there
  if (hasEntries(agent.doctor.logins?.(world))) return there
  if (agent.id === 'claude' && elsewhereClaude(world.env, world.userHome)) return there
  const answer = await putQuestions({agent, command, world, signal}, ({ask}) => ask(login.args))
  if (answer.how !== 'ended' || login.read(answer) !== 'out') return there
  const {message, hint} = agentFault(world.lang, 'auth', {agent: agent.name, login: loginCommand})
  return {
    ...there,
    ok: false,
    detail: message,
    hint: keys.length > 0 ? doctorSays(world.lang, 'next.loginOrKey', {command: loginCommand, keys: keys.join(' / ')}) : hint,
    findings: [{aspect: 'login', claim: 'failed', code: 'logged-out'}],
  }
}

function hasEntries(path: string | undefined): boolean {
  if (path === undefined) return false
  try {
    return Object.keys(objectIn(readFileSync(path, 'utf8')) ?? {}).length > 0
  } catch {
    return false
  }
}
