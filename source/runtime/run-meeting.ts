import type {Fault, Heard, LiveEvent, MeetingEvent, Outcome, Seq, Stamped, Wish} from '../core/events.ts'
import {canWithdraw, floorNow, isMuted, redoable, reopened} from '../core/selectors.ts'
import {type MeetingState, reduce, reduceAll} from '../core/state.ts'
import type {Answer, Need, Protocol, Spoken, Step, Turn} from '../core/steps.ts'
import {cleanIngest} from '../core/text.ts'
import {type UnknownCommand, unknownCommand, wishOf} from '../core/wishes.ts'
import type {Provider} from '../providers/provider.ts'
import {openTurn, takeAgain, takeTurn} from './take-turn.ts'
import {choiceAfter, isWorthRetrying} from './turn-rules.ts'

/** Where events go to stay. `append` has synced the event to disk when it returns. */
export type Journal = {
  readonly events: readonly Stamped[]
  append(event: MeetingEvent): {readonly ok: Stamped} | {readonly fault: Fault}
}

export type RunOptions = {
  readonly protocol: Protocol
  readonly journal: Journal
  readonly voice: (provider: string) => Provider | undefined
  /** Called with each event after it is durable, and with each delta. */
  readonly show: (event: LiveEvent) => void
  /** What the meeting is waiting for a person to say, or undefined when it goes on by itself. */
  readonly onWaiting?: (waiting: Waiting | undefined) => void
  /** Go on at every pause without asking. */
  readonly auto: boolean
  /** Without a person: who speaks for a seat whose voice fails, and why the records say so; undefined: nobody else. */
  readonly fallback?: (who: string) => {readonly provider: string; readonly model?: string; readonly reason: string} | undefined
  /** Without a person: a turn whose voice fails is left out, and the meeting goes on. */
  readonly skipFailed?: boolean
  /** Said for the person, once, where the meeting waits for them because somebody is missing: they take it as it is. */
  readonly acceptGaps?: string
  /** Tokens of texts together, for protocols that count. */
  readonly countTokens?: (texts: readonly string[]) => Promise<number>
}

export type Waiting =
  | {readonly for: 'word'; readonly needs?: Need}
  | {readonly for: 'choice'; readonly who: string; readonly fault: Fault}

export type RunEnd =
  | {readonly how: 'closed'; readonly outcome: Outcome}
  /** The meeting can be gone on with. */
  | {
      readonly how: 'paused'
      /** `mismatch`: the ledger answers a step that this protocol does not ask; nothing was written. */
      readonly why: 'left' | 'nobody' | 'fault' | 'disk' | 'mismatch'
      readonly fault?: Fault
      readonly who?: string
      /** What a person has to decide before it goes on. */
      readonly needs?: Need
    }

export type MeetingRun = {
  readonly done: Promise<RunEnd>
  readonly state: () => MeetingState
  /** The person hit Enter. What was said is on disk when this returns. */
  readonly say: (text: string) => Said
  /** Takes back a word that nobody has been handed; false when it is too late. */
  readonly withdraw: (said: Seq) => boolean
  /** Another voice for a seat, from its next attempt on. */
  readonly changeVoice: (who: string, voice: {provider: string; model?: string}, reason: string) => void
  /** The seat's next turn is left out. */
  readonly mute: (who: string) => void
  /** The newest speech again, while the meeting waits and nobody has been handed it; false: not now. */
  readonly redo: () => boolean
  /** The person cannot say any more (end of input). */
  readonly gone: () => void
  /** Pause and leave: the present speech is broken off, its text so far is kept. */
  readonly leave: () => void
}

export type Said =
  | {readonly kind: 'said'; readonly event: Stamped & {type: 'user.said'}}
  /** An empty line where nothing waits, or after the end. */
  | {readonly kind: 'nothing'}
  /** Begins like a command and is none: asked back, not sent to the table. */
  | {readonly kind: 'unknown'; readonly command: UnknownCommand}
  | {readonly kind: 'not-written'; readonly fault: Fault}

/** Unwinds the protocol when the meeting stops before its end. */
class Stop extends Error {
  constructor(readonly end: RunEnd & {how: 'paused'}) {
    super('paused')
  }
}

