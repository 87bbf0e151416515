// An agent of the Agent Client Protocol. It answers `MARK n` with n pieces that carry the mark, a few ms apart, and is slow to
// hear a cancel: pieces go on for a while, also after it has said that the turn is over.
// MODE: tool (asks for a permission and says how that ended), thoughts, hang (never answers a cancel), crash (dies in mid-turn),
// error (the prompt is refused), lost (knows no earlier session).
import {appendFileSync} from 'node:fs'

const mode = process.env.OPENAI_MODEL ?? ''
const log = process.env.QWEN_LOG
/** The mode it tells of. */
const told = process.env.QWEN_MODE
const send = message => process.stdout.write(`${JSON.stringify({jsonrpc: '2.0', ...message})}\n`)
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
let state = 7
const chance = () => {
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
}
const waiting = new Map()
let cancelled = false
const sessionId = 'aaaaaaaa-0000-4000-8000-000000000001'
const update = (sessionUpdate, text) =>
  send({method: 'session/update', params: {sessionId, update: {sessionUpdate, content: {type: 'text', text}}}})

async function answer(id, prompt) {
  const [mark, count] = prompt.split(' ')
  cancelled = false
  if (mode === 'error') return send({id, error: {code: -32603, message: 'Incorrect API key provided (401)'}})
  if (mode === 'thoughts') update('agent_thought_chunk', 'hidden')
  if (mode === 'tool') {
    const asked = 900
    const outcome = new Promise(resolve => waiting.set(asked, resolve))
    send({
      id: asked,
      method: 'session/request_permission',
      params: {sessionId, toolCall: {toolCallId: 't'}, options: [{optionId: 'yes', name: 'Yes', kind: 'allow_once'}]},
    })
    update('agent_message_chunk', JSON.stringify(await outcome))
  }
  for (let at = 0; at < Number(count ?? 3); at++) {
    if (cancelled && mode !== 'hang') break
    update('agent_message_chunk', `${mark}:${at} `)
    if (mode === 'crash' && at === 1) process.exit(3)
    if (chance() < 0.5) await sleep(Math.floor(chance() * 3))
  }
  if (mode === 'hang') return
  const stopped = cancelled
  if (stopped) {
    for (let at = 0; at < 5; at++) {
      update('agent_message_chunk', `${mark}:late${at} `)
      await sleep(Math.floor(chance() * 2))
    }
  }
  send({id, result: {stopReason: stopped ? 'cancelled' : 'end_turn', usage: {inputTokens: 5, outputTokens: 7, totalTokens: 12}}})
  if (stopped) update('agent_message_chunk', `${mark}:after `)
}

function take(message) {
  if (log) appendFileSync(log, `${JSON.stringify(message)}\n`)
  const {id, method, params} = message
  if (method === undefined) return waiting.get(id)?.(message.result ?? message.error)
  switch (method) {
    case 'initialize':
      return send({id, result: {protocolVersion: 1, agentCapabilities: {loadSession: true}}})
    case 'session/new':
      return send({id, result: {sessionId, ...(told ? {configOptions: [{id: 'mode', currentValue: told}]} : {})}})
    case 'session/load':
      if (mode === 'lost') return send({id, error: {code: -32002, message: 'Resource not found'}})
      update('user_message_chunk', 'old prompt')
      update('agent_message_chunk', 'old answer')
      return send({id, result: {}})
    case 'session/prompt':
      return void answer(id, params.prompt[0].text)
    case 'session/cancel':
      cancelled = true
      return
    default:
      if (id !== undefined) send({id, error: {code: -32601, message: 'Method not found'}})
  }
}

process.stdout.write('Loaded cached credentials.\n')
let kept = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', chunk => {
  kept += chunk
  const lines = kept.split('\n')
  kept = lines.pop()
  for (const line of lines) if (line) take(JSON.parse(line))
})
process.stdin.on('end', () => process.exit(0))
