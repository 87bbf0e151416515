import {cutGraphemes} from './text.ts'

/** Longest folder name in bytes of UTF-8, a suffix against collisions included. */
export const MOST_NAME_BYTES = 120
const MOST_TOPIC_BYTES = 80
const STAMP = /^\d{4}-\d{2}-\d{2}-\d{4}$/

export type FolderOf = {
  /** `YYYY-MM-DD-HHmm`, in the person's own time zone. */
  readonly at: string
  readonly topic: string
  /** Stands in for a topic without a letter or digit; a word or a short hash. */
  readonly otherwise?: string
}

/**
 * `YYYY-MM-DD-HHmm-<short topic>`: a legal name of one folder on Linux, macOS and Windows, at most 99 bytes, so that a suffix
 * has room below `MOST_NAME_BYTES`. Throws a RangeError on a malformed `at`.
 */
export function folderName({at, topic, otherwise = ''}: FolderOf): string {
  if (!STAMP.test(at)) throw new RangeError(`not YYYY-MM-DD-HHmm: ${at}`)
  return `${at}-${shortName(topic) || shortName(otherwise) || 'meeting'}`
}

/**
 * Letters and digits of any script, composed (NFC), every run of anything else as one `-`; cut between graphemes to at most
 * `maxBytes`, at a `-` when one is near. Emoji, controls, bidi and zero-width characters are out. May come out empty, and on
 * its own it may still be a name that Windows reserves (`con`).
 */
export function shortName(text: string, maxBytes = MOST_TOPIC_BYTES): string {
  const kept = text
    .normalize('NFC')
    .replace(HIDDEN, '')
    .replace(OTHER, '-')
    .replace(/(^|-)\p{M}+/gu, '$1')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
  const cut = cutGraphemes(kept, {maxBytes})
  if (cut.length === kept.length) return kept
  const edge = kept[cut.length] === '-' ? cut.length : cut.lastIndexOf('-')
  return (edge > cut.length * 0.6 ? cut.slice(0, edge) : cut).replace(/-$/, '')
}

/** Characters without a look of their own: they may hide or reorder, never part two words. */
const HIDDEN = /\p{Default_Ignorable_Code_Point}|\p{Cf}/gu
/** ℹ and its like are letters to Unicode and pictures to people. */
const OTHER = /(?:[^\p{L}\p{N}\p{Mn}\p{Mc}]|(?=\p{Extended_Pictographic})\p{L})+/gu
