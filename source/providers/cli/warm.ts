import type {AskRequest, Provider, ProviderEvent} from '../provider.ts'
import {check} from './check.ts'
import {conclude} from './conclude.ts'
import {warningInWords} from './faults.ts'
import {type Command, findCommand} from './find-command.ts'
import {openSeatFolder, removeSeatFolders, type SeatFolder} from './folders.ts'
import {deadlinesOf, makeOneShot} from './one-shot.ts'
import type {Ended} from './process.ts'
import type {CliAgent, CliCall, Reading} from './reading.ts'
import {isStrange, makeUsageBook, type SessionOfTurn, sessionOfTurn} from './sessions.ts'
import {openCourse} from './turn.ts'
import type {Facts} from './verdict.ts'
import type {CliWorld} from './world.ts'

/** A live way to one seat's session. It carries one turn at a time. */
export type WarmLink = {
  /** Sends a prompt. `hear` gets the readings of this turn and of no other, and none any more once `interrupt` was called. */
  readonly send: (prompt: string, hear: (readings: readonly Reading[]) => void) => void
  /** Breaks off the turn under way, if there is one. True: the link is quiet and takes the next turn; false: throw it away. */
  readonly interrupt: () => Promise<boolean>
  /** Resolves when the link cannot be used any more, whatever the reason. Never rejects. */
  readonly ended: Promise<Ended>
  /** Ends all that is the link's own. Idempotent. */
  readonly close: () => Promise<void>
}

export type WarmOpening = {
  readonly who: string
  readonly system: string
  readonly model?: string
  readonly session: CliCall['session']
  readonly folder: SeatFolder
  readonly command: Command
}

/** An agent that can be kept alive between turns. `open` sends nothing that costs; may reject, and then a single call is made instead. */
export type WarmAgent = {
  readonly agent: CliAgent
  readonly open: (opening: WarmOpening, world: CliWorld) => Promise<WarmLink>
  /** Ends what the links share, once all of them are closed. */
  readonly close?: () => Promise<void>
}

type Seat = Pick<AskRequest, 'who' | 'system' | 'model' | 'session'>

/** A seat's link, and what it was opened for. */
type Place = {
  readonly link: Promise<WarmLink | undefined>
  readonly session: SessionOfTurn
  readonly system: string
  readonly model: string | undefined
  /** Turns it was given. */
  turns: number
  /** Whether it takes another turn; settles when the one before it has been broken off. */
  ready: Promise<boolean>
}

/** A voice whose agent is kept alive, one link a seat. A link that breaks off in mid-turn gives way to a single call, once. */
export function makeWarmProvider(warm: WarmAgent, world: CliWorld): Provider {
  const {agent} = warm
  const book = makeUsageBook()
  const shot = makeOneShot(agent, world, book)
  const places = new Map<string, Place>()
  /** A seat's session is used by one process at a time. */
  const leaving = new Map<string, Promise<unknown>>()
  const seats = new Set<string>()
  let closed = false

  /** The seat's own link, or a new one. One that was spoken to goes on only with the session that it holds. */
  function placeOf(seat: Seat): Place {
    const found = places.get(seat.who.id)
    const goesOn =
      found &&
      (seat.session === undefined ? found.turns === 0 && found.session.call.how === 'open' : found.session.id() === seat.session)
    if (found && goesOn && found.system === seat.system && found.model === seat.model) return found
    if (found) leave(seat.who.id, found)
    const session = sessionOfTurn(agent, seat.session, world.uuid)
    const gone = leaving.get(seat.who.id) ?? Promise.resolve()
    const link = gone.then(() => open(seat, session)).catch(() => undefined)
    const place: Place = {link, session, system: seat.system, model: seat.model, turns: 0, ready: Promise.resolve(true)}
    places.set(seat.who.id, place)
    void link.then(async opened => {
      await opened?.ended
      if (places.get(seat.who.id) === place) places.delete(seat.who.id)
    })
    return place
  }

  async function open(seat: Seat, session: SessionOfTurn): Promise<WarmLink | undefined> {
    const command = findCommand(agent, world)
    if (!command || closed) return undefined
    seats.add(seat.who.id)
    const folder = await openSeatFolder(world, agent.id, seat.who.id)
    const model = seat.model ?? world.settings[agent.id]?.model
    const opening = {who: seat.who.id, system: seat.system, ...(model ? {model} : {}), session: session.call, folder, command}
    const link = await warm.open(opening, world)
    if (closed) await link.close()
    return link
  }

  function leave(seat: string, place: Place): Promise<unknown> {
    if (places.get(seat) === place) places.delete(seat)
    const gone = Promise.all([leaving.get(seat), place.link.then(link => link?.close())])
    leaving.set(seat, gone)
    return gone
  }

  async function* ask(request: AskRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    let place = placeOf(request)
    if (!(await place.ready)) {
      void leave(request.who.id, place)
      place = placeOf(request)
    }
    const link = isStrange(agent, request.session) ? undefined : await place.link
    if (!link || closed) {
      await leave(request.who.id, place)
      yield* shot.ask(request, signal)
      return
    }
    const {session} = place
    const course = openCourse({deadlines: deadlinesOf(agent, world), after: world.after, signal, onSession: session.onSession})
    const settled = place
    let ended: Ended | undefined
    void link.ended.then(how => {
      ended = how
      course.close()
    })
    let broken = false
    try {
      if (!course.isOver()) {
        place.turns++
        link.send(request.prompt, course.hear)
      }
      yield* course.events()
      const {final, cut, streamed} = course.facts()
      broken = !final && !cut
      const how = broken ? await link.ended : ended
      const classified = broken && how ? agent.classify(how) : undefined
      if (broken && !classified && !signal.aborted && !closed) {
        await leave(request.who.id, settled)
        if (streamed) yield {type: 'reset'}
        yield* byOneShot(request, signal)
        return
      }
      const facts: Facts = {...course.facts(), ...(broken && how ? {ended: how} : {}), ...(classified ? {classified} : {})}
      yield* conclude({agent, world, book, session, course, facts})
    } catch (error) {
      broken = true
      const message = error instanceof Error ? error.message : String(error)
      const voided = {code: 'unknown', message, retryable: true} as const
      yield* conclude({agent, world, book, session, course, facts: {...course.facts(), voided}})
    } finally {
      course.cut({why: 'aborted'})
      const {final, cut} = course.facts()
      const unfit = broken || final?.fault || cut?.why === 'fatal' || cut?.why === 'line-too-long'
      if (unfit) void leave(request.who.id, settled)
      else if (!final) settled.ready = link.interrupt().catch(() => false)
    }
  }

  async function* byOneShot(request: AskRequest, signal: AbortSignal): AsyncGenerator<ProviderEvent> {
    const warning = warningInWords({kind: 'one-shot', slots: {}}, agent, world.lang)
    for await (const event of shot.ask(request, signal))
      yield event.type === 'done' ? {...event, warnings: [...(event.warnings ?? []), warning]} : event
  }

  return {
    id: agent.id,
    remembers: false,
    records: true,
    check: signal => check(agent, world, signal),
    ask,
    prepare: seat => {
      if (!closed && !isStrange(agent, seat.session)) placeOf(seat)
    },
    close: async () => {
      closed = true
      for (const [seat, place] of places) void leave(seat, place)
      await Promise.all(leaving.values())
      await shot.close()
      await warm.close?.()
      await removeSeatFolders(world, agent.id, seats)
    },
  }
}
