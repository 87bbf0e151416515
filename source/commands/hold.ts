import {compose, type Face, type Session} from '../compose.ts'
import {type MeetingState, reduceAll} from '../core/state.ts'
import {makeBoardStream} from '../headless/board-events.ts'
import {makePlain} from '../headless/plain.ts'
import {tell} from '../i18n/index.ts'
import {tellReview} from '../i18n/review-entry.ts'
import type {HeldMeeting} from '../runtime/meeting-folder.ts'
import {told} from '../runtime/meeting-folder.ts'
import type {RunEnd, Said} from '../runtime/run-meeting.ts'
import {type LineDesk, makeDesk} from './desk.ts'
import {diskFault, ledgerFault} from './faults.ts'
import {exit, type Host} from './host.ts'
import type {RunPlan} from './run-flags.ts'
import type {Server} from './serve.ts'
import {shellWord} from './shown.ts'
import {reapAgents} from './voice-world.ts'
import {voicesFor} from './voices-for.ts'

export type HoldOptions = {
  readonly auto: boolean
  readonly json: boolean
  /** With `json`: the five events of a board in the place of the ledger's, and nothing else. */
  readonly asBoard?: boolean
  /** Where other front ends follow and speak. */
  readonly server?: Server
  /** What is done when a voice fails and nobody is there to choose. */
  readonly run?: RunPlan
}

/** Holds a meeting in lines, for people or as JSON, until it closes or pauses; standard input is the person. */
export async function holdInLines(held: HeldMeeting, options: HoldOptions, host: Host): Promise<number> {
  await reapAgents(host)
  const desk = makeDesk({host, folder: held.folder, json: options.json})
  const plain = makePlain(host.words, host.stream)
  const before = reduceAll(held.ledger.events)
  const board = options.asBoard || options.server ? makeBoardStream(before) : undefined
  const face: Face = {
    show: (event, state) => {
      for (const news of board?.take(event, state) ?? []) {
        if (options.asBoard) host.emit(news)
        options.server?.send(news)
      }
      if (!options.json) plain.show(event, state)
      else if (!options.asBoard) host.emit(event)
    },
    onWaiting: waiting => {
      if (waiting?.for === 'choice' && !options.json) host.print(`${host.words.failedMeaning}\n${host.words.failedChoices}`)
    },
  }
  const session: Session = compose({
    held,
    face,
    auto: options.auto,
    ledgerMessage: fault => ledgerFault(fault, host),
    voices: voicesFor(held, {desk, turnMs: options.run?.turnMs}, host),
    ...(options.run ? {run: options.run} : {}),
  })
  if (options.json) for (const event of (options.asBoard && board?.sofar()) || before.log) host.emit(event)
  else plain.begin(before)
  if (board) options.server?.follow({sofar: board.sofar, say: session.run.say})

  host.signal.addEventListener('abort', session.run.leave, {once: true})
  const listening = listen(session, desk, options, host)
  const {end, files, faults} = await session.done
  await options.server?.close(end.how)
  host.signal.removeEventListener('abort', session.run.leave)
  listening.stop()
  for (const fault of faults)
    host.warn(tell(host.words, 'recordsFailed', {name: told(fault.path, host.cwd), message: diskFault(fault, host)}))
  if (options.json && !options.asBoard) host.emit({type: 'records.written', dir: held.folder, files})
  if (end.how === 'closed') {
    if (!options.json) host.print(tell(host.words, 'closedRecords', {folder: told(held.folder, host.cwd)}))
    return faults.length > 0 ? exit.failed : exit.closed
  }
  host.warn(pausedText(end, session.run.state(), {folder: told(held.folder, host.cwd), host}))
  return pausedExit(end)
}

/** A meeting that cannot be gone on with as it stands has failed. */
export const pausedExit = ({why}: RunEnd & {how: 'paused'}): number =>
  why === 'disk' || why === 'mismatch' ? exit.failed : exit.paused

function listen(session: Session, desk: LineDesk, options: HoldOptions, host: Host): {stop: () => void} {
  let stopped = false
  const read = async () => {
    for await (const line of host.stdin.lines()) {
      if (stopped) return
      if (!desk.take(line)) answer(session.run.say(line), options, host)
    }
    if (stopped) return
    desk.end()
    // Whoever follows can still speak.
    if (!(options.server && !options.auto)) session.run.gone()
  }
  // Without a person at a terminal, `--auto` has nobody to ask when a voice fails.
  if (options.auto && !host.stdin.isTTY) session.run.gone()
  void read()
  return {
    stop: () => {
      stopped = true
      host.stdin.close()
    },
  }
}

function answer(said: Said, options: HoldOptions, host: Host): void {
  if (said.kind === 'not-written') host.warn(tell(host.words, 'cannotWrite', {message: said.fault.message}))
  if (said.kind === 'unknown') {
    const nearest = said.command.nearest.map(word => `/${word}`).join(host.words.listSeparator)
    const hint = nearest ? tell(host.words, 'unknownNearest', {nearest}) : ''
    const text = tell(host.words, 'unknownCommand', {word: said.command.word, nearest: hint})
    if (options.json) host.warn(text)
    else host.print(text)
  }
}

/** Why the meeting pauses, what that means, and how to go on with it. */
export function pausedText(
  end: RunEnd & {how: 'paused'},
  state: MeetingState,
  {folder, host}: {folder: string; host: Host},
): string {
  const {words} = host
  const command = `roundtable resume ${shellWord(folder)}`
  const message = end.fault?.message ?? ''
  switch (end.why) {
    case 'left':
      return tell(words, 'pausedLeft', {command})
    case 'nobody':
      return end.needs ? tellReview(host.uiLang, `paused.${end.needs}`, {command}) : tell(words, 'pausedNobody', {command})
    case 'mismatch':
      return tell(words, 'ledgerMismatch', {folder: shellWord(folder), message})
    case 'disk':
      return tell(words, 'pausedDisk', {command, message})
    case 'fault': {
      const name = state.meeting?.seats.find(seat => seat.id === end.who)?.name ?? end.who ?? ''
      const what = end.fault ? `${words[`fault.${end.fault.code}`]}: ${message}` : message
      return tell(words, 'pausedFault', {command, name, message: what})
    }
    default:
      return end.why satisfies never
  }
}
