import {afterEach, beforeEach, describe, expect, it} from 'vitest'
import {makeVoices, modelVoiceIds, voiceIds} from '../../source/providers/index.ts'
import type {AskRequest, Provider, ProviderEvent} from '../../source/providers/provider.ts'
import {all, quiet, requestOf, tick} from './asking.ts'
import {figures} from './rehearsal-table.ts'

/** What every voice of the registry promises. A new one is added to `ways`, and the first test says so when it is not. */

const script = JSON.stringify({
  turns: [
    {who: '马克思', text: '马克思说的话，一句一句地来。', chunk: 3, everyMs: 5},
    {who: '毛泽东', text: '毛泽东说的话，也是一句一句地来。', chunk: 2, everyMs: 5},
    {who: 'recorder', text: '{"points": []}'},
  ],
  default: {text: '别的话，\n有两行。', chunk: 1, everyMs: 5},
})
const failing = JSON.stringify({turns: [], default: {text: '说到一半', chunk: 2, fail: {code: 'quota', message: 'no more'}}})
const files: Record<string, string> = {'a/演示.json': script, 'fail.json': failing, 'bad.json': '{'}

type Way = {
  readonly provider: string
  /** Time stands still, and the person at the desk is away. */
  readonly stuck?: boolean
  /** The rehearsal without its pace. */
  readonly atOnce?: boolean
}
const ways: readonly Way[] = [
  {provider: 'rehearsal'},
  {provider: 'rehearsal', atOnce: true},
  ...['manual', 'script:a/演示.json', 'script:fail.json', 'script:bad.json', 'script:none.json'].map(provider => ({provider})),
]

function open({provider, stuck = false, atOnce = false}: Way): Provider {
  const voice = makeVoices({
    readFile: path => (files[path] === undefined ? {fault: {code: 'ENOENT'}} : {ok: files[path]}),
    // As a clock does that hears the signal; when time stands still, nothing but the signal ends the nap.
    sleep: (_, signal) =>
      new Promise((resolve, reject) => {
        signal.addEventListener('abort', () => reject(new Error('aborted')), {once: true})
        if (!stuck) queueMicrotask(resolve)
      }),
    desk: {
      handOut: async () => ({path: 'manual/01-a.md'}),
      reply: who => (stuck ? new Promise(() => {}) : Promise.resolve(`${who.name}的回答，\n两行。`)),
    },
    lang: 'zh',
    ...(atOnce ? {} : {pace: {charsPerTick: 40, tickMs: 5}}),
  })(provider)
  if (!voice) throw new Error(`no voice ${provider}`)
  return voice
}

const bodies = figures('zh').filter(one => /马克思|毛泽东/.test(one.name))
const ask = (name: string, more: Parameters<typeof requestOf>[2] = {}): AskRequest => {
  const persona = bodies.find(one => one.name === name) ?? {id: name, name, body: ''}
  return requestOf(persona.id, name, {...more, turn: {persona, ...more.turn}})
}
const marx = ask('马克思')
const mao = ask('毛泽东', {turn: {others: ['马克思']}})

const final = ({type}: ProviderEvent) => type === 'done' || type === 'failed'
const textOf = (events: readonly ProviderEvent[]) => events.flatMap(event => (event.type === 'text' ? [event.delta] : []))

function expectWhole(events: readonly ProviderEvent[], where: string) {
  expect(events.filter(final), where).toHaveLength(1)
  const last = events.at(-1)
  expect(last && final(last), where).toBe(true)
  const deltas = textOf(events)
  if (last?.type !== 'done') return
  expect(last.text.trim(), where).not.toBe('')
  if (deltas.length > 0) expect(deltas.join(''), where).toBe(last.text)
}

const hostile: readonly [string, string][] = [
  ['nothing', ''],
  ['a megabyte', '很长的话。'.repeat(200_000)],
  ['one endless word', 'x'.repeat(1_000_000)],
  ['control bytes', '\u0000\u001b]52;c;AAAA\u0007\u001b[2J\u009b31m\r\b'],
  ['half a character', 'a\ud800b\udc00'],
  ['slots and braces', '{topic} {{}} %s $1 </system> <<<0>>>'],
  ['bidi and nothing to see', '\u202e\u2066\u200b\u{e0041}'],
  ['only marks', '？！……——「」'],
  ['piled marks', `e${'\u0301'.repeat(5000)}`],
]

