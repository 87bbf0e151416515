/** Shorter ones are no secrets, and would turn up in plain words. */
const SHORTEST = 8

const usable = (secrets: readonly string[]) =>
  [...new Set(secrets)].filter(secret => secret.length >= SHORTEST).sort((a, b) => b.length - a.length)

/** As people are shown a key: enough to tell it from others, too little to use it. */
export const masked = (key: string): string => (key.length < 16 ? '…' : `${key.slice(0, 4)}…${key.slice(-4)}`)

/** The text without any of the keys, also where a server says them back percent-encoded. */
export function scrub(text: string, secrets: readonly string[]): string {
  let clean = text
  for (const secret of usable(secrets)) {
    for (const form of new Set([secret, encodeURIComponent(secret)])) clean = clean.replaceAll(form, masked(secret))
  }
  return clean
}

export type Scrubber = {
  push(delta: string): string
  /** What was still held back. */
  end(): string
}

/** The same over deltas: what could be the beginning of a key is held back until it is known not to be one. */
export function makeScrubber(secrets: readonly string[]): Scrubber {
  const known = usable(secrets)
  let held = ''
  return {
    push: delta => {
      const text = scrub(held + delta, known)
      const keep = Math.max(0, ...known.map(secret => commonEnd(text, secret)))
      held = text.slice(text.length - keep)
      return text.slice(0, text.length - keep)
    },
    end: () => {
      const text = held
      held = ''
      return text
    },
  }
}

/** Length of the longest end of `text` that is a beginning of `secret`, and not all of it. */
function commonEnd(text: string, secret: string): number {
  for (let length = Math.min(text.length, secret.length - 1); length > 0; length--)
    if (text.endsWith(secret.slice(0, length))) return length
  return 0
}
