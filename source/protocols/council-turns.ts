import {councilOptions} from '../core/council.ts'
import type {RepoBrief} from '../core/council-brief.ts'
import {parseFinding, parseRebuttal, parseResponse} from '../core/council-data.ts'
import type {Meeting, Seat, Seq} from '../core/events.ts'
import {handedTo, speeches, wordsBeforePhase} from '../core/selectors.ts'
import {type MeetingState, ofType} from '../core/state.ts'
import type {Turn} from '../core/steps.ts'
import {discoveryPrompt, hasFacts, rebuttalPrompt, responsePrompt} from './council-prompts.ts'

/** The turns of a council. Those of a phase are asked together, so that nobody hears anybody of the same phase. */

/** Of a stance; the rest of the data has bounds of its own. */
const limits = ({lang}: Meeting) => (lang === 'zh' ? {min: 60, max: 240} : {min: 35, max: 140})

/** Looks into the files of one question, in a session of its own, so that no file goes further than its finding. */
export function discoveryTurn(meeting: Meeting, n: number): Turn {
  const {question = '', files = []} = councilOptions(meeting).discovery[n - 1] ?? {}
  return {
    key: `discovery-${n}`,
    who: 'recorder',
    ask: {
      stage: 'discovery',
      round: 0,
      limits: {min: 0, max: 0},
      hear: () => [],
      prompt: view => discoveryPrompt(view, n),
      parse: text =>
        parseFinding(
          text,
          question,
          files.map(file => file.label),
        ),
      onFailure: 'skip',
      fresh: true,
    },
  }
}

export function responseTurn(meeting: Meeting, seat: Seat, brief: RepoBrief): Turn {
  return {
    key: `response:${seat.id}`,
    who: seat.id,
    ask: {
      stage: 'response',
      round: 1,
      limits: limits(meeting),
      hear: theirWords,
      prompt: view => responsePrompt(view, brief),
      parse: text => parseResponse(text, seat.id, hasFacts(brief)),
      onFailure: 'absent',
    },
  }
}

/** Hears the positions that the others took in round one, and what the person has said since. */
export function rebuttalTurn(meeting: Meeting, seat: Seat, brief: RepoBrief): Turn {
  return {
    key: `rebuttal:${seat.id}`,
    who: seat.id,
    ask: {
      stage: 'response',
      round: 2,
      limits: limits(meeting),
      hear: (state, who) => [...positionsOfOthers(state, who), ...theirWords(state, who)],
      prompt: view => rebuttalPrompt(view, brief),
      parse: text => parseRebuttal(text, seat.id, meeting.seats),
      onFailure: 'absent',
    },
  }
}

const positionsOfOthers = (state: MeetingState, who: string): readonly Seq[] =>
  speeches(state).flatMap(speech => (speech.who !== who && speech.key.startsWith('response:') ? [speech.seq] : []))

/** The person's words from before this phase, and the chair's reminder, where this seat has not been handed them. */
function theirWords(state: MeetingState, who: string): readonly Seq[] {
  const reminder = ofType(state.log, 'chair.said').findLast(event => event.line.id === 'reminder')?.seq
  const due = reminder !== undefined && !handedTo(state, who).has(reminder) ? [reminder] : []
  return [...wordsBeforePhase(state, who), ...due]
}
