import {readdirSync, realpathSync, statSync} from 'node:fs'
import {basename, dirname, join, resolve} from 'node:path'
import type {Stamped} from '../core/events.ts'
import {reduceAll} from '../core/state.ts'
import {readRegular} from '../runtime/disk/bytes.ts'
import {attempt, nodeDisk} from '../runtime/disk/disk.ts'
import {LEDGER_NAME, type LedgerFault, readLedger} from '../runtime/ledger.ts'
import {scanLines} from '../runtime/ledger-lines.ts'
import {LOCK_NAME, type LockFault} from '../runtime/lock.ts'
import {fateOf, type Here, parseOwner, thisProcess} from '../runtime/lock-owner.ts'
import type {Host} from './host.ts'

/** A meeting that is recorded in a folder we know of. */
export type MeetingFound = {
  /** Absolute. */
  readonly folder: string
  readonly standing: Standing
  /** Absent where not even the first record can be read. */
  readonly opened?: {
    readonly topic: string
    /** Display names in seating order. */
    readonly participants: readonly string[]
    /** `YYYY-MM-DD`, where the person was. */
    readonly date: string
    /** ISO 8601. */
    readonly at: string
  }
  /** When its ledger was last added to, ISO 8601. */
  readonly lastAt?: string
}

export type Phase = {readonly name: string; readonly round: number}

export type Standing =
  | {readonly kind: 'closed'}
  /** Without a phase nothing has begun. */
  | {readonly kind: 'unfinished'; readonly phase?: Phase}
  /** A process has it that lives, or that cannot be seen from here. */
  | {readonly kind: 'open'; readonly phase?: Phase; readonly lock: LockFault & {code: 'held'}}
  | {readonly kind: 'damaged'; readonly fault: LedgerFault & {code: 'damaged'}}
  | {readonly kind: 'newer'; readonly fault: LedgerFault & {code: 'newer'}}
  | {readonly kind: 'unreadable'; readonly fault: LedgerFault}

/**
 * The meetings that the person's home remembers, and those in `./transcripts`, one level down; the one opened last comes first.
 * Folders that are gone, or hold no meeting, are left out. Touches nothing.
 */
export function findMeetings(host: Host): readonly MeetingFound[] {
  const here = thisProcess()
  return knownFolders(host)
    .flatMap(folder => look(folder, here) ?? [])
    .sort((a, b) => compare(dayOf(b), dayOf(a)) || compare(b.folder, a.folder))
}

/** Of those that can be gone on with, the one that was last worked on. */
export const latestUnfinished = (host: Host): MeetingFound | undefined =>
  findMeetings(host)
    .filter(({standing}) => standing.kind === 'unfinished')
    .reduce<MeetingFound | undefined>(
      (latest, meeting) => (latest && compare(latest.lastAt ?? '', meeting.lastAt ?? '') >= 0 ? latest : meeting),
      undefined,
    )

/**
 * The absolute folder that a DIR argument means: a folder, a path to `meeting.jsonl` itself, or the name of a known meeting with
 * or without its date. What fits nothing, or two meetings, comes back as a path as it was written; reading it tells what is wrong.
 */
export function meetingFolder(argument: string, host: Host): string {
  const path = resolve(host.cwd, argument)
  const what = kindOf(path)
  if (what === 'folder') return path
  if (what === 'other' && basename(path) === LEDGER_NAME) return dirname(path)
  const name = argument.trim().normalize('NFC')
  const known = what === undefined ? knownFolders(host).map(folder => ({folder, name: basename(folder).normalize('NFC')})) : []
  const whole = known.filter(meeting => meeting.name === name)
  const dateless = known.filter(meeting => meeting.name.replace(STAMP, '') === name)
  const [only, second] = whole.length > 0 ? whole : dateless
  return only && !second ? only.folder : path
}

const STAMP = /^\d{4}-\d{2}-\d{2}-\d{4}-/
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
const dayOf = (meeting: MeetingFound) => meeting.opened?.at ?? basename(meeting.folder).slice(0, 10)

/** Each once, however many ways lead to it. */
function knownFolders(host: Host): readonly string[] {
  const transcripts = join(host.cwd, 'transcripts')
  const folders = new Map<string, string>()
  for (const folder of [...host.home.settings.meetings, ...namesIn(transcripts).map(name => join(transcripts, name))]) {
    const path = resolve(host.cwd, folder)
    if (kindOf(path) === 'folder') folders.set(realpathSync(path), path)
  }
  return [...folders.values()]
}

function look(folder: string, here: Here): MeetingFound | undefined {
  const read = readLedger(nodeDisk, folder)
  if ('ok' in read) return found(folder, read.ok.events, standingOf(folder, read.ok.events, here))
  const {fault} = read
  switch (fault.code) {
    case 'nothing':
      return undefined
    case 'damaged':
      return found(folder, wholeRecords(folder), {kind: 'damaged', fault})
    case 'newer':
      return found(folder, wholeRecords(folder), {kind: 'newer', fault})
    default:
      return {folder, standing: {kind: 'unreadable', fault}}
  }
}

function found(folder: string, events: readonly Stamped[], standing: Standing): MeetingFound {
  const [first] = events
  const lastAt = events.at(-1)?.at
  if (first?.type !== 'meeting.opened') return {folder, standing, ...(lastAt ? {lastAt} : {})}
  const {topic, seats, date} = first.meeting
  const opened = {topic, participants: seats.map(seat => seat.name), date, at: first.at}
  return {folder, standing, opened, ...(lastAt ? {lastAt} : {})}
}

function standingOf(folder: string, events: readonly Stamped[], here: Here): Standing {
  const {outcome, phase} = reduceAll(events)
  if (outcome) return {kind: 'closed'}
  const lock = lockOn(folder, here)
  const stopped = phase ? {phase: {name: phase.name, round: phase.round}} : {}
  return lock ? {kind: 'open', lock, ...stopped} : {kind: 'unfinished', ...stopped}
}

/** Who has the meeting; undefined when nobody has, or one who died. Only looks: the lock is taken by `takeLock` alone. */
function lockOn(folder: string, here: Here): (LockFault & {code: 'held'}) | undefined {
  const path = join(folder, LOCK_NAME)
  const read = attempt(path, () => readRegular(nodeDisk, path))
  if ('fault' in read || read.ok === undefined) return undefined
  const owner = parseOwner(read.ok)
  if (!owner) return {code: 'held', path, outOfSight: false}
  const fate = fateOf(owner, here)
  return fate === 'gone' ? undefined : {code: 'held', path, owner, outOfSight: fate === 'out-of-sight'}
}

/** What stands before the damage still says which meeting it is. */
function wholeRecords(folder: string): readonly Stamped[] {
  const path = join(folder, LEDGER_NAME)
  const read = attempt(path, () => readRegular(nodeDisk, path))
  return 'ok' in read && read.ok ? scanLines(read.ok).events : []
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}

function kindOf(path: string): 'folder' | 'other' | undefined {
  try {
    return statSync(path).isDirectory() ? 'folder' : 'other'
  } catch {
    return undefined
  }
}
