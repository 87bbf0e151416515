import {describe, expect, test} from 'vitest'
import {captureStray, makeWriter, type WriterPorts} from '../../../source/ui/terminal/writer.ts'

/** A terminal that takes `room` bytes, and virtual time. */
function bench(room = Number.POSITIVE_INFINITY) {
  let taken = ''
  let retry: (() => void) | undefined
  const terminal = {room, gone: false}
  const ports: WriterPorts = {
    write(_, bytes) {
      if (terminal.gone) throw Object.assign(new Error('EIO'), {code: 'EIO'})
      if (terminal.room === 0) throw Object.assign(new Error('EAGAIN'), {code: 'EAGAIN'})
      const length = Math.min(terminal.room, bytes.length)
      terminal.room -= length
      taken += Buffer.from(bytes.subarray(0, length)).toString()
      return length
    },
    after(_, act) {
      retry = act
      return () => {
        retry = undefined
      }
    },
  }
  const writer = makeWriter({frames: 3, out: 1, error: 2}, ports)
  writer.open()
  return {writer, terminal, taken: () => taken, waits: () => retry !== undefined, pass: () => retry?.()}
}

describe('writer', () => {
  test('a frame taken in parts is sent to its end, and only then is the next one let in', () => {
    const b = bench(2)
    let done = 0
    b.writer.send('abcdef', () => done++)
    expect(b.writer.busy()).toBe(true)
    b.pass()
    expect(b.taken()).toBe('ab')
    b.terminal.room = 10
    b.pass()
    expect(b.taken()).toBe('abcdef')
    expect(done).toBe(1)
    expect(b.writer.busy()).toBe(false)
  })

  test('a restore cancels the sequence a frame was cut in, and nothing of that frame comes after it', () => {
    const b = bench(4)
    b.writer.send('\x1b[12;34Habc', () => {})
    b.terminal.room = 100
    b.writer.sendNow('restored')
    b.pass()
    expect(b.taken()).toBe('\x1b[12\x18restored')
    expect(b.waits()).toBe(false)
  })

  test('a terminal that is gone neither throws nor hangs', () => {
    const b = bench()
    b.terminal.gone = true
    let done = false
    b.writer.send('x', () => {
      done = true
    })
    expect(done).toBe(true)
    expect(() => b.writer.sendNow('y')).not.toThrow()
  })

  test('a restore waits for a terminal that is not ready yet', () => {
    let refusals = 3
    const sent: string[] = []
    const writer = makeWriter(
      {frames: 3, out: 1, error: 2},
      {
        write(_, bytes) {
          if (refusals-- > 0) throw Object.assign(new Error('EAGAIN'), {code: 'EAGAIN'})
          sent.push(Buffer.from(bytes).toString())
          return bytes.length
        },
        after: () => () => {},
      },
    )
    writer.sendNow('restored')
    expect(sent).toEqual(['restored'])
  })
})

test('stray writes are captured until they are let go again', () => {
  const out: string[] = []
  const stream = {write: (text: string) => out.push(text) > 0} as unknown as NodeJS.WriteStream
  const strays: string[] = []
  const release = captureStray([stream], text => strays.push(text))
  stream.write('stray')
  release()
  stream.write('ours')
  expect(strays).toEqual(['stray'])
  expect(out).toEqual(['ours'])
})
