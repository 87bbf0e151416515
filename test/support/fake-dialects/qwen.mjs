// As qwen prints with `-o stream-json --include-partial-messages`; see test/streams/qwen-*. cursor and qoder are close to it.
const option = (argv, name) => {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}

export function dialect({argv}) {
  const session_id = option(argv, '--resume') ?? option(argv, '--session-id') ?? '11111111-2222-4333-8444-555555555555'
  const line = object => JSON.stringify({...object, session_id})
  const event = given => line({type: 'stream_event', event: given})
  const piece = delta => event({type: 'content_block_delta', index: 0, delta})
  const said = {auth: '401 Incorrect API key provided', quota: '429 Too many requests', server: '500 Internal error'}
  return {
    begin: () => [line({type: 'system', subtype: 'init', tools: [], model: 'fake'}), event({type: 'message_start', message: {}})],
    delta: text => [piece({type: 'text_delta', text})],
    full: text => [line({type: 'assistant', message: {content: [{type: 'text', text}]}})],
    thinking: thinking => [piece({type: 'thinking_delta', thinking})],
    again: () => [line({type: 'system', subtype: 'retry', data: {preserveText: false}})],
    final: (result, usage) => [
      line({
        type: 'result',
        subtype: 'success',
        is_error: false,
        result,
        usage: {input_tokens: 100, output_tokens: 10, ...usage},
      }),
    ],
    fault: kind => {
      if (kind === 'session') return {stderr: `No saved session found with ID ${session_id}.\n`, exit: 1}
      const message = `[API Error: ${said[kind]}]`
      return {lines: [line({type: 'result', subtype: 'error_during_execution', is_error: true, error: {message}})], exit: 1}
    },
  }
}
