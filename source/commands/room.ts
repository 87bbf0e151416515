import {tell} from '../i18n/index.ts'
import {wizardWords} from '../i18n/wizard.ts'
import type {HeldMeeting} from '../runtime/meeting-folder.ts'
import {type App, openApp} from '../ui/app.tsx'
import type {WizardResult} from '../ui/ports.ts'
import type {WizardInitial} from '../ui/wizard/index.tsx'
import {type Doorstep, exit, type Host} from './host.ts'
import {lateWizard} from './late-wizard.ts'
import type {MeetFlags, Plan} from './plan.ts'

export type RoomStart = {readonly kind: 'wizard'} | Given
/** A meeting that is chosen already. */
export type Given = {readonly kind: 'plan'; readonly plan: Plan} | {readonly kind: 'held'; readonly held: HeldMeeting}

type Chosen = WizardResult | Given

/**
 * One terminal session: wizard, room, end, and again, until the person leaves. The wizard stands before anything else is
 * loaded or read, the settings too.
 */
export async function openRoom(start: RoomStart, flags: MeetFlags, door: Doorstep): Promise<number> {
  const afterwards: string[] = []
  let leave: (() => void) | undefined
  let signalled: number | undefined
  const app = openApp({
    process: door.process,
    uiLang: door.uiLang,
    endings: {
      onSignal: signal => {
        signalled = signal === 'SIGTERM' ? 143 : signal === 'SIGHUP' ? 129 : exit.paused
        if (leave) leave()
        else door.leaveNow(signal === 'SIGINT' ? 0 : signalled)
      },
      onCrash: () => door.leaveNow(70),
      crashMessage: error => crashText(error, door),
    },
  })
  let entered: Promise<Indoors> | undefined
  const enter = () => {
    entered ??= goIn(door, line => afterwards.push(line))
    return entered
  }
  try {
    let next: RoomStart | undefined = start
    let code: number = exit.closed
    while (next) {
      const chosen: Chosen = next.kind === 'wizard' ? await askWizard(app, enter, {flags, door}) : next
      if (chosen.kind === 'quit') break
      const {rest, host} = await enter()
      const served = await rest.serveInRoom(flags, host)
      const held = 'fault' in served ? served : rest.heldOf(chosen, flags, host)
      if ('fault' in served || 'fault' in held) {
        if ('server' in served) await served.server?.close('paused')
        afterwards.push('fault' in held ? held.fault : '')
        code = exit.failed
        break
      }
      const auto = flags.auto ?? false
      const run = rest.runOf(held.ok, flags, host)
      const over = await rest.holdInRoom(held.ok, {app, auto, onLeave: way => (leave = way), served, ...run}, host)
      leave = undefined
      afterwards.push(...over.farewell)
      code = over.code
      next = over.result.kind === 'again' && signalled === undefined ? {kind: 'wizard'} : undefined
    }
    return signalled !== undefined && (signalled !== exit.paused || code === exit.paused) ? signalled : code
  } finally {
    app.close()
    for (const line of afterwards) door.print(line)
    door.stdin.close()
  }
}

/** What is not needed for a first frame: the code of a meeting, and the world with the settings. */
type Indoors = {readonly rest: typeof import('./room-meeting.ts'); readonly host: Host}

async function goIn(door: Doorstep, say: (line: string) => void): Promise<Indoors> {
  const rest = await import('./room-meeting.ts')
  return {rest, host: rest.atHome(door, say)}
}

type Asked = {readonly flags: MeetFlags; readonly door: Doorstep}

async function askWizard(app: App, enter: () => Promise<Indoors>, {flags, door}: Asked): Promise<WizardResult> {
  const initial = await saidAlready(flags, enter)
  return app.run(frame =>
    lateWizard({
      frame,
      initial,
      lang: door.uiLang,
      words: wizardWords[door.uiLang],
      world: async () => {
        const {rest, host} = await enter()
        const {trustUserConfig = false} = flags
        const subjects = async () => (await import('./doctor-subjects.ts')).doctorSubjects(host, {trustUserConfig})
        return rest.wizardWorld(host, subjects, flags)
      },
    }),
  )
}

/** The voice and the line-up of the command line; only a line-up needs the settings before the first frame. */
async function saidAlready(flags: MeetFlags, enter: () => Promise<Indoors>): Promise<WizardInitial> {
  const voice = flags.provider === undefined ? {} : {voice: flags.provider}
  if (flags.lineup === undefined) return voice
  const {host} = await enter()
  const ids = host.home.settings.lineups?.find(({name}) => name === flags.lineup)?.ids
  return ids ? {...voice, ids} : voice
}

const crashText = (error: unknown, {words}: Doorstep): string =>
  tell(words, 'internalError', {message: error instanceof Error ? error.message : String(error)})
