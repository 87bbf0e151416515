import type {Lang} from '../../../source/core/events.ts'
import type {RoomResult} from '../../../source/ui/ports.ts'
import {makeRoom, type RoomOver} from '../../../source/ui/room/room.tsx'
import {type Glass, type GlassOptions, openGlass} from '../../support/glass.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'
import {contentFor} from './content.ts'

/** The room's named states, each a meeting of its own brought there by events and keys. */

export type Shown = {readonly glass: Glass; readonly live: TestLive; readonly result: Promise<RoomResult>}

export type StateOptions = GlassOptions & {
  readonly lang?: Lang
  readonly live?: Partial<LiveOptions>
  readonly folder?: string
  readonly record?: string
  /** Names of the records. */
  readonly files?: readonly string[]
}

export function openRoom(options: StateOptions = {}): Shown {
  return showRoom(liveFor(options.lang ?? 'zh', options.live), options)
}

export function liveFor(lang: Lang, more: Partial<LiveOptions> = {}): TestLive {
  const content = contentFor(lang)
  return liveMeeting({
    seats: content.seats,
    rounds: 2,
    default: {text: content.speeches.join('\n\n'), everyMs: 20, chunk: 4},
    ...more,
    meeting: {topic: content.topic, lang, ...more.meeting},
  })
}

export function showRoom(live: TestLive, options: StateOptions = {}): Shown {
  const {lang = 'zh', noColour = false} = options
  const glass = openGlass(options)
  const result = glass.app.run(frame =>
    makeRoom({
      meeting: live,
      frame,
      lang,
      colours: noColour ? 'none' : 'ansi16',
      folder: options.folder ?? 'transcripts/2026-01-01-0900-test',
      over: live.done.then(
        (end): RoomOver =>
          end.how === 'closed' ? {how: 'closed', files: files(options.record, options.files), problems: []} : {how: 'paused'},
      ),
    }),
  )
  return {glass, live, result}
}

const files = (text?: string, names: readonly string[] = ['transcript.md', 'summary.md', 'outline.md']) =>
  names.map(name => ({
    name,
    path: `/meeting/${name}`,
    text: () => text ?? `# ${name}\n\n${Array.from({length: 60}, (_, at) => `${at + 1}. line ${at + 1}`).join('\n')}\n`,
  }))

const speech = (lang: Lang, at: number, more = {}) => ({
  who: contentFor(lang).seats[at]?.id ?? '',
  text: contentFor(lang).speeches[at] ?? '',
  everyMs: 10,
  chunk: 6,
  ...more,
})
const openings = (lang: Lang) => [0, 1, 2].map(at => speech(lang, at))
const halfSaid = (live: TestLive, least = 60) => [...live.state().live.values()].some(turn => turn.text.length >= least)

export type RoomStateOf = {
  /** Brings a meeting there, by events alone. */
  meeting(lang: Lang, watch?: (live: TestLive) => void): Promise<TestLive>
  /** And then the room, by keys. */
  keys?(glass: Glass, lang: Lang, columns: number): Promise<void>
}

type Watch = ((live: TestLive) => void) | undefined

function begin(lang: Lang, more: Partial<LiveOptions>, watch: Watch): TestLive {
  const live = liveFor(lang, more)
  watch?.(live)
  return live
}

async function afterOpenings(lang: Lang, watch: Watch, more: Partial<LiveOptions> = {}): Promise<TestLive> {
  const live = begin(lang, {turns: openings(lang), ...more}, watch)
  await live.until('the first pause', () => live.waiting()?.for === 'word')
  return live
}

async function inRound(lang: Lang, watch: Watch, word?: string): Promise<TestLive> {
  const turns = [...openings(lang), speech(lang, 2), speech(lang, 1, {everyMs: 20, chunk: 3})]
  const live = await afterOpenings(lang, watch, {turns})
  if (word) live.say(word)
  live.say(lang === 'zh' ? '继续' : 'continue')
  await live.until('the second speech of the round', () => live.count('turn.finished') === 4 && halfSaid(live, 40))
  return live
}

/** The state by keys where it is not the window's own. */
const view = (wanted: 'panes' | 'flow') => async (glass: Glass, _: Lang, columns: number) => {
  if (columns >= 100 !== (wanted === 'panes')) await glass.type('\x06')
}

export const states: Readonly<Record<string, RoomStateOf>> = {
  'opening streaming': {
    async meeting(lang, watch) {
      const live = begin(lang, {turns: openings(lang)}, watch)
      await live.until('half a speech', () => halfSaid(live))
      return live
    },
  },
  'round in panes': {meeting: inRound, keys: view('panes')},
  'flow view': {meeting: inRound, keys: view('flow')},
  pause: {meeting: afterOpenings},
  'queued interjection': {
    meeting: (lang, watch) => inRound(lang, watch, contentFor(lang).word),
    keys: (glass, lang) => glass.type(contentFor(lang).draft),
  },
  fault: {
    async meeting(lang, watch) {
      const fail = {code: 'timeout', message: 'no word for 120 s', hint: 'codex login', retryable: true} as const
      const half = contentFor(lang).speeches[1]?.slice(0, 40)
      const live = begin(lang, {turns: [speech(lang, 0), speech(lang, 1, {text: half, fail})]}, watch)
      await live.until('the fault', () => live.waiting()?.for === 'choice')
      return live
    },
  },
  palette: {
    meeting: afterOpenings,
    async keys(glass) {
      await glass.type('/')
      await glass.type('\x1b[B')
    },
  },
  'end card': {
    async meeting(lang, watch) {
      const live = await afterOpenings(lang, watch)
      live.say(lang === 'zh' ? '跳过结语' : 'skip closing')
      await live.done
      return live
    },
  },
  'tiny window': {
    meeting: afterOpenings,
    async keys(glass, lang) {
      await glass.type(contentFor(lang).draft)
      await glass.resize(20, 6)
    },
  },
}
