import type {Fault, LiveEvent, Meeting, Stamped, Usage} from '../../source/core/events.ts'
import type {Protocol} from '../../source/core/steps.ts'
import type {AskRequest, Provider} from '../../source/providers/provider.ts'
import {type MeetingRun, type RunEnd, runMeeting, type Waiting} from '../../source/runtime/run-meeting.ts'
import {Died, memoryJournal} from '../support/meeting.ts'

export type Behaviour = {
  /** What a seat says; a fault when it fails. */
  readonly says?: (request: AskRequest, failures: number) => string | Fault
  readonly remembers?: boolean
  readonly sessions?: boolean
  readonly usage?: Usage
  /** Awaited before a seat answers. */
  readonly takes?: (request: AskRequest) => Promise<void>
}

export type Holding = Behaviour & {
  readonly before?: readonly Stamped[]
  readonly dieAfter?: number
  readonly auto?: boolean
  readonly present?: boolean
  readonly acceptGaps?: string
  readonly onEvent?: (event: LiveEvent, run: MeetingRun) => void
  readonly onWaiting?: (waiting: Waiting, run: MeetingRun) => void
}

export type Held = {
  readonly log: readonly Stamped[]
  readonly asked: readonly AskRequest[]
  readonly end: RunEnd | 'died'
  readonly run: MeetingRun
  readonly prompt: (key: string) => string
}

/** What is a protocol's own about holding its meetings. */
export type Table = {
  readonly protocol: Protocol
  /** What a seat says when a test does not care. */
  readonly answer: (request: AskRequest) => string
  readonly auto: boolean
  readonly countTokens?: (texts: readonly string[]) => Promise<number>
}

/** Holds a meeting in memory, to its end or to the death of the process after `dieAfter` events; goes on from `before`. */
export async function hold(table: Table, meeting: Meeting, holding: Holding): Promise<Held> {
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
  const voice = scripted(table, holding, () => journal.events, asked)
  const run: MeetingRun = runMeeting({
    protocol: table.protocol,
    journal,
    auto: holding.auto ?? table.auto,
    ...(table.countTokens ? {countTokens: table.countTokens} : {}),
    ...(holding.acceptGaps === undefined ? {} : {acceptGaps: holding.acceptGaps}),
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

function scripted(table: Table, behaviour: Behaviour, log: () => readonly Stamped[], asked: AskRequest[]): Provider {
  return {
    id: 'fake',
    remembers: behaviour.remembers ?? true,
    records: true,
    check: async () => ({ok: true, detail: ''}),
    async *ask(request) {
      asked.push(request)
      const failures = log().filter(e => e.type === 'turn.failed' && e.key === request.turn.key).length
      await behaviour.takes?.(request)
      const said = behaviour.says?.(request, failures) ?? table.answer(request)
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

export const keysOf = (held: Pick<Held, 'asked'>) => held.asked.map(request => request.turn.key)
export const down: Fault = {code: 'auth', message: 'not logged in', hint: 'log in', retryable: false}
