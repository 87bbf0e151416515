import {describe, expect, it} from 'vitest'
import {type ManualDesk, makeManual, type Relay} from '../../source/providers/manual.ts'
import {pasteReader} from '../../source/providers/paste-reader.ts'
import {all, quiet, requestOf, said, tick} from './asking.ts'

/** A desk whose person answers when the test says so. */
function fakeDesk() {
  const handed: Relay[] = []
  const answers = new Map<string, (text: string | undefined) => void>()
  const desk: ManualDesk = {
    handOut: async relay => {
      handed.push(relay)
      return {}
    },
    reply: who => new Promise(resolve => answers.set(who.id, resolve)),
  }
  const paste = async (id: string, text: string | undefined) => {
    await tick()
    answers.get(id)?.(text)
  }
  return {desk, handed, paste}
}
const instant = (reply: string | undefined): ManualDesk => ({handOut: async () => ({}), reply: async () => reply})
const marx = requestOf('marx', '马克思')

describe('the relay', () => {
  it('is the system text and the prompt the first time, and the prompt alone once there is a session', async () => {
    const {desk, handed, paste} = fakeDesk()
    const voice = makeManual(desk)
    const first = all(voice.ask(marx, quiet()))
    await paste('marx', '第一次\n发言 ')
    expect(await first).toEqual([
      {type: 'session', id: 'manual-marx'},
      {type: 'done', text: '第一次\n发言 '},
    ])
    const second = all(voice.ask({...marx, session: 'manual-marx', prompt: '再请发言\n'}, quiet()))
    await paste('marx', '第二次')
    expect(await second).toContainEqual({type: 'session', id: 'manual-marx'})
    expect(handed).toEqual([
      {who: marx.who, text: '你是马克思\n\n请发言', first: true},
      {who: marx.who, text: '再请发言\n', first: false},
    ])
  })

  it('goes out one at a time, in the order they were asked for', async () => {
    const {desk, handed, paste} = fakeDesk()
    const voice = makeManual(desk)
    const results = ['a', 'b', 'c'].map(id => said(voice, requestOf(id, id)))
    for (const id of ['a', 'b', 'c']) {
      await tick()
      expect(handed.at(-1)?.who.id).toBe(id)
      await paste(id, `${id} 的话`)
    }
    expect(await Promise.all(results)).toEqual(['a 的话', 'b 的话', 'c 的话'])
    expect(handed).toHaveLength(3)
  })

  it('who is broken off while waiting hands nothing out and lets nobody pass', async () => {
    const {desk, handed, paste} = fakeDesk()
    const voice = makeManual(desk)
    const stop = new AbortController()
    const first = said(voice, requestOf('a', 'a'))
    const waiting = all(voice.ask(requestOf('b', 'b'), stop.signal))
    const third = said(voice, requestOf('c', 'c'))
    await tick()
    stop.abort()
    expect(await waiting).toMatchObject([{type: 'failed', fault: {code: 'aborted'}}])
    await tick()
    expect(handed.map(relay => relay.who.id)).toEqual(['a'])
    await paste('a', '1')
    await paste('c', '3')
    expect(await Promise.all([first, third])).toEqual(['1', '3'])
    expect(handed.map(relay => relay.who.id)).toEqual(['a', 'c'])
  })
})

describe('what comes of it', () => {
  it.each([undefined, '', ' \n\t'])('a reply of %j is no speech, and can be tried again', async reply => {
    const events = await all(makeManual(instant(reply)).ask(marx, quiet()))
    expect(events).toMatchObject([{type: 'failed', fault: {code: 'empty', message: '没有粘贴任何回答', retryable: true}}])
  })

  it('the desk learns that nobody waits any more', async () => {
    const stop = new AbortController()
    let told: AbortSignal | undefined
    const desk: ManualDesk = {
      handOut: async () => ({}),
      reply: (_, signal) => {
        told = signal
        return new Promise(() => {})
      },
    }
    const events = all(makeManual(desk).ask(marx, stop.signal))
    await tick()
    stop.abort()
    expect(await events).toMatchObject([{type: 'failed', fault: {code: 'aborted'}}])
    expect(told?.aborted).toBe(true)
  })

  it('a desk that breaks, at once or later, is a fault and holds nobody up', async () => {
    const broken: ManualDesk[] = [
      {...instant('x'), handOut: () => Promise.reject(new Error('disk full'))},
      {
        ...instant('x'),
        reply: () => {
          throw new Error('no terminal')
        },
      },
    ]
    for (const desk of broken) {
      const voice = makeManual(desk)
      expect(await said(voice, marx)).toBe('!unknown')
      expect(await said(voice, marx)).toBe('!unknown')
    }
  })
})

describe('what is pasted', () => {
  it.each(['。', '.', '/完', '/done'])('ends at a line that is exactly %s', end => {
    const reader = pasteReader()
    expect(reader.push('  第一行，')).toBeUndefined()
    expect(reader.push('')).toBeUndefined()
    expect(reader.push(`第三行${end}`)).toBeUndefined()
    expect(reader.push(` ${end}`)).toBeUndefined()
    expect(reader.push(end)).toEqual({text: `  第一行，\n\n第三行${end}\n ${end}`, rest: ''})
  })

  it('may come as one piece with any line ends, and loses nothing behind its end', () => {
    expect(pasteReader().push('一\r\n二\r。\n继续\n吧')).toEqual({text: '一\n二', rest: '继续\n吧'})
  })

  it('is nothing when the end comes first', () => {
    expect(pasteReader().push('.')).toEqual({text: '', rest: ''})
  })

  it('when no more can come, what stands so far is the reply', () => {
    const reader = pasteReader()
    expect(reader.end()).toBeUndefined()
    reader.push(' ')
    expect(reader.end()).toBeUndefined()
    reader.push('半句')
    expect(reader.end()).toBe(' \n半句')
  })
})
