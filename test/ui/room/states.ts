import type {Lang} from '../../../source/core/events.ts'
import {makeRoom, type RoomOver} from '../../../source/ui/room/room.tsx'
import {type Glass, type GlassOptions, openGlass} from '../../support/glass.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'

/** The room's named states, each a meeting of its own brought there by events and keys. */

export type Shown = {readonly glass: Glass; readonly live: TestLive}

const ZH = {
  topic: '人工智能会不会取代程序员',
  seats: [
    {id: 'marx', name: '马克思', title: '政治经济学批判者', color: 'red'},
    {id: 'mao', name: '毛泽东', title: '战略家、理论家', color: 'yellow'},
    {id: 'luxun', name: '鲁迅', title: '作家、批判者', color: 'cyan'},
  ],
  speeches: [
    '机器本身并不夺走工人的饭碗，夺走饭碗的是机器的**资本主义应用**。\n\n程序员今天面对的，与织工当年面对的是同一个问题：\n\n- 谁占有机器？\n- 省下的劳动时间归谁？\n\n> 机器只是作为生产资料被使用。\n\n所以我要先问的不是它会不会写代码，而是写出来的代码归谁所有。',
    '马克思先生讲的是生产关系。我想先问一句：谁在用这台机器？没有调查就没有发言权。实践告诉我们，新工具来了，先是少数人用，然后是多数人用。\n\n关键在于组织起来，学会它，再改造它。',
    '我向来是不惮以最坏的恶意来推测机器的主人的。所谓取代，大约不过是：活还在，人换了便宜的。\n\n从来如此，便对么？',
  ],
  word: '我补充一个问题：外包公司怎么办？',
  draft: '我再问一句',
  minutes:
    '{"views":[{"who":"马克思","claim":{"text":"代码归谁所有才是问题","cites":[1],"quote":"谁占有机器？"},"stance":{"text":"先问所有权","cites":[1]}}],"agreements":[{"text":"工具会普及","cites":[2]}]}',
}
const EN: typeof ZH = {
  topic: 'Will artificial intelligence replace programmers',
  seats: [
    {id: 'marx', name: 'Karl Marx', title: 'critic of political economy', color: 'red'},
    {id: 'mao', name: 'Mao Zedong', title: 'strategist', color: 'yellow'},
    {id: 'luxun', name: 'Lu Xun', title: 'writer and critic', color: 'cyan'},
  ],
  speeches: [
    'Machinery does not take the bread from the worker; its **capitalist use** does.\n\nThe programmer of today faces what the weaver faced:\n\n- Who owns the machine?\n- Whose is the time it saves?\n\n> Machinery enters as a means of production.\n\nSo I ask first not whether it writes code, but who owns the code it writes.',
    'Mr Marx speaks of the relations of production. Let me ask first: who uses this machine? No investigation, no right to speak. A new tool is used by few, and then by many.\n\nWhat matters is to organise, to learn it, and then to change it.',
    'I have never shrunk from thinking the worst of those who own machines. What they call replacing may be no more than this: the work stays, and cheaper hands do it.\n\nIt was always so; is it therefore right?',
  ],
  word: 'One more question: what of the outsourcing firms?',
  draft: 'One more thing',
  minutes:
    '{"views":[{"who":"Karl Marx","claim":{"text":"Who owns the code is the question","cites":[1],"quote":"Who owns the machine?"},"stance":{"text":"Ask for ownership first","cites":[1]}}],"agreements":[{"text":"The tool will spread","cites":[2]}]}',
}
export const contentFor = (lang: Lang) => (lang === 'zh' ? ZH : EN)

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
