import type {LiveEvent, Meeting, MeetingEvent, Stamped} from '../../source/core/events.ts'
import {protocolOf} from '../../source/protocols/index.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import {attemptsIn} from '../../source/providers/attempts.ts'
import {makeVoices} from '../../source/providers/index.ts'
import type {ScriptTurn} from '../../source/providers/script-file.ts'
import {type RunEnd, runMeeting} from '../../source/runtime/run-meeting.ts'
import type {LiveMeeting} from '../../source/ui/ports.ts'
import {memoryJournal, testMeeting} from './meeting.ts'

/** A `LiveMeeting` over the real runner: a journal in memory, a scripted voice, time that passes only when it is told to. */
export type TestLive = LiveMeeting & {
  readonly clock: VirtualTime
  readonly done: Promise<RunEnd>
  log(): readonly Stamped[]
  /** Lets time pass until this holds; fails when it never does. */
  until(what: string, holds: () => boolean): Promise<void>
  /** Events of this type so far. */
  count(type: MeetingEvent['type']): number
}

export type LiveOptions = {
  readonly meeting?: Partial<Meeting>
  readonly seats?: readonly {
    readonly id: string
    readonly name: string
    readonly title: string
    readonly color?: string
    readonly avatar?: string
  }[]
  readonly rounds?: number
  readonly turns?: readonly Partial<ScriptTurn>[]
  readonly default?: Partial<ScriptTurn>
  /** The voice of every seat; the script when absent. */
  readonly provider?: string
  /** Where the ledger stands already. */
  readonly from?: readonly Stamped[]
  readonly voices?: readonly {readonly id: string; readonly label: string}[]
  /** Real time instead of the virtual one, for programs in a pty. */
  sleep?(ms: number): Promise<void>
}

export const SCRIPT = 'script:demo.json'

export function liveMeeting(options: LiveOptions = {}): TestLive {
  const clock = virtualTime()
  const journal = memoryJournal(options.from ?? [])
  if (journal.events.length === 0) journal.append({type: 'meeting.opened', meeting: meetingOf(options)})
  const listeners = {event: new Set<(event: LiveEvent) => void>(), waiting: new Set<() => void>()}
  const desk: {pasting: ReturnType<LiveMeeting['pasting']>; done(text: string | undefined): void} = {
    pasting: undefined,
    done: () => {},
  }
  let waiting: ReturnType<LiveMeeting['waiting']>
  const script = JSON.stringify({turns: options.turns ?? [], default: options.default ?? {text: '……', everyMs: 10}})
  let text = ''
  const run = runMeeting({
    protocol: protocolIn(journal.events),
    countTokens: async texts => texts.join('').length,
    journal,
    auto: false,
    show: event => {
      for (const listener of [...listeners.event]) listener(event)
    },
    onWaiting: now => {
      waiting = now
      for (const listener of [...listeners.waiting]) listener()
    },
    voice: makeVoices({
      readFile: () => ({ok: script}),
      sleep: options.sleep ?? clock.sleep,
      pace: {charsPerTick: 4, tickMs: 20},
      lang: 'zh',
      resumedFrom: attemptsIn(journal.events),
      desk: {
        handOut: async relay => {
          text = relay.text
          return {path: `relays/${relay.who.id}.md`}
        },
        reply: (who, signal) =>
          new Promise(resolve => {
            desk.done = reply => {
              desk.pasting = undefined
              resolve(reply)
            }
            desk.pasting = {who: who.id, name: who.name, text, path: `relays/${who.id}.md`}
            signal.addEventListener('abort', () => desk.done(undefined), {once: true})
          }),
      },
    }),
  })
  const listen = <T>(set: Set<T>, listener: T) => {
    set.add(listener)
    return () => void set.delete(listener)
  }
  return {
    clock,
    done: run.done,
    state: run.state,
    log: () => journal.events,
    onEvent: listener => listen(listeners.event, listener),
    waiting: () => waiting,
    onWaiting: listener => listen(listeners.waiting, listener),
    say: run.say,
    withdraw: run.withdraw,
    changeVoice: run.changeVoice,
    voices: () =>
      options.voices ?? [
        {id: SCRIPT, label: 'script'},
        {id: 'rehearsal', label: 'rehearsal'},
        {id: 'manual', label: 'manual'},
      ],
    mute: run.mute,
    redo: run.redo,
    leave: run.leave,
    pasting: () => desk.pasting,
    reply: reply => desk.done(reply),
    count: type => journal.events.filter(event => event.type === type).length,
    async until(what, holds) {
      for (let steps = 0; !holds(); steps++) {
        if (steps > 20_000) throw new Error(`waited in vain for ${what}`)
        await clock.advance(10)
      }
    },
  }
}

function protocolIn([opened]: readonly Stamped[]) {
  const {id, version} = opened?.type === 'meeting.opened' ? opened.meeting.protocol : roundtable
  return protocolOf(id, version) ?? roundtable
}

function meetingOf({meeting, seats = [], rounds = 1, provider = SCRIPT}: LiveOptions): Meeting {
  const made = testMeeting({...meeting, rounds, ...(seats.length > 0 ? {seatIds: seats.map(seat => seat.id)} : {})})
  return {...made, seats: made.seats.map((seat, at) => ({...seat, ...seats[at], provider}))}
}

export type VirtualTime = {
  sleep(ms: number): Promise<void>
  advance(ms: number): Promise<void>
}

/** Sleepers wake in the order of their times; everything they cause happens before the next one wakes. */
export function virtualTime(): VirtualTime {
  let now = 0
  let sleepers: {at: number; wake: () => void}[] = []
  const settle = async () => {
    for (let turn = 0; turn < 3; turn++) await new Promise<void>(resolve => setImmediate(resolve))
  }
  return {
    // Whoever is aborted does not wait for its sleep to end.
    sleep: ms =>
      new Promise(resolve => {
        sleepers.push({at: now + ms, wake: resolve})
      }),
    async advance(ms) {
      const until = now + ms
      await settle()
      for (;;) {
        const next = sleepers.toSorted((a, b) => a.at - b.at)[0]
        if (!next || next.at > until) break
        now = next.at
        sleepers = sleepers.filter(one => one !== next)
        next.wake()
        await settle()
      }
      now = until
    },
  }
}
