import type {InputEvent, Key} from './decoder.ts'

/** One name a key, as key maps are written: `ctrl+c`, `alt+left`, `shift+tab`, `enter`, `?`. */
export function keyName(event: Key): string {
  return `${event.ctrl ? 'ctrl+' : ''}${event.alt ? 'alt+' : ''}${event.shift ? 'shift+' : ''}${event.name}`
}

/** The keys of an event in order, for lists and dialogs that act on single characters too; a paste and a reply are no keys. */
export function keysOf(event: InputEvent): readonly string[] {
  switch (event.type) {
    case 'key':
      return [keyName(event)]
    case 'text':
      return [...event.text]
    case 'paste':
    case 'focus':
    case 'reply':
      return []
    default:
      return event satisfies never
  }
}

/** What a terminal would have sent, one sequence a key: to feed the stock Ink inputs, which read bytes. Undefined: nothing to feed. */
export function keyBytes(event: InputEvent): readonly string[] {
  if (event.type === 'text') return [...event.text]
  if (event.type === 'paste') return [event.text.replace(/\s*\n\s*/g, ' ')]
  if (event.type !== 'key') return []
  if (event.ctrl && event.name.length === 1) return [String.fromCharCode(event.name.charCodeAt(0) & 0x1f)]
  const bytes = BYTES[event.shift ? `shift+${event.name}` : event.name]
  return bytes === undefined ? [] : [bytes]
}

const BYTES: Readonly<Record<string, string>> = {
  enter: '\r',
  escape: '\x1b',
  tab: '\t',
  'shift+tab': '\x1b[Z',
  backspace: '\x7f',
  delete: '\x1b[3~',
  up: '\x1b[A',
  down: '\x1b[B',
  right: '\x1b[C',
  left: '\x1b[D',
  home: '\x1b[H',
  end: '\x1b[F',
}
