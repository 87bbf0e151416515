import {boardTurn, isBoard} from '../core/board.ts'
import {asDecision, asSummary, type Decision} from '../core/board-data.ts'
import type {Lang, Stamped} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import {boardWords} from '../i18n/board.ts'

/** Data is for programs: people are shown what is in it, once it is whole. */
export const isBoardData = (state: MeetingState, key: string): boolean => {
  const kind = state.meeting && isBoard(state.meeting) ? boardTurn(key)?.kind : undefined
  return kind === 'summary' || kind === 'decision'
}

/** A speech as people read it: of a summary its words, of a decision its parts. */
export function spokenText({text, data, key}: Stamped & {type: 'turn.finished'}, state: MeetingState): string {
  if (!isBoardData(state, key)) return text
  const decision = asDecision(data)
  if (boardTurn(key)?.kind === 'decision' && decision) return laidOut(decision, state.meeting?.lang ?? 'zh')
  return asSummary(data)?.content ?? text
}

function laidOut({advice, views, consensus, dissent, actions}: Decision, lang: Lang): string {
  const words = boardWords[lang]
  const list = (heading: string, items: readonly string[]) => ['', heading, ...(items.length ? items : [words.none])]
  const said = views.map(({who, view}) => `- ${who}${lang === 'zh' ? '：' : ': '}${view}`)
  const bullets = (items: readonly string[]) => items.map(item => `- ${item}`)
  return [
    advice,
    ...list(words.viewsHeading, said),
    ...list(words.consensusHeading, bullets(consensus)),
    ...list(words.dissentHeading, bullets(dissent)),
    ...list(words.actionsHeading, bullets(actions)),
  ].join('\n')
}
