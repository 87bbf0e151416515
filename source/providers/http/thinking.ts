export type Cut = {
  readonly text: string
  /** All that was given before this was thinking after all. */
  readonly again?: true
}

/**
 * Takes a model's thinking out of its speech where the server did not: `<think>` at the beginning of a line up to its end, and
 * everything before an end that nobody opened. A tag inside a line, or in backticks, is a word about tags and stays.
 */
export type ThinkingCutter = {
  push(delta: string): Cut
  /** What was still held back. */
  end(): Cut
  /** An end without a beginning was met. */
  unmatched(): boolean
  /** Something was cut. */
  thought(): boolean
}

const TAG = /<(\/?)think(?:ing)?>/i
const CLOSE = /<\/think(?:ing)?>/i
/** What could become a tag with the next delta. */
const TAG_BEGUN = /<(?:\/?(?:t(?:h(?:i(?:n(?:k(?:i(?:n(?:g)?)?)?)?)?)?)?)?)?$/i

export function makeThinkingCutter(): ThinkingCutter {
  let held = ''
  let thinking = false
  let unmatched = false
  let thought = false
  /** The last line of the speech so far. */
  let line = ''
  let begun = false

  const take = (final: boolean): Cut => {
    let out = ''
    let again = false
    const speak = (text: string) => {
      const fresh = begun ? text : text.replace(/^\s+/, '')
      if (fresh === '') return
      begun = true
      out += fresh
      line = (line + fresh).slice((line + fresh).lastIndexOf('\n') + 1)
    }
    for (;;) {
      const tag = (thinking ? CLOSE : TAG).exec(held)
      if (!tag) break
      const after = held[tag.index + tag[0].length]
      // A backtick behind it would make it a word about tags; the next delta tells.
      if (!thinking && after === undefined && !final) {
        speak(held.slice(0, tag.index))
        held = held.slice(tag.index)
        return cut(out, again)
      }
      const before = held.slice(0, tag.index)
      const rest = held.slice(tag.index + tag[0].length)
      held = rest
      if (thinking) {
        thinking = false
        continue
      }
      speak(before)
      const quoted = after === '`' || line.endsWith('`')
      const opens = tag[1] === ''
      if (quoted || (opens && line.trim() !== '')) {
        speak(tag[0])
        continue
      }
      thought = true
      if (opens) {
        thinking = true
        continue
      }
      unmatched = true
      again = true
      out = ''
      line = ''
      begun = false
    }
    const open = final ? undefined : TAG_BEGUN.exec(held)
    const upTo = open ? open.index : held.length
    if (!thinking) speak(held.slice(0, upTo))
    held = held.slice(upTo)
    return cut(out, again)
  }
  return {
    push: delta => {
      held += delta
      return take(false)
    },
    end: () => take(true),
    unmatched: () => unmatched,
    thought: () => thought,
  }
}

const cut = (text: string, again: boolean): Cut => (again ? {text, again} : {text})
