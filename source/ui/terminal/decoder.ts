import {CODED, FINALS, NUMBERED} from './key-codes.ts'

/** Bytes from the terminal to events, however the bytes were cut. Timers are injected; nothing is read or written here. */

export type Key = {
  readonly type: 'key'
  /** `enter`, `escape`, `backspace`, `up`, `f5` ...; with a modifier also a single letter. */
  readonly name: string
  readonly ctrl: boolean
  readonly alt: boolean
  readonly shift: boolean
}

export type InputEvent =
  | Key
  /** Typed characters, free of control characters; an input method sends several at once. */
  | {readonly type: 'text'; readonly text: string}
  /** One bracketed paste, line ends made `\n`. */
  | {readonly type: 'paste'; readonly text: string}
  | {readonly type: 'focus'; readonly focused: boolean}
  /** What a terminal says of itself, and reports nobody asked for. */
  | {readonly type: 'reply'; readonly sequence: string}

export type DecoderPorts = {
  emit(event: InputEvent): void
  /** Runs `act` in `ms`, after input that arrived meanwhile was pushed; returns the cancelling function. */
  after(ms: number, act: () => void): () => void
}

export type Decoder = {push(chunk: Uint8Array | string): void}

/** A lone ESC is the Escape key when nothing follows it within this time. */
const ESCAPE_MS = 30
/** A reply may be cut by a slow line; later its rest would be typed as text. */
const REPLY_MS = 500
/** A paste whose end never comes is given up as it is. */
const PASTE_MS = 5000
const PASTE_BEGIN = '\x1b[200~'
const PASTE_END = '\x1b[201~'

export function makeDecoder(ports: DecoderPorts): Decoder {
  const utf8 = new TextDecoder('utf-8', {ignoreBOM: true})
  let held = ''
  let pasted: string[] | undefined
  let cancel = () => {}

  const emit = ports.emit
  const endPaste = () => {
    const text = (pasted ?? []).join('').replace(/\r\n?/g, '\n')
    pasted = undefined
    emit({type: 'paste', text})
  }

  /** Returns what must wait for more. */
  const read = (input: string, overdue: boolean): string => {
    let at = 0
    while (at < input.length) {
      if (pasted !== undefined) {
        const end = input.indexOf(PASTE_END, at)
        if (end < 0) {
          const wait = overdue ? input.length : at + unfinishedTail(input.slice(at), PASTE_END)
          pasted.push(input.slice(at, wait))
          return input.slice(wait)
        }
        pasted.push(input.slice(at, end))
        endPaste()
        at = end + PASTE_END.length
        continue
      }
      const step = readOne(input, at, overdue)
      if (step === 'unfinished') return input.slice(at)
      at += step.length
      if (step.event === 'paste') pasted = []
      else if (step.event !== undefined) emit(step.event)
    }
    return ''
  }

  const overdue = () => {
    if (held !== '') held = read(held, true)
    else if (pasted !== undefined) endPaste()
    wait()
  }
  const wait = () => {
    cancel()
    if (pasted !== undefined) cancel = ports.after(PASTE_MS, overdue)
    else if (held !== '') cancel = ports.after(/^\x1b[\]P_^X]./s.test(held) ? REPLY_MS : ESCAPE_MS, overdue)
    else cancel = () => {}
  }

  return {
    push(chunk) {
      held = read(held + (typeof chunk === 'string' ? chunk : utf8.decode(chunk, {stream: true})), false)
      wait()
    },
  }
}

/** Where a beginning of `mark` at the end of `text` starts; its length when there is none. */
function unfinishedTail(text: string, mark: string): number {
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length--) {
    if (text.endsWith(mark.slice(0, length))) return text.length - length
  }
  return text.length
}

type Step = {readonly length: number; readonly event?: InputEvent | 'paste'} | 'unfinished'

const TEXT = /[^\x00-\x1f\x7f-\x9f]+/y
const CSI = /\x1b\[([0-?]*)([ -/]*)([@-~])/y
const CSI_BEGUN = /\x1b\[[0-?]*[ -/]*$/y
const SS3 = /\x1bO([A-Za-z])/y
const STRING = /\x1b[\]P_^X][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)/y
const STRING_BEGUN = /\x1b[\]P_^X][^\x07\x1b\x9c]*\x1b?$/y
const LONGEST_REPLY = 4096

function match(pattern: RegExp, input: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at
  return pattern.exec(input)
}

function readOne(input: string, at: number, overdue: boolean): Step {
  const text = match(TEXT, input, at)
  if (text) return {length: text[0].length, event: {type: 'text', text: text[0]}}
  const character = input.charAt(at)
  if (character !== '\x1b') {
    const event = controlKey(character)
    return event === undefined ? {length: 1} : {length: 1, event}
  }
  if (input.startsWith(PASTE_BEGIN, at)) return {length: PASTE_BEGIN.length, event: 'paste'}
  return readEscape(input, at, overdue)
}

