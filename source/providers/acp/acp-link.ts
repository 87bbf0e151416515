import type {Fault} from '../../core/events.ts'
import {ownVariables} from '../cli/child-env.ts'
import {writeFiles} from '../cli/folders.ts'
import {placed} from '../cli/invoke.ts'
import {makeLines, objectIn} from '../cli/lines.ts'
import {launch} from '../cli/process.ts'
import type {CliAgent, CliCall, Invocation, Reading} from '../cli/reading.ts'
import type {WarmAgent, WarmLink, WarmOpening} from '../cli/warm.ts'
import type {CliWorld} from '../cli/world.ts'
import {type Fields, fieldsAt, listAt, textAt} from '../json-line.ts'
import {vendorFault} from '../vendor-fault.ts'
import {type AcpPeer, connectAcp} from './acp-peer.ts'
import {endOfTurn, readUpdate} from './acp-readings.ts'

/** How an agent is kept alive by the Agent Client Protocol: one process a seat, because the persona is given to the process. */
export type AcpAgent = {
  readonly agent: CliAgent
  /** Locked down as a single call is; `stdin` and the session mean nothing here. */
  readonly invoke: (call: CliCall) => Invocation
  /** Whether an earlier session can be gone on with: measured, not what the agent says of itself. */
  readonly loads: boolean
  /** The mode that has no tools, where the agent has modes: in any other, or in one it does not tell, nothing is sent to it. */
  readonly mode?: string
  readonly prompt: (text: string) => string
}

/** Milliseconds for an agent to start and to open a session; past that the turn is asked of a process of its own. */
const OPEN_MS = 30_000
/** Milliseconds that a turn has to be broken off. */
const INTERRUPT_MS = 1500

/** By this protocol no agent lets us choose the id of a session, so single calls take it from the agent as well. */
export const acpAgent = (acp: AcpAgent): WarmAgent => ({
  agent: {...acp.agent, choosesSession: false},
  open: (opening, world) => openAcpLink(acp, opening, world),
})

async function openAcpLink(acp: AcpAgent, opening: WarmOpening, world: CliWorld): Promise<WarmLink> {
  const {session} = opening
  if (session.how === 'resume' && !acp.loads) throw new Error('sessions are gone on with by single calls')
  const {child, peer, setListener} = await startAgent(acp, opening, world)
  const late = world.after(OPEN_MS, () => void child.stop())
  let sessionId: string
  let breach: Fault | undefined
  try {
    const opened = await openSession(peer, opening)
    sessionId = opened.id
    breach = acp.mode === undefined || opened.mode === acp.mode ? undefined : modeFault(opened.mode)
  } catch (error) {
    await child.stop()
    throw error
  } finally {
    late()
  }

  let hear: ((readings: readonly Reading[]) => void) | undefined
  let turn: Promise<void> | undefined
  setListener(readings => hear?.(readings))
  const ended = child.ended.then(how => {
    hear = undefined
    return how
  })
  return {
    send: (prompt, listener) => {
      hear = listener
      if (breach) return listener([{type: 'fatal', fault: breach}])
      listener([{type: 'session', id: sessionId}])
      const mine = (readings: readonly Reading[]) => {
        if (hear === listener) listener(readings)
      }
      turn = peer
        .request('session/prompt', {sessionId, prompt: [{type: 'text', text: acp.prompt(prompt)}]})
        .then(
          answer => mine(endOfTurn(answer)),
          (error: unknown) => {
            // The end of the process tells itself.
            if (!peer.closed()) mine([{type: 'final', fault: vendorFault(wordsOf(error))}])
          },
        )
        .finally(() => {
          if (hear === listener) hear = undefined
          turn = undefined
        })
    },
    interrupt: async () => {
      hear = undefined
      const running = turn
      if (!running) return true
      peer.notify('session/cancel', {sessionId})
      const quiet = running.then(() => peer.echo())
      return new Promise<boolean>(resolve => {
        const stop = world.after(INTERRUPT_MS, () => resolve(false))
        const settle = (fit: boolean) => {
          stop()
          resolve(fit)
        }
        quiet.then(
          () => settle(!peer.closed()),
          () => settle(false),
        )
      })
    },
    ended,
    close: async () => {
      hear = undefined
      child.endInput()
      await child.stop()
    },
  }
}

async function startAgent(acp: AcpAgent, opening: WarmOpening, world: CliWorld) {
  const {agent} = acp
  const {folder, command, session, system, model} = opening
  const invocation = acp.invoke({
    system,
    prompt: '',
    ...(model === undefined ? {} : {model}),
    session,
    folder: folder.room,
    trustUserConfig: world.settings[agent.id]?.trustUserConfig ?? false,
    env: ownVariables({env: world.env, platform: world.platform, names: agent.env}),
  })
  const plan = placed(agent, world, invocation, folder)
  await writeFiles(folder.files, plan.files)
  let listener: (readings: readonly Reading[]) => void = () => {}
  const peer: AcpPeer = await connectAcp({
    write: line => child.write(line),
    onUpdate: params => listener(readUpdate(params)),
  })
  const lines = makeLines(
    line => {
      const message = objectIn(line)
      if (message && ('method' in message || 'id' in message)) peer.take(message)
    },
    () => void child.stop(),
  )
  const child = launch(
    {...command, args: [...command.args, ...plan.args], cwd: folder.room, env: plan.env, meeting: world.meeting},
    world.keeper,
    bytes => lines.push(bytes),
  )
  void child.ended.then(() => peer.end())
  const setListener = (to: typeof listener) => {
    listener = to
  }
  return {child, peer, setListener}
}

/** Neither files nor terminals are offered, and no servers are brought along. */
async function openSession(peer: AcpPeer, {session, folder}: WarmOpening): Promise<Opened> {
  await peer.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: {fs: {readTextFile: false, writeTextFile: false}, terminal: false},
    clientInfo: {name: 'roundtable', version: '1'},
  })
  const place = {cwd: folder.room, mcpServers: []}
  if (session.how === 'resume') {
    const loaded = await peer.request('session/load', {...place, sessionId: session.id})
    // What it tells of the past is no part of any turn.
    await peer.echo()
    return {id: session.id, mode: modeIn(loaded)}
  }
  const opened = await peer.request('session/new', place)
  const id = textAt(opened, 'sessionId')
  if (id === undefined) throw new Error('session/new')
  return {id, mode: modeIn(opened)}
}

type Opened = {readonly id: string; readonly mode: string | undefined}

/** Of the two ways to tell it, the newer one first. */
const modeIn = (answer: Fields): string | undefined =>
  textAt(
    listAt(answer, 'configOptions').find(option => option.id === 'mode'),
    'currentValue',
  ) ?? textAt(fieldsAt(answer, 'modes'), 'currentModeId')

const modeFault = (mode: string | undefined): Fault => ({
  code: 'isolation',
  message: `session mode: ${mode ?? '?'}`,
  retryable: false,
})

const wordsOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))
