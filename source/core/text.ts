/**
 * Text of others, in its two gates. At ingest, control characters and whole escape sequences are taken out, so that ledger and
 * files never hold them. On the way to the screen, what is invisible becomes a visible marker. Pure; no gate trusts the other.
 */

/** Characters of string content (OSC, DCS ...) that are waited for before an unfinished sequence is taken for plain text. */
const LONGEST_SEQUENCE = 4096
/** More combining marks than any script stacks; beyond them a grapheme is an attack on the screen. */
const MOST_MARKS = 16

const DIRTY = /[\x00-\x08\x0b-\x1f\x7f-\x9f]|\p{Cs}/u

/**
 * What may enter the ledger: no C0 or C1 but `\n` and `\t`, no escape sequence, every line end `\n`, well-formed UTF-16
 * (a lone surrogate becomes U+FFFD). Bidi and zero-width characters stay.
 * `removed`: UTF-16 units taken out or replaced; rewritten line ends do not count.
 */
export function cleanIngest(text: string): {text: string; removed: number} {
  if (!DIRTY.test(text)) return {text, removed: 0}
  const {out, removed} = scan(text, true)
  return {text: out, removed}
}

export type IngestCleaner = {
  /** What of the stream so far may be passed on; an unfinished sequence, `\r` or surrogate is held back for the next delta. */
  push(delta: string): string
  /** What was still held back. */
  end(): string
  /** As in `cleanIngest`, so far. */
  removed(): number
}

/** The same over deltas: all pieces joined equal `cleanIngest` of all deltas joined, wherever the stream was cut. */
export function makeIngestCleaner(): IngestCleaner {
  let held = ''
  let removed = 0
  const take = (text: string, final: boolean): string => {
    const piece = scan(text, final)
    held = text.slice(piece.consumed)
    removed += piece.removed
    return piece.out
  }
  return {
    push: delta => (held === '' && !DIRTY.test(delta) ? delta : take(held + delta, false)),
    end: () => (held === '' ? '' : take(held, true)),
    removed: () => removed,
  }
}

type Scanned = {out: string; consumed: number; removed: number}

function scan(text: string, final: boolean): Scanned {
  let out = ''
  let removed = 0
  let plainFrom = 0
  let at = 0
  const replace = (length: number, by: string, counted: number) => {
    out += text.slice(plainFrom, at) + by
    removed += counted
    at += length
    plainFrom = at
  }
  while (at < text.length) {
    const code = text.charCodeAt(at)
    const last = at + 1 === text.length
    if (code === 0x0d) {
      if (last && !final) break
      replace(text.charCodeAt(at + 1) === 0x0a ? 2 : 1, '\n', 0)
    } else if (code >= 0xd800 && code <= 0xdfff) {
      if (code <= 0xdbff && last && !final) break
      if (code <= 0xdbff && isLowSurrogate(text.charCodeAt(at + 1))) at += 2
      else replace(1, '\ufffd', 1)
    } else if (code === 0x1b || (code >= 0x80 && code <= 0x9f)) {
      const length = sequenceLength(text, at, final)
      if (length === 'unfinished') break
      replace(length, '', length)
    } else if (isControl(code)) replace(1, '', 1)
    else at++
  }
  return {out: out + text.slice(plainFrom, at), consumed: at, removed}
}

const isLowSurrogate = (code: number) => code >= 0xdc00 && code <= 0xdfff
const isControl = (code: number) => (code < 0x20 && code !== 0x0a && code !== 0x09) || (code >= 0x7f && code <= 0x9f)
const between = (code: number, low: number, high: number) => code >= low && code <= high

/** Length in UTF-16 units of the sequence that begins at `at` with ESC or a C1 control (ECMA-48, and what xterm makes of it). */
function sequenceLength(text: string, at: number, final: boolean): number | 'unfinished' {
  const open = (end: number) => (final ? end - at : 'unfinished')
  let kind = text.charCodeAt(at)
  let from = at + 1
  if (kind === 0x1b) {
    if (from === text.length) return open(from)
    const next = text.charCodeAt(from)
    if (between(next, 0x20, 0x2f)) {
      const end = skip(text, from, 0x20, 0x2f)
      if (end === text.length && end - at <= LONGEST_SEQUENCE) return open(end)
      return (between(text.charCodeAt(end), 0x30, 0x7e) ? end + 1 : end) - at
    }
    if (!between(next, 0x30, 0x7e)) return 1
    kind = next + 0x40
    from++
    if (!between(next, 0x40, 0x5f)) return 2
  }
  if (kind === 0x9b) {
    const end = skip(text, skip(text, from, 0x30, 0x3f), 0x20, 0x2f)
    if (end === text.length && end - at <= LONGEST_SEQUENCE) return open(end)
    return (between(text.charCodeAt(end), 0x40, 0x7e) ? end + 1 : end) - at
  }
  if (kind === 0x90 || kind === 0x98 || (kind >= 0x9d && kind <= 0x9f)) return stringLength(text, at, from) ?? open(from)
  return from - at
}

