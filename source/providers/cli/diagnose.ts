import {type DoctorKey, doctorSays, type FindingCode} from '../../i18n/doctor.ts'
import {elsewhereClaude, hostOf} from '../claude-settings.ts'
import type {Aspect, Claim, Diagnosis, Finding} from '../provider.ts'
import {type Verified, verified, watched} from '../verified.ts'
import {findCommand} from './find-command.ts'
import type {Probed} from './probe.ts'
import {CAP_MS, putQuestions} from './put-question.ts'
import type {CliAgent} from './reading.ts'
import type {CliWorld} from './world.ts'

export type DoctorWorld = Pick<CliWorld, 'env' | 'userHome' | 'platform' | 'keeper' | 'settings' | 'lang'> & {
  readonly verified?: Verified
  readonly watched?: Verified
  /** Milliseconds for each question to the program; they are asked side by side. */
  readonly capMs?: number
}

/**
 * Looks at an agent as it is on this machine, without spending a token: where it is, which version, whether it says that it is
 * logged in; the rest is what was measured, as far as this version allows. Never rejects.
 */
export async function diagnoseCli(agent: CliAgent, world: DoctorWorld, signal: AbortSignal): Promise<Diagnosis> {
  const command = findCommand(agent, world)
  if (command === undefined) return missing(agent, world)
  return putQuestions({agent, command, world, signal}, async ({ask, env}) => {
    const {login} = agent.doctor
    const [version, answer] = await Promise.all([ask(agent.doctor.version), login ? ask(login.args) : undefined])
    return judge({agent, world, env, path: command.file, version, answer})
  })
}

type Seen = {
  readonly agent: CliAgent
  readonly world: DoctorWorld
  /** All that a process of it is given. */
  readonly env: Readonly<Record<string, string>>
  readonly path: string
  readonly version: Probed
  /** Undefined: it cannot be asked about its login. */
  readonly answer: Probed | undefined
}

function judge(seen: Seen): Diagnosis {
  const {agent, world, path, answer} = seen
  const version = versionIn(seen.version)
  const say = (key: DoctorKey, slots = {}) =>
    doctorSays(world.lang, key, {id: agent.id, name: agent.name, version: version ?? '', ...slots})
  const sure = sureness(agent, version, world.verified ?? verified)
  const seconds = (world.capMs ?? CAP_MS) / 1000
  const elsewhere = agent.id === 'claude' ? elsewhereClaude(world.env, world.userHome) : undefined
  const trusted = trusts(agent, world)
  const server = trusted && elsewhere?.host ? elsewhere.host : serverIn(seen.env)
  const found = foundAs(seen.version, version, {seconds, sure})
  const login = loginOf(seen, {seconds, sure, elsewhere: elsewhere !== undefined})
  const findings: readonly Finding[] = [
    found,
    login,
    ...measured(agent, sure, trusted),
    networkOf(sureness(agent, version, world.watched ?? watched), {server, trusted}),
  ]
  const program = {
    path,
    ...(version === undefined ? {} : {version}),
    ...(agent.checkedWith === undefined ? {} : {checkedWith: agent.checkedWith}),
  }
  const common = {
    program,
    findings,
    ...(agent.experimental ? {experimental: true} : {}),
    ...(server === undefined ? {} : {server}),
  }
  const {installCommand, loginCommand, keys = []} = agent.doctor
  if (seen.version.how === 'capped') {
    const command = [agent.commands[0], ...agent.doctor.version].join(' ')
    return {ok: false, detail: say('detail.hangs', {seconds}), hint: say('next.hangs', {command}), ...common}
  }
  if (found.claim === 'failed') {
    const reason = found.slots?.reason ?? ''
    return {ok: false, detail: say('detail.broken', {reason}), hint: say('next.broken', {command: installCommand}), ...common}
  }
  if (login.claim === 'failed') {
    const hangs = answer?.how === 'capped'
    const detail = hangs ? say('detail.hangs', {seconds}) : say('detail.loggedOut')
    const out = keys.length > 0 ? say('next.loginOrKey', {command: loginCommand, keys: keys.join(' / ')}) : undefined
    return {ok: false, detail, hint: out ?? say('next.login', {command: loginCommand}), ...common}
  }
  const next = elsewhere && !trusted ? (elsewhere.host ? 'next.elsewhere' : 'next.helper') : undefined
  const ready = agent.experimental ? 'next.experimental' : login.claim === 'unknown' ? 'next.try' : 'next.ready'
  return {
    ok: true,
    detail: say(login.claim === 'unknown' ? 'detail.unsure' : 'detail.ready'),
    hint: next ? say(next, {host: elsewhere?.host ?? ''}) : say(ready),
    ...common,
  }
}

const trusts = ({id}: CliAgent, {settings}: DoctorWorld) => settings[id]?.trustUserConfig === true

