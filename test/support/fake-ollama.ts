import type {ServerResponse} from 'node:http'
import {type Asked, type FakeServer, fakeServer, json} from './fake-openai.ts'

export type OllamaModel = {readonly model: string; readonly context?: number; readonly [key: string]: unknown}

/** As Ollama answers on loopback; `chat` plays the lines of one speech. */
export const fakeOllama = (
  models: readonly OllamaModel[],
  chat: (asked: Asked, response: ServerResponse) => void | Promise<void> = (_, response) =>
    sayLines(response, speech('圆桌', '会议')),
): Promise<FakeServer> =>
  fakeServer((asked, response) => {
    if (asked.path === '/api/tags') {
      return json(response, {models: models.map(({context: _, ...one}) => ({name: one.model, ...one}))})
    }
    const {model} = JSON.parse(asked.body || '{}') as {model?: string}
    const known = models.find(one => one.model === model)
    if (!known) return json(response, {error: `model '${model}' not found`}, 404)
    if (asked.path === '/api/show') {
      return json(response, {model_info: {'general.architecture': 'qwen3', 'qwen3.context_length': known.context ?? 40960}})
    }
    if (asked.path === '/api/chat') return chat(asked, response)
    return json(response, {error: 'no such path'}, 404)
  })

export const speech = (...deltas: readonly string[]): readonly object[] => [
  ...deltas.map(content => ({model: 'm', message: {role: 'assistant', content}, done: false})),
  {model: 'm', message: {role: 'assistant', content: ''}, done: true, done_reason: 'stop', prompt_eval_count: 12, eval_count: 7},
]

export async function sayLines(response: ServerResponse, lines: readonly object[], end: 'close' | 'drop' | 'open' = 'close') {
  response.writeHead(200, {'content-type': 'application/x-ndjson'})
  for (const line of lines) {
    const bytes = Buffer.from(`${JSON.stringify(line)}\n`)
    // In the middle of a character, as networks do.
    const at = bytes.length >> 1
    response.write(bytes.subarray(0, at))
    await new Promise(resolve => setImmediate(resolve))
    response.write(bytes.subarray(at))
  }
  if (end === 'close') response.end()
  else if (end === 'drop') setTimeout(() => response.destroy(), 20)
}
