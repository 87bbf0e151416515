import type {Fault, FaultCode, Lang} from '../../core/events.ts'
import {type HttpCode, type HttpSlots, httpText} from '../../i18n/http.ts'
import {orAborted} from '../or-aborted.ts'
import type {AskRequest, ProviderEvent} from '../provider.ts'
import {type About, faultOf, isPassing, wordedFault} from './faults.ts'
import {errnoOf} from './guarded-fetch.ts'
import {type Deadlines, type Failure, type HttpDeps, HttpFailure, type Line, type Part} from './parts.ts'
import {makeScrubber, scrub} from './scrub.ts'
import {makeThinkingCutter} from './thinking.ts'
import {makeWatch, type Watch} from './watch.ts'

/** One turn's way to its server. */
export type Opened = {readonly line: Line; readonly about: About}

export type Speaking = {
  readonly deps: Pick<HttpDeps, 'sleep' | 'secrets'>
  readonly deadlines: Deadlines
  /** What is known before it is opened. */
  readonly about: About
  /** Throws `HttpFailure`. */
  readonly open: (request: AskRequest, signal: AbortSignal) => Promise<Opened>
}

/** Milliseconds between two requests where the server says nothing. */
const RETRY_MS = 2000

/**
 * A speech over HTTP: asked for once more, after a while and with a warning, when the server says 429 or 5xx before it said
 * anything. No key that is known passes from here to anybody. Every fault of the contract but `session` can come.
 */
export async function* speak(speaking: Speaking, request: AskRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
  const {lang} = request.turn
  const {deps, deadlines} = speaking
  const clean = (text: string) => scrub(text, deps.secrets())
  const failed = (fault: Fault): ProviderEvent => ({
    type: 'failed',
    fault: {...fault, message: clean(fault.message), ...(fault.hint === undefined ? {} : {hint: clean(fault.hint)})},
  })
  if (signal.aborted) return yield failed(wordedFault(ABORTED, {}, lang))
  const watch = makeWatch(deps.sleep, deadlines, signal)
  let warnings: readonly string[] = []
  let about = speaking.about
  const stopped = (): ProviderEvent => {
    const passed = watch.passed()
    if (passed === undefined) return failed(wordedFault(ABORTED, {}, lang))
    const code: FaultCode = passed === 'idle' ? 'stalled' : 'timeout'
    return failed(wordedFault({code, words: passed, retryable: true}, {...about, seconds: seconds(deadlines[passed])}, lang))
  }
  try {
    for (let attempt = 1; ; attempt++) {
      const opened = await orAborted(speaking.open(request, watch.signal), watch.signal)
      if (opened === 'aborted') return yield stopped()
      if ('error' in opened) return yield failed(faultOf(failureOf(opened.error), about, lang))
      about = opened.ok.about
      const outcome = yield* listen(opened.ok, request, {watch, clean, secrets: deps.secrets()})
      if (outcome === 'aborted') return yield stopped()
      if ('failure' in outcome) {
        const {failure, began} = outcome
        const wait = (failure.kind === 'status' ? failure.retryAfter : undefined) ?? RETRY_MS
        if (attempt > 1 || began || !isPassing(failure) || wait >= deadlines.firstText)
          return yield failed(faultOf(failure, about, lang))
        if ((await orAborted(deps.sleep(wait, watch.signal), watch.signal)) === 'aborted') return yield stopped()
        const status = failure.kind === 'status' ? failure.status : '—'
        warnings = [httpText(lang, 'retried', {...about, status, seconds: seconds(wait)})]
        watch.again()
        continue
      }
      const verdict = verdictOf(outcome, about, lang)
      if ('fault' in verdict) return yield failed(verdict.fault)
      const all = [...warnings, ...verdict.warnings].map(clean)
      return yield {type: 'done', text: outcome.text, ...(all.length > 0 ? {warnings: all} : {})}
    }
  } finally {
    watch.stop()
  }
}

const ABORTED = {code: 'aborted', words: 'aborted', retryable: true} as const
const seconds = (ms: number) => Math.round(ms / 100) / 10

const failureOf = (error: unknown): Failure =>
  error instanceof HttpFailure ? error.failure : {kind: 'dropped', errno: errnoOf(error)}

