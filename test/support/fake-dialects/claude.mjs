// As claude prints with --output-format stream-json --verbose --include-partial-messages; see test/streams/claude-*.
const option = (argv, name) => {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}

export function dialect({argv, scenario}) {
  const resumed = option(argv, '--resume')
  let session = option(argv, '--session-id') ?? resumed ?? '00000000-0000-4000-8000-000000000000'
  if (resumed && scenario.freshInit) session = scenario.freshInit
  let spent = 0
  let message = 0
  const line = object => JSON.stringify({...object, session_id: session})
  const event = given => line({type: 'stream_event', event: given})
  const usage = given => ({
    input_tokens: 100,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 0,
    output_tokens: 10,
    ...given,
  })
  const start = () => event({type: 'message_start', message: {id: `msg_${++message}`, role: 'assistant', content: []}})
  const delta = text => event({type: 'content_block_delta', index: 0, delta: {type: 'text_delta', text}})
  const result = fields => {
    spent += 0.001
    return line({type: 'result', subtype: 'success', is_error: false, total_cost_usd: spent, usage: usage(), ...fields})
  }
  const faults = {
    auth: {error: 'authentication_failed', status: 401, text: 'Invalid API key · Fix external API key'},
    quota: {error: 'rate_limit', status: 429, text: 'API Error: Request rejected (429)'},
    server: {error: 'server_error', status: 500, text: 'API Error: 500 Internal server error.'},
  }
  const speech = {
    isLive: () => argv.includes('--input-format'),
    begin: () => [
      line({type: 'system', subtype: 'init', tools: scenario.tools ?? [], mcp_servers: [], model: 'fake'}),
      start(),
      event({type: 'content_block_start', index: 0, content_block: {type: 'text', text: ''}}),
    ],
    delta: text => [delta(text)],
    full: text => [
      line({
        type: 'assistant',
        message: {id: `msg_${message}`, model: 'fake', role: 'assistant', content: [{type: 'text', text}]},
      }),
    ],
    thinking: thinking => [event({type: 'content_block_delta', index: 0, delta: {type: 'thinking_delta', thinking}})],
    again: () => [line({type: 'system', subtype: 'api_retry', attempt: 1, error_status: null, error: 'unknown'}), start()],
    session: id => {
      session = id
      return []
    },
    final: (text, given) => [result({result: text, usage: usage(given)})],
    fault: kind => {
      if (kind === 'session') {
        const message = `No conversation found with session ID: ${session}`
        const lost = result({
          subtype: 'error_during_execution',
          is_error: true,
          errors: [message],
          usage: usage({input_tokens: 0}),
        })
        return {lines: [lost], stderr: `${message}\n`, exit: 1}
      }
      const {error, status, text} = faults[kind]
      const said = {id: `msg_${message}`, model: '<synthetic>', role: 'assistant', content: [{type: 'text', text}]}
      return {
        lines: [
          line({type: 'assistant', message: said, error, is_api_error_message: true}),
          result({is_error: true, result: text, terminal_reason: 'api_error', api_error_status: status}),
        ],
        exit: 1,
      }
    },
    /**
     * A turn a line. A prompt with `marker=X` is answered by `count` pieces of X, written in pieces of random size; an interrupt
     * stops it, after a few bytes more that were on their way.
     */
    live: async ({lines, write, play, log, sleep}) => {
      const random = seeded(scenario.seed ?? 1)
      let turn = Promise.resolve()
      let writing = Promise.resolve()
      // No message begins inside of another one.
      const inTurn = act => {
        writing = writing.then(act)
        return writing
      }
      let stop = () => {}
      let turns = 0
      const speak = async prompt => {
        const script = scenario.turns?.[turns++]
        if (script) {
          for (const step of script) await play(step)
          return
        }
        let stopped = false
        stop = () => {
          stopped = true
        }
        const marker = /marker=(\w+)/.exec(prompt)?.[1] ?? 'hello'
        let said = ''
        const send = found => inTurn(() => sendNow(found))
        const sendNow = async found => {
          const bytes = Buffer.from(`${found.join('\n')}\n`)
          for (let at = 0; at < bytes.length; ) {
            const size = 1 + Math.floor(random() * 1500)
            await write(bytes.subarray(at, at + size))
            at += size
            if (random() < 0.2) await sleep(1)
          }
        }
        await send(speech.begin())
        const pieces = scenario.count ?? 12
        let late = Math.floor(random() * 4)
        for (let at = 0; at < pieces && (!stopped || late-- > 0); at++) {
          const piece = `${marker}.${at} `
          said += piece
          await send(speech.delta(piece))
        }
        if (!stopped) return send([...speech.full(said), ...speech.final(said)])
        if (scenario.deafAfterInterrupt) return play({hang: true})
        await send([
          result({subtype: 'error_during_execution', is_error: true, errors: [], terminal_reason: 'aborted_streaming'}),
        ])
      }
      for await (const text of lines) {
        const asked = JSON.parse(text)
        log({heard: asked.type, prompt: asked.message?.content})
        if (asked.type === 'control_request') {
          stop()
          const heard = line({type: 'control_response', response: {subtype: 'success', request_id: asked.request_id}})
          await inTurn(() => write(Buffer.from(`${heard}\n`)))
          continue
        }
        await turn
        turn = speak(asked.message.content)
      }
      await turn
    },
  }
  return speech
}

function seeded(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}
