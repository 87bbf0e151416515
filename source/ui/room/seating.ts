/** What an item is about, where a round's speeches stand as the experts sit, whenever they come. */
export type Place = {
  /** What the speeches of one round have in common. */
  readonly part: string
  /** Of the seat, in seating order. */
  readonly rank: number
}

export type Seating = {
  /** Notes an item and tells which one it stands before; undefined: it stands last. */
  place(id: string, place?: Place): string | undefined
  /** What is gone keeps its place for what comes instead of it. */
  gone(id: string): void
}

export function makeSeating(): Seating {
  const order: {readonly id: string; readonly place?: Place | undefined; gone: boolean}[] = []
  return {
    place(id, place) {
      const isOf = (one: (typeof order)[number]) => place !== undefined && one.place?.part === place.part
      const after = order.findLastIndex(one => isOf(one) && (one.place?.rank ?? 0) <= (place?.rank ?? 0))
      const found = after >= 0 ? after + 1 : order.findIndex(isOf)
      const at = found < 0 ? order.length : found
      order.splice(at, 0, {id, place, gone: false})
      return order.slice(at + 1).find(one => !one.gone)?.id
    },
    gone(id) {
      for (const one of order) if (one.id === id) one.gone = true
    },
  }
}
