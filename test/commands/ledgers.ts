import {mkdirSync} from 'node:fs'
import type {Meeting, MeetingEvent, Stamped} from '../../source/core/events.ts'
import {roundtable} from '../../source/protocols/roundtable.ts'
import type {Provider} from '../../source/providers/provider.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {openLedger} from '../../source/runtime/ledger.ts'
import {runMeeting} from '../../source/runtime/run-meeting.ts'
import {memoryJournal} from '../support/meeting.ts'

/** A ledger on disk; `at`: when its first event was written, the others a second apart. */
export function writeLedger(folder: string, events: readonly MeetingEvent[], at = '2026-01-01T09:00:00.000Z'): string {
  mkdirSync(folder, {recursive: true})
  append({folder, as: 'new'}, events, at)
  return folder
}

/** One more event in a ledger that is there. */
export const goOn = (folder: string, event: MeetingEvent, at: string) => append({folder, as: 'present'}, [event], at)

function append(where: {folder: string; as: 'new' | 'present'}, events: readonly MeetingEvent[], at: string) {
  const opened = openLedger({disk: nodeDisk, ...where})
  if ('fault' in opened) throw new Error(opened.fault.code)
  for (const [n, event] of events.entries()) {
    const written = opened.ok.append(event, new Date(Date.parse(at) + n * 1000).toISOString())
    if ('fault' in written) throw new Error(written.fault.code)
  }
  opened.ok.close()
}

/** The events of a whole meeting without pauses. `say`: typed the moment an event of this type and key is down. */
export async function heldMeeting(
  meeting: Meeting,
  say: {readonly after: string; readonly text: string} | undefined = undefined,
): Promise<readonly MeetingEvent[]> {
  const journal = memoryJournal([])
  journal.append({type: 'meeting.opened', meeting})
  const speaks: Provider = {
    id: 'fake',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: ''}),
    async *ask({turn, who}) {
      yield {type: 'done', text: `${who.name}在 ${turn.key} 说的话。`}
    },
  }
  const run = runMeeting({
    protocol: roundtable,
    journal,
    auto: true,
    voice: () => speaks,
    show: event => {
      if (say && 'key' in event && say.after === `${event.type} ${event.key}`) queueMicrotask(() => run.say(say.text))
    },
  })
  await run.done
  return journal.events.map(bare)
}

function bare(stamped: Stamped): MeetingEvent {
  const {v: _v, seq: _seq, at: _at, ...event} = stamped
  return event as MeetingEvent
}
