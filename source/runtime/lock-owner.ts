import {execFileSync} from 'node:child_process'
import {randomBytes} from 'node:crypto'
import {readFileSync, readlinkSync} from 'node:fs'
import {hostname} from 'node:os'
import {z} from 'zod'

/** Enough to tell a process from every other one, also from a later one that was given the same pid. */
export type Owner = {
  readonly pid: number
  /** In the system's own words; empty when it will not say. Compared, never computed with. */
  readonly started: string
  readonly host: string
  /** Of the running kernel; empty where there is none to be had. */
  readonly boot: string
  /** The space in which the pid counts: containers of one kernel have their own. */
  readonly space: string
  /** Random, so that no two locks are ever the same bytes. */
  readonly token: string
}

/** What a process can know of itself and of others: the part of the lock that depends on the system. */
export type Here = {
  readonly self: Owner
  /** `unknown`: alive or not, the system does not say when it began. */
  startOf(pid: number): {readonly started: string} | 'unknown' | 'gone'
}

/**
 * Whether an owner still lives. Only `gone` may be taken over: a process of another machine or container cannot be seen from
 * here and is believed. Nothing is concluded from time, so a laptop may sleep as long as it likes.
 */
export function fateOf(owner: Owner, here: Here): 'lives' | 'gone' | 'out-of-sight' {
  const {self} = here
  const sameKernel = owner.boot !== '' && owner.boot === self.boot
  if (sameKernel ? owner.space !== self.space : owner.host !== self.host) return 'out-of-sight'
  if (!sameKernel && owner.boot !== '' && self.boot !== '') return 'gone'
  const now = here.startOf(owner.pid)
  if (now === 'gone') return 'gone'
  if (now === 'unknown' || owner.started === '') return 'lives'
  return now.started === owner.started ? 'lives' : 'gone'
}

const ownerSchema = z.object({
  pid: z.int().min(1),
  started: z.string(),
  host: z.string(),
  boot: z.string(),
  space: z.string(),
  token: z.string().regex(/^[0-9a-f]{16}$/),
})

/** Undefined when the bytes name no owner. */
export function parseOwner(bytes: Uint8Array): Owner | undefined {
  try {
    const parsed = ownerSchema.safeParse(JSON.parse(Buffer.from(bytes).toString('utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

export function thisProcess(): Here {
  const linux = process.platform === 'linux'
  const startOf = linux ? startFromProc : startFromPs
  const own = startOf(process.pid)
  return {
    self: {
      pid: process.pid,
      started: typeof own === 'object' ? own.started : '',
      host: hostname(),
      boot: linux ? (orUndefined(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()) ?? '') : '',
      space: linux ? (orUndefined(() => readlinkSync('/proc/self/ns/pid')) ?? '') : '',
      token: randomBytes(8).toString('hex'),
    },
    startOf,
  }
}

function startFromProc(pid: number): ReturnType<Here['startOf']> {
  if (!isThere(pid)) return 'gone'
  const stat = orUndefined(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  return stat === undefined ? (isThere(pid) ? 'unknown' : 'gone') : startInStat(stat)
}

/** proc(5): the name in brackets may hold anything, so fields are counted from the last bracket. Zombies have ended. */
export function startInStat(stat: string): {readonly started: string} | 'gone' {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const [state = 'X'] = fields
  return 'ZXx'.includes(state) ? 'gone' : {started: fields[19] ?? ''}
}

function startFromPs(pid: number): ReturnType<Here['startOf']> {
  if (!isThere(pid)) return 'gone'
  if (process.platform === 'win32') return 'unknown'
  const ask = () =>
    execFileSync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)], {
      env: {PATH: '/bin:/usr/bin', LC_ALL: 'C', TZ: 'UTC'},
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: 2000,
    })
  const said = orUndefined(ask)
  if (said === undefined) return isThere(pid) ? 'unknown' : 'gone'
  return startInPs(said)
}

/** `ps -o stat=,lstart=`: the state, then a date in five words. */
export function startInPs(said: string): ReturnType<Here['startOf']> {
  const [, state, started] = /^\s*(\S+)\s+(.*\S)\s*$/.exec(said) ?? []
  if (state === undefined || started === undefined) return 'unknown'
  return state.startsWith('Z') ? 'gone' : {started}
}

function isThere(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}

function orUndefined<T>(look: () => T): T | undefined {
  try {
    return look()
  } catch {
    return undefined
  }
}
