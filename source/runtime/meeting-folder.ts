import {randomBytes, randomUUID} from 'node:crypto'
import {join, relative, sep} from 'node:path'
import type {BoardOptions, Budget, CouncilOptions, Meeting, MeetingEvent, ReviewOptions, Seat} from '../core/events.ts'
import {folderName} from '../core/names.ts'
import type {MeetingState} from '../core/state.ts'
import type {Protocol} from '../core/steps.ts'
import {chairFor} from '../i18n/chair.ts'
import {protocolOf} from '../protocols/index.ts'
import {type RecordFile, recordsOf, saysUnfinished} from '../records/index.ts'
import {quietly, readRegular} from './disk/bytes.ts'
import {claimFolder} from './disk/claim-folder.ts'
import {attempt, type Disk, type DiskFault, type Tried} from './disk/disk.ts'
import {subFolder} from './disk/sub-folder.ts'
import {writeFile} from './disk/write-file.ts'
import {type Ledger, type LedgerFault, openLedger} from './ledger.ts'
import {type LockFault, takeLock} from './lock.ts'
import {thisProcess} from './lock-owner.ts'
import {type FirstFile, layFiles} from './materials-folder.ts'
import {sha256} from './nonce.ts'
import {loadPrompts} from './package-files.ts'
import type {LoadedPersona} from './personas/load.ts'

/** A meeting that this process holds: its ledger is open and its lock is ours. */
export type HeldMeeting = {
  readonly folder: string
  readonly ledger: Ledger
  readonly protocol: Protocol
  /** Idempotent. */
  readonly letGo: () => void
}

export type FolderFault =
  | {readonly kind: 'disk'; readonly fault: DiskFault}
  | {readonly kind: 'ledger'; readonly fault: LedgerFault}
  | {readonly kind: 'lock'; readonly fault: LockFault}
  | {readonly kind: 'protocol'; readonly id: string; readonly version: number}

export type NewMeeting = {
  readonly protocol: string
  readonly topic: string
  readonly lang: Meeting['lang']
  readonly seats: readonly {readonly persona: LoadedPersona; readonly provider: string; readonly model?: string}[]
  readonly recorder?: Meeting['recorder']
  readonly rounds: number
  readonly seed: number
  readonly board?: BoardOptions
  readonly review?: ReviewOptions
  readonly council?: CouncilOptions
  readonly version: string
  readonly budget?: Budget
  readonly trustUserConfig?: boolean
  /** What the folder begins with, beside the ledger. */
  readonly files?: readonly FirstFile[]
}

type Place = {
  readonly disk: Disk
  /** Where the person is: paths are told from here. */
  readonly cwd: string
  /** Absolute folder in which meetings get their folders. */
  readonly root: string
  readonly now: Date
}

/** Claims a folder, opens its ledger, and writes down with what the meeting begins. Nothing is left behind when that fails. */
export function openMeeting(plan: NewMeeting, place: Place): {ok: HeldMeeting} | {fault: FolderFault} {
  const {disk, now} = place
  const stamp = localStamp(now)
  const claimed = claimFolder({
    disk,
    root: place.root,
    name: folderName({at: stamp, topic: plan.topic, otherwise: sha256(plan.topic).slice(0, 8)}),
  })
  if ('fault' in claimed) return {fault: {kind: 'disk', fault: claimed.fault}}
  const held = hold(claimed.ok, 'new', disk)
  if ('fault' in held) {
    quietly(() => disk.rmdir(claimed.ok))
    return held
  }
  const meeting = meetingOf(plan, {folder: told(claimed.ok, place.cwd), date: stamp.slice(0, 10)})
  const protocol = protocolOf(plan.protocol)
  if (!protocol) throw new Error(`no protocol ${plan.protocol}`)
  const giveUp = () => {
    held.ok.letGo()
    // The folder is ours and new, and what is in it has no record yet.
    quietly(() => disk.unlink(held.ok.ledger.path))
    quietly(() => disk.rmdir(claimed.ok))
  }
  const laid = layFiles(disk, claimed.ok, plan.files ?? [])
  if ('fault' in laid) {
    giveUp()
    return {fault: {kind: 'disk', fault: laid.fault}}
  }
  const opened = held.ok.ledger.append({type: 'meeting.opened', meeting}, now.toISOString())
  if ('fault' in opened) {
    laid.ok.undo()
    giveUp()
    return {fault: {kind: 'ledger', fault: opened.fault}}
  }
  return {ok: {...held.ok, protocol}}
}

/** Takes up a meeting where its ledger stands. */
export function reopenMeeting(folder: string, options: {disk: Disk; repair: boolean}): {ok: HeldMeeting} | {fault: FolderFault} {
  const held = hold(folder, options.repair ? 'repair' : 'present', options.disk)
  if ('fault' in held) return held
  const [first] = held.ok.ledger.events
  if (first?.type !== 'meeting.opened') {
    held.ok.letGo()
    return {fault: {kind: 'ledger', fault: {code: 'nothing', path: held.ok.ledger.path}}}
  }
  const {id, version} = first.meeting.protocol
  const protocol = protocolOf(id, version)
  if (protocol) return {ok: {...held.ok, protocol}}
  held.ok.letGo()
  return {fault: {kind: 'protocol', id, version}}
}

