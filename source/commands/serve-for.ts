import type {LiveEvent} from '../core/events.ts'
import type {MeetingState} from '../core/state.ts'
import {makeBoardStream} from '../headless/board-events.ts'
import {entryWords, tellEntry} from '../i18n/board-entry.ts'
import type {Said} from '../runtime/run-meeting.ts'
import type {HoldOptions} from './hold.ts'
import type {Host} from './host.ts'
import {portOf} from './port.ts'
import {openServer, type Server} from './serve.ts'

export type ServeFlags = {
  readonly auto?: boolean
  readonly json?: boolean
  readonly events?: string
  readonly serve?: string
}

export type Serving = {readonly server?: Server}

/**
 * `serveFor` where nothing can be printed yet; `notice` says where to connect, once there is a place to say it.
 * @public loaded by room.ts after the first frame
 */
export async function serveInRoom(
  flags: ServeFlags,
  host: Host,
): Promise<(Serving & {readonly notice?: string}) | {readonly fault: string}> {
  const opened = await serveFor(flags, {...host, warn: () => {}})
  if (!('server' in opened) || !opened.server) return opened
  return {...opened, notice: tellEntry(entryWords(host.uiLang), 'serve.room', {url: opened.server.url})}
}

/** A meeting under way, as far as its followers need it. */
type Followable = {
  readonly state: () => MeetingState
  readonly onEvent: (listener: (event: LiveEvent) => void) => () => void
  readonly say: (text: string) => Said
}

/** From now on the server tells this board's events, and what its clients say is said here. */
export function followBoard(server: Server, meeting: Followable): void {
  const stream = makeBoardStream(meeting.state())
  meeting.onEvent(event => {
    for (const news of stream.take(event, meeting.state())) server.send(news)
  })
  server.follow({sofar: stream.sofar, say: meeting.say})
}

/** The port of `--serve` is ours before a meeting begins, so that one that is taken leaves nothing behind. Says where to connect. */
export async function serveFor(flags: ServeFlags, host: Host): Promise<Serving | {readonly fault: string}> {
  const port = portOf(flags.serve)
  if (port === undefined) return {}
  const words = entryWords(host.uiLang)
  const opened = await openServer(port, words)
  if ('fault' in opened) {
    const {code} = opened.fault
    return {fault: tellEntry(words, code === 'EADDRINUSE' ? 'serve.used' : 'serve.failed', {port, code})}
  }
  // Standard output may belong to the events.
  host.warn(tellEntry(words, 'serve.url', {url: opened.ok.url}))
  return {server: opened.ok}
}

export const holdOptions = (flags: ServeFlags & Serving): HoldOptions => ({
  auto: flags.auto ?? false,
  json: flags.json ?? false,
  asBoard: flags.events === 'board',
  ...(flags.server ? {server: flags.server} : {}),
})

/** What a flag that is for boards says at another meeting. */
export function notForBoards(flags: ServeFlags, host: Host): string | undefined {
  const flag = flags.serve !== undefined ? '--serve' : flags.events === 'board' ? '--events board' : undefined
  return flag && tellEntry(entryWords(host.uiLang), 'boardOnly', {flag})
}
