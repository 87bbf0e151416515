import type {AskRequest, Provider, ProviderEvent} from '../provider.ts'
import {check} from './check.ts'
import {conclude} from './conclude.ts'
import {findCommand} from './find-command.ts'
import {openSeatFolder, removeSeatFolders, writeFiles} from './folders.ts'
import {planCall} from './invoke.ts'
import {makeLines} from './lines.ts'
import {type Child, launch} from './process.ts'
import type {CliAgent} from './reading.ts'
import {isStrange, makeUsageBook, sessionOfTurn, type UsageBook} from './sessions.ts'
import {openCourse} from './turn.ts'
import type {Facts} from './verdict.ts'
import type {CliWorld} from './world.ts'

/** Milliseconds an agent has, after its final event, to print what is left and to exit by itself. */
const DRAIN_MS = 250
/** Milliseconds after which a killed process is not waited for any more. */
const GIVE_UP_MS = 2000

/** A voice that starts its agent anew for each turn. */
export function makeCliProvider(agent: CliAgent, world: CliWorld): Provider {
  const shot = makeOneShot(agent, world)
  return {
    id: agent.id,
    remembers: false,
    records: true,
    check: signal => check(agent, world, signal),
    ask: shot.ask,
    close: shot.close,
  }
}

export type OneShot = {
  readonly ask: Provider['ask']
  readonly close: () => Promise<void>
}

/** `book`: shared with a warm transport of the same agent, whose sessions it goes on with. */
export function makeOneShot(agent: CliAgent, world: CliWorld, book: UsageBook = makeUsageBook()): OneShot {
  /** A seat's session is used by one process at a time: the next waits until the last has gone. */
  const leaving = new Map<string, Promise<void>>()
  const seats = new Set<string>()
  const running = new Set<Child>()
  let closed = false

  async function* ask(request: AskRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const seat = request.who.id
    const session = sessionOfTurn(agent, request.session, world.uuid)
    const course = openCourse({
      deadlines: deadlinesOf(agent, world),
      after: world.after,
      signal,
      onSession: session.onSession,
    })
    const end = (facts: Partial<Facts> = {}) =>
      conclude({agent, world, book, session, course, facts: {...course.facts(), ...facts}})
    if (isStrange(agent, request.session)) course.cut({why: 'fatal', fault: {code: 'session', message: '', retryable: true}})
    const command = findCommand(agent, world)
    let child: Child | undefined
    try {
      await leaving.get(seat)
      if (closed) course.cut({why: 'aborted'})
      if (course.isOver()) return yield* end()
      if (!command) return yield* end({ended: {code: null, signal: null, stderr: '', trouble: 'ENOENT'}})
      seats.add(seat)
      const folder = await openSeatFolder(world, agent.id, seat)
      const plan = planCall(agent, world, {request, session: session.call, folder})
      await writeFiles(folder.files, plan.files)
      if (course.isOver()) return yield* end()

      const reader = agent.reader(session.call.how === 'resume' ? session.call.id : undefined)
      const lines = makeLines(
        line => course.hear(reader(line)),
        () => course.cut({why: 'line-too-long'}),
        {plain: agent.plain ?? false},
      )
      const started = launch(
        {
          ...command,
          args: [...command.args, ...plan.args],
          cwd: folder.room,
          env: plan.env,
          input: plan.stdin,
          meeting: world.meeting,
        },
        world.keeper,
        bytes => lines.push(bytes),
      )
      child = started
      running.add(started)
      const ended = started.ended.then(how => {
        lines.end()
        if (!how.trouble && !course.isOver()) course.hear(agent.atEnd?.(how) ?? [])
        course.close()
        return how
      })
      yield* course.events()
      const {final} = course.facts()
      const exited = final ? await Promise.race([ended, pause(world, DRAIN_MS)]) : undefined
      const leave = started.stop()
      leaving.set(seat, leave)
      const how = exited ??
        (await Promise.race([ended, pause(world, GIVE_UP_MS)])) ?? {code: null, signal: null, stderr: started.stderr()}
      const classified = how.trouble || final ? undefined : agent.classify(how)
      const voided = agent.watch?.(how.stderr)
      yield* end({
        ended: how,
        forced: final !== undefined && !exited,
        ...(classified ? {classified} : {}),
        ...(voided ? {voided} : {}),
      })
    } catch (error) {
      // The disk, or a reader of ours that stumbled: said, and never thrown.
      yield* end({voided: {code: 'unknown', message: error instanceof Error ? error.message : String(error), retryable: true}})
    } finally {
      course.cut({why: 'aborted'})
      if (child) {
        const gone = child.stop()
        leaving.set(seat, gone)
        const done = child
        void gone.then(() => running.delete(done))
      }
    }
  }
  return {
    ask,
    close: async () => {
      closed = true
      await Promise.all([...running].map(child => child.stop()))
      await Promise.all(leaving.values())
      await removeSeatFolders(world, agent.id, seats)
    },
  }
}

export function deadlinesOf(agent: CliAgent, {settings}: CliWorld): CliAgent['deadlines'] {
  const own = settings[agent.id]
  return {
    firstText: own?.firstTextMs ?? agent.deadlines.firstText,
    idle: own?.idleMs ?? agent.deadlines.idle,
    total: own?.totalMs ?? agent.deadlines.total,
  }
}

const pause = (world: CliWorld, ms: number) => new Promise<undefined>(resolve => world.after(ms, () => resolve(undefined)))