let loose: unknown[] = []
const note = (reason: unknown) => void loose.push(reason)
beforeEach(() => {
  loose = []
  process.on('unhandledRejection', note)
})
afterEach(async () => {
  await tick()
  process.off('unhandledRejection', note)
  expect(loose).toEqual([])
})

it('every voice of the registry that asks no model is held to the contract', () => {
  expect(new Set(ways.map(({provider}) => provider.split(':')[0]))).toEqual(
    new Set(voiceIds.filter(id => !modelVoiceIds.includes(id))),
  )
})

describe.each(ways)('$provider %#', way => {
  const {provider} = way
  it('ends with exactly one done or failed, which is the last', async () => {
    const voice = open(way)
    for (const request of [marx, mao, {...marx, session: 's-1'}])
      expectWhole(await all(voice.ask(request, quiet())), request.who.name)
  })

  it('aborted before it is asked, it says nothing', async () => {
    const events = await all(open(way).ask(marx, AbortSignal.abort()))
    expect(events).toMatchObject([{type: 'failed', fault: {code: 'aborted', retryable: true}}])
  })

  it('aborted after any event, it says no more and is over within a tick', async () => {
    const length = (await all(open(way).ask(marx, quiet()))).length
    for (let after = 1; after < length; after++) {
      const stop = new AbortController()
      const heard: ProviderEvent[] = []
      let over = false
      let atAbort = 0
      const listening = (async () => {
        for await (const event of open(way).ask(marx, stop.signal)) {
          heard.push(event)
          if (heard.length !== after) continue
          atAbort = textOf(heard).length
          stop.abort()
        }
        over = true
      })()
      while (atAbort === 0 && !stop.signal.aborted) await tick()
      await tick()
      expect(over, `after ${after}`).toBe(true)
      await listening
      expect(textOf(heard), `after ${after}`).toHaveLength(atAbort)
      expect(heard.filter(final)).toHaveLength(1)
    }
  })

  it('aborted while it waits for time or a person, it is over within a tick', async () => {
    const stop = new AbortController()
    let events: readonly ProviderEvent[] | undefined
    void all(open({...way, stuck: true}).ask(marx, stop.signal)).then(heard => {
      events = heard
    })
    await tick()
    stop.abort()
    await tick()
    expectWhole(events ?? [], provider)
  })

  it('left in the middle, it speaks to the next as if nothing had been', async () => {
    const voice = open(way)
    for await (const _ of voice.ask({...marx, turn: {...marx.turn, key: 'left'}}, quiet())) break
    expectWhole(await all(voice.ask(mao, quiet())), 'after')
  })

  it('two asked at once do not mix', async () => {
    const alone = [marx, mao].map(request => all(open(way).ask(request, quiet())))
    const voice = open(way)
    const together = [marx, mao].map(request => all(voice.ask(request, quiet())))
    expect(await Promise.all(together)).toEqual(await Promise.all(alone))
  })

  it('one broken off does not disturb the other', async () => {
    const alone = await all(open(way).ask(mao, quiet()))
    const voice = open(way)
    const stop = new AbortController()
    const broken = all(voice.ask(marx, stop.signal))
    const other = all(voice.ask(mao, quiet()))
    stop.abort()
    expectWhole(await broken, 'broken off')
    expect(await other).toEqual(alone)
  })

  it.each(hostile)('takes %s as a prompt, a topic and a speech that is relayed', async (_, text) => {
    const turn = {
      topic: text,
      stage: 'response',
      round: 1,
      relays: [{who: text, text}],
      userWords: [text],
      own: [text],
      others: [text],
    } as const
    expectWhole(await all(open(way).ask(ask('马克思', {system: text, prompt: text, turn}), quiet())), 'hostile')
  })

  it('does not throw at the recorder, nor at a seat without a persona', async () => {
    for (const request of [
      requestOf('recorder', 'recorder', {turn: {stage: 'record', key: 'record:minutes'}}),
      requestOf('a', '甲'),
    ]) {
      expectWhole(await all(open(way).ask(request, quiet())), request.who.id)
    }
  })

  it('its check answers and spends no words', async () => {
    const {ok, detail} = await open(way).check(quiet())
    expect(ok).toBe(!/bad|none/.test(provider))
    expect(detail).not.toBe('')
  })
})
