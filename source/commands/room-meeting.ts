import {readFileSync} from 'node:fs'
import {relative, resolve as resolvePath} from 'node:path'
import {isBoard} from '../core/board.ts'
import {tell} from '../i18n/index.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {sweepTemporaries} from '../runtime/disk/write-file.ts'
import {type HeldMeeting, openMeeting, reopenMeeting} from '../runtime/meeting-folder.ts'
import type {RunEnd} from '../runtime/run-meeting.ts'
import type {App} from '../ui/app.tsx'
import type {RoomResult, WizardResult} from '../ui/ports.ts'
import {makeRoom, type RoomOver} from '../ui/room/room.tsx'
import {coloursOf} from '../ui/terminal/sgr.ts'
import {diskFault, folderFault} from './faults.ts'
import {pausedExit, pausedText} from './hold.ts'
import {exit, type Host} from './host.ts'
import {liveMeeting} from './live-meeting.ts'
import {type MeetFlags, type Plan, planMeeting} from './plan.ts'
import {withRun} from './plan-run.ts'
import {recorderFor} from './recorder.ts'
import type {Given} from './room.ts'
import {type RunPlan, runPlanFor} from './run-flags.ts'
import {followBoard, type Serving} from './serve-for.ts'
import {shownPath} from './shown.ts'
import {reapAgents} from './voice-world.ts'
import {formFlags} from './wizard-world.ts'

export {atHome} from './at-home.ts'
/** @public loaded by room.ts after the first frame */
export {serveInRoom} from './serve-for.ts'
export {wizardWorld} from './wizard-world.ts'

/** What a room needs once there is something to hold: the wizard's first frame does without all of it. */
export type Held = {readonly ok: HeldMeeting} | {readonly fault: string}

export type Over = {readonly result: RoomResult; readonly code: number; readonly farewell: readonly string[]}

export type HoldInRoom = {
  readonly app: App
  readonly auto: boolean
  readonly onLeave: (leave: () => void) => void
  readonly run?: RunPlan
  readonly served?: Serving & {readonly notice?: string}
}

/**
 * Holds a meeting on the screen until it closes or pauses and the person leaves it. `onLeave` is given what pauses and leaves.
 * @public loaded by room.ts after the first frame
 */
export async function holdInRoom(held: HeldMeeting, {app, auto, onLeave, run, served}: HoldInRoom, host: Host): Promise<Over> {
  await reapAgents(host)
  const {meeting, session} = liveMeeting(held, auto, host, run)
  const about = meeting.state().meeting
  if (served?.server && about && isBoard(about)) followBoard(served.server, meeting)
  const over = session.done.then(async done => {
    await served?.server?.close(done.end.how)
    return {...done, over: overOf(done, held.folder, host)}
  })
  const left = new Promise<RoomResult>(resolve => {
    onLeave(() => {
      meeting.leave()
      // Nobody can press a key at the end card any more.
      void over.then(() => resolve({kind: 'quit', why: 'done'}))
    })
  })
  const room = app.run(frame =>
    makeRoom({
      meeting,
      frame,
      lang: host.uiLang,
      colours: coloursOf(host.env),
      over: over.then(o => o.over),
      folder: shownPath(held.folder, host),
      ...(served?.notice ? {notice: served.notice} : {}),
    }),
  )
  const result = await Promise.race([room, left])
  const {end, files} = await over
  return {
    result,
    code: end.how === 'closed' ? exit.closed : pausedExit(end),
    farewell: farewell(end, files, held, session, host),
  }
}

/**
 * What the flags say about failing voices; they were checked before the meeting was opened.
 * @public loaded by room.ts after the first frame
 */
export function runOf(held: HeldMeeting, flags: MeetFlags, host: Host): {run?: RunPlan} {
  const [opened] = held.ledger.events
  const read = opened?.type === 'meeting.opened' ? runPlanFor(opened.meeting, flags, host) : undefined
  return read && 'ok' in read ? {run: read.ok} : {}
}

/**
 * The meeting that was given on the command line or chosen in the wizard.
 * @public loaded by room.ts after the first frame
 */
export function heldOf(chosen: Exclude<WizardResult, {kind: 'quit'}> | Given, flags: MeetFlags, host: Host): Held {
  switch (chosen.kind) {
    case 'held':
      return {ok: chosen.held}
    case 'plan':
      return open(chosen.plan, flags, host)
    case 'resume':
      return reopen(chosen.folder, host)
    case 'begin': {
      const planned = planMeeting({...flags, ...formFlags(chosen.form)}, undefined, host)
      return 'plan' in planned ? open(planned.plan, flags, host) : {fault: planned.usage.join('\n')}
    }
    default:
      return chosen satisfies never
  }
}

function open(wanted: Plan, flags: MeetFlags, host: Host): Held {
  const read = withRun(wanted, flags, host)
  if ('usage' in read) return {fault: read.usage.join('\n')}
  const {plan} = read
  const recorder = recorderFor(plan, host)
  const opened = openMeeting(
    {...plan, version: host.version, ...(recorder ? {recorder} : {})},
    {disk: nodeDisk, cwd: host.cwd, root: resolvePath(host.cwd, flags.out ?? 'transcripts'), now: host.now()},
  )
  if ('fault' in opened) return {fault: folderFault(opened.fault, host)}
  host.home.rememberMeeting(opened.ok.folder)
  return opened
}

function reopen(folder: string, host: Host): Held {
  const reopened = reopenMeeting(folder, {disk: nodeDisk, repair: false})
  if ('fault' in reopened) return {fault: folderFault(reopened.fault, host)}
  sweepTemporaries(nodeDisk, folder)
  host.home.rememberMeeting(folder)
  return reopened
}

type Done = Awaited<ReturnType<typeof liveMeeting>['session']['done']>

function overOf({end, files, faults}: Done, folder: string, host: Host): RoomOver {
  if (end.how === 'paused') return {how: 'paused'}
  return {
    how: 'closed',
    files: files.map(path => ({name: relative(folder, path), path: shownPath(path, host), text: () => textOf(path)})),
    problems: faults.map(fault =>
      tell(host.words, 'recordsFailed', {name: shownPath(fault.path, host), message: diskFault(fault, host)}),
    ),
  }
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/** What stays on the main screen. */
function farewell(
  end: RunEnd,
  files: readonly string[],
  held: HeldMeeting,
  session: ReturnType<typeof liveMeeting>['session'],
  host: Host,
): readonly string[] {
  const folder = shownPath(held.folder, host)
  if (end.how === 'paused') return [pausedText(end, session.run.state(), {folder, host})]
  return [tell(host.words, 'closedRecords', {folder}), ...files.map(path => `  ${shownPath(path, host)}`)]
}
