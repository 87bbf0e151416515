import {chairText} from '../core/chair.ts'
import type {LiveEvent, Stamped} from '../core/events.ts'
import {isReview} from '../core/review.ts'
import {seatOf} from '../core/selectors.ts'
import type {MeetingState} from '../core/state.ts'
import {graphemesOf} from '../core/text.ts'
import {tell, type WordKey, type Words} from '../i18n/index.ts'
import {isData, spokenText} from './spoken-text.ts'

export type Plain = {
  /** The head of the meeting, and what has been said already when it is taken up again. */
  readonly begin: (state: MeetingState) => void
  readonly show: (event: LiveEvent, state: MeetingState) => void
}

/**
 * The meeting as plain lines, for a pipe, a screen reader, or a terminal without a room. `write` takes text as it is and makes
 * characters of others visible; no escape sequence is ever written. A speech streams; seats that speak at the same time appear
 * one after the other, in seating order, each when it is whole. Only the program's own lines begin at the margin, so no speech can pose as the chair.
 */
export function makePlain(words: Words, write: (text: string) => void): Plain {
  let streaming: string | undefined
  let shown = ''
  let tail = ''
  /** Seats that speak at the same time, in seating order, with the end of those that wait for one before them. */
  const together = new Map<string, (() => void) | undefined>()
  const line = (text = '') => write(`${text}\n`)

  const endStream = (text: string | undefined) => {
    write(inset(tail))
    shown += tail
    tail = ''
    if (text !== undefined && text !== shown) {
      line()
      line(tell(words, 'speechWhole'))
      write(margin + inset(text))
    }
    line()
    line()
    streaming = undefined
  }

  const speaker = (state: MeetingState, who: string) => seatOf(state, who)?.name ?? (who === 'recorder' ? words.judge : who)
  /** Who has no seat is not heard, but for the judge of a review. */
  const isHeard = ({meeting}: MeetingState, who: string) =>
    meeting?.seats.some(seat => seat.id === who) || (who === 'recorder' && meeting !== undefined && isReview(meeting))
  const head = (state: MeetingState, who: string) =>
    tell(words, state.meeting?.rehearsal ? 'speechRehearsed' : 'speechBy', {name: speaker(state, who)})

  function show(event: LiveEvent, state: MeetingState): void {
    if (event.type === 'turn.delta') {
      if (!isHeard(state, event.who) || isData(state, event.key) || together.has(event.key)) return
      if (streaming === undefined) {
        line(head(state, event.who))
        write(margin)
        streaming = event.key
        shown = ''
      }
      if (streaming !== event.key) return
      if (event.again) {
        line()
        line(tell(words, 'speechAgain'))
        write(margin)
        shown = ''
        tail = ''
      }
      // The last grapheme may still grow.
      const parts = [...graphemesOf(tail + event.text)]
      tail = parts.pop() ?? ''
      write(inset(parts.join('')))
      shown += parts.join('')
      return
    }
    stored(event, state)
  }

  function stored(event: Stamped, state: MeetingState): void {
    if (event.type === 'turn.started' && event.batch && !together.has(event.key)) together.set(event.key, undefined)
    if ((event.type === 'turn.finished' || event.type === 'turn.skipped') && together.has(event.key)) {
      together.set(event.key, () => tellOf(event, state))
      for (const [key, ended] of together) {
        if (!ended) break
        together.delete(key)
        ended()
      }
      return
    }
    tellOf(event, state)
  }

  function tellOf(event: Stamped, state: MeetingState): void {
    switch (event.type) {
      case 'phase.entered': {
        line(`── ${tell(words, phaseKey(event, state), {round: event.round ?? 0})} ──`)
        line()
        break
      }
      case 'chair.said':
        if (state.meeting) line(`${words.chair}  ${indented(chairText(state.meeting.templates.chair, event.line))}`)
        line()
        break
      case 'turn.finished':
        if (!isHeard(state, event.who)) break
        if (streaming === event.key) endStream(event.text)
        else {
          line(head(state, event.who))
          line(margin + inset(spokenText(event, state)))
          line()
        }
        break
      case 'turn.failed':
        if (streaming === event.key) endStream(undefined)
        if (!isHeard(state, event.who) || event.fault.code === 'aborted') break
        line(
          tell(words, 'failedPanel', {
            name: speaker(state, event.who),
            message: `${words[`fault.${event.fault.code}`]}: ${inset(event.fault.message)}`,
          }),
        )
        if (event.fault.hint) line(margin + inset(event.fault.hint))
        line()
        break
      case 'turn.skipped':
        if (!isHeard(state, event.who)) break
        line(tell(words, event.reason === 'cut' ? 'cut' : 'skipped', {name: speaker(state, event.who)}))
        line()
        break
      case 'user.said':
        line(`${words.you}  ${indented(event.text)}`)
        if (!event.wish) line(state.phase?.name === 'closing' ? words.undelivered : words.queued)
        line()
        break
      case 'seat.changed':
        line(tell(words, 'seatChanged', {name: speaker(state, event.who), voice: inset(event.provider)}))
        line()
        break
      default:
    }
  }

  /** A review names some of its phases otherwise, and its first round has a task of its own. */
  function phaseKey({phase, round}: Stamped & {type: 'phase.entered'}, {meeting}: MeetingState): WordKey {
    const own = meeting && isReview(meeting) ? `phase.review.${phase === 'discussion' && round === 1 ? 'first' : phase}` : ''
    return ([own, `phase.${phase}`].find(key => key in words) ?? 'roundtable') as WordKey
  }

  return {
    begin: state => {
      const {meeting} = state
      if (!meeting) return
      const kinds: Readonly<Record<string, string>> = {board: words.board, review: words.review, council: words.council}
      line(`${kinds[meeting.protocol.id] ?? words.roundtable} · ${inset(meeting.topic)}`)
      for (const seat of meeting.seats) {
        const voice = meeting.rehearsal ? words.rehearsal : [seat.provider, seat.model].filter(Boolean).join('/')
        line(`  ${tell(words, 'seatVoice', {name: seat.name, title: inset(seat.title), voice})}`)
      }
      if (!isReview(meeting)) line(words.personaNotice)
      if (meeting.rehearsal) line(words.rehearsalNotice)
      line(`${words.records}: ${meeting.folder}`)
      line()
      for (const event of state.log) stored(event, state)
    },
    show,
  }
}

const margin = '  '
/** Text of others, its lines kept off the margin. */
const inset = (text: string) => text.replaceAll('\n', `\n${margin}`)
const indented = (text: string) => text.split('\n').join('\n      ')
