import {reviewOptions, reviewTurn} from '../core/review.ts'
import {allOutputs} from '../core/review-history.ts'
import {headingOf, sections} from '../core/review-report.ts'
import type {HeardItem} from '../core/selectors.ts'
import {asPosition, readStance} from '../core/stance.ts'
import type {MeetingState} from '../core/state.ts'
import type {Turn} from '../core/steps.ts'
import type {ReviewSaid, TurnBrief} from '../providers/provider.ts'

/** What a turn of a review is told beside its prompt. Empty in other meetings. */
export function reviewBrief(state: MeetingState, turn: Turn, heard: readonly HeardItem[]): Pick<TurnBrief, 'review'> {
  const {meeting} = state
  const at = reviewTurn(turn.key)
  if (meeting?.protocol.id !== 'review' || !at) return {}
  const said = heard.flatMap((item): readonly ReviewSaid[] => {
    if (item.kind !== 'speech') return []
    const position = readStance(item.text)
    const {who, name, text} = item
    return [{who, name, round: reviewTurn(item.key)?.round ?? 0, text, ...('problem' in position ? {} : {position})}]
  })
  const before = allOutputs(state).findLast(output => output.seat.id === turn.who && output.given.key !== turn.key)?.given.data
  const position = asPosition(before)
  return {
    review: {
      kind: at.kind,
      role: turn.who,
      materials: reviewOptions(meeting).materials,
      said,
      ...(position ? {before: position} : {}),
      headings: sections.map(section => ({section, heading: headingOf(meeting.templates.prompts, section)})),
    },
  }
}
