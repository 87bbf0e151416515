import {join} from 'node:path'
import {setTimeout as sleep} from 'node:timers/promises'
import {beforeAll, describe, expect, it} from 'vitest'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {openLedger, readLedger} from '../../source/runtime/ledger.ts'
import {buildChild, startChild} from './disk/children.ts'
import {emptyFolder, keptFolder, seeded} from './disk/room.ts'

describe('kill -9', () => {
  let program = ''
  const home = keptFolder()
  beforeAll(async () => {
    program = await buildChild(new URL('./ledger-child.ts', import.meta.url), home)
  })

  it('at 20 random moments of one meeting loses no record that was answered for, and each resume takes the lock over', async () => {
    const folder = emptyFolder()
    const random = seeded(20)
    let answered = 0
    for (let kill = 0; kill < 20; kill++) {
      // From records of a few bytes to some that take the kernel a while, so that some are torn.
      const size = [20, 2000, 400_000][kill % 3] ?? 20
      const child = startChild([process.execPath, program, folder, String(size), kill === 0 ? 'new' : 'present'])
      await child.line(/^open$/)
      // The first must have answered for one, else there is no meeting to go on with.
      if (kill === 0) await child.line(/^1$/)
      await sleep(random() * 40)
      child.process.kill('SIGKILL')
      expect(await child.ended).toEqual({code: null, signal: 'SIGKILL'})
      answered = Math.max(
        answered,
        ...child
          .lines()
          .filter(line => /^\d+$/.test(line))
          .map(Number),
      )
      const read = readLedger(nodeDisk, folder)
      expect('ok' in read && read.ok.events.length).toBeGreaterThanOrEqual(answered)
    }
    expect(answered).toBeGreaterThan(20)
    const opened = openLedger({disk: nodeDisk, folder, as: 'present'})
    expect(opened).toHaveProperty('ok')
    if ('ok' in opened) opened.ok.close()
    expect(nodeDisk.readdir(folder).filter(name => !/^meeting\.(jsonl(\.torn-\d+)?|lock)$/.test(name))).toEqual([])
    expect(nodeDisk.lstat(join(folder, 'meeting.lock'))?.kind).toBe('file')
  }, 60_000)
})