function missing(agent: CliAgent, {lang}: DoctorWorld): Diagnosis {
  const {installCommand: command} = agent.doctor
  const commands = agent.commands.join(' / ')
  return {
    ok: false,
    detail: doctorSays(lang, 'detail.missing', {name: agent.name}),
    hint: doctorSays(lang, 'next.install', {command}),
    ...(agent.experimental ? {experimental: true} : {}),
    findings: [
      finding('found', 'failed', 'not-found', {commands}),
      ...REST.map(aspect => finding(aspect, 'unknown', 'no-program')),
    ],
  }
}

const REST: readonly Aspect[] = ['login', 'stdin', 'sessions', 'tools', 'isolation', 'network']

const finding = (aspect: Aspect, claim: Claim, code: FindingCode, slots?: Finding['slots']): Finding => ({
  aspect,
  claim,
  code,
  ...(slots ? {slots} : {}),
})

/** How sure whatever was measured is for the version that is there. */
function sureness({id, checkedWith}: CliAgent, version: string | undefined, table: Verified): Claim {
  if (version !== undefined && Object.hasOwn(table, id) && table[id]?.includes(version)) return 'verified'
  return checkedWith === undefined ? 'unknown' : 'believed'
}

const VERSION = /\d+\.\d+(?:\.\d+)*(?:[-+][0-9A-Za-z][0-9A-Za-z.+-]{0,40})?/

function versionIn(probed: Probed): string | undefined {
  if (probed.how !== 'ended') return undefined
  return (VERSION.exec(probed.stdout) ?? VERSION.exec(probed.stderr))?.[0]
}

type Known = {readonly seconds: number; readonly sure: Claim}

function foundAs(probed: Probed, version: string | undefined, {seconds, sure}: Known): Finding {
  switch (probed.how) {
    case 'capped':
    case 'aborted':
      return finding('found', 'failed', 'hangs', {seconds})
    case 'unstarted':
      return finding('found', 'failed', 'does-not-run', {reason: probed.errno})
    case 'ended':
      if (version !== undefined && probed.code === 0) return finding('found', sure, 'found', {version})
      if (probed.code === 0) return finding('found', 'unknown', 'found-unversioned')
      return finding('found', 'failed', 'does-not-run', {reason: probed.signal ?? `exit ${probed.code}`})
    default:
      return probed satisfies never
  }
}

function loginOf({agent, world, answer}: Seen, {seconds, sure, elsewhere}: Known & {elsewhere: boolean}): Finding {
  const key = keySet(agent, world)
  if (key !== undefined) return finding('login', sure, 'key-set', {name: key})
  // What it says about itself then comes from settings that a locked-down call does not read.
  if (elsewhere) {
    return trusts(agent, world) ? finding('login', 'unknown', 'login-unclear') : finding('login', 'unknown', 'login-elsewhere')
  }
  if (answer?.how === 'capped') return finding('login', 'failed', 'login-hangs', {seconds})
  const said = answer?.how === 'ended' ? agent.doctor.login?.read(answer) : undefined
  if (said === 'in') return finding('login', sure, 'logged-in')
  return said === 'out' ? finding('login', 'failed', 'logged-out') : finding('login', 'unknown', 'login-unclear')
}

function measured(agent: CliAgent, sure: Claim, trusted: boolean): readonly Finding[] {
  const version = agent.checkedWith ?? ''
  return (['stdin', 'sessions', 'tools', 'isolation'] as const).map(aspect => {
    if (trusted && (aspect === 'isolation' || aspect === 'tools')) return finding(aspect, 'unknown', 'trusts-user-config')
    const claim = agent.doctor.claims[aspect]
    if (claim === 'failed') return finding(aspect, 'failed', 'measured-failed', {version})
    return claim === 'measured' && sure !== 'unknown'
      ? finding(aspect, sure, 'measured', {version})
      : finding(aspect, 'unknown', 'read-about')
  })
}

/** The variable that holds a key of it. */
export const keySet = ({doctor}: CliAgent, {env}: Pick<CliWorld, 'env'>): string | undefined =>
  doctor.keys?.find(name => (env[name] ?? '') !== '')

/** A server that the person's environment names, and that goes to the agent with it. */
function serverIn(env: Seen['env']): string | undefined {
  const named = Object.keys(env).find(name => name.endsWith('_BASE_URL') && env[name] !== '')
  return named === undefined ? undefined : hostOf(env[named] ?? '')
}

function networkOf(sure: Claim, {server, trusted}: {server: string | undefined; trusted: boolean}): Finding {
  // What the person's own settings connect to is in nobody's table.
  if (trusted)
    return server === undefined
      ? finding('network', 'unknown', 'trusts-user-config')
      : finding('network', 'unknown', 'network-elsewhere', {host: server})
  // Only the run of the real program beside a server of our own sees where else it goes; and there it was given that server, too.
  const claim = sure === 'verified' ? 'verified' : 'unknown'
  if (server !== undefined) return finding('network', claim, 'network-elsewhere', {host: server})
  return finding('network', claim, sure === 'verified' ? 'network-measured' : 'network-unknown')
}