function readEscape(input: string, at: number, overdue: boolean): Step {
  const csi = match(CSI, input, at)
  if (csi) {
    const [sequence, parameters = '', intermediates = '', final = ''] = csi
    const event = csiEvent(sequence, parameters, intermediates + final)
    return event === undefined ? {length: sequence.length} : {length: sequence.length, event}
  }
  const ss3 = match(SS3, input, at)
  if (ss3) return {length: 3, event: key(FINALS[ss3[1] ?? ''] ?? 'unknown')}
  const reply = match(STRING, input, at)
  if (reply) return {length: reply[0].length, event: {type: 'reply', sequence: reply[0]}}

  const rest = input.length - at
  if (rest === 1) return overdue ? {length: 1, event: key('escape')} : 'unfinished'
  if (match(CSI_BEGUN, input, at) && rest > 2) return overdue ? {length: rest} : 'unfinished'
  if (match(STRING_BEGUN, input, at) && rest > 2 && rest < LONGEST_REPLY) return overdue ? {length: rest} : 'unfinished'
  if (!overdue && rest === 2 && /[[O\]P_^X\x1b]/.test(input.charAt(at + 1))) return 'unfinished'

  if (input.charAt(at + 1) === '\x1b') {
    // Some terminals send Alt as an ESC before the whole sequence.
    const inner = rest > 2 && input.charAt(at + 2) !== '\x1b' ? readEscape(input, at + 1, overdue) : undefined
    if (inner === 'unfinished') return 'unfinished'
    if (inner?.event !== undefined && inner.event !== 'paste' && inner.event.type === 'key' && inner.event.name !== 'escape') {
      return {length: 1 + inner.length, event: {...inner.event, alt: true}}
    }
    return {length: 1, event: key('escape')}
  }
  const next = String.fromCodePoint(input.codePointAt(at + 1) ?? 0)
  const named = controlKey(next)
  return {length: 1 + next.length, event: named === undefined ? key(next, ALT) : {...named, alt: true}}
}

const SHIFT = 1
const ALT = 2
const CTRL = 4

function key(name: string, modifiers = 0): Key {
  return {
    type: 'key',
    name,
    ctrl: (modifiers & CTRL) !== 0,
    alt: (modifiers & ALT) !== 0,
    shift: (modifiers & SHIFT) !== 0,
  }
}

/** Undefined for what no key sends: C1 controls, and characters that are text. */
function controlKey(character: string): Key | undefined {
  const code = character.charCodeAt(0)
  if (character === '\r') return key('enter')
  if (character === '\n') return key('newline')
  if (character === '\t') return key('tab')
  if (character === '\x7f' || character === '\b') return key('backspace')
  if (character === '\x1b') return key('escape')
  if (code === 0) return key('space', CTRL)
  if (code < 0x1b) return key(String.fromCharCode(code + 96), CTRL)
  return code < 0x20 ? key(String.fromCharCode(code + 64), CTRL) : undefined
}

function csiEvent(sequence: string, parameters: string, final: string): InputEvent | undefined {
  if (parameters === '' && (final === 'I' || final === 'O')) return {type: 'focus', focused: final === 'I'}
  if (/^[<=>?]/.test(parameters) || final.length > 1 || /[Rcntxy]/.test(final)) return {type: 'reply', sequence}
  const [first = '', second = '', third = ''] = parameters.split(';')
  const [modifier = '', kind = ''] = second.split(':')
  // The kitty protocol reports releases too.
  if (kind === '3') return undefined
  const modifiers = (Math.max(1, Number(modifier) || 1) - 1) & (SHIFT | ALT | CTRL)
  if (final === 'Z') return key('tab', SHIFT)
  if (final === 'u') return codedKey(Number(first.split(':')[0]), modifiers)
  if (final === '~' && first === '27') return codedKey(Number(third), modifiers)
  const name = final === '~' ? NUMBERED[Number(first)] : FINALS[final]
  return name === undefined ? {type: 'reply', sequence} : key(name, modifiers)
}

/** A character with its modifiers, as kitty and modifyOtherKeys report it. */
function codedKey(code: number, modifiers: number): InputEvent | undefined {
  const named = CODED[code]
  if (named !== undefined && (named !== 'space' || modifiers !== 0)) return key(named, modifiers)
  if (!(code >= 0x20 && code <= 0x10ffff) || (code >= 0x7f && code < 0xa0) || (code >= 0xe000 && code <= 0xf8ff)) return undefined
  const character = String.fromCodePoint(code)
  if ((modifiers & (CTRL | ALT)) !== 0) return key(character.toLowerCase(), modifiers)
  return {type: 'text', text: modifiers & SHIFT ? character.toUpperCase() : character}
}
