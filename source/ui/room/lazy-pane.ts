import type {PaneItem} from '../terminal/pane-item.ts'
import type {Pane} from '../terminal/pane-painter.ts'

/** A pane that works only while it is seen: what comes meanwhile is kept, deltas joined, and done when it is looked at again. */
export type LazyPane = {
  /** Brought up to date. */
  pane(): Pane
  /** From now on nobody looks. */
  rest(): void
  open(item: PaneItem, before?: string): void
  append(id: string, delta: string): void
  close(id: string, text?: string): void
  remove(id: string): void
  /** Anything else, in its order among the others. */
  act(act: (pane: Pane) => void): void
}

export function makeLazyPane(pane: Pane): LazyPane {
  let awake = false
  let waiting: (() => void)[] = []
  const deltas = new Map<string, string[]>()
  const later = (act: () => void) => {
    if (awake) act()
    else waiting.push(act)
  }
  return {
    pane() {
      if (!awake) {
        awake = true
        for (const act of waiting) act()
        waiting = []
        deltas.clear()
      }
      return pane
    },
    rest() {
      awake = false
    },
    open: (item, before) => later(() => pane.open(item, before)),
    append(id, delta) {
      if (awake) return pane.append(id, delta)
      const kept = deltas.get(id)
      if (kept) return void kept.push(delta)
      const parts = [delta]
      deltas.set(id, parts)
      waiting.push(() => pane.append(id, parts.join('')))
    },
    close(id, text) {
      deltas.delete(id)
      later(() => pane.close(id, text))
    },
    remove(id) {
      deltas.delete(id)
      later(() => pane.remove(id))
    },
    act: act => later(() => act(pane)),
  }
}
