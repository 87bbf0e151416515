import {describe, expect, it} from 'vitest'
import {makeReasoningFilter, withoutReasoning} from '../../../source/providers/cli/reasoning.ts'

const cases: readonly (readonly [claim: string, answer: string, text: string])[] = [
  ['none', '答案', '答案'],
  ['a block before the answer', '<think>\n想一想\n</think>\n\n答案', '答案'],
  ['two blocks', '<think>a</think><thinking>b</thinking>\nYes.', 'Yes.'],
  ['a closing tag alone', '想一想\n</think>\n答案', '答案'],
  ['an opening tag alone', '<think>想一想', ''],
  ['an empty block', '<think>\n\n</think>\n\nYes.', 'Yes.'],
  ['tags further in are part of the answer', 'Use `<think>` and `</think>`.', 'Use `<think>` and `</think>`.'],
  ['a pair further in is part of the answer', 'It prints <think>x</think> first.', 'It prints <think>x</think> first.'],
  ['less-than signs', 'a < b, <thin', 'a < b, <thin'],
]

function streamed(answer: string, size: number): string {
  const filter = makeReasoningFilter()
  let shown = ''
  for (let at = 0; at < answer.length; at += size) {
    const {text, reset} = filter.push(answer.slice(at, at + size))
    shown = reset ? text : shown + text
  }
  return shown + filter.end().rest
}

describe('reasoning inside an answer is taken out', () => {
  it.each(cases)('%s', (_, answer, text) => {
    expect(withoutReasoning(answer)).toEqual({text, removed: text !== answer})
  })

  it.each(cases)('in a stream, wherever it is cut: %s', (_, answer, text) => {
    for (let size = 1; size <= answer.length; size++) expect(streamed(answer, size)).toBe(text)
  })

  it('nothing of a block that has begun is ever shown', () => {
    const filter = makeReasoningFilter()
    const shown = [...'<think>secret</think>Yes.'].map(letter => filter.push(letter).text).join('')
    expect(shown).toBe('Yes.')
  })
})
