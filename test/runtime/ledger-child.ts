/**
 * Opens the ledger of a folder under its lock and appends until it is stopped or the disk refuses. Tells on stdout the seq of
 * each record that the ledger answered for, one a line, and nothing else but a fault at the end.
 */
import {writeSync} from 'node:fs'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {openLedger} from '../../source/runtime/ledger.ts'
import {takeLock} from '../../source/runtime/lock.ts'
import {thisProcess} from '../../source/runtime/lock-owner.ts'

const [folder = '', size = '200', as = 'present'] = process.argv.slice(2)
const say = (text: string) => writeSync(1, `${text}\n`)
const stop = (fault: unknown): never => {
  say(JSON.stringify({fault}))
  process.exit(0)
}

const locked = takeLock({disk: nodeDisk, folder, here: thisProcess()})
if ('fault' in locked) stop(locked.fault)
const opened = openLedger({disk: nodeDisk, folder, as: as === 'new' ? 'new' : 'present'})
if ('fault' in opened) stop(opened.fault)
else {
  say('open')
  for (;;) {
    const text = '圆桌'.repeat(Math.ceil((Number(size) * (1 + (opened.ok.events.length % 5))) / 6))
    const appended = opened.ok.append({type: 'user.said', text}, new Date().toISOString())
    if ('fault' in appended) stop(appended.fault)
    else say(String(appended.ok.seq))
  }
}
