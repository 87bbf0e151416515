import {expect} from 'vitest'
import type {Provider} from '../../source/providers/provider.ts'
import {asked, gathered} from './cli/world.ts'

/** Numbers from 0 to 1, the same ones each time. */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48271) % 2147483647
    return state / 2147483647
  }
}

/**
 * A hundred turns, each with a mark of its own, about half of them broken off: at a random piece, at a random moment, or before
 * they began. No piece of one turn may come with another, and what was not broken off is whole.
 */
export async function hundredTurns(provider: Provider, seats: readonly string[]): Promise<{readonly broken: number}> {
  const chance = seeded(4711)
  const sessions = new Map<string, string>()
  let broken = 0
  for (let turn = 0; turn < 100; turn++) {
    const seat = seats[turn % seats.length] ?? ''
    const mark = `m${turn}`
    const pieces = 1 + Math.floor(chance() * 12)
    const session = sessions.get(seat)
    const request = asked({who: {id: seat, name: seat}, prompt: `${mark} ${pieces}`, ...(session ? {session} : {})})
    const stop = new AbortController()
    const way = chance()
    const after = Math.floor(chance() * pieces)
    if (way < 0.05) stop.abort()
    if (way >= 0.05 && way < 0.2) setTimeout(() => stop.abort(), Math.floor(chance() * 8))
    const events = []
    let heard = 0
    for await (const event of provider.ask(request, stop.signal)) {
      events.push(event)
      if (event.type === 'text' && way >= 0.2 && way < 0.5 && heard++ === after) stop.abort()
    }
    const {shown, text, fault, session: id} = gathered(events)
    for (const piece of shown.trim().split(/\s+/).filter(Boolean)) expect(piece).toMatch(new RegExp(`^${mark}:\\d+$`))
    if (fault) {
      expect(fault.code).toBe('aborted')
      broken++
    } else expect(text?.trim()).toBe(Array.from({length: pieces}, (_, at) => `${mark}:${at}`).join(' '))
    if (id) sessions.set(seat, id)
  }
  return {broken}
}

/** A turn that is broken off at its first piece. */
export async function brokenOff(provider: Provider, request: Parameters<typeof asked>[0]) {
  const stop = new AbortController()
  const events = []
  for await (const event of provider.ask(asked(request), stop.signal)) {
    events.push(event)
    if (event.type === 'text') stop.abort()
  }
  return gathered(events)
}
