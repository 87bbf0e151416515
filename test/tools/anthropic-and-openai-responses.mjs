// Fake model API for BOTH Anthropic Messages (POST …/v1/messages) and OpenAI Responses (POST …/v1/responses).
// Behaviour is picked by a path prefix, so no server state:  http://127.0.0.1:PORT/m/<mode>[/...]
// Usage: node fake-api.mjs PORT LOGFILE

import fs from 'node:fs'
import http from 'node:http'

const PORT = Number(process.argv[2] || 4010)
const LOG = process.argv[3] || '/dev/stderr'
const sleep = ms => new Promise(r => setTimeout(r, ms))
const log = o => fs.appendFileSync(LOG, `${JSON.stringify({t: Date.now(), ...o})}\n`)

const CJK = '会议评审：你好，世界。这是一个跨分块边界的中文句子🙂。'
let n = 0
/** Mode `meet`: each answer carries a mark of its own, which the log holds beside the request. */
let marks = 0

// text chunks for a mode
const meetChunks = mark => [
  `【${mark}】`,
  '先说清楚',
  '在谈什么，',
  '再看谁付',
  '代价。',
  process.env.MEET_SAYS ?? '',
  `【${mark}】`,
]

function chunksFor(mode, mark) {
  if (mode === 'meet') return meetChunks(mark)
  switch (mode) {
    case 'ok':
      return ['Hello', ' from', ' the fake', ' API.']
    case 'cjk':
    case 'cjksplit':
      return Array.from(CJK)
    case 'empty':
    case 'nocontent':
      return []
    case 'emptytext':
      return ['']
    case 'ws':
      return ['  \n ']
    case 'longline':
      return ['L'.repeat(300_000), '长'.repeat(300_000)]
    case 'newlines':
      return ['line1\n', 'line2\r\n', '\u2028sep\u2029', '\u0000nul\u001b[31mansi']
    case 'slow':
      return Array.from({length: 300}, (_, i) => `tok${i} `)
    case 'slow3':
      return Array.from({length: 15}, (_, i) => `tok${i} `)
    case 'many':
      return Array.from({length: 5000}, (_, i) => `w${i} `)
    default:
      return ['Hello', ' from', ' the fake', ' API.']
  }
}
const delayFor = mode =>
  mode === 'slow' ? 200 : mode === 'slow3' ? 200 : mode === 'cut' || mode === 'errmid' || mode === 'hang' ? 20 : 0

