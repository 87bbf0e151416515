import type {Lang} from '../core/events.ts'
import {fill} from '../core/template.ts'
import {type Estimate, type OverBudget, type Spent, tokensOf} from '../core/usage.ts'

/** Tokens and dollars as people read them. */
const lines = {
  zh: {
    tokens: '{tokens} token',
    cost: '{tokens} token，{cost}',
    least: '至少 {said}',
    none: '没有用量可报',
    estimate: '预计 {calls} 次调用，{min} 到 {max} 个 token；不含重试、智能体自带的开场和思考。',
    estimateNone: '不经过模型，不花 token。',
    overTokens: '预算 {limit} token 用完了（已用 {spent}），会议进入结语。',
    overUsd: '预算 {limit} 用完了（已用 {spent}），会议进入结语。',
    blind: '这些声音不报费用，--budget-usd 管不住它们：{names}',
  },
  en: {
    tokens: '{tokens} tokens',
    cost: '{tokens} tokens, {cost}',
    least: 'at least {said}',
    none: 'no usage was told',
    estimate: 'Expect {calls} calls, {min} to {max} tokens; without retries, and without what an agent adds itself or reasons.',
    estimateNone: 'No model is asked, and no token is spent.',
    overTokens: 'The budget of {limit} tokens is used up ({spent} so far): the meeting goes into its closing.',
    overUsd: 'The budget of {limit} is used up ({spent} so far): the meeting goes into its closing.',
    blind: 'These voices tell no cost, so --budget-usd does not hold them: {names}',
  },
} as const

/** `1234567` as `1,234,567`. */
export const tokensSaid = (tokens: number): string => String(Math.round(tokens)).replace(/\B(?=(\d{3})+$)/g, ',')

/** Cents, and where it is less than ten of them, hundredths of a cent. */
export const usdSaid = (usd: number): string => `$${usd.toFixed(usd > 0 && usd < 0.1 ? 4 : 2)}`

/** Two figures that count: an estimate is no more exact than that. */
export function rounded(tokens: number): string {
  const unit = 10 ** Math.max(0, String(Math.round(tokens)).length - 2)
  return tokensSaid(Math.round(tokens / unit) * unit)
}

/** What a seat or a meeting has used; what nobody told makes it a least. */
export function spentSaid(lang: Lang, spent: Spent): string {
  if (spent.counted === 0) return lines[lang].none
  const {costUsd} = spent
  const tokens = tokensSaid(tokensOf(spent))
  const said =
    costUsd === undefined ? fill(lines[lang].tokens, {tokens}) : fill(lines[lang].cost, {tokens, cost: usdSaid(costUsd)})
  const least = spent.untold > 0 || (costUsd !== undefined && spent.unpriced > 0)
  return least ? fill(lines[lang].least, {said}) : said
}

export function estimateSaid(lang: Lang, {calls, tokens}: Estimate): string {
  if (calls === 0) return lines[lang].estimateNone
  return fill(lines[lang].estimate, {calls, min: rounded(tokens.min), max: rounded(tokens.max)})
}

export function overBudgetSaid(lang: Lang, {what, spent, limit}: OverBudget): string {
  const said = what === 'tokens' ? tokensSaid : usdSaid
  return fill(lines[lang][what === 'tokens' ? 'overTokens' : 'overUsd'], {spent: said(spent), limit: said(limit)})
}

/** Voices that a limit in dollars cannot hold. */
export const blindBudgetSaid = (lang: Lang, names: readonly string[]): string =>
  fill(lines[lang].blind, {names: names.join(lang === 'zh' ? '、' : ', ')})
