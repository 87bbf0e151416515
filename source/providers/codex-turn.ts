import type {Usage} from '../core/events.ts'
import type {Reading} from './cli/reading.ts'
import {type Fields, fieldsAt, numberAt, textAt} from './json-line.ts'
import {toolFault, vendorFault} from './vendor-fault.ts'

/** What a notification of the app server means for the turn it belongs to. */
export type TurnReader = (method: string, params: Fields) => readonly Reading[]

const harmless = ['userMessage', 'agentMessage', 'reasoning', 'plan', 'contextCompaction', 'hookPrompt']

/** Of several messages in one turn the last is the speech, as in `exec`. */
export function codexTurnReader(): TurnReader {
  let item: string | undefined
  let said = ''
  let used: Usage = {inputTokens: 0, outputTokens: 0}

  return (method, params) => {
    switch (method) {
      case 'item/agentMessage/delta': {
        const delta = textAt(params, 'delta') ?? ''
        return delta === '' ? [] : [...ofItem(textAt(params, 'itemId')), {type: 'text', delta}]
      }
      case 'item/started':
      case 'item/completed':
        return readItem(fieldsAt(params, 'item'), method === 'item/completed')
      case 'error':
        return params.willRetry === true ? begunAgain() : []
      case 'thread/tokenUsage/updated':
        return readUsage(fieldsAt(fieldsAt(params, 'tokenUsage'), 'last'))
      case 'turn/completed':
        return [readEnd(fieldsAt(params, 'turn'))]
      default:
        return []
    }
  }

  function ofItem(id: string | undefined): readonly Reading[] {
    const again = item !== undefined && item !== id ? begunAgain() : []
    item = id
    return again
  }

  function begunAgain(): readonly Reading[] {
    item = undefined
    said = ''
    return [{type: 'reset'}]
  }

  function readItem(given: Fields | undefined, complete: boolean): readonly Reading[] {
    const type = textAt(given, 'type') ?? ''
    if (!harmless.includes(type)) return [{type: 'fatal', fault: toolFault(type)}]
    const text = textAt(given, 'text') ?? ''
    if (type !== 'agentMessage' || !complete || text === '') return []
    const again = ofItem(textAt(given, 'id'))
    said = text
    return again
  }

  /** Of each request that the turn took. */
  function readUsage(last: Fields | undefined): readonly Reading[] {
    const inputTokens = (used.inputTokens ?? 0) + (numberAt(last, 'inputTokens') ?? 0)
    const outputTokens = (used.outputTokens ?? 0) + (numberAt(last, 'outputTokens') ?? 0)
    used = {inputTokens, outputTokens}
    return [{type: 'usage', usage: used}]
  }

  function readEnd(turn: Fields | undefined): Reading {
    if (turn?.status === 'completed') return {type: 'final', text: said}
    const error = fieldsAt(turn, 'error')
    const words = [textAt(error, 'message'), textAt(error, 'additionalDetails')].filter(Boolean).join(': ')
    if (turn?.status === 'interrupted') return {type: 'final', fault: vendorFault(words, {code: 'aborted'})}
    const code = codes[textAt(error, 'codexErrorInfo') ?? '']
    return {type: 'final', fault: vendorFault(words || 'turn/completed', code === undefined ? {} : {code})}
  }
}

const codes: Readonly<Record<string, 'auth' | 'quota'>> = {
  unauthorized: 'auth',
  usageLimitExceeded: 'quota',
  rateLimitExceeded: 'quota',
  sessionBudgetExceeded: 'quota',
}
