import type {ProviderEvent} from '../provider.ts'
import {faultInWords, warningInWords} from './faults.ts'
import type {CliAgent} from './reading.ts'
import type {SessionOfTurn, UsageBook} from './sessions.ts'
import type {TurnCourse} from './turn.ts'
import {type Facts, type VerdictWarning, verdict} from './verdict.ts'
import type {CliWorld} from './world.ts'

export type ToConclude = {
  readonly agent: CliAgent
  readonly world: CliWorld
  readonly book: UsageBook
  readonly session: SessionOfTurn
  readonly course: TurnCourse
  readonly facts: Facts
  readonly also?: readonly VerdictWarning[]
}

/** The last events of a turn: what it used, which session it was, and the one that ends it. */
export function* conclude({agent, world, book, session, course, facts, also = []}: ToConclude): Generator<ProviderEvent> {
  const id = session.id()
  const usage = book.ofTurn(id, session.call.how === 'open', course.usage())
  if (usage) yield {type: 'usage', usage}
  const found = verdict(facts)
  if (found.how === 'failed') {
    yield {type: 'failed', fault: faultInWords(found, agent, world)}
    return
  }
  if (id !== undefined) yield {type: 'session', id}
  const odd: readonly VerdictWarning[] = session.odd() ? [{kind: 'odd-session', slots: {}}] : []
  const said = [...found.warnings, ...odd, ...also].map(warning => warningInWords(warning, agent, world.lang))
  const warnings = [...course.warnings(), ...said]
  yield {
    type: 'done',
    text: found.text,
    ...(warnings.length > 0 ? {warnings} : {}),
    ...(id === undefined ? {stateless: true} : {}),
  }
}
