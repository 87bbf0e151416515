// Codex' app server. A thread answers `MARK n` with n deltas that carry the mark, a few ms apart, is slow to hear an interrupt, and
// tells late deltas of a turn that is over. MODE: tool, retry, failed, hang (never ends an interrupted turn), crash, unknown.
import {appendFileSync} from 'node:fs'

const mode = process.env.CODEX_ACCESS_TOKEN ?? ''
const log = process.env.CODEX_CA_CERTIFICATE
const send = message => process.stdout.write(`${JSON.stringify(message)}\n`)
const sleep = ms => new Promise(resolve => setTimeout(resolve, ms))
let state = 11
const chance = () => {
  state = (state * 1103515245 + 12345) % 2147483648
  return state / 2147483648
}
const uuid = (kind, n) => `${kind.repeat(8)}-0000-4000-8000-${String(n).padStart(12, '0')}`
let threads = 0
let turns = 0
const running = new Map()

async function run(threadId, turnId, prompt) {
  const [mark, count] = prompt.split(' ')
  const turn = {stopped: false}
  running.set(turnId, turn)
  const tell = (method, params) => send({method, params: {threadId, turnId, ...params}})
  const delta = text => tell('item/agentMessage/delta', {itemId: `item_${turnId}`, delta: text})
  tell('turn/started', {turn: {id: turnId, status: 'inProgress'}})
  tell('item/started', {item: {type: 'userMessage', id: 'u'}})
  if (mode === 'tool') tell('item/started', {item: {type: 'commandExecution', id: 'c'}})
  let text = ''
  for (let at = 0; at < Number(count ?? 3); at++) {
    if (turn.stopped) break
    delta(`${mark}:${at} `)
    text += `${mark}:${at} `
    if (mode === 'crash' && at === 1) process.exit(3)
    if (mode === 'retry' && at === 0) {
      tell('error', {error: {message: 'Reconnecting... 1/5'}, willRetry: true})
      text = ''
    }
    if (chance() < 0.5) await sleep(Math.floor(chance() * 3))
  }
  if (turn.stopped) {
    if (mode === 'hang') return
    for (let at = 0; at < 5; at++) {
      delta(`${mark}:late${at} `)
      await sleep(Math.floor(chance() * 2))
    }
  }
  const item = {type: 'agentMessage', id: `item_${turnId}`, text}
  if (!turn.stopped) tell('item/completed', {item})
  tell('thread/tokenUsage/updated', {
    tokenUsage: {last: {inputTokens: 5, outputTokens: 7}, total: {inputTokens: 50, outputTokens: 70}},
  })
  const failed = mode === 'failed' ? {message: 'nope', codexErrorInfo: 'usageLimitExceeded'} : null
  const status = turn.stopped ? 'interrupted' : failed ? 'failed' : 'completed'
  send({method: 'turn/completed', params: {threadId, turn: {id: turnId, status, error: failed}}})
  if (turn.stopped) {
    delta(`${mark}:after `)
    setTimeout(() => delta(`${mark}:muchlater `), 5)
  }
}

function take({id, method, params}) {
  if (log) appendFileSync(log, `${JSON.stringify({method, params})}\n`)
  switch (method) {
    case 'initialize':
      return send({id, result: {userAgent: 'fake'}})
    case 'thread/start':
      return send({id, result: {thread: {id: uuid('a', ++threads)}}})
    case 'thread/resume':
      if (mode === 'unknown') return send({id, error: {code: -32600, message: 'no rollout found for thread id'}})
      return send({id, result: {thread: {id: params.threadId}}})
    case 'turn/start': {
      const turnId = uuid('b', ++turns)
      // What an earlier turn used is told late.
      send({
        method: 'thread/tokenUsage/updated',
        params: {threadId: params.threadId, turnId: uuid('c', turns), tokenUsage: {last: {inputTokens: 999, outputTokens: 999}}},
      })
      if (chance() < 0.3) {
        // The notifications can come before the answer.
        void run(params.threadId, turnId, params.input[0].text)
        return send({id, result: {turn: {id: turnId}}})
      }
      send({id, result: {turn: {id: turnId}}})
      return void run(params.threadId, turnId, params.input[0].text)
    }
    case 'turn/interrupt': {
      const turn = running.get(params.turnId)
      if (turn) turn.stopped = true
      return send({id, result: {}})
    }
    default:
      if (id !== undefined) send({id, result: {}})
  }
}

let kept = ''
process.stdin.setEncoding('utf8')
process.stdin.on('data', chunk => {
  kept += chunk
  const lines = kept.split('\n')
  kept = lines.pop()
  for (const line of lines) if (line) take(JSON.parse(line))
})
process.stdin.on('end', () => process.exit(0))
