import type {Fault, FaultCode} from '../../core/events.ts'
import type {AgentFaultKind, AgentWarning} from '../../i18n/agents.ts'
import type {Ended} from './process.ts'

/** All there is to know about a turn once it is over. */
export type Facts = {
  /** The final control event, if it came. */
  readonly final?: {readonly text?: string; readonly fault?: Fault}
  /** What was streamed since the agent last began its answer. */
  readonly streamed: string
  /** What ended the turn from outside before a final event; the first reason counts. */
  readonly cut?: Cut
  /** A fault that voids the turn whatever else was said: the isolation broke. */
  readonly voided?: Fault
  /** How the process ended; absent: it lives on, as a warm one does. */
  readonly ended?: Ended
  /** What the agent's own classifier makes of that end. */
  readonly classified?: Fault
  /** It did not exit by itself after its final event. */
  readonly forced?: boolean
}

export type Cut =
  | {readonly why: 'aborted'}
  | {readonly why: 'no-text' | 'too-long' | 'stalled'; readonly seconds: number}
  | {readonly why: 'line-too-long'}
  /** Nothing good can come any more. */
  | {readonly why: 'fatal'; readonly fault: Fault}

/** A fault before it is put in words: `said` is what the agent itself said of it. */
export type Verdict =
  | {readonly how: 'done'; readonly text: string; readonly warnings: readonly VerdictWarning[]}
  | {
      readonly how: 'failed'
      readonly code: FaultCode
      readonly kind: AgentFaultKind
      readonly retryable: boolean
      readonly said?: string
      readonly hint?: string
      readonly seconds?: number
    }
export type VerdictWarning = {readonly kind: AgentWarning; readonly slots: Readonly<Record<string, string | number>>}

/**
 * Whether a turn was a speech. The final control event decides, never the exit code; what the agent says of an error never becomes
 * a speech; without a final event, or without text, there is none. `providers.md` section 4.
 */
export function verdict({final, streamed, cut, voided, ended, classified, forced}: Facts): Verdict {
  if (voided) return ofFault(voided)
  if (final?.fault) return ofFault(final.fault)
  if (final) {
    const text = isBlank(final.text) ? streamed : (final.text ?? '')
    if (isBlank(text)) return failed('empty', 'empty', true)
    return {how: 'done', text, warnings: afterAnswer(ended, forced ?? false)}
  }
  if (cut) return ofCut(cut)
  if (ended?.trouble === 'ENOENT') return failed('missing', 'missing', false)
  if (ended?.trouble) return failed('unknown', 'unstartable', false, ended.trouble)
  if (classified) return ofFault(classified)
  return failed('protocol', 'unfinished', true, endedHow(ended))
}

function ofCut(cut: Cut): Verdict {
  switch (cut.why) {
    case 'aborted':
      return failed('aborted', 'aborted', true)
    case 'no-text':
    case 'too-long':
      return {...failed('timeout', cut.why, true), seconds: cut.seconds}
    case 'stalled':
      return {...failed('stalled', 'stalled', true), seconds: cut.seconds}
    case 'line-too-long':
      return failed('protocol', 'line-too-long', true)
    case 'fatal':
      return ofFault(cut.fault)
    default:
      return cut satisfies never
  }
}

type Failed = Verdict & {readonly how: 'failed'}

const failed = (code: FaultCode, kind: AgentFaultKind, retryable: boolean, said = ''): Failed => ({
  how: 'failed',
  code,
  kind,
  retryable,
  ...(said ? {said} : {}),
})

const ofFault = ({code, message, hint, retryable}: Fault): Verdict => ({
  ...failed(code, kindOf(code, retryable), retryable, message),
  ...(hint ? {hint} : {}),
})

/** A protocol fault that no repetition mends is one of how the agent was called. */
function kindOf(code: FaultCode, retryable: boolean): AgentFaultKind {
  if (code === 'timeout') return 'unknown'
  if (code === 'protocol') return retryable ? 'unfinished' : 'config'
  return code
}

function afterAnswer(ended: Ended | undefined, forced: boolean): readonly VerdictWarning[] {
  if (forced) return [{kind: 'forced-after-final', slots: {}}]
  const how = ended?.code ? String(ended.code) : (ended?.signal ?? '')
  return how ? [{kind: 'exit-after-answer', slots: {code: how}}] : []
}

function endedHow(ended: Ended | undefined): string {
  if (!ended) return ''
  const how = ended.signal ?? (ended.code === null ? '' : `exit ${ended.code}`)
  const last = ended.stderr.trim().split('\n').at(-1)?.trim() ?? ''
  return [how, last].filter(Boolean).join(': ')
}

const isBlank = (text: string | undefined) => text === undefined || text.trim() === ''
