import type {Lang} from '../../../source/core/events.ts'
import {makeRoom, type RoomOver} from '../../../source/ui/room/room.tsx'
import {type Glass, type GlassOptions, openGlass} from '../../support/glass.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'
import {contentFor} from './content.ts'

/** The room's named states, each a meeting of its own brought there by events and keys. */

export type Shown = {readonly glass: Glass; readonly live: TestLive}

export type StateOptions = GlassOptions & {readonly lang?: Lang; readonly live?: Partial<LiveOptions>}

export function openRoom(options: StateOptions = {}): Shown {
  const {lang = 'zh'} = options
  const content = contentFor(lang)
  const live = liveMeeting({
    seats: content.seats,
    rounds: 2,
    meeting: {topic: content.topic, lang},
    turns: [],
    default: {text: content.speeches.join('\n\n'), everyMs: 20, chunk: 4},
    ...options.live,
  })
  return showRoom(live, options)
}

export function showRoom(live: TestLive, options: StateOptions = {}): Shown {
  const {lang = 'zh', noColour = false} = options
  const glass = openGlass(options)
  void glass.app.run(frame =>
    makeRoom({
      meeting: live,
      frame,
      lang,
      colours: noColour ? 'none' : 'ansi16',
      folder: 'transcripts/2026-01-01-0900-test',
      over: live.done.then(
        (end): RoomOver => (end.how === 'closed' ? {how: 'closed', files: files(), problems: []} : {how: 'paused'}),
      ),
    }),
  )
  return {glass, live}
}

const files = () =>
  ['transcript.md', 'summary.md', 'outline.md'].map(name => ({
    name,
    path: `/meeting/${name}`,
    text: () => `# ${name}\n\n${Array.from({length: 60}, (_, at) => `${at + 1}. line ${at + 1}`).join('\n')}\n`,
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

type State = (options: StateOptions & {readonly lang: Lang}) => Promise<Shown>

async function afterOpenings(options: StateOptions & {readonly lang: Lang}, more: Partial<LiveOptions> = {}): Promise<Shown> {
  const shown = openRoom({...options, live: {turns: openings(options.lang), ...more}})
  await shown.live.until('the first pause', () => shown.live.waiting()?.for === 'word')
  return shown
}

async function inRound(options: StateOptions & {readonly lang: Lang}): Promise<Shown> {
  const {lang} = options
  const shown = await afterOpenings(options, {
    turns: [...openings(lang), speech(lang, 2), speech(lang, 1, {everyMs: 20, chunk: 3})],
  })
  shown.live.say(lang === 'zh' ? '继续' : 'continue')
  await shown.live.until(
    'the second speech of the round',
    () => shown.live.count('turn.finished') === 4 && halfSaid(shown.live, 40),
  )
  return shown
}

export const states: Readonly<Record<string, State>> = {
  'opening streaming': async options => {
    const shown = openRoom({...options, live: {turns: openings(options.lang)}})
    await shown.live.until('half a speech', () => halfSaid(shown.live))
    return shown
  },
  'round in panes': async options => {
    const shown = await inRound(options)
    if ((options.columns ?? 80) < 100) await shown.glass.type('\x06')
    return shown
  },
  'flow view': async options => {
    const shown = await inRound(options)
    if ((options.columns ?? 80) >= 100) await shown.glass.type('\x06')
    return shown
  },
  pause: options => afterOpenings(options),
  'queued interjection': async options => {
    const {lang} = options
    const shown = await afterOpenings(options, {
      turns: [...openings(lang), speech(lang, 2), speech(lang, 1, {everyMs: 20, chunk: 3})],
    })
    shown.live.say(contentFor(lang).word)
    shown.live.say(lang === 'zh' ? '继续' : 'continue')
    await shown.live.until('one who got it', () => shown.live.count('turn.finished') === 4 && halfSaid(shown.live, 10))
    await shown.glass.type(contentFor(lang).draft)
    return shown
  },
  fault: async options => {
    const {lang} = options
    const fail = {code: 'timeout', message: 'no word for 120 s', hint: 'codex login', retryable: true} as const
    const shown = openRoom({
      ...options,
      live: {turns: [speech(lang, 0), speech(lang, 1, {text: contentFor(lang).speeches[1]?.slice(0, 40), fail})]},
    })
    await shown.live.until('the fault', () => shown.live.waiting()?.for === 'choice')
    return shown
  },
  palette: async options => {
    const shown = await afterOpenings(options)
    await shown.glass.type('/')
    await shown.glass.type('\x1b[B')
    return shown
  },
  'end card': async options => {
    const shown = await afterOpenings(options)
    shown.live.say(options.lang === 'zh' ? '跳过结语' : 'skip closing')
    await shown.live.done
    return shown
  },
  'tiny window': async options => {
    const shown = await afterOpenings(options)
    await shown.glass.type(contentFor(options.lang).draft)
    await shown.glass.resize(20, 6)
    return shown
  },
}
