import {asResponse, positionOf} from './council-data.ts'
import type {Heard, Seat, Seq, Stamped, TurnStarted} from './events.ts'
import type {MeetingState} from './state.ts'
import {ofType} from './state.ts'
import {overBudget} from './usage.ts'

export type Speech = Stamped & {type: 'turn.finished'}
export type Word = Stamped & {type: 'user.said'}

/** One thing handed over, with what a label needs to be true. */
export type HeardItem =
  | {
      readonly kind: 'speech'
      readonly seq: Seq
      readonly key: string
      readonly who: string
      readonly name: string
      /** As it is relayed. */
      readonly text: string
      /** The phase it was spoken in, and whether it is the speech right before this turn. */
      readonly phase: string
      readonly round: number
      readonly justNow: boolean
    }
  | {readonly kind: 'word'; readonly seq: Seq; readonly text: string}
  | {readonly kind: 'reminder'; readonly seq: Seq}
  /** What the meeting was opened with: the texts that the person put before it. */
  | {readonly kind: 'opened'; readonly seq: Seq}
  /** An earlier attempt of the same turn whose data could not be read, and why. */
  | {readonly kind: 'unreadable'; readonly seq: Seq; readonly text: string; readonly problem: string}

export const seatOf = (state: MeetingState, who: string): Seat | undefined => state.meeting?.seats.find(seat => seat.id === who)

/**
 * The speeches that count: of each turn the newest finished attempt, in the order the turns began. Seats that speak in parallel
 * begin in seating order, so their order does not depend on who finished first.
 */
export function speeches(state: MeetingState): readonly Speech[] {
  const newest = new Map<string, Speech>()
  for (const speech of ofType(state.log, 'turn.finished')) newest.set(speech.key, speech)
  const begun = new Set(ofType(state.log, 'turn.started').map(turn => turn.key))
  return [...begun].flatMap(key => newest.get(key) ?? []).filter(speech => seatOf(state, speech.who))
}

/** What the person said to the table and did not take back. */
export function words(state: MeetingState): readonly Word[] {
  const withdrawn = new Set(ofType(state.log, 'user.withdrew').map(event => event.said))
  return ofType(state.log, 'user.said').filter(word => !word.wish && !withdrawn.has(word.seq))
}

/**
 * What a seat has been handed in turns that it finished. A turn that failed or was cut handed over nothing that counts, so its
 * relay and the person's words come again with the seat's next turn.
 */
export function handedTo(state: MeetingState, who: string): ReadonlySet<Seq> {
  const finished = new Set(ofType(state.log, 'turn.finished').map(event => `${event.key}/${event.attempt}`))
  return new Set(
    ofType(state.log, 'turn.started')
      .filter(turn => turn.who === who && finished.has(`${turn.key}/${turn.attempt}`))
      .flatMap(turn => turn.heard),
  )
}

/** Seats that were handed this event in a turn they finished, in the order they got it. */
export const hearersOf = (state: MeetingState, seq: Seq): readonly string[] =>
  (state.meeting?.seats ?? []).map(seat => seat.id).filter(who => handedTo(state, who).has(seq))

/** Nobody has been sent it yet, not even in a turn that failed later: only then can it be taken back. */
export const canWithdraw = (state: MeetingState, said: Seq): boolean =>
  words(state).some(word => word.seq === said) && !ofType(state.log, 'turn.started').some(turn => turn.heard.includes(said))

/** The most recent speech by another seat that this one has not been handed: at most one. */
export function latestUnheard(state: MeetingState, who: string): readonly Seq[] {
  const handed = handedTo(state, who)
  const unheard = speeches(state).filter(speech => speech.who !== who && !handed.has(speech.seq))
  return unheard.slice(-1).map(speech => speech.seq)
}

/** The person's words from before the present phase that this seat has not been handed. */
export function wordsBeforePhase(state: MeetingState, who: string): readonly Seq[] {
  const since = state.phase?.since ?? 0
  const handed = handedTo(state, who)
  return words(state)
    .filter(word => word.seq < since && !handed.has(word.seq))
    .map(word => word.seq)
}

/** The chair's reminder goes into the next prompt, and only there. */
export function pendingReminder(state: MeetingState): readonly Seq[] {
  const last = ofType(state.log, 'chair.said').findLast(event => event.line.id === 'reminder')
  const handed = last && ofType(state.log, 'turn.started').some(turn => turn.heard.includes(last.seq))
  return last && !handed ? [last.seq] : []
}

/** Resolves what a turn was handed into texts and labels, as of the moment its first attempt began. */
export function heardItems(state: MeetingState, turn: {key: string; heard: readonly Seq[]}): readonly HeardItem[] {
  const begun = firstStart(state, turn.key)
  const lastBefore = speeches(begun ? {...state, log: state.log.slice(0, begun.seq - 1)} : state).at(-1)
  return turn.heard.flatMap((seq): readonly HeardItem[] => {
    const event = state.log[seq - 1]
    switch (event?.type) {
      case 'turn.finished': {
        const phase = state.log.findLast(e => e.seq < seq && e.type === 'phase.entered')
        return [
          {
            kind: 'speech',
            seq,
            key: event.key,
            who: event.who,
            name: seatOf(state, event.who)?.name ?? event.who,
            text: relayedText(event),
            phase: phase?.type === 'phase.entered' ? phase.phase : '',
            round: phase?.type === 'phase.entered' ? (phase.round ?? 0) : 0,
            justNow: lastBefore?.seq === seq,
          },
        ]
      }
      case 'user.said':
        return [{kind: 'word', seq, text: event.text}]
      case 'chair.said':
        return [{kind: 'reminder', seq}]
      case 'meeting.opened':
        return [{kind: 'opened', seq}]
      case 'turn.failed':
        return [{kind: 'unreadable', seq, text: event.partial ?? '', problem: event.fault.message}]
      default:
        return []
    }
  })
}

