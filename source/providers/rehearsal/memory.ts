import {sentencesOf, trimEnd} from './sentences.ts'

/** Whether a line of the persona, slots and all, was already said. */
export type Memory = (line: string) => boolean

/**
 * Nobody keeps a list of what was used: what was said is looked for in the speeches themselves, so that the same brief gives the
 * same speech in any process. A line with slots is known again by its longest literal stretch.
 */
export function remember(speeches: readonly string[]): Memory {
  return line =>
    sentencesOf(line).some(sentence => {
      const stretch = longestLiteral(sentence)
      return stretch !== '' && speeches.some(speech => speech.includes(stretch))
    })
}

function longestLiteral(sentence: string): string {
  let longest = ''
  for (const part of sentence.split(/\{\w+\}/u)) {
    const literal = trimEnd(part).replace(/^[，。；：、」』”,.;:\s]+/u, '')
    if ([...literal].length > [...longest].length) longest = literal
  }
  return longest
}