/** Holds a meeting from wherever its ledger stands: starting is resuming an empty ledger. */
export function runMeeting(options: RunOptions): MeetingRun {
  const {journal, protocol} = options
  let state = reduceAll(journal.events)
  let present = true
  let waiting: Waiting | undefined
  const leaving = new AbortController()
  const listeners = new Set<() => void>()
  const wake = () => {
    for (const listener of [...listeners]) listener()
  }

  // Written first, believed second, shown third.
  const record = (event: MeetingEvent): Stamped => {
    const written = journal.append(event)
    if ('fault' in written) throw new Stop({how: 'paused', why: 'disk', fault: written.fault})
    state = reduce(state, written.ok)
    options.show(written.ok)
    return written.ok
  }

  const changed = () =>
    new Promise<void>(resolve => {
      const listener = () => {
        listeners.delete(listener)
        resolve()
      }
      listeners.add(listener)
    })

  /** Waits until `find` finds something in the state; stops the meeting when nobody is left who could say it. */
  async function waitFor<T>(what: Waiting, find: () => T | undefined): Promise<T> {
    const announce = (now: Waiting | undefined) => {
      waiting = now
      options.onWaiting?.(now)
    }
    for (;;) {
      const found = find()
      if (found !== undefined) {
        if (waiting) announce(undefined)
        return found
      }
      if (leaving.signal.aborted) throw new Stop({how: 'paused', why: 'left'})
      if (!present) {
        throw new Stop(
          what.for === 'choice'
            ? {how: 'paused', why: 'fault', fault: what.fault, who: what.who}
            : {how: 'paused', why: 'nobody', ...(what.needs ? {needs: what.needs} : {})},
        )
      }
      const heard = changed()
      announce(what)
      await heard
    }
  }

  /** The turns that were asked, by key: what a speech that is given again was asked with. */
  const asked = new Map<string, Turn>()

  async function listen(needs?: Need): Promise<Heard> {
    const found = () => floorNow(state, true, needs !== undefined)
    if (needs === 'gaps' && options.acceptGaps !== undefined && !found()) {
      record({type: 'user.said', text: options.acceptGaps, wish: 'continue'})
    }
    for (;;) {
      const heard = await waitFor({for: 'word', ...(needs ? {needs} : {})}, () => (reopened(state) ? 'again' : found()))
      if (heard !== 'again') return heard
      const again = reopened(state)
      const turn = again && asked.get(again.key)
      if (turn) await takeAgain(table, turn)
      if (leaving.signal.aborted) throw new Stop({how: 'paused', why: 'left'})
    }
  }

  const table = {
    get state() {
      return state
    },
    protocol,
    voice: options.voice,
    opened: new Set<string>(),
    leaving: leaving.signal,
    record,
    delta: (delta: {key: string; who: string; text: string; again?: boolean}) => {
      const event: LiveEvent = {type: 'turn.delta', ...delta}
      state = reduce(state, event)
      options.show(event)
    },
    onWord: (listener: () => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** After a failure: what the person wants, or what is done without one. */
    choose: async (turn: Turn, fault: Fault, failed: Seq): Promise<'retry' | 'skip'> => {
      if (leaving.signal.aborted) throw new Stop({how: 'paused', why: 'left'})
      const {onFailure = 'choose'} = turn.ask
      if ((options.auto || onFailure !== 'choose') && isWorthRetrying(state, turn, fault)) return 'retry'
      if (options.auto && fallBack(turn)) return 'retry'
      if (onFailure === 'skip') return 'skip'
      const left = () => (onFailure === 'absent' && !present ? ('skip' as const) : undefined)
      if (left()) return 'skip'
      if (options.auto && options.skipFailed) return 'skip'
      if (options.auto && !present) throw new Stop({how: 'paused', why: 'fault', fault, who: turn.who})
      return waitFor({for: 'choice', who: turn.who, fault}, () => choiceAfter(state, turn, failed) ?? left())
    },
  }

  /** Once a seat: a voice that failed in its turn is not come back to. */
  function fallBack({who, ask}: Turn): boolean {
    const other = ask.stage === 'record' ? undefined : options.fallback?.(who)
    const spoke = state.voices.get(who) ?? (who === 'recorder' ? state.meeting?.recorder : undefined)
    const used = state.log.some(event => event.type === 'seat.changed' && event.who === who && event.provider === other?.provider)
    if (!other || used || !spoke || spoke.provider === other.provider) return false
    record({type: 'seat.changed', who, ...other})
    return true
  }

  async function perform(step: Step): Promise<Answer | readonly Spoken[]> {
    switch (step.do) {
      case 'enter': {
        const {key, phase, round} = step
        record({type: 'phase.entered', key, phase, ...(round ? {round} : {})})
        return undefined
      }
      case 'say':
        record({type: 'chair.said', key: step.key, line: step.line})
        return undefined
      case 'speak':
        return takeTurn(table, step.turn)
      case 'together': {
        const open = step.turns.filter(turn => !state.answers.has(turn.key))
        for (const turn of open) {
          if (state.attempts.has(turn.key)) continue
          if (isMuted(state, turn.who)) {
            record({type: 'turn.skipped', key: turn.key, who: turn.who, reason: 'muted'})
            continue
          }
          openTurn(table, turn, step.key)
          table.opened.add(turn.key)
        }
        await Promise.all(open.filter(turn => !state.answers.has(turn.key)).map(turn => takeTurn(table, turn, step.key)))
        return step.turns.map(turn => state.answers.get(turn.key) as Spoken)
      }
      case 'listen': {
        const byItself = options.auto && !step.needsPerson
        const heard = byItself ? (floorNow(state, true) ?? ({wish: 'continue'} as const)) : await listen(step.needsPerson)
        record({type: 'floor.heard', key: step.key, upTo: lastSaid(state), heard})
        return heard
      }
      case 'glance': {
        const heard = floorNow(state, false) ?? ({wish: 'none'} as const)
        record({type: 'floor.heard', key: step.key, upTo: lastSaid(state), heard})
        return heard
      }
      case 'count': {
        const {countTokens} = options
        if (!countTokens) throw new Error('this meeting counts tokens, and nothing was given to count with')
        const note = {tokens: await countTokens(step.texts(state))}
        record({type: 'noted', key: step.key, note})
        return {note}
      }
      case 'note':
        record({type: 'noted', key: step.key, note: step.note})
        return {note: step.note}
      case 'survey': {
        const note = step.read(state)
        record({type: 'noted', key: step.key, note})
        return {note}
      }
      default:
        return step satisfies never
    }
  }

  async function run(): Promise<RunEnd> {
    const meeting = state.meeting
    if (!meeting) throw new Error('the ledger has no meeting')
    const recorded = new Set(state.answers.keys())
    const flow = protocol.flow(meeting)
    let next = flow.next()
    while (!next.done) {
      const step = next.value
      for (const key of keysOf(step)) recorded.delete(key)
      for (const turn of step.do === 'together' ? step.turns : step.do === 'speak' ? [step.turn] : []) asked.set(turn.key, turn)
      const settled = settledAnswer(state, step)
      if (!settled && recorded.size > 0) {
        throw mismatch(recorded, `which ${protocol.id} v${protocol.version} does not ask`)
      }
      if (!settled && leaving.signal.aborted) throw new Stop({how: 'paused', why: 'left'})
      next = flow.next(settled ? settled.answer : await perform(step))
    }
    if (recorded.size > 0) throw mismatch(recorded, 'after the end of the meeting')
    if (!state.outcome) record({type: 'meeting.closed', outcome: next.value})
    return {how: 'closed', outcome: state.outcome ?? next.value}
  }

  // Begins once the caller holds the run, so that nothing is shown before it can be answered.
  const begun = Promise.resolve().then(run)
  const done = begun.catch((error: unknown): RunEnd => {
    if (error instanceof Stop) return error.end
    throw error
  })

  return {
    done,
    state: () => state,
    say: typed => {
      const text = cleanIngest(typed).text.trimEnd()
      if (state.outcome) return {kind: 'nothing'}
      const command = unknownCommand(text)
      if (command) return {kind: 'unknown', command}
      const wish: Wish | undefined = text.trim() ? wishOf(text) : waiting?.for === 'word' ? 'continue' : undefined
      if (!text.trim() && !wish) return {kind: 'nothing'}
      const said = attempt(() => record({type: 'user.said', text, ...(wish ? {wish} : {})}))
      if (wish === 'pause') leaving.abort()
      wake()
      return 'fault' in said
        ? {kind: 'not-written', fault: said.fault}
        : {kind: 'said', event: said.ok as Stamped & {type: 'user.said'}}
    },
    withdraw: said => {
      if (!canWithdraw(state, said)) return false
      return 'ok' in attempt(() => record({type: 'user.withdrew', said}))
    },
    changeVoice: (who, voice, reason) => {
      attempt(() => record({type: 'seat.changed', who, ...voice, reason}))
      wake()
    },
    mute: who => {
      if (!state.outcome && !isMuted(state, who)) attempt(() => record({type: 'seat.muted', who}))
    },
    redo: () => {
      const speech = redoable(state)
      if (waiting?.for !== 'word' || !speech) return false
      const done = 'ok' in attempt(() => record({type: 'turn.reopened', key: speech.key, who: speech.who}))
      wake()
      return done
    },
    gone: () => {
      present = false
      wake()
    },
    leave: () => {
      leaving.abort()
      wake()
    },
  }

  /** For what a person does from outside the flow: a full disk stops the flow at its own next write. */
  function attempt<T>(act: () => T): {readonly ok: T} | {readonly fault: Fault} {
    try {
      return {ok: act()}
    } catch (error) {
      if (error instanceof Stop && error.end.fault) return {fault: error.end.fault}
      throw error
    }
  }
}

const mismatch = ([key = '']: Iterable<string>, where: string) =>
  new Stop({
    how: 'paused',
    why: 'mismatch',
    fault: {code: 'protocol', message: `«${key}», ${where}`, retryable: false},
  })

const keysOf = (step: Step): readonly string[] =>
  step.do === 'together' ? step.turns.map(turn => turn.key) : [step.do === 'speak' ? step.turn.key : step.key]

function settledAnswer(state: MeetingState, step: Step): {answer: Answer | readonly Spoken[]} | undefined {
  const keys = keysOf(step)
  if (!keys.every(key => state.answers.has(key))) return undefined
  const answers = keys.map(key => state.answers.get(key))
  return {answer: step.do === 'together' ? (answers as readonly Spoken[]) : answers[0]}
}

const lastSaid = (state: MeetingState): Seq => state.log.findLast(event => event.type === 'user.said')?.seq ?? state.floor.upTo
