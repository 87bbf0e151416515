import {expect, it} from 'vitest'
import {asDecision} from '../../source/core/board-data.ts'
import type {AskRequest} from '../../source/providers/provider.ts'
import {rehearse} from '../../source/providers/rehearsal/speak.ts'
import {boardMeeting, holdBoard} from '../protocols/board-table.ts'
import {boardExperts, facilitator} from '../providers/rehearsal-board-table.ts'
import {plainSentences} from '../providers/rehearsal-table.ts'

it('the moderator is told all that was said, in seating order with rounds and names; the experts are told nothing of it', async () => {
  const {asked} = await holdBoard(boardMeeting({rounds: 2}))
  const briefs = asked.map(({turn}) => turn)
  expect(briefs.length).toBeGreaterThan(8)
  for (const {board, stage} of briefs) {
    expect(board?.rounds).toBe(2)
    expect(board?.moderator.id).toBe('m')
    if (stage === 'response') expect(board?.said).toEqual([])
  }
  const said = (key: string) => briefs.find(turn => turn.key === key)?.board?.said ?? []
  const who = (key: string) => said(key).map(one => (one.kind === 'speech' ? `${one.round}${one.who}` : one.text))
  expect(who('summary-1')).toEqual(['1a', '1b', '1c'])
  expect(who('summary-2')).toEqual(['1a', '1b', '1c', '2a', '2b', '2c'])
})

it('experts and facilitator hold a whole board through the real protocol, also where the history is condensed on the way', async () => {
  const table = [facilitator(), ...boardExperts().slice(0, 4)]
  for (const threshold of [1_000_000, 1500]) {
    const meeting = boardMeeting({seatIds: table.map(({id}) => id), rounds: 5, threshold, topic: '要不要关掉亏损的门店'})
    const named = {
      ...meeting,
      seats: meeting.seats.map((seat, i) => ({
        ...seat,
        name: table[i]?.name ?? '',
        persona: {...seat.persona, body: table[i]?.body ?? ''},
      })),
    }
    const says = ({turn}: AskRequest) => {
      const speech = rehearse(turn)
      return 'text' in speech ? speech.text : speech.fault
    }
    const {asked, log} = await holdBoard(named, {says})
    const finished = log.flatMap(event => (event.type === 'turn.finished' ? [event] : []))
    expect(log.filter(event => event.type === 'turn.failed')).toEqual([])
    expect(asked.some(({turn}) => turn.stage === 'condense')).toBe(threshold < 10_000)
    const speeches = finished.filter(({key}) => /^round-/.test(key))
    expect(speeches).toHaveLength(20)
    const sentences = speeches.flatMap(({text}) => plainSentences(text))
    expect(new Set(sentences).size).toBe(sentences.length)
    const later = speeches.filter(({key}) => !key.startsWith('round-1:'))
    expect(later.filter(({text}) => /「[^」]+」/.test(text)).length).toBe(later.length)
    const decision = asDecision(finished.at(-1)?.data)
    expect(decision?.views.map(({who}) => who)).toEqual(table.slice(1).map(({name}) => name))
    expect(decision?.actions.length).toBeGreaterThan(0)
  }
})
