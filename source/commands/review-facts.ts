import {reviewLimits} from '../core/review-request.ts'
import {type ReviewWord, reviewWords, tellReview} from '../i18n/review-entry.ts'
import {protocolOf} from '../protocols/index.ts'
import {type MaterialFile, mostBlockBytes} from '../runtime/materials.ts'
import {meetingOf} from '../runtime/meeting-folder.ts'
import {rounded} from './board-facts.ts'
import {estimateOf} from './first-run.ts'
import type {Host} from './host.ts'
import type {Plan} from './plan.ts'
import type {Voice} from './plan-voices.ts'
import {short} from './shown.ts'
import {turnsToCome} from './turns-to-come.ts'

type Facts = {
  readonly plan: Omit<Plan, 'notices'>
  readonly judge: Voice
  readonly files: readonly MaterialFile[]
  readonly mostAgents: number
}

/** Before a review begins: who sits and who judges, what lies before them and how much of it, the caps, and what it will take. */
export function reviewFacts({plan, judge, files, mostAgents}: Facts, host: Host): readonly string[] {
  const {uiLang} = host
  const told = (key: ReviewWord, slots: Parameters<typeof tellReview>[2] = {}) => tellReview(uiLang, key, slots)
  const {seats, rounds, review} = plan
  const list = seats.map(seat =>
    told('agent', {name: short(seat.persona.displayName), role: seat.persona.id, voice: voiceText(seat)}),
  )
  return [
    told('agents', {list: list.join(reviewWords(uiLang).separator)}),
    told('judge', {voice: voiceText(judge)}),
    ...(['brief', 'material'] as const).flatMap(kind =>
      files.filter(({material}) => material.kind === kind).map((file, at) => fileLine(file, at + 1, host)),
    ),
    ...(files.length === 0 ? [reviewWords(uiLang).noMaterials] : []),
    told('caps', {
      rounds,
      mostRounds: review?.mostRounds ?? reviewLimits.mostRounds,
      count: seats.length,
      mostAgents,
      limit: timeText(review?.turnMs ?? reviewLimits.turnMs, host),
      block: mostBlockBytes,
    }),
    costLine(plan, host),
  ]
}

const voiceText = ({provider, model}: Voice): string => (model === undefined ? provider : `${provider}/${model}`)

function fileLine({material}: MaterialFile, n: number, host: Host): string {
  const {kind, label, bytes, sha256, text, truncated} = material
  const line = tellReview(host.uiLang, kind === 'brief' ? 'brief' : 'material', {n, label, bytes, sha: sha256.slice(0, 12)})
  return truncated ? tellReview(host.uiLang, 'truncated', {line, kept: Buffer.byteLength(text)}) : line
}

function timeText(ms: number, host: Host): string {
  const whole = ms % 60_000 === 0
  return tellReview(host.uiLang, whole ? 'minutes' : 'seconds', {n: whole ? ms / 60_000 : ms / 1000})
}

function costLine(plan: Omit<Plan, 'notices'>, host: Host): string {
  const meeting = meetingOf(
    {...plan, version: host.version, ...(plan.judge ? {recorder: plan.judge} : {})},
    {folder: '', date: ''},
  )
  const protocol = protocolOf(plan.protocol)
  const calls = protocol ? turnsToCome(protocol, meeting).length : 0
  const sums = estimateOf(plan, host)
  if (!sums) return tellReview(host.uiLang, plan.provider === 'rehearsal' ? 'callsFree' : 'callsOne', {calls})
  return tellReview(host.uiLang, 'calls', {calls, least: rounded(sums.tokens.min), most: rounded(sums.tokens.max)})
}
