import {councilTurn, isCouncil} from '../core/council.ts'
import type {Meeting} from '../core/events.ts'
import {tellCouncil} from '../i18n/council-entry.ts'
import {tell} from '../i18n/index.ts'
import type {AskRequest} from '../providers/provider.ts'
import type {Host} from './host.ts'

/** Data that a council can go on with, and over which it debates: nobody is of one mind. Undefined at another meeting. */
export function councilPlaceholder(text: string, {key, who}: {key: string; who: string}, meeting: Meeting): string | undefined {
  const turn = isCouncil(meeting) ? councilTurn(key) : undefined
  if (turn === undefined) return undefined
  switch (turn.kind) {
    case 'discovery':
      return JSON.stringify({question: text, filesRead: [], facts: [], relevant: false})
    case 'response':
      return JSON.stringify({
        ...{member: who, stance: text, verdict: 'depends', keyConcerns: [text]},
        ...{tradeoffsRaised: [], recommendation: text},
      })
    case 'rebuttal': {
      const respondsTo = meeting.seats.map(({id}) => id).filter(id => id !== who)
      return JSON.stringify({
        ...{member: who, respondsTo, revisedVerdict: 'depends', stance: text, recommendation: text, moved: false},
      })
    }
    default:
      return turn.kind satisfies never
  }
}

/** What a prompt of a council is for, above it; undefined at another meeting. */
export function councilTurnLine(
  {who, turn}: AskRequest,
  {n, meeting, host}: {readonly n: number; readonly meeting: Meeting; readonly host: Host},
): string | undefined {
  const found = isCouncil(meeting) ? councilTurn(turn.key) : undefined
  if (found === undefined) return undefined
  if (found.kind === 'discovery') return tellCouncil(host.uiLang, 'dry.discovery', {n, question: found.n})
  return tell(host.words, 'dryTurn', {
    n,
    name: who.name,
    stage: tellCouncil(host.uiLang, `dry.${found.kind}`),
    ...turn.limits,
    unit: host.words[`unit.${turn.lang}`],
  })
}
