/** What is typed into a masked field. It stands nowhere else: a state that is drawn, captured or told knows how long it is. */
export type Secret = {
  insert(text: string): void
  erase(what: 'character' | 'all'): void
  /** Characters so far. */
  count(): number
  /** All of it, without blanks around; the field is empty then. */
  take(): string
}

/** One character more than a key may have, so that one that is too long is told from one that was cut. */
const MOST = 4097

export function makeSecret(): Secret {
  let text: readonly string[] = []
  return {
    insert(more) {
      text = [...text, ...more].slice(0, MOST)
    },
    erase(what) {
      text = what === 'all' ? [] : text.slice(0, -1)
    },
    count: () => text.length,
    take() {
      const all = text.join('').trim()
      text = []
      return all
    },
  }
}
