import type {Fault} from '../../core/events.ts'
import type {AskRequest, Provider, ProviderEvent} from '../provider.ts'
import {rehearse} from './speak.ts'

export type RehearsalOptions = {
  /** Characters (graphemes) that come at once; 2 when absent. */
  readonly charsPerTick?: number
  /** Milliseconds between two chunks; 0 when absent, and then nothing sleeps. */
  readonly tickMs?: number
  /** Resolves after `ms`; may reject or resolve early when the signal aborts. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
}

/** The labelled voice without a model. Faults: `protocol` where it declines (see `rehearse`), `aborted`. */
export function makeRehearsal({charsPerTick = 2, tickMs = 0, sleep}: RehearsalOptions): Provider {
  return {
    id: 'rehearsal',
    remembers: true,
    records: false,
    check: async () => ({ok: true, detail: 'rehearsal, no model'}),
    ask: (request, signal) => speak(request, signal, {charsPerTick: Math.max(1, Math.floor(charsPerTick)), tickMs, sleep}),
  }
}

async function* speak(
  {who, session, turn}: AskRequest,
  signal: AbortSignal,
  {charsPerTick, tickMs, sleep}: Required<RehearsalOptions>,
): AsyncGenerator<ProviderEvent> {
  if (signal.aborted) return yield {type: 'failed', fault: ABORTED}
  const rehearsed = rehearse(turn)
  if ('fault' in rehearsed) return yield {type: 'failed', fault: rehearsed.fault}
  yield {type: 'session', id: session ?? `rehearsal-${who.id}`}
  for (const delta of chunks(rehearsed.text, charsPerTick)) {
    if (tickMs > 0 && !(await slept(sleep, tickMs, signal))) return yield {type: 'failed', fault: ABORTED}
    if (signal.aborted) return yield {type: 'failed', fault: ABORTED}
    yield {type: 'text', delta}
  }
  yield {type: 'done', text: rehearsed.text}
}

const ABORTED: Fault = {code: 'aborted', message: 'the speech was stopped', retryable: true}

async function slept(sleep: RehearsalOptions['sleep'], ms: number, signal: AbortSignal): Promise<boolean> {
  try {
    await sleep(ms, signal)
  } catch {
    return false
  }
  return !signal.aborted
}

/** Whole graphemes, so that no chunk tears a character apart. */
function* chunks(text: string, size: number): Generator<string> {
  let chunk = ''
  let count = 0
  for (const {segment} of new Intl.Segmenter('zh', {granularity: 'grapheme'}).segment(text)) {
    chunk += segment
    count++
    if (count < size) continue
    yield chunk
    chunk = ''
    count = 0
  }
  if (chunk !== '') yield chunk
}
