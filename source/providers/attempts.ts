import type {Stamped} from '../core/events.ts'

/** An attempt of a turn that the ledger holds, as a voice must know it that is opened in the middle of a meeting. */
export type Attempt = {
  readonly key: string
  readonly who: {readonly id: string; readonly name: string}
  /** The voice that was asked, as it stands in the ledger. */
  readonly provider: string
  /** Stopped by a person or by the death of the program: what it had begun to say was not said. */
  readonly brokenOff: boolean
}

/** In the order they were begun. */
export function attemptsIn(log: readonly Stamped[]): readonly Attempt[] {
  const names = new Map<string, string>()
  const providers = new Map<string, string>()
  const attempts = new Map<string, Attempt>()
  for (const event of log) {
    switch (event.type) {
      case 'meeting.opened':
        for (const seat of event.meeting.seats) {
          names.set(seat.id, seat.name)
          providers.set(seat.id, seat.provider)
        }
        if (event.meeting.recorder) providers.set('recorder', event.meeting.recorder.provider)
        break
      case 'seat.changed':
        providers.set(event.who, event.provider)
        break
      case 'turn.started': {
        const who = {id: event.who, name: names.get(event.who) ?? event.who}
        const provider = providers.get(event.who) ?? ''
        attempts.set(`${event.attempt} ${event.key}`, {key: event.key, who, provider, brokenOff: true})
        break
      }
      case 'turn.finished':
      case 'turn.failed': {
        const begun = attempts.get(`${event.attempt} ${event.key}`)
        const brokenOff = event.type === 'turn.failed' && event.fault.code === 'aborted'
        if (begun) attempts.set(`${event.attempt} ${event.key}`, {...begun, brokenOff})
        break
      }
      default:
        break
    }
  }
  return [...attempts.values()]
}
