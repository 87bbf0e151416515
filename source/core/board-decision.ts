import {boardTurn, speakersOf} from './board.ts'
import {asDecision, asSummary, type Decision} from './board-data.ts'
import type {Seq} from './events.ts'
import {speeches} from './selectors.ts'
import {sentencesOf} from './sentences.ts'
import type {MeetingState} from './state.ts'

/** What a board came to. `extract`: no moderator gave a decision, so there are only sentences that somebody said, word for word. */
export type BoardDecision =
  | {readonly by: 'moderator'; readonly seq: Seq; readonly who: string; readonly decision: Decision}
  | {
      readonly by: 'extract'
      /** `who`: a seat's name; the view is one sentence of that seat's last speech. */
      readonly views: Decision['views']
      /** The moderator's last summary of a round. */
      readonly summary?: {readonly round: number; readonly content: string}
    }

/** The decision as it stands at this moment of the ledger. */
export function boardDecision(state: MeetingState): BoardDecision {
  const spoken = speeches(state).map(speech => ({speech, turn: boardTurn(speech.key)}))
  const given = spoken.findLast(({turn}) => turn?.kind === 'decision')?.speech
  const decision = asDecision(given?.data)
  if (given && decision) return {by: 'moderator', seq: given.seq, who: given.who, decision}
  const last = spoken.findLast(({turn}) => turn?.kind === 'summary')
  const summary = asSummary(last?.speech.data)
  const seats = state.meeting ? speakersOf(state.meeting) : []
  return {
    by: 'extract',
    views: seats.flatMap(seat => {
      const speech = spoken.findLast(({speech, turn}) => speech.who === seat.id && turn?.kind === 'speech')?.speech
      const sentence = speech && firstThatStands(speech.text)
      return sentence === undefined ? [] : [{who: seat.name, view: sentence}]
    }),
    ...(last?.turn && summary ? {summary: {round: last.turn.round, content: summary.content}} : {}),
  }
}

/** Shortest sentence that says something by itself, in UTF-16 units. */
const SHORTEST = 8

function firstThatStands(text: string): string | undefined {
  const all = sentencesOf(text)
  return all.find(sentence => sentence.length >= SHORTEST && !/[？?]["'”’」』）)]*$/u.test(sentence)) ?? all[0]
}
