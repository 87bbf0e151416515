import {EventEmitter} from 'node:events'
import {describe, expect, test, vi} from 'vitest'
import {enterTerminal} from '../../../source/ui/terminal/modes.ts'
import {makeWriter, type WriterPorts} from '../../../source/ui/terminal/writer.ts'

function bench() {
  const written: {fd: number; text: string}[] = []
  const ports: WriterPorts = {
    after: () => () => {},
    write(fd, bytes) {
      written.push({fd, text: Buffer.from(bytes).toString()})
      return bytes.length
    },
  }
  const raw: boolean[] = []
  let onLeave = () => {}
  const stdin = {
    setRawMode: (on: boolean) => {
      raw.push(on)
      if (!on) onLeave()
    },
    resume() {},
    pause() {},
  }
  const killed: unknown[] = []
  const fake = Object.assign(new EventEmitter(), {pid: 7, kill: (...args: unknown[]) => killed.push(args) > 0})
  const writer = makeWriter({frames: 3, out: 1, error: 2}, ports)
  const calls: string[] = []
  const modes = enterTerminal(
    {writer, stdin, process: fake as unknown as NodeJS.Process},
    {
      onSignal: signal => calls.push(signal),
      onCrash: () => calls.push('crash'),
      crashMessage: error => `bug: ${String(error)}`,
      onResume: () => calls.push('resume'),
    },
  )
  const text = () => written.map(one => one.text).join('')
  const whenLeft = (then: () => void) => {
    onLeave = then
  }
  return {whenLeft, modes, writer, fake, raw, killed, calls, written, text, leaves: () => text().split('\x1b[?1049l').length - 1}
}

describe('modes', () => {
  test('entered once, restored once, whoever asks and how often', () => {
    const b = bench()
    expect(b.text()).toContain('\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?1004h')
    b.modes.restore()
    b.modes.restore()
    b.fake.emit('exit')
    b.fake.emit('SIGTERM')
    expect(b.leaves()).toBe(1)
    expect(b.raw.at(-1)).toBe(false)
    expect(b.text().endsWith('\x1b[?25h')).toBe(true)
  })

  test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s restores, then asks the caller', signal => {
    const b = bench()
    b.fake.emit(signal)
    expect(b.leaves()).toBe(1)
    expect(b.calls).toEqual([signal])
  })

  test.each(['uncaughtException', 'unhandledRejection'])('%s: restored first, then the message, then the caller', kind => {
    const b = bench()
    b.fake.emit(kind, 'boom')
    expect(b.written.at(-1)).toEqual({fd: 2, text: 'bug: boom\n'})
    expect(b.leaves()).toBe(1)
    expect(b.calls).toEqual(['crash'])
  })

  test('a terminal that is gone and says so again while it is left ends the program once', () => {
    const b = bench()
    b.whenLeft(() => b.modes.hangUp())
    b.modes.hangUp()
    b.modes.hangUp()
    expect(b.calls).toEqual(['SIGHUP'])
    expect(b.leaves()).toBe(1)
  })

  test('no frame passes while the terminal is not ours', () => {
    const b = bench()
    expect(b.writer.busy()).toBe(false)
    b.modes.restore()
    expect(b.writer.busy()).toBe(true)
  })

  test('suspending stops the whole group; going on enters again, with the line discipline set anew', () => {
    vi.useFakeTimers()
    const b = bench()
    b.modes.suspend()
    expect(b.killed).toEqual([[0, 'SIGTSTP']])
    expect(b.leaves()).toBe(1)
    b.fake.emit('SIGCONT')
    expect(b.raw.slice(-2)).toEqual([false, true])
    expect(b.calls).toEqual(['resume'])
    vi.advanceTimersByTime(1000)
    expect(b.calls).toEqual(['resume'])
    vi.useRealTimers()
  })

  test('a group that cannot be stopped gets its screen back', () => {
    vi.useFakeTimers()
    const b = bench()
    b.fake.emit('SIGTSTP')
    vi.advanceTimersByTime(1000)
    expect(b.calls).toEqual(['resume'])
    expect(b.text().split('\x1b[?1049h')).toHaveLength(3)
    vi.useRealTimers()
  })
})
