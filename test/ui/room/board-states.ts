import type {Fault, Lang, Meeting} from '../../../source/core/events.ts'
import {chairTemplates} from '../../../source/i18n/chair.ts'
import type {ScriptTurn} from '../../../source/providers/script-file.ts'
import {boardPrompts} from '../../protocols/board-table.ts'
import type {Glass} from '../../support/glass.ts'
import {type LiveOptions, liveMeeting, type TestLive} from '../../support/live-meeting.ts'
import {boardContent} from './board-content.ts'
import type {RoomStateOf} from './states.ts'

/** Boards in named states: six seats, the first of which moderates, two rounds. */

type Said = Partial<ScriptTurn>

export type BoardOf = {
  readonly rounds?: number
  readonly parallel?: boolean
  readonly threshold?: number
  readonly seats?: number
  readonly turns?: readonly Said[]
  readonly default?: Said
  readonly from?: LiveOptions['from']
}

export function boardLive(lang: Lang, more: BoardOf = {}): TestLive {
  const {rounds = 2, parallel = true, threshold = 1_000_000, seats = 6, turns = evening(lang), from, default: otherwise} = more
  const content = boardContent(lang)
  const meeting: Partial<Meeting> = {
    topic: content.topic,
    lang,
    protocol: {id: 'board', version: 1},
    options: {rounds, seed: 1, board: {moderator: 'elon_musk', parallel, threshold}},
  }
  return liveMeeting({
    meeting: {...meeting, templates: {chair: chairTemplates[lang], prompts: boardPrompts(lang)}},
    seats: content.seats.slice(0, seats),
    turns,
    ...(otherwise ? {default: otherwise} : {}),
    ...(from ? {from} : {}),
  })
}

/** Everything that is said in two rounds. The experts speak at paces of their own: the last one seated is the first to be done. */
export function evening(lang: Lang, rounds = 2): readonly Said[] {
  const {seats, opening, speeches, summary, decision, again} = boardContent(lang)
  const [moderator, ...experts] = seats
  const by = (who: string | undefined, text: string, more: Said = {}): Said => ({
    who: who ?? '',
    text,
    everyMs: 20,
    chunk: 4,
    ...more,
  })
  return [
    by(moderator?.id, opening),
    ...Array.from({length: rounds}, (_, round) => [
      ...experts.map(({id}, at) => by(id, (round === 0 ? speeches[at] : again) ?? '', {everyMs: 60 - 8 * at})),
      by(moderator?.id, JSON.stringify(summary)),
    ]).flat(),
    by(moderator?.id, JSON.stringify(decision)),
  ]
}

const quota: Fault = {code: 'quota', message: '5 hour limit reached', hint: 'try again at 14:00', retryable: false}

export const view = (wanted: 'panes' | 'flow') => async (glass: Glass) => {
  const panes = /^[▌█] /m.test(glass.text())
  if (panes !== (wanted === 'panes')) await glass.type('\x06')
}

export const spoken = (live: TestLive, key: string) =>
  live.log().some(event => event.type === 'turn.finished' && event.key === key)
export const saidSoFar = (live: TestLive, key: string) => live.state().live.get(key)?.text.length ?? 0
/** All five have begun, and none is done. */
export const allStream = (live: TestLive, least = 12) =>
  live.state().live.size === 5 && [...live.state().live.values()].every(turn => turn.text.length >= least)

type Watch = ((live: TestLive) => void) | undefined

function begin(lang: Lang, watch: Watch, more: BoardOf = {}): TestLive {
  const live = boardLive(lang, more)
  watch?.(live)
  return live
}

async function withWord(lang: Lang, watch: Watch): Promise<TestLive> {
  const live = begin(lang, watch)
  await live.until('five streams', () => allStream(live))
  live.say(boardContent(lang).word)
  await live.until('half a summary', () => saidSoFar(live, 'summary-1') > 90)
  return live
}

export const boardStates: Readonly<Record<string, RoomStateOf>> = {
  'board opening streaming': {
    async meeting(lang, watch) {
      const live = begin(lang, watch)
      await live.until('half an opening', () => saidSoFar(live, 'opening:elon_musk') > 40)
      return live
    },
  },
  'board five streams at once': {
    async meeting(lang, watch) {
      const live = begin(lang, watch)
      await live.until('five streams', () => allStream(live))
      return live
    },
  },
  'board round summary': {meeting: withWord, keys: view('panes')},
  'board words at the right': {meeting: withWord, keys: view('flow')},
  'board all failed': {
    async meeting(lang, watch) {
      const [opening] = evening(lang)
      const live = begin(lang, watch, {turns: opening ? [opening] : [], default: {fail: quota}})
      await live.until('the trouble', () => live.waiting()?.for === 'word')
      return live
    },
  },
  'board one missed and condensed': {
    async meeting(lang, watch) {
      const said = evening(lang)
      const condensed: Said = {who: 'elon_musk', text: '……', everyMs: 20, chunk: 1}
      const turns = [...said.slice(0, 7), condensed, ...said.slice(7)]
      const failing = turns.map((turn, at) => (at === 9 ? {...turn, text: turn.text?.slice(0, 9) ?? '', fail: quota} : turn))
      const live = begin(lang, watch, {turns: failing, threshold: 50})
      await live.until('the second round', () => spoken(live, 'round-2:steve_jobs'))
      return live
    },
    keys: view('flow'),
  },
  'board decision card': {
    async meeting(lang, watch) {
      const live = begin(lang, watch)
      await live.until('the end', () => live.state().outcome !== undefined)
      await live.done
      return live
    },
  },
  'board extract card': {
    async meeting(lang, watch) {
      const live = begin(lang, watch)
      await live.until('the second round', () => allStream(live, 8) && spoken(live, 'summary-1'))
      live.say(lang === 'zh' ? '跳过结语' : 'skip closing')
      await live.until('the end', () => live.state().outcome !== undefined)
      await live.done
      return live
    },
  },
}
