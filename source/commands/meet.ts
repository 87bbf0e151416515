import {resolve} from 'node:path'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {openMeeting} from '../runtime/meeting-folder.ts'
import {voiceProblems} from './check-voices.ts'
import {dryRun} from './dry-run.ts'
import {folderFault} from './faults.ts'
import {hasRoom} from './has-room.ts'
import {holdInLines} from './hold.ts'
import {exit, type Host} from './host.ts'
import {type MeetFlags, type Plan, planMeeting} from './plan.ts'
import {recorderFor} from './recorder.ts'
import {holdOptions, type Serving, serveFor} from './serve-for.ts'

/** `roundtable meet …` and `roundtable "<sentence>"`. */
export async function meet(flags: MeetFlags, sentence: string | undefined, host: Host): Promise<number> {
  const planned = planMeeting(flags, sentence, host)
  const wrong = 'usage' in planned ? planned.usage : await voiceProblems(planned.plan, host)
  if ('usage' in planned || wrong.length > 0) {
    for (const line of [...wrong, host.words.usageSeeHelp]) host.warn(line)
    return exit.usage
  }
  if (!flags.dryRun && hasRoom(flags, host)) {
    const {openRoom} = await import('./room.ts')
    return openRoom({kind: 'plan', plan: planned.plan}, flags, host)
  }
  for (const notice of planned.plan.notices) host.warn(notice)
  if (flags.dryRun) return dryRun(planned.plan, host)
  const serving = await serveFor(flags, host)
  if ('fault' in serving) {
    host.warn(serving.fault)
    return exit.failed
  }
  return holdNew(planned.plan, {...flags, ...serving}, host)
}

async function holdNew(plan: Plan, flags: MeetFlags & Serving, host: Host): Promise<number> {
  const root = resolve(host.cwd, flags.out ?? 'transcripts')
  const recorder = recorderFor(plan, host)
  const opened = openMeeting(
    {...plan, version: host.version, ...(recorder ? {recorder} : {})},
    {disk: nodeDisk, cwd: host.cwd, root, now: host.now()},
  )
  if ('fault' in opened) {
    host.warn(folderFault(opened.fault, host))
    await flags.server?.close('paused')
    return exit.failed
  }
  host.home.rememberMeeting(opened.ok.folder)
  return holdInLines(opened.ok, holdOptions(flags), host)
}
