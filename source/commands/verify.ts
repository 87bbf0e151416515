import {readFileSync} from 'node:fs'
import {join} from 'node:path'
import type {Seq} from '../core/events.ts'
import {reduceAll} from '../core/state.ts'
import {fill} from '../core/template.ts'
import {type VerifyWords, verifyWords} from '../i18n/verify.ts'
import {protocolOf} from '../protocols/index.ts'
import {recordsOf} from '../records/index.ts'
import {transcriptLines} from '../records/transcript-map.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {readLedger} from '../runtime/ledger.ts'
import {told} from '../runtime/meeting-folder.ts'
import {type Check, verifyMeeting} from '../runtime/verify.ts'
import {folderFault, ledgerFault} from './faults.ts'
import {meetingFolder} from './history.ts'
import {exit, type Host} from './host.ts'

/** `roundtable verify DIR`: every claim of the record, checked against the ledger and said line by line. Exit 1 when one fails. */
export async function verify(dir: string | undefined, flags: {readonly json?: boolean}, host: Host): Promise<number> {
  const words = verifyWords[host.uiLang]
  if (dir === undefined) {
    host.warn(words.needsFolder)
    return exit.usage
  }
  const folder = meetingFolder(dir, host)
  const read = readLedger(nodeDisk, folder)
  if ('fault' in read) {
    host.warn(ledgerFault(read.fault, host))
    return exit.failed
  }
  const {events, torn} = read.ok
  const [opened] = events
  if (opened?.type !== 'meeting.opened') {
    host.warn(ledgerFault({code: 'nothing', path: read.ok.path}, host))
    return exit.failed
  }
  const {id, version} = opened.meeting.protocol
  const protocol = protocolOf(id, version)
  if (!protocol) {
    host.warn(folderFault({kind: 'protocol', id, version}, host))
    return exit.failed
  }
  const state = reduceAll(events)
  const name = (who: string) => opened.meeting.seats.find(seat => seat.id === who)?.name ?? words.recorder
  const claims = verifyMeeting(protocol, events).map(check => ({...check, text: checkText(check, words, name)}))
  const options = {localDate: () => opened.meeting.date}
  const map = transcriptLines(state, options)
  const files = recordsOf(state, options).map(file => fileClaim(file, folder, map, words))
  const all = [...claims, ...files]
  const failed = all.filter(claim => !claim.ok)
  for (const claim of all) {
    if (flags.json) host.emit({ok: claim.ok, code: claim.code, seqs: claim.seqs, text: claim.text})
    else host.print(`${claim.ok ? '✓' : '✗'} ${claim.text}`)
  }
  if (torn > 0) host.warn(fill(words.torn, {bytes: torn}))
  const summary = fill(failed.length > 0 ? words.failed : words.passed, {
    count: all.length,
    failed: failed.length,
    folder: told(folder, host.cwd),
  })
  if (flags.json) host.emit({type: 'verified', ok: failed.length === 0, checks: all.length, failed: failed.length})
  else host.print(`\n${summary}`)
  return failed.length > 0 ? exit.failed : exit.closed
}

type Claim = {readonly ok: boolean; readonly code: string; readonly seqs: readonly Seq[]; readonly text: string}

function checkText(check: Check, words: VerifyWords, name: (who: string) => string): string {
  const slots = {
    ...check.slots,
    ...('who' in check.slots ? {name: name(String(check.slots.who))} : {}),
    seq: check.seqs.map(seq => `#${seq}`).join(' '),
  }
  const key = check.code === 'relay' && check.slots.justNow === 0 ? 'relay-earlier' : check.code
  return fill(check.ok ? words.ok[key] : words.wrong[key], slots)
}

/** A file is true to the ledger when it is, byte for byte, what the ledger makes of it. */
function fileClaim(
  file: {name: string; text: string},
  folder: string,
  map: readonly (Seq | undefined)[],
  words: VerifyWords,
): Claim {
  const claim = (ok: boolean, text: string, seqs: readonly Seq[] = []): Claim => ({ok, code: 'file', seqs, text})
  let present: string
  try {
    present = readFileSync(join(folder, file.name), 'utf8')
  } catch {
    return claim(false, fill(words.fileMissing, {name: file.name}))
  }
  if (present === file.text) return claim(true, fill(words.fileTrue, {name: file.name}))
  const [is, should] = [present.split('\n'), file.text.split('\n')]
  const at = should.findIndex((line, index) => is[index] !== line)
  const line = at < 0 ? should.length : at
  const seq = file.name === 'transcript.md' ? map[line] : undefined
  const text = fill(seq === undefined ? words.fileDiffers : words.fileDiffersAt, {name: file.name, line: line + 1, seq: seq ?? 0})
  return claim(false, text, seq === undefined ? [] : [seq])
}
