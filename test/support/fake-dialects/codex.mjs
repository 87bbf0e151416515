// As codex prints with `exec --json`; see test/streams/codex-*. Text comes as whole messages: pieces are gathered until one is due.
export function dialect({argv, scenario}) {
  const at = argv.indexOf('resume')
  const resumed = at < 0 ? undefined : argv.find(argument => /^[0-9a-f]{8}-/.test(argument))
  const thread = resumed ?? scenario.session ?? '11111111-2222-4333-8444-555555555555'
  let kept = ''
  let sent = ''
  const line = object => JSON.stringify(object)
  const message = text => {
    sent = text
    return line({type: 'item.completed', item: {id: 'item_1', type: 'agent_message', text}})
  }
  const flush = () => {
    const text = kept
    kept = ''
    return text === '' ? [] : [message(text)]
  }
  const said = {
    auth: 'unexpected status 401 Unauthorized: Incorrect API key provided',
    quota: 'exceeded retry limit, last status: 429 Too Many Requests',
    server: 'Selected model is at capacity. Please try a different model.',
  }
  return {
    begin: () => [line({type: 'thread.started', thread_id: thread}), line({type: 'turn.started'})],
    // The last of a message that nobody completed is printed as it is.
    delta: text => {
      kept += text
      return scenario.whole ? [] : [message(sent + text)]
    },
    full: text => {
      kept = ''
      return [message(text)]
    },
    thinking: text => [line({type: 'item.completed', item: {id: 'item_0', type: 'reasoning', text}})],
    again: () => {
      kept = ''
      sent = ''
      return [line({type: 'error', message: 'Reconnecting... 1/5 (stream disconnected)'})]
    },
    final: (text, usage) => {
      const rest = sent === text ? [] : [message(text)]
      kept = ''
      const used = {input_tokens: 100, cached_input_tokens: 0, output_tokens: 10, ...usage}
      return [...rest, line({type: 'turn.completed', usage: used})]
    },
    fault: kind => {
      if (kind === 'session') return {stderr: `Error: no rollout found for thread id ${thread} (code -32600)\n`, exit: 1}
      const error = {message: said[kind]}
      return {lines: [...flush(), line({type: 'error', ...error}), line({type: 'turn.failed', error})], exit: 1}
    },
  }
}
