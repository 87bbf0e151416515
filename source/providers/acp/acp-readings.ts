import type {Reading} from '../cli/reading.ts'
import {type Fields, fieldsAt, numberAt, textAt} from '../json-line.ts'
import {toolFault, vendorFault} from '../vendor-fault.ts'

/** What a `session/update` means. Thoughts, plans and what the agent tells of the past are no part of a speech. */
export function readUpdate(params: Fields): readonly Reading[] {
  const update = fieldsAt(params, 'update')
  switch (update?.sessionUpdate) {
    case 'agent_message_chunk': {
      const content = fieldsAt(update, 'content')
      const delta = content?.type === 'text' ? (textAt(content, 'text') ?? '') : ''
      // qwen counts in a piece of its own, without text.
      const counted = usageOf({usage: fieldsAt(update, '_meta')?.usage})
      return delta === '' ? counted : [{type: 'text', delta}, ...counted]
    }
    case 'tool_call':
      return [{type: 'fatal', fault: toolFault(textAt(update, 'title', 'kind') ?? 'tool_call')}]
    default:
      return []
  }
}

/** The answer to `session/prompt`, which ends the turn. */
export function endOfTurn(answer: Fields): readonly Reading[] {
  const reason = textAt(answer, 'stopReason') ?? 'stopReason'
  const usage = usageOf(answer)
  if (reason === 'end_turn') return [...usage, {type: 'final'}]
  if (reason === 'cancelled') return [{type: 'final', fault: vendorFault(reason, {code: 'aborted'})}]
  // What came before was cut off, or refused.
  const again = reason !== 'refusal' && reason !== 'max_tokens'
  return [...usage, {type: 'final', fault: {...vendorFault(reason, {code: 'unknown'}), retryable: again}}]
}

/**
 * As the protocol has it, or beside it in gemini's own way. Some agents count what was cached into the input and some do not, so the
 * total decides.
 */
function usageOf(answer: Fields): readonly Reading[] {
  const usage = fieldsAt(answer, 'usage')
  const quota = fieldsAt(fieldsAt(fieldsAt(answer, '_meta'), 'quota'), 'token_count')
  const outputTokens = numberAt(usage, 'outputTokens') ?? numberAt(quota, 'output_tokens')
  const total = numberAt(usage, 'totalTokens')
  const told = numberAt(usage, 'inputTokens') ?? numberAt(quota, 'input_tokens')
  if (told === undefined || outputTokens === undefined) return []
  const counted = total === undefined ? told : total - outputTokens - (numberAt(usage, 'thoughtTokens') ?? 0)
  return [{type: 'usage', usage: {inputTokens: Math.max(told, counted), outputTokens}}]
}
