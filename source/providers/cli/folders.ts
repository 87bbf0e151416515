import {createHash} from 'node:crypto'
import {mkdir, readdir, realpath, rm, rmdir, writeFile} from 'node:fs/promises'
import {dirname, join} from 'node:path'
import type {CliWorld} from './world.ts'

/** What a seat's process has to itself, all absolute, outside any project. */
export type SeatFolder = {
  /** Emptied each time it is opened; the process runs here. The same one for a seat throughout a meeting, because sessions hang on it. */
  readonly room: string
  readonly tmp: string
  /** Files of ours for it, beside the room. */
  readonly files: string
}

type Where = Pick<CliWorld, 'root' | 'meeting'>

export async function openSeatFolder(world: Where, agent: string, seat: string): Promise<SeatFolder> {
  const base = join(meetingFolder(world), `${agent}-${short(seat)}`)
  await mkdir(base, {recursive: true, mode: 0o700})
  const real = await realpath(base)
  const [room, tmp, files] = [join(real, 'room'), join(real, 'tmp'), join(real, 'files')]
  for (const folder of [room, tmp, files]) await mkdir(folder, {recursive: true, mode: 0o700})
  await empty(room)
  return {room, tmp, files}
}

/** Agents take instructions, settings and variables from where they run: nothing that was put there meanwhile is left to be found. */
async function empty(folder: string): Promise<void> {
  for (const name of await readdir(folder)) await rm(join(folder, name), {recursive: true, force: true})
}

/** Removes all of one agent's; never rejects. */
export async function removeSeatFolders(world: Where, agent: string, seats: Iterable<string>): Promise<void> {
  const folder = meetingFolder(world)
  for (const seat of seats)
    await rm(join(folder, `${agent}-${short(seat)}`), {recursive: true, force: true, maxRetries: 3}).catch(() => {})
  // Others may have theirs here still.
  await rmdir(folder).catch(() => {})
}

export async function writeFiles(folder: string, files: Readonly<Record<string, string>>): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    const path = join(folder, name)
    await mkdir(dirname(path), {recursive: true, mode: 0o700})
    await writeFile(path, text, {mode: 0o600})
  }
}

const meetingFolder = ({root, meeting}: Where) => join(root, 'work', short(meeting))
const short = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 16)

/** The register of running processes. */
export const registerFolder = (root: string): string => join(root, 'running')
