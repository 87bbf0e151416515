import type {Fault} from '../../core/events.ts'
import {agentFault, agentWarning} from '../../i18n/agents.ts'
import {secretsIn} from './child-env.ts'
import type {CliAgent} from './reading.ts'
import type {Verdict, VerdictWarning} from './verdict.ts'
import type {CliWorld} from './world.ts'

/** Longest part of what an agent says of its failure, in characters. */
const MOST_SAID = 300

type Failed = Extract<Verdict, {how: 'failed'}>

/** A failure in the person's language: what happened, what the agent said of it, and the next thing to do. */
export function faultInWords(failed: Failed, agent: CliAgent, {lang, env}: Pick<CliWorld, 'lang' | 'env'>): Fault {
  const words = agentFault(lang, failed.kind, {
    agent: agent.name,
    login: agent.doctor.loginCommand,
    install: agent.doctor.installCommand,
    ...(failed.seconds === undefined ? {} : {seconds: failed.seconds}),
    ...(agent.checkedWith ? {version: agent.checkedWith} : {}),
    ...(failed.said ? {detail: discreet(failed.said, env)} : {}),
  })
  return {code: failed.code, message: words.message, hint: failed.hint ?? words.hint, retryable: failed.retryable}
}

export const warningInWords = ({kind, slots}: VerdictWarning, agent: CliAgent, lang: CliWorld['lang']): string =>
  agentWarning(lang, kind, {agent: agent.name, ...slots})

/** One line, not too long, without keys, and with ids shown by their ends only. */
export function discreet(said: string, env: CliWorld['env']): string {
  let text = said.replace(/\s+/g, ' ').trim()
  for (const secret of secretsIn(env)) text = text.replaceAll(secret, '•••')
  text = text
    .replace(/\b(sk|key|tok)-[\w-]{12,}/g, '$1-•••')
    .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi, id => ends(id))
    .replace(/\b(?:ses|thread|chat)_[\w-]{8,}/g, id => ends(id))
  const characters = [...text]
  return characters.length > MOST_SAID ? `${characters.slice(0, MOST_SAID).join('')}…` : text
}

const ends = (id: string) => `${id.slice(0, 4)}…${id.slice(-4)}`
