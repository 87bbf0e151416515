import type {Meeting} from '../core/events.ts'
import {reduceAll} from '../core/state.ts'
import type {Answer, Protocol, Spoken, Turn} from '../core/steps.ts'
import {councilPlaceholder} from './council-dry.ts'

/** A protocol that would wait for ever for somebody must not hold anybody up. */
const mostSteps = 10_000

/** Every turn of a meeting in which nobody fails or interrupts, in order: the protocol, walked with nobody there. */
export function turnsToCome(protocol: Protocol, meeting: Meeting): readonly Turn[] {
  const flow = protocol.flow(meeting)
  const opened = reduceAll([{type: 'meeting.opened', meeting, v: 1, seq: 1, at: ''}])
  const all: Turn[] = []
  let answer: Answer | readonly Spoken[]
  let left = mostSteps
  for (let step = flow.next(); !step.done && left > 0; step = flow.next(answer), left--) {
    const {value} = step
    const turns = value.do === 'speak' ? [value.turn] : value.do === 'together' ? value.turns : []
    all.push(...turns)
    const spoken = turns.map(turn => spokenFor(turn, meeting))
    if (value.do === 'speak') answer = spoken[0]
    else if (value.do === 'together') answer = spoken
    else if (value.do === 'listen') answer = {wish: 'continue'}
    else if (value.do === 'glance') answer = {wish: 'none'}
    else if (value.do === 'count') answer = {note: {tokens: 0}}
    else if (value.do === 'survey') answer = {note: value.read(opened)}
    else answer = value.do === 'note' ? {note: value.note} : undefined
  }
  return all
}

/** A council goes on by what was said, so its turns say something. */
function spokenFor(turn: Turn, meeting: Meeting): Spoken {
  const said = councilPlaceholder('…', turn, meeting)
  const read = said === undefined ? undefined : turn.ask.parse?.(said)
  return {spoken: true, seq: 1, ...(read !== undefined && 'data' in read ? {data: read.data} : {})}
}
