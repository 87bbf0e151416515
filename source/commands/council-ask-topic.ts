import {randomBytes} from 'node:crypto'
import {topicChosen} from '../core/council-chosen.ts'
import {COUNCIL_TOPICS} from '../core/council-table.ts'
import type {Lang} from '../core/events.ts'
import {fence, fill, pick} from '../core/template.ts'
import {cleanIngest} from '../core/text.ts'
import {type CouncilWord, tellCouncil} from '../i18n/council-entry.ts'
import {topicName} from '../i18n/council-topics.ts'
import {makeVoices, voiceName} from '../providers/index.ts'
import type {AskRequest, Provider} from '../providers/provider.ts'
import {loadPrompts} from '../runtime/package-files.ts'
import type {Host} from './host.ts'
import type {Planned} from './plan.ts'
import type {Voice} from './plan-voices.ts'
import {short} from './shown.ts'
import {voicesToLookAt} from './voices-for.ts'

/** A council that cannot be planned only because no word of the request settles a topic. */
export type Unrouted = {
  readonly topic: string
  readonly lang: Lang
  readonly voice: Voice
  readonly seed: number
  readonly trustUserConfig?: boolean
}

/** Asked twice at most: seeds/engineering-council.txt, step 2, branch 4. */
const mostAsked = 2

/**
 * Asks the meeting's own voice which topic of the closed list a request belongs to, and plans again with it. The person is told
 * before, since it takes tokens. Without an answer from the list the meeting is not begun: `usage` is said.
 */
export async function withTopicAsked(
  usage: readonly string[],
  unrouted: Unrouted,
  {again, host}: {readonly again: (topic: string) => Planned; readonly host: Host},
): Promise<Planned> {
  const say = (key: CouncilWord, slots: Parameters<typeof tellCouncil>[2] = {}) => tellCouncil(host.uiLang, key, slots)
  const voice = voiceName(unrouted.voice.provider)
  host.warn(say('ask.before', {voice, count: COUNCIL_TOPICS.length}))
  const chosen = await chosenTopic(unrouted, host)
  if ('topic' in chosen) {
    host.warn(say('ask.chosen', {voice, topic: topicName(chosen.topic, host.uiLang), key: chosen.topic}))
    return again(chosen.topic)
  }
  const said = 'fault' in chosen ? say('ask.failed', {voice, message: short(chosen.fault, 200)}) : say('ask.twice', {voice})
  return {usage: [said, ...usage]}
}

export type Chosen = {readonly topic: string} | {readonly fault: string} | {readonly none: true}

/** One of the closed list, as the voice of the meeting chooses it; what it takes was said before. */
export async function chosenTopic({voice, trustUserConfig, ...asked}: Unrouted, host: Host): Promise<Chosen> {
  const voices = makeVoices(voicesToLookAt(host, trustUserConfig ? {trustUserConfig} : {}))
  try {
    const provider = voices(voice.provider)
    if (provider === undefined) return {none: true}
    for (let time = 0; time < mostAsked; time++) {
      const reply = await replyOf(provider, requestFor(asked, voice, time > 0), host.signal)
      if ('fault' in reply) return reply
      const topic = topicChosen(reply.text)
      if (topic !== undefined) return {topic}
    }
    return {none: true}
  } finally {
    await voices.close()
  }
}

function requestFor({topic, lang, seed}: Omit<Unrouted, 'voice'>, {model}: Voice, again: boolean): AskRequest {
  const prompts = loadPrompts('council-topic', lang)
  const topics = COUNCIL_TOPICS.map(({key}) => `${key}: ${topicName(key, lang)}`).join('\n')
  const ask = fill(pick(prompts, 'ask'), {topics, request: fence(topic, nonceFor(topic))})
  const keys = COUNCIL_TOPICS.map(({key}) => key).join('\n')
  return {
    who: {id: 'council-topic', name: 'council-topic'},
    system: pick(prompts, 'system'),
    prompt: again ? fill(pick(prompts, 'again'), {keys, ask}) : ask,
    ...(model ? {model} : {}),
    turn: {
      key: again ? 'council-topic:2' : 'council-topic',
      topic,
      lang,
      stage: 'record',
      round: 0,
      limits: {min: 1, max: 40},
      relays: [],
      userWords: [],
      own: [],
      others: [],
      seed,
    },
  }
}

async function replyOf(provider: Provider, request: AskRequest, signal: AbortSignal): Promise<{text: string} | {fault: string}> {
  for await (const event of provider.ask(request, signal)) {
    if (event.type === 'done') return {text: cleanIngest(event.text).text}
    if (event.type === 'failed') return {fault: [event.fault.message, event.fault.hint].filter(Boolean).join(' ')}
  }
  return {text: ''}
}

function nonceFor(data: string): string {
  for (;;) {
    const nonce = randomBytes(8).toString('hex')
    if (!data.includes(nonce)) return nonce
  }
}