function sse(_res, event, data) {
  return `event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}
async function writeOut(res, str, mode) {
  if (mode === 'cjksplit') {
    // one byte per TCP write: every multi-byte char is split
    const b = Buffer.from(str)
    for (let i = 0; i < b.length; i += 1) {
      res.write(b.subarray(i, i + 1))
      if (i % 7 === 0) await sleep(0)
    }
  } else res.write(str)
}

async function anthropic(_req, res, mode, body, mark) {
  const err = (code, type, message, headers = {}) => {
    res.writeHead(code, {'content-type': 'application/json', 'request-id': 'req_fake', ...headers})
    res.end(JSON.stringify({type: 'error', error: {type, message}, request_id: 'req_fake'}))
  }
  if (mode === '401') return err(401, 'authentication_error', 'invalid x-api-key')
  if (mode === '403') return err(403, 'permission_error', 'forbidden')
  if (mode === '404') return err(404, 'not_found_error', `model: ${body.model}`)
  if (mode === '400') return err(400, 'invalid_request_error', 'prompt is too long: 250000 tokens > 200000 maximum')
  if (mode === 'credit') return err(400, 'invalid_request_error', 'Your credit balance is too low to access the Anthropic API.')
  if (mode === '429') return err(429, 'rate_limit_error', 'This request would exceed your rate limit', {'retry-after': '1'})
  if (mode === '429nr') return err(429, 'rate_limit_error', 'This request would exceed your rate limit')
  if (mode === '500') return err(500, 'api_error', 'Internal server error')
  if (mode === '529') return err(529, 'overloaded_error', 'Overloaded')
  if (mode === 'html') {
    res.writeHead(502, {'content-type': 'text/html'})
    return res.end('<html>Bad gateway</html>')
  }
  const id = `msg_fake_${++n}`
  const model = body.model || 'fake'
  const usage = {
    input_tokens: 123,
    cache_creation_input_tokens: 10,
    cache_read_input_tokens: 20,
    output_tokens: 1,
    service_tier: 'standard',
  }
  if (!body.stream) {
    res.writeHead(200, {'content-type': 'application/json', 'request-id': 'req_fake'})
    return res.end(
      JSON.stringify({
        id,
        type: 'message',
        role: 'assistant',
        model,
        content: [{type: 'text', text: chunksFor(mode, mark).join('') || 'x'}],
        stop_reason: 'end_turn',
        stop_sequence: null,
        usage: {...usage, output_tokens: 7},
      }),
    )
  }
  res.writeHead(200, {'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'request-id': 'req_fake'})
  const w = (e, d) => writeOut(res, sse(res, e, d), mode)
  await w('message_start', {
    type: 'message_start',
    message: {id, type: 'message', role: 'assistant', model, content: [], stop_reason: null, stop_sequence: null, usage},
  })
  let idx = 0
  if (mode === 'thinking') {
    await w('content_block_start', {
      type: 'content_block_start',
      index: 0,
      content_block: {type: 'thinking', thinking: '', signature: ''},
    })
    await w('content_block_delta', {
      type: 'content_block_delta',
      index: 0,
      delta: {type: 'thinking_delta', thinking: 'Let me think.'},
    })
    await w('content_block_delta', {type: 'content_block_delta', index: 0, delta: {type: 'signature_delta', signature: 'c2ln'}})
    await w('content_block_stop', {type: 'content_block_stop', index: 0})
    idx = 1
  }
  if (mode === 'tool' && !JSON.stringify(body.messages).includes('tool_result')) {
    await w('content_block_start', {
      type: 'content_block_start',
      index: 0,
      content_block: {type: 'tool_use', id: 'toolu_fake1', name: 'Bash', input: {}},
    })
    await w('content_block_delta', {
      type: 'content_block_delta',
      index: 0,
      delta: {type: 'input_json_delta', partial_json: '{"command":"touch ./PWNED-claude; id"}'},
    })
    await w('content_block_stop', {type: 'content_block_stop', index: 0})
    await w('message_delta', {
      type: 'message_delta',
      delta: {stop_reason: 'tool_use', stop_sequence: null},
      usage: {output_tokens: 9},
    })
    await w('message_stop', {type: 'message_stop'})
    return res.end()
  }
  if (mode !== 'nocontent') {
    await w('content_block_start', {type: 'content_block_start', index: idx, content_block: {type: 'text', text: ''}})
    let i = 0
    for (const c of chunksFor(mode, mark)) {
      if (res.destroyed) return
      await w('content_block_delta', {type: 'content_block_delta', index: idx, delta: {type: 'text_delta', text: c}})
      if (delayFor(mode)) await sleep(delayFor(mode))
      if (mode === 'cut' && ++i === 2) {
        await sleep(50)
        return res.destroy()
      }
      if (mode === 'hang' && ++i === 2) {
        await sleep(600000)
        return
      }
      if (mode === 'errmid' && ++i === 2) {
        await w('error', {type: 'error', error: {type: 'overloaded_error', message: 'Overloaded'}})
        return res.end()
      }
    }
    await w('content_block_stop', {type: 'content_block_stop', index: idx})
  }
  const stop = mode === 'maxtok' ? 'max_tokens' : mode === 'refusal' ? 'refusal' : 'end_turn'
  await w('message_delta', {type: 'message_delta', delta: {stop_reason: stop, stop_sequence: null}, usage: {output_tokens: 7}})
  await w('message_stop', {type: 'message_stop'})
  res.end()
}

async function responses(_req, res, mode, body, mark) {
  const err = (code, type, message, headers = {}) => {
    res.writeHead(code, {'content-type': 'application/json', 'x-request-id': 'req_fake', ...headers})
    res.end(JSON.stringify({error: {type, message, code: type, param: null}}))
  }
  if (mode === '401') return err(401, 'invalid_api_key', 'Incorrect API key provided: sk-fake.')
  if (mode === '403') return err(403, 'forbidden', 'forbidden')
  if (mode === '404') return err(404, 'model_not_found', 'The model does not exist')
  if (mode === '400') return err(400, 'context_length_exceeded', 'Your input exceeds the context window of this model.')
  if (mode === '429') return err(429, 'rate_limit_exceeded', 'Rate limit reached. Please try again in 1s.', {'retry-after': '1'})
  if (mode === 'quota') return err(429, 'insufficient_quota', 'You exceeded your current quota')
  if (mode === 'usage') {
    res.writeHead(429, {'content-type': 'application/json'})
    return res.end(
      JSON.stringify({
        error: {
          type: 'usage_limit_reached',
          message: 'The usage limit has been reached',
          plan_type: 'plus',
          resets_in_seconds: 3600,
        },
      }),
    )
  }
  if (mode === '500') return err(500, 'server_error', 'Internal server error')
  if (mode === '529' || mode === '503') return err(503, 'server_is_overloaded', 'Overloaded')
  if (mode === 'html') {
    res.writeHead(502, {'content-type': 'text/html'})
    return res.end('<html>Bad gateway</html>')
  }
  const id = `resp_fake_${++n}`
  res.writeHead(200, {'content-type': 'text/event-stream', 'cache-control': 'no-cache', 'x-request-id': 'req_fake'})
  const w = d => writeOut(res, sse(res, d.type, d), mode)
  const usage = {
    input_tokens: 123,
    input_tokens_details: {cached_tokens: 20},
    output_tokens: 7,
    output_tokens_details: {reasoning_tokens: 2},
    total_tokens: 130,
  }
  await w({type: 'response.created', response: {id, object: 'response', status: 'in_progress', model: body.model, output: []}})
  const done = output =>
    w({type: 'response.completed', response: {id, object: 'response', status: 'completed', model: body.model, output, usage}})
  if (mode === 'failed') {
    await w({
      type: 'response.failed',
      response: {id, status: 'failed', error: {code: 'server_is_overloaded', message: 'Our servers are currently overloaded.'}},
    })
    return res.end()
  }
  if (mode === 'thinking') {
    const r = {type: 'reasoning', id: 'rs_1', summary: [{type: 'summary_text', text: '**Thinking** about it'}]}
    await w({type: 'response.output_item.added', output_index: 0, item: {...r, summary: []}})
    await w({
      type: 'response.reasoning_summary_part.added',
      item_id: 'rs_1',
      output_index: 0,
      summary_index: 0,
      part: {type: 'summary_text', text: ''},
    })
    await w({
      type: 'response.reasoning_summary_text.delta',
      item_id: 'rs_1',
      output_index: 0,
      summary_index: 0,
      delta: '**Thinking** about it',
    })
    await w({type: 'response.output_item.done', output_index: 0, item: r})
  }
  if ((mode === 'tool' || mode === 'toolsleep') && !JSON.stringify(body.input).includes('function_call_output')) {
    const names = (body.tools || []).map(t => t.name || t.type)
    const name = names.includes('exec_command')
      ? 'exec_command'
      : names.includes('shell_command')
        ? 'shell_command'
        : names.includes('shell')
          ? 'shell'
          : 'exec_command'
    const cmd = mode === 'toolsleep' ? 'sleep 47 & sleep 48; echo done' : 'touch ./PWNED-codex; id; cat /etc/hostname'
    const args = name === 'exec_command' ? {cmd} : name === 'shell' ? {command: ['bash', '-lc', cmd]} : {command: cmd}
    const it = {type: 'function_call', id: 'fc_1', call_id: 'call_1', name, arguments: JSON.stringify(args)}
    await w({type: 'response.output_item.added', output_index: 0, item: {...it, arguments: ''}})
    await w({type: 'response.output_item.done', output_index: 0, item: it})
    await done([it])
    return res.end()
  }
  if (mode === 'toolexec' && !(body.input || []).some(m => m.type === 'custom_tool_call_output')) {
    const it = {
      type: 'custom_tool_call',
      id: 'ctc_1',
      call_id: 'call_1',
      name: 'exec',
      namespace: 'functions',
      status: 'completed',
      input: 'const r = await tools.exec_command({cmd:"touch ./PWNED-codex6; id; cat /etc/hostname"}); text(JSON.stringify(r));',
    }
    await w({type: 'response.output_item.added', output_index: 0, item: {...it, input: ''}})
    await w({type: 'response.output_item.done', output_index: 0, item: it})
    await done([it])
    return res.end()
  }
  const text = chunksFor(mode, mark).join('')
  const item = {
    type: 'message',
    id: 'item_1',
    role: 'assistant',
    status: 'completed',
    content: [{type: 'output_text', text, annotations: []}],
  }
  if (mode !== 'nocontent') {
    await w({type: 'response.output_item.added', output_index: 0, item: {...item, status: 'in_progress', content: []}})
    await w({
      type: 'response.content_part.added',
      item_id: 'item_1',
      output_index: 0,
      content_index: 0,
      part: {type: 'output_text', text: '', annotations: []},
    })
    let i = 0
    for (const c of chunksFor(mode, mark)) {
      if (res.destroyed) return
      await w({type: 'response.output_text.delta', item_id: 'item_1', output_index: 0, content_index: 0, delta: c})
      if (delayFor(mode)) await sleep(delayFor(mode))
      if (mode === 'cut' && ++i === 2) {
        await sleep(50)
        return res.destroy()
      }
      if (mode === 'hang' && ++i === 2) {
        await sleep(600000)
        return
      }
      if (mode === 'errmid' && ++i === 2) {
        await w({
          type: 'response.failed',
          response: {id, status: 'failed', error: {code: 'server_is_overloaded', message: 'Overloaded'}},
        })
        return res.end()
      }
    }
    await w({type: 'response.output_text.done', item_id: 'item_1', output_index: 0, content_index: 0, text})
    await w({type: 'response.output_item.done', output_index: 0, item})
  }
  if (mode === 'maxtok') {
    await w({
      type: 'response.incomplete',
      response: {id, status: 'incomplete', incomplete_details: {reason: 'max_output_tokens'}, output: [item], usage},
    })
    return res.end()
  }
  await done(mode === 'nocontent' ? [] : [item])
  res.end()
}

const server = http.createServer((req, res) => {
  const t0 = Date.now()
  const parts = []
  req.on('data', c => parts.push(c))
  req.on('end', async () => {
    const raw = Buffer.concat(parts)
    let body = null
    try {
      body = JSON.parse(raw.toString('utf8'))
    } catch {}
    const m = /^\/m\/([^/]+)(\/.*)$/.exec(req.url)
    const mode = m ? m[1] : 'ok'
    const path = m ? m[2] : req.url
    const mark = mode === 'meet' && body?.stream ? `A${++marks}` : undefined
    log({method: req.method, url: req.url, bytes: raw.length, headers: req.headers, body, mark})
    res.on('close', () => log({close: req.url, ended: res.writableEnded, ms: Date.now() - t0}))
    res.on('error', () => {})
    try {
      if (req.method === 'POST' && /\/messages\/count_tokens/.test(path)) {
        res.writeHead(200, {'content-type': 'application/json'})
        return res.end('{"input_tokens":123}')
      }
      if (req.method === 'POST' && /\/messages(\?|$)/.test(path)) return await anthropic(req, res, mode, body || {}, mark)
      if (req.method === 'POST' && /\/responses(\?|$)/.test(path)) return await responses(req, res, mode, body || {}, mark)
      res.writeHead(404, {'content-type': 'application/json'})
      res.end('{"error":{"type":"not_found_error","message":"fake: no such route"}}')
    } catch (e) {
      log({error: String(e)})
      try {
        res.destroy()
      } catch {}
    }
  })
})
server.listen(PORT, '127.0.0.1', () => log({listening: PORT, pid: process.pid}))
setTimeout(() => process.exit(0), 3 * 3600 * 1000) // never outlives the session
