import {execFileSync} from 'node:child_process'
import {readdirSync, readFileSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import type {MeetingEvent} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {LEDGER_NAME, type Ledger, type Opened, openLedger, readLedger} from '../../source/runtime/ledger.ts'
import {encodeLine} from '../../source/runtime/ledger-lines.ts'
import {contentsOf, emptyFolder} from './disk/room.ts'
import {AT, someEvents} from './ledger-events.ts'

const open = (folder: string, as: 'new' | 'present' | 'repair' = 'present') => openLedger({disk: nodeDisk, folder, as})
const ledgerOf = (opened: Opened): Ledger => ('ok' in opened ? opened.ok : expect.fail(JSON.stringify(opened.fault)))
const said = (text: string): MeetingEvent => ({type: 'user.said', text})

/** A folder with a ledger of these bytes. */
function folderWith(bytes: string | Uint8Array): string {
  const folder = emptyFolder()
  writeFileSync(join(folder, LEDGER_NAME), bytes)
  return folder
}

const linesOf = (events: readonly MeetingEvent[]) => events.map((event, n) => encodeLine(event, {seq: n + 1, at: AT}).line)
const sixty = linesOf(someEvents(60))

const swap = (line: number, by: (old: string) => string | Uint8Array) =>
  Buffer.concat(sixty.map((old, n) => Buffer.from(n === line - 1 ? by(old) : old)))
const seal = (body: string) => {
  const sum = execFileSync('openssl', ['dgst', '-sha256', '-r'], {input: body, encoding: 'utf8'}).slice(0, 16)
  return `${body.slice(0, -1)},"sum":"${sum}"}\n`
}

const DAMAGES: readonly (readonly [name: string, line: number, bytes: Buffer, expected: object])[] = [
  ['one byte of a speech changed', 18, swap(18, line => line.replace('quotes', 'Quotes')), {reason: 'checksum'}],
  ['a run of zeros', 10, swap(10, line => line.slice(0, 20) + '\0'.repeat(30) + line.slice(50)), {reason: 'nul'}],
  ['a line without its end', 10, swap(10, line => `${line.slice(0, 30)}\n`), {reason: 'not-json'}],
  ['an empty line', 10, swap(10, line => `\n${line}`), {reason: 'not-json'}],
  ['a line from elsewhere', 10, swap(10, () => '{"hello":1}\n'), {reason: 'no-checksum'}],
  ['bytes that are no UTF-8', 10, swap(10, line => Buffer.from(line.replace('v', '\xff'), 'latin1')), {reason: 'not-utf8'}],
  ['a newline lost between two records', 10, swap(10, line => line.trimEnd()), {reason: 'glued'}],
  ['a record glued to a torn one', 10, swap(10, line => line.slice(0, 25) + line), {reason: 'glued'}],
  ['the same at the very end', 60, swap(60, line => line.slice(0, 25) + line), {reason: 'glued'}],
  [
    'two records at the end without their newlines',
    59,
    Buffer.from(
      sixty
        .join('')
        .trimEnd()
        .replace(/\n([^\n]*)$/, '$1'),
    ),
    {reason: 'glued'},
  ],
  ['a record glued to zeros at the very end', 60, swap(60, line => `\0\0\0${line}`), {reason: 'nul'}],
  ['a record missing', 10, swap(10, () => ''), {reason: 'seq'}],
  ['a record twice', 11, swap(10, line => line + line), {reason: 'seq'}],
  ['a record of another place at the very end', 60, swap(60, () => sixty[58] ?? ''), {reason: 'seq'}],
  [
    'a known event of a wrong shape',
    10,
    swap(10, () => seal(`{"v":1,"seq":10,"at":"${AT}","type":"user.said","text":7}`)),
    {reason: 'shape', detail: 'text'},
  ],
  [
    'the same at the very end',
    60,
    swap(60, () => seal(`{"v":1,"seq":60,"at":"${AT}","type":"user.said"}`)),
    {reason: 'shape', detail: 'text'},
  ],
  ['a BOM', 1, swap(1, line => `\ufeff${line}`), {reason: 'glued'}],
  ['line ends of another system', 1, Buffer.from(sixty.join('').replaceAll('\n', '\r\n')), {reason: 'no-checksum'}],
]

describe('damage that no interrupted write explains', () => {
  it.each(DAMAGES)('is refused with its line, and nothing is touched: %s', (_, line, bytes, expected) => {
    const folder = folderWith(bytes)
    const path = join(folder, LEDGER_NAME)
    const fault = {code: 'damaged', path, line, repairable: line > 1, ...expected}
    expect(open(folder)).toMatchObject({fault})
    expect(readLedger(nodeDisk, folder)).toMatchObject({fault})
    expect(readdirSync(folder)).toEqual([LEDGER_NAME])
    expect(readFileSync(path)).toEqual(bytes)
  })

  it.each(DAMAGES)('is repaired when told to: what stands before stays, the rest is kept aside: %s', (_, line, bytes) => {
    const folder = folderWith(bytes)
    const opened = open(folder, 'repair')
    if (line === 1) {
      expect(opened).toMatchObject({fault: {code: 'damaged', line: 1}})
      expect(contentsOf(folder)).toEqual({[LEDGER_NAME]: bytes.toString('utf8')})
      return
    }
    const ledger = ledgerOf(opened)
    expect(ledger.events).toHaveLength(line - 1)
    ledger.append(said('after'), AT)
    ledger.close()
    const aside = readFileSync(join(folder, `${LEDGER_NAME}.damaged-1`))
    expect(Buffer.concat([Buffer.from(sixty.slice(0, line - 1).join('')), aside])).toEqual(bytes)
    expect(ledgerOf(open(folder)).events).toHaveLength(line)
  })

  it('of a later format is told apart and never repaired', () => {
    const folder = folderWith((sixty[0] ?? '') + seal(`{"v":2,"seq":2,"at":"${AT}","type":"user.said","text":"a"}`))
    for (const as of ['present', 'repair'] as const) {
      expect(open(folder, as)).toEqual({fault: {code: 'newer', path: join(folder, LEDGER_NAME), line: 2, v: 2}})
    }
    expect(readdirSync(folder)).toEqual([LEDGER_NAME])
  })
})
