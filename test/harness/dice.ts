/** A seeded generator (mulberry32), so that a failure comes back: `roll(sides)` gives 0 to sides - 1. */
export function dice(seed: number): (sides: number) => number {
  let state = seed
  return sides => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) % sides
  }
}
