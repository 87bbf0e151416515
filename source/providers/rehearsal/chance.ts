/** Numbers in [0, 1), the same ones for the same seed and salt. */
export type Chance = () => number

export function chance(seed: number, salt: string): Chance {
  // FNV-1a of the salt, then mulberry32: small, well spread, no state outside this closure.
  let state = (seed ^ 0x811c9dc5) >>> 0
  for (const char of salt) state = Math.imul(state ^ (char.codePointAt(0) ?? 0), 0x01000193) >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
}
