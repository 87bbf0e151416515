import {createHash} from 'node:crypto'
import type {MeetingEvent, Seq, Stamped} from '../core/events.ts'
import {checkShape} from './ledger-schema.ts'

/** Why a line is no record. Only the first five can be a write that was cut short; the rest were written whole, or meddled with. */
export type DamageReason =
  | 'nul'
  | 'not-utf8'
  | 'not-json'
  | 'no-checksum'
  | 'checksum'
  /** Two records in one line, the newline between them lost. */
  | 'glued'
  /** A record is missing, doubled or out of order. */
  | 'seq'
  /** A known event with a field that is not as its type wants it; `detail` is the path of the field. */
  | 'shape'

export type Damage = {
  /** Counted from 1. */
  readonly line: number
  readonly reason: DamageReason
  readonly detail?: string
  /** Offset in bytes of the line's first byte: all before it is whole. */
  readonly from: number
}

export type Scan = {
  readonly events: Stamped[]
  /** Offset in bytes behind the last whole record. What follows is torn or damaged. */
  readonly end: number
  /** Bytes behind `end` of a write that was cut short; 0 when there are none. */
  readonly torn: number
  readonly damage?: Damage
  /** The line was written whole by a version of the program that knows a later format. */
  readonly newer?: {readonly line: number; readonly v: number}
}

/**
 * One line, its newline included:
 *
 *     {"v":1,"seq":1,"at":"2026-03-01T09:00:00.000Z","type":"...", ... ,"sum":"0123456789abcdef"}
 *
 * `sum` is the first 16 hex digits of the SHA-256 of the line's UTF-8 bytes before `,"sum"`, with a `}` behind them: of the same
 * JSON object without its sum. By hand, for line 5:
 *
 *     sed -n 5p meeting.jsonl | sed 's/,"sum":"[0-9a-f]*"}$/}/' | tr -d '\n' | sha256sum | cut -c1-16
 *
 * Throws a TypeError on what could not be read back: a lone surrogate, a field of the stamp or `sum` in the event, a wrong shape.
 */
export function encodeLine(
  event: MeetingEvent,
  stamp: {readonly seq: Seq; readonly at: string},
): {line: string; stamped: Stamped} {
  for (const own of ['v', 'seq', 'at', 'sum']) {
    if (own in event) throw new TypeError(`the ledger itself writes ${own}, ${event.type} must not`)
  }
  const body = JSON.stringify({v: 1, ...stamp, ...event}, assertWellFormed).replace(/[\u007f-\u009f\u2028\u2029]/g, escaped)
  const stamped = checkShape(JSON.parse(body))
  if ('wrong' in stamped) throw new TypeError(`${event.type} has a wrong ${stamped.wrong}`)
  return {line: `${body.slice(0, -1)},"sum":"${checksum(body)}"}\n`, stamped: stamped.ok}
}

const checksum = (body: string) => createHash('sha256').update(body, 'utf8').digest('hex').slice(0, 16)
// Legal in JSON, and still a line end to many a reader of lines, or a control to a terminal that shows the file.
const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

function assertWellFormed(key: string, value: unknown): unknown {
  if (/\p{Cs}/u.test(key) || (typeof value === 'string' && /\p{Cs}/u.test(value))) {
    throw new TypeError(`a lone surrogate in ${JSON.stringify(key)}`)
  }
  return value
}

const NEWLINE = 0x0a

/** Reads records until the end or the first line that is none. Never throws. */
export function scanLines(bytes: Uint8Array): Scan {
  const events: Stamped[] = []
  let from = 0
  while (from < bytes.length) {
    const newline = bytes.indexOf(NEWLINE, from)
    if (newline === -1 && !holdsTwo(bytes.subarray(from))) return {events, end: from, torn: bytes.length - from}
    const raw = bytes.subarray(from, newline === -1 ? bytes.length : newline)
    const found = decodeLine(raw, events.length + 1)
    if ('ok' in found) {
      events.push(found.ok)
      from = newline + 1
      continue
    }
    const line = events.length + 1
    if ('newer' in found) return {events, end: from, torn: 0, newer: {line, v: found.newer}}
    const last = newline + 1 === bytes.length
    if (last && CUT_SHORT.has(found.reason) && !holdsTwo(raw)) return {events, end: from, torn: bytes.length - from}
    return {events, end: from, torn: 0, damage: {line, from, ...found}}
  }
  return {events, end: from, torn: 0}
}

const CUT_SHORT: ReadonlySet<DamageReason> = new Set(['nul', 'not-utf8', 'not-json', 'no-checksum', 'checksum'])
const RECORD_START = '{"v":1,"seq":'
/** Our own write, cut short, holds one beginning at most. With two, a record that was believed may be in there: be loud. */
const holdsTwo = (raw: Uint8Array) => Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).includes(RECORD_START, 1)

type Decoded = {readonly ok: Stamped} | {readonly reason: DamageReason; readonly detail?: string} | {readonly newer: number}

const decoder = new TextDecoder('utf-8', {fatal: true, ignoreBOM: true})
const SUM = /,"sum":"([0-9a-f]{16})"\}$/

function decodeLine(bytes: Uint8Array, seq: Seq): Decoded {
  if (bytes.includes(0)) return {reason: 'nul'}
  const line = decode(bytes)
  if (line === undefined) return {reason: 'not-utf8'}
  const sum = SUM.exec(line)
  const body = sum ? `${line.slice(0, sum.index)}}` : line
  if (sum?.[1] !== checksum(body)) {
    if (holdsTwo(bytes)) return {reason: 'glued'}
    if (parse(body) === undefined) return {reason: 'not-json'}
    return {reason: sum ? 'checksum' : 'no-checksum'}
  }
  const parsed = parse(body)
  if (parsed === undefined) return {reason: 'not-json'}
  const v = field(parsed, 'v')
  if (typeof v === 'number' && v > 1) return {newer: v}
  if (field(parsed, 'seq') !== seq) return {reason: 'seq'}
  const shape = checkShape(parsed)
  return 'ok' in shape ? shape : {reason: 'shape', detail: shape.wrong}
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

function parse(text: string): object | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : undefined
  } catch {
    return undefined
  }
}

const field = (parsed: object, name: string): unknown => (name in parsed ? (parsed as Record<string, unknown>)[name] : undefined)
