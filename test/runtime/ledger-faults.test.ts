import {execFileSync} from 'node:child_process'
import {readdirSync, readFileSync, statSync, writeFileSync} from 'node:fs'
import {join} from 'node:path'
import {beforeAll, describe, expect, it} from 'vitest'
import type {MeetingEvent} from '../../source/core/events.ts'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {writeFile} from '../../source/runtime/disk/write-file.ts'
import {LEDGER_NAME, type Ledger, openLedger, readLedger} from '../../source/runtime/ledger.ts'
import {encodeLine} from '../../source/runtime/ledger-lines.ts'
import {buildChild, startChild} from './disk/children.ts'
import {FAILURES, faultyDisk} from './disk/faulty-disk.ts'
import {emptyFolder, keptFolder} from './disk/room.ts'
import {AT} from './ledger-events.ts'

const said = (text: string): MeetingEvent => ({type: 'user.said', text})
const lineOf = (text: string, seq: number) => encodeLine(said(text), {seq, at: AT}).line
const readBack = (folder: string) => {
  const read = readLedger(nodeDisk, folder)
  return 'ok' in read ? read.ok : expect.fail(JSON.stringify(read.fault))
}

/** Runs `use` with the first call failing, then the second ... until a run in which none did. */
function failingAtEachCall(failure: (typeof FAILURES)[number], use: (disk: typeof nodeDisk, fired: () => boolean) => void): void {
  for (const forGood of [false, true]) {
    for (let at = 1, skipped = 0; skipped < 8; at++) {
      const {disk, fired} = faultyDisk({at, failure, forGood})
      use(disk, fired)
      // A short write only happens at writes: the calls between two of them are passed over.
      skipped = fired() ? 0 : skipped + 1
      if (at > 200) throw new Error('this never ends')
    }
  }
}

describe('a failing call', () => {
  it.each(FAILURES)('while records are appended loses none that was answered for, and the meeting goes on: %s', failure => {
    let faults = 0
    failingAtEachCall(failure, (disk, fired) => {
      const folder = emptyFolder()
      writeFileSync(join(folder, LEDGER_NAME), lineOf('0', 1))
      const opened = openLedger({disk, folder, as: 'present'})
      const answered = ['0']
      if ('ok' in opened) {
        for (const text of ['1', '2', '3']) {
          const appended = opened.ok.append(said(text), AT)
          if ('ok' in appended) answered.push(text)
          else {
            faults++
            expect(fired()).toBe(true)
            expect(appended.fault).toMatchObject({code: 'disk', disk: {code: failure === 'nothing' ? 'no-progress' : failure}})
            expect(opened.ok.append(said('never'), AT)).toEqual(appended)
          }
        }
        expect(opened.ok.events.map(event => 'text' in event && event.text)).toEqual(answered)
        opened.ok.close()
      } else expect(opened.fault).toMatchObject({code: 'disk', disk: {code: failure}})
      if (failure === 'short') expect(answered).toHaveLength(4)
      const again = openLedger({disk: nodeDisk, folder, as: 'present'})
      const ledger: Ledger = 'ok' in again ? again.ok : expect.fail(JSON.stringify(again.fault))
      const texts = ledger.events.map(event => 'text' in event && event.text)
      expect(texts.slice(0, answered.length)).toEqual(answered)
      // Only when even cutting back failed may a record stand there that nobody was told of.
      expect(texts.length - answered.length).toBeLessThanOrEqual(1)
      expect(ledger.append(said('after'), AT)).toMatchObject({ok: {seq: texts.length + 1}})
      ledger.close()
      expect(readBack(folder).torn).toBe(0)
    })
    expect(faults > 0).toBe(failure !== 'short')
  })

  it('while a record is appended leaves the file at its last whole record', () => {
    for (const failure of ['ENOSPC', 'EIO'] as const) {
      const folder = emptyFolder()
      const path = join(folder, LEDGER_NAME)
      let failing = false
      const write: typeof nodeDisk.write = (...args) => (failing ? broken.write(...args) : nodeDisk.write(...args))
      const broken = faultyDisk({at: 1, failure}).disk
      const opened = openLedger({disk: {...nodeDisk, write}, folder, as: 'new'})
      const ledger = 'ok' in opened ? opened.ok : expect.fail()
      ledger.append(said('1'), AT)
      failing = true
      expect(ledger.append(said('2'), AT)).toMatchObject({fault: {disk: {code: failure}}})
      expect(readFileSync(path, 'utf8')).toBe(lineOf('1', 1))
    }
  })

  it.each(FAILURES)('while a meeting begins leaves a ledger or none: %s', failure => {
    failingAtEachCall(failure, disk => {
      const folder = emptyFolder()
      const opened = openLedger({disk, folder, as: 'new'})
      if ('ok' in opened) opened.ok.close()
      else expect(opened.fault).toMatchObject({code: 'disk', disk: {code: failure}})
      expect(readdirSync(folder)).toEqual(
        'ok' in opened ? [LEDGER_NAME] : expect.toSatisfy((names: string[]) => names.length <= 1),
      )
    })
  })

  it.each(FAILURES)('while a torn tail is cut or a damage repaired loses no byte: %s', failure => {
    for (const as of ['present', 'repair'] as const) {
      const rest = as === 'present' ? '{"v":1,"seq":2,"to' : `{"v":1}\n${lineOf('2', 2)}`
      failingAtEachCall(failure, disk => {
        const folder = emptyFolder()
        const path = join(folder, LEDGER_NAME)
        writeFileSync(path, lineOf('1', 1) + rest)
        const opened = openLedger({disk, folder, as})
        if ('ok' in opened) opened.ok.close()
        else expect(opened.fault).toMatchObject({code: 'disk'})
        const after = readFileSync(path, 'utf8')
        expect([lineOf('1', 1), lineOf('1', 1) + rest]).toContain(after)
        if (after === lineOf('1', 1)) {
          const aside = readdirSync(folder).filter(name => name !== LEDGER_NAME)
          expect(aside.map(name => readFileSync(join(folder, name), 'utf8'))).toContain(rest)
        }
        expect(openLedger({disk: nodeDisk, folder, as})).toHaveProperty('ok')
      })
    }
  })
})

