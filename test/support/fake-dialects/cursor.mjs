// As the documentation of Cursor's agent has it: deltas with a time, then the segment once more, then the result.
export function dialect({argv}) {
  const at = argv.indexOf('--resume')
  const session_id = at < 0 ? '11111111-2222-4333-8444-555555555555' : argv[at + 1]
  const line = object => JSON.stringify({...object, session_id})
  const message = (text, more) =>
    line({type: 'assistant', message: {role: 'assistant', content: [{type: 'text', text}]}, ...more})
  const said = {auth: 'Not logged in', quota: 'Rate limit reached (429)', server: 'Internal error'}
  return {
    begin: () => [line({type: 'system', subtype: 'init', model: 'fake'}), line({type: 'user', message: {content: []}})],
    delta: text => [message(text, {timestamp_ms: 1})],
    thinking: text => [line({type: 'thinking', subtype: 'delta', text})],
    full: text => [message(text), message(text, {timestamp_ms: 2, model_call_id: 'call'})],
    final: result => [line({type: 'result', subtype: 'success', is_error: false, result})],
    fault: kind => {
      if (kind === 'session') return {stderr: `Error: chat ${session_id} not found\n`, exit: 1}
      return {lines: [line({type: 'result', subtype: 'success', is_error: true, result: said[kind]})], exit: 1}
    },
  }
}
