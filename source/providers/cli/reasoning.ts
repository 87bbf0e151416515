export type Unreasoned = {readonly text: string; readonly removed: boolean}

/**
 * Takes reasoning out of an answer that carries it inside: `<think>…</think>` at its beginning. A closing tag without an opening one
 * cuts everything up to it; an opening one that is never closed leaves nothing. Tags further in are part of the answer.
 */
export function withoutReasoning(answer: string): Unreasoned {
  let text = answer
  for (;;) {
    const opened = /^\s*<(think|thinking|reasoning)>/i.exec(text)
    const tag = opened?.[1] ?? 'think'
    const closing = opened ? text.toLowerCase().indexOf(`</${tag.toLowerCase()}>`) : strayClosing(text)
    if (closing < 0) return opened ? {text: '', removed: true} : {text, removed: text !== answer}
    text = text.slice(text.indexOf('>', closing) + 1).replace(/^\s+/, '')
  }
}

/** At the end of a line, with no opening tag before it and not as code: the server swallowed the opening one. */
function strayClosing(text: string): number {
  const found = /(?<!`)<\/(?:think|thinking|reasoning)>(?!`)/i.exec(text)
  if (!found) return -1
  return /<(?:think|thinking|reasoning)>/i.test(text.slice(0, found.index)) ? -1 : found.index
}

/** The same for a stream. `reset`: what was let through before turned out to be reasoning. */
export function makeReasoningFilter(): {
  readonly push: (delta: string) => {readonly text: string; readonly reset: boolean}
  readonly end: () => Unreasoned & {readonly rest: string}
} {
  let all = ''
  let shown = ''
  const step = (held: number) => {
    const {text} = withoutReasoning(all)
    const visible = held > 0 ? text.slice(0, -held) : text
    const reset = !visible.startsWith(shown)
    const fresh = reset ? visible : visible.slice(shown.length)
    shown = visible
    return {text: fresh, reset}
  }
  return {
    push: delta => {
      all += delta
      // A tag may be cut by the end of the delta.
      const cut = /<\/?[a-z]{0,9}$/i.exec(all)
      return step(cut && withoutReasoning(all).text.endsWith(cut[0]) ? cut[0].length : 0)
    },
    end: () => {
      const {text: rest} = step(0)
      return {...withoutReasoning(all), rest}
    },
  }
}