type Heard = {
  readonly text: string
  readonly finish: (Part & {type: 'finish'}) | undefined
  readonly thought: boolean
  readonly notes: readonly {readonly code: HttpCode; readonly slots: HttpSlots}[]
}

type Ear = {readonly watch: Watch; readonly clean: (text: string) => string; readonly secrets: readonly string[]}

/** Passes on what one request brings, as speech: without thinking, without keys. */
async function* listen(
  {line, about}: Opened,
  request: AskRequest,
  {watch, clean, secrets}: Ear,
): AsyncGenerator<ProviderEvent, Heard | {failure: Failure; began: boolean} | 'aborted'> {
  const {system, prompt} = request
  const parts = line({system, prompt, model: about.model}, watch.signal)[Symbol.asyncIterator]()
  const cutter = makeThinkingCutter()
  let scrubber = makeScrubber(secrets)
  const notes: Heard['notes'][number][] = []
  let text = ''
  let thought = false
  let finish: Heard['finish']

  function* say(cut: {text: string; again?: true}, final: boolean): Generator<ProviderEvent> {
    if (cut.again) {
      scrubber = makeScrubber(secrets)
      if (text) yield {type: 'reset'}
      text = ''
    }
    const delta = scrubber.push(cut.text) + (final ? scrubber.end() : '')
    text += delta
    if (delta) yield {type: 'text', delta}
  }
  try {
    for (;;) {
      const next = await orAborted(parts.next(), watch.signal)
      if (next === 'aborted' || watch.signal.aborted) return 'aborted'
      if ('error' in next) {
        // What was held back is part of what was heard.
        yield* say(cutter.end(), true)
        return {failure: failureOf(next.error), began: text !== '' || thought}
      }
      if (next.ok.done) break
      const part = next.ok.value
      switch (part.type) {
        case 'text':
          watch.heard()
          yield* say(cutter.push(part.delta), false)
          break
        case 'thinking':
          watch.heard()
          thought = true
          break
        case 'usage':
          yield {type: 'usage', usage: part.usage}
          break
        case 'warning':
          notes.push(part)
          break
        case 'finish':
          finish = part.raw === undefined ? part : {...part, raw: clean(part.raw)}
          break
        default:
          part satisfies never
      }
      if (watch.signal.aborted) return 'aborted'
    }
    yield* say(cutter.end(), true)
    if (cutter.unmatched()) notes.push({code: 'thinking-unmatched', slots: {}})
    return {text, finish, thought: thought || cutter.thought(), notes}
  } finally {
    void parts.return?.()?.catch(() => undefined)
  }
}

/** Words of servers that mean an ordinary end though they are not the usual one. */
const ORDINARY = /^(?:stop|eos|eos_token|end|end_turn|stop_sequence|complete|completed|finished)$/i

/** The model's last word decides; text without one is no speech. */
function verdictOf(
  {text, finish, thought, notes}: Heard,
  about: About,
  lang: Lang,
): {readonly fault: Fault} | {readonly warnings: readonly string[]} {
  const fault = (code: FaultCode, words: HttpCode, retryable: boolean) => ({
    fault: wordedFault({code, words, retryable}, {...about, raw: finish?.raw ?? '—'}, lang),
  })
  const warnings = notes.map(({code, slots}) => httpText(lang, code, {...about, ...slots}))
  switch (finish?.reason) {
    case undefined:
      return fault('protocol', 'unfinished', true)
    case 'length':
      return fault('protocol', 'length', true)
    case 'filter':
      return fault('unknown', 'filter', false)
    case 'tools':
      return fault('isolation', 'tools', false)
    case 'error':
      return fault('protocol', 'unfinished', true)
    case 'other':
      if (/error|insufficient|abort|cancel|load/i.test(finish?.raw ?? '')) return fault('unknown', 'broken', true)
      break
    default:
      break
  }
  if (text.trim() === '') return fault('empty', thought ? 'only-thinking' : 'empty', true)
  const raw = finish?.raw
  const odd = raw !== undefined && finish?.reason === 'other' && !ORDINARY.test(raw)
  return {warnings: odd ? [...warnings, httpText(lang, 'odd-finish', {...about, raw})] : warnings}
}