describe('a real disk that runs full', () => {
  let program = ''
  const home = keptFolder()
  beforeAll(async () => {
    program = await buildChild(new URL('./ledger-child.ts', import.meta.url), home)
  })

  const ranFull = async (folder: string, command: readonly [string, ...string[]], code: string) => {
    const child = startChild(command)
    expect(await child.ended).toEqual({code: 0, signal: null})
    const lines = child.lines()
    const answered = Number(lines.at(-2))
    expect(answered).toBeGreaterThan(3)
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({fault: {code: 'disk', disk: {code}}})
    const {events, torn} = readBack(folder)
    expect([events.length, torn]).toEqual([answered, 0])
  }

  it('or a file that meets its limit, in the midst of a record, ends in a fault and a whole ledger', async () => {
    const folder = emptyFolder()
    await ranFull(
      folder,
      ['sh', '-c', 'ulimit -f 128; exec "$0" "$@"', process.execPath, program, folder, '3000', 'new'],
      'EFBIG',
    )
    expect(statSync(join(folder, LEDGER_NAME)).size).toBeGreaterThan(45_000)
  })

  // A small disk of its own can be had by root on Linux only; the test above is the same where it cannot.
  it.runIf(canMount())('of 100 KB: the ledger ends whole, the old file stays, and there is room to go on', async () => {
    const folder = emptyFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', folder])
    try {
      const path = join(folder, 'transcript.md')
      expect(writeFile({disk: nodeDisk, path, content: 'old'})).toEqual({ok: true})
      const written = writeFile({disk: nodeDisk, path, content: 'x'.repeat(200_000)})
      expect(written).toMatchObject({fault: {code: 'ENOSPC', path}})
      expect(readFileSync(path, 'utf8')).toBe('old')
      expect(readdirSync(folder)).toEqual(['transcript.md'])

      await ranFull(folder, [process.execPath, program, folder, '3000', 'new'], 'ENOSPC')
      execFileSync('mount', ['-o', 'remount,size=1m', folder])
      const again = openLedger({disk: nodeDisk, folder, as: 'present'})
      expect('ok' in again && again.ok.append(said('after'), AT)).toHaveProperty('ok')
      if ('ok' in again) again.ok.close()

      execFileSync('mount', ['-o', 'remount,ro', folder])
      expect(openLedger({disk: nodeDisk, folder, as: 'present'})).toMatchObject({fault: {code: 'disk', disk: {code: 'EROFS'}}})
      expect(writeFile({disk: nodeDisk, path, content: 'new'})).toMatchObject({fault: {code: 'EROFS', path}})
      expect(readBack(folder).torn).toBe(0)
    } finally {
      execFileSync('umount', ['-l', folder])
    }
  })
})

function canMount(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false
  const folder = emptyFolder()
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=100k', 'none', folder], {stdio: 'ignore'})
    execFileSync('umount', [folder], {stdio: 'ignore'})
    return true
  } catch {
    return false
  }
}
