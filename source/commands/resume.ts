import {isBoard} from '../core/board.ts'
import {reduceAll} from '../core/state.ts'
import {tell} from '../i18n/index.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {sweepTemporaries} from '../runtime/disk/write-file.ts'
import {finishRecords, reopenMeeting, told} from '../runtime/meeting-folder.ts'
import {diskFault, folderFault} from './faults.ts'
import {hasRoom} from './has-room.ts'
import {latestUnfinished, meetingFolder} from './history.ts'
import {holdInLines} from './hold.ts'
import {exit, type Host} from './host.ts'
import {type RunFlags, runPlanFor} from './run-flags.ts'
import {holdOptions, notForBoards, serveFor} from './serve-for.ts'

export type ResumeFlags = RunFlags & {
  readonly repair?: boolean
  readonly auto?: boolean
  readonly json?: boolean
  readonly plain?: boolean
  readonly reader?: boolean
  /** As `meet` takes them. */
  readonly events?: string
  readonly serve?: string
}

/** `roundtable resume [DIR] [--repair]`: the meeting goes on where its ledger stands; without DIR the latest unfinished one. */
export async function resume(dir: string | undefined, flags: ResumeFlags, host: Host): Promise<number> {
  const folder = dir === undefined ? latestUnfinished(host)?.folder : meetingFolder(dir, host)
  if (folder === undefined) {
    host.warn(host.words.noUnfinished)
    return exit.failed
  }
  const reopened = reopenMeeting(folder, {disk: nodeDisk, repair: flags.repair ?? false})
  if ('fault' in reopened) {
    host.warn(folderFault(reopened.fault, host))
    return exit.failed
  }
  const {ledger} = reopened.ok
  sweepTemporaries(nodeDisk, folder)
  const aside = ledger.setAside
  if (aside) {
    const key = aside.why === 'torn' ? 'ledgerTorn' : 'ledgerRepaired'
    host.warn(tell(host.words, key, {path: told(aside.path, host.cwd), bytes: aside.bytes}))
  }
  const [opened] = ledger.events
  const topic = opened?.type === 'meeting.opened' ? opened.meeting.topic : ''
  const closed = ledger.events.some(event => event.type === 'meeting.closed')
  const where = told(folder, host.cwd)
  host.warn(closed ? tell(host.words, 'alreadyClosed', {folder: where}) : tell(host.words, 'resuming', {topic, folder: where}))
  if (closed) {
    const faults = finishRecords(reduceAll(ledger.events), folder, nodeDisk)
    for (const fault of faults)
      host.warn(tell(host.words, 'recordsFailed', {name: told(fault.path, host.cwd), message: diskFault(fault, host)}))
    reopened.ok.letGo()
    return faults.length > 0 ? exit.failed : exit.closed
  }
  const wrong = opened?.type === 'meeting.opened' && !isBoard(opened.meeting) ? notForBoards(flags, host) : undefined
  if (wrong !== undefined) {
    reopened.ok.letGo()
    host.warn(wrong)
    return exit.usage
  }
  const run = opened?.type === 'meeting.opened' ? runPlanFor(opened.meeting, flags, host) : undefined
  if (run && 'usage' in run) {
    reopened.ok.letGo()
    for (const line of run.usage) host.warn(line)
    return exit.usage
  }
  host.home.rememberMeeting(folder)
  if (hasRoom(flags, host)) {
    const {openRoom} = await import('./room.ts')
    return openRoom({kind: 'held', held: reopened.ok}, flags, host)
  }
  const serving = await serveFor(flags, host)
  if ('fault' in serving) {
    reopened.ok.letGo()
    host.warn(serving.fault)
    return exit.failed
  }
  return holdInLines(reopened.ok, {...holdOptions({...flags, ...serving}), ...(run ? {run: run.ok} : {})}, host)
}
