import {makeThinkingCutter} from '../http/thinking.ts'
import type {Reader} from './reading.ts'

/**
 * For a program whose whole output is the speech: its lines as they are, without blanks before the first word and without what a
 * model thinks aloud between `<think>` and its end. Nothing in it is an id, an event or an end.
 */
export function plainTextReader(): Reader {
  const cutter = makeThinkingCutter()
  let first = true
  return line => {
    // No tag goes over the end of a line, so nothing has to wait for the next one.
    const cuts = [cutter.push(first ? line : `\n${line}`), cutter.end()]
    first = false
    return cuts.flatMap(({text, again}) => [
      ...(again ? [{type: 'reset'} as const] : []),
      ...(text === '' ? [] : [{type: 'text', delta: text} as const]),
    ])
  }
}