/**
 * What others are handed of a speech: its text; of one that is data with words as its `content`, the words; of a position on a
 * council, what of it is for the others.
 */
export function relayedText(speech: {readonly text: string; readonly data?: unknown}): string {
  const {data} = speech
  if (typeof data !== 'object' || data === null) return speech.text
  const position = 'keyConcerns' in data ? asResponse(data) : undefined
  if (position) return positionOf(position)
  return 'content' in data && typeof data.content === 'string' ? data.content : speech.text
}

export const firstStart = (state: MeetingState, key: string): (Stamped & TurnStarted) | undefined =>
  ofType(state.log, 'turn.started').find(turn => turn.key === key)

/** A seat's earlier turns, as it lived them: what it was handed and what it answered, before the turn `key`. */
export function pastOf(state: MeetingState, who: string, key: string) {
  const begun = firstStart(state, key)?.seq ?? Number.POSITIVE_INFINITY
  const own = ofType(state.log, 'turn.started').filter(turn => turn.who === who && turn.seq < begun && turn.key !== key)
  const from = own.findLast(turn => turn.view === 'fresh')?.seq ?? 0
  return speeches(state)
    .filter(speech => speech.who === who && speech.key !== key && speech.seq > from && speech.seq < begun)
    .map(speech => {
      const started = ofType(state.log, 'turn.started').find(t => t.key === speech.key && t.attempt === speech.attempt)
      return {heard: heardItems(state, {key: speech.key, heard: started?.heard ?? []}), said: speech.text}
    })
}

/**
 * What a `listen` (waiting) or a `glance` finds on the floor now; undefined: a `listen` has to go on waiting. `sinceAsked`: a
 * 「继续」 counts only when it was said after the chair spoke last.
 */
export function floorNow(state: MeetingState, waiting: boolean, sinceAsked = false): Heard | undefined {
  const wishes = ofType(state.log, 'user.said').flatMap(said => (said.wish ? [{seq: said.seq, wish: said.wish}] : []))
  const fresh = wishes.filter(said => said.seq > state.floor.upTo).map(said => said.wish)
  const more = fresh.filter(wish => wish === 'more').length
  const extras = {...(more ? {more} : {}), ...(fresh.includes('remind') ? {remind: true} : {})}
  if (fresh.includes('finish')) return {wish: 'finish', ...extras}
  if (fresh.includes('conclude')) return {wish: 'conclude', ...extras}
  if (newlySpent(state)) return {wish: 'conclude', ...extras, spent: true}
  if (!waiting) return {wish: 'none', ...extras}
  if (more || extras.remind) return {wish: 'none', ...extras}
  // A 「继续」 said in the middle of a speech stands until the next pause.
  const said = wishes.filter(({wish}) => wish === 'continue')
  if (sinceAsked) {
    const asked = ofType(state.log, 'chair.said').at(-1)?.seq ?? 0
    return said.some(({seq}) => seq > asked) ? {wish: 'continue'} : undefined
  }
  const continues = said.length
  return continues > state.floor.continues ? {wish: 'continue'} : undefined
}

/** The budget is used up, and the meeting has not been told. It is told once: what is left to do is the closing. */
const newlySpent = (state: MeetingState): boolean => {
  const budget = state.meeting?.options.budget
  return (
    budget !== undefined &&
    overBudget(state, budget) !== undefined &&
    !ofType(state.log, 'floor.heard').some(event => event.heard.spent)
  )
}

/** A seat was muted and has not had the turn yet that this leaves out: the next one to begin. */
export function isMuted(state: MeetingState, who: string): boolean {
  const muted = ofType(state.log, 'seat.muted').findLast(event => event.who === who)?.seq ?? 0
  return muted > (ofType(state.log, 'turn.skipped').findLast(e => e.who === who && e.reason === 'muted')?.seq ?? 0)
}

/** The newest speech, while nobody has been handed it: only then can it be given again without making a relay untrue. */
export function redoable(state: MeetingState): Speech | undefined {
  const last = speeches(state).at(-1)
  const handed = last && ofType(state.log, 'turn.started').some(turn => turn.heard.includes(last.seq))
  return handed ? undefined : last
}

/** A turn that was asked for again and has had no attempt since. */
export function reopened(state: MeetingState): (Stamped & {type: 'turn.reopened'}) | undefined {
  const event = ofType(state.log, 'turn.reopened').at(-1)
  const since = event && state.log.slice(event.seq)
  return since?.some(e => (e.type === 'turn.finished' || e.type === 'turn.failed') && e.key === event?.key) ? undefined : event
}
