import type {Fault, Meeting, MeetingEvent, Seq, Stamped} from '../../source/core/events.ts'
import {reduceAll} from '../../source/core/state.ts'
import {recordsOf} from '../../source/records/index.ts'
import {testMeeting} from '../support/meeting.ts'

/** Writes a ledger event by event, as a meeting would, without the meeting. Each call gives the seq it was written under. */
export function writeLedger(more: Parameters<typeof testMeeting>[0] = {}) {
  const meeting: Meeting = testMeeting(more)
  const log: Stamped[] = []
  const add = (event: MeetingEvent): Seq => {
    const at = new Date(Date.UTC(2026, 0, 1, 9, 0, log.length)).toISOString()
    log.push({...event, v: 1, seq: log.length + 1, at} as Stamped)
    return log.length
  }
  const started = (key: string, more: {attempt?: number; heard?: readonly Seq[]} = {}) => {
    const {attempt = 1, heard = []} = more
    const who = key.split(':')[1] ?? ''
    const base = {key, attempt, who}
    const sent = {view: 'session', nonce: '00', promptSha256: '00', systemSha256: '00'} as const
    add({type: 'turn.started', ...base, heard, ...sent})
    return base
  }
  add({type: 'meeting.opened', meeting})
  return {
    log,
    meeting,
    add,
    started,
    enter: (phase: string, round?: number) =>
      add({type: 'phase.entered', key: `phase:${phase}:${round}`, phase, ...(round ? {round} : {})}),
    chair: (id: string, slots: Record<string, string | number> = {}) =>
      add({type: 'chair.said', key: `chair:${log.length}`, line: {id, slots}}),
    /** `key` is `<part>:<seat id>`. */
    speech: (key: string, text: string, more: {attempt?: number; heard?: readonly Seq[]; warnings?: string[]} = {}) => {
      const {warnings, ...rest} = more
      return add({type: 'turn.finished', ...started(key, rest), text, ...(warnings ? {warnings} : {})})
    },
    fails: (key: string, fault: Partial<Fault>, more: {attempt?: number; partial?: string} = {}) => {
      const {partial, ...rest} = more
      const whole: Fault = {code: 'unknown', message: '', retryable: true, ...fault}
      return add({type: 'turn.failed', ...started(key, rest), fault: whole, ...(partial ? {partial} : {})})
    },
    minutes: (data: unknown) => {
      const base = {...started('record:minutes'), who: 'recorder'}
      add({type: 'turn.finished', ...base, text: '{}', data})
    },
    close: (rounds = 1, how: 'complete' | 'shortened' = 'complete') => add({type: 'meeting.closed', outcome: {how, rounds}}),
    file: (name: 'transcript.md' | 'summary.md' | 'outline.md') => fileOf(log, name),
  }
}

export const localDate = (at: string) => at.slice(0, 10)

export function fileOf(log: readonly Stamped[], name: 'transcript.md' | 'summary.md' | 'outline.md'): string {
  const file = recordsOf(reduceAll(log), {localDate}).find(one => one.name === name)
  if (!file) throw new Error(`no ${name}`)
  return file.text
}

/** What stands below a line of the file, up to the next line of that kind of heading. */
export const below = (file: string, line: string): string => {
  const [, rest = ''] = file.split(`${line}\n`)
  return rest.split(/^#{1,4} /m)[0]?.trim() ?? ''
}
