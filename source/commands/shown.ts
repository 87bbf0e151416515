import {oneLine, visible} from '../core/text.ts'
import {told} from '../runtime/meeting-folder.ts'
import type {Host} from './host.ts'

/** Graphemes of somebody else's text on a line of ours. */
const mostOnLine = 80

/** Text of others for one line of ours: it can neither begin a line of its own nor fill the screen. */
export const short = (text: string, most = mostOnLine): string => oneLine(text, most)

/** A path as the person would write it, on one line. */
export const shownPath = (path: string, host: Host): string => visible(told(path, host.cwd)).replaceAll('\n', '␊')

/** A word of a command line that is there to be copied. */
export function shellWord(text: string): string {
  return /^[\p{L}\p{N}\p{M}_@%+=:,./~-]+$/u.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
}
