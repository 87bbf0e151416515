import type {TurnBrief} from '../provider.ts'
import {type Memory, remember} from './memory.ts'
import {lengthOf} from './sentences.ts'

/** The parts of a speech, in the order they are spoken. */
export type Part = 'reply' | 'aside' | 'body' | 'end'
export type Slots = Readonly<Record<string, string>>

/** A speech in the making. It takes no line that was said before, and none that would make it too long. */
export type Draft = {
  fresh(line: string): boolean
  /** Whether the line was taken. */
  say(part: Part, line: string, slots?: Slots): boolean
  /** Takes a spent line too, where its slots make another sentence of it. */
  sayAgain(part: Part, line: string, slots: Slots): boolean
  length(): number
  text(): string
}

const ORDER: readonly Part[] = ['reply', 'aside', 'body', 'end']

export function makeDraft(brief: TurnBrief, slots: Slots): Draft {
  const parts: Record<Part, string[]> = {reply: [], aside: [], body: [], end: []}
  const lines: string[] = []
  // What the others said is theirs: a line that stands in a relay is as spent as one's own.
  const spent: Memory = remember([...brief.own, ...brief.relays.map(relay => relay.text)])
  const join = brief.lang === 'zh' ? '' : ' '
  const text = () =>
    ORDER.map(part => parts[part].join(join))
      .filter(paragraph => paragraph !== '')
      .join('\n\n')
  const length = () => lengthOf(text(), brief.lang)
  const fresh = (line: string) => !spent(line) && !lines.includes(line)
  const said = (filled: string) => [...brief.own, text()].some(speech => speech.includes(filled))
  const take = (part: Part, line: string, filled: string | undefined) => {
    if (filled === undefined || fullLength(text() + filled, brief) > brief.limits.max - 4) return false
    parts[part].push(sentenceCase(filled, brief))
    lines.push(line)
    return true
  }
  return {
    fresh,
    length,
    text,
    say: (part, line, extra = {}) => fresh(line) && take(part, line, fill(line, {...slots, ...extra})),
    sayAgain: (part, line, extra) => {
      const filled = fill(line, {...slots, ...extra})
      return filled !== undefined && !said(filled) && take(part, line, filled)
    },
  }
}

/** A slot that nothing is known for makes the line unfit, never a hole in it. */
function fill(line: string, slots: Slots): string | undefined {
  let whole = true
  const filled = line.replace(/\{(\w+)\}/gu, (_, name: string) => {
    const value = slots[name]
    if (value === undefined || value === '') whole = false
    return value ?? ''
  })
  return whole ? filled : undefined
}

const fullLength = (text: string, brief: TurnBrief) => (brief.lang === 'zh' ? [...text].length : lengthOf(text, 'en'))

// A slot may open an English sentence.
const sentenceCase = (text: string, brief: TurnBrief) =>
  brief.lang === 'en' ? text.replace(/^\p{Ll}/u, letter => letter.toUpperCase()) : text
