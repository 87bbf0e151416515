// As hermes prints with `chat --quiet`, from its documentation: the answer as it is, and the session on stderr. Its end is the end.
export function dialect({argv, scenario}) {
  const at = argv.indexOf('--resume')
  const session = at < 0 ? (scenario.session ?? '20261201_ab12cd34') : argv[at + 1]
  let said = ''
  const faults = {
    auth: 'Error: no API key is configured for this provider',
    quota: 'Error: HTTP 429 Too Many Requests',
    server: 'Error: HTTP 500 Internal Server Error',
    session: `Error: session ${session} was not found`,
  }
  return {
    begin: () => [],
    delta: text => {
      said += text
      return text
    },
    thinking: text => `<think>${text}</think>\n`,
    full: () => [],
    final: text => ({lines: [text.slice(said.length)], stderr: `session_id: ${session}\n`, exit: 0}),
    fault: kind => ({stderr: `session_id: ${session}\n${faults[kind]}\n`, exit: 1}),
  }
}
