import {describe, expect, it} from 'vitest'
import {makeThinkingCutter} from '../../../source/providers/http/thinking.ts'
import {cpuMs} from '../../support/cpu.ts'
import {random} from '../../support/meeting.ts'

/** What is left on the screen, and whether an end without a beginning was met. */
function cut(pieces: readonly string[]): {text: string; unmatched: boolean} {
  const cutter = makeThinkingCutter()
  let text = ''
  for (const piece of [...pieces.map(delta => cutter.push(delta)), cutter.end()])
    text = piece.again ? piece.text : text + piece.text
  return {text, unmatched: cutter.unmatched()}
}

const cases: readonly [string, string, boolean][] = [
  ['no tags at all', 'no tags at all', false],
  ['<think>a</think>b', 'b', false],
  ['  \n<THINK>\na\n</THINK>\n\nb', 'b', false],
  ['<thinking>a</thinking>b', 'b', false],
  ['<think>a</think>b\n<think>c</think>\nd', 'b\n\nd', false],
  ['a\n</think>\nb', 'b', true],
  ['a</think>b</think>c', 'c', true],
  ['<think>never closed', '', false],
  ['the tag <think> in a line', 'the tag <think> in a line', false],
  ['`</think>` and `<think>` in code', '`</think>` and `<think>` in code', false],
  ['a < b and </p> and <thin', 'a < b and </p> and <thin', false],
  ['ends with <', 'ends with <', false],
  ['<think></think>', '', false],
  ['', '', false],
]

describe('thinking in a speech', () => {
  it.each(cases)('of %j is left %j', (given, text, unmatched) => {
    expect(cut([given])).toEqual({text, unmatched})
  })

  it('is cut the same wherever the stream is cut', () => {
    const chance = random(7)
    for (const [given, text, unmatched] of cases) {
      expect(cut(Array.from(given)), given).toEqual({text, unmatched})
      for (let round = 0; round < 20; round++) {
        const pieces: string[] = []
        for (let at = 0; at < given.length; ) {
          const next = at + 1 + Math.floor(chance() * 5)
          pieces.push(given.slice(at, next))
          at = next
        }
        expect(cut(pieces), JSON.stringify(pieces)).toEqual({text, unmatched})
      }
    }
  })

  it('of a megabyte in single letters takes no long time', () => {
    const before = cpuMs()
    cut(Array.from({length: 200_000}, (_, n) => '<thi nk>\n'[n % 9] ?? ''))
    expect(cpuMs() - before).toBeLessThan(5000)
  })
})
