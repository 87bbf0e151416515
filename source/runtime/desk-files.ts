import {join} from 'node:path'
import {execa} from 'execa'
import {shortName} from '../core/names.ts'
import type {Relay} from '../providers/manual.ts'
import {syncFolderOf} from './disk/bytes.ts'
import {attempt, type Disk, type DiskFault, refuse, systemCode, type Tried} from './disk/disk.ts'
import {writeFile} from './disk/write-file.ts'

export type HandedOut = {
  /** The file that holds the relay; absent: it could not be written, and `fault` says why. */
  readonly path?: string
  readonly fault?: DiskFault
  /** Whether some clipboard took it. */
  readonly copied: boolean
}

export type FileDeskOptions = {
  readonly disk: Disk
  /** The meeting's folder. */
  readonly folder: string
  /** Puts a text on the clipboard; false when no clipboard takes it. Absent: none is tried. */
  readonly copy?: (text: string) => Promise<boolean>
}

/** The giving side of a `ManualDesk`. */
export type FileDesk = {
  /** Never rejects. */
  readonly handOut: (relay: Relay) => Promise<HandedOut>
}

/**
 * Each relay as `manual/<n>-<who>.md` in the meeting's folder, numbered on from what stands there (only for the process that holds
 * the meeting's lock), and on the clipboard.
 */
export function makeFileDesk({disk, folder, copy}: FileDeskOptions): FileDesk {
  return {
    handOut: async ({who, text}) => {
      const written = writeRelay(disk, folder, {who: who.id, text})
      const copied = copy ? await copy(text).catch(() => false) : false
      return 'ok' in written ? {path: written.ok, copied} : {fault: written.fault, copied}
    },
  }
}

function writeRelay(disk: Disk, folder: string, {who, text}: {who: string; text: string}): Tried<string> {
  const home = join(folder, 'manual')
  const numbered = attempt(home, () => {
    makeFolder(disk, home)
    return 1 + Math.max(0, ...disk.readdir(home).map(name => Number(/^(\d{1,6})-/.exec(name)?.[1] ?? 0)))
  })
  if ('fault' in numbered) return numbered
  const path = join(home, `${String(numbered.ok).padStart(2, '0')}-${shortName(who, 60) || 'seat'}.md`)
  const written = writeFile({disk, path, content: text})
  return 'fault' in written ? written : {ok: path}
}

function makeFolder(disk: Disk, home: string): void {
  try {
    disk.mkdir(home)
    syncFolderOf(disk, home)
  } catch (error) {
    if (systemCode(error) !== 'EEXIST') throw error
    // A link here would carry the relays out of the meeting's folder.
    const kind = disk.lstat(home)?.kind
    if (kind === 'link') refuse('symlink', home)
    if (kind === 'file') refuse('not-a-file', home)
  }
}

export type ClipboardCommand = {
  readonly command: string
  readonly args: readonly string[]
  /** `utf16le`, without a mark at its head, is what clip.exe takes for Unicode; anything else it reads in the console's code page. */
  readonly encoding: 'utf8' | 'utf16le'
  readonly env?: Readonly<Record<string, string>>
}

/** Tried in this order. Each takes the text on stdin. */
export const CLIPBOARDS: readonly ClipboardCommand[] = [
  // Without a locale pbcopy reads UTF-8 as the system's old encoding, and LC_ALL would outrank LC_CTYPE.
  {command: 'pbcopy', args: [], encoding: 'utf8', env: {LC_ALL: 'en_US.UTF-8', LC_CTYPE: 'UTF-8'}},
  {command: 'wl-copy', args: [], encoding: 'utf8'},
  {command: 'xclip', args: ['-selection', 'clipboard'], encoding: 'utf8'},
  {command: 'clip.exe', args: [], encoding: 'utf16le'},
]

const LIMIT_MS = 1000
/** What a clipboard command may know of the environment. */
const PASSED_ON = [
  ...['PATH', 'HOME', 'LANG', 'LC_ALL', 'LC_CTYPE', 'DISPLAY', 'XAUTHORITY', 'WAYLAND_DISPLAY', 'XDG_RUNTIME_DIR'],
  ...['Path', 'PATHEXT', 'SystemRoot', 'SYSTEMROOT', 'TEMP', 'TMP', 'USERPROFILE', 'WSL_INTEROP'],
]

export type ClipboardOptions = {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly commands?: readonly ClipboardCommand[]
}

/** The first command that ends well within a second has the text. One that is absent, fails or hangs is passed over in silence. */
export function makeCopy({env, commands = CLIPBOARDS}: ClipboardOptions): (text: string) => Promise<boolean> {
  const known = Object.fromEntries(PASSED_ON.flatMap(name => (env[name] === undefined ? [] : [[name, env[name]]])))
  return async text => {
    for (const {command, args, encoding, env: own} of commands) {
      const ended = await execa(command, args, {
        input: Buffer.from(text, encoding),
        // They leave a child behind that serves the selection; a pipe it inherits would never close.
        stdout: 'ignore',
        stderr: 'ignore',
        env: {...known, ...own},
        extendEnv: false,
        timeout: LIMIT_MS,
        killSignal: 'SIGKILL',
        reject: false,
      })
      if (!ended.failed) return true
    }
    return false
  }
}