function hold(
  folder: string,
  as: 'new' | 'present' | 'repair',
  disk: Disk,
): {ok: Omit<HeldMeeting, 'protocol'>} | {fault: FolderFault} {
  const lock = takeLock({disk, folder, here: thisProcess()})
  if ('fault' in lock) return {fault: {kind: 'lock', fault: lock.fault}}
  const ledger = openLedger({disk, folder, as})
  if ('fault' in ledger) {
    lock.ok.release()
    return {fault: {kind: 'ledger', fault: ledger.fault}}
  }
  const letGo = () => {
    ledger.ok.close()
    lock.ok.release()
  }
  return {ok: {folder, ledger: ledger.ok, letGo}}
}

/** What `meeting.opened` will hold. */
export function meetingOf(plan: NewMeeting, place: {folder: string; date: string}): Meeting {
  const seats = plan.seats.map(
    ({persona, provider, model}): Seat => ({
      id: persona.id,
      name: persona.displayName,
      title: persona.title,
      ...(persona.avatar ? {avatar: persona.avatar} : {}),
      ...(persona.color ? {color: persona.color} : {}),
      persona: {
        id: persona.id,
        source: persona.origin.kind === 'built-in' ? 'built-in' : told(persona.origin.path, place.folder),
        lang: persona.lang,
        sha256: sha256(persona.body),
        body: persona.body,
      },
      provider,
      ...(model ? {model} : {}),
    }),
  )
  return {
    id: randomUUID(),
    program: plan.version,
    protocol: {id: plan.protocol, version: protocolOf(plan.protocol)?.version ?? 1},
    topic: plan.topic,
    lang: plan.lang,
    seats,
    ...(plan.recorder ? {recorder: plan.recorder} : {}),
    rehearsal: seats.every(seat => seat.provider === 'rehearsal'),
    options: {
      rounds: plan.rounds,
      seed: plan.seed,
      ...(plan.trustUserConfig ? {trustUserConfig: true} : {}),
      ...(plan.budget ? {budget: plan.budget} : {}),
      ...(plan.board ? {board: plan.board} : {}),
      ...(plan.review ? {review: plan.review} : {}),
      ...(plan.council ? {council: plan.council} : {}),
    },
    date: place.date,
    folder: place.folder,
    templates: {chair: chairFor(plan.protocol, plan.lang), prompts: loadPrompts(plan.protocol, plan.lang)},
    secret: randomBytes(16).toString('hex'),
  }
}

/** The files that people read, brought up to date. Each is replaced whole or left as it was. */
export function writeRecords(
  state: MeetingState,
  folder: string,
  disk: Disk,
): {files: readonly string[]; faults: readonly DiskFault[]} {
  const files: string[] = []
  const faults: DiskFault[] = []
  for (const {name, text} of recordsOf(state, {localDate: () => state.meeting?.date ?? ''})) {
    const written = writeRecord({name, text}, folder, disk)
    if ('fault' in written) faults.push(written.fault)
    else files.push(name)
  }
  return {files, faults}
}

/**
 * For a meeting that closed in a process that died before it could bring its files up to date: files that are missing or still
 * say that the meeting goes on are written. A finished file stays as it is, whatever a person has changed in it.
 */
export function finishRecords(state: MeetingState, folder: string, disk: Disk): readonly DiskFault[] {
  const faults: DiskFault[] = []
  for (const file of recordsOf(state, {localDate: () => state.meeting?.date ?? ''})) {
    const path = join(folder, file.name)
    const present = attempt(path, () => readRegular(disk, path))
    if ('ok' in present && present.ok && !saysUnfinished(Buffer.from(present.ok).toString('utf8'))) continue
    const written = writeRecord(file, folder, disk)
    if ('fault' in written) faults.push(written.fault)
  }
  return faults
}

function writeRecord({name, text}: RecordFile, folder: string, disk: Disk): Tried<true> {
  const names = name.split('/')
  const home = subFolder({disk, root: folder, names: names.slice(0, -1)})
  return 'fault' in home ? home : writeFile({disk, path: join(home.ok, names.at(-1) ?? name), content: text})
}

/** The moments at which the files are brought up to date: a closed laptop leaves readable ones. */
export const isMilestone = (event: MeetingEvent): boolean =>
  event.type === 'phase.entered' || event.type === 'meeting.closed' || event.type === 'turn.failed'

/** A path as a person would write it: from where they are, when it lies there. */
export function told(path: string, cwd: string): string {
  const inside = relative(cwd, path)
  return inside && !inside.startsWith('..') && !inside.startsWith(sep) ? inside.split(sep).join('/') : path
}

/** `YYYY-MM-DD-HHmm` on the person's own clock. */
function localStamp(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0')
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
  return `${day}-${two(now.getHours())}${two(now.getMinutes())}`
}
