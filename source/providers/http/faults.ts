import type {Fault, FaultCode, Lang} from '../../core/events.ts'
import {type HttpCode, type HttpSlots, httpHint, httpText} from '../../i18n/http.ts'
import type {Failure} from './parts.ts'

/** What a message may name beside the failure itself. */
export type About = {
  /** As people know it. */
  readonly name: string
  /** As settings and commands name it. */
  readonly id: string
  readonly server: string
  readonly model: string
  /** Where the key came from. */
  readonly from: string
  /** Variables that may hold it, as people read them. */
  readonly variables: string
}

type Meaning = {readonly code: FaultCode; readonly words: HttpCode; readonly retryable: boolean; readonly slots?: HttpSlots}

/** Whether one more request may help, though nothing changed but the time. */
export function isPassing(failure: Failure): boolean {
  const {retryable, code} = meaningOf(failure)
  return retryable && (failure.kind === 'status' || failure.kind === 'said') && code !== 'protocol'
}

export function faultOf(failure: Failure, about: About, lang: Lang): Fault {
  const {slots = {}, ...meaning} = meaningOf(failure)
  return wordedFault(meaning, {...about, ...slots}, lang)
}

export function wordedFault({code, words, retryable}: Omit<Meaning, 'slots'>, slots: HttpSlots, lang: Lang): Fault {
  const hint = httpHint(lang, words, slots)
  return {code, message: httpText(lang, words, slots), ...(hint === undefined ? {} : {hint}), retryable}
}

const meaning = (code: FaultCode, words: HttpCode, retryable: boolean, slots: HttpSlots = {}): Meaning => ({
  code,
  words,
  retryable,
  slots,
})

function meaningOf(failure: Failure): Meaning {
  switch (failure.kind) {
    case 'status':
      return ofStatus(failure.status, failure)
    case 'said': {
      const like = statusLike(`${failure.code ?? ''} ${failure.message}`)
      return like === undefined
        ? meaning('unknown', 'said', false, {message: failure.message})
        : {...ofStatus(like, failure), words: 'said'}
    }
    case 'redirect':
      return meaning('isolation', 'redirect', false, {to: failure.to})
    case 'no-stream':
      return meaning('protocol', 'no-stream', false, {message: failure.message ? `: ${failure.message}` : ''})
    case 'unreachable':
      return meaning('missing', 'unreachable', true, {errno: failure.errno})
    case 'dropped':
      return failure.errno === 'unfinished'
        ? meaning('protocol', 'unfinished', true)
        : meaning('protocol', 'dropped', true, {errno: failure.errno})
    case 'too-long':
      return meaning('protocol', 'too-long', false, {megabytes: failure.megabytes})
    case 'address':
      return meaning(failure.reason === 'no-address' ? 'missing' : 'isolation', failure.reason, false)
    case 'no-key':
      return meaning('auth', 'no-key', false)
    case 'no-model':
      return meaning('missing', 'no-model', false)
    case 'no-server':
      return meaning('missing', 'no-server', false)
    case 'not-running':
      return meaning('missing', 'not-running', true)
    case 'not-ours':
      return meaning('missing', 'not-ours', false)
    case 'not-local':
      return meaning('isolation', 'not-local', false, {model: failure.model})
    case 'loading':
      return meaning('missing', 'loading', true)
    default:
      return failure satisfies never
  }
}

const SPENT = /insufficient[_ ]quota|billing|exceeded_current_quota|insufficient balance|arrearage|余额|欠费/i

function ofStatus(status: number, {message, code = ''}: {message: string; code?: string}): Meaning {
  const slots = {status, message: message || '—'}
  if (status === 402 || ((status === 429 || status === 403) && SPENT.test(`${code} ${message}`)))
    return meaning('quota', 'status-quota', false, slots)
  if (status === 401 || status === 403) return meaning('auth', 'status-auth', false, slots)
  if (status === 429) return meaning('quota', 'status-rate', true, slots)
  if (status === 404) return meaning('missing', 'status-missing', false, slots)
  if (status === 413) return meaning('protocol', 'status-big', false, slots)
  if (status === 408 || status === 504) return meaning('timeout', 'status-slow', true, slots)
  if (status >= 500) return meaning('unknown', 'status-server', true, slots)
  if (status >= 400) return meaning('protocol', 'status-bad', false, slots)
  return meaning('protocol', 'status-other', false, slots)
}

/** The status that an error without one would have had. */
function statusLike(text: string): number | undefined {
  if (SPENT.test(text)) return 402
  if (/authentication|invalid[_ ]api[_ ]key|unauthori[sz]ed/i.test(text)) return 401
  if (/rate[_ ]limit|too many requests/i.test(text)) return 429
  if (/overloaded|server[_ ]error|unavailable/i.test(text)) return 503
  if (/not[_ ]found/i.test(text)) return 404
  return undefined
}
