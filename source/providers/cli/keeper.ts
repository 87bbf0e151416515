import {mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {z} from 'zod'
import {type Guardian, makeGuardian} from './guardian.ts'

/** When a process began, in the system's own words: compared, never computed with. */
export type StartOf = (pid: number) => {readonly started: string} | 'unknown' | 'gone'

export type KeeperDeps = {
  readonly platform: NodeJS.Platform
  /** The register: one small file for each process that runs, so that a later start can find what survived. Made when needed. */
  readonly folder: string
  readonly startOf: StartOf
  /** This program's own process. */
  readonly pid: number
}

/** Sees to it that nothing of ours is left running. One for the whole program. */
export type Keeper = {
  readonly platform: NodeJS.Platform
  /** From its start on; the answer is called when the whole group has gone. */
  readonly watch: (group: number, meeting: string) => () => void
  readonly guardianPid: () => number | undefined
  /** Ends the guardian; nothing may be running any more. */
  readonly close: () => void
}

export function makeKeeper({platform, folder, startOf, pid}: KeeperDeps): Keeper {
  const guardian: Guardian | undefined = platform === 'win32' ? undefined : makeGuardian(`roundtable-guardian ${folder}`)
  const own = startedOf(startOf, pid)
  return {
    platform,
    watch: (group, meeting) => {
      guardian?.watch(group)
      const entry: Entry = {pid: group, started: startedOf(startOf, group), meeting, program: {pid, started: own}}
      const path = join(folder, `${group}.json`)
      attempt(() => {
        mkdirSync(folder, {recursive: true, mode: 0o700})
        writeFileSync(path, JSON.stringify(entry), {mode: 0o600})
      })
      return () => {
        guardian?.forget(group)
        attempt(() => rmSync(path, {force: true}))
      }
    },
    guardianPid: () => guardian?.pid(),
    close: () => guardian?.close(),
  }
}

const entrySchema = z.object({
  pid: z.int().min(2),
  started: z.string(),
  meeting: z.string(),
  program: z.object({pid: z.int(), started: z.string()}),
})
type Entry = z.infer<typeof entrySchema>

export type Leftover = {readonly pid: number; readonly meeting: string}

/**
 * Ends what a killed program left behind: TERM to its group, and KILL after 500 ms. Only a process whose pid and start time are
 * those of the register, and whose program has gone; a pid that somebody else was given meanwhile is left alone.
 */
export async function reapLeftovers({folder, startOf}: Pick<KeeperDeps, 'folder' | 'startOf'>): Promise<readonly Leftover[]> {
  const found = entriesIn(folder).flatMap(({path, entry}): readonly Entry[] => {
    if (entry && isSame(startOf, entry.program)) return []
    attempt(() => rmSync(path, {force: true}))
    return entry && isSame(startOf, entry) ? [entry] : []
  })
  for (const {pid} of found) attempt(() => process.kill(-pid, 'SIGTERM'))
  if (found.length > 0) await new Promise(resolve => setTimeout(resolve, 500))
  for (const entry of found) if (isSame(startOf, entry)) attempt(() => process.kill(-entry.pid, 'SIGKILL'))
  return found.map(({pid, meeting}) => ({pid, meeting}))
}

function entriesIn(folder: string): readonly {path: string; entry: Entry | undefined}[] {
  const names = attempt(() => readdirSync(folder)) ?? []
  return names
    .filter(name => /^\d+\.json$/.test(name))
    .map(name => {
      const path = join(folder, name)
      const read = entrySchema.safeParse(attempt(() => JSON.parse(readFileSync(path, 'utf8')) as unknown))
      return {path, entry: read.success ? read.data : undefined}
    })
}

const isSame = (startOf: StartOf, {pid, started}: {pid: number; started: string}) =>
  started !== '' && startedOf(startOf, pid) === started

function startedOf(startOf: StartOf, pid: number): string {
  const start = startOf(pid)
  return typeof start === 'object' ? start.started : ''
}

function attempt<T>(act: () => T): T | undefined {
  try {
    return act()
  } catch {
    return undefined
  }
}
