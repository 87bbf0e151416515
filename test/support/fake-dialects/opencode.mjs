// As opencode prints with `run --format json`; see test/streams/opencode-*.
export function dialect({argv}) {
  const at = argv.indexOf('--session')
  const sessionID = at < 0 ? 'ses_dd23b9a41ffelSRm42jAVXcG5g' : argv[at + 1]
  const line = (type, more) => JSON.stringify({type, timestamp: 1, sessionID, ...more})
  let streamed = false
  const text = piece => {
    streamed = true
    return line('text', {part: {type: 'text', text: piece}})
  }
  const start = () => line('step_start', {part: {type: 'step-start'}})
  const said = {auth: [401, 'Incorrect API key provided'], quota: [429, 'Too many'], server: [500, 'Internal error']}
  return {
    begin: () => [start()],
    delta: piece => [text(piece)],
    full: () => [],
    thinking: piece => [line('reasoning', {part: {type: 'reasoning', text: piece}})],
    again: () => [start()],
    final: (whole, usage) => {
      const tokens = {input: usage?.input_tokens ?? 100, output: 10, cache: {read: 0, write: 0}}
      return [...(streamed || whole === '' ? [] : [text(whole)]), line('step_finish', {part: {reason: 'stop', tokens, cost: 0}})]
    },
    fault: kind => {
      if (kind === 'session') return {stderr: '\u001b[91m\u001b[1mError: \u001b[0mSession not found\n', exit: 1}
      const [statusCode, message] = said[kind]
      return {lines: [line('error', {error: {name: 'APIError', data: {message, statusCode}}})], exit: 1}
    },
  }
}
