import type {Lang} from '../core/events.ts'
import {languageOf, type MeetingRequest, parseRequest} from '../core/request.ts'
import {charCount, cleanIngest} from '../core/text.ts'
import {tell, type WordKey} from '../i18n/index.ts'
import type {Host} from './host.ts'
import type {MeetFlags} from './plan.ts'
import {type Voice, voiceOf} from './plan-voices.ts'

/** Says what is wrong, in the person's words. */
export type Wrong = (key: WordKey, slots?: Parameters<typeof tell>[2]) => void

/** What a meeting of any kind begins with. */
export type Common = {
  readonly topic: string
  readonly lang: Lang
  readonly seed: number
  /** Of every seat that has none of its own. */
  readonly voice: Voice
}

const mostTopic = 4000

export function commonOf(
  flags: MeetFlags,
  request: MeetingRequest,
  {host, usage, wrong}: {host: Host; usage: string[]; wrong: Wrong},
): Common {
  const topic = cleanIngest(flags.topic ?? request.topic ?? '').text.trim()
  if (!topic) wrong('usageTopic')
  if (charCount(topic) > mostTopic) wrong('usageTopicLong', {most: mostTopic, count: charCount(topic)})
  const lang = langOf(flags, request, topic)
  if (!lang) wrong('usageFlagValue', {flag: '--lang', said: flags.lang ?? '', allowed: 'zh, en'})
  const seed = flags.seed === undefined ? 1 : wholeNumber(flags.seed)
  if (seed === undefined) wrong('usageFlagValue', {flag: '--seed', said: flags.seed ?? '', allowed: '1, 2, 3 …'})
  const standard = voiceOf(flags.provider ?? host.home.settings.provider ?? 'rehearsal', host, usage)
  const model = flags.model ?? standard.model
  return {
    topic,
    lang: lang ?? 'zh',
    seed: seed ?? 1,
    voice: {provider: standard.provider, ...(model ? {model} : {})},
  }
}

/** Nobody named a voice, so the meeting is a rehearsal: to be said. */
export const rehearsedByDefault = (flags: MeetFlags, host: Host, seats: readonly Voice[]): readonly string[] =>
  !flags.provider && !host.home.settings.provider && seats.every(seat => seat.provider === 'rehearsal')
    ? [tell(host.words, 'rehearsalByDefault')]
    : []

export const wholeNumber = (text: string): number | undefined => (/^[1-9]\d{0,8}$/.test(text.trim()) ? Number(text) : undefined)

const nothingSaid: MeetingRequest = {kind: 'meeting', with: [], missing: [], notes: []}

/** Undefined: the sentence asks for no meeting, and no flag does. */
export function requestOf(flags: MeetFlags, sentence: string | undefined): MeetingRequest | undefined {
  if (!sentence) return nothingSaid
  const request = parseRequest(sentence)
  if (request.kind === 'meeting') return request
  const asked = flags.with !== undefined || flags.protocol === 'board' || flags.protocol === 'review'
  return flags.topic === undefined && asked ? {...nothingSaid, topic: sentence} : undefined
}

function langOf(flags: MeetFlags, request: MeetingRequest, topic: string): Lang | undefined {
  if (flags.lang === undefined) return request.lang ?? languageOf(topic)
  return flags.lang === 'zh' || flags.lang === 'en' ? flags.lang : undefined
}
