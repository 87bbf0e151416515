import type {Fault, Lang, Meeting} from '../../../source/core/events.ts'
import {sections} from '../../../source/core/review-report.ts'
import {chairFor} from '../../../source/i18n/chair.ts'
import type {ScriptTurn} from '../../../source/providers/script-file.ts'
import {reviewPrompts} from '../../protocols/review-table.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'
import {saidSoFar, spoken} from './board-states.ts'
import type {RoomStateOf} from './states.ts'

/** Reviews in named states: three roles and a judge, two rounds. */

type Said = Partial<ScriptTurn>

const WORDS = {
  zh: {
    topic: '是否把结算改成异步',
    seats: [
      {id: 'builder', name: '实现派', title: '看能不能做成', avatar: '🔨', color: 'green'},
      {id: 'critic', name: '反对派', title: '找最弱的一环', avatar: '🔍', color: 'red'},
      {id: 'architect', name: '架构师', title: '看复杂度与维护', avatar: '📐', color: 'blue'},
    ],
    point: (name: string, at: number) => `${name}的第 ${at} 点：因为结算要逐笔对账，失败必须能**重放**，不能靠人去猜是哪一笔。`,
    body: '先做最小的一段，两周后看对账差异率，再决定是否推开。',
    stances: ['继续', '修改', '继续'],
    later: ['修改', '放弃', '继续'],
    word: '再看一眼成本。',
  },
  en: {
    topic: 'Make settlement asynchronous?',
    seats: [
      {id: 'builder', name: 'Builder', title: 'can it be made', avatar: '🔨', color: 'green'},
      {id: 'critic', name: 'Critic', title: 'finds the weakest part', avatar: '🔍', color: 'red'},
      {id: 'architect', name: 'Architect', title: 'complexity and upkeep', avatar: '📐', color: 'blue'},
    ],
    point: (name: string, at: number) =>
      `Point ${at} of the ${name}: because each entry is reconciled, a failure must be **replayed** and nobody may guess which entry it was.`,
    body: 'Do the smallest part first, look at the reconciliation after two weeks, and only then go on.',
    stances: ['continue', 'modify', 'continue'],
    later: ['modify', 'drop', 'continue'],
    word: 'Look at the cost once more.',
  },
} as const

export const reviewWord = (lang: Lang): string => WORDS[lang].word

function answer(lang: Lang, at: number, round: 1 | 2, more: Said = {}): Said {
  const {seats, point, stances, later} = WORDS[lang]
  const {id = '', name = ''} = seats[at] ?? {}
  const points = [1, 2, 3, 4].map(n => `${n}. ${point(name, n)}`).join('\n')
  const stance = (round === 1 ? stances : later)[at]
  const text = `${points}\n\nSTANCE: ${stance}  CONFIDENCE: 0.${8 - at}`
  return {who: id, text, everyMs: 50 - 8 * at, chunk: 5, ...more}
}

export function report(lang: Lang): Said {
  const prompts = reviewPrompts(lang)
  const text = sections.map(section => `## ${prompts[`section.${section}`]}\n\n${WORDS[lang].body}`).join('\n\n')
  return {who: 'recorder', text, everyMs: 20, chunk: 6}
}

const quota: Fault = {code: 'quota', message: '5 hour limit reached', hint: 'try again at 14:00', retryable: false}
const fails = (who: string): Said => ({who, fail: quota, everyMs: 20})
const round = (lang: Lang, n: 1 | 2): readonly Said[] => [0, 1, 2].map(at => answer(lang, at, n))

export const wholeReview = (lang: Lang): readonly Said[] => [...round(lang, 1), ...round(lang, 2), report(lang)]
/** The second role has nothing in the second round; asked again it has. */
export const withGap = (lang: Lang): readonly Said[] => [
  ...round(lang, 1),
  ...[0, 2].map(at => answer(lang, at, 2)),
  fails('critic'),
  answer(lang, 1, 2),
  report(lang),
]

export function reviewLive(lang: Lang, more: Partial<LiveOptions> & {readonly rounds?: number} = {}): TestLive {
  const {topic, seats} = WORDS[lang]
  const {rounds = 2, turns = wholeReview(lang), ...rest} = more
  const meeting: Partial<Meeting> = {
    topic,
    lang,
    protocol: {id: 'review', version: 1},
    recorder: {provider: 'script:demo.json'},
    options: {rounds, seed: 1, review: {materials: [], acceptGaps: false, mostRounds: 5}},
    templates: {chair: chairFor('review', lang), prompts: reviewPrompts(lang)},
  }
  return liveMeeting({meeting, seats, turns, default: {fail: quota}, ...rest})
}

export const waits = (live: TestLive, line: string) =>
  live.waiting()?.for === 'word' &&
  live.log().findLast(event => event.type === 'chair.said' && event.line.id.startsWith('review.'))?.type === 'chair.said' &&
  live.log().some(event => event.type === 'chair.said' && event.line.id === line)

export const goOn = async (live: TestLive, line: string) => {
  await live.until(line, () => waits(live, line))
  live.say('')
}

export async function ended(live: TestLive): Promise<void> {
  await live.until('the end', () => live.state().outcome !== undefined)
  await live.done
}

async function begun(lang: Lang, watch: ((live: TestLive) => void) | undefined, turns: readonly Said[]): Promise<TestLive> {
  const live = reviewLive(lang, {turns})
  watch?.(live)
  return live
}

export const reviewStates: Readonly<Record<string, RoomStateOf>> = {
  'review second round': {
    async meeting(lang, watch) {
      const live = await begun(lang, watch, wholeReview(lang))
      await goOn(live, 'review.pause.round')
      await live.until('one is done', () => spoken(live, 'round-2:architect'))
      return live
    },
  },
  'review gaps': {
    async meeting(lang, watch) {
      const live = await begun(lang, watch, withGap(lang))
      await goOn(live, 'review.pause.round')
      await goOn(live, 'review.pause.verdict')
      await live.until('the gaps', () => waits(live, 'review.gaps'))
      return live
    },
  },
  'review verdict': {
    async meeting(lang, watch) {
      const live = await begun(lang, watch, wholeReview(lang))
      await goOn(live, 'review.pause.round')
      await goOn(live, 'review.pause.verdict')
      await live.until('half a report', () => saidSoFar(live, 'verdict') > 200)
      return live
    },
  },
  'review draft': {
    async meeting(lang, watch) {
      const live = await begun(lang, watch, withGap(lang))
      await goOn(live, 'review.pause.round')
      await goOn(live, 'review.pause.verdict')
      await live.until('the gaps', () => waits(live, 'review.gaps'))
      live.say(lang === 'zh' ? '跳过结语' : 'skip closing')
      await live.done
      return live
    },
  },
}
