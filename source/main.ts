import type {Flags} from './arguments.ts'
import {hasRoom} from './commands/has-room.ts'
import {type Doorstep, exit} from './commands/host.ts'
import {nodeHost} from './commands/node-host.ts'
import {MissingTemplate} from './core/template.ts'
import {tell} from './i18n/index.ts'

/**
 * argv to a command. Sets the exit code and lets the output drain; only a second signal ends the process at once. Whatever
 * a command needs is loaded with it: a start with nothing to read shows its first frame before all else.
 */
export async function main(argv: readonly string[], version: string): Promise<void> {
  const reading = argv.length === 0 ? undefined : await import('./arguments.ts')
  const {input, flags} = reading?.readArguments(argv) ?? {input: [], flags: {}}
  const uiLang = typeof flags.uiLang === 'string' ? flags.uiLang : undefined
  const {host, signalExit} = nodeHost({version, uiLang})
  try {
    const wrong = reading?.checkFlags(flags, host)
    process.exitCode = wrong === undefined ? await run(input, flags, host) : usage(wrong, host)
    const code = signalExit()
    if (code !== undefined && process.exitCode === exit.paused) process.exitCode = code
  } catch (error) {
    if (error instanceof MissingTemplate) {
      host.warn(tell(host.words, 'ledgerTemplate', {id: error.message}))
      process.exitCode = exit.failed
      return
    }
    host.warn(tell(host.words, 'internalError', {message: error instanceof Error ? error.message : String(error)}))
    if (flags.debug && error instanceof Error) host.warn(error.stack ?? '')
    process.exitCode = 70
  }
}

/** Commands that look at things and hold no meeting. */
const readers: readonly string[] = ['verify', 'export', 'history', 'doctor', 'config', 'personas']

async function run(input: readonly string[], flags: Flags, door: Doorstep): Promise<number> {
  const [first, ...rest] = input
  if (flags.help || first === 'help') {
    const {helpText} = await import('./i18n/help.ts')
    door.print(helpText[door.uiLang])
    return exit.closed
  }
  // An agent of a meeting must not hold a meeting: `ROUNDTABLE_CHILD` is set for every process that a voice starts, the other by
  // the skill of seeds/ai-meeting.txt.
  if ((door.env.ROUNDTABLE_CHILD || door.env.AI_MEETING_ACTIVE) && !readers.includes(first ?? '')) {
    door.warn(door.words.noMeetingInMeeting)
    return exit.failed
  }
  const asks = first === undefined && flags.topic === undefined && flags.with === undefined
  if (asks && hasRoom(flags, door)) {
    const {openRoom} = await import('./commands/room.ts')
    return openRoom({kind: 'wizard'}, flags, door)
  }
  const {atHome} = await import('./commands/at-home.ts')
  // `config` tells of a broken settings file itself.
  const host = first === 'config' ? atHome(door, () => {}) : atHome(door)
  switch (first) {
    case 'review': {
      const {review} = await import('./commands/review.ts')
      return review(rest, flags, host)
    }
    case 'council': {
      const {meet} = await import('./commands/meet.ts')
      return meet({...flags, protocol: 'council'}, rest.length > 0 ? rest.join(' ') : undefined, host)
    }
    case 'resume': {
      const {resume} = await import('./commands/resume.ts')
      return resume(rest[0], flags, host)
    }
    case 'verify': {
      const {verify} = await import('./commands/verify.ts')
      return verify(rest[0], flags, host)
    }
    case 'export': {
      const {exportMeeting} = await import('./commands/export.ts')
      return exportMeeting(rest, flags, host)
    }
    case 'history': {
      const {history} = await import('./commands/history.ts')
      return history(rest, flags, host)
    }
    case 'doctor': {
      const [{doctor}, {doctorSubjects}] = await Promise.all([
        import('./commands/doctor.ts'),
        import('./commands/doctor-subjects.ts'),
      ])
      return doctor(rest, flags, {host, subjects: doctorSubjects(host, flags)})
    }
    case 'config': {
      const {config} = await import('./commands/config.ts')
      return config(rest, flags, host)
    }
    case 'personas': {
      const {personas} = await import('./commands/personas.ts')
      return personas(rest, flags, host)
    }
    default: {
      if (asks) {
        const {start} = await import('./commands/start.ts')
        return start(flags, host)
      }
      const sentence = first === 'meet' ? rest : input
      if (first !== undefined && first !== 'meet' && rest.length === 0 && /^[a-z][a-z-]*$/i.test(first))
        return usage(tell(host.words, 'usageUnknownCommand', {command: first}), host)
      const {meet} = await import('./commands/meet.ts')
      return meet(flags, sentence.length > 0 ? sentence.join(' ') : undefined, host)
    }
  }
}

function usage(wrong: string, host: Doorstep): number {
  host.warn(wrong)
  host.warn(host.words.usageSeeHelp)
  return exit.usage
}
