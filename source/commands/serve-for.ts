import {entryWords, tellEntry} from '../i18n/board-entry.ts'
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
