import {chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync} from 'node:fs'
import {tmpdir} from 'node:os'
import {join} from 'node:path'
import {setTimeout as delay} from 'node:timers/promises'
import {type Keeper, makeKeeper} from '../../../source/providers/cli/keeper.ts'
import type {CliAgent} from '../../../source/providers/cli/reading.ts'

/** A folder that is all of PATH, and a home. */
export type Machine = {
  readonly home: string
  readonly path: string
  readonly env: NodeJS.ProcessEnv
  readonly keeper: Keeper
  /** Puts a program on PATH: the body of a shell script. */
  readonly install: (name: string, body: string) => void
  readonly write: (name: string, text: string) => string
  readonly read: (name: string) => string
  readonly remove: () => void
}

export function makeMachine(): Machine {
  const base = realpathSync(mkdtempSync(join(tmpdir(), 'roundtable-machine-')))
  const [path, home] = [join(base, 'bin'), join(base, 'home')]
  mkdirSync(path)
  mkdirSync(join(home, '.claude'), {recursive: true})
  const keeper = makeKeeper({
    platform: process.platform,
    folder: join(base, 'running'),
    startOf: () => 'unknown',
    pid: process.pid,
  })
  const write = (name: string, text: string) => {
    const file = join(base, name)
    writeFileSync(file, text)
    return file
  }
  return {
    home,
    path,
    env: {PATH: path, HOME: home},
    keeper,
    install(name, body) {
      const file = join(path, name)
      writeFileSync(file, `#!/bin/sh\n${body}\n`)
      chmodSync(file, 0o755)
    },
    write,
    read: name => readFileSync(join(base, name), 'utf8'),
    remove: () => {
      keeper.close()
      rmSync(base, {recursive: true, force: true})
    },
  }
}

/** Answers like claude: its version, and whether it is logged in. */
export const answering = ({version = '2.1.332', login = 0}: {version?: string; login?: number} = {}) =>
  `case "$1" in --version) echo "${version} (Fake)" ;; auth) exit ${login} ;; esac`

/** Answers nothing, ignores TERM, and has started another that does the same. */
export const hanging = (pids: string) => `trap '' TERM\n/bin/sleep 77 &\necho "$$ $!" >> '${pids}'\nwait\n/bin/sleep 77`

/** The description of an agent as doctor reads it; nothing of it is ever asked to speak. */
export const agentLike = (id: string, more: Partial<CliAgent> = {}): CliAgent => ({
  id,
  name: id,
  commands: [id],
  checkedWith: '2.1.332',
  experimental: false,
  sessionPattern: /^\w+$/,
  choosesSession: true,
  env: [],
  invoke: () => ({args: [], stdin: ''}),
  reader: () => () => [],
  classify: () => undefined,
  deadlines: {firstText: 1, idle: 1, total: 1},
  doctor: {
    version: ['--version'],
    login: {args: ['auth', 'status'], read: ({code}) => (code === 0 ? 'in' : code === 1 ? 'out' : 'unknown')},
    keys: [`${id.toUpperCase()}_KEY`],
    loginCommand: `${id} auth login`,
    installCommand: `npm install -g ${id}`,
    claims: {stdin: 'measured', sessions: 'measured', tools: 'measured', isolation: 'measured'},
  },
  ...more,
})

/** Whether a process still runs; one that only waits to be buried does not. */
export function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
  } catch {
    return false
  }
  try {
    return !/^\d+ \(.*\) Z/.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return process.platform !== 'linux'
  }
}

export async function gone(pids: readonly number[], withinMs = 1000): Promise<boolean> {
  for (const until = Date.now() + withinMs; Date.now() < until; await delay(20)) if (!pids.some(runs)) return true
  return false
}
