import {describe, expect, test} from 'vitest'
import {nothingSpent, type Spent} from '../../source/core/usage.ts'
import {blindBudgetSaid, estimateSaid, overBudgetSaid, rounded, spentSaid, tokensSaid, usdSaid} from '../../source/i18n/usage.ts'

const spent = (more: Partial<Spent>): Spent => ({...nothingSpent, counted: 1, inputTokens: 1200, outputTokens: 34, ...more})

test('tokens in threes, dollars to the cent and finer where there are few', () => {
  expect([0, 999, 1000, 1234567].map(tokensSaid)).toEqual(['0', '999', '1,000', '1,234,567'])
  expect([0, 0.0123, 0.5, 12].map(usdSaid)).toEqual(['$0.00', '$0.0123', '$0.50', '$12.00'])
  expect([7, 12_345, 98_765, 0].map(rounded)).toEqual(['7', '12,000', '99,000', '0'])
})

describe('what was used', () => {
  test('is told as it was told', () => {
    expect(spentSaid('zh', spent({}))).toBe('1,234 token')
    expect(spentSaid('en', spent({costUsd: 0.25}))).toBe('1,234 tokens, $0.25')
  })

  test('is a least when somebody told nothing, and nothing when nobody told anything', () => {
    expect(spentSaid('en', spent({untold: 1}))).toBe('at least 1,234 tokens')
    expect(spentSaid('en', spent({costUsd: 0.25, unpriced: 1}))).toBe('at least 1,234 tokens, $0.25')
    // Without any cost on show, a missing one takes nothing from what is shown.
    expect(spentSaid('en', spent({unpriced: 1}))).toBe('1,234 tokens')
    expect(spentSaid('en', nothingSpent)).toBe('no usage was told')
  })
})

test.each(['zh', 'en'] as const)('estimate and budgets are sentences in %s, with every number in them', lang => {
  const estimate = estimateSaid(lang, {calls: 9, tokens: {min: 12_345, max: 98_765}})
  for (const part of ['9', '12,000', '99,000']) expect(estimate).toContain(part)
  expect(estimateSaid(lang, {calls: 0, tokens: {min: 0, max: 0}})).not.toMatch(/\d/)
  expect(overBudgetSaid(lang, {what: 'tokens', spent: 5100, limit: 5000})).toMatch(/5,000.*5,100/)
  expect(overBudgetSaid(lang, {what: 'usd', spent: 1.5, limit: 1})).toMatch(/\$1\.00.*\$1\.50/)
  expect(blindBudgetSaid(lang, ['codex', 'qwen'])).toMatch(/codex.*qwen/)
})
