import {resolve} from 'node:path'
import {estimateSaid} from '../i18n/usage.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {openMeeting} from '../runtime/meeting-folder.ts'
import {type VoiceProblem, voiceProblems} from './check-voices.ts'
import {withTopicAsked} from './council-ask-topic.ts'
import {dryRun} from './dry-run.ts'
import {folderFault} from './faults.ts'
import {estimateOf} from './first-run.ts'
import {hasRoom} from './has-room.ts'
import {holdInLines} from './hold.ts'
import {exit, type Host} from './host.ts'
import {type MeetFlags, type Plan, planMeeting} from './plan.ts'
import {withRun} from './plan-run.ts'
import {recorderFor} from './recorder.ts'
import {judgeSeat, type RunPlan} from './run-flags.ts'
import {holdOptions, type Serving, serveFor} from './serve-for.ts'

/** `roundtable meet …` and `roundtable "<sentence>"`. */
export async function meet(flags: MeetFlags, sentence: string | undefined, host: Host): Promise<number> {
  const first = planMeeting(flags, sentence, host)
  const planned =
    'usage' in first && first.unrouted
      ? await withTopicAsked(first.usage, first.unrouted, {
          again: topicChosen => planMeeting({...flags, topicChosen}, sentence, host),
          host,
        })
      : first
  const wanted = 'usage' in planned ? planned : withRun(planned.plan, flags, host)
  if ('usage' in wanted) return refuse(wanted.usage, host)
  const {plan, run} = wanted
  const problems = await voiceProblems(plan, host, flags)
  // A role may be left out; without a judge there is no verdict.
  const excused = ({seats}: VoiceProblem) =>
    seats.every(seat => run.fallback(seat) !== undefined || (run.skipFailed && seat !== judgeSeat.id))
  const silent = problems.flatMap(({seats}) => seats.filter(seat => run.fallback(seat) === undefined && seat !== judgeSeat.id))
  const hopeless = problems.filter(problem => !excused(problem) || plan.seats.length - silent.length < 2)
  if (hopeless.length > 0)
    return refuse(
      hopeless.flatMap(({lines, choices}) => [...lines, ...(choices ? [choices] : [])]),
      host,
    )
  for (const line of problems.flatMap(({lines}) => lines)) host.warn(line)
  if (!flags.dryRun && hasRoom(flags, host)) {
    const {openRoom} = await import('./room.ts')
    return openRoom({kind: 'plan', plan}, flags, host)
  }
  for (const notice of plan.notices) host.warn(notice)
  const sums = plan.board || plan.review || plan.council ? undefined : estimateOf(plan, host)
  if (sums) host.warn(estimateSaid(host.uiLang, sums))
  if (flags.dryRun) return dryRun(plan, host)
  const serving = await serveFor(flags, host)
  if ('fault' in serving) {
    host.warn(serving.fault)
    return exit.failed
  }
  return holdNew(plan, {...flags, ...serving}, run, host)
}

async function holdNew(plan: Plan, flags: MeetFlags & Serving, run: RunPlan, host: Host): Promise<number> {
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
  return holdInLines(opened.ok, {...holdOptions(flags), run}, host)
}

function refuse(lines: readonly string[], host: Host): number {
  for (const line of [...new Set(lines), host.words.usageSeeHelp]) host.warn(line)
  return exit.usage
}
