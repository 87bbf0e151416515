import {describe, expect, test} from 'vitest'
import {type InputEvent, makeDecoder} from '../../../source/ui/terminal/decoder.ts'
import {keysOf} from '../../../source/ui/terminal/keys.ts'
import {dice} from '../../harness/dice.ts'
import {cpuMs} from '../../support/cpu.ts'

/** Virtual time: `pass(ms)` runs what is due. */
function bench() {
  const events: InputEvent[] = []
  let now = 0
  let due: {at: number; act: () => void} | undefined
  const decoder = makeDecoder({
    emit: event => events.push(event),
    after: (ms, act) => {
      const mine = {at: now + ms, act}
      due = mine
      return () => {
        if (due === mine) due = undefined
      }
    },
  })
  return {
    push: decoder.push,
    pass(ms: number) {
      now += ms
      for (let rounds = 0; due !== undefined && due.at <= now && rounds < 10; rounds++) {
        const {act} = due
        due = undefined
        act()
      }
    },
    events,
    names: () =>
      events.flatMap(event =>
        event.type === 'text' ? [event.text] : event.type === 'paste' ? [`paste:${event.text}`] : keysOf(event),
      ),
  }
}

const decode = (input: string) => {
  const b = bench()
  b.push(input)
  b.pass(10_000)
  return b.names()
}

describe('decoder', () => {
  test.each([
    ['你好hello\r', ['你好hello', 'enter']],
    ['a\x1b[Db', ['a', 'left', 'b']],
    ['\x1b[1;5C\x1b[1;3D\x1bOA\x1bOF', ['ctrl+right', 'alt+left', 'up', 'end']],
    ['\x1b[3~\x1b[5~\x1b[6~\x1b[Z', ['delete', 'pageup', 'pagedown', 'shift+tab']],
    ['\x03\x1a\x15\x0b\x17\x19\x1f', ['ctrl+c', 'ctrl+z', 'ctrl+u', 'ctrl+k', 'ctrl+w', 'ctrl+y', 'ctrl+_']],
    ['\x7f\b', ['backspace', 'backspace']],
    ['\x1b\r\x1b\x7f\x1bb\x1b中', ['alt+enter', 'alt+backspace', 'alt+b', 'alt+中']],
    ['\x1b\x1b[D', ['alt+left']],
    ['\x1b\x1b', ['escape', 'escape']],
    ['\x1b[13;2u\x1b[27;5;99~\x1b[97u\x1b[97;2u', ['shift+enter', 'ctrl+c', 'a', 'A']],
    ['\x1b[97;1:3u\x1b[57441;2u', []],
    ['\n', ['newline']],
    ['\x85x\x9b', ['x']],
    ['\x1b[200~a\r\nb\rc\x1b[31m\x1b[201~d', ['paste:a\nb\nc\x1b[31m', 'd']],
    ['\x1b[200~never ended', ['paste:never ended']],
    ['\x1b[<0;1;2M\x1b[?62c\x1b[5;9R\x1b]11;rgb:0/0/0\x1b\\\x1bP1$r0m\x1b\\x', ['x']],
    ['\x1b]11;rgb:ffff', []],
  ])('%j is %j', (input, names) => {
    expect(decode(input)).toEqual(names)
  })

  test('wherever the bytes are cut, the events are the same', () => {
    const roll = dice(21)
    const pieces = [
      '你好',
      'a',
      '👩‍👩‍👧‍👦',
      '\r',
      '\x1b[D',
      '\x1b[1;5C',
      '\x7f',
      '\x1bOA',
      '\x1b[200~x\r\n中\x1b[201~',
      '\x1b]0;t\x07',
      '\x1b[I',
      '\x03',
      '\x1b[97;5u',
    ]
    for (let i = 0; i < 400; i++) {
      const bytes = Buffer.from(Array.from({length: 1 + roll(12)}, () => pieces[roll(pieces.length)]).join(''))
      const whole = bench()
      whole.push(bytes)
      whole.pass(10_000)
      const cut = bench()
      for (let at = 0; at < bytes.length; ) {
        const length = 1 + roll(4)
        cut.push(bytes.subarray(at, at + length))
        cut.pass(roll(8))
        at += length
      }
      cut.pass(10_000)
      expect(joinText(cut.names())).toEqual(joinText(whole.names()))
    }
  })

  test('ESC and, 8 ms later, [D is the left arrow; a lone ESC is Escape within 50 ms', () => {
    const b = bench()
    b.push('\x1b')
    b.pass(8)
    b.push('[D')
    expect(b.names()).toEqual(['left'])
    b.push('\x1b')
    b.pass(29)
    expect(b.names()).toEqual(['left'])
    b.pass(21)
    expect(b.names()).toEqual(['left', 'escape'])
  })

  test('a character split between its bytes comes whole', () => {
    const b = bench()
    const bytes = Buffer.from('中')
    b.push(bytes.subarray(0, 1))
    b.pass(1000)
    b.push(bytes.subarray(1))
    expect(b.names()).toEqual(['中'])
  })

  test('a reply cut by a slow line is never typed as text', () => {
    const b = bench()
    b.push('\x1b]11;rgb:00')
    b.pass(300)
    b.push('00/0000/0000\x07x')
    expect(b.names()).toEqual(['x'])
  })

  test('50 KB of paste in 1 KB pieces is one event with every character', () => {
    const b = bench()
    const text = 'x中'.repeat(12_500)
    const bytes = Buffer.from(`\x1b[200~${text}\x1b[201~`)
    for (let at = 0; at < bytes.length; at += 1000) b.push(bytes.subarray(at, at + 1000))
    expect(b.events).toEqual([{type: 'paste', text}])
  })

  test('a megabyte of control keys is read in linear time', () => {
    const started = cpuMs()
    for (const piece of ['\r', '\x1b', '\x1b[', '\x1b]', '\x1b\x1b', 'a\r']) decode(piece.repeat(300_000 / piece.length))
    expect(cpuMs() - started).toBeLessThan(5000)
  })
})

/** Text may come in more pieces when it was cut. */
function joinText(names: readonly string[]): string[] {
  const joined: string[] = []
  let text = ''
  for (const name of names) {
    if (/^(?:[你好a\u200d]|👩|👧|👦)+$/u.test(name)) text += name
    else {
      if (text) joined.push(text)
      text = ''
      joined.push(name)
    }
  }
  return text ? [...joined, text] : joined
}
