import {readFileSync} from 'node:fs'
import {basename, resolve as resolvePath} from 'node:path'
import {tell} from '../i18n/index.ts'
import {wizardWords} from '../i18n/wizard.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {sweepTemporaries} from '../runtime/disk/write-file.ts'
import {type HeldMeeting, openMeeting, reopenMeeting} from '../runtime/meeting-folder.ts'
import type {RunEnd} from '../runtime/run-meeting.ts'
import {type App, openApp} from '../ui/app.tsx'
import {makeRoom, type RoomOver} from '../ui/room/room.tsx'
import {coloursOf} from '../ui/terminal/sgr.ts'
import {makeWizard} from '../ui/wizard/index.tsx'
import {diskFault, folderFault} from './faults.ts'
import {pausedText} from './hold.ts'
import {exit, type Host} from './host.ts'
import {liveMeeting} from './live-meeting.ts'
import {type MeetFlags, type Plan, planMeeting} from './plan.ts'
import {recorderFor} from './recorder.ts'
import {shownPath} from './shown.ts'
import {formFlags, wizardWorld} from './wizard-world.ts'

export type RoomStart =
  | {readonly kind: 'wizard'}
  | {readonly kind: 'plan'; readonly plan: Plan}
  | {readonly kind: 'held'; readonly held: HeldMeeting}

/** Whether there is a terminal to open a room on, and the person wants it there. */
export function hasRoom(
  flags: {readonly json?: boolean; readonly plain?: boolean; readonly reader?: boolean},
  host: Host,
): boolean {
  if (flags.json || flags.plain || flags.reader || host.env.INK_SCREEN_READER === 'true') return false
  return host.stdin.isTTY && host.stdout.isTTY && host.env.TERM !== 'dumb'
}

/** One terminal session: wizard, room, end, and again, until the person leaves. */
export async function openRoom(start: RoomStart, flags: MeetFlags, host: Host): Promise<number> {
  const afterwards: string[] = []
  let leave: (() => void) | undefined
  let signalled: number | undefined
  const app = openApp({
    process: host.process,
    uiLang: host.uiLang,
    endings: {
      onSignal: signal => {
        signalled = signal === 'SIGTERM' ? 143 : signal === 'SIGHUP' ? 129 : exit.paused
        if (leave) leave()
        else host.leaveNow(signal === 'SIGINT' ? 0 : signalled)
      },
      onCrash: () => host.leaveNow(70),
      crashMessage: error => crashText(error, host),
    },
  })
  try {
    let next: RoomStart | undefined = start
    let code: number = exit.closed
    while (next) {
      const held: Held | undefined = await begin(app, next, flags, host)
      if (!held) break
      if ('fault' in held) {
        afterwards.push(held.fault)
        code = exit.failed
        break
      }
      const {meeting, session} = liveMeeting(held.ok, flags.auto ?? false, host)
      leave = meeting.leave
      const over = session.done.then(done => ({...done, over: overOf(done, host)}))
      const result = await app.run(frame =>
        makeRoom({
          meeting,
          frame,
          lang: host.uiLang,
          colours: coloursOf(host.env),
          over: over.then(o => o.over),
          folder: shownPath(held.ok.folder, host),
        }),
      )
      const {end, files} = await over
      leave = undefined
      afterwards.push(...farewell(end, files, held.ok, session, host))
      code = end.how === 'closed' ? exit.closed : end.why === 'disk' ? exit.failed : exit.paused
      next = result.kind === 'again' && signalled === undefined ? {kind: 'wizard'} : undefined
    }
    return signalled !== undefined && code === exit.paused ? signalled : code
  } finally {
    app.close()
    for (const line of afterwards) host.print(line)
    host.stdin.close()
  }
}

type Held = {readonly ok: HeldMeeting} | {readonly fault: string}

/** A meeting to hold, asked for where it is not given; undefined: the person left the wizard. */
async function begin(app: App, start: RoomStart, flags: MeetFlags, host: Host): Promise<Held | undefined> {
  switch (start.kind) {
    case 'held':
      return {ok: start.held}
    case 'plan':
      return open(start.plan, flags, host)
    case 'wizard': {
      const world = wizardWorld(host)
      const result = await app.run(frame => makeWizard({world, frame, words: wizardWords[host.uiLang]}))
      if (result.kind === 'quit') return undefined
      if (result.kind === 'resume') return reopen(result.folder, host)
      const planned = planMeeting({...flags, ...formFlags(result.form)}, undefined, host)
      return 'plan' in planned ? open(planned.plan, flags, host) : {fault: planned.usage.join('\n')}
    }
    default:
      return start satisfies never
  }
}

function open(plan: Plan, flags: MeetFlags, host: Host): Held {
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

function overOf({end, files, faults}: Done, host: Host): RoomOver {
  if (end.how === 'paused') return {how: 'paused'}
  return {
    how: 'closed',
    files: files.map(path => ({name: basename(path), path: shownPath(path, host), text: () => textOf(path)})),
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

function crashText(error: unknown, host: Host): string {
  return tell(host.words, 'internalError', {message: error instanceof Error ? error.message : String(error)})
}
