import {Buffer} from 'node:buffer'
import {cleanIngest} from '../../core/text.ts'
import {type Remark, remark} from './findings.ts'

/** Text with every line end `\n`, no BOM and no control character but newline and tab; or the reason why there is none. */
export type Decoded =
  | {readonly kind: 'text'; readonly text: string; readonly notes: readonly Remark[]}
  | {readonly kind: 'problem'; readonly problem: Remark}

export function decode(bytes: Uint8Array): Decoded {
  if (bytes.length === 0) return refuse('empty-file')
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return {kind: 'problem', problem: remark('utf-16', 1, {encoding: utf16})}
  const zero = bytes.indexOf(0)
  if (zero >= 0) return {kind: 'problem', problem: remark('binary', lineAt(bytes, zero))}

  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8')
  const notes: Remark[] = []
  const unmarked = raw.replace(/^\ufeff+/, '')
  if (unmarked !== raw) notes.push(remark('bom', 1))
  if (unmarked.trim() === '') return refuse('empty-file')

  const damaged = unmarked.split('\ufffd').length - 1
  // A text in GBK or Latin-1 decodes to replacement characters all over; a text damaged on its way has a few.
  if (damaged > 8 && damaged > unmarked.length * 0.02) return refuse('not-utf8')
  const {text, removed} = cleanIngest(unmarked)
  if (damaged > 0) notes.push(remark('damaged-text', lineOf(text, '\ufffd'), {count: damaged}))
  if (removed > 0) notes.push(remark('control-characters', 1, {count: removed}))

  const crlf = unmarked.split('\r\n').length - 1
  const lines = text.split('\n').length - 1
  if (crlf > 0 && crlf < lines) notes.push(remark('mixed-line-ends', 1, {crlf, lines}))
  return {kind: 'text', text, notes}
}

const refuse = (code: 'empty-file' | 'not-utf8'): Decoded => ({kind: 'problem', problem: remark(code, 1)})

/** By its mark, or by the zero bytes that a `---` leaves in it. */
function utf16Of(bytes: Uint8Array): string | undefined {
  const [a, b, c, d] = bytes
  if (a === 0xff && b === 0xfe) return 'UTF-16LE'
  if (a === 0xfe && b === 0xff) return 'UTF-16BE'
  if (a !== 0 && b === 0 && c !== 0 && d === 0) return 'UTF-16LE'
  if (a === 0 && b !== 0 && c === 0 && d !== 0) return 'UTF-16BE'
  return undefined
}

const lineOf = (text: string, part: string): number => text.slice(0, text.indexOf(part)).split('\n').length

function lineAt(bytes: Uint8Array, end: number): number {
  let line = 1
  for (let i = 0; i < end; i++) if (bytes[i] === 0x0a) line++
  return line
}