/** Undefined while neither an end nor the cap is in sight. Past the cap only the introducer goes, so that no text is swallowed. */
function stringLength(text: string, at: number, from: number): number | undefined {
  const limit = Math.min(text.length, from + LONGEST_SEQUENCE)
  for (let end = from; end < limit; end++) {
    const code = text.charCodeAt(end)
    if (code === 0x07 || code === 0x18 || code === 0x1a || code === 0x9c) return end + 1 - at
    // Any other introducer ends the string as well and is read on its own: the scan stays linear.
    if (code === 0x1b || between(code, 0x80, 0x9f)) return end - at
  }
  return limit < text.length ? from - at : undefined
}

function skip(text: string, from: number, low: number, high: number): number {
  let end = from
  while (end < text.length && between(text.charCodeAt(end), low, high)) end++
  return end
}

const PLAIN = /^[\n\x20-\x7e\u3000-\u303f\u4e00-\u9fff\uff01-\uff60]*$/
const LINE_ENDS = /\r\n?|[\u2028\u2029]/g
const CONTROL = /[\x00-\x09\x0b-\x1f\x7f-\x9f]/g
const EMOJI_PART = '\\p{Extended_Pictographic}(?:[\\ufe0e\\ufe0f]|\\p{Emoji_Modifier})?'
/** An emoji (at most nine joined), a keycap, or a character that hides. */
const HIDING = new RegExp(
  `(?:${EMOJI_PART})(?:\\u200d${EMOJI_PART}){0,8}|[0-9#*]\\ufe0f?\\u20e3|([\\p{Cf}\\p{Default_Ignorable_Code_Point}\\u{fff9}-\\u{fffb}])`,
  'gu',
)
const PILED_MARKS = new RegExp(`(\\p{M}{${MOST_MARKS}})(\\p{M}+)`, 'gu')

/**
 * The allow-list of the screen: bidi, zero-width, tag and other format characters as markers such as ‹U+202E› (ZWJ and variation
 * selectors stay inside an emoji), a tab as two spaces, U+2028, U+2029 and every `\r` as a newline, no control character but `\n`.
 */
export function visible(text: string): string {
  if (PLAIN.test(text)) return text
  return wellFormed(text)
    .replace(LINE_ENDS, '\n')
    .replace(CONTROL, control => (control === '\t' ? '  ' : ''))
    .replace(HIDING, (found: string, hidden: string | undefined) => (hidden === undefined ? found : marker(hidden)))
    .replace(PILED_MARKS, (_, kept: string, piled: string) => `${kept}‹+${[...piled].length}›`)
}

const marker = (character: string) => `‹U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}›`

/** For names, titles, errors and file names: `visible`, white space folded to single spaces, at most `maxGraphemes` with a … at the cut. */
export function oneLine(text: string, maxGraphemes = Number.POSITIVE_INFINITY): string {
  const line = visible(text).replace(/\s+/gu, ' ').trim()
  if (line.length <= maxGraphemes) return line
  const parts: string[] = []
  for (const part of graphemesOf(line)) {
    if (parts.length === maxGraphemes) return `${parts.slice(0, -1).join('').trimEnd()}…`
    parts.push(part)
  }
  return line
}

/** The longest prefix of whole graphemes that takes at most `maxBytes` of UTF-8; well formed. */
export function cutGraphemes(text: string, limit: {readonly maxBytes: number}): string {
  const whole = wellFormed(text)
  // Telling graphemes apart costs far more than counting bytes.
  if (utf8Length(whole) <= limit.maxBytes) return whole
  let bytes = 0
  let end = 0
  for (const part of graphemesOf(whole)) {
    bytes += utf8Length(part)
    if (bytes > limit.maxBytes) break
    end += part.length
  }
  return whole.slice(0, end)
}

/** Characters as a person counts them (字数): graphemes, white space left out. */
export function charCount(text: string): number {
  let count = 0
  for (const part of graphemesOf(text)) if (!/^\s/u.test(part)) count++
  return count
}

let segmenter: Intl.Segmenter | undefined
/** UTF-16 units read at once: the segmenter takes time that grows with the square of what it is given. */
const STRETCH = 256

/** Grapheme clusters, as a person sees characters, in linear time; a cluster longer than a stretch is no character and is cut. */
export function* graphemesOf(text: string): Generator<string> {
  segmenter ??= new Intl.Segmenter('zh', {granularity: 'grapheme'})
  let from = 0
  while (from < text.length) {
    const end = stretchEnd(text, from)
    let held = ''
    for (const {segment} of segmenter.segment(text.slice(from, end))) {
      if (held !== '') {
        yield held
        from += held.length
      }
      held = segment
    }
    // The last cluster may go on beyond the stretch: it is read again with what follows, unless it fills the stretch alone.
    if (end === text.length || held.length >= STRETCH) {
      yield held
      from += held.length
    }
  }
}

function stretchEnd(text: string, from: number): number {
  const end = Math.min(text.length, from + STRETCH)
  return end < text.length && isLowSurrogate(text.charCodeAt(end)) ? end + 1 : end
}

/** Every lone surrogate as U+FFFD. */
export const wellFormed = (text: string): string => text.replace(/\p{Cs}/gu, '\ufffd')

/** Bytes of UTF-8; of well-formed text. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4
  }
  return bytes
}
