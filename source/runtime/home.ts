import {existsSync} from 'node:fs'
import {join} from 'node:path'
import Conf from 'conf'
import {z} from 'zod'

/** Milliseconds until somebody is given up; a quarter of a day at most, since none may be infinite. */
const patience = z.int().min(100).max(21_600_000).exactOptional()

/** What a person may say of one voice, whichever kind it is. */
const providerSettings = z.object({
  /** The model where nobody names another. */
  model: z.string().min(1).exactOptional(),
  /** Of an agent: the program and its first arguments, in place of what is found on PATH. */
  command: z.array(z.string().min(1)).min(1).exactOptional(),
  /** Until the first text of a turn. */
  firstTextMs: patience,
  /** Between two signs of life, once there was one. */
  idleMs: patience,
  /** Of a whole turn. */
  totalMs: patience,
  /** An agent may read the person's own settings; Ollama may use models that run at their maker's. */
  trustUserConfig: z.boolean().exactOptional(),
  /** Of a voice behind an address, in place of the usual one. */
  baseUrl: z.url({protocol: /^https?$/}).exactOptional(),
  /** Name of the environment variable that holds its key. */
  keyEnv: z
    .string()
    .regex(/^[A-Za-z_][A-Za-z0-9_]*$/)
    .exactOptional(),
})

/** A command of the person's own as a voice. */
const customSettings = z.object({
  /** The program and its arguments; the prompt is never among them. */
  command: z.array(z.string().min(1)).min(1),
  /** How the prompt comes to it. */
  prompt: z.literal('stdin').exactOptional(),
  /** What it prints: the speech, or lines of JSON. */
  output: z.enum(['text', 'jsonl']).exactOptional(),
  /** Of lines of JSON: where the speech stands in one of them, as in `message.text`. */
  text: z.string().min(1).exactOptional(),
  /** Whether a line's text is a piece of the speech, or all of it. */
  pieces: z.boolean().exactOptional(),
  /** How the persona comes to it: before the prompt, or as a file behind this flag. */
  system: z.union([z.literal('prepend'), z.object({flag: z.string().min(1)})]).exactOptional(),
  /** Names of environment variables that it may see. */
  env: z.array(z.string().min(1)).exactOptional(),
  firstTextMs: patience,
  idleMs: patience,
  totalMs: patience,
})

const voiceName = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/)

export const settings = z.object({
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
  /** Of reviews: the roles as `--agents` takes them, and the judge's voice. */
  review: z.object({agents: z.string().min(1).exactOptional(), judge: z.string().min(1).exactOptional()}).optional(),
  /** Of councils: how many sit where nobody says, and whether they debate. */
  council: z.object({mode: z.enum(['duo', 'triad']).exactOptional(), debate: z.boolean().exactOptional()}).optional(),
  /** By the name of the voice. */
  providers: z.record(voiceName, providerSettings).optional(),
  /** Voices of the person's own, by name. */
  custom: z.record(voiceName, customSettings).optional(),
  /** Who speaks in the place of a voice that fails, as `--fallback` takes it: `role-or-seat:provider`. */
  fallback: z.array(z.string().min(1)).optional(),
  /** Tokens or US dollars of one meeting, after which it goes into its closing. */
  budget: z.object({tokens: z.int().min(1).exactOptional(), usd: z.number().positive().exactOptional()}).optional(),
  /** Folders of meetings that were held or begun, newest last, absolute. */
  meetings: z.array(z.string()).default([]),
  /** Participants that were saved under a name, latest first. */
  lineups: z.array(z.object({name: z.string(), ids: z.array(z.string())})).optional(),
})
export type Settings = z.infer<typeof settings>
export type CustomSettings = z.infer<typeof customSettings>

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
