import {describe, expect, it} from 'vitest'
import {claude} from '../../../source/providers/claude.ts'
import {faultInWords} from '../../../source/providers/cli/faults.ts'
import type {Verdict} from '../../../source/providers/cli/verdict.ts'

type Failed = Extract<Verdict, {how: 'failed'}>
const kinds: readonly Failed['kind'][] = [
  'missing',
  'unstartable',
  'auth',
  'quota',
  'no-text',
  'too-long',
  'stalled',
  'aborted',
  'empty',
  'isolation',
  'session',
  'unfinished',
  'config',
  'line-too-long',
  'unknown',
]

describe.each(['zh', 'en'] as const)('a failure is told in %s', lang => {
  it.each(kinds)('%s: what happened, and what to do next', kind => {
    const failed: Failed = {how: 'failed', code: 'unknown', kind, retryable: true, seconds: 90, said: 'its own words'}
    const {message, hint} = faultInWords(failed, claude, {lang, env: {}})
    expect(message).toContain('Claude Code')
    expect(message).toContain('its own words')
    expect(hint?.length).toBeGreaterThan(3)
    expect(message + hint).not.toMatch(/[{}]/)
    expect(/[\u4e00-\u9fff]/.test(message) && /[\u4e00-\u9fff]/.test(hint ?? '')).toBe(lang === 'zh')
  })

  it('names the command that logs in, and the one that installs', () => {
    const of = (kind: 'auth' | 'missing') =>
      faultInWords({how: 'failed', code: kind, kind, retryable: false}, claude, {lang, env: {}}).hint
    expect(of('auth')).toContain('claude auth login')
    expect(of('missing')).toContain('npm install -g @anthropic-ai/claude-code')
  })
})
