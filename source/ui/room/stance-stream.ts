import {withoutStance} from '../../core/stance.ts'
import type {Readable} from './json-stream.ts'

/**
 * A role's answer as people read it while it streams: without the line that the machine reads. A line that may still become that
 * one is held back until it is known; all others come as they come.
 */
export function makeStanceReader(): Readable {
  let line = ''
  /** What of the line is on the page already. */
  let given = 0
  let fence = ''
  /** Empty lines wait: at the end there are none. */
  let blanks = ''

  const give = (text: string) => {
    if (text.trim() === '') {
      blanks += text
      return ''
    }
    const out = blanks + text
    blanks = ''
    return out
  }
  const endLine = (ending: string): string => {
    const mark = /^\s{0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? ''
    const drops = fence === '' && mark === '' && withoutStance(line) === '' && line.trim() !== ''
    if (fence) {
      if (mark.startsWith(fence)) fence = ''
    } else fence = mark
    const rest = drops ? '' : line.slice(given)
    line = ''
    given = 0
    return give(rest) + give(drops ? '' : ending)
  }
  return {
    push(delta) {
      let out = ''
      for (const text of delta) {
        if (text === '\n') out += endLine('\n')
        else line += text
      }
      if (given === 0 && !fence && mayBeStance(line)) return out
      const ready = line.slice(given)
      given = line.length
      return out + give(ready)
    },
    end: () => endLine(''),
  }
}

const WORD = 'stance:'

/** Whether a line that begins so may be the machine's: marks of emphasis and numbers before it do not count. */
function mayBeStance(line: string): boolean {
  const begun = line
    .normalize('NFKC')
    .replace(/[*_`]/g, '')
    .trim()
    .replace(/^(?:[-•]|\d{1,2}(?:[.)、]|$))\s*/, '')
    .replace(/\s*:/, ':')
    .toLowerCase()
  return WORD.startsWith(begun.trim()) || begun.startsWith(WORD)
}
