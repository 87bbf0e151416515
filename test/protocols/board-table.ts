import {readFileSync} from 'node:fs'
import type {Fault, Lang, LiveEvent, Meeting, Stamped, Usage} from '../../source/core/events.ts'
import {parseTemplates} from '../../source/core/template.ts'
import {board} from '../../source/protocols/board.ts'
import type {AskRequest, Provider} from '../../source/providers/provider.ts'
import {type MeetingRun, type RunEnd, runMeeting, type Waiting} from '../../source/runtime/run-meeting.ts'
import {Died, memoryJournal, testMeeting} from '../support/meeting.ts'

export const boardPrompts = (lang: Lang) =>
  parseTemplates(readFileSync(new URL(`../../prompts/board.${lang}.md`, import.meta.url), 'utf8'))

type More = Parameters<typeof testMeeting>[0] & {moderator?: string; parallel?: boolean; threshold?: number}

/** A board: the first seat moderates unless another is named. */
export function boardMeeting(more: More = {}): Meeting {
  const {moderator, parallel = true, threshold = 1_000_000, ...rest} = more
  const seatIds = rest.seatIds ?? ['m', 'a', 'b', 'c']
  const meeting = testMeeting({seatIds, protocol: {id: 'board', version: 1}, ...rest})
  return {
    ...meeting,
    options: {...meeting.options, board: {moderator: moderator ?? seatIds[0] ?? '', parallel, threshold}},
    templates: {...meeting.templates, prompts: boardPrompts(meeting.lang)},
  }
}

/** What each seat says: named after the turn, so that its place can be found in any prompt; data where data is asked for. */
export function reply({turn, who}: AskRequest, more: {continues?: boolean} = {}): string {
  if (turn.stage === 'summary') return JSON.stringify({content: `《${turn.key}》的小结正文。`, continue: more.continues ?? true})
  if (turn.stage !== 'decision') return `《${turn.key}》这是${who.name}说的话。`
  return JSON.stringify({
    advice: '先做小范围试验。\n再看数据。',
    views: turn.others.map(name => ({who: name, view: `${name}的核心观点`})),
    consensus: ['都认为要先验证'],
    dissent: ['投入多少仍有分歧'],
    actions: ['两周内做出样品', '请十位用户试用'],
  })
}

export type Behaviour = {
  /** What a seat says; a fault when it fails. */
  readonly says?: (request: AskRequest, failures: number) => string | Fault
  readonly remembers?: boolean
  readonly sessions?: boolean
  readonly usage?: Usage
  /** Awaited before a seat answers. */
  readonly takes?: (request: AskRequest) => Promise<void>
}

export function scripted(behaviour: Behaviour, log: () => readonly Stamped[], asked: AskRequest[]): Provider {
  return {
    id: 'fake',
    remembers: behaviour.remembers ?? true,
    records: true,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      asked.push(request)
      const failures = log().filter(e => e.type === 'turn.failed' && e.key === request.turn.key).length
      await behaviour.takes?.(request)
      const said = behaviour.says?.(request, failures) ?? reply(request)
      if (typeof said !== 'string') {
        yield {type: 'failed', fault: said}
        return
      }
      yield {type: 'text', delta: said.slice(0, 3)}
      await null
      if (behaviour.sessions) yield {type: 'session', id: `s-${request.who.id}-${request.session ? 'on' : request.turn.key}`}
      if (behaviour.usage) yield {type: 'usage', usage: behaviour.usage}
      yield {type: 'done', text: said}
    },
  }
}

export type Held = {
  readonly log: readonly Stamped[]
  readonly asked: readonly AskRequest[]
  readonly end: RunEnd | 'died'
  readonly run: MeetingRun
  readonly prompt: (key: string) => string
}

export type Holding = Behaviour & {
  readonly before?: readonly Stamped[]
  readonly dieAfter?: number
  readonly auto?: boolean
  readonly present?: boolean
  readonly onEvent?: (event: LiveEvent, run: MeetingRun) => void
  readonly onWaiting?: (waiting: Waiting, run: MeetingRun) => void
}

/** Rough, but one number for one text: what matters here is on which side of the threshold it falls. */
export const countTokens = async (texts: readonly string[]) => texts.join('').length

export async function holdBoard(meeting: Meeting, holding: Holding = {}): Promise<Held> {
  const journal = memoryJournal(holding.before ?? [], holding.dieAfter)
  const asked: AskRequest[] = []
  const dies = (act: () => void) => {
    try {
      act()
    } catch (error) {
      if (!(error instanceof Died)) throw error
    }
  }
  dies(() => {
    if (journal.events.length === 0) journal.append({type: 'meeting.opened', meeting})
  })
  const voice = scripted(holding, () => journal.events, asked)
  const run: MeetingRun = runMeeting({
    protocol: board,
    journal,
    auto: holding.auto ?? true,
    countTokens,
    voice: () => voice,
    show: event => holding.onEvent?.(event, run),
    onWaiting: waiting => {
      if (waiting) queueMicrotask(() => dies(() => !journal.dead() && holding.onWaiting?.(waiting, run)))
    },
  })
  if (!(holding.present ?? true)) run.gone()
  const done = run.done.catch((error: unknown): 'died' => {
    if (!(error instanceof Died)) throw error
    return 'died'
  })
  const end = await Promise.race([done, journal.death.then((): 'died' => 'died')])
  const prompt = (key: string) => asked.findLast(request => request.turn.key === key)?.prompt ?? ''
  return {log: journal.events, asked, end, run, prompt}
}

export const keysOf = (held: Pick<Held, 'asked'>) => held.asked.map(request => request.turn.key)
export const down: Fault = {code: 'auth', message: 'not logged in', hint: 'log in', retryable: false}
