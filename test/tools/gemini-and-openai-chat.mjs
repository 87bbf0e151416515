// Fake model API: Gemini, OpenAI chat, Anthropic messages. Mode is chosen by base URL: http://127.0.0.1:PORT/m/<mode>/...
// Modes: ok slow hang 400 401 403 404 429 429ra 500 503 empty drop tool html
import fs from 'node:fs'
import http from 'node:http'

const PORT = Number(process.argv[2] || 0),
  LOG = process.argv[3] || 'fake-api.jsonl'
const sleep = ms => new Promise(r => setTimeout(r, ms))
let n = 0
const server = http.createServer(async (req, res) => {
  const id = ++n,
    t0 = Date.now()
  let body = ''
  for await (const c of req) body += c
  const [, mode = 'ok', path] = req.url.match(/^\/m\/([^/]+)(\/.*)$/) || [null, 'ok', req.url]
  let j = {}
  try {
    j = JSON.parse(body || '{}')
  } catch {}
  const tools = (j.tools || []).flatMap(t =>
    t.functionDeclarations ? t.functionDeclarations.map(f => f.name) : [t.function?.name || t.name || Object.keys(t)[0]],
  )
  const sys = j.systemInstruction
    ? JSON.stringify(j.systemInstruction)
    : j.system
      ? JSON.stringify(j.system)
      : JSON.stringify((j.messages || []).filter(m => m.role === 'system' || m.role === 'developer').map(m => m.content))
  const msgs = j.contents || j.messages || []
  const lastUser = JSON.stringify(msgs.at(-1) ?? null)
  const rec = {
    id,
    t: t0,
    mode,
    method: req.method,
    path,
    auth: (req.headers.authorization || req.headers['x-goog-api-key'] || req.headers['x-api-key'] || '').slice(0, 40),
    ua: req.headers['user-agent'],
    model: j.model,
    stream: j.stream,
    tools,
    sysLen: sys?.length,
    sysHead: sys?.slice(0, 160),
    nmsg: msgs.length,
    lastUser: lastUser?.slice(-240),
    bodyLen: body.length,
    temp: j.temperature ?? j.generationConfig?.temperature,
    rf: j.response_format || j.generationConfig?.responseMimeType,
  }
  const done = x => {
    rec.ms = Date.now() - t0
    rec.end = x
    fs.appendFileSync(LOG, `${JSON.stringify(rec)}\n`)
    if (process.env.FULL) fs.writeFileSync(`${process.env.FULL}/${id}.json`, body)
  }
  let closed = false
  res.on('close', () => {
    if (!res.writableEnded) {
      closed = true
      done('client-closed')
    }
  })
  const json = (s, o, h = {}) => {
    res.writeHead(s, {'content-type': 'application/json', ...h})
    res.end(JSON.stringify(o))
    done(s)
  }
  if (path.startsWith('/__ping')) return json(200, {ok: true})
  if (req.method === 'GET' && /\/models/.test(path))
    return json(
      mode === '401' ? 401 : 200,
      mode === '401'
        ? {error: {message: 'Incorrect API key', code: 'invalid_api_key'}}
        : {
            object: 'list',
            data: [{id: 'fake-model', object: 'model', owned_by: 'fake'}],
            models: [{name: 'models/gemini-2.5-flash'}],
          },
    )
  const gem = /models\/([^:]+):(\w+)/.exec(path),
    ant = /\/messages/.test(path),
    _oai = /chat\/completions/.test(path),
    _resp = /\/responses/.test(path)
  const err = (s, msg, gs, h) => {
    if (gem)
      return json(
        s,
        {
          error: {
            code: s,
            message: msg,
            status: gs,
            ...(s === 429 ? {details: [{'@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '1s'}]} : {}),
            ...(s === 400 || s === 401
              ? {
                  details: [
                    {'@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID', domain: 'googleapis.com'},
                  ],
                }
              : {}),
          },
        },
        h,
      )
    if (ant)
      return json(
        s,
        {
          type: 'error',
          error: {type: s === 401 ? 'authentication_error' : s === 429 ? 'rate_limit_error' : 'api_error', message: msg},
        },
        h,
      )
    return json(
      s,
      {error: {message: msg, type: gs, code: s === 401 ? 'invalid_api_key' : s === 429 ? 'rate_limit_exceeded' : 'server_error'}},
      h,
    )
  }
  const E = {
    400: ['API key not valid. Please pass a valid API key.', 'INVALID_ARGUMENT'],
    401: ['Incorrect API key provided: made-up', 'UNAUTHENTICATED'],
    402: ['Insufficient Balance', 'PAYMENT_REQUIRED'],
    403: ['Permission denied', 'PERMISSION_DENIED'],
    404: ['model not found', 'NOT_FOUND'],
    429: ['Rate limit reached / Resource has been exhausted', 'RESOURCE_EXHAUSTED'],
    500: ['Internal error encountered', 'INTERNAL'],
    503: ['The model is overloaded', 'UNAVAILABLE'],
  }
  if (E[mode]) return err(Number(mode), ...E[mode])
  if (mode === '429ra' || mode === 'x429') return err(429, ...E[429], {'retry-after': '2'})
  if (mode === 'html') {
    res.writeHead(200, {'content-type': 'text/html'})
    res.end('<html>captive portal</html>')
    return done('html')
  }
  if (gem && gem[2] === 'countTokens') return json(200, {totalTokens: 42})
  const uturns = msgs.filter(m => m.role === 'user').length
  const wantsJson = j.generationConfig?.responseMimeType === 'application/json' || j.response_format
  if (wantsJson) rec.rfFull = JSON.stringify(j.response_format || null).slice(0, 300)
  let text = `FAKE-OK turn=${uturns} nmsg=${msgs.length} ntools=${tools.length} token alpha beta gamma delta.`
  if (wantsJson)
    text = JSON.stringify({
      reasoning: 'x',
      complexity_reasoning: 'x',
      complexity_score: 10,
      model_choice: 'flash',
      next_speaker: 'user',
      answer: '42',
      confidence: 0.5,
    })
  // Each answer carries a mark of its own, which the log holds beside the request.
  if (mode === 'meet') {
    rec.mark = `G${id}`
    rec.body = j
    text = `【${rec.mark}】 先说清楚 在谈什么， 再看谁付 代价。 ${process.env.MEET_SAYS ?? ''} 【${rec.mark}】`
  }
  if (mode === 'empty') text = ''
  const chunks = text ? text.match(/\S+\s*/g) : []
  const delay = mode === 'slow' ? 300 : mode === 'middrop' ? 120 : 0
  let nc = 0
  const stream = gem ? gem[2].startsWith('stream') : !!j.stream
  const wantTool =
    mode.startsWith('tool') &&
    !msgs.some(
      m => m.role === 'tool' || JSON.stringify(m).includes('functionResponse') || JSON.stringify(m).includes('tool_result'),
    )
  const toolName = mode.slice(5) || process.env.TOOL || tools.find(t => /shell|bash/i.test(t)) || tools[0] || 'run_shell_command'
  const toolArgs = {
    command: mode.startsWith('tool-') ? 'touch PWNED' : 'sleep 300',
    description: 'x',
    path: '/etc/hostname',
    file_path: '/etc/hostname',
    absolute_path: '/etc/hostname',
    filePath: '/etc/hostname',
  }
  if (!stream) {
    if (gem)
      return json(200, {
        candidates: [{content: {role: 'model', parts: [{text}]}, finishReason: 'STOP', index: 0}],
        usageMetadata: {promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18},
        modelVersion: gem[1],
      })
    if (ant)
      return json(200, {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: j.model,
        content: [{type: 'text', text}],
        stop_reason: 'end_turn',
        usage: {input_tokens: 11, output_tokens: 7},
      })
    return json(200, {
      id: 'c1',
      object: 'chat.completion',
      created: 1,
      model: j.model,
      choices: [{index: 0, message: {role: 'assistant', content: text}, finish_reason: 'stop'}],
      usage: {prompt_tokens: 11, completion_tokens: 7, total_tokens: 18},
    })
  }
  res.writeHead(200, {'content-type': 'text/event-stream', 'cache-control': 'no-cache'})
  const w = o => {
    if (!closed) res.write(`${ant ? `event: ${o.type}\n` : ''}data: ${JSON.stringify(o)}\n\n`)
  }
  if (gem) {
    if (wantTool) {
      w({
        candidates: [
          {content: {role: 'model', parts: [{functionCall: {name: toolName, args: toolArgs}}]}, finishReason: 'STOP', index: 0},
        ],
        usageMetadata: {promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18},
      })
      res.end()
      return done(`tool:${toolName}`)
    }
    for (const c of chunks) {
      w({candidates: [{content: {role: 'model', parts: [{text: c}]}, index: 0}], modelVersion: gem[1]})
      if (mode === 'drop') {
        res.destroy()
        return done('dropped')
      }
      if (mode === 'hang') {
        await sleep(600000)
      }
      if (mode === 'middrop' && ++nc === 3) {
        await sleep(150)
        res.destroy()
        return done('middropped')
      }
      if (delay) await sleep(delay)
      if (closed) return
    }
    w({
      candidates: [{content: {role: 'model', parts: [{text: ''}]}, finishReason: 'STOP', index: 0}],
      usageMetadata: {promptTokenCount: 11, candidatesTokenCount: 7, totalTokenCount: 18},
      modelVersion: gem[1],
    })
    res.end()
    return done('ok')
  }
  if (ant) {
    w({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: j.model,
        content: [],
        stop_reason: null,
        usage: {input_tokens: 11, output_tokens: 1},
      },
    })
    w({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}})
    for (const c of chunks) {
      w({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text: c}})
      if (mode === 'drop') {
        res.destroy()
        return done('dropped')
      }
      if (mode === 'hang') await sleep(600000)
      if (mode === 'middrop' && ++nc === 3) {
        await sleep(150)
        res.destroy()
        return done('middropped')
      }
      if (delay) await sleep(delay)
      if (closed) return
    }
    w({type: 'content_block_stop', index: 0})
    w({type: 'message_delta', delta: {stop_reason: 'end_turn'}, usage: {output_tokens: 7}})
    w({type: 'message_stop'})
    res.end()
    return done('ok')
  }
  const base = {id: 'chatcmpl-1', object: 'chat.completion.chunk', created: 1, model: j.model}
  w({...base, choices: [{index: 0, delta: {role: 'assistant', content: ''}, finish_reason: null}]})
  if (wantTool) {
    w({
      ...base,
      choices: [
        {
          index: 0,
          delta: {
            tool_calls: [
              {index: 0, id: 'call_1', type: 'function', function: {name: toolName, arguments: JSON.stringify(toolArgs)}},
            ],
          },
          finish_reason: null,
        },
      ],
    })
    w({...base, choices: [{index: 0, delta: {}, finish_reason: 'tool_calls'}]})
    res.write('data: [DONE]\n\n')
    res.end()
    return done(`tool:${toolName}`)
  }
  if (mode === 'reason') {
    for (const c of ['think ', 'hard ']) w({...base, choices: [{index: 0, delta: {reasoning_content: c}, finish_reason: null}]})
  }
  for (const c of chunks) {
    w({...base, choices: [{index: 0, delta: {content: c}, finish_reason: null}]})
    if (mode === 'drop') {
      res.destroy()
      return done('dropped')
    }
    if (mode === 'hang') await sleep(600000)
    if (mode === 'middrop' && ++nc === 3) {
      await sleep(150)
      res.destroy()
      return done('middropped')
    }
    if (delay) await sleep(delay)
    if (closed) return
  }
  w({...base, choices: [{index: 0, delta: {}, finish_reason: 'stop'}]})
  w({
    ...base,
    choices: [],
    usage: {prompt_tokens: 11, completion_tokens: 7, total_tokens: 18, prompt_tokens_details: {cached_tokens: 3}},
  })
  res.write('data: [DONE]\n\n')
  res.end()
  done('ok')
})
server.listen(PORT, '127.0.0.1', () => {
  const a = server.address()
  console.log('listening', a.port)
})
