import {existsSync} from 'node:fs'
import {join} from 'node:path'
import Conf from 'conf'
import {z} from 'zod'

const settings = z.object({
  /** Default voice, as `--provider` takes it. */
  provider: z.string().optional(),
  uiLang: z.enum(['zh', 'en']).optional(),
  /** Rounds of discussion where nobody says otherwise. */
  rounds: z.int().min(1).max(20).optional(),
  /** Of boards, under the names of FR-15 in seeds/board.txt; the threshold in tokens. */
  board: z
    .object({
      max_rounds: z.int().min(1).max(10).exactOptional(),
      default_template: z.string().min(1).exactOptional(),
      parallel_speech: z.boolean().exactOptional(),
      history_compression_threshold: z.int().min(1).exactOptional(),
    })
    .optional(),
  /** Folders of meetings that were held or begun, newest last, absolute. */
  meetings: z.array(z.string()).default([]),
  /** Participants that were saved under a name, latest first. */
  lineups: z.array(z.object({name: z.string(), ids: z.array(z.string())})).optional(),
})
export type Settings = z.infer<typeof settings>

export type Lineup = {readonly name: string; readonly ids: readonly string[]}

/** Longest list of line-ups that is remembered. */
const mostLineups = 100
/** Longest list of folders that is remembered; older meetings stay where they are. */
const mostMeetings = 500

export type Home = {
  readonly folder: string
  readonly settings: Settings
  /** What is wrong with the settings file; then the defaults hold and the file is left alone. */
  readonly problem?: {readonly path: string; readonly message: string}
  readonly rememberMeeting: (folder: string) => void
  /** In place of those there were. */
  readonly rememberLineups?: (lineups: readonly Lineup[]) => void
}

export function openHome(folder: string): Home {
  const path = join(folder, 'config.json')
  try {
    // Opening the store makes the folder, and a start that has nothing to read or to keep makes none.
    const open = () => new Conf<Record<string, unknown>>({cwd: folder, configName: 'config', clearInvalidConfig: false})
    const read = settings.safeParse(existsSync(path) ? open().store : {})
    if (!read.success) {
      const [issue] = read.error.issues
      return broken(folder, path, `${issue?.path.join('.')}: ${issue?.message}`)
    }
    return {
      folder,
      settings: read.data,
      rememberMeeting: meeting => {
        // The list only helps to find meetings again; a home that cannot be written must not stop one.
        try {
          const store = open()
          const known = settings.shape.meetings.catch([]).parse(store.get('meetings'))
          const others = known.filter(other => other !== meeting)
          store.set('meetings', [...others, meeting].slice(-mostMeetings))
        } catch {}
      },
      rememberLineups: lineups => {
        try {
          open().set('lineups', lineups.slice(0, mostLineups))
        } catch {}
      },
    }
  } catch (error) {
    return broken(folder, path, error instanceof Error ? error.message : String(error))
  }
}

const broken = (folder: string, path: string, message: string): Home => ({
  folder,
  settings: {meetings: []},
  problem: {path, message},
  rememberMeeting: () => {},
})
