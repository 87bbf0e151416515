import {mkdir, symlink} from 'node:fs/promises'
import {join} from 'node:path'
import type {SeatFolder} from './cli/folders.ts'
import type {CliWorld} from './cli/world.ts'

/**
 * A home without the user's settings, servers and instructions, which the server has no switch to ignore. Login and sessions are the
 * user's own, by way of links: a renewed login is written through them, and `exec` finds the same sessions. Where links cannot be
 * made, the user's own home is used.
 */
export async function homeOfItsOwn({env, userHome}: CliWorld, {files}: SeatFolder): Promise<string | undefined> {
  const theirs = env.CODEX_HOME || join(userHome, '.codex')
  const home = join(files, 'home')
  try {
    await mkdir(join(theirs, 'sessions'), {recursive: true})
    await mkdir(home, {recursive: true, mode: 0o700})
    for (const name of ['auth.json', 'sessions']) await symlink(join(theirs, name), join(home, name)).catch(unlessThere)
    return home
  } catch {
    return undefined
  }
}

function unlessThere(error: unknown): void {
  if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
}
