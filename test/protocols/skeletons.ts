import type {Meeting} from '../../source/core/events.ts'
import {speeches, wordsBeforePhase} from '../../source/core/selectors.ts'
import {type Ask, enter, glance, note, type Protocol, speak, together} from '../../source/core/steps.ts'

/** A board reduced to how it moves: it speaks in parallel under a moderator. It proves the engine, not the system. */
const words = (state: Parameters<Ask['hear']>[0], who: string) => wordsBeforePhase(state, who)
const everything: Ask['hear'] = state => speeches(state).map(speech => speech.seq)

const ask = (stage: Ask['stage'], round: number, hear: Ask['hear']): Ask => ({
  stage,
  round,
  limits: {min: 1, max: 100},
  hear,
  // A ledger's numbers are no part of a prompt: an attempt that was lost shifts them.
  prompt: view =>
    JSON.stringify({...view, meeting: view.meeting.id, stage, round}, (key, value) => (key === 'seq' ? undefined : value)),
})
const system = (meeting: Meeting, who: string) => `${who} in ${meeting.id}`

export const board: Protocol = {
  id: 'board',
  version: 1,
  system,
  *flow(meeting) {
    const [moderator, ...experts] = meeting.seats
    if (!moderator) return {how: 'shortened', rounds: 0}
    yield* enter('forming')
    yield* speak({key: 'open', who: moderator.id, ask: ask('opening', 0, () => [])})
    let held = 0
    for (let round = 1; round <= meeting.options.rounds; round++) {
      yield* enter('discussing', round)
      const before: Ask['hear'] = (state, who) => [...everything(state, who), ...words(state, who)]
      yield* together(
        `round-${round}`,
        experts.map(seat => ({key: `r${round}:${seat.id}`, who: seat.id, ask: ask('response', round, before)})),
      )
      yield* speak({key: `summary-${round}`, who: moderator.id, ask: ask('response', round, everything)})
      yield* note(`advice-${round}`, {continue: round < meeting.options.rounds})
      held = round
      const heard = yield* glance(`round-${round}`)
      if (heard.wish === 'conclude' || heard.wish === 'finish') break
    }
    yield* enter('concluding')
    yield* speak({key: 'decision', who: moderator.id, ask: ask('closing', 0, everything)})
    return {how: 'complete', rounds: held}
  },
}
