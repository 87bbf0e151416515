import {describe, expect, it} from 'vitest'
import {LONGEST_LINE, makeLines} from '../../../source/providers/cli/lines.ts'

function split(bytes: Buffer, sizes: (at: number) => number = () => bytes.length): readonly string[] {
  const found: string[] = []
  const lines = makeLines(line => found.push(line))
  for (let at = 0; at < bytes.length; ) {
    const size = Math.max(1, sizes(at))
    lines.push(bytes.subarray(at, at + size))
    at += size
  }
  lines.end()
  return found
}

const mixed = '\uFEFF{"t":"圆桌🙂"}\r\n\nnoise\n{"a":"}{"}{"b":{"c":1}}\n{"s":"x\u2028y"}\n{"last":true}'
const expected = ['{"t":"圆桌🙂"}', '', 'noise', '{"a":"}{"}', '{"b":{"c":1}}', '{"s":"x\u2028y"}', '{"last":true}']

describe('bytes become lines', () => {
  it('at every place where a chunk can end', () => {
    const bytes = Buffer.from(mixed)
    for (let cut = 1; cut < bytes.length; cut++) expect(split(bytes, at => (at === 0 ? cut : bytes.length))).toEqual(expected)
    expect(split(bytes, () => 1)).toEqual(expected)
  })

  it('chunks whose memory is used again do no harm', () => {
    const found: string[] = []
    const lines = makeLines(line => found.push(line))
    const memory = Buffer.from('{"a":')
    lines.push(memory)
    memory.fill('x')
    lines.push(Buffer.from('1}\n'))
    expect(found).toEqual(['{"a":1}'])
  })

  it('a line beyond the cap is told once and passed over; the next one is read', () => {
    const found: string[] = []
    let tooLong = 0
    const lines = makeLines(
      line => found.push(line),
      () => tooLong++,
    )
    const piece = Buffer.alloc(1024 * 1024, 'x')
    for (let size = 0; size <= LONGEST_LINE + 2 * piece.length; size += piece.length) lines.push(piece)
    lines.push(Buffer.from('\nnext\n'))
    expect(tooLong).toBe(1)
    expect(found).toEqual(['next'])
  })

  it('bytes that are no UTF-8 do not stop it', () => {
    expect(split(Buffer.from([0xff, 0xfe, 0x0a, 0x61, 0x0a]))).toEqual(['\uFFFD\uFFFD', 'a'])
  })

  it('braces in prose are not taken apart', () => {
    expect(split(Buffer.from('{half} {of it}\n'))).toEqual(['{half} {of it}'])
  })
})
