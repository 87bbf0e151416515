import {join} from 'node:path'
import type {Meeting, Stamped} from '../core/events.ts'
import {reduceAll} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {commandWords} from '../i18n/commands.ts'
import {tell} from '../i18n/index.ts'
import {protocolOf} from '../protocols/index.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {readLedger} from '../runtime/ledger.ts'
import {takeLock} from '../runtime/lock.ts'
import {thisProcess} from '../runtime/lock-owner.ts'
import {type FolderFault, writeRecords} from '../runtime/meeting-folder.ts'
import {diskFault, folderFault} from './faults.ts'
import {meetingFolder} from './find-meetings.ts'
import {exit, type Host} from './host.ts'
import {type SentPrompt, sentPrompts} from './sent-prompts.ts'
import {short, shownPath} from './shown.ts'
import {spokenHistory} from './spoken-history.ts'

export type ExportFlags = {readonly history?: boolean; readonly prompts?: boolean; readonly json?: boolean}

/**
 * `roundtable export DIR`: writes the records again from the ledger. `history`: what was said, as a JSON array on standard output.
 * `prompts`: every prompt as it was sent, exit 1 when one cannot be rebuilt to the recorded hash; with `json` one a line.
 */
export async function exportMeeting(args: readonly string[], flags: ExportFlags, host: Host): Promise<number> {
  const words = commandWords[host.uiLang]
  const [dir, second] = args
  if (dir === undefined || second !== undefined || (flags.history && flags.prompts)) {
    host.warn(flags.history && flags.prompts ? words.exportOneKind : words.exportNeedsFolder)
    return exit.usage
  }
  const folder = meetingFolder(dir, host)
  if (!flags.history && !flags.prompts) return exportRecords(folder, flags, host)
  const read = readMeeting(folder, host)
  if (!read) return exit.failed
  if (flags.prompts) return exportPrompts(read, flags, host)
  host.emit(spokenHistory(reduceAll(read.events)))
  return exit.closed
}

type Read = {readonly events: readonly Stamped[]; readonly meeting: Meeting}

function readMeeting(folder: string, host: Host): Read | undefined {
  const read = readLedger(nodeDisk, folder)
  if ('fault' in read) return refuse({kind: 'ledger', fault: read.fault}, host)
  const {events, path, torn} = read.ok
  const [first] = events
  if (first?.type !== 'meeting.opened') return refuse({kind: 'ledger', fault: {code: 'nothing', path}}, host)
  if (torn > 0) host.warn(fill(commandWords[host.uiLang].exportTorn, {bytes: torn}))
  return {events, meeting: first.meeting}
}

function refuse(fault: FolderFault, host: Host): undefined {
  host.warn(folderFault(fault, host))
}

/** Under the meeting's lock: where it is open, the process that holds it brings the files up to date itself. */
function exportRecords(folder: string, flags: ExportFlags, host: Host): number {
  const words = commandWords[host.uiLang]
  // Looked at before the lock, which a folder without a meeting must not get.
  if (!readMeeting(folder, host)) return exit.failed
  const lock = takeLock({disk: nodeDisk, folder, here: thisProcess()})
  if ('fault' in lock) {
    host.warn(folderFault({kind: 'lock', fault: lock.fault}, host))
    return exit.failed
  }
  try {
    const read = readLedger(nodeDisk, folder)
    if ('fault' in read) {
      host.warn(folderFault({kind: 'ledger', fault: read.fault}, host))
      return exit.failed
    }
    const {files, faults} = writeRecords(reduceAll(read.ok.events), folder, nodeDisk)
    for (const fault of faults) {
      host.warn(tell(host.words, 'recordsFailed', {name: shownPath(fault.path, host), message: diskFault(fault, host)}))
    }
    if (flags.json) host.emit({type: 'records.written', dir: folder, files})
    else for (const name of files) host.print(fill(words.exportWritten, {path: shownPath(join(folder, name), host)}))
    return faults.length > 0 ? exit.failed : exit.closed
  } finally {
    lock.ok.release()
  }
}

function exportPrompts({events, meeting}: Read, flags: ExportFlags, host: Host): number {
  const {id, version} = meeting.protocol
  const protocol = protocolOf(id, version)
  if (!protocol) {
    refuse({kind: 'protocol', id, version}, host)
    return exit.failed
  }
  const prompts = sentPrompts(protocol, events)
  const wrong = prompts.filter(prompt => !prompt.same).length
  if (flags.json) for (const prompt of prompts) host.emit(prompt)
  else {
    for (const line of promptLines(prompts, meeting, host)) host.print(line)
    host.print(fill(commandWords[host.uiLang].promptsSummary, {count: prompts.length, wrong}))
  }
  return wrong > 0 ? exit.failed : exit.closed
}

/** A system text is long and the same in every turn of a seat: it is shown where it is first sent. */
function promptLines(prompts: readonly SentPrompt[], meeting: Meeting, host: Host): readonly string[] {
  const words = commandWords[host.uiLang]
  const shown = new Set<string>()
  const nameOf = (who: string) =>
    short(meeting.seats.find(seat => seat.id === who)?.name ?? (who === 'recorder' ? words.recorder : who))
  const same = (rebuilt: string, recorded: string) =>
    rebuilt === recorded ? words.shaSame : fill(words.shaOther, {recorded: short(recorded, 64)})
  return prompts.flatMap(({seq, who, key, attempt, recorded, rebuilt}) => {
    const head = fill(words.promptHead, {seq, who: nameOf(who), key: short(key), attempt})
    if (!rebuilt) return [head, fill(words.promptNotAsked, {recorded: short(recorded.promptSha256, 64)}), '']
    const isNew = !shown.has(rebuilt.systemSha256)
    shown.add(rebuilt.systemSha256)
    return [
      head,
      fill(words.promptSha, {sha: rebuilt.promptSha256, same: same(rebuilt.promptSha256, recorded.promptSha256)}),
      fill(words.systemSha, {sha: rebuilt.systemSha256, same: same(rebuilt.systemSha256, recorded.systemSha256)}),
      ...(isNew ? ['', fill(words.systemHead, {who: nameOf(who)}), rebuilt.system] : []),
      '',
      rebuilt.prompt,
      '',
    ]
  })
}
