import {execFileSync} from 'node:child_process'
import {readdirSync, readFileSync, renameSync, statSync, symlinkSync, truncateSync, unlinkSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {describe, expect, it} from 'vitest'
import type {MeetingEvent} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {LEDGER_NAME, type Ledger, type Opened, openLedger, readLedger} from '../../source/runtime/ledger.ts'
import {encodeLine, scanLines} from '../../source/runtime/ledger-lines.ts'
import {memoryDisk} from './disk/memory-disk.ts'
import {contentsOf, emptyFolder} from './disk/room.ts'
import {ALL_EVENTS, AT, someEvents} from './ledger-events.ts'

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

describe('a new ledger', () => {
  it('has every event on the disk, in order, before the append is answered', () => {
    const folder = emptyFolder()
    const ledger = ledgerOf(open(folder, 'new'))
    for (const [n, event] of ALL_EVENTS.entries()) {
      expect(ledger.append(event, AT)).toEqual({ok: {v: 1, seq: n + 1, at: AT, ...event}})
      const read = readLedger(nodeDisk, folder)
      expect('ok' in read && read.ok.events).toEqual(ledger.events)
    }
    ledger.close()
    expect(readdirSync(folder)).toEqual([LEDGER_NAME])
    expect(statSync(ledger.path).mode & 0o777).toBe(0o600)
  })

  it('syncs each record before it answers, and its own name in the folder', () => {
    let synced = 0
    const fsync = (fd: number) => {
      synced++
      nodeDisk.fsync(fd)
    }
    const ledger = ledgerOf(openLedger({disk: {...nodeDisk, fsync}, folder: emptyFolder(), as: 'new'}))
    expect(synced).toBe(1)
    ledger.append(said('a'), AT)
    expect(synced).toBe(2)
  })

  it('is never begun where one is recorded', () => {
    const folder = folderWith('')
    expect(open(folder, 'new')).toEqual({fault: {code: 'exists', path: join(folder, LEDGER_NAME)}})
  })

  it('can be checked by hand, line by line, and is read by jq as it was meant', () => {
    const folder = folderWith(linesOf(ALL_EVENTS).join(''))
    const path = join(folder, LEDGER_NAME)
    for (const [n, line] of readFileSync(path, 'utf8').trimEnd().split('\n').entries()) {
      const script = `sed -n ${n + 1}p "$0" | sed 's/,"sum":"[0-9a-f]*"}$/}/' | tr -d '\\n' | openssl dgst -sha256 -r | cut -c1-16`
      const byHand = execFileSync('sh', ['-c', script, path], {encoding: 'utf8'}).trim()
      const {sum, v, seq, at, ...event} = JSON.parse(line)
      expect([sum, v, seq, at]).toEqual([byHand, 1, n + 1, AT])
      expect(event).toEqual(ALL_EVENTS[n])
    }
  })

  it('has a line for a record even to readers that break lines at U+2028', () => {
    const bytes = sixty.join('')
    expect(bytes).not.toMatch(/[\u2028\u2029\r]/)
    expect(bytes.match(/\n/g)).toHaveLength(60)
  })

  it('holds no control byte that a terminal would obey, and gives the text back as it was', () => {
    const text = '\u009b2J \u0085 \u007f'
    const {line, stamped} = encodeLine({type: 'user.said', text}, {seq: 1, at: '2026-01-01T09:00:00.000Z'})
    expect(line).not.toMatch(/[\u007f-\u009f]/)
    expect(stamped).toMatchObject({text})
  })
})

describe('an event that could not be read back', () => {
  const bad = {
    'a lone surrogate': said('half \ud83d'),
    'a lone surrogate in a key': {type: 'noted', key: 'k', note: {'\udc00': 1}},
    'a stamp of its own': {...said('a'), seq: 9},
    'a sum of its own': {...said('a'), sum: '0'},
    'a number that is none': {type: 'phase.entered', key: 'k', phase: 'p', round: Number.NaN},
    'a field of a wrong type': {type: 'user.said', text: 7},
  }
  it.each(Object.entries(bad))('is our own bug and leaves no trace: %s', (_, event) => {
    const folder = emptyFolder()
    const ledger = ledgerOf(open(folder, 'new'))
    expect(() => ledger.append(event as MeetingEvent, AT)).toThrow(TypeError)
    expect(() => ledger.append(said('a'), 'yesterday')).toThrow(TypeError)
    expect(ledger.append(said('a'), AT)).toMatchObject({ok: {seq: 1}})
    expect(readFileSync(ledger.path, 'utf8')).toBe(linesOf([said('a')]).join(''))
  })
})

describe('a ledger cut short', () => {
  it('at any byte opens with its whole records, keeps the rest aside, and goes on readable', () => {
    const folder = '/meeting'
    const path = join(folder, LEDGER_NAME)
    const aside = `${path}.torn-1`
    const whole = Buffer.from(linesOf(Array.from({length: 60}, (_, n) => said(`第${n}句"\n`))).join(''))
    for (let size = 0; size <= whole.length; size++) {
      const {disk, put, get, names} = memoryDisk()
      const cut = whole.subarray(0, size)
      const end = cut.lastIndexOf(0x0a) + 1
      put(path, cut)
      const opened = openLedger({disk, folder, as: 'present'})
      if (end === 0) {
        expect([opened, names(), get(path)?.equals(cut)]).toEqual([{fault: {code: 'nothing', path}}, [path], true])
        continue
      }
      const ledger = ledgerOf(opened)
      const records = cut.toString('latin1').split('\n').length - 1
      ledger.append(said('after'), AT)
      const added = encodeLine(said('after'), {seq: records + 1, at: AT}).line
      expect(get(path)?.equals(Buffer.concat([cut.subarray(0, end), Buffer.from(added)]))).toBe(true)
      const torn = cut.subarray(end)
      expect([ledger.events.length, ledger.setAside, get(aside)]).toEqual(
        torn.length > 0
          ? [records + 1, {why: 'torn', bytes: torn.length, path: aside}, Buffer.from(torn)]
          : [records + 1, undefined, undefined],
      )
    }
  })

  it('is cut, not damaged, whatever the event in its last line', () => {
    const first = encodeLine(said('first'), {seq: 1, at: AT}).line
    for (const event of ALL_EVENTS) {
      const line = Buffer.from(encodeLine(event, {seq: 2, at: AT}).line)
      for (let size = 1; size < line.length; size++) {
        const scan = scanLines(Buffer.concat([Buffer.from(first), line.subarray(0, size)]))
        expect([scan.events.length, scan.end, scan.torn, scan.damage]).toEqual([1, first.length, size, undefined])
      }
    }
  })

  it('keeps one torn tail beside the other', () => {
    const folder = folderWith(sixty.slice(0, 2).join(''))
    for (const n of [1, 2, 3]) {
      writeFileSync(join(folder, LEDGER_NAME), `{"v":1,"seq":3,"torn ${n}`, {flag: 'a'})
      const ledger = ledgerOf(open(folder))
      expect(ledger.setAside?.path).toBe(join(folder, `${LEDGER_NAME}.torn-${n}`))
      ledger.close()
    }
  })

  it('by a power cut that left zeros, or a bad last line, is cut all the same', () => {
    const last = sixty[59] ?? ''
    const tails = [
      '\0'.repeat(4096),
      `${last.slice(0, 40)}${'\0'.repeat(60)}\n`,
      last.replace('"sum":"', '"sum":"0'),
      last.replace('2026', '2027'),
    ]
    for (const tail of tails) {
      const ledger = ledgerOf(open(folderWith(sixty.slice(0, 59).join('') + tail)))
      expect(ledger.events).toHaveLength(59)
      expect(ledger.setAside).toMatchObject({why: 'torn', bytes: Buffer.byteLength(tail)})
      ledger.close()
    }
  })
})

describe('a ledger with no meeting in it', () => {
  it.each(['present', 'repair'] as const)('is a plain fault: empty, missing, or torn in its first record (%s)', as => {
    const missing = emptyFolder()
    for (const folder of [missing, folderWith(''), folderWith('{"v":1,"se'), folderWith('\0\0\0')]) {
      const before = contentsOf(folder)
      expect(open(folder, as)).toEqual({fault: {code: 'nothing', path: join(folder, LEDGER_NAME)}})
      expect(readLedger(nodeDisk, folder)).toEqual({fault: {code: 'nothing', path: join(folder, LEDGER_NAME)}})
      expect(contentsOf(folder)).toEqual(before)
    }
  })
})

describe('an event of a later version', () => {
  it('is kept in its place and in the file', () => {
    const event = {type: 'later', to: 'the garden'} as unknown as MeetingEvent
    const later = encodeLine(event, {seq: 61, at: AT}).line
    const folder = folderWith(sixty.join('') + later)
    const ledger = ledgerOf(open(folder))
    expect(ledger.events[60]).toEqual({v: 1, seq: 61, at: AT, type: 'later', to: 'the garden'})
    ledger.append(said('after'), AT)
    expect(readFileSync(ledger.path, 'utf8')).toContain(later)
  })
})

describe('an open ledger', () => {
  it('refuses links and folders in its place', () => {
    const victim = folderWith(sixty.join(''))
    const folder = emptyFolder()
    symlinkSync(join(victim, LEDGER_NAME), join(folder, LEDGER_NAME))
    for (const as of ['present', 'repair'] as const) expect(open(folder, as)).toMatchObject({fault: {disk: {code: 'symlink'}}})
    expect(open(folder, 'new')).toMatchObject({fault: {code: 'exists'}})
    expect(readLedger(nodeDisk, folder)).toMatchObject({fault: {disk: {code: 'symlink'}}})
    expect(readLedger(nodeDisk, join(folder, LEDGER_NAME))).toMatchObject({fault: {code: 'disk', disk: {code: 'ENOTDIR'}}})
  })

  it('does not hang on a pipe in its place', () => {
    const folder = emptyFolder()
    execFileSync('mkfifo', [join(folder, LEDGER_NAME)])
    expect(open(folder)).toMatchObject({fault: {disk: {code: 'not-a-file'}}})
    expect(readLedger(nodeDisk, folder)).toMatchObject({fault: {disk: {code: 'not-a-file'}}})
  })

  const meddling: Record<string, (path: string) => void> = {
    'was deleted': unlinkSync,
    'was moved away': path => renameSync(path, `${path}.moved`),
    'was replaced by a copy': path => {
      const bytes = readFileSync(path)
      writeFileSync(`${path}.new`, bytes)
      renameSync(`${path}.new`, path)
    },
    'was written to by somebody else': path => writeFileSync(path, 'x', {flag: 'a'}),
    'was shortened by somebody else': path => truncateSync(path, 10),
  }
  it.each(Object.entries(meddling))('believes nothing into a file that %s', (_, meddle) => {
    const ledger = ledgerOf(open(emptyFolder(), 'new'))
    ledger.append(said('a'), AT)
    meddle(ledger.path)
    const fault = {code: 'changed', path: ledger.path}
    expect(ledger.append(said('b'), AT)).toEqual({fault})
    expect(ledger.append(said('b'), AT)).toEqual({fault})
    expect(ledger.events).toHaveLength(1)
  })

  it('can be closed twice and takes nothing afterwards', () => {
    const ledger = ledgerOf(open(emptyFolder(), 'new'))
    ledger.close()
    ledger.close()
    expect(ledger.append(said('a'), AT)).toEqual({fault: {code: 'closed', path: ledger.path}})
  })
})
