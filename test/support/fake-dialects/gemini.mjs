// As gemini prints with `-o stream-json`; see test/streams/gemini-*.
const option = (argv, name) => {
  const at = argv.indexOf(name)
  return at < 0 ? undefined : argv[at + 1]
}

export function dialect({argv}) {
  const session = option(argv, '--resume') ?? option(argv, '--session-id') ?? '11111111-2222-4333-8444-555555555555'
  const line = object => JSON.stringify({timestamp: '2026-01-01T00:00:00.000Z', ...object})
  let streamed = false
  const message = text => {
    streamed = true
    return line({type: 'message', role: 'assistant', content: text, delta: true})
  }
  const said = {auth: 'API key not valid (401)', quota: 'Resource has been exhausted (429)', server: 'Internal error encountered'}
  const stats = usage => ({input_tokens: 100, output_tokens: 10, ...usage})
  return {
    begin: () => [
      line({type: 'init', session_id: session, model: 'fake'}),
      line({type: 'message', role: 'user', content: 'echo'}),
    ],
    delta: text => [message(text)],
    full: () => [],
    final: (text, usage) => [
      ...(streamed || text === '' ? [] : [message(text)]),
      line({type: 'result', status: 'success', stats: stats(usage)}),
    ],
    fault: kind => {
      if (kind === 'session') return {stderr: `Error resuming session: Invalid session identifier "${session}".\n`, exit: 42}
      return {lines: [line({type: 'result', status: 'error', error: {message: `[API Error: ${said[kind]}]`}})], exit: 1}
    },
  }
}
