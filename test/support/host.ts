import type {Host} from '../../source/commands/host.ts'
import type {Lang} from '../../source/core/events.ts'
import {visible} from '../../source/core/text.ts'
import {toJsonLine} from '../../source/headless/ndjson.ts'
import {wordsFor} from '../../source/i18n/index.ts'

export type FakeHost = Host & {
  /** What stands on standard output and on standard error, each as a person sees it. */
  readonly out: () => string
  readonly err: () => string
  /** Every text that was given to `print`, `warn` and `stream`, before anything is made visible. */
  readonly given: readonly string[]
  /** Every value given to `emit`. */
  readonly emitted: readonly unknown[]
  /** Folders given to `home.rememberMeeting`. */
  readonly remembered: readonly string[]
}

export type Around = {
  readonly cwd: string
  readonly userHome?: string
  /** The program's own folder. */
  readonly home?: string
  readonly meetings?: readonly string[]
  readonly lang?: Lang
  readonly settings?: Partial<Omit<Host['home']['settings'], 'meetings'>>
  /** Lines of standard input. */
  readonly typed?: readonly string[]
}

/** A host without a process: nothing leaves it, and what would have been printed is kept. */
export function fakeHost(around: Around): FakeHost {
  const {cwd, lang = 'zh', userHome = `${cwd}/.nobody`, home = `${cwd}/.home`} = around
  const [given, emitted, remembered]: [string[], unknown[], string[]] = [[], [], []]
  const streams = {out: '', err: ''}
  const take = (stream: 'out' | 'err', text: string, end: string) => {
    given.push(text)
    streams[stream] += visible(text) + end
  }
  return {
    cwd,
    env: {},
    userHome,
    home: {
      folder: home,
      settings: {...around.settings, meetings: [...(around.meetings ?? [])]},
      rememberMeeting: folder => void remembered.push(folder),
    },
    uiLang: lang,
    words: wordsFor(lang),
    version: '0.0.0-test',
    now: () => new Date('2026-01-01T09:00:00.000Z'),
    print: text => take('out', text, '\n'),
    warn: text => take('err', text, '\n'),
    stream: text => take('out', text, ''),
    emit: value => {
      // As it would be read again.
      emitted.push(JSON.parse(JSON.stringify(value)))
      streams.out += toJsonLine(value)
    },
    stdout: {isTTY: false},
    process,
    leaveNow: code => {
      throw new Error(`left with ${code}`)
    },
    stdin: {
      isTTY: false,
      lines: async function* () {
        yield* around.typed ?? []
      },
      close: () => {},
    },
    sleep: async () => {},
    signal: new AbortController().signal,
    out: () => streams.out,
    err: () => streams.err,
    given,
    emitted,
    remembered,
  }
}

/** No control character but a line end, and nothing that hides or turns text around. */
export const hostileLeft = (text: string): string | undefined =>
  /[\x00-\x09\x0b-\x1f\x7f-\x9f\u200b-\u200f\u2028-\u202e\u2066-\u2069]/.exec(text)?.[0]

/** Texts of others that would take over a terminal, forge a line, or hide. */
export const HOSTILE: readonly string[] = [
  '\u001b[2J\u001b[H清屏',
  '\u001b]0;标题\u0007',
  '\u009b31m红',
  'a\r覆盖',
  '一行\n✓ 伪造的一行',
  '\u202e反过来\u202c',
  '零\u200b宽\u2066隔\u2069',
  '\u001bP1;2|q\u001b\\',
  '删\u007f\b\b',
  '行\u2028段\u2029尾',
]
