/** What an agent asked of its model, whichever protocol it speaks: persona, this turn's prompt, what came before, and tools. */
export function readRequest(body) {
  if (body.contents) {
    return {
      system: textOf(body.systemInstruction?.parts),
      prompt: textOf(spoken(body.contents.at(-1)?.parts)),
      before: body.contents.slice(0, -1).map(message => textOf(message.parts)),
      tools: (body.tools ?? []).flatMap(tool => tool.functionDeclarations ?? [tool]).map(nameOf),
    }
  }
  if (body.input) {
    const messages = body.input.filter(item => item.role !== undefined && item.type !== 'additional_tools')
    const talk = messages.filter(message => message.role !== 'developer' && message.role !== 'system')
    // Newer models of Codex get their tools as an item of the input.
    const hidden = body.input.filter(item => item.type === 'additional_tools').flatMap(item => item.tools ?? [])
    return {
      system: `${body.instructions ?? ''}${messages
        .filter(message => message.role === 'developer')
        .map(message => textOf(message.content))
        .join('\n')}`,
      prompt: textOf(talk.at(-1)?.content),
      before: talk.slice(0, -1).map(message => textOf(message.content)),
      tools: [...(body.tools ?? []), ...hidden].map(nameOf),
    }
  }
  const talk = body.messages.filter(message => message.role !== 'system' && message.role !== 'developer')
  const system = body.messages.filter(message => message.role === 'system' || message.role === 'developer')
  return {
    system: [textOf(body.system), ...system.map(message => textOf(message.content))].join('\n'),
    prompt: textOf(spoken(talk.at(-1)?.content)),
    before: talk.slice(0, -1).map(message => textOf(message.content)),
    tools: (body.tools ?? []).map(nameOf),
  }
}

/** Before the first prompt gemini and qwen say the date, the system and the folder, in parts of their own. */
const spoken = content =>
  Array.isArray(content) ? content.filter(({text = ''}) => !/^<(session_context|system-reminder)>/.test(text)) : content

const nameOf = tool => tool.function?.name ?? tool.name ?? tool.type ?? '?'

function textOf(content) {
  if (typeof content === 'string') return content
  return (content ?? []).map(part => part.text ?? '').join('\n')
}

/** The mark of the answer, which the log of the made-up models holds beside what was asked. */
export const markOf = text => /【([AG]\d+)】/.exec(text)?.[1]

/** A prompt without what `guardPrompt` does to it: the wide sign, and the dash before what could be a command. */
export const asWritten = prompt => prompt.replaceAll('＠', '@').replace(/^—\n/, '').trim()

/** What does not hold in a meeting, from its ledger and what the models were asked; empty: all of it holds. */
export function checkMeeting(ledger, requests) {
  const wrong = []
  const byMark = new Map(requests.map(request => [request.mark, readRequest(request.body)]))
  for (const [mark, {tools}] of byMark) if (tools.length > 0) wrong.push(`${mark}: tools ${tools.slice(0, 3).join(', ')}`)
  const {meeting} = ledger.find(event => event.type === 'meeting.opened')
  const said = new Map(ledger.flatMap(event => (event.type === 'turn.finished' ? [[event.seq, event.text]] : [])))
  const userSaid = new Map(ledger.flatMap(event => (event.type === 'user.said' ? [[event.seq, event.text]] : [])))
  let checked = 0
  for (const turn of ledger.filter(event => event.type === 'turn.finished')) {
    const seat = meeting.seats.find(({id}) => id === turn.who)
    const request = byMark.get(markOf(turn.text))
    if (!seat) continue
    if (!request) {
      wrong.push(`${turn.key}: no request belongs to it`)
      continue
    }
    checked++
    const started = ledger.find(
      event => event.type === 'turn.started' && event.key === turn.key && event.attempt === turn.attempt,
    )
    const line =
      seat.persona.body
        .split('\n')
        .find(text => text.trim().length >= 20)
        ?.trim() ?? ''
    if (!request.system.includes(line)) wrong.push(`${turn.key}: the persona is not in the system prompt`)
    for (const seq of started.heard) {
      const heard = said.get(seq) ?? userSaid.get(seq)
      if (heard !== undefined && !asWritten(request.prompt).includes(asWritten(heard)))
        wrong.push(`${turn.key}: a relay is not in the prompt`)
    }
    const marks = new Set([...request.prompt.matchAll(/【([AG]\d+)】/g)].map(match => match[1]))
    const handed = new Set(started.heard.map(seq => markOf(said.get(seq) ?? '')))
    if (started.view === 'session') {
      for (const mark of marks) if (!handed.has(mark)) wrong.push(`${turn.key}: an earlier speech is in the prompt`)
    }
  }
  if (checked === 0) wrong.push('no turn was checked')
  return wrong
}
