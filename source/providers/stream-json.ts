import type {Fault} from '../core/events.ts'
import type {Reader, Reading} from './cli/reading.ts'
import {type Fields, fieldsAt, listAt, numberAt, objectsIn, textAt} from './json-line.ts'
import {sessionFault, toolFault, vendorFault} from './vendor-fault.ts'

export type StreamJson = {
  /** `usage` of the result counts from the beginning of the session. */
  readonly cumulative: boolean
  /** Turns a fault of the agent's own words, where it says more than the words do. */
  readonly faultOf?: (said: string, error: string | undefined) => Fault
}

/**
 * The stream of JSON lines that several agents share with Claude Code: `system/init`, `stream_event`, `assistant`, `result`. Of
 * `result`, `is_error` counts and `subtype` does not: it can say `success` over an error.
 */
export function streamJsonReader({cumulative, faultOf = said => vendorFault(said)}: StreamJson, resumed?: string): Reader {
  let streamed = ''
  let whole = ''
  let error: string | undefined
  return line => objectsIn(line).flatMap(readEvent)

  function readEvent(event: Fields): readonly Reading[] {
    switch (event.type) {
      case 'system':
        if (event.subtype === 'init') return readInit(event)
        return event.subtype === 'retry' && fieldsAt(event, 'data')?.preserveText !== true ? begunAgain() : []
      case 'stream_event':
        return readDelta(fieldsAt(event, 'event'))
      case 'assistant':
        return readMessage(event)
      case 'result':
        return readResult(event)
      default:
        return []
    }
  }

  function readInit(event: Fields): readonly Reading[] {
    const tools = event.tools
    if (Array.isArray(tools) && tools.length > 0) return [{type: 'fatal', fault: toolFault(tools.map(String).join(', '))}]
    const id = textAt(event, 'session_id', 'sessionId')
    if (id === undefined) return []
    if (resumed !== undefined && resumed !== id) return [{type: 'fatal', fault: sessionFault('session_id')}]
    return [{type: 'session', id}]
  }

  function readDelta(event: Fields | undefined): readonly Reading[] {
    if (event?.type === 'message_start') return begunAgain()
    const delta = fieldsAt(event, 'delta')
    if (event?.type !== 'content_block_delta' || delta?.type !== 'text_delta') return []
    const text = textAt(delta, 'text') ?? ''
    streamed += text
    return text === '' ? [] : [{type: 'text', delta: text}]
  }

  function readMessage(event: Fields): readonly Reading[] {
    error = textAt(event, 'error') ?? error
    const content = listAt(fieldsAt(event, 'message'), 'content')
    const tool = content.find(block => block.type === 'tool_use')
    if (tool !== undefined) return [{type: 'fatal', fault: toolFault(textAt(tool, 'name') ?? 'tool_use')}]
    const text = content.map(block => (block.type === 'text' ? (textAt(block, 'text') ?? '') : '')).join('')
    if (text !== '') whole = text
    return []
  }

  function readResult(event: Fields): readonly Reading[] {
    const usage = usageOf(event, cumulative)
    const said = textAt(event, 'result')
    if (event.is_error === true || said === undefined) {
      const message = textAt(fieldsAt(event, 'error'), 'message') ?? said ?? textAt(event, 'error', 'subtype') ?? 'result'
      return [...usage, {type: 'final', fault: faultOf(message, error)}]
    }
    const text = [said, whole, streamed].find(candidate => candidate.trim() !== '') ?? ''
    return [...usage, {type: 'final', text}]
  }

  function begunAgain(): readonly Reading[] {
    if (streamed === '') return []
    streamed = ''
    return [{type: 'reset'}]
  }
}

function usageOf(event: Fields, cumulative: boolean): readonly Reading[] {
  const usage = fieldsAt(event, 'usage')
  const inputTokens = numberAt(usage, 'input_tokens')
  const outputTokens = numberAt(usage, 'output_tokens')
  if (inputTokens === undefined || outputTokens === undefined || inputTokens + outputTokens === 0) return []
  return [{type: 'usage', usage: {inputTokens, outputTokens}, ...(cumulative ? {cumulative} : {})}]
}
