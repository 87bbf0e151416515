import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {makeClaude} from '../../../source/providers/claude.ts'
import type {Provider, ProviderEvent} from '../../../source/providers/provider.ts'
import {asked, gathered, hearAll, makeTestWorld, type TestWorld} from './world.ts'

let world: TestWorld
let provider: Provider | undefined
beforeEach(() => {
  world = makeTestWorld()
})
afterEach(async () => {
  await provider?.close?.()
  world.remove()
})

const started = () => new Set(world.calls().flatMap(call => (call.argv ? [call.pid] : []))).size

describe('a voice that is kept alive', () => {
  it('a hundred turns, broken off at any byte, and no late word of one in another', async () => {
    let state = 5
    const random = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0
      return state / 2 ** 32
    }
    provider = makeClaude(world.plays('claude', {live: true, seed: 3, count: 10}))
    let session: string | undefined
    let whole = 0
    let cut = 0
    for (let turn = 0; turn < 100; turn++) {
      const marker = `T${turn}x`
      const stop = new AbortController()
      const after = turn === 0 || random() < 0.3 ? Number.POSITIVE_INFINITY : Math.floor(random() * 10)
      const timer = random() < 0.5 && turn > 0 ? setTimeout(() => stop.abort(), random() * 40) : undefined
      const events: ProviderEvent[] = []
      let texts = 0
      for await (const event of provider.ask(asked({prompt: `marker=${marker}`, ...(session ? {session} : {})}), stop.signal)) {
        events.push(event)
        if (event.type === 'text' && texts++ >= after) stop.abort()
      }
      clearTimeout(timer)
      const heard = gathered(events)
      const own = new RegExp(`^(${marker}\\.\\d+ )*$`)
      for (const event of events) if (event.type === 'text') expect(event.delta).toMatch(own)
      if (heard.text !== undefined) {
        expect(heard.text.match(/T\d+x\.\d+ /g)).toEqual(Array.from({length: 10}, (_, at) => `${marker}.${at} `))
        whole++
      } else {
        expect(heard.fault?.code).toBe('aborted')
        cut++
      }
      session ??= heard.session
    }
    expect(whole).toBeGreaterThan(10)
    expect(cut).toBeGreaterThan(40)
    // The process survives being interrupted.
    expect(started()).toBe(1)
  })

  it('is started while another speaks, and is ready when its turn comes', async () => {
    provider = makeClaude(world.plays('claude', {live: true}))
    provider.prepare?.(asked())
    provider.prepare?.(asked())
    for (let waited = 0; waited < 300 && !seen(); waited++) await new Promise(resolve => setTimeout(resolve, 10))
    const heard = await hearAll(provider, asked({prompt: 'marker=ready'}))
    expect(heard.text).toContain('ready.0')
    expect(started()).toBe(1)
  })
  const seen = () => {
    try {
      return world.calls().length > 0
    } catch {
      return false
    }
  }

  it('gives each seat a process, a session and a folder of its own', async () => {
    provider = makeClaude(world.plays('claude', {live: true}))
    const ask = (id: string) => hearAll(provider as Provider, asked({who: {id, name: id}, prompt: `marker=${id}`}))
    const [a, b] = await Promise.all([ask('a'), ask('b')])
    expect(a.text).toContain('a.0')
    expect(b.text).toContain('b.0')
    expect(a.session).not.toBe(b.session)
    expect(started()).toBe(2)
    expect(new Set(world.calls().flatMap(call => (call.cwd ? [call.cwd] : []))).size).toBe(2)
  })

  it('a process that dies in mid-turn gives way to a single call, and that is told', async () => {
    const turns = [[{begin: ''}, {delta: 'Lost half'}, {crash: true}]]
    provider = makeClaude(world.plays('claude', {live: true, turns, steps: [{begin: ''}, {delta: 'Whole.'}, {final: 'Whole.'}]}))
    const heard = await hearAll(provider, asked())
    expect(heard.text).toBe('Whole.')
    expect(heard.shown).toBe('Whole.')
    expect(heard.warnings.join()).toContain('single call')
    expect(heard.events.filter(event => event.type === 'done' || event.type === 'failed')).toHaveLength(1)
  })

  it('one that does not let itself be interrupted is ended, and the next turn goes on with its session', async () => {
    const live = {live: true, turns: [undefined, [{begin: ''}, {delta: 'Stuck'}, {hang: true}]], deafAfterInterrupt: true}
    provider = makeClaude(world.plays('claude', JSON.parse(JSON.stringify(live))))
    const first = await hearAll(provider, asked({prompt: 'marker=one'}))
    const session = first.session ?? ''
    const stop = new AbortController()
    for await (const event of provider.ask(asked({prompt: 'marker=two', session}), stop.signal))
      if (event.type === 'text') stop.abort()
    const third = await hearAll(provider, asked({prompt: 'marker=three', session}))
    expect(third.text).toContain('three.0')
    expect(third.session).toBe(session)
    const resumed = world.calls().filter(call => call.argv?.includes('--resume'))
    expect(resumed).toHaveLength(1)
    expect(resumed[0]?.argv).toContain(session)
  })

  it('a changed persona, or a session it does not hold, gets a process of its own', async () => {
    provider = makeClaude(world.plays('claude', {live: true}))
    const first = await hearAll(provider, asked())
    await hearAll(provider, asked({session: first.session ?? '', system: 'Another persona.'}))
    expect(started()).toBe(2)
    const fresh = await hearAll(provider, asked())
    expect(started()).toBe(3)
    expect(fresh.session).not.toBe(first.session)
  })

  it('after it was closed nothing starts any more', async () => {
    provider = makeClaude(world.plays('claude', {live: true}))
    await hearAll(provider, asked())
    await provider.close?.()
    provider.prepare?.(asked())
    const heard = await hearAll(provider, asked())
    expect(heard.fault?.code).toBe('aborted')
    expect(started()).toBe(1)
  })

  it('keeps the id it was given when the agent shows a fresh one on going on', async () => {
    const given = '11111111-2222-4333-8444-555555555555'
    provider = makeClaude(world.plays('claude', {live: true, freshInit: '99999999-2222-4333-8444-555555555555'}))
    expect((await hearAll(provider, asked({session: given}))).session).toBe(given)
  })
})
