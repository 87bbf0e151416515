import type {TextStreamPart, ToolSet} from 'ai'
import {errnoOf, guardedFetch, recordOf} from './guarded-fetch.ts'
import {type FinishReason, HttpFailure, type Line, type Part} from './parts.ts'
import {tidySse} from './tidy-sse.ts'

export type SdkLine = {
  readonly speaks: 'openai' | 'anthropic'
  /** The id of the voice. */
  readonly name: string
  readonly baseUrl: string
  readonly key: string | undefined
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly fetch?: typeof fetch
  readonly noRedirects?: boolean
}

/** A line over the AI SDK. Its own retries, logs and warnings are off: what happens is ours to say. */
export function sdkLine(options: SdkLine): Line {
  return async function* (call, signal): AsyncGenerator<Part> {
    let broken: HttpFailure | undefined
    const note = (failure: HttpFailure) => {
      broken = failure
    }
    const [{streamText}, model] = await Promise.all([loadSdk(), modelOf(options, call.model, note)])
    const {fullStream} = streamText({
      model,
      system: call.system,
      prompt: call.prompt,
      maxRetries: 0,
      abortSignal: signal,
      // Otherwise it would write to the terminal.
      onError: () => undefined,
    })
    try {
      for await (const part of fullStream) yield* partsIn(part)
    } catch (error) {
      throw broken ?? failureIn(error)
    }
    if (broken) throw broken
  }
}

function* partsIn(part: TextStreamPart<ToolSet>): Generator<Part> {
  switch (part.type) {
    case 'text-delta':
      if (part.text) yield {type: 'text', delta: part.text}
      return
    case 'reasoning-start':
    case 'reasoning-delta':
      return yield {type: 'thinking'}
    case 'error':
      throw part.error
    case 'finish': {
      const {inputTokens, outputTokens, raw} = part.totalUsage
      const cost = recordOf(raw).cost
      const usage = {
        ...(inputTokens ? {inputTokens} : {}),
        ...(outputTokens ? {outputTokens} : {}),
        ...(typeof cost === 'number' ? {costUsd: cost} : {}),
      }
      if (Object.keys(usage).length > 0) yield {type: 'usage', usage}
      const {finishReason, rawFinishReason: word} = part
      return yield {type: 'finish', reason: REASONS[finishReason], ...(word === undefined ? {} : {raw: word})}
    }
    default:
      return
  }
}

const REASONS = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'filter',
  'tool-calls': 'tools',
  error: 'error',
  other: 'other',
} as const satisfies Record<string, FinishReason>

/** Loaded when the first speech needs it, or a moment before. */
export async function loadSdk(): Promise<typeof import('ai')> {
  Object.assign(globalThis, {AI_SDK_LOG_WARNINGS: false})
  return import('ai')
}

async function modelOf(
  {speaks, name, baseUrl, key, sleep, noRedirects = false, ...rest}: SdkLine,
  model: string,
  note: (failure: HttpFailure) => void,
) {
  const guarded = guardedFetch({noRedirects, ...rest})
  const tidied: typeof fetch = async (input, init) => {
    const response = await guarded(input, init)
    if (!response.body) return response
    return new Response(tidySse(response.body, sleep, note), {headers: {'content-type': 'text/event-stream'}})
  }
  if (speaks === 'anthropic') {
    const {createAnthropic} = await import('@ai-sdk/anthropic')
    return createAnthropic({name, baseURL: baseUrl, apiKey: key ?? '', fetch: tidied})(model)
  }
  const {createOpenAICompatible} = await import('@ai-sdk/openai-compatible')
  const headers: Record<string, string> = key === undefined ? {} : {authorization: `Bearer ${key}`}
  return createOpenAICompatible({
    name,
    baseURL: baseUrl,
    headers,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: tidied,
  })(model)
}

/** Whatever the library made of a failure: ours, from wherever in the chain of causes it stands. */
function failureIn(error: unknown): HttpFailure {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 6; cause = cause.cause, depth++)
    if (cause instanceof HttpFailure) return cause
  const {name} = error instanceof Error ? error : {name: ''}
  if (/InvalidResponseData|JSONParse|TypeValidation|NoOutput/.test(name))
    return new HttpFailure({kind: 'dropped', errno: 'unfinished'})
  return new HttpFailure({kind: 'dropped', errno: errnoOf(error)})
}
