import {errnoOf, oneLine, readError, recordOf} from './guarded-fetch.ts'
import {type Failure, HttpFailure} from './parts.ts'

/** How long a server may keep the connection open after its last word, in milliseconds: usage comes behind it. */
const DRAIN_MS = 1500
/** Bytes of one event. */
const MOST_EVENT = 16 * 1024 * 1024

type Sleep = (ms: number, signal: AbortSignal) => Promise<void>

/**
 * A server's event stream as the library reads it without stumbling: what is no JSON is left out, `choices` is a list, and the
 * stream ends at `[DONE]`, or a moment after the model's last word, though the connection stays open.
 * It ends also when it fails, because a stream that breaks takes along what was not read of it yet: `broken` hears why, with
 * `no-stream`, `said` (an error in the place of the answer, or in the middle of it), `dropped`, `too-long`.
 */
export function tidySse(
  body: ReadableStream<Uint8Array>,
  sleep: Sleep,
  broken: (failure: HttpFailure) => void,
): ReadableStream<Uint8Array> {
  const source = body.getReader()
  const encoder = new TextEncoder()
  const events = makeEvents()
  const drain = new AbortController()
  let drained: Promise<'drained'> | undefined
  const close = () => {
    drain.abort()
    void source.cancel().catch(() => undefined)
  }
  const next = async () => {
    try {
      return await Promise.race([source.read(), ...(drained ? [drained] : [])])
    } catch (error) {
      // Behind the model's last word a lost connection loses nothing.
      if (!drained) broken(new HttpFailure({kind: 'dropped', errno: errnoOf(error)}))
      return 'drained' as const
    }
  }
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        const read = await next()
        const over = read === 'drained' || read.done
        const out = over ? events.end() : events.push(read.value)
        if (out.failure) broken(new HttpFailure(out.failure))
        if (out.text) controller.enqueue(encoder.encode(out.text))
        if (over || out.done) {
          close()
          controller.close()
          return
        }
        if (out.finished && !drained) {
          const ended = () => 'drained' as const
          drained = sleep(DRAIN_MS, drain.signal).then(ended, ended)
        }
        if (out.text) return
      }
    },
    cancel: close,
  })
}

type Tidied = {readonly text: string; readonly done: boolean; readonly finished: boolean; readonly failure?: Failure}

function makeEvents() {
  const decoder = new TextDecoder()
  let rest = ''
  /** Everything until the first event, to tell what it is if there is none. */
  let head = ''
  let begun = false
  let data: string[] = []
  let name: string | undefined
  let finished = false

  const flush = (): Tidied => {
    const text = data.join('\n')
    const event = name
    data = []
    name = undefined
    const tidied = tidyEvent(text, event, finished)
    finished = tidied.finished
    return tidied
  }
  const take = (lines: readonly string[], final: boolean): Tidied => {
    let text = ''
    for (const line of lines) {
      if (!begun && line.trim() !== '') {
        if (/^(?:data|event|id|retry)?\s*:/.test(line)) begun = true
        else head += `${line}\n`
      }
      const field = /^(data|event)\s*: ?(.*)$/s.exec(line)
      if (field?.[1] === 'data') data.push(field[2] ?? '')
      else if (field) name = field[2]
      else if (line.trim() === '' && data.length > 0) {
        const one = flush()
        text += one.text
        if (one.done) return {...one, text}
      }
    }
    if (final && data.length > 0) {
      const one = flush()
      if (one.failure) return {...one, text}
      text += one.text
    }
    if (head.length + rest.length > MOST_EVENT || data.reduce((sum, part) => sum + part.length, rest.length) > MOST_EVENT)
      return {text, done: true, finished, failure: {kind: 'too-long', megabytes: MOST_EVENT / 1024 / 1024}}
    const failure = !begun && (final || isPage(head + rest)) ? failureOfHead(head + rest) : undefined
    return failure ? {text, done: true, finished, failure} : {text, done: false, finished}
  }
  return {
    push: (bytes: Uint8Array): Tidied => {
      const lines = (rest + decoder.decode(bytes, {stream: true})).split('\n')
      rest = lines.pop() ?? ''
      return take(lines.map(withoutReturn), false)
    },
    end: (): Tidied => {
      const line = rest + decoder.decode()
      rest = ''
      return take([withoutReturn(line)], true)
    },
  }
}

const withoutReturn = (line: string) => line.replace(/\r$/, '')
const isPage = (text: string) => /^\s*</.test(text)

/** What stands in the place of a stream. */
function failureOfHead(head: string): Failure | undefined {
  if (head.trim() === '') return undefined
  if (!/^\s*[[{]/.test(head)) return {kind: 'no-stream', message: isPage(head) ? '' : oneLine(head)}
  const {message, code} = readError(head)
  return message ? {kind: 'said', message, ...(code ? {code} : {})} : {kind: 'no-stream', message: oneLine(head)}
}

function tidyEvent(text: string, name: string | undefined, finished: boolean): Tidied {
  const nothing = {text: '', done: false, finished}
  // Who says that all is done has finished, with or without a reason.
  if (text.trim() === '[DONE]')
    return {text: finished ? '' : chunkOf({choices: [{finish_reason: 'stop'}]}), done: true, finished: true}
  let read: unknown
  try {
    read = JSON.parse(text)
  } catch {
    return nothing
  }
  const chunk = recordOf(read)
  if (chunk.type === 'error' || chunk.object === 'error' || (chunk.error !== undefined && chunk.error !== null)) {
    const {message, code} = readError(text)
    return {...nothing, done: true, failure: {kind: 'said', message, ...(code ? {code} : {})}}
  }
  if (typeof chunk.type === 'string' && !('choices' in chunk)) {
    // Anthropic's events say of what kind they are, and which is the last.
    const event = name === undefined ? '' : `event: ${name}\n`
    return {text: `${event}data: ${JSON.stringify(read)}\n\n`, done: chunk.type === 'message_stop', finished}
  }
  const ends = Array.isArray(chunk.choices) && textIn(recordOf(chunk.choices[0]), 'finish_reason') !== undefined
  return {text: chunkOf(chunk), done: false, finished: finished || ends}
}

/** Of a chunk in OpenAI's form only what a speech is made of, so that a server's own additions are nothing to stumble over. */
function chunkOf({choices, usage}: Readonly<Record<string, unknown>>): string {
  const first = Array.isArray(choices) && choices.length > 0 ? recordOf(choices[0]) : undefined
  const delta = recordOf(first?.delta ?? first?.message)
  const {prompt_tokens, completion_tokens, cost} = recordOf(usage)
  const tidy = {
    choices: first
      ? [
          {
            index: 0,
            delta: {
              content: delta.content,
              reasoning_content: textIn(delta, 'reasoning_content') ?? textIn(delta, 'reasoning'),
              refusal: textIn(delta, 'refusal'),
            },
            finish_reason: textIn(first, 'finish_reason'),
          },
        ]
      : [],
    ...(typeof prompt_tokens === 'number' || typeof completion_tokens === 'number'
      ? {usage: {prompt_tokens: numberOr(prompt_tokens), completion_tokens: numberOr(completion_tokens), cost: numberOr(cost)}}
      : {}),
  }
  return `data: ${JSON.stringify(tidy)}\n\n`
}

const numberOr = (value: unknown) => (typeof value === 'number' ? value : undefined)

function textIn(record: Readonly<Record<string, unknown>>, key: string): string | undefined {
  const value = record[key]
  return typeof value === 'string' && value !== '' ? value : undefined
}
