import type {Usage} from '../../core/events.ts'
import type {ProviderEvent} from '../provider.ts'
import type {Reading} from './reading.ts'
import type {Cut, Facts} from './verdict.ts'

export type Deadlines = {readonly firstText: number; readonly idle: number; readonly total: number}

export type TurnSpec = {
  readonly deadlines: Deadlines
  readonly after: (ms: number, then: () => void) => () => void
  readonly signal: AbortSignal
  /** An id from a control field, not checked yet. */
  readonly onSession: (id: string) => Cut | undefined
}

/** The course of one turn, whatever carries it: takes readings, keeps the deadlines, and knows when it is over. */
export type TurnCourse = {
  readonly hear: (readings: readonly Reading[]) => void
  /** Something came from the agent, of whatever kind. */
  readonly stir: () => void
  readonly cut: (cut: Cut) => void
  /** Nothing more will come: the transport has ended. */
  readonly close: () => void
  /** Texts and resets as they come, until the turn is over. */
  readonly events: () => AsyncGenerator<ProviderEvent>
  readonly isOver: () => boolean
  readonly facts: () => Pick<Facts, 'final' | 'streamed' | 'cut'>
  readonly usage: () => readonly {readonly usage: Usage; readonly cumulative: boolean}[]
  readonly warnings: () => readonly string[]
}

export function openCourse({deadlines, after, signal, onSession}: TurnSpec): TurnCourse {
  const queue: ProviderEvent[] = []
  let wake = () => {}
  let over = false
  let final: Facts['final']
  let streamed = ''
  let spoke = false
  let cutBy: Cut | undefined
  const usage: {usage: Usage; cumulative: boolean}[] = []
  const warnings: string[] = []

  const settle = () => {
    if (over) return
    over = true
    for (const stop of [stopTotal, stopFirst, () => stopIdle()]) stop()
    signal.removeEventListener('abort', abort)
    wake()
  }
  // The first reason counts.
  const cut = (why: Cut) => {
    if (over) return
    cutBy = why
    settle()
  }
  const abort = () => cut({why: 'aborted'})
  const late = (why: 'no-text' | 'too-long' | 'stalled', ms: number) =>
    after(ms, () => cut({why, seconds: Math.round(ms / 100) / 10}))
  const stopTotal = late('too-long', deadlines.total)
  const stopFirst = late('no-text', deadlines.firstText)
  let stopIdle = () => {}
  const stir = () => {
    if (over || !spoke) return
    stopIdle()
    stopIdle = late('stalled', deadlines.idle)
  }
  signal.addEventListener('abort', abort, {once: true})
  if (signal.aborted) abort()

  const take = (reading: Reading) => {
    switch (reading.type) {
      case 'text':
        if (!reading.delta) return
        streamed += reading.delta
        queue.push({type: 'text', delta: reading.delta})
        if (!spoke) stopFirst()
        spoke = true
        return
      case 'reset':
        if (streamed) queue.push({type: 'reset'})
        streamed = ''
        return
      case 'session': {
        const wrong = onSession(reading.id)
        if (wrong) cut(wrong)
        return
      }
      case 'usage':
        usage.push({usage: reading.usage, cumulative: reading.cumulative ?? false})
        return
      case 'warning':
        warnings.push(reading.message)
        return
      case 'final':
        final = {
          ...(reading.text === undefined ? {} : {text: reading.text}),
          ...(reading.fault ? {fault: reading.fault} : {}),
        }
        settle()
        return
      case 'fatal':
        cut({why: 'fatal', fault: reading.fault})
        return
      default:
        reading satisfies never
    }
  }
  return {
    hear: readings => {
      for (const reading of readings) {
        // What an agent counts may stand behind its final event; nothing else does.
        if (!over || reading.type === 'usage') take(reading)
      }
      stir()
      wake()
    },
    stir,
    cut,
    close: settle,
    events: async function* () {
      for (;;) {
        const event = queue.shift()
        if (event) yield event
        else if (over) return
        else
          await new Promise<void>(resolve => {
            wake = resolve
          })
      }
    },
    isOver: () => over,
    facts: () => ({streamed, ...(final ? {final} : {}), ...(cutBy ? {cut: cutBy} : {})}),
    usage: () => usage,
    warnings: () => warnings,
  }
}
