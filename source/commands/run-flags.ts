import type {Budget, Lang, Meeting} from '../core/events.ts'
import {isReview} from '../core/review.ts'
import {judgeKey, reviewLimits, wholeIn} from '../core/review-request.ts'
import {tell} from '../i18n/index.ts'
import {reviewWords} from '../i18n/review-entry.ts'
import {voiceText} from '../i18n/voices.ts'
import {ledgerName, parseVoice} from '../providers/index.ts'
import {discoverFor} from '../runtime/personas/everywhere.ts'
import {resolveName} from '../runtime/personas/resolve.ts'
import type {Host} from './host.ts'
import {notForReviews} from './review-plan.ts'
import {problemText} from './review-words.ts'

export type RunFlags = {
  readonly fallback?: string
  readonly skipMissing?: boolean
  readonly budgetTokens?: string
  readonly budgetUsd?: string
  readonly trustUserConfig?: boolean
  /** Of a review: a verdict although somebody is missing, and the milliseconds of a turn. */
  readonly acceptGaps?: boolean
  readonly timeoutMs?: string
}

export type Fallback = {readonly provider: string; readonly model?: string; readonly reason: string}

/** How a meeting goes on when a voice fails and nobody is there to choose, and how much it may use. */
export type RunPlan = {
  readonly fallback: (who: string) => Fallback | undefined
  readonly skipFailed: boolean
  readonly budget?: Budget
  /** What is said for the person where a review waits for them because of gaps. */
  readonly acceptGaps?: string
  /** Milliseconds of a turn, said now; it goes before what the meeting was opened with. */
  readonly turnMs?: number
}

type Seated = {readonly id: string; readonly name: string}

/**
 * `--fallback SEAT:VOICE[,SEAT:VOICE…]` or `--fallback VOICE` for every seat; SEAT is an id, a name or an alias. `--budget-tokens`
 * and `--budget-usd` are positive numbers. Everything that is wrong is said at once.
 */
export function readRunFlags(
  flags: RunFlags,
  table: {readonly seats: readonly Seated[]; readonly lang: Lang},
  host: Host,
): {readonly ok: RunPlan} | {readonly usage: readonly string[]} {
  const usage: string[] = []
  const number = (flag: string, said: string | undefined, shape: RegExp) => {
    if (said === undefined) return undefined
    const value = shape.test(said.trim()) ? Number(said) : 0
    if (value > 0 && Number.isFinite(value)) return value
    usage.push(tell(host.words, 'usageFlagValue', {flag, said, allowed: '> 0'}))
    return undefined
  }
  const tokens = number('--budget-tokens', flags.budgetTokens, /^\d{1,12}$/)
  const usd = number('--budget-usd', flags.budgetUsd, /^\d{1,9}(?:\.\d{1,6})?$/)
  const turnMs = turnMsOf(flags, host, usage)
  const {settings} = host.home
  const fallbacks = fallbacksOf(flags.fallback ?? settings.fallback?.join(','), table, host, usage)
  if (usage.length > 0) return {usage}
  const budget = {...settings.budget, ...(tokens ? {tokens} : {}), ...(usd ? {usd} : {})}
  return {
    ok: {
      fallback: who => fallbacks.get(who) ?? fallbacks.get(everybody),
      skipFailed: flags.skipMissing ?? false,
      ...(Object.keys(budget).length > 0 ? {budget} : {}),
      ...(flags.acceptGaps ? {acceptGaps: reviewWords(table.lang).acceptGaps} : {}),
      ...(turnMs === undefined ? {} : {turnMs}),
    },
  }
}

/** The judge has no seat; the minutes' voice is theirs. */
export const judgeSeat: Seated = {id: 'recorder', name: judgeKey}

function turnMsOf({timeoutMs: said}: RunFlags, host: Host, usage: string[]): number | undefined {
  if (said === undefined) return undefined
  const {leastTurnMs: least, anyTurnMs: most} = reviewLimits
  const ms = wholeIn(said, least, most)
  if (ms === undefined) usage.push(problemText({code: 'number', flag: '--timeout-ms', said, least, most}, host))
  return ms
}

const everybody = '*'

function fallbacksOf(
  said: string | undefined,
  {seats, lang}: Parameters<typeof readRunFlags>[1],
  host: Host,
  usage: string[],
): ReadonlyMap<string, Fallback> {
  const found = new Map<string, Fallback>()
  const wrong = (text: string) => {
    if (!usage.includes(text)) usage.push(text)
  }
  for (const part of (said ?? '').split(/[,，、]/u).map(item => item.trim())) {
    if (part === '') continue
    const whole = parseVoice(part)
    const [, name = '', voice = ''] = /^([^:：]+)[:：](.+)$/u.exec(part) ?? []
    const seat = name && seatCalled(name, {seats, lang}, host)
    const parsed = seat ? parseVoice(voice) : whole
    if ('problem' in parsed) {
      if (name && !seat) {
        const names = seats.map(s => s.name).join(host.words.listSeparator)
        wrong(tell(host.words, 'usageFlagValue', {flag: '--fallback', said: name, allowed: names}))
      } else wrong(voiceText(host.uiLang, parsed.problem))
      continue
    }
    if (parsed.ok.provider === 'rehearsal') {
      wrong(tell(host.words, 'usageFallbackRehearsal'))
      continue
    }
    const reason = tell(host.words, 'fallbackReason')
    found.set(seat || everybody, {
      provider: ledgerName(parsed.ok),
      ...(parsed.ok.model ? {model: parsed.ok.model} : {}),
      reason,
    })
  }
  return found
}

function seatCalled(name: string, {seats, lang}: Parameters<typeof readRunFlags>[1], host: Host): string | undefined {
  const direct = seats.find(seat => seat.id === name || seat.name === name)
  if (direct) return direct.id
  const named = resolveName(name, discoverFor(host).personas, lang)
  return named.kind === 'found' ? seats.find(seat => seat.id === named.persona.id)?.id : undefined
}

/** The same for a meeting that is held already: what the flags say now, about the seats it has. */
export function runPlanFor(meeting: Meeting, flags: RunFlags, host: Host): ReturnType<typeof readRunFlags> {
  const wrong = notForReviews(meeting, flags, host)
  if (wrong.length > 0) return {usage: wrong}
  return readRunFlags(flags, {seats: [...meeting.seats, ...(isReview(meeting) ? [judgeSeat] : [])], lang: meeting.lang}, host)
}
