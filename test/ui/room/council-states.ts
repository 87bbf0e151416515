import type {CouncilOptions, Lang, Meeting} from '../../../source/core/events.ts'
import {chairFor} from '../../../source/i18n/chair.ts'
import type {ScriptTurn} from '../../../source/providers/script-file.ts'
import {councilPrompts, file} from '../../protocols/council-table.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'
import {saidSoFar, spoken} from './board-states.ts'
import type {RoomStateOf} from './states.ts'

/** Councils in named states: three members, two of whom differ, over a repository. */

type Said = Partial<ScriptTurn>

const WORDS = {
  zh: {
    topic: '我们该不该优化缓存的热路径？',
    note: '命中锚点词：优化、缓存',
    question: '关于“性能”，仓库里有哪些相关的事实？',
    fact: '热路径在 src/cache.ts，每次命中都复制一份值（src/cache.ts）',
    seats: [
      {id: 'knuth', name: '高德纳', title: '算法分析与实测', color: 'blue'},
      {id: 'beck', name: 'Kent Beck', title: '小步、测试、反馈', color: 'green'},
      {id: 'carmack', name: '卡马克', title: '贴着硬件', color: 'red'},
    ],
    stance: (name: string) => `${name}先看剖析结果：没有一列数字，任何答案都是猜。热点要靠测量指出来，不靠手指。`,
    concerns: ['没有人给出剖析结果，热点是指认出来的。', '常数因子被反复打磨，增长的阶却没人写下来。'],
    tradeoffs: ['优化时机：先测量 优先于 先跑通', '优化时机：先跑通 优先于 先测量', '性能来路：贴着硬件 优先于 算法与布局'],
    recommendation: '用三种规模各跑十次画出曲线，弯得比分析出的阶还厉害就换算法，否则照旧。',
    moved: '卡马克给出的那列数字让我改了主意：值得先换布局，再谈算法。',
    word: '另外：上线只有两周。',
  },
  en: {
    topic: 'Should we optimise the hot path of our cache?',
    note: 'anchor words: optimise, cache',
    question: 'Which facts of the repository bear on performance?',
    fact: 'the hot path is in src/cache.ts, and each hit copies the value (src/cache.ts)',
    seats: [
      {id: 'knuth', name: 'Donald Knuth', title: 'analysis and measurement', color: 'blue'},
      {id: 'beck', name: 'Kent Beck', title: 'small steps, tests, feedback', color: 'green'},
      {id: 'carmack', name: 'John Carmack', title: 'close to the machine', color: 'red'},
    ],
    stance: (name: string) => `${name} looks at a profile first: without a column of numbers every answer is a guess.`,
    concerns: [
      'Nobody shows a profile; the hot spot was pointed at.',
      'Constants are polished while no order of growth is written down.',
    ],
    tradeoffs: [
      'when to optimise: measure first over make it work first',
      'when to optimise: make it work first over measure first',
      'source of speed: close to the machine over algorithms and layout',
    ],
    recommendation:
      'Run three sizes ten times each and draw the curve; change the algorithm where it bends more than its order says.',
    moved: 'The numbers that Carmack gave changed my mind: change the layout first, then speak of algorithms.',
    word: 'Also: it ships in two weeks.',
  },
} as const

export const councilWord = (lang: Lang): string => WORDS[lang].word
const VERDICTS = ['depends', 'against', 'for'] as const

function position(lang: Lang, at: number): Said {
  const {seats, stance, concerns, tradeoffs, recommendation, fact} = WORDS[lang]
  const {id = '', name = ''} = seats[at] ?? {}
  const data = {
    ...{member: id, stance: stance(name), verdict: VERDICTS[at], keyConcerns: concerns},
    ...{tradeoffsRaised: [tradeoffs[at]], recommendation, groundedIn: [fact]},
  }
  return {who: id, text: JSON.stringify(data), everyMs: 40 - 8 * at, chunk: 6}
}

/** The second moves; the others hold. */
function rebuttal(lang: Lang, at: number): Said {
  const {seats, stance, moved, recommendation} = WORDS[lang]
  const {id = '', name = ''} = seats[at] ?? {}
  const others = seats.flatMap(seat => (seat.id === id ? [] : [seat.id]))
  const data = {
    ...{member: id, respondsTo: others.slice(0, 1), revisedVerdict: at === 1 ? 'depends' : VERDICTS[at]},
    ...{stance: at === 1 ? moved : stance(name), recommendation, moved: at === 1},
  }
  return {who: id, text: JSON.stringify(data), everyMs: 40 - 8 * at, chunk: 6}
}

export function wholeCouncil(lang: Lang): readonly Said[] {
  const {question, fact} = WORDS[lang]
  const found = {question, filesRead: ['src/cache.ts'], facts: [fact], relevant: true}
  return [
    {who: 'recorder', text: JSON.stringify(found), everyMs: 40, chunk: 4},
    ...[0, 1, 2].map(at => position(lang, at)),
    ...[0, 1, 2].map(at => rebuttal(lang, at)),
  ]
}

export function councilLive(lang: Lang, more: Partial<LiveOptions> & {readonly rooted?: boolean} = {}): TestLive {
  const {topic, seats, note, question} = WORDS[lang]
  const {rooted = true, turns = wholeCouncil(lang), ...rest} = more
  const members = seats.map(seat => seat.id)
  const council: CouncilOptions = {
    selection: {topic: 'optimization-decision', mode: 'triad', members, routedBy: 'keyword', note},
    debate: true,
    rooted,
    discovery: rooted ? [{question, files: [file('src/cache.ts'), file('package.json')]}] : [],
  }
  const meeting: Partial<Meeting> = {
    ...{topic, lang, protocol: {id: 'council', version: 1}, recorder: {provider: 'script:demo.json'}},
    options: {rounds: 2, seed: 1, council},
    templates: {chair: chairFor('council', lang), prompts: councilPrompts(lang)},
  }
  return liveMeeting({meeting, seats, turns, ...rest})
}

type Watch = ((live: TestLive) => void) | undefined

async function at(lang: Lang, watch: Watch, what: (live: TestLive) => boolean): Promise<TestLive> {
  const live = councilLive(lang)
  watch?.(live)
  await live.until('the moment', () => what(live))
  return live
}

export const councilStates: Readonly<Record<string, RoomStateOf>> = {
  'council echo': {
    meeting: (lang, watch) => at(lang, watch, live => live.state().phase?.name === 'positions' && live.state().live.size === 3),
  },
  'council positions': {
    meeting: (lang, watch) => at(lang, watch, live => spoken(live, 'response:carmack')),
  },
  'council rebuttal': {
    meeting: (lang, watch) => at(lang, watch, live => spoken(live, 'rebuttal:beck') && saidSoFar(live, 'rebuttal:knuth') > 100),
  },
  'council end': {
    async meeting(lang, watch) {
      const live = await at(lang, watch, one => one.state().outcome !== undefined)
      await live.done
      return live
    },
  },
}
