import {setTimeout as delay} from 'node:timers/promises'
import type {HttpDeps, HttpSettings} from '../../../source/providers/http/parts.ts'

export const KEY = 'sk-test-0123456789abcdefghijklmnop'

/** The world of a voice under test, in real time. */
export function httpDeps(settings: HttpSettings = {}, more: Partial<HttpDeps> & {key?: HttpDeps['key']} = {}): HttpDeps {
  return {
    lang: 'en',
    sleep: async (ms, signal) => {
      await delay(ms, undefined, {signal}).catch(() => undefined)
    },
    env: {},
    key: () => ({value: KEY, from: 'DEEPSEEK_API_KEY'}),
    secrets: () => [KEY],
    settings: () => settings,
    ...more,
  }
}

/** Waits of 1 s and more take no time, so that a retry does not. What was waited for is kept. */
export function hasty(naps: number[] = []): HttpDeps['sleep'] {
  return async (ms, signal) => {
    naps.push(ms)
    if (ms === 2000 || ms === 3000) return
    await delay(ms, undefined, {signal}).catch(() => undefined)
  }
}
