import {compose, type Session} from '../compose.ts'
import type {LiveEvent} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import type {ManualDesk} from '../providers/manual.ts'
import {makeCopy, makeFileDesk} from '../runtime/desk-files.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import type {HeldMeeting} from '../runtime/meeting-folder.ts'
import type {Waiting} from '../runtime/run-meeting.ts'
import type {LiveMeeting} from '../ui/ports.ts'
import {ledgerFault} from './faults.ts'
import type {Host} from './host.ts'
import {otherVoices} from './other-voices.ts'
import type {RunPlan} from './run-flags.ts'
import {shownPath} from './shown.ts'
import {voicesFor} from './voices-for.ts'

/** A held meeting, as its room sees it. */
export function liveMeeting(
  held: HeldMeeting,
  auto: boolean,
  host: Host,
  plan?: RunPlan,
): {readonly meeting: LiveMeeting; readonly session: Session} {
  const events = new Set<(event: LiveEvent) => void>()
  const waits = new Set<() => void>()
  let waiting: Waiting | undefined
  const desk = roomDesk(held.folder, host)
  const session = compose({
    held,
    auto,
    face: {
      show: event => {
        for (const listener of events) listener(event)
      },
      onWaiting: now => {
        waiting = now
        for (const listener of waits) listener()
      },
    },
    ledgerMessage: fault => ledgerFault(fault, host),
    voices: voicesFor(held, {desk: desk.desk, turnMs: plan?.turnMs}, host),
    ...(plan ? {run: plan} : {}),
  })
  const {run} = session
  const meeting: LiveMeeting = {
    state: run.state,
    onEvent: listener => subscribe(events, listener),
    waiting: () => waiting,
    onWaiting: listener => subscribe(waits, listener),
    say: run.say,
    withdraw: run.withdraw,
    changeVoice: run.changeVoice,
    voices: otherVoices(host, tableOf(run.state()), () => {
      for (const listener of waits) listener()
    }),
    mute: run.mute,
    redo: run.redo,
    leave: run.leave,
    pasting: desk.pasting,
    reply: desk.reply,
  }
  return {meeting, session}
}

const tableOf = ({meeting, voices}: MeetingState) => ({
  rehearsal: meeting?.rehearsal ?? false,
  atTable: [...voices.values()].map(({provider}) => provider),
})

function subscribe<T>(listeners: Set<T>, listener: T): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

type Pasting = NonNullable<ReturnType<LiveMeeting['pasting']>>

/** The manual voice's desk: the relay goes to a file and the clipboard, the reply comes from the room. */
function roomDesk(
  folder: string,
  host: Host,
): {desk: ManualDesk; pasting: () => Pasting | undefined; reply: (text: string) => void} {
  const files = makeFileDesk({disk: nodeDisk, folder, copy: makeCopy({env: host.env})})
  let out: Pasting | undefined
  let answer: ((text: string | undefined) => void) | undefined
  return {
    pasting: () => (answer ? out : undefined),
    reply: text => answer?.(text),
    desk: {
      handOut: async ({who, text}) => {
        const handed = await files.handOut({who, text, first: false})
        out = {who: who.id, name: who.name, text, ...(handed.path ? {path: shownPath(handed.path, host)} : {})}
        return handed.path ? {path: handed.path} : {}
      },
      reply: (_who, signal) =>
        new Promise(resolve => {
          const given = (text: string | undefined) => {
            signal.removeEventListener('abort', aborted)
            answer = undefined
            resolve(text)
          }
          const aborted = () => given(undefined)
          answer = given
          signal.addEventListener('abort', aborted, {once: true})
        }),
    },
  }
}
