/**
 * Tries to take the lock of a folder once, when its stdin says a line, and tells on stdout whether it has it; holds it until
 * its stdin ends, and releases it then.
 */
import {writeSync} from 'node:fs'
import {nodeDisk} from '../../source/runtime/disk/disk.ts'
import {takeLock} from '../../source/runtime/lock.ts'
import {thisProcess} from '../../source/runtime/lock-owner.ts'

const [folder = ''] = process.argv.slice(2)
const here = thisProcess()
const say = (text: string) => writeSync(1, `${text}\n`)

say('ready')
process.stdin.once('data', () => {
  const taken = takeLock({disk: nodeDisk, folder, here})
  say('ok' in taken ? 'won' : `lost ${JSON.stringify(taken.fault)}`)
  process.stdin.once('end', () => {
    if ('ok' in taken) taken.ok.release()
  })
})
