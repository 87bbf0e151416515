import type {Fault, FaultCode, Lang} from '../core/events.ts'
import {type VoiceNote, voiceText} from '../i18n/voices.ts'
import {orAborted} from './or-aborted.ts'
import type {AskRequest, Provider, ProviderEvent} from './provider.ts'

/** Where relays go out by hand and replies come back. One at a time: the next is handed out when the one before it is over. */
export type ManualDesk = {
  /** Shows the relay, and puts it where the person can take it from. `first`: it opens the seat's conversation. */
  handOut(relay: Relay): Promise<{readonly path?: string}>
  /** What the person pastes for this seat; undefined when there will be nothing. The desk stops waiting when the signal aborts. */
  reply(who: AskRequest['who'], signal: AbortSignal): Promise<string | undefined>
}

export type Relay = {readonly who: AskRequest['who']; readonly text: string; readonly first: boolean}

/**
 * A voice that a person carries to and fro. The relay is clean: the first time the system text and the prompt, later the prompt
 * alone, to the byte. Faults: `empty`, `aborted`, `unknown` when the desk itself fails; all can be tried again.
 */
export function makeManual(desk: ManualDesk, lang: Lang = 'zh'): Provider {
  const queue = makeQueue()
  return {
    id: 'manual',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: voiceText(lang, {code: 'manual-ready', slots: {}})}),
    ask: (request, signal) => carry(request, signal, {desk, queue}),
  }
}

async function* carry(
  {who, system, prompt, session, turn}: AskRequest,
  signal: AbortSignal,
  {desk, queue}: {readonly desk: ManualDesk; readonly queue: Queue},
): AsyncGenerator<ProviderEvent> {
  const failed = (code: FaultCode, note: VoiceNote): ProviderEvent => {
    const fault: Fault = {code, message: voiceText(turn.lang, note), retryable: true}
    return {type: 'failed', fault}
  }
  const aborted = () => failed('aborted', {code: 'aborted', slots: {}})
  const broken = (error: unknown) => failed('unknown', {code: 'desk-broken', slots: {reason: messageOf(error)}})
  const place = queue.join()
  try {
    if ((await orAborted(place.mine, signal)) === 'aborted') return yield aborted()
    const first = session === undefined
    const text = first && system !== '' ? `${system}\n\n${prompt}` : prompt
    const handed = await orAborted(
      started(() => desk.handOut({who, text, first})),
      signal,
    )
    if (handed === 'aborted') return yield aborted()
    if ('error' in handed) return yield broken(handed.error)
    const reply = await orAborted(
      started(() => desk.reply(who, signal)),
      signal,
    )
    if (reply === 'aborted') return yield aborted()
    if ('error' in reply) return yield broken(reply.error)
    if (reply.ok === undefined || reply.ok.trim() === '') return yield failed('empty', {code: 'reply-empty', slots: {}})
    yield {type: 'session', id: session ?? `manual-${who.id}`}
    if (signal.aborted) return yield aborted()
    yield {type: 'done', text: reply.ok}
  } finally {
    place.leave()
  }
}

/** What a call throws at once becomes a rejection as well. */
const started = async <T>(call: () => Promise<T>): Promise<T> => call()
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))

type Queue = {join(): {readonly mine: Promise<void>; leave(): void}}

/** One person carries one relay. Whoever leaves the queue early lets nobody pass those before. */
function makeQueue(): Queue {
  let last: Promise<void> = Promise.resolve()
  return {
    join: () => {
      const mine = last
      let leave = () => {}
      const left = new Promise<void>(resolve => {
        leave = resolve
      })
      last = mine.then(() => left)
      return {mine, leave}
    },
  }
}
