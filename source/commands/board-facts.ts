import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import {protocolOf} from '../protocols/index.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import {estimateOf} from './first-run.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import {turnsToCome} from './turns-to-come.ts'

/** Before a board begins: who moderates, how a round goes, how many calls there will be and about how many tokens they take. */
export function boardFacts(plan: Omit<Plan, 'notices'>, host: Host): readonly string[] {
  const how = howHeld(plan, host)
  return how.length === 0 ? [] : [...how, costLine(plan, host)]
}

/** Who moderates and how a round goes; of another meeting nothing. */
export function howHeld(plan: Omit<Plan, 'notices'>, host: Host): readonly string[] {
  const {board, seats} = plan
  const words = entryWords(host.uiLang)
  const moderator = seats.find(({persona}) => persona.id === board?.moderator)?.persona
  if (!board || !moderator) return []
  const facilitates = 'expert' in moderator && (moderator.expert as {role?: unknown}).role === 'facilitator'
  const few = seats.length <= 3
  const who = facilitates ? (few ? 'facilitatesFew' : 'facilitates') : 'moderates'
  return [tellEntry(words, who, {name: moderator.displayName}), board.parallel ? words.inParallel : words.inTurn]
}

function costLine(plan: Omit<Plan, 'notices'>, host: Host): string {
  const words = entryWords(host.uiLang)
  const meeting = meetingOf({...plan, version: host.version}, {folder: '', date: ''})
  const protocol = protocolOf(plan.protocol)
  const calls = protocol ? turnsToCome(protocol, meeting).filter(({ask}) => ask.stage !== 'record').length : 0
  const sums = estimateOf(plan, host)
  if (!sums) return tellEntry(words, plan.provider === 'rehearsal' ? 'callsFree' : 'callsOne', {calls})
  return tellEntry(words, 'calls', {calls, least: rounded(sums.tokens.min), most: rounded(sums.tokens.max)})
}

/** Two figures that count: an estimate is no more exact than that. */
export function rounded(tokens: number): number {
  const unit = 10 ** Math.max(0, String(Math.round(tokens)).length - 2)
  return Math.round(tokens / unit) * unit
}
