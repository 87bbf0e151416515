import {wishOf} from '../core/wishes.ts'
import {tell} from '../i18n/index.ts'
import type {ManualDesk} from '../providers/manual.ts'
import {type PasteReader, pasteReader} from '../providers/paste-reader.ts'
import {makeCopy, makeFileDesk} from '../runtime/desk-files.ts'
import {nodeDisk} from '../runtime/disk/disk.ts'
import {told} from '../runtime/meeting-folder.ts'
import {diskFault} from './faults.ts'
import type {Host} from './host.ts'

export type LineDesk = ManualDesk & {
  /** A line of standard input; false when it is for the meeting: no reply is being pasted, or it is a command before one. */
  readonly take: (line: string) => boolean
  /** Nothing can be pasted any more: whoever waits for a reply gets none. */
  readonly end: () => void
}

/** Hands relays out in lines and takes the replies from standard input. `json`: standard output belongs to the events. */
export function makeDesk({host, folder, json}: {host: Host; folder: string; json: boolean}): LineDesk {
  const files = makeFileDesk({disk: nodeDisk, folder, copy: makeCopy({env: host.env})})
  const say = json ? host.warn : host.print
  let ended = false
  let pasting: {reader: PasteReader; begun: boolean; done: (text: string | undefined) => void} | undefined
  return {
    handOut: async relay => {
      const out = await files.handOut(relay)
      say(`\n${tell(host.words, 'manualHandOut', {name: relay.who.name})}\n\n${relay.text}\n`)
      if (out.path) say(tell(host.words, 'manualFile', {path: told(out.path, host.cwd)}))
      if (out.fault) host.warn(diskFault(out.fault, host))
      if (out.copied) say(host.words.manualClipboard)
      return out.path ? {path: out.path} : {}
    },
    reply: (_who, signal) =>
      new Promise(resolve => {
        const given = () => done(undefined)
        const done = (text: string | undefined) => {
          signal.removeEventListener('abort', given)
          pasting = undefined
          resolve(text)
        }
        pasting = {reader: pasteReader(), begun: false, done}
        signal.addEventListener('abort', given, {once: true})
        if (ended) given()
      }),
    end: () => {
      ended = true
      pasting?.done(undefined)
    },
    take: line => {
      if (!pasting || (!pasting.begun && wishOf(line))) return false
      pasting.begun ||= line.trim() !== ''
      const whole = pasting.reader.push(line)
      if (whole) pasting.done(whole.text)
      return true
    },
  }
}
