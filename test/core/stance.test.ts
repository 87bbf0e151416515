import {describe, expect, it} from 'vitest'
import {readStance, withoutStance} from '../../source/core/stance.ts'

const ok = (stance: string, confidence: number) => ({stance, confidence})

describe('the line that the machine reads', () => {
  it.each([
    ['STANCE: 继续  CONFIDENCE: 0.8', ok('continue', 0.8)],
    ['STANCE: 保留  CONFIDENCE: 0.8', ok('continue', 0.8)],
    ['STANCE：修改　CONFIDENCE：０．７', ok('modify', 0.7)],
    ['stance: Drop, confidence: .5', ok('drop', 0.5)],
    ['STANCE: keep | CONFIDENCE: 1', ok('continue', 1)],
    ['STANCE: modify CONFIDENCE: 70%', ok('modify', 0.7)],
    ['STANCE: 放弃 CONFIDENCE: 65％。', ok('drop', 0.65)],
    ['**STANCE: 修改  CONFIDENCE: 0.7**', ok('modify', 0.7)],
    ['**STANCE:** `修改`  **CONFIDENCE:** 0.7', ok('modify', 0.7)],
    ['`STANCE: continue CONFIDENCE: 0`', ok('continue', 0)],
    ['8. STANCE: 继续 CONFIDENCE: 0.9', ok('continue', 0.9)],
    ['- STANCE: 继续 CONFIDENCE: 0.9', ok('continue', 0.9)],
    ['STANCE: 继续 CONFIDENCE: 0.3\n又想了想\nSTANCE: 放弃 CONFIDENCE: 0.6', ok('drop', 0.6)],
    ['STANCE: 修改 CONFIDENCE: 0.7\n> STANCE: 放弃 CONFIDENCE: 1', ok('modify', 0.7)],
    ['STANCE: 修改 CONFIDENCE: 0.7\n```\nSTANCE: 放弃 CONFIDENCE: 1\n```', ok('modify', 0.7)],
    ['STANCE: 修改 CONFIDENCE: 0.7\n~~~\nSTANCE: 放弃 CONFIDENCE: 1', ok('modify', 0.7)],
  ])('%j', (text, expected) => {
    expect(readStance(text)).toEqual(expected)
    expect(readStance(`1. 判断\n\n${text}\n`)).toEqual(expected)
  })

  it.each([
    ['', 'none'],
    ['我的立场是修改，置信度 0.7', 'none'],
    ['我看到 STANCE: 修改 CONFIDENCE: 0.7', 'none'],
    ['> STANCE: 修改 CONFIDENCE: 0.7', 'none'],
    ['```\nSTANCE: 修改 CONFIDENCE: 0.7\n```', 'none'],
    ['STANCE: 继续|修改|放弃  CONFIDENCE: 0-1', 'stance'],
    ['STANCE: 再想想 CONFIDENCE: 0.5', 'stance'],
    ['STANCE: CONFIDENCE: 0.5', 'stance'],
    ['STANCE: 修改', 'confidence'],
    ['STANCE: 修改 CONFIDENCE:', 'confidence'],
    ['STANCE: 修改 CONFIDENCE: 高', 'confidence'],
    ['STANCE: 修改 CONFIDENCE: 7', 'confidence'],
    ['STANCE: 修改 CONFIDENCE: 120%', 'confidence'],
    ['STANCE: 修改 CONFIDENCE: -0.2', 'confidence'],
    ['STANCE: 修改 CONFIDENCE: 0.7\nSTANCE: 也许 CONFIDENCE: 0.7', 'stance'],
  ])('%j has no stance: %s', (text, problem) => {
    expect(readStance(text)).toEqual({problem})
  })

  it('is no part of what was said', () => {
    expect(withoutStance('甲\nSTANCE: 修改 CONFIDENCE: 0.7\n> STANCE: 引用\n')).toBe('甲\n> STANCE: 引用')
  })
})
