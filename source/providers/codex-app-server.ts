import {check} from './cli/check.ts'
import {ownVariables} from './cli/child-env.ts'
import {findCommand} from './cli/find-command.ts'
import {openSeatFolder, removeSeatFolders} from './cli/folders.ts'
import {guardPrompt} from './cli/guard-prompt.ts'
import {placed} from './cli/invoke.ts'
import {makeLines} from './cli/lines.ts'
import {type Ended, launch} from './cli/process.ts'
import type {Reading} from './cli/reading.ts'
import type {WarmAgent, WarmLink, WarmOpening} from './cli/warm.ts'
import {makeWarmProvider} from './cli/warm.ts'
import type {CliWorld} from './cli/world.ts'
import {codex, codexGateway, codexLocks, codexWith} from './codex.ts'
import {homeOfItsOwn} from './codex-home.ts'
import {toollessModels} from './codex-models.ts'
import {codexTurnReader, type TurnReader} from './codex-turn.ts'
import {type Fields, fieldsAt, textAt} from './json-line.ts'
import {makeRpc, type Rpc, RpcError} from './json-rpc.ts'
import type {Provider} from './provider.ts'

/** Milliseconds for the server to open a thread; past that the turn is asked of a process of its own. */
const OPEN_MS = 20_000
/** Milliseconds that a turn has to be broken off before the whole server is given up. */
const INTERRUPT_MS = 1500
const LEAVE_MS = 500

/** One server for all seats, a thread a seat; a single `exec` where that breaks off. Its models are looked up with the first use. */
export function makeCodex(world: CliWorld): Provider {
  let made: Promise<Provider> | undefined
  const voice = () => {
    made ??= lockedCodex(world).then(server => makeWarmProvider(server, world))
    return made
  }
  return {
    id: codex.id,
    remembers: false,
    records: true,
    check: signal => check(codex, world, signal),
    ask: async function* (request, signal) {
      yield* (await voice()).ask(request, signal)
    },
    prepare: seat => void voice().then(provider => provider.prepare?.(seat)),
    close: async () => {
      await (await made)?.close?.()
      if (made) await removeSeatFolders(world, codex.id, [SERVER])
    },
  }
}

/** The server, and its `exec`, with models that have no tools. */
export async function lockedCodex(world: CliWorld): Promise<WarmAgent> {
  const command = findCommand(codex, world)
  const models = command && (await toollessModels(command, world, SERVER).catch(() => undefined))
  return codexServer(models === undefined ? [] : ['-c', `model_catalog_json=${JSON.stringify(models)}`])
}

type Server = {
  readonly rpc: Rpc
  readonly ended: Promise<Ended>
  readonly stop: () => Promise<void>
  /** By thread. */
  readonly listeners: Map<string, (method: string, params: Fields) => void>
}

/** `more`: arguments for the server and for single calls. */
export function codexServer(more: readonly string[] = []): WarmAgent {
  let running: Promise<Server> | undefined
  let place: CliWorld | undefined

  const serverOf = (opening: WarmOpening, world: CliWorld): Promise<Server> => {
    place = world
    running ??= startServer(opening, world, more).then(server => {
      void server.ended.then(() => {
        running = undefined
      })
      return server
    })
    running.catch(() => {
      running = undefined
    })
    return running
  }

  return {
    agent: codexWith(more),
    open: (opening, world) =>
      within(world, OPEN_MS, async () => {
        const server = await serverOf(opening, world)
        return openThread(server, opening, world)
      }),
    close: async () => {
      const server = await running?.catch(() => undefined)
      await server?.stop()
      if (place) await removeSeatFolders(place, codex.id, [SERVER])
    },
  }
}

const SERVER = '(server)'

async function startServer({command}: WarmOpening, world: CliWorld, more: readonly string[]): Promise<Server> {
  const folder = await openSeatFolder(world, codex.id, SERVER)
  const trusted = world.settings[codex.id]?.trustUserConfig ?? false
  const home = trusted ? undefined : await homeOfItsOwn(world, folder)
  const own = ownVariables({env: world.env, platform: world.platform, names: codex.env})
  const args = ['app-server', ...codexLocks, ...codexGateway(own), ...more]
  const plan = placed(codex, world, {args, stdin: '', ...(home === undefined ? {} : {env: {CODEX_HOME: home}})}, folder)
  const listeners: Server['listeners'] = new Map()
  const rpc = makeRpc({
    write: text => child.write(text),
    onNotification: (method, params) => listeners.get(textAt(params, 'threadId') ?? '')?.(method, params),
    onRequest: refusal,
  })
  const lines = makeLines(rpc.take, () => void child.stop())
  const child = launch(
    {...command, args: [...command.args, ...plan.args], cwd: folder.room, env: plan.env, meeting: world.meeting},
    world.keeper,
    bytes => lines.push(bytes),
  )
  const ended = child.ended.then(how => {
    rpc.end()
    return how
  })
  const stop = () => {
    child.endInput()
    return child.stop()
  }
  try {
    await rpc.request('initialize', {
      clientInfo: {name: 'roundtable', title: null, version: '1'},
      capabilities: {experimentalApi: true, requestAttestation: false},
    })
  } catch (error) {
    await stop()
    throw error
  }
  rpc.notify('initialized')
  return {rpc, ended, stop, listeners}
}

