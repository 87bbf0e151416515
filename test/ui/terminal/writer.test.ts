import {describe, expect, test} from 'vitest'
import {captureStray, makeWriter, type WriterPorts} from '../../../source/ui/terminal/writer.ts'

type Pending = {bytes: Uint8Array; done: (error: NodeJS.ErrnoException | null, written: number) => void}

function bench() {
  const pending: Pending[] = []
  const now: string[] = []
  const ports: WriterPorts = {
    write: (_, bytes, done) => pending.push({bytes, done}),
    writeSync(_, bytes) {
      now.push(Buffer.from(bytes).toString())
      return bytes.length
    },
  }
  const writer = makeWriter({out: 1, error: 2}, ports)
  writer.open()
  return {writer, pending, now}
}

describe('writer', () => {
  test('a frame taken in parts is sent to its end, and only then is the next one let in', () => {
    const b = bench()
    let done = 0
    b.writer.send('abcdef', () => done++)
    b.pending.shift()?.done(null, 2)
    expect(b.writer.busy()).toBe(true)
    const rest = b.pending.shift()
    expect(Buffer.from(rest?.bytes ?? []).toString()).toBe('cdef')
    rest?.done(null, 4)
    expect(done).toBe(1)
    expect(b.writer.busy()).toBe(false)
  })

  test('a restore cancels the sequence a frame was cut in, and the rest of that frame is not sent', () => {
    const b = bench()
    b.writer.send('\x1b[12;34Habc', () => {})
    b.pending.shift()?.done(null, 4)
    b.writer.sendNow('restored')
    expect(b.now).toEqual(['\x18restored'])
    b.pending.shift()?.done(null, 1)
    expect(b.pending).toEqual([])
  })

  test('a terminal that is gone neither throws nor hangs', () => {
    const gone = Object.assign(new Error('EIO'), {code: 'EIO'})
    const writer = makeWriter(
      {out: 1, error: 2},
      {
        write: (_, __, done) => done(gone, 0),
        writeSync() {
          throw gone
        },
      },
    )
    writer.open()
    let done = false
    writer.send('x', () => {
      done = true
    })
    expect(done).toBe(true)
    expect(() => writer.sendNow('y')).not.toThrow()
  })

  test('a restore waits for a terminal that is not ready yet', () => {
    let refusals = 3
    const sent: string[] = []
    const writer = makeWriter(
      {out: 1, error: 2},
      {
        write() {},
        writeSync(_, bytes) {
          if (refusals-- > 0) throw Object.assign(new Error('EAGAIN'), {code: 'EAGAIN'})
          sent.push(Buffer.from(bytes).toString())
          return bytes.length
        },
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
