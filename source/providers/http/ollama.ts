import {errnoOf, guardedFetch, oneLine, readError, recordOf} from './guarded-fetch.ts'
import {HttpFailure, type Line, type Part} from './parts.ts'

export type OllamaLine = {readonly base: string; readonly noRedirects: boolean; readonly fetch?: typeof fetch}

/** Tokens of context that are asked for at least: its own default cuts a persona without a word. */
export const LEAST_CONTEXT = 8192
const ANSWER_TOKENS = 2048
/** Bytes of one line. */
const MOST_LINE = 16 * 1024 * 1024

/** Ollama's own way to chat, since its OpenAI way knows no size of the context. */
export function ollamaLine({base, ...guard}: OllamaLine): Line {
  const get = guardedFetch(guard)
  const limits = new Map<string, Promise<number | undefined>>()
  const limitOf = (model: string, signal: AbortSignal) => {
    const known = limits.get(model) ?? contextOf(get, base, {model, signal})
    limits.set(model, known)
    return known
  }
  return async function* ({system, prompt, model}, signal): AsyncGenerator<Part> {
    const needed = tokensOf(system) + tokensOf(prompt) + ANSWER_TOKENS
    const limit = await limitOf(model, signal)
    // In steps, since another size makes it load the model anew.
    let context = LEAST_CONTEXT
    while (context < needed) context *= 2
    if (limit !== undefined && limit < context) {
      context = limit
      if (limit < needed) yield {type: 'warning', code: 'context-short', slots: {model, limit, needed}}
    }
    const response = await get(`${base}/api/chat`, {
      method: 'POST',
      signal,
      headers: {'content-type': 'application/json'},
      body: JSON.stringify({
        model,
        messages: [
          {role: 'system', content: system},
          {role: 'user', content: prompt},
        ],
        stream: true,
        think: false,
        options: {num_ctx: context},
      }),
    })
    for await (const line of linesOf(response)) {
      const chunk = readLine(line)
      if (chunk === undefined) continue
      if (chunk.error !== undefined) throw new HttpFailure({kind: 'said', ...readError(line)})
      const {content, thinking} = recordOf(chunk.message)
      if (typeof thinking === 'string' && thinking !== '') yield {type: 'thinking'}
      if (typeof content === 'string' && content !== '') yield {type: 'text', delta: content}
      if (chunk.done !== true) continue
      const {prompt_eval_count: input, eval_count: output, done_reason: raw} = chunk
      yield {
        type: 'usage',
        usage: {
          ...(typeof input === 'number' ? {inputTokens: input} : {}),
          ...(typeof output === 'number' ? {outputTokens: output} : {}),
        },
      }
      const reason = raw === 'length' ? 'length' : raw === 'stop' || raw === undefined ? 'stop' : 'other'
      yield {type: 'finish', reason, ...(typeof raw === 'string' ? {raw} : {})}
      return
    }
  }
}

/** On the safe side: a token a Chinese character, and one every three others. */
function tokensOf(text: string): number {
  const wide = text.match(/[\u2e80-\uffff]/g)?.length ?? 0
  return wide + Math.ceil((text.length - wide) / 3)
}

async function contextOf(
  get: typeof fetch,
  base: string,
  {model, signal}: {model: string; signal: AbortSignal},
): Promise<number | undefined> {
  try {
    const body = JSON.stringify({model})
    const response = await get(`${base}/api/show`, {method: 'POST', signal, headers: {'content-type': 'application/json'}, body})
    const info = recordOf(recordOf(await response.json()).model_info)
    const found = Object.entries(info).find(([key]) => key.endsWith('.context_length'))?.[1]
    return typeof found === 'number' && found > 0 ? found : undefined
  } catch {
    // Older servers do not tell; the chat itself says what else is wrong.
    return undefined
  }
}

function readLine(line: string): Readonly<Record<string, unknown>> | undefined {
  if (line.trim() === '') return undefined
  try {
    return recordOf(JSON.parse(line))
  } catch {
    throw new HttpFailure({kind: 'no-stream', message: /^\s*</.test(line) ? '' : oneLine(line)})
  }
}

async function* linesOf(response: Response): AsyncGenerator<string> {
  const reader = response.body?.getReader()
  if (!reader) return
  const decoder = new TextDecoder()
  let rest = ''
  try {
    for (;;) {
      const {done, value} = await reader.read().catch((error: unknown) => {
        throw new HttpFailure({kind: 'dropped', errno: errnoOf(error)})
      })
      if (done) break
      const lines = (rest + decoder.decode(value, {stream: true})).split('\n')
      rest = lines.pop() ?? ''
      yield* lines
      if (rest.length > MOST_LINE) throw new HttpFailure({kind: 'too-long', megabytes: MOST_LINE / 1024 / 1024})
    }
    // A line that was cut off is none.
    if (isWhole(rest)) yield rest
  } finally {
    void reader.cancel().catch(() => undefined)
  }
}

function isWhole(line: string): boolean {
  try {
    JSON.parse(line)
    return true
  } catch {
    return false
  }
}
