import {writeFiles} from './folders.ts'
import {planCall, type ToPlan} from './invoke.ts'
import {makeLines} from './lines.ts'
import {launch} from './process.ts'
import type {CliAgent, Reading} from './reading.ts'
import type {WarmAgent, WarmLink, WarmOpening} from './warm.ts'
import type {CliWorld} from './world.ts'

/** How turns go over one process's standard input and output, a line a message. */
export type LineTurns = {
  /** What is written for a prompt. */
  readonly begin: (prompt: string) => string
  readonly interrupt: () => string
  /** `heard`: the agent has taken note of the last interrupt. Every turn ends with a `final` reading of its own. */
  readonly read: (line: string) => {readonly readings: readonly Reading[]; readonly heard?: boolean}
}

/** Milliseconds that an agent has to break off a turn before it is ended instead. */
const INTERRUPT_MS = 1500

/** An agent that takes turns line by line: one process a seat. */
export const lineAgent = (agent: CliAgent, invoke: CliAgent['invoke'], turns: () => LineTurns): WarmAgent => ({
  agent,
  open: (opening, world) => openLineLink({...agent, invoke}, turns(), {opening, world}),
})

async function openLineLink(
  agent: CliAgent,
  turns: LineTurns,
  {opening, world}: {readonly opening: WarmOpening; readonly world: CliWorld},
): Promise<WarmLink> {
  const {folder, command, session, system, model} = opening
  const request: ToPlan['request'] = {system, ...(model ? {model} : {})}
  const plan = planCall(agent, world, {request, session, folder})
  await writeFiles(folder.files, plan.files)

  let hear: ((readings: readonly Reading[]) => void) | undefined
  /** A turn was begun and its own final event has not come yet. */
  let speaking = false
  let unheard = false
  let quiet = () => {}
  const lines = makeLines(
    line => {
      const {readings, heard} = turns.read(line)
      if (heard) unheard = false
      if (speaking) hear?.(readings)
      if (readings.some(reading => reading.type === 'final')) {
        speaking = false
        hear = undefined
      }
      if (!speaking && !unheard) quiet()
    },
    // What it means cannot be known any more, not even whose turn is next.
    () => void child.stop(),
  )
  const child = launch(
    {...command, args: [...command.args, ...plan.args], cwd: folder.room, env: plan.env, meeting: world.meeting},
    world.keeper,
    bytes => lines.push(bytes),
  )
  const ended = child.ended.then(how => {
    lines.end()
    return how
  })
  return {
    send: (prompt, listener) => {
      hear = listener
      speaking = true
      child.write(turns.begin(prompt))
    },
    interrupt: () => {
      hear = undefined
      if (!speaking) return Promise.resolve(true)
      unheard = true
      child.write(turns.interrupt())
      return new Promise<boolean>(resolve => {
        const giveUp = world.after(INTERRUPT_MS, () => resolve(false))
        const settle = (fit: boolean) => {
          giveUp()
          resolve(fit)
        }
        quiet = () => settle(true)
        void ended.then(() => settle(false))
      })
    },
    ended,
    close: async () => {
      child.endInput()
      await child.stop()
    },
  }
}
