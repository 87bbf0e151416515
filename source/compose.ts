import {join} from 'node:path'
import type {LiveEvent} from './core/events.ts'
import type {MeetingState} from './core/state.ts'
import {attemptsIn} from './providers/attempts.ts'
import {makeVoices, type VoiceDeps} from './providers/index.ts'
import {countTokens} from './runtime/count-tokens.ts'
import type {DiskFault} from './runtime/disk/disk.ts'
import {nodeDisk} from './runtime/disk/disk.ts'
import type {LedgerFault} from './runtime/ledger.ts'
import {type HeldMeeting, isMilestone, writeRecords} from './runtime/meeting-folder.ts'
import {type MeetingRun, type RunEnd, type RunOptions, runMeeting, type Waiting} from './runtime/run-meeting.ts'

export type Face = {
  readonly show: (event: LiveEvent, state: MeetingState) => void
  readonly onWaiting?: (waiting: Waiting | undefined) => void
}

export type Session = {
  readonly run: MeetingRun
  /** Resolves when the meeting closed or paused, its files are up to date and the folder is let go. */
  readonly done: Promise<{end: RunEnd; files: readonly string[]; faults: readonly DiskFault[]}>
}

export type SessionOptions = {
  readonly held: HeldMeeting
  readonly face: Face
  readonly auto: boolean
  readonly voices: Omit<VoiceDeps, 'resumedFrom' | 'lang'>
  readonly ledgerMessage: (fault: LedgerFault) => string
  /** What is done when a voice fails and nobody is there to choose. */
  readonly run?: Pick<RunOptions, 'fallback' | 'skipFailed' | 'acceptGaps'>
}

/** Joins a held meeting to its voices and a face, and keeps its files up to date. */
export function compose({held, face, auto, voices, ledgerMessage, run: without}: SessionOptions): Session {
  const {ledger, protocol, folder} = held
  const opened = ledger.events[0]
  const lang = opened?.type === 'meeting.opened' ? opened.meeting.lang : 'zh'
  let recordsDue = false
  const speaking = makeVoices({...voices, lang, resumedFrom: attemptsIn(ledger.events)})
  const run = runMeeting({
    protocol,
    auto,
    ...without,
    journal: {
      events: ledger.events,
      append: event => {
        const written = ledger.append(event, new Date().toISOString())
        if ('ok' in written) return written
        return {fault: {code: 'unknown', message: ledgerMessage(written.fault), retryable: true}}
      },
    },
    voice: speaking,
    show: event => {
      face.show(event, run.state())
      if (event.type === 'turn.delta' || !isMilestone(event) || recordsDue) return
      // Written between two events, so that a slow disk never stands between a speech and its reader.
      recordsDue = true
      setImmediate(() => {
        recordsDue = false
        writeRecords(run.state(), folder, nodeDisk)
      })
    },
    ...(face.onWaiting ? {onWaiting: face.onWaiting} : {}),
    countTokens,
  })
  const done = run.done
    .then(end => {
      // Files that no protocol of ours wrote are left as they are.
      const strange = end.how === 'paused' && end.why === 'mismatch'
      const {files, faults} = strange ? {files: [], faults: []} : writeRecords(run.state(), folder, nodeDisk)
      return {end, files: files.map(name => join(folder, name)), faults}
    })
    .finally(speaking.close)
    .finally(held.letGo)
  return {run, done}
}