/** Nothing is ever allowed, whoever asks. */
function refusal(method: string): object | undefined {
  if (/requestApproval$/.test(method)) return {decision: 'decline'}
  return /Approval$/.test(method) ? {decision: 'denied'} : undefined
}

async function openThread(server: Server, opening: WarmOpening, world: CliWorld): Promise<WarmLink> {
  const {rpc, listeners} = server
  const {session, folder, system, model} = opening
  const common = {
    cwd: folder.room,
    sandbox: 'read-only',
    approvalPolicy: 'never',
    ...(model === undefined ? {} : {model}),
    ...(system === '' ? {} : {baseInstructions: system}),
  }
  const answer =
    session.how === 'resume'
      ? await rpc.request('thread/resume', {...common, threadId: session.id, excludeTurns: true})
      : await rpc.request('thread/start', {...common, environments: []})
  const threadId = textAt(fieldsAt(answer, 'thread'), 'id')
  if (threadId === undefined) throw new RpcError('thread', undefined)

  /** Turns that are over, or broken off: nothing of theirs is heard any more. */
  const over = new Set<string>()
  let turn: string | undefined
  let speaking = false
  let hear: ((readings: readonly Reading[]) => void) | undefined
  let read: TurnReader = codexTurnReader()
  let quiet = () => {}
  const settle = () => {
    if (turn !== undefined) over.add(turn)
    speaking = false
    hear = undefined
    quiet()
  }
  const named = (id: string | undefined) => {
    if (id === undefined || over.has(id) || !speaking) return
    turn ??= id
    if (!hear) void rpc.request('turn/interrupt', {threadId, turnId: turn}).catch(() => {})
  }
  listeners.set(threadId, (method, params) => {
    const id = textAt(params, 'turnId') ?? textAt(fieldsAt(params, 'turn'), 'id')
    // A thread that is gone on with tells of its earlier turns too, at any moment: only a turn that begins is the one asked for.
    if (method === 'turn/started') named(id)
    if (!speaking || id === undefined || id !== turn) return
    const readings = read(method, params)
    hear?.(readings)
    if (readings.some(reading => reading.type === 'final')) settle()
  })

  return {
    send: (prompt, listener) => {
      hear = listener
      speaking = true
      turn = undefined
      read = codexTurnReader()
      listener([{type: 'session', id: threadId}])
      const input = [{type: 'text', text: guardPrompt(prompt, {mentions: false}), text_elements: []}]
      rpc.request('turn/start', {threadId, input, environments: []}).then(
        started => named(textAt(fieldsAt(started, 'turn'), 'id')),
        (error: unknown) => {
          const message = error instanceof Error ? error.message : String(error)
          if (speaking && message !== 'ended') hear?.([{type: 'fatal', fault: {code: 'unknown', message, retryable: true}}])
          settle()
        },
      )
    },
    interrupt: () => {
      hear = undefined
      if (!speaking) return Promise.resolve(true)
      if (turn !== undefined) named(turn)
      return new Promise<boolean>(resolve => {
        const giveUp = world.after(INTERRUPT_MS, () => {
          void server.stop()
          resolve(false)
        })
        quiet = () => {
          giveUp()
          resolve(true)
        }
        void server.ended.then(() => {
          giveUp()
          resolve(false)
        })
      })
    },
    ended: server.ended,
    close: async () => {
      hear = undefined
      listeners.delete(threadId)
      const left = async () => {
        if (speaking && turn !== undefined) await rpc.request('turn/interrupt', {threadId, turnId: turn})
        await rpc.request('thread/unsubscribe', {threadId})
      }
      // A server that does not answer any more is ended with the rest.
      await within(world, LEAVE_MS, left).catch(() => {})
    },
  }
}

/** The work's own outcome, or a rejection when it takes longer than `ms`. */
function within<T>(world: CliWorld, ms: number, work: () => Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = world.after(ms, () => reject(new RpcError('late', undefined)))
    work().then(resolve, reject).finally(stop)
  })
}
